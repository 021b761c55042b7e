"""Shuffling: Durstenfeld's method against sorting by random keys and against swapping with any place; time, and bias.

uv run pytest tests/benchmarks/test_shuffle.py --benchmark-only

The bias is in the extra columns: Pearson's chi-squared over the 24 orders of four items, 23 on average for a fair shuffle, 49.7
once in a thousand runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx

SHUFFLES = 24_000


def by_random_keys(items: list[int], rng: Random) -> list[int]:
    """Sorts by random numbers."""
    return [item for _, item in sorted((rng.random(), item) for item in items)]


def with_any_place(items: list[int], rng: Random) -> list[int]:
    """Swaps each item with one from anywhere: the mistake that is made most often."""
    left = list(items)
    for place in range(len(left)):
        other = rng.randrange(len(left))
        left[place], left[other] = left[other], left[place]
    return left


WAYS: dict[str, tuple[Callable[[list[int], Random], list[int]], bool]] = {
    "mx.shuffle": (mx.shuffle, True),
    "sorted by random keys": (by_random_keys, True),
    "swapped with any place": (with_any_place, False),
}


@pytest.mark.parametrize("way", WAYS)
def test_shuffles(benchmark: BenchmarkFixture, way: str) -> None:
    """A list of 40 moves, and the orders of four items."""
    shuffle, is_fair = WAYS[way]
    rng = Random(1)
    benchmark.group = "10 shuffling 40 moves"
    benchmark.pedantic(lambda: shuffle(list(range(40)), rng), rounds=200, iterations=5)
    seen = Counter(tuple(shuffle([0, 1, 2, 3], rng)) for _ in range(SHUFFLES))
    expected = SHUFFLES / 24
    chi_squared = sum((seen[order] - expected) ** 2 / expected for order in permutations(range(4)))
    benchmark.extra_info["chi_squared"] = round(chi_squared, 1)
    assert (chi_squared < 49.7) is is_fair
