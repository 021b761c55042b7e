"""What the file of a tuning of weights holds: its rounds, and the positions that were learnt from."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from ..rules.weights import Weights
from .files import Kept
from .result import TunedWeight, TuningRound
from .samples import Sample

_FORMAT: Final = "minimaxer tuning 1"


def file_of(path: Path, settings: str) -> Kept:
    """The file of a tuning with these settings."""
    return Kept(path, _FORMAT, settings, "a tuning")


def as_data(rounds: list[TuningRound], samples: list[Sample]) -> dict[str, Any]:
    """Rounds and positions as plain data for JSON."""
    rows = [[each.game, each.result, each.mover, each.rest, *each.features] for each in samples]
    return {"rounds": [each.to_dict() for each in rounds], "samples": rows}


def understood(data: dict[str, Any]) -> tuple[list[TuningRound], list[Sample]]:
    """The rounds and positions in such data."""
    return [_round(each) for each in data["rounds"]], [_sample(row) for row in data["samples"]]


def _round(data: dict[str, Any]) -> TuningRound:
    rows = [TunedWeight(**{**row, "error": math.inf if row["error"] is None else row["error"]}) for row in data["rows"]]
    return TuningRound(**{**data, "rows": tuple(rows), "weights": Weights(**data["weights"])})


def _sample(row: list[Any]) -> Sample:
    game, result, mover, rest, *features = row
    return Sample(game, result, mover, rest, tuple(features))
