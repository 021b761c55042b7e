"""Results of Monte Carlo tree search: the move to play, its certainty, and the line visited most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic

from attrs import frozen

from ...base.scores import Bound, Meaning, Payoffs
from ...game.protocol import CHANCE, M
from ...game.view import View
from ...searching.limits import StopReason
from ...searching.result import RootMove, SearchResult
from ...searching.statistics import Statistics
from .options import MonteCarloDetails, PlayoutOptions

if TYPE_CHECKING:
    from .quickest import Quickest

_BAND: Final = 1.96
"""Standard deviations on either side of a mean that hold 95 % of the cases."""


@frozen(kw_only=True)
class Visited(Generic[M]):
    """A root move and its statistics from playouts.

    Attributes:
        payoffs: The mean payoff of each player, or the proven one if `is_proven`; None before the first visit.
        pv: The line visited most, or the proven one, beginning with the move.
        plies: Length of the proven line in plies.
        lasted: The average ply at which simulations through it ended, counted from any fixed origin; 0 if unknown.
        probability: Its probability, if chance decides.
    """

    move: M
    visits: int
    payoffs: Payoffs | None
    is_proven: bool
    pv: tuple[M, ...]
    plies: int = 0
    lasted: float = 0.0
    probability: float | None = None


@frozen(kw_only=True)
class Root(Generic[M]):
    """The position searched, with its presentation.

    Attributes:
        player: Its mover, or `CHANCE`.
        moves: Its moves; empty if the game is over.
        payoffs: The mean payoff of each player, or the proven one if `is_proven`.
        spread: The least and the greatest result seen.
        only_wins: True if all results seen were wins, losses and draws.
    """

    player: int
    players: int
    moves: Sequence[Visited[M]]
    visits: int
    payoffs: Payoffs
    is_proven: bool
    spread: tuple[float, float]
    only_wins: bool
    view: View


def best_of(root: Root[M]) -> Visited[M]:
    """The move to play: the one visited most, unless a proven one is worth no less, or all are proven.

    Among equal moves, the quickest win and the slowest loss win: proven moves by the plies of their lines; others, if they have
    the same mean and at least half the visits, by the length of their games.

    Source: T. Pepels and others, "Quality-based rewards for Monte-Carlo tree search simulations", ECAI 2014, for their length.
    """
    open_moves = [each for each in root.moves if not each.is_proven]
    known = (each for each in root.moves if each.is_proven)
    is_alike = root.players <= 2  # else what is equal for one player is not for all: the first, as max^n takes it
    proven = max(
        known, key=lambda each: (worth(each, root.player), -is_alike * _haste(each, root.player) * each.plies), default=None
    )
    if not open_moves:
        assert proven is not None
        return proven
    most = max(open_moves, key=lambda each: (each.visits, worth(each, root.player)))
    peers = [each for each in open_moves if 2 * each.visits >= most.visits and each.payoffs == most.payoffs]
    if all(each.lasted for each in peers):
        most = min(peers, key=lambda each: (_haste(each, root.player) * each.lasted, -each.visits))
    if proven is None or (worth(proven, root.player) < worth(most, root.player) and most.visits > 0):
        return most
    return proven


def _haste(each: Visited[Any], player: int) -> int:
    """1 if a move gains for the mover, so that the end may come soon; -1 if it loses; else 0."""
    return (worth(each, player) > 0) - (worth(each, player) < 0)


def worth(each: Visited[Any], player: int) -> float:
    """The mover's payoff by a move, mean or proven; minus infinity if it is unknown."""
    return -math.inf if each.payoffs is None else each.payoffs[player]


def chosen(root: Root[M], options: PlayoutOptions, rng: Random) -> Visited[M] | None:
    """The move to play by `options.choice`; None if chance decides or the game is over."""
    if not root.moves or root.player == CHANCE:
        return None
    best = best_of(root)
    if options.choice == "best" or best.is_proven:
        return best
    return rng.choices(root.moves, [each.visits for each in root.moves])[0] if root.visits else best


def written(
    root: Root[M],
    options: PlayoutOptions,
    rng: Random,
    quickest: Quickest[Any, M],
    *,
    engine: str,
    stop: StopReason,
    statistics: Statistics,
    details: MonteCarloDetails,
) -> SearchResult[M]:
    """Writes the result of a search."""
    root = quickest.sharpened(root, statistics.nodes, *([1] if options.repetition else []))
    best = chosen(root, options, rng)
    many = root.players > 2
    payoffs = root.payoffs if best is None or best.payoffs is None else best.payoffs
    meaning: Meaning = "payoffs" if many else "chances" if root.only_wins else "utility"
    rows = sorted(root.moves, key=lambda each: (each is best, _rank(each, root.player)), reverse=True)
    return SearchResult(
        value=payoffs[0],
        payoffs=payoffs if many else None,
        players=root.players,
        meaning=meaning,
        bound=Bound.EXACT,
        pv=() if best is None else best.pv,
        depth=details.longest,
        stop=stop,
        moves=tuple(_row(each, root, meaning) for each in rows),
        solved=root.is_proven,
        finished=root.is_proven and quickest.ends(() if best is None else best.pv),
        engine=engine,
        statistics=statistics,
        details=details,
        view=root.view,
    )


def _rank(each: Visited[Any], player: int) -> tuple[Any, ...]:
    if player == CHANCE:
        return (each.probability,)
    if each.is_proven:
        value = worth(each, player)
        return ((value > 0) - (value < 0), math.inf if value >= 0 else 0, value)
    return (0, each.visits, worth(each, player))


def _row(each: Visited[M], root: Root[M], meaning: Meaning) -> RootMove[M]:
    payoffs = each.payoffs
    return RootMove(
        move=each.move,
        value=None if payoffs is None else payoffs[0],
        payoffs=payoffs if root.players > 2 else None,
        bound=Bound.EXACT if each.is_proven else None,
        depth=0 if payoffs is None else len(each.pv),
        pv=each.pv,
        meaning=meaning,
        players=root.players,
        probability=each.probability,
        visits=each.visits,
        error=0.0 if each.is_proven else error_of(each, root),
    )


def error_of(each: Visited[Any], root: Root[Any]) -> float:
    """Half the width of the 95 % confidence interval of the mean, as if playouts were independent of each other.

    Two results at either end are added, so that a single visit does not look certain. If results lie between the ends, this is
    an upper bound.

    Source: A. Agresti and B. Coull, "Approximate is better than exact for interval estimation of binomial proportions", 1998.
    """
    if each.payoffs is None:
        return math.inf
    low, high = root.spread
    number = each.visits + 4
    mean = (each.visits * min(max(each.payoffs[max(0, root.player)], low), high) + 2 * (low + high)) / number
    return _BAND * math.sqrt(max(0.0, (high - mean) * (mean - low)) / number)
