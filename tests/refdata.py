"""Reference positions and values from outside this project; tests that need them skip where they are absent."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

import minimaxer as mx

FOLDER = Path(os.environ.get("MINIMAXER_REFDATA", Path(__file__).parents[2] / "shared" / "refdata"))


def path(name: str) -> Path:
    """The file of that name, or a skip."""
    file = FOLDER / name
    if not file.exists():
        pytest.skip(f"reference data {name} is not here; set MINIMAXER_REFDATA to the folder that holds it")
    return file


def scored(name: str, count: int | None = None) -> list[tuple[str, int]]:
    """The first positions of one of P. Pons' sets of connect four, as columns played, and their scores for the mover; or a skip."""
    lines = path(f"connect4/Test_{name}").read_text(encoding="utf-8").splitlines()[:count]
    return [(text, int(score)) for text, score in map(str.split, lines)]


def pons_score(text: str, result: mx.SearchResult[int]) -> int:
    """The score of a solved position by that measure: 22 less the stones the winner will have played, positive if the mover wins."""
    assert result.solved
    if result.winner is None:
        return 0
    assert result.plies_to_end is not None
    score = (44 - (len(text) + result.plies_to_end)) // 2
    return score if result.winner == len(text) % 2 else -score


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file, or a skip."""
    with path(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
