"""Searches deals one after the other, or several in parallel, and finds the move that is best in them, by its average value."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from random import Random
from typing import Any, Final, Generic, cast

from attrs import define, evolve, field

from ...base.scores import LOSS, WIN, Bound, Meaning, Payoffs, is_decisive, payoffs_of
from ...game.capability import Capabilities
from ...game.comparing import equal
from ...game.following import after, checked_player, final_outcome, outcomes_of
from ...game.protocol import M, S, check_mover, dealt, players_of
from ...game.reprs import View
from ...native import tier_of
from ...searching.details import Statistics, Workers, alone
from ...searching.limits import Limits, StopReason
from ...searching.options import AUTO
from ...searching.result import RootMove, SearchResult
from ...searching.setup import Setup, Tier
from ...searching.validators import SAMPLED_ALONE
from .. import alphabeta, maxn
from ..information_sets.options import SampledDetails, SampledOptions

_BAND: Final = 1.96
"""Standard deviations on either side of the mean that cover 95 of 100 cases."""
_ALIKE: Final = 1e-9
"""The relative difference up to which values are equal."""


@define
class Tally(Generic[M]):
    """The results of one move in all deals.

    Attributes:
        weight: The number of deals in which it was searched.
        votes: The number of them in which it was best; where several moves were, each gets a share.
        quick: The sum of its values as found, in which wins count plies: it orders moves that are worth the same.
        payoffs: The sum of the payoffs of each player; `squares` is that of the squares of the mover's.
    """

    move: M
    weight: int = 0
    votes: float = 0.0
    quick: float = 0.0
    payoffs: list[float] = field(factory=list)
    squares: float = 0.0

    def mean(self, player: int) -> float:
        """The average payoff of a player; minus infinity for a move that was never searched."""
        return self.payoffs[player] / self.weight if self.weight else -math.inf

    def error(self, player: int) -> float:
        """Half the width of the interval in which the mean over all deals lies in 95 of 100 cases; infinite after one deal."""
        if self.weight < 2:
            return math.inf
        variance = max(0.0, self.squares - self.weight * self.mean(player) ** 2) / (self.weight - 1)
        return _BAND * math.sqrt(variance / self.weight)


class Averages(Generic[M]):
    """The moves of the mover, the same in every deal, with their averages over the deals searched. `by_votes` if the best move is
    the one that is best in most deals, instead of the one with the best average.
    """

    def __init__(self, moves: Iterable[M], player: int, players: int, *, by_votes: bool) -> None:
        self.deals = 0
        self._player: Final = player
        self._players: Final = players
        self._by_votes: Final = by_votes
        self._tallies: Final = [self._empty(move) for move in moves]
        self._only_wins = True
        self._has_wins = False

    def take(self, result: SearchResult[M], weight: int) -> None:
        """Adds the result of a search of `weight` equal deals."""
        self.deals += weight
        rated = []
        for row in result.moves:
            tally = next((each for each in self._tallies if equal(each.move, row.move)), None)
            if tally is None:  # a deal with other moves, which the doctor tells of
                tally = self._empty(row.move)
                self._tallies.append(tally)
            if (payoffs := self._payoffs(row)) is not None:
                tally.weight += weight
                tally.quick += weight * (row.value or 0.0)
                tally.payoffs = [total + weight * payoff for total, payoff in zip(tally.payoffs, payoffs, strict=True)]
                tally.squares += weight * payoffs[self._player] ** 2
                rated.append((payoffs[self._player], tally))
        most = max((worth for worth, _ in rated), default=0.0)
        best = [tally for worth, tally in rated if worth >= most - _ALIKE * abs(most)]
        for tally in best:
            tally.votes += weight / len(best)

    def rows(self) -> tuple[RootMove[M], ...]:
        """The moves, best first."""
        return tuple(map(self._row, sorted(self._tallies, key=self._rank, reverse=True)))

    @property
    def meaning(self) -> Meaning:
        """The meaning of values."""
        return "payoffs" if self._players > 2 else "chances" if self._only_wins and self._has_wins else "utility"

    def _rank(self, tally: Tally[M]) -> tuple[float, ...]:
        sign = -1 if self._player == 1 else 1
        worth = (tally.mean(self._player), sign * tally.quick / max(1, tally.weight))
        return (tally.votes, *worth) if self._by_votes else worth

    def _empty(self, move: M) -> Tally[M]:
        return Tally(move, payoffs=[0.0] * max(2, self._players))

    def _payoffs(self, row: RootMove[M]) -> Payoffs | None:
        """The payoffs of all players for a move in one deal, with wins as `WIN`; None if they are not known exactly."""
        if row.payoffs is not None:
            return None if None in row.payoffs else tuple(float(payoff or 0.0) for payoff in row.payoffs)
        if row.value is None or row.bound is not Bound.EXACT:
            return None
        value: float = row.value
        if row.meaning == "plies" and is_decisive(value):
            value = WIN if value > 0 else LOSS
        self._only_wins = self._only_wins and abs(value) in (0, WIN)
        self._has_wins = self._has_wins or abs(value) == WIN
        return value, -value

    def _row(self, tally: Tally[M]) -> RootMove[M]:
        payoffs = tuple(total / tally.weight for total in tally.payoffs) if tally.weight else None
        return RootMove(
            move=tally.move,
            value=None if payoffs is None else payoffs[0],
            payoffs=payoffs if self._players > 2 else None,
            bound=None if payoffs is None else Bound.EXACT,
            depth=0 if payoffs is None else 1,
            pv=(tally.move,),
            meaning=self.meaning,
            players=self._players,
            visits=round(tally.votes),
            error=tally.error(self._player),
        )


class DeterminizedSearch(Generic[S, M]):
    """A `Search` of a game with hidden cards by searches of deals of these cards: by alpha-beta or, for more than two players, by
    max^n, in the game's tier.

    From the root state it uses only the mover and the outcome; everything else comes from the deals. Raises GameError if the game
    lacks a method or one has another signature, OptionError if the options of the search of each deal do not fit, CompileError if
    the evaluation of a compiled game cannot be compiled.
    """

    algorithm: Final = "sampled"

    def __init__(self, setup: Setup[S, M]) -> None:
        self.game: Final = setup.game
        self.options: Final = cast("SampledOptions", setup.options)
        self.found: Final[Capabilities[S, M]] = setup.capabilities()
        each = evolve(self.options.each, exact_moves=True, ignore=self.options.each.ignore | self.options.ignore | {"deal"})
        inner = evolve(setup, options=each, algorithm=AUTO, threads=1, parallel="auto")
        self._place: Final = tier_of(setup.game)
        team = setup.threads if self._place == "compiled" else 1
        self._players: Final = players_of(setup.game)
        family = (alphabeta if self._players <= 2 else maxn).FAMILY
        self._team: Final[list[Tier[S, M]]] = [family.create(inner) for _ in range(team)]
        self._asked: Final = setup.threads
        self._rng: Final = Random(self.options.seed)
        self._state: S | None = None
        self._is_stopped = False

    @property
    def size_bytes(self) -> int:
        """Memory that the searches keep."""
        return sum(each.size_bytes for each in self._team)

    def ready(self) -> None:
        """Prepares in advance whatever would delay the first search."""
        self._team[0].ready()

    def iterate(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Yields a result after each deal, over all deals searched by then."""
        yield from self._searched(state, limits, solving=False)

    def solve(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Yields a result after each deal, with each deal searched to the end of the game."""
        yield from self._searched(state, limits, solving=True)

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`."""
        (last,) = deque(self._searched(state, limits, solving=solving), maxlen=1)
        return last

    def stop(self) -> None:
        """Ends the search that is running."""
        self._is_stopped = True
        for each in self._team:
            each.stop()

    def close(self) -> None:
        """Frees what the searches keep."""
        for each in self._team:
            each.close()

    def advance(self, move: M) -> S:
        """Plays a move. No results are kept: the next mover has other information."""
        state: S = after(self.game, self._current(None), move)
        self._state = state
        return state

    def _current(self, state: S | None) -> S:
        if state is None:
            state = self.game.initial() if self._state is None else self._state
        self._state = state
        return state

    def _searched(self, state: S | None, limits: Limits, *, solving: bool) -> Generator[SearchResult[M], None, None]:
        self._is_stopped = False
        root = self._current(state)
        if (outcome := self.game.outcome(root)) is not None:
            yield self._over(root, outcomes_of(self.game).outcome(outcome, root))
            return
        player = checked_player(self.game.player(root), root, players=self._players, chance=self.found.chances is not None)
        check_mover(player, root)
        deal = self.found.deal
        assert deal is not None
        deals = _counted([dealt(self.game, deal, root, player, self._rng) for _ in range(self.options.deals)])
        if (outcome := final_outcome(self.game, self.found, deals[0][0])) is not None:  # for lack of moves
            yield self._over(root, outcome)
            return
        moves = list(self.game.moves(deals[0][0]))
        averages: Averages[M] = Averages(moves, player, self._players, by_votes=self.options.combine == "vote")
        run: _Run[M] = _Run(limits, len(deals), len(self._team))
        worst = StopReason.SOLVED
        for result, weight, worker in self._results(deals, run, solving=solving):
            run.note(result, worker, weight)
            averages.take(result, weight)
            worst = result.stop if worst is StopReason.SOLVED else worst
            yield self._written(root, averages, run, worst if averages.deals == self.options.deals else StopReason.DEPTH)
        if averages.deals < self.options.deals:
            yield self._written(root, averages, run, StopReason.STOPPED if self._is_stopped else StopReason.SECONDS)

    def _results(self, deals: list[tuple[S, int]], run: _Run[M], *, solving: bool) -> Iterator[tuple[SearchResult[M], int, int]]:
        """Yields the result of each deal, its count, and its worker; fewer if time is up or the search is stopped."""
        idle: SimpleQueue[int] = SimpleQueue()
        for worker in range(len(self._team)):
            idle.put(worker)

        def searched(deal: tuple[S, int]) -> tuple[SearchResult[M], int, int] | None:
            state, weight = deal
            share = None if self._is_stopped else run.share()
            if share is None:
                return None
            worker = idle.get()
            try:
                result = self._team[worker].last(state, share, solving=solving)
            finally:
                idle.put(worker)
            return result, weight, worker

        if len(self._team) == 1:
            yield from filter(None, map(searched, deals))
            return
        first, *others = deals  # the first compiles what there is to compile
        yield from filter(None, [searched(first)])
        with ThreadPoolExecutor(len(self._team), "minimaxer-deals") as pool:
            jobs = [pool.submit(searched, deal) for deal in others]
            try:
                yield from filter(None, (job.result() for job in as_completed(jobs)))
            except BaseException:
                self.stop()
                pool.shutdown(cancel_futures=True)
                raise

    def _over(self, root: S, outcome: Any) -> SearchResult[M]:
        payoffs = payoffs_of(outcome)
        meaning: Meaning = "payoffs" if self._players > 2 else "chances" if abs(payoffs[0]) in (0, WIN) else "utility"
        return SearchResult(
            value=payoffs[0],
            payoffs=payoffs if self._players > 2 else None,
            players=self._players,
            meaning=meaning,
            bound=Bound.EXACT,
            pv=(),
            depth=0,
            stop=StopReason.FINISHED,
            moves=(),
            solved=True,
            finished=True,
            engine=f"{self._place}/{self.algorithm}",
            statistics=Statistics(nodes=0, created=0, seconds=0.0),
            details=SampledDetails(deals=0, different=0, solved=0),
            view=View(root, self.game, self.found),
        )

    def _written(self, root: S, averages: Averages[M], run: _Run[M], stop: StopReason) -> SearchResult[M]:
        rows = averages.rows()
        best = rows[0] if rows else None
        workers: Workers | None = None
        if self._asked != 1:
            many = Workers(asked=self._asked, scheme="threads", nodes=tuple(run.nodes), note=None)
            workers = alone(self._asked, sum(run.nodes), SAMPLED_ALONE) if len(self._team) == 1 else many
        return SearchResult(
            value=0.0 if best is None or best.value is None else best.value,
            payoffs=None if best is None else cast("Payoffs | None", best.payoffs),
            players=self._players,
            meaning=averages.meaning,
            bound=Bound.EXACT,
            pv=() if best is None else best.pv,
            depth=run.depth,
            stop=stop,
            moves=rows,
            solved=False,
            finished=False,
            engine=f"{self._place}/{self.algorithm}",
            statistics=run.statistics(workers),
            details=SampledDetails(deals=averages.deals, different=run.different, solved=run.solved),
            view=View(root, self.game, self.found),
        )


def _counted(drawn: list[S]) -> list[tuple[S, int]]:
    try:
        return list(Counter(drawn).items())
    except TypeError:  # states that have no hash
        different: list[S] = []
        for state in drawn:
            if not any(equal(state, other) for other in different):
                different.append(state)
        return [(state, sum(1 for other in drawn if equal(state, other))) for state in different]


class _Run(Generic[M]):
    """One search of several deals: its limits as a whole and its costs; `team` is the number of workers.

    Attributes:
        different: The number of different deals searched; `solved` is that of all deals that were searched to the end of the
            game.
        depth: The least depth to which a deal was searched.
        nodes: Nodes visited by each worker.
    """

    def __init__(self, limits: Limits, deals: int, team: int) -> None:
        self._limits: Final = limits
        self._began: Final = time.perf_counter()
        self._lock: Final = threading.Lock()
        self._left = deals
        self._all: Final = deals
        self._team: Final = team
        self._created = 0
        self._compile_seconds = 0.0
        self.different = 0
        self.solved = 0
        self.depth = 0
        self.nodes: Final = [0] * team

    def share(self) -> Limits | None:
        """The limits of the next deal: its share of the time that is left, and of the nodes; None if no time is left."""
        with self._lock:
            rounds = max(1, -(-self._left // self._team))
            self._left -= 1
        seconds, nodes = self._limits.seconds, self._limits.nodes
        if seconds is not None:
            seconds = (seconds + self._compile_seconds - (time.perf_counter() - self._began)) / rounds
            if seconds <= 0:
                return None
        if nodes is not None:
            nodes = max(1, nodes // self._all)
        return evolve(self._limits, seconds=seconds, nodes=nodes)

    def note(self, result: SearchResult[M], worker: int, weight: int) -> None:
        """Adds the costs of a deal that came `weight` times."""
        self.depth = result.depth if self.different == 0 else min(self.depth, result.depth)
        self.different += 1
        self.solved += weight if result.solved else 0
        self.nodes[worker] += result.nodes
        self._created += result.created
        self._compile_seconds += result.compile_seconds

    def statistics(self, workers: Workers | None) -> Statistics:
        """The costs so far."""
        seconds = time.perf_counter() - self._began - self._compile_seconds
        nodes, compiled = sum(self.nodes), self._compile_seconds
        return Statistics(nodes=nodes, created=self._created, seconds=seconds, compile_seconds=compiled, workers=workers)


create: Final = DeterminizedSearch
"""The family's only search."""
