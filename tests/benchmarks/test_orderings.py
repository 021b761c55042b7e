"""What each ordering costs by the length of the list: read to the end, and to the first child only.

uv run pytest tests/benchmarks/test_orderings.py --benchmark-only
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from attrs import define
from pytest_benchmark.fixture import BenchmarkFixture

from minimaxer.tree.ordering import ORDERINGS
from minimaxer.tree.ordering.strategies import fresh_weights

CHILDREN = 8000
"""Children in all lists of a run together."""


@define
class Child:
    """What an ordering sees of a node."""

    value: int
    depth: int = 1


def swapping_shell(children: list[Any], maximise: bool) -> list[Any]:
    """Shell sort that swaps at each step instead of making room and placing once.

    Source: "Ted's Computer World", Sorting, Shuffling & Dealing, "Ted's Shell sort".
    """
    weights = fresh_weights(children, maximise)
    gap = 1
    while 3 * gap + 1 < len(weights):
        gap = 3 * gap + 1
    while gap:
        for place in range(gap, len(weights)):
            left = place - gap
            while left >= 0 and weights[left] < weights[left + gap]:
                weights[left], weights[left + gap] = weights[left + gap], weights[left]
                children[left], children[left + gap] = children[left + gap], children[left]
                left -= gap
        gap //= 3
    return children


STRATEGIES: dict[str, Any] = {**ORDERINGS, "shell, swapping": swapping_shell}
QUADRATIC = frozenset({"bubble", "early_exit_bubble", "lazy_pick", "insertion", "network"})


def random_lists(length: int) -> list[list[Child]]:
    """Lists of random values in a small range, the same for every ordering."""
    rng = Random(length)
    return [[Child(rng.randrange(-20, 21)) for _ in range(length)] for _ in range(max(1, CHILDREN // length))]


def fresh(lists: list[list[Child]]) -> tuple[tuple[list[list[Child]]], dict[str, Any]]:
    """Copies of the lists, as what a round is given."""
    return ([list(children) for children in lists],), {}


@pytest.mark.parametrize("length", [4, 8, 16, 40, 200, 1000])
@pytest.mark.parametrize("name", STRATEGIES)
def test_ordering(benchmark: BenchmarkFixture, name: str, length: int) -> None:
    """Lists of random values in a small range, read to the end."""
    if length == 1000 and name in QUADRATIC - {"insertion"}:
        pytest.skip("as slow as insertion, or slower")
    lists = random_lists(length)
    strategy = STRATEGIES[name]
    benchmark.group = f"5 sorting {length} children"

    def run(copies: list[list[Child]]) -> list[list[int]]:
        return [[child.value for child in strategy(children, True)] for children in copies]

    found = benchmark.pedantic(run, setup=partial(fresh, lists), rounds=15)
    if name != "none":
        assert found == [sorted((child.value for child in children), reverse=True) for children in lists]
    benchmark.extra_info.update(lists=len(lists), length=length)


@pytest.mark.parametrize("length", [4, 8, 16, 40])
@pytest.mark.parametrize("name", ["builtin", "early_exit_bubble", "insertion", "lazy_pick", "network"])
def test_first_child_only(benchmark: BenchmarkFixture, name: str, length: int) -> None:
    """The same lists, but a cut-off comes after the first child."""
    lists = random_lists(length)
    strategy = STRATEGIES[name]
    benchmark.group = f"5 the first of {length} children"

    def run(copies: list[list[Child]]) -> list[int]:
        return [next(iter(strategy(children, True))).value for children in copies]

    firsts = benchmark.pedantic(run, setup=partial(fresh, lists), rounds=15)
    assert firsts == [max(child.value for child in children) for children in lists]
    benchmark.extra_info.update(lists=len(lists), length=length)
