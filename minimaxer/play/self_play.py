"""Games of a network against itself, by searches, as work for several workers, and what is learnt from them."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from random import Random
from typing import Any, Final

from attrs import field, frozen

from ..api.search import Search
from ..batch.workforce import Work, outcomes
from ..errors import RulesError
from ..learning.automatic import automatic
from ..learning.evaluation import LearntEvaluation
from ..learning.learner import codes_of
from ..learning.native.layout import MOST_PLIES
from ..learning.network import Positions, fitted
from ..learning.result import Lesson, NetworkOptions
from ..native import CompiledGame
from ..searching.limits import Limits
from ..searching.options import AlphaBetaOptions

_TASK: Final = 20
"""Games of a task, where their number is given."""
_PLAYING: Final = 0.8
"""The share of the time given that is spent on games; the rest is for learning from them."""
_APART: Final = 1 << 20
"""Numbers between the first games of the workers, where the time is given."""


@frozen(kw_only=True)
class _SelfPlay(Work):
    """Games of an evaluation against itself; a task is the number of its first game, their number, and the time of their end."""

    game: Any
    network: LearntEvaluation
    evaluate: Any
    options: NetworkOptions
    is_stopped: list[bool] = field(factory=list)
    """Not empty once those who play in this process are to stop."""
    largest_batch = 1
    about = "played games to learn from"

    @contextmanager
    def worker(self) -> Iterator[Callable[[Any], tuple[int, Positions]]]:
        """Gives the function that plays games, and gives their number and their positions."""
        places = codes_of(self.network)
        with closing(Search(self.game, AlphaBetaOptions(table="1MB"), evaluate=self.evaluate)) as search:
            search.ready()
            yield lambda task: self._games(search, places, *task)

    def _games(
        self, search: Search[Any, Any], places: Callable[[Any], Any], first: int, games: int, until: float
    ) -> tuple[int, Positions]:
        found = [Positions.of([], len(self.network.patterns))]
        while len(found) == 1 or (len(found) <= games and time.time() < until and not self.is_stopped):
            found.append(self._game(search, places, first + len(found) - 1))
        return len(found) - 1, Positions.joined(found, self.options.positions)

    def _game(self, search: Search[Any, Any], places: Callable[[Any], Any], number: int) -> Positions:
        """Plays a game, and gives its positions with their values, made of what a search says and of the result."""
        game, options, scale = self.network.game, self.options, self.network.scale
        rng = Random(f"network {options.seed} {number}")
        state, line, result = game.initial(), list[tuple[Any, float]](), 0.0
        opening, limits = rng.randint(0, options.opening), Limits(nodes=options.nodes)
        search.close()  # no game knows what another found out
        for ply in range(MOST_PLIES):
            searched = search.run(state, limits if ply >= opening else Limits(nodes=1))
            value = scale.share(searched.value)
            if searched.move is None:
                result = value
                break
            if ply >= opening:
                line.append((state, value))
            explores = ply < opening or rng.random() < options.explore
            state = game.play(state, rng.choice(list(game.moves(state))) if explores else searched.move)
        weight = 1.0 if self.evaluate is nothing else options.result
        rows = [(places(each), game.player(each), number, weight * result + (1.0 - weight) * value) for each, value in line]
        return Positions.of(rows, len(self.network.patterns))


def nothing(state: object) -> int:
    """Evaluates every state as 0."""
    return 0


class NetworkTeam:
    """Workers that play games of a network against itself, and what it has learnt from them; `games` were played before."""

    def __init__(
        self,
        game: Any,
        network: LearntEvaluation,
        options: NetworkOptions,
        games: int,
        executor: Executor | None,
        workers: int | None,
    ) -> None:
        self.network = network
        """The network as learnt so far."""
        self.games = 0
        """Games learnt from since `teach` was called last."""
        self._game: Final = game
        self._options: Final = options
        self._before = games
        self._executor: Final = executor
        self._workers: Final = workers
        self._positions = Positions.of([], len(network.patterns))

    def teach(self, *, games: int | None = None, seconds: float | None = None) -> Lesson:
        """Learns from `games` games, or for about `seconds`; raises RulesError if games cannot be played."""
        self.games = 0
        work = _SelfPlay(game=self._game, network=self.network, evaluate=self._evaluate(), options=self._options)
        with work.worker():  # what is to be compiled is compiled now, before the clock runs, and once
            began = time.time()
        if games is None:
            assert seconds is not None
            workers, end = self._workers or os.cpu_count() or 1, began + _PLAYING * seconds
            tasks = [(self._before + _APART * worker, _APART, end) for worker in range(workers)]
        else:
            size = max(_TASK, games // 10_000)
            tasks = [(self._before + each, min(size, games - each), math.inf) for each in range(0, games, size)]
        parts, played = [self._positions], 0
        try:
            for _, (found, error) in outcomes(work, tasks, range(len(tasks)), self._executor, self._workers):
                if error is not None:
                    raise RulesError(f"a game to learn from could not be played: {error}; minimaxer check finds out more")
                played += found[0]
                parts.append(found[1])
        finally:
            work.is_stopped.append(True)
        self._positions = Positions.joined(parts, self._options.positions)
        seed = Random(f"learning {self._options.seed} {self._before + played}").getrandbits(32)
        seen = self._options.passes * sum(len(each.values) for each in parts[1:])
        until = math.inf if seconds is None else began + seconds
        self.network, wrong = fitted(self.network, self._positions, seen, seed, until)
        self.games, self._before = played, self._before + played
        return Lesson(games=played, positions=len(self._positions.values), error=wrong)

    def _evaluate(self) -> Any:
        """The evaluation of the next games: before anything is learnt, that which compiled rules learn at once."""
        weights = self.network.numbers[-self.network.scale.movers * (self.network.width + 1) :]
        if any(weights):
            return self.network
        return (automatic(self._game) if isinstance(self._game, CompiledGame) else None) or nothing

    def close(self) -> None:
        """Does nothing: each round's workers have ended with it."""
