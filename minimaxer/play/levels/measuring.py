"""Measures the strengths of places between random play and a long search, by matches between neighbours.

First the ladder is climbed: each step is kept if it beats the one before, and places between two are tried until neighbours are
close enough to lose to each other at times. Then levels are spaced evenly, and neighbours play matches until time is up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import islice, pairwise
from random import Random
from typing import Any, Final

from attrs import define, field, frozen

from ...api.search import Search
from ...base.scores import is_decisive
from ...batch.workforce import check_pool, started_pool, why_no_pool
from ...errors import MinimaxerError, OptionError
from ...game.capability import capabilities
from ...game.protocol import dealt, hides, players_of
from ...searching.limits import Limits
from ...searching.options import AlphaBetaOptions
from ..match import Match, play_match
from ..players import Anybody, Contestant, Player
from ..playing import openings, wandering
from ..statistics import Estimate
from ..tournament import ratings
from .level import MOST_NODES, Blend, Ladder, Point, between

SECONDS: Final = 150.0
MOST_LEVELS: Final = 10
FIRST_NODES: Final = 64
_GROWTH: Final = 4
LEAST_GAP: Final = 40.0
"""Smallest gap between two levels, in Elo; smaller differences would go unnoticed."""
_GAIN: Final = 0.54
"""Smallest share of the points against the step before that keeps a step."""
_NEAR: Final = 0.8
"""Largest share of the points of the stronger neighbour at which two places are close enough."""
_FINEST: Final = 1 / 64
_ROUNDS: Final = 50
_FEW_ROUNDS: Final = 25
"""Rounds of a match that only explores."""
_LATE_ROUNDS: Final = 3
"""Rounds of a match that begins when time is up, where something has to be found all the same."""
_OPENINGS: Final = 100
"""Number of openings wanted, each after as few plies as give that number."""
_LOOKED_AT: Final = 100
"""Positions of random games from which the scale of a game's values is taken."""
_EXPLORING: Final = 0.4
"""Largest share of the time for climbing the steps; the rest is for the levels."""
_ROUGHLY: Final = 0.35
"""Share of the rest after which the levels are placed again, by the results so far, and measured there."""

Tell = Callable[[str], object]


@define
class _Arena:
    """Plays matches between places, and collects their results."""

    game: Any
    seed: int
    executor: Executor
    deadline: float
    steps: list[Contestant] = field(factory=lambda: [Anybody()])
    points: dict[tuple[float, float], float] = field(factory=dict)
    games: int = 0
    _matches: int = 0

    def share(self, lower: float, upper: float, rounds: int = _FEW_ROUNDS) -> float:
        """Plays a match; the upper place's share of the points against the lower in all their games so far."""
        pair = [Blend(tuple(self.steps), place, f"place {place:g}") for place in (upper, lower)]
        self._matches += 1
        match = _match(self.game, pair, _LATE_ROUNDS if self.is_late else rounds, self.seed + self._matches, self.executor)
        won, lost = match.points
        self.points[upper, lower] = self.points.get((upper, lower), 0.0) + won
        self.points[lower, upper] = self.points.get((lower, upper), 0.0) + lost
        self.games += round(won + lost)
        return self.points[upper, lower] / self.met(lower, upper)

    def met(self, lower: float, upper: float) -> float:
        """Number of games between two places."""
        return self.points.get((upper, lower), 0.0) + self.points.get((lower, upper), 0.0)

    @property
    def is_late(self) -> bool:
        """True if the time is up."""
        return time.monotonic() >= self.deadline

    def curve(self, only: Sequence[float] | None = None) -> tuple[Point, ...]:
        """Strengths of all places, or of these, rising; a place no stronger than those below it is left out."""
        known = {pair: points for pair, points in self.points.items() if only is None or (pair[0] in only and pair[1] in only)}
        places = sorted({place for pair in known for place in pair})
        numbers = {place: number for number, place in enumerate(places)}
        found = ratings(len(places), {(numbers[one], numbers[other]): points for (one, other), points in known.items()})
        rising: list[Point] = []
        for place, rating in zip(places, found, strict=True):
            elo = rating.value - found[0].value
            if not rising or elo > rising[-1].elo:
                rising.append(Point(place=place, elo=elo))
        return tuple(rising)


def measure_levels(
    game: Any,
    *,
    seconds: float = SECONDS,
    nodes: int = MOST_NODES,
    seed: int = 0,
    executor: Executor | None = None,
    workers: int | None = None,
    tell: Tell | None = None,
) -> Ladder:
    """Measures the strengths of a two-player game's levels by matches; compiled rules play many games in the time.

    Gives at most ten levels, evenly spaced, the first of them weaker than a one-ply search. `nodes` limits the longest search
    among the steps; `executor` and `workers` are those of `play_match`. Raises OptionError if the game is not for two, a setting
    is out of range, or no search is stronger than random play.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> with ThreadPoolExecutor(1) as pool:
        ...     ladder = measure_levels(TicTacToe(), seconds=2, nodes=64, executor=pool)
        >>> ladder.elo_of(1) > 0
        True
    """
    check_pool(executor, workers)
    if players_of(game) != 2:
        raise OptionError(f"levels are measured for games of two, and this one is for {players_of(game)}")
    if not seconds > 0:
        raise OptionError(f"expected seconds to be a number above 0, got {seconds!r}")
    began = time.monotonic()
    with _team(executor, workers) as team:
        arena = _Arena(game, seed, team, began + _EXPLORING * seconds)
        say = tell or (lambda text: None)
        greedy = _climb(arena, nodes, say)
        left = seconds - (time.monotonic() - began)
        for share in (_ROUGHLY, 1.0):
            arena.deadline = began + seconds - (1 - share) * left
            places = _places(arena.curve(), greedy)
            _play_levels(arena, places, say)
        curve = arena.curve(places)
    if len(curve) == 1:
        raise OptionError(f"no level was stronger than random play in {arena.games:,} games; more time may tell them apart")
    return Ladder(steps=tuple(arena.steps), points=curve, elos=tuple(point.elo for point in curve[1:]), games=arena.games)


def _match(game: Any, pair: list[Blend], rounds: int, seed: int, executor: Executor) -> Match[Any, Any]:
    """Plays a match whose opening length does not depend on the number of rounds, since strength depends on it."""
    match = play_match(game, pair, rounds=rounds, openings=_openings(game, seed), seed=seed, executor=executor)
    errors = [each.error for each in match.rounds if each.error is not None]
    if errors:
        raise MinimaxerError(f"{len(errors)} rounds could not be played, the first since: {errors[0]}")
    return match


def _openings(game: Any, seed: int) -> list[Any]:
    """States in which games begin; hidden information is dealt again in each, or all games would share one deal."""
    found, rng = openings(game, None, _OPENINGS, seed), Random(seed)
    if not hides(game):
        return found
    deal = capabilities(game).deal
    assert deal is not None
    return [dealt(game, deal, state, game.player(state), rng) for state in found]


def _team(executor: Executor | None, workers: int | None) -> AbstractContextManager[Executor]:
    """The executor that plays: the given one, which is left open, or a new pool."""
    if executor is not None:
        return nullcontext(executor)
    return ThreadPoolExecutor(1) if why_no_pool() is not None else started_pool(workers or os.cpu_count() or 1)


def _climb(arena: _Arena, nodes: int, say: Tell) -> float:
    """Finds the steps and places between them; returns the place of the one-ply search, or the nearest one kept."""
    greedy = 0.0
    for step in _candidates(arena.game, nodes, arena.seed):
        arena.steps.append(step)
        top = len(arena.steps) - 1
        share = arena.share(top - 1, top)
        say(f"{step.name} makes {share:.0%} against the step before")
        if share < _GAIN:
            arena.steps.pop()
            arena.points = {pair: points for pair, points in arena.points.items() if top not in pair}
        else:
            _fill(arena, top - 1, top, share)
        if step.limits is not None and step.limits.depth == 1:
            greedy = float(len(arena.steps) - 1)
        if arena.is_late and len(arena.steps) > 2:
            break
    if len(arena.steps) == 1:
        raise OptionError("no search plays better than random play, so this game has no levels")
    return greedy or 1.0


def _candidates(game: Any, nodes: int, seed: int) -> Iterator[Player[Any, Any]]:
    """Searches of presumably rising strength; with hidden information they sample deals, and none has a depth limit."""
    if not hides(game):
        yield Player(limits=Limits(depth=1), options=AlphaBetaOptions(choice="weighted", strength=_strength(game, seed)))
        yield Player(limits=Limits(depth=1))
    size = FIRST_NODES
    while size <= nodes:
        yield Player(limits=Limits(nodes=size))
        size *= _GROWTH


def _fill(arena: _Arena, lower: float, upper: float, share: float) -> None:
    """Tries places between two until neighbours are close enough."""
    if share <= _NEAR or upper - lower <= _FINEST or arena.is_late:
        return
    middle = (lower + upper) / 2
    _fill(arena, lower, middle, arena.share(lower, middle))
    _fill(arena, middle, upper, arena.share(middle, upper))


def _strength(game: Any, seed: int) -> float:
    """The weighted choice's `strength` on the game's own scale: 2 divided by the mean gap to the best move, one ply ahead."""
    rng, gaps = Random(seed), []
    with closing(Search(game, AlphaBetaOptions(exact_moves=True))) as search:
        for state in islice(wandering(game, rng), _LOOKED_AT):
            rows = search.run(state, Limits(depth=1, nodes=MOST_NODES)).moves
            values = [row.value for row in rows if row.value is not None and not is_decisive(row.value)]
            if len(values) > 1:
                sign = 1 if game.player(state) == 0 else -1
                best = max(sign * value for value in values)
                gaps += [best - sign * value for value in values]
    mean = sum(gaps) / len(gaps) if gaps else 0.0
    return float(f"{2 / mean:.3g}") if mean > 0 else 1.0


def _places(curve: tuple[Point, ...], greedy: float) -> list[float]:
    """Random play, then evenly spaced levels, from one that a one-ply search beats to the top."""
    places, elos = [each.place for each in curve], [each.elo for each in curve]
    top = elos[-1]
    number = max(1, min(MOST_LEVELS, int(top / LEAST_GAP)))
    if number == 1:
        return [0.0, places[-1]]
    first = min(top / number, between(places, elos, greedy) / 2)
    wanted = [first + (top - first) * level / (number - 1) for level in range(number - 1)]
    return [0.0, *(between(elos, places, elo) for elo in wanted), places[-1]]


def _play_levels(arena: _Arena, places: list[float], say: Tell) -> None:
    """Plays matches between neighbouring levels, the least-played pair first, until time is up."""
    while True:
        lower, upper = min(pairwise(places), key=lambda pair: arena.met(*pair))
        arena.share(lower, upper, _ROUNDS)
        say(f"{len(places) - 1} levels, {arena.games:,} games")
        if arena.is_late:
            return


@frozen
class Check:
    """The result of a match of a level against the one below it: the expected and the measured difference, in Elo."""

    level: int
    promised: float
    found: Estimate


def verify_levels(
    game: Any, ladder: Ladder, *, rounds: int, seed: int = 1_000_000, executor: Executor | None = None, workers: int | None = None
) -> Iterator[Check]:
    """Plays levels against their neighbours in games that did not serve to measure them, and so with another seed. A round is a
    pair of games for each level against the one below it, random play below the first.
    """
    check_pool(executor, workers)
    with _team(executor, workers) as team:
        for level in range(1, len(ladder.elos) + 1):
            match = _match(game, [ladder.blend(each, f"level {each}") for each in (level, level - 1)], rounds, seed + level, team)
            yield Check(level, ladder.elo_of(level) - ladder.elo_of(level - 1), match.pairs.elo)
