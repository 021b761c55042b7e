"""Results of Monte Carlo tree search: the move to play, its certainty, the line visited most, and the quickest end if decided.

Playouts prove who wins, not how soon, since they stop at the first proof.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import compress
from random import Random
from typing import Any, Final, Generic

from attrs import evolve, frozen

from ...base.scores import Bound, Meaning, Payoffs, payoffs_of
from ...game.capability import Capabilities
from ...game.following import final_outcome, is_chance, outcomes_of, steps, stuck_outcome
from ...game.protocol import CHANCE, Game, M, S
from ...game.reprs import View
from ...searching.details import Statistics
from ...searching.limits import StopReason, StopSearch
from ...searching.result import RootMove, SearchResult
from .options import MonteCarloDetails, MonteCarloOptions, PlayoutOptions

MOST_PLIES: Final = 100
"""Maximum depth of the search, in plies."""
FEWEST: Final = 1_500
"""Positions searched in any case: about a hundredth of a second."""
SHARE: Final = 20
"""Positions visited by playouts for each additional position searched; likewise of seconds."""
LOOK_AHEAD: Final = 0.01
"""Seconds that a look ahead may take in any case."""


class Quickest(Generic[S, M]):
    """Finds the quickest win, or the longest resistance, by a search of all lines to one ply, two plies, and so on.

    It ends when `must_stop` is True.

    Source: chessprogramming.org "Mate Search" and "Iterative Deepening".
    """

    def __init__(self, game: Game[S, M], found: Capabilities[S, M], state: S, must_stop: Callable[[], bool]) -> None:
        self._game: Final = game
        self._found: Final = found
        self._state: Final = state
        self._must_stop: Final = must_stop
        self._scale: Final[Any] = outcomes_of(game)
        self._winner = -1
        self._left, self._end = 0.0, math.inf
        self._known: Final[dict[Any, tuple[float, float]]] = {}
        """For each position, the greatest number of plies known not to suffice for a win, and the least that does."""

    def foreseen(self, root: Root[M], seconds: float) -> Root[M]:
        """The root with what one and two plies prove: untried moves that end the game, and replies that refute the best move.
        Looks at up to `FEWEST` positions, for at most these seconds.

        Source: F. Teytaud and O. Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search", CIG 2010.
        """
        if root.is_proven or root.player == CHANCE or not root.moves:
            return root
        self._left, self._end = FEWEST, time.perf_counter() + seconds
        root = evolve(root, moves=[self._ended(each, root) for each in root.moves])
        while not (best := best_of(root)).is_proven and (refuted := self._refuted(best, root)) is not None:
            root = evolve(root, moves=[refuted if each is best else each for each in root.moves])
        if best.payoffs is None or not best.is_proven:
            return root
        is_over = self._gets_most(root, root.player, best.payoffs) or all(each.is_proven for each in root.moves)
        return evolve(root, is_proven=True, payoffs=best.payoffs) if is_over else root

    def _ended(self, each: Visited[M], root: Root[M]) -> Visited[M]:
        """The move as a proven one, if it was never tried and ends the game."""
        if each.visits or each.is_proven or self._spend():
            return each
        outcome = final_outcome(self._game, self._found, self._game.play(self._state, each.move))
        return each if outcome is None else evolve(each, payoffs=payoffs_of(outcome, root.players), is_proven=True, plies=1)

    def _refuted(self, each: Visited[M], root: Root[M]) -> Visited[M] | None:
        """The move as a proven loss, if a reply wins at once; None if not, or without time."""
        if root.players != 2 or self._spend():
            return None
        state = self._game.play(self._state, each.move)
        is_over = final_outcome(self._game, self._found, state) is not None
        if is_over or (player := self._game.player(state)) in (CHANCE, root.player):
            return None
        for reply in self._moves(state):
            if self._spend():
                break
            outcome = final_outcome(self._game, self._found, self._game.play(state, reply))
            payoffs = None if outcome is None else payoffs_of(outcome, root.players)
            if self._gets_most(root, player, payoffs):
                return evolve(each, payoffs=payoffs, is_proven=True, plies=2, pv=(each.move, reply))
        return None

    def _spend(self) -> bool:
        """Counts one more position; True if the budget is used up."""
        self._left -= 1
        return self._left < 0 or time.perf_counter() > self._end

    def _gets_most(self, root: Root[M], player: int, payoffs: Payoffs | None) -> bool:
        """True if these payoffs are the best that a player can get."""
        most = self._scale.high if root.players > 2 or player == 0 else -self._scale.low
        return payoffs is not None and payoffs[player] >= most

    def sharpened(self, root: Root[M], nodes: int, most: int = MOST_PLIES) -> Root[M]:
        """The root with the exact number of plies to its proven end, up to `most`, as far as a budget of positions allows that
        depends on the `nodes` of the playouts.
        """
        self._winner = self._winner_by(root)
        if not root.is_proven or not root.moves or root.player == CHANCE or self._winner < 0:
            return root
        best = best_of(root)
        self._left = FEWEST + min(nodes / SHARE, 2 * FEWEST)
        standing, fallen = list(root.moves), list[Visited[M]]()
        try:
            for plies in range(1, min(best.plies, most + 1)):
                ends = [self._wins(self._game.play(self._state, each.move), plies - 1) for each in standing]
                ended = list(compress(standing, ends))
                resisting = [each for each, is_end in zip(standing, ends, strict=True) if not is_end]
                if ended and (root.player == self._winner or not resisting):
                    first, *others = ended + resisting + fallen
                    line = first.move, *self._line(self._game.play(self._state, first.move), plies - 1)
                    first = evolve(first, payoffs=best.payoffs, is_proven=True, plies=plies, pv=line)
                    return evolve(root, moves=[first, *(evolve(each, plies=min(plies, each.plies)) for each in others)])
                standing = resisting
                fallen += [evolve(each, plies=plies) for each in ended]
        except StopSearch:
            pass
        return evolve(root, moves=[*standing, *fallen])

    def ends(self, line: tuple[M, ...]) -> bool:
        """True if the game is over after a line."""
        return final_outcome(self._game, self._found, reduce(self._game.play, line, self._state)) is not None

    def _winner_by(self, root: Root[M]) -> int:
        """The player who gets the greatest possible payoff; 1 if a single player loses; below 0 if there is none."""
        value, mover = root.payoffs[0], root.player
        if root.players > 2:
            return mover if root.payoffs[mover] >= self._scale.high else -1
        return 0 if value >= self._scale.high else 1 if value <= self._scale.low else -1

    def _is_won(self, outcome: Any) -> bool:
        """True if an outcome gives the winner the greatest possible payoff."""
        if isinstance(outcome, tuple):
            return bool(outcome[self._winner] >= self._scale.high)
        return bool(outcome >= self._scale.high if self._winner == 0 else outcome <= self._scale.low)

    def _wins(self, state: S, plies: int) -> bool:
        """True if the winner can force a win within `plies`, whatever the others and chance do."""
        try:
            low, high = self._known.get(state, (-1, math.inf))
        except TypeError:  # a state that has no hash
            return self._wins_below(state, plies)
        if low < plies < high:
            low, high = (low, plies) if self._wins_below(state, plies) else (plies, high)
            self._known[state] = low, high
        return plies >= high

    def _wins_below(self, state: S, plies: int) -> bool:
        """Searches a position to depth `plies`; True if the winner can force a win."""
        game, stuck = self._game, self._found.stuck
        self._left -= 1
        if self._left < 0 or (plies and self._must_stop()):
            raise StopSearch
        if (outcome := game.outcome(state)) is not None:
            return self._is_won(outcome)
        if not plies and stuck is None:
            return False
        player, moves = game.player(state), self._moves(state)
        if not moves:
            return self._is_won(stuck_outcome(self._found, state, "moves", self._scale))
        if not plies:
            return False
        after = (self._wins(game.play(state, move), plies - 1) for move in moves)
        return any(after) if player == self._winner else all(after)

    def _line(self, state: S, plies: int) -> list[M]:
        """The line by which the winner wins in exactly `plies`, up to where chance decides."""
        self._left, line = math.inf, list[M]()
        while plies and (player := self._game.player(state)) != CHANCE:
            moves = self._moves(state)
            left = plies - (1 if player == self._winner else 2)
            fits = (move for move in moves if self._wins(self._game.play(state, move), left) is (player == self._winner))
            line.append(next(fits, moves[0]) if left >= 0 else moves[0])
            state, plies = self._game.play(state, line[-1]), plies - 1
        return line

    def _moves(self, state: S) -> list[M]:
        search = self._found.search_moves
        return list(steps(self._game, state) if search is None or is_chance(self._game, state) else search(state))


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


def unvisited(move: Any) -> Visited[Any]:
    """A root move that no simulation has tried."""
    return Visited(move=move, visits=0, payoffs=None, is_proven=False, pv=(move,))


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
    """The move to play: the one visited most, unless a proven one is worth no less, or all are proven. A move that is proven to
    lose is played only if all are, or if the others are worth less. An unvisited move counts as a draw if all results were wins,
    losses and draws of at most two players; else as worse than any.

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
    if proven is None:
        return most
    sure = worth(proven, root.player)
    hoped = worth(most, root.player) if most.visits else 0.0 if is_alike and root.only_wins else -math.inf
    return most if sure < hoped or (is_alike and sure == hoped < 0) else proven


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
    if stop is not StopReason.DEPTH and isinstance(options, MonteCarloOptions) and options.solver and not options.repetition:
        is_timed = stop in (StopReason.SECONDS, StopReason.STOPPED)  # else what is found does not depend on the clock
        root = quickest.foreseen(root, LOOK_AHEAD + statistics.seconds / SHARE if is_timed else math.inf)
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
