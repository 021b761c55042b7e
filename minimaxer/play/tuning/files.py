"""Files that save a tuning after each step: JSON with its settings, so that only the same tuning resumes from it.

A tuning of weights keeps its rounds, and the positions that were learnt from.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from ...base.reading import expecting, made_of, read_json, text_if_there
from ...base.writing import replacing, telling
from ...errors import NotationError
from ...game.weights import Weights
from .result import TunedWeight, TuningRound
from .samples import Sample

T = TypeVar("T")
_FORMAT: Final = "minimaxer tuning 1"
_MOST: Final = 1e18
"""Largest absolute number of a position: its square does not overflow."""


@frozen
class Kept:
    """The file of a tuning, which must have been written with the same settings; without a path nothing is kept.

    `form` is the name and version of its format, and `about` describes its contents.
    """

    path: Path | None
    form: str
    settings: str
    about: str

    def write(self, data: dict[str, Any]) -> None:
        """Writes the file, which replaces an existing one once it is complete; raises NotationError if it cannot be written."""
        if self.path is None:
            return
        text = json.dumps({"format": self.form, "settings": self.settings, **data})
        with telling(self.path), replacing(self.path, private=False) as file:
            file.write(text.encode())

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
    rounds = [_round(each, weights, tuned) for each in data["rounds"]]
    return rounds, [_sample(row, tuned) for row in data["samples"]]


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
