"""The training kernel in plain Python, for games that do not compile."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable
from random import Random
from typing import Any, Final

from ..game.capability import capabilities
from ..game.following import drawn, final_outcome, is_chance
from ..game.protocol import Game
from .native.layout import MOST_PLIES
from .options import TrainingOptions
from .result import Lesson
from .source import Scale


class PlainTeam:
    """A learner without native code, the twin of `native.team.TrainingTeam`, which describes the arguments."""

    def __init__(
        self,
        game: Game[Any, Any],
        codes: Callable[[Any], Any],
        count: int,
        patterns: int,
        options: TrainingOptions,
        scale: Scale,
        seed: int,
    ) -> None:
        self._game: Final = game
        self._found: Final = capabilities(game)
        self._codes: Final = codes
        self._options: Final = options
        self._scale: Final = scale
        self._rate: Final = options.rate / patterns
        self._rng: Final = Random(f"training {seed}")
        self._parts: Final = tuple(array("d", bytes(8 * count)) for _ in range(3))
        self._wrong = 0.0
        self.games = 0
        """As of `TrainingTeam`."""

    def part(self, number: int) -> memoryview[float]:
        """As of `TrainingTeam`."""
        return memoryview(self._parts[number])

    def teach(self, *, games: int | None = None, seconds: float | None = None) -> Lesson:
        """As of `TrainingTeam`."""
        until = math.inf if seconds is None else time.perf_counter() + seconds
        self.games = moved = 0
        self._wrong = 0.0
        while (games is None or self.games < games) and time.perf_counter() < until:
            line = self.played()
            self.learn(line)
            self.games, moved = self.games + 1, moved + len(line)
        return Lesson(games=self.games, positions=moved, error=math.sqrt(self._wrong / max(1, moved)))

    def close(self) -> None:
        """Does nothing: there is nothing to free."""

    def played(self) -> list[tuple[Any, float, bool]]:
        """Plays a game: gives the codes, the best value, and whether traces are cut, for each position to learn from."""
        rng = self._rng
        random_plies = rng.randint(0, self._options.opening)
        state, line = self._game.initial(), list[tuple[Any, float, bool]]()
        for ply in range(MOST_PLIES):
            if is_chance(self._game, state):
                chosen = self._game.play(state, drawn(self._game, state, rng))
                (best, over), cut = self._valued(chosen), False
            else:
                chosen, best, over, cut = self._moved(state, explores=ply < random_plies or rng.random() < self._options.explore)
            if ply >= random_plies:
                line.append((self._codes(state), best, cut))
            if over:
                break
            state = chosen
        return line

    def _moved(self, state: Any, *, explores: bool) -> tuple[Any, float, bool, bool]:
        """Chooses a move: gives the next position, the best value, whether the game is over, and whether traces are cut."""
        sign = 1.0 if self._game.player(state) == 0 else -1.0
        after = [self._game.play(state, move) for move in self._game.moves(state)]
        if not after:
            return state, self._scaled(final_outcome(self._game, self._found, state)), True, False
        valued = [self._valued(each) for each in after]
        best = max(sign * value for value, _ in valued)
        chosen = self._rng.choice([number for number, (value, _) in enumerate(valued) if explores or sign * value == best])
        value, over = valued[chosen]
        return after[chosen], sign * best, over, explores and (over or sign * value < best)

    def _valued(self, state: Any) -> tuple[float, bool]:
        """The value of a position for player 0, from -1 to 1, and whether the game is over."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return self._scaled(outcome), True
        return self._squashed(sum(self._parts[0][code] for code in self._codes(state))), False

    def _scaled(self, outcome: Any) -> float:
        return float(min(max(outcome / self._scale.most, -1.0), 1.0))

    def _squashed(self, total: float) -> float:
        return min(max(total, -1.0), 1.0) if self._scale.margins else math.tanh(total)

    def learn(self, line: list[tuple[Any, float, bool]]) -> None:
        """Moves the values of a game's positions towards the values that followed, from its end backwards."""
        numbers, net, size = self._parts
        later = 0.0
        for place in range(len(line) - 1, -1, -1):
            codes, best, cut = line[place]
            trace = 0.0 if cut or place == len(line) - 1 else self._options.trace
            later = (1.0 - trace) * best + trace * later
            error = later - self._squashed(sum(numbers[code] for code in codes))
            self._wrong += error * error
            for code in codes:
                own = self._rate if size[code] == 0.0 else self._rate * abs(net[code]) / size[code]
                numbers[code] += own * error
                net[code] += error
                size[code] += abs(error)
