"""The file of a tuning: what was done, its rounds, and the positions that were learnt from, as JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Final

from ..errors import NotationError, OptionError
from ..rules.weights import Weights
from ..writing import replacing
from .result import TunedWeight, TuningRound
from .samples import Sample

_FORMAT: Final = "minimaxer tuning 1"


def write(path: Path, settings: str, rounds: list[TuningRound], samples: list[Sample]) -> None:
    """Writes the file; one that is there is replaced once the new one is whole.

    Raises:
        NotationError: It cannot be written.
    """
    rows = [[each.game, each.result, each.mover, each.rest, *each.features] for each in samples]
    text = json.dumps({"format": _FORMAT, "settings": settings, "rounds": [each.to_dict() for each in rounds], "samples": rows})
    try:
        with replacing(path, private=False) as file:
            file.write(text.encode())
    except OSError as error:
        raise NotationError(f"cannot write {path}: {error}") from error


def read(path: Path, settings: str) -> tuple[list[TuningRound], list[Sample]]:
    """The rounds and positions in the file; none where there is no file.

    Raises:
        NotationError: It cannot be read, or holds something else, or a tuning with other settings.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return [], []
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f"cannot read {path}: {error}") from error
    try:
        data = json.loads(text)
        form, held = data["format"], data["settings"]
        rounds = [_round(each) for each in data["rounds"]]
        samples = [_sample(row) for row in data["samples"]]
    except (ValueError, KeyError, TypeError, OptionError):
        form = held = None
    if form != _FORMAT:
        raise NotationError(f"expected {path} to be the file of a tuning; name another one")
    if held != settings:
        raise NotationError(f"{path} holds a tuning with other settings: {held}; expected {settings}; name another file")
    return rounds, samples


def _round(data: dict[str, Any]) -> TuningRound:
    rows = [TunedWeight(**{**row, "error": math.inf if row["error"] is None else row["error"]}) for row in data["rows"]]
    return TuningRound(**{**data, "rows": tuple(rows), "weights": Weights(**data["weights"])})


def _sample(row: list[Any]) -> Sample:
    game, result, mover, rest, *features = row
    return Sample(game, result, mover, rest, tuple(features))
