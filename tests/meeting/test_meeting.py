"""Random searches of random games against the oracles."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator

import pytest

from ..needs import needs_llvmlite, thorough_but
from .cases import case_of
from .counting import features_of
from .judging import RefusedError, trial
from .rules import KINDS
from .shrinking import shrunk, written

SEARCHES = int(os.environ.get("MINIMAXER_RANDOM_SEARCHES", "2000"))
"""Cases of an ordinary run, each of one search or of some."""
MANY = 3_000
"""Those of a thorough one."""
PARTS = 4
"""Tests that each number of cases is divided among."""


def complaints(seeds: range, tier: str) -> Iterator[str]:
    """What is wrong with the first case that is, made small."""
    for seed in seeds:
        case = case_of(seed, tier)
        try:
            wrong = trial(case)
        except RefusedError:
            continue
        except Exception as error:
            raise AssertionError(f"{error!r}\n{written(shrunk(case))}") from error
        if wrong:
            yield f"{wrong[0]}\n{written(shrunk(case))}"
            return


def share(count: int, part: int, first: int = 0) -> range:
    """The seeds of one part of that many cases."""
    return range(first + count * part // PARTS, first + count * (part + 1) // PARTS)


@pytest.mark.parametrize("part", thorough_but(range(PARTS), 0, 1, 3))
def test_searches_on_a_tree_are_right(part: int) -> None:
    """Whatever capabilities, options and calls meet."""
    assert list(complaints(share(SEARCHES // 2, part), "tree")) == []


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_many_searches_on_a_tree_are_right(part: int) -> None:
    """The same, many times."""
    assert list(complaints(share(MANY // 2, part, first=SEARCHES), "tree")) == []


@needs_llvmlite
@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_many_compiled_searches_are_right(part: int) -> None:
    """The same, many times, of all classes."""
    assert list(complaints(share(MANY // 18, part, first=SEARCHES), "compiled")) == []


def test_capabilities_meet() -> None:
    """All that may stand in one game stand in one class of games at least."""
    classes = [set(features_of(name)) for name in KINDS]
    apart = {frozenset(pair) for pair in APART}
    pairs = {frozenset(pair) for pair in itertools.combinations(sorted(FEATURES), 2)} - apart
    assert sorted(sorted(pair) for pair in pairs if not any(pair <= each for each in classes)) == []


FEATURES = frozenset(
    [
        "Key",
        "Canonical",
        "MapMove",
        "Banked",
        "Bounds",
        "Stuck",
        "Null",
        "Legal",
        "SearchMoves",
        "Noisy",
        "Must",
        "Gain",
        "Order",
        "Prior",
        "MoveId",
        "Evaluate",
        "Fractions",
        "Chances",
        "Index",
        "Tiered",
        "Hidden",
        "loops",
    ]
)
APART = [
    *(("Chances", other) for other in ("loops", "Index", "Tiered")),
    *(("Hidden", other) for other in ("loops", "Index", "Tiered", "Fractions")),
    ("Tiered", "loops"),
]
"""Pairs that tables, tiers or the oracles here have no place for."""


def test_a_seed_gives_one_case() -> None:
    """Run after run."""
    assert [written(case_of(seed, "tree")) for seed in range(50)] == [written(case_of(seed, "tree")) for seed in range(50)]
