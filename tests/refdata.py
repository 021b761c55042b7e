"""Reference positions and values from outside this project; tests that need them skip where they are absent."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("MINIMAXER_REFDATA", Path(__file__).parents[2] / "shared" / "refdata"))


def path(name: str) -> Path:
    """The file of that name, or a skip."""
    file = FOLDER / name
    if not file.exists():
        pytest.skip(f"reference data {name} is not here; set MINIMAXER_REFDATA to the folder that holds it")
    return file


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file, or a skip."""
    with path(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
