"""`tune_options`: moves numbers among a player's options to where it wins more games.

Source: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation" (1992): all
numbers are moved at once, each randomly up or down; this player plays against the one with all of them moved the other way, and
the difference of their points shows the better direction for all numbers at the same time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any, Final, cast

from attrs import asdict, evolve, frozen

from ...api.methods import defaults_for
from ...base.checks import check_whole, front_door
from ...base.files import made_of
from ...batch.workforce import check_pool, started_pool
from ...errors import GameError, OptionError
from ...game.protocol import Game, M, S, players_of
from ..match import Match, play_match
from ..players import Player
from ..playing import MOST_PLIES, MOST_ROUNDS
from ..statistics import Sprt
from .result import TEST, TEST_ROUNDS, TOLD, Answer, openings_apart, tested, tuned_player, verdict_of
from .samples import Kept

Range = tuple[float, float]
STEPS: Final = 100
PAIRS: Final = 16
_FORMAT: Final = "minimaxer options 1"
_APART: Final = 0.15
"""The first displacement of a number, either way, as a part of its range ..."""
_APART_FALLS: Final = 0.101
"""... and its decay, as a power of the number of steps."""
_STEP: Final = 0.05
"""The size of the first step of a number for each unit of the slope."""
_STEP_FALLS: Final = 0.602
_SETTLED: Final = 0.5
"""The result is the mean of this last part of the steps."""


@frozen(kw_only=True)
class OptionTuning:
    """The result of tuning options.

    Attributes:
        before: The tuned options when tuning began: the middle of the range for those not set.
        steps: The tuned options after each step.
        player: The player with the new options.
        match: The match of this player, the first one, against the old one; None before it is played.
    """

    before: Mapping[str, float]
    steps: tuple[Mapping[str, float], ...]
    player: Player[Any, Any]
    match: Match[Any, Any] | None = None

    @property
    def values(self) -> Mapping[str, float]:
        """The tuned options of the new player."""
        return {name: getattr(self.player.options, name) for name in self.before}

    @property
    def verdict(self) -> Answer | None:
        """As in `Tuning`."""
        return verdict_of(self.match)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data for JSON."""
        match = None if self.match is None else self.match.to_dict()
        steps = [dict(each) for each in self.steps]
        return {"verdict": self.verdict, "before": dict(self.before), "values": dict(self.values), "steps": steps, "match": match}

    def __str__(self) -> str:
        lines = [f"after {len(self.steps):,} steps"]
        lines += [f"  {name}  {self.before[name]:.4g} -> {value:.4g}" for name, value in self.values.items()]
        if self.match is not None:
            lines.append(f"played on openings that were not tuned on: {self.match}")
        return "\n".join([*lines, TOLD[self.verdict].format("options")])


@front_door
def tune_options(
    game: Game[S, M],
    ranges: Mapping[str, Range],
    *,
    player: Player[S, M] | None = None,
    steps: int = STEPS,
    pairs: int = PAIRS,
    openings: int | Iterable[S] | None = None,
    plies: int = MOST_PLIES,
    test_rounds: int = TEST_ROUNDS,
    sprt: Sprt = TEST,
    seed: int = 0,
    executor: Executor | None = None,
    workers: int | None = None,
    path: str | Path | None = None,
    tell: Callable[[str], object] | None = None,
    on_step: Callable[[OptionTuning], object] | None = None,
) -> OptionTuning:
    """Tunes numbers among a player's options by games, and tests whether the player with the new ones is stronger.

    This is SPSA: each step moves all numbers at once, randomly up or down, and this player plays some pairs of games against
    the one with all of them moved the other way. Each number then moves towards the side that made more points. The result
    is the mean of the second half of all steps. It ends with a match as `tune` does. In a script, call it under
    `if __name__ == "__main__":`.

    Args:
        game: The rules, for two players; compiled ones play natively.
        ranges: The least and the greatest value of each option, by name. Between two integers an option takes integers only.
        player: The player to tune; its other settings stay. By default it searches 1,000 nodes a move.
        steps: The number of steps.
        pairs: Pairs of games of each step, each from another opening.
        openings: As in `tune`.
        plies: As in `tune`.
        test_rounds: As in `tune`.
        sprt: As in `tune`.
        seed: Seed for openings, dice, and the directions of the moves.
        executor: As in `play_match`.
        workers: As in `play_match`.
        path: A file that each step is written to as JSON. Tuning resumes from what it holds.
        tell: Called with progress messages.
        on_step: Called after each step with the result so far.

    Returns:
        The player with the new options, and the match.

    Raises:
        GameError: The game is not for two players.
        OptionError: An option is not a number, a range is invalid or holds values that the option does not take, or a setting
            is out of range.
        NotationError: The file cannot be written, or holds something else.
        MinimaxerError: As in `search`, where playing is impossible.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> import minimaxer as mx
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> player = mx.Player(algorithm="montecarlo", limits=mx.Limits(simulations=20))
        >>> with ThreadPoolExecutor(1) as team:
        ...     found = tune_options(
        ...         TicTacToe(), {"exploration": (0.1, 3.0)}, player=player, steps=3, pairs=4, test_rounds=4, executor=team
        ...     )
        >>> 0.1 <= found.values["exploration"] <= 3.0
        True
    """
    if players_of(game) != 2:
        raise GameError(f"expected a game for two, whose players take points off each other, got one for {players_of(game)}")
    for name, number in (("steps", steps), ("pairs", pairs), ("plies", plies), ("test_rounds", test_rounds)):
        check_whole(name, number, 1, MOST_ROUNDS)
    check_pool(executor, workers)
    asked: Player[S, M] = tuned_player(player)
    walk = _Walk(evolve(asked, options=asked.options or defaults_for(asked.algorithm, game, asked.evaluate)), ranges, steps, seed)
    training, test = openings_apart(game, openings, steps * pairs, test_rounds, seed)
    tell = tell or (lambda text: None)
    held = f"{asked.described(game)} {dict(ranges)} {steps=} {pairs=} {plies=} {seed=}"
    file = Kept(None if path is None else Path(path), _FORMAT, held, "a tuning of options")
    for lead in file.read(lambda data: made_of(list[float], data["leads"])) or ():
        walk.learn(lead)
    file.write({"leads": walk.leads})  # now, since nobody wants to hear after an hour that it cannot be written
    with started_pool(workers or os.cpu_count() or 1) if executor is None else nullcontext(executor) as team:
        for number in range(len(walk.leads), steps):
            tell(f"step {number + 1:,} of {steps:,}: {walk}")
            first = number * pairs
            states = [training[(first + each) % len(training)] for each in range(min(pairs, len(training)))]
            match = play_match(game, walk.tried(), rounds=pairs, openings=states, plies=plies, seed=seed + number, executor=team)
            walk.learn((match.points[0] - match.points[1]) / sum(match.points))
            file.write({"leads": walk.leads})
            if on_step is not None:
                on_step(walk.result())
        found = walk.result()
        players = [found.player, evolve(asked, name="old")]
        match = tested(game, players, test, test_rounds, sprt, tell, seed=seed, plies=plies, executor=team)
    return evolve(found, match=match)


class _Walk:
    """A walk of numbers between 0 and 1, which are parts of their ranges, towards more points."""

    def __init__(self, player: Player[Any, Any], ranges: Mapping[str, Range], steps: int, seed: int) -> None:
        self._player: Final = player
        self._ranges: Final = _checked(player.options, ranges)
        self._steps: Final = steps
        self._rng: Final = Random(f"options {seed}")
        values: dict[str, Any] = {name: getattr(player.options, name) for name in self._ranges}
        self._at = [  # in the middle of the range where the value is left to the game
            0.5 if values[name] is None else (values[name] - low) / (high - low) for name, (low, high) in self._ranges.items()
        ]
        self.before: Final = self._values(self._at)
        self._path: list[list[float]] = []
        self.leads: Final[list[float]] = []
        self._ways = self._drawn()

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:.4g}" for name, value in self._values(self._at).items())

    def tried(self) -> list[Player[Any, Any]]:
        """The two players of the next step: all numbers moved one way, and the other way."""
        return [self._made(f"step {sign:+d}", self._moved(sign)) for sign in (1, -1)]

    def learn(self, lead: float) -> None:
        """Makes a step; `lead` is the lead of the first of `tried` as a share of all points, from -1 to 1."""
        number = len(self._path)
        late = 1 + 0.1 * self._steps
        step = _STEP * (late / (number + late)) ** _STEP_FALLS
        for index, (way, apart) in enumerate(zip(self._ways, self._apart(), strict=True)):
            self._at[index] = min(1.0, max(0.0, self._at[index] + step * lead / (2 * apart) * way))
        self._path.append(list(self._at))
        self.leads.append(lead)
        self._ways = self._drawn()

    def result(self) -> OptionTuning:
        """The result so far: the mean of the later half of the walk."""
        late = self._path[int(len(self._path) * (1 - _SETTLED)) :] or [self._at]
        mean = [sum(column) / len(late) for column in zip(*late, strict=True)]
        steps = tuple(self._values(each) for each in self._path)
        return OptionTuning(before=self.before, steps=steps, player=self._made("new", mean))

    def _drawn(self) -> list[int]:
        return [self._rng.choice((-1, 1)) for _ in self._ranges]

    def _apart(self) -> list[float]:
        """The displacement of each number: at least a half for a whole one, so that the two players differ."""
        usual = _APART / (1 + len(self._path)) ** _APART_FALLS
        return [max(usual, 0.5 / (high - low)) if _is_whole((low, high)) else usual for low, high in self._ranges.values()]

    def _moved(self, sign: int) -> list[float]:
        moved = zip(self._at, self._ways, self._apart(), strict=True)
        return [min(1.0, max(0.0, at + sign * way * apart)) for at, way, apart in moved]

    def _values(self, parts: Iterable[float]) -> dict[str, float]:
        """The values of the options at these parts of their ranges."""
        values = {}
        for part, (name, (low, high)) in zip(parts, self._ranges.items(), strict=True):
            value = low + part * (high - low)
            values[name] = round(value) if _is_whole((low, high)) else float(f"{value:.4g}")
        return values

    def _made(self, name: str, parts: Iterable[float]) -> Player[Any, Any]:
        return evolve(self._player, name=name, options=evolve(cast("Any", self._player.options), **self._values(parts)))


def _is_whole(span: Range) -> bool:
    return all(isinstance(each, int) for each in span)


def _checked(options: Any, ranges: Mapping[str, Range]) -> dict[str, Range]:
    """Checks that these are ranges of numeric options that hold their values; gives a copy."""
    if not isinstance(ranges, Mapping) or not ranges:
        raise OptionError(f'expected ranges of options, as in {{"exploration": (0.1, 2.0)}}, got {ranges!r}')
    known = asdict(options, recurse=False)
    for name, span in ranges.items():
        if name not in known or name == "seed":
            raise OptionError(f"expected an option of {type(options).__name__}, one of {', '.join(sorted(known))}, got {name!r}")
        numbers = isinstance(span, tuple) and len(span) == 2 and all(isinstance(each, int | float) for each in span)
        if not numbers or not span[0] < span[1]:
            raise OptionError(f"expected the range of {name} to be two numbers, the lower one first, got {span!r}")
        value = known[name]
        if isinstance(value, bool) or not isinstance(value, int | float | None):
            raise OptionError(f"expected an option that is a number, got {name}, which is {value!r}")
        if value is not None and not span[0] <= value <= span[1]:
            raise OptionError(f"expected the range of {name} to hold its value {value}, where tuning begins, got {span!r}")
        for bound in span:
            evolve(options, **{name: bound})  # which says what the option takes
    return dict(ranges)
