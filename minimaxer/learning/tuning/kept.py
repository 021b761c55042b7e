"""The contents of the file of a weight tuning: its rounds, and the positions that were learnt from."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from ...base.reading import made_of
from ...game.weights import Weights
from .files import Kept
from .result import TunedWeight, TuningRound
from .samples import Sample

_FORMAT: Final = "minimaxer tuning 1"
_MOST: Final = 1e18
"""Largest absolute number of a position: its square does not overflow."""


def file_of(path: Path, settings: str) -> Kept:
    """The file of a tuning with these settings."""
    return Kept(path, _FORMAT, settings, "a tuning")


def as_data(rounds: list[TuningRound], samples: list[Sample]) -> dict[str, Any]:
    """Rounds and positions as plain data for JSON."""
    rows = [[each.game, each.result, each.mover, each.rest, *each.features] for each in samples]
    return {"rounds": [each.to_dict() for each in rounds], "samples": rows}


def understood(data: dict[str, Any], weights: Weights, tuned: int) -> tuple[list[TuningRound], list[Sample]]:
    """Reads rounds and positions from the data of a file.

    Args:
        data: The data of the file.
        weights: The weights of the game.
        tuned: The number of weights that are tuned.

    Raises:
        ValueError: The data have another shape.
    """
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
