"""Positions of games with their results, as rows of numbers: read, made by self-play, and kept in a file after each step."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from ...base.files import expecting, made_of, read_json, text_if_there, write_text
from ...base.scores import is_decisive, plain_number
from ...batch.workforce import Work
from ...errors import GameError, NotationError, OptionError
from ...game.capability import Capabilities, capabilities
from ...game.following import drawn, final_outcome, is_chance
from ...game.weights import Weights, reweighted, weights_of
from ...native import rules_of
from ..players import Player
from .result import TunedWeight, TuningRound

T = TypeVar("T")
_FORMAT: Final = "minimaxer tuning 1"
_MOST: Final = 1e18
"""Largest absolute number of a position: its square does not overflow."""
_NEAR: Final = 1e-6
"""Relative and absolute tolerance between an evaluation and the sum of its weighted features."""


@frozen
class Sample:
    """A position of a game that has ended.

    Attributes:
        game: The game's number: positions of one game are correlated.
        result: The points of player 0: 1 for a win, 0.5 for a draw, 0 for a loss.
        mover: 1 where player 0 moves, -1 where player 1 does.
        rest: The part of the evaluation that does not depend on the tuned weights.
        features: The factor of each tuned weight.
    """

    game: int
    result: float
    mover: int
    rest: float
    features: tuple[float, ...]

    def value(self, weights: Iterable[float]) -> float:
        """The evaluation by other weights."""
        return self.rest + math.fsum(each * weight for each, weight in zip(self.features, weights, strict=True))


class Reader:
    """Reads the features that multiply the weights of a game's evaluation, and the rest; the rules must not be compiled.

    The evaluation is `rest + feature * weight + ...`; weights not in `names` (None: all) belong to the rest. The game's
    `features` are used if it has no `evaluate`; otherwise `evaluate` is called with one tuned weight at a time set to 1, and the
    others to 0. Raises GameError without weights or evaluation, and OptionError for a name that is no weight or occurs twice.
    """

    def __init__(self, game: Any, names: Sequence[str] | None = None) -> None:
        weights, name = weights_of(game), type(game).__name__
        if weights is None:
            raise GameError(f"{name} has no weights to tune; give it an attribute weights = mx.Weights(name=number, ...)")
        self._judge: Final = capabilities(game).evaluate
        if self._judge is None:
            raise GameError(f"{name} has weights, and nothing that reads them; give it evaluate(state) or features(state)")
        self._game: Final = game
        self.weights: Final[Weights] = weights
        self.names: Final = weights.names if names is None else tuple(names)
        if not self.names or len({*self.names}) < len(self.names) or not {*self.names} <= {*weights.names}:
            raise OptionError(f"expected names of weights, each once, got {list(self.names)}; known: {', '.join(weights.names)}")
        self._places: Final = [weights.names.index(name) for name in self.names]
        self._features: Final = None if callable(getattr(game, "evaluate", None)) else game.features
        nothing = dict.fromkeys(self.names, 0 if weights.are_whole else 0.0)
        self._empty: Final[Any] = capabilities(reweighted(game, nothing)).evaluate
        ones = (reweighted(game, nothing | {name: type(weights[0])(1)}) for name in self.names)
        self._single: Final[list[Any]] = [capabilities(each).evaluate for each in ones]

    @property
    def tuned(self) -> list[float]:
        """The current values of the tuned weights."""
        return [self.weights[place] for place in self._places]

    def read(self, state: Any) -> tuple[float, tuple[float, ...]]:
        """The rest and the features of a position."""
        if self._features is None:
            rest = float(self._empty(state))
            return rest, tuple(float(each(state)) - rest for each in self._single)
        features = self._features(state)
        if len(features) != len(self.weights):
            raise OptionError(
                f"expected {len(self.weights)} features, one for each weight, got {len(features)} in {state!r}; give each "
                "feature a weight"
            )
        others = (features[place] * weight for place, weight in enumerate(self.weights) if place not in self._places)
        return math.fsum(others), tuple(float(features[place]) for place in self._places)

    def check(self, states: Iterable[Any]) -> None:
        """Raises OptionError if an evaluation is not the sum of its weighted features and the rest, or depends on no weight."""
        is_read = False
        for state in states:
            rest, features = self.read(state)
            is_read = is_read or any(features)
            expected = rest + math.fsum(each * weight for each, weight in zip(features, self.tuned, strict=True))
            given = plain_number(self._judge(state)) if self._judge is not None else None
            if given is None or not math.isclose(given, expected, rel_tol=_NEAR, abs_tol=_NEAR):
                raise OptionError(
                    f"expected evaluate to add up weights, each times a number of the position, but in {state!r} it gives "
                    f"{given!r}, and its weights one by one give {expected:g}; leave out products of weights and roundings"
                )
        if not is_read:
            raise OptionError(
                "no weight has a part in the evaluation of any position that was looked at; "
                f"{type(self._game).__name__}.evaluate has to read self.weights"
            )


@frozen(kw_only=True)
class SelfPlay(Work):
    """Games of a player against itself: a task is the number of a game and its opening.

    Attributes:
        game: The rules with their weights, compiled or not.
        names: The weights that are tuned.
        positions: Most positions kept of a game.
        plies: Most plies of a game, after which it is drawn.
        seed: Seed for dice, and for the choice of positions.
    """

    game: Any
    player: Player[Any, Any]
    names: tuple[str, ...]
    positions: int
    plies: int
    seed: int
    largest_batch = 16
    about = "played this game"

    @contextmanager
    def worker(self) -> Iterator[Callable[[Any], list[Sample]]]:
        """Yields a function that plays the game of a task and gives its samples."""
        plain = rules_of(self.game)
        reader, found = Reader(plain, self.names), capabilities(plain)
        yield lambda task: self._samples(reader, found, *task)

    def _samples(self, reader: Reader, found: Capabilities[Any, Any], number: int, state: Any) -> list[Sample]:
        """Plays one game; gives some of its quiet positions, each with the result."""
        rng = Random(f"tuning {self.seed} {number}")
        quiet: list[Any] = []
        outcome: Any = None
        with closing(self.player.search(self.game, rng.getrandbits(31))) as search:
            for _ in range(self.plies):
                outcome = final_outcome(self.game, found, state)
                if outcome is not None:
                    break
                if is_chance(self.game, state):
                    state = self.game.play(state, drawn(self.game, state, rng))
                    continue
                result = search.run(state, self.player.limits)
                if not is_decisive(result.value) and _is_quiet(found, state):
                    quiet.append(state)
                state = self.game.play(state, result.move)
        points = 0.5 if not outcome else float(outcome > 0)
        kept = ((each, *reader.read(each)) for each in rng.sample(quiet, min(len(quiet), self.positions)))
        return [Sample(number, points, 1 if self.game.player(each) == 0 else -1, rest, features) for each, rest, features in kept]


def _is_quiet(found: Capabilities[Any, Any], state: Any) -> bool:
    """True if a position has no noisy moves, and quiescence need not try every move there."""
    if found.must_move is not None and found.must_move(state):
        return False
    return found.noisy_moves is None or not any(True for _ in found.noisy_moves(state))


@frozen
class Kept:
    """The file of a tuning, which must have been written with the same settings; without a path nothing is kept. `form` is the
    name and version of its format, and `about` describes its contents.
    """

    path: Path | None
    form: str
    settings: str
    about: str

    def write(self, data: dict[str, Any]) -> None:
        """Writes the file, which replaces an existing one once it is complete; raises NotationError if it cannot be written."""
        if self.path is not None:
            write_text(self.path, json.dumps({"format": self.form, "settings": self.settings, **data}))

    def read(self, understood: Callable[[dict[str, Any]], T]) -> T | None:
        """Reads the file; None if there is none. `understood` converts its data, or raises an error if they have another shape.
        Raises NotationError if it cannot be read, holds something else, or was written with other settings.
        """
        text = None if self.path is None else text_if_there(self.path)
        if text is None:
            return None
        with expecting(f"expected {self.path} to be the file of {self.about}; name another one"):
            data = read_json(text)
            if data["format"] != self.form:
                raise ValueError(data)
            if data["settings"] != self.settings:
                held = f"{self.path} holds {self.about} with other settings: {data['settings']}; expected {self.settings}"
                raise NotationError(f"{held}; name another file")
            return understood(data)


def file_of(path: Path | None, settings: str) -> Kept:
    """The file of a tuning of weights with these settings."""
    return Kept(path, _FORMAT, settings, "a tuning")


def as_data(rounds: list[TuningRound], samples: list[Sample]) -> dict[str, Any]:
    """Rounds and positions as plain data for JSON."""
    rows = [[each.game, each.result, each.mover, each.rest, *each.features] for each in samples]
    return {"rounds": [each.to_dict() for each in rounds], "samples": rows}


def understood(data: dict[str, Any], weights: Weights, tuned: int) -> tuple[list[TuningRound], list[Sample]]:
    """Reads rounds and positions from the data of a file; raises ValueError if they have another shape."""
    return [_round(each, weights, tuned) for each in data["rounds"]], [_sample(row, tuned) for row in data["samples"]]


def _round(data: dict[str, Any], before: Weights, tuned: int) -> TuningRound:
    rows = []
    for row in data.pop("rows"):
        error = row.pop("error")
        rows.append(made_of(TunedWeight, row | {"error": 0 if error is None else error}))
        if error is None:
            rows[-1] = evolve(rows[-1], error=math.inf)
    weights = before.replace(**made_of(dict[str, float], data.pop("weights")))
    if len(rows) != tuned:
        raise ValueError(f"expected {tuned} weights, got {len(rows)}")
    return TuningRound(**made_of(dict[str, float], data), rows=tuple(rows), weights=weights)


def _sample(row: list[Any], tuned: int) -> Sample:
    game, result, mover, rest, *features = numbers = made_of(tuple[float, ...], row)
    if len(features) != tuned or max(map(abs, numbers)) > _MOST:
        raise ValueError(f"expected {tuned} features of at most {_MOST:g}, got {features}")
    return Sample(game, result, mover, rest, tuple(features))
