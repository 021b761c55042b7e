"""Counted orderings order as ever, and count what the textbooks say."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from minimaxer.families.alphabeta.tree.tree import Node
from minimaxer.insight.laboratory.trial import Tally, counted
from minimaxer.tree.ordering import ORDERINGS
from minimaxer.tree.ordering.strategies import NETWORKS


def nodes(values: list[float], depths: list[int] | None = None) -> list[Node[int, int]]:
    """Children with these values."""
    depths = [1] * len(values) if depths is None else depths
    return [
        Node(place, place, 0, None, 1, None, value=value, depth=depth)
        for place, (value, depth) in enumerate(zip(values, depths, strict=True))
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ORDERINGS)
@given(
    values=st.lists(st.integers(-3, 3) | st.floats(-3, 3), max_size=14), stale=st.integers(0, 14), maximise=st.booleans(),
    read=st.integers(0, 14),
)  # fmt: skip
def test_the_order_is_that_of_the_ordering(name: str, values: list[float], stale: int, maximise: bool, read: int) -> None:
    """What is given, and how the list stands when reading ends early, are as without counting."""
    depths = [2] * max(len(values) - stale, 0) + [1] * min(stale, len(values))
    mine, other = nodes(values, depths), nodes(values, depths)
    given_, expected = counted(name, Tally())(mine, maximise), iter(ORDERINGS[name](other, maximise))
    first = [node.state for node, _ in zip(given_, range(read), strict=False)]
    assert first == [node.state for node, _ in zip(expected, range(read), strict=False)]
    given_.close()  # type: ignore[attr-defined]  # a generator
    assert [node.state for node in mine] == [node.state for node in other]


@pytest.mark.parametrize("length", [2, 5, 8, 100])
def test_picking_once_takes_one_comparison_less_than_there_are_moves(length: int) -> None:
    """To the first child n - 1 comparisons; to the last n (n - 1) / 2, so that a cut-off by the first saves n / 2 times as many."""
    values = [float(value) for value in Random(length).sample(range(1000), length)]
    tally = Tally()
    next(iter(counted("lazy_pick", tally)(nodes(values), True)))
    assert tally.comparisons == length - 1
    tally = Tally()
    list(counted("lazy_pick", tally)(nodes(values), True))
    assert tally.comparisons == length * (length - 1) // 2


@pytest.mark.parametrize(("length", "network"), NETWORKS.items())
def test_networks_always_compare_as_often(length: int, network: tuple[tuple[int, int], ...]) -> None:
    """Whatever the values."""
    for seed in range(5):
        tally = Tally()
        list(counted("network", tally)(nodes([Random(seed).random() for _ in range(length)]), True))
        assert tally.comparisons == len(network)


def test_insertion_of_a_sorted_list_compares_neighbours() -> None:
    """And of a reversed one each with each."""
    for values, comparisons in (([9, 7, 5, 3, 1], 4), ([1, 3, 5, 7, 9], 10)):
        tally = Tally()
        list(counted("insertion", tally)(nodes([float(value) for value in values]), True))
        assert tally.comparisons == comparisons


def test_fresh_children_are_counted() -> None:
    """The lengths noted are those of what is sorted."""
    tally = Tally()
    list(counted("builtin", tally)(nodes([1, 2, 3], [2, 2, 1]), True))
    assert tally.lengths == {2: 1}
