"""Writing down what Monte Carlo tree search found: which move to play, how sure that is, and the line visited most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic

from attrs import frozen

from ...base.bound import Bound
from ...base.payoffs import Payoffs
from ...base.scale import Meaning
from ...game.protocol import CHANCE, M
from ...game.view import View
from ...searching.limits import StopReason
from ...searching.result import RootMove, SearchResult
from ...searching.statistics import Statistics
from .options import MonteCarloDetails, PlayoutOptions

if TYPE_CHECKING:
    from .quickest import Quickest

_BAND: Final = 1.96
"""Standard deviations on either side that hold 95 of 100."""


@frozen(kw_only=True)
class Visited(Generic[M]):
    """A move of the root, and what playouts say of it.

    Attributes:
        move: The move.
        visits: How often it was followed.
        payoffs: What each player got on average, or gets where that is proven; None before the first visit.
        is_proven: Whether that is proven.
        pv: The line visited most, or the one that is proven, the move first.
        plies: How many plies the latter has.
        lasted: The ply at which simulations through it ended, on average, counted from anywhere; 0 where that is not known.
        probability: How likely it is, where chance decides.
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
    """The position searched.

    Attributes:
        player: Its mover, or `CHANCE`.
        players: How many players the game has.
        moves: Its moves; none where the game is over.
        visits: Simulations through it.
        payoffs: What each player got on average.
        is_proven: Whether that is proven.
        spread: The least and the greatest result seen.
        only_wins: Whether all results seen were wins, losses and draws.
        view: How it is shown.
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
    """The move to play: the one visited most, unless a proven one is worth as much, or all are proven.

    Of equal ones it is that of the quickest gain and the slowest loss: proven, by the plies of the lines; else, of those with the
    same mean and at least half as many visits, by how long their games lasted.

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
    """1 where the mover gains by a move, so that the end may come soon; -1 where it loses."""
    return (worth(each, player) > 0) - (worth(each, player) < 0)


def worth(each: Visited[Any], player: int) -> float:
    """What the mover gets by a move, on average or for sure."""
    return -math.inf if each.payoffs is None else each.payoffs[player]


def chosen(root: Root[M], options: PlayoutOptions, rng: Random) -> Visited[M] | None:
    """The move to play by `options.choice`; None where chance decides or the game is over."""
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
    """The result of a search."""
    root = quickest.sharpened(root, statistics.nodes, *([1] if options.repetition else []))
    best = chosen(root, options, rng)
    many = root.players > 2
    payoffs = root.payoffs if best is None or best.payoffs is None else best.payoffs
    meaning = _meaning(root)
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


def _meaning(root: Root[Any]) -> Meaning:
    if root.players > 2:
        return "payoffs"
    return "chances" if root.only_wins else "utility"


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
    """Half the width of the interval in which the mean lies in 95 of 100 cases, if playouts were independent of each other.

    As if there had been two more results at either end, so that one visit does not look sure; where results lie between the ends,
    it is the most that it can be.

    Source: A. Agresti and B. Coull, "Approximate is better than exact for interval estimation of binomial proportions", 1998.
    """
    if each.payoffs is None:
        return math.inf
    low, high = root.spread
    number = each.visits + 4
    mean = (each.visits * min(max(each.payoffs[max(0, root.player)], low), high) + 2 * (low + high)) / number
    return _BAND * math.sqrt(max(0.0, (high - mean) * (mean - low)) / number)
