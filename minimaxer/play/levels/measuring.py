"""Finding out how strong the places between random play and a long search are, by matches between neighbours.

First the row of steps is climbed: each is kept if it beats the one before, and places between two are tried until neighbours are
near enough to lose to each other at times. Then levels are put evenly apart, and neighbours play matches until time is up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from random import Random
from typing import Any, Final

from attrs import define, field, frozen

from ...api.search import Search
from ...base.scores import is_decisive
from ...batch.pool import started_pool, why_no_pool
from ...batch.workforce import check_crew
from ...errors import MinimaxerError, OptionError
from ...game.capability import capabilities
from ...game.chance import is_chance, wandered
from ...game.ending import final_outcome
from ...game.hidden import dealt, hides
from ...game.players import players_of
from ...searching.limits import Limits
from ...searching.options import AlphaBetaOptions
from ..match import Match, play_match
from ..openings import openings
from ..players import Anybody, Contestant, Player
from ..ratings import ratings
from ..statistics import Estimate
from .blend import Blend
from .ladder import Ladder, Point, between

SECONDS: Final = 150.0
MOST_NODES: Final = 16_384
MOST_LEVELS: Final = 10
FIRST_NODES: Final = 64
_GROWTH: Final = 4
LEAST_GAP: Final = 40.0
"""Elo between two levels; with fewer, nobody would feel a difference."""
_GAIN: Final = 0.54
"""The share of the points that a step makes against the one before, or it is left out."""
_NEAR: Final = 0.8
"""Neighbours among which the stronger makes no more are near enough."""
_FINEST: Final = 1 / 64
_ROUNDS: Final = 50
_FEW_ROUNDS: Final = 25
"""Of a match that only says where to look."""
_OPENINGS: Final = 100
"""Positions that games begin from, each after as few plies as give so many."""
_EXPLORING: Final = 0.4
"""The share of the time in which steps are climbed at the most; the rest is for the levels."""
_ROUGHLY: Final = 0.35
"""The share of the rest after which levels are put where they belong by then, and measured there."""

Tell = Callable[[str], object]


@define
class _Arena:
    """Plays matches between places, and keeps what came of them."""

    game: Any
    seed: int
    executor: Executor
    deadline: float
    steps: list[Contestant] = field(factory=lambda: [Anybody()])
    points: dict[tuple[float, float], float] = field(factory=dict)
    games: int = 0
    _matches: int = 0

    def share(self, lower: float, upper: float, rounds: int = _FEW_ROUNDS) -> float:
        """The upper place's share of the points against the lower, in all their games so far and these."""
        pair = [Blend(tuple(self.steps), place, f"place {place:g}") for place in (upper, lower)]
        self._matches += 1
        match = _match(self.game, pair, rounds, self.seed + self._matches, self.executor)
        won, lost = match.points
        self.points[upper, lower] = self.points.get((upper, lower), 0.0) + won
        self.points[lower, upper] = self.points.get((lower, upper), 0.0) + lost
        self.games += round(won + lost)
        return self.points[upper, lower] / self.met(lower, upper)

    def met(self, lower: float, upper: float) -> float:
        """Games between two places."""
        return self.points.get((upper, lower), 0.0) + self.points.get((lower, upper), 0.0)

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.deadline

    def curve(self, only: Sequence[float] | None = None) -> tuple[Point, ...]:
        """How strong each place is, or each of these, rising: neighbours that came out the wrong way round count as one."""
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
    """Finds out by matches how strong the levels of a game are.

    Args:
        game: The rules, for two players; compiled, so that many games are played in the time.
        seconds: How long to play.
        nodes: The longest search among the steps.
        seed: Of openings, dice and lots.
        executor: Plays the games, as in `play_match`.
        workers: How many processes, as in `play_match`.
        tell: Called with what is going on, in words.

    Returns:
        The levels: at most ten, evenly apart, the first of them weaker than a look one ply ahead.

    Raises:
        OptionError: The game is not for two, a setting is out of range, or no search is stronger than random play.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> with ThreadPoolExecutor(1) as pool:
        ...     ladder = measure_levels(TicTacToe(), seconds=2, nodes=64, executor=pool)
        >>> ladder.elo_of(1) > 0
        True
    """
    check_crew(executor, workers)
    if players_of(game) != 2:
        raise OptionError(f"levels are measured for games of two, and this one is for {players_of(game)}")
    if not seconds > 0:
        raise OptionError(f"expected seconds to be a number above 0, got {seconds!r}")
    began = time.monotonic()
    with _crew(executor, workers) as crew:
        arena = _Arena(game, seed, crew, began + _EXPLORING * seconds)
        say = tell or (lambda text: None)
        greedy = _climb(arena, nodes, say)
        left = seconds - (time.monotonic() - began)
        for share in (_ROUGHLY, 1.0):
            arena.deadline = began + seconds - (1 - share) * left
            places = _places(arena.curve(), greedy)
            _play_levels(arena, places, say)
        curve = arena.curve(places)
    return Ladder(steps=tuple(arena.steps), points=curve, elos=tuple(point.elo for point in curve[1:]), games=arena.games)


def _match(game: Any, pair: list[Blend], rounds: int, seed: int, executor: Executor) -> Match[Any, Any]:
    """A match from openings of a length that does not depend on how many rounds there are, since strength depends on it."""
    match = play_match(game, pair, rounds=rounds, openings=_openings(game, seed), seed=seed, executor=executor)
    errors = [each.error for each in match.rounds if each.error is not None]
    if errors:
        raise MinimaxerError(f"{len(errors)} rounds could not be played, the first since: {errors[0]}")
    return match


def _openings(game: Any, seed: int) -> list[Any]:
    """Where games begin; what the mover cannot see is dealt anew in each, or all games would be of one deal."""
    found, rng = openings(game, None, _OPENINGS, seed), Random(seed)
    if not hides(game):
        return found
    deal = capabilities(game).deal
    assert deal is not None
    return [dealt(game, deal, state, game.player(state), rng) for state in found]


def _crew(executor: Executor | None, workers: int | None) -> AbstractContextManager[Executor]:
    """What plays: the executor that was given, which is left open, or processes."""
    if executor is not None:
        return nullcontext(executor)
    if why_no_pool() is not None:
        return ThreadPoolExecutor(1)
    return started_pool(workers or os.cpu_count() or 1)


# --- climbing -------------------------------------------------------------------------------------------------------------


def _climb(arena: _Arena, nodes: int, say: Tell) -> float:
    """Finds the steps, and places between them; gives the place of the look one ply ahead, or the nearest that was kept."""
    greedy = 0.0
    for step in _candidates(arena.game, nodes, arena.seed):
        arena.steps.append(step)
        top = len(arena.steps) - 1
        share = arena.share(top - 1, top)
        say(f"{step.name} makes {share:.0%} against the step before")
        if share < _GAIN:
            _drop(arena, top)
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
    """Searches, one stronger than the other, it is to be hoped; where something is hidden they deal, and look to no depth."""
    if not hides(game):
        soft = AlphaBetaOptions(choice="weighted", strength=_strength(game, seed))
        yield Player(limits=Limits(depth=1), options=soft)
        yield Player(limits=Limits(depth=1))
    size = FIRST_NODES
    while size <= nodes:
        yield Player(limits=Limits(nodes=size))
        size *= _GROWTH


def _drop(arena: _Arena, top: int) -> None:
    """Takes back a step that is no better, and its games."""
    arena.steps.pop()
    arena.points = {pair: points for pair, points in arena.points.items() if top not in pair}


def _fill(arena: _Arena, lower: float, upper: float, share: float) -> None:
    """Tries places between two until neighbours are near."""
    if share <= _NEAR or upper - lower <= _FINEST or arena.is_late:
        return
    middle = (lower + upper) / 2
    _fill(arena, lower, middle, arena.share(lower, middle))
    _fill(arena, middle, upper, arena.share(middle, upper))


def _strength(game: Any, seed: int) -> float:
    """What `strength` of the weighted choice stands for the game's own scale: the mean gap to the best move, one ply ahead."""
    rng, gaps = Random(seed), []
    search: Search[Any, Any] = Search(game, AlphaBetaOptions(exact_moves=True))
    try:
        for state in _walk(game, rng):
            rows = search.run(state, Limits(depth=1)).moves
            values = [row.value for row in rows if row.value is not None and not is_decisive(row.value)]
            if len(values) > 1:
                sign = 1 if game.player(state) == 0 else -1
                best = max(sign * value for value in values)
                gaps += [best - sign * value for value in values]
    finally:
        search.close()
    mean = sum(gaps) / len(gaps) if gaps else 0.0
    return float(f"{2 / mean:.3g}") if mean > 0 else 1.0


def _walk(game: Any, rng: Random, number: int = 100) -> Iterator[Any]:
    """States of random games in which somebody has a choice."""
    found, state = capabilities(game), game.initial()
    while number:
        if final_outcome(game, found, state) is not None:
            state = game.initial()
        if not is_chance(game, state):
            number -= 1
            yield state
        state = wandered(game, state, rng)


# --- levels ---------------------------------------------------------------------------------------------------------------


def _places(curve: tuple[Point, ...], greedy: float) -> list[float]:
    """Random play, and levels evenly apart from one that a look one ply ahead beats to the top."""
    places, elos = [each.place for each in curve], [each.elo for each in curve]
    top = elos[-1]
    number = max(1, min(MOST_LEVELS, int(top / LEAST_GAP)))
    if number == 1:
        return [0.0, places[-1]]
    first = min(top / number, between(places, elos, greedy) / 2)
    wanted = [first + (top - first) * level / (number - 1) for level in range(number - 1)]
    return [0.0, *(between(elos, places, elo) for elo in wanted), places[-1]]


def _play_levels(arena: _Arena, places: list[float], say: Tell) -> None:
    """Plays matches between neighbouring levels, first those that met least, until time is up."""
    while True:
        lower, upper = min(pairwise(places), key=lambda pair: arena.met(*pair))
        arena.share(lower, upper, _ROUNDS)
        say(f"{len(places) - 1} levels, {arena.games:,} games")
        if arena.is_late:
            return


# --- verifying ------------------------------------------------------------------------------------------------------------


@frozen
class Check:
    """What a match between two neighbouring levels said.

    Attributes:
        level: The stronger one.
        promised: How much stronger it should be, in Elo.
        found: How much stronger it was.
    """

    level: int
    promised: float
    found: Estimate


def verify_levels(
    game: Any,
    ladder: Ladder,
    *,
    rounds: int,
    seed: int = 1_000_000,
    executor: Executor | None = None,
    workers: int | None = None,
) -> Iterator[Check]:
    """Plays levels against their neighbours in games that they were not measured by.

    Args:
        game: The rules.
        ladder: The levels.
        rounds: Pairs of games for each level against the one below it, random play below the first.
        seed: Of openings, dice and lots; another one than they were measured with.
        executor: Plays the games, as in `play_match`.
        workers: How many processes, as in `play_match`.
    """
    check_crew(executor, workers)
    with _crew(executor, workers) as crew:
        for level in range(1, len(ladder.elos) + 1):
            pair = [ladder.blend(each, f"level {each}") for each in (level, level - 1)]
            match = _match(game, pair, rounds, seed + level, crew)
            yield Check(level, ladder.elo_of(level) - ladder.elo_of(level - 1), match.pairs.elo)
