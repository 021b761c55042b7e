"""What each ordering costs by the length of the list.

uv run pytest tests/benchmarks/test_orderings.py --benchmark-enable --benchmark-only
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import define
from pytest_benchmark.fixture import BenchmarkFixture

from minimaxer.ordering import ORDERINGS

LISTS = 200


@define
class Child:
    """What an ordering sees of a node."""

    value: int
    depth: int = 1


def random_lists(length: int) -> list[list[Child]]:
    """Lists of random values in a small range, the same for every ordering."""
    rng = Random(length)
    return [[Child(rng.randrange(-20, 21)) for _ in range(length)] for _ in range(LISTS)]


@pytest.mark.parametrize("length", [4, 8, 16, 40])
@pytest.mark.parametrize("name", ORDERINGS)
def test_ordering(benchmark: BenchmarkFixture, name: str, length: int) -> None:
    """Lists of random values in a small range, read to the end."""
    lists = random_lists(length)
    strategy: Any = ORDERINGS[name]
    benchmark.group = f"orderings, {length} children"

    def fresh() -> tuple[tuple[list[list[Child]]], dict[str, Any]]:
        return ([list(children) for children in lists],), {}

    def run(copies: list[list[Child]]) -> list[int]:
        return [next(child.value for child in strategy(children, True)) for children in copies]

    firsts = benchmark.pedantic(run, setup=fresh, rounds=30)
    if name != "none":
        assert firsts == [max(child.value for child in children) for children in lists]
    benchmark.extra_info.update(lists=LISTS, length=length)


@pytest.mark.parametrize("length", [4, 8, 16, 40])
@pytest.mark.parametrize("name", ["builtin", "early_exit_bubble", "insertion", "lazy_pick", "network"])
def test_first_child_only(benchmark: BenchmarkFixture, name: str, length: int) -> None:
    """The same lists, but a cut-off comes after the first child."""
    lists = random_lists(length)
    strategy: Any = ORDERINGS[name]
    benchmark.group = f"orderings, first of {length} children"

    def fresh() -> tuple[tuple[list[list[Child]]], dict[str, Any]]:
        return ([list(children) for children in lists],), {}

    def run(copies: list[list[Child]]) -> list[int]:
        return [next(iter(strategy(children, True))).value for children in copies]

    firsts = benchmark.pedantic(run, setup=fresh, rounds=30)
    assert firsts == [max(child.value for child in children) for children in lists]
    benchmark.extra_info.update(lists=LISTS, length=length)
