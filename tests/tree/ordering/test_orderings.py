"""The orderings: the same best-first order from every one, stale values left behind, ties kept where promised."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest
from attrs import define
from hypothesis import given, strategies as st

import minimaxer as mx
from minimaxer.tree.ordering import ORDERINGS
from minimaxer.tree.ordering.strategies import NETWORKS, Valued, fresh_count, network

from ...printed_rule import as_printed

SORTING = sorted(set(ORDERINGS) - {"none"})
STABLE = sorted(set(SORTING) - {"network", "shell"})


@define
class Child:
    """What an ordering sees of a node."""

    value: float
    depth: int
    name: int = 0


def ordered(name: str, children: list[Child], maximise: bool) -> list[Child]:
    """The children in the order the strategy gives, checked to be that of the list it leaves behind."""
    strategy: Any = ORDERINGS[name]  # an ordering looks at values and depths only
    given: list[Child] = list(strategy(children, maximise))
    assert given == children
    return given


values = st.one_of(
    st.lists(st.integers(-3, 3), max_size=45),
    st.lists(st.integers(-(10**6), 10**6), max_size=45),
    st.lists(st.floats(-1e5, 1e5), max_size=45),
)


@pytest.mark.parametrize("name", SORTING)
@given(values=values, maximise=st.booleans())
def test_best_first(name: str, values: list[float], maximise: bool) -> None:
    """On any list each gives the values best first for the mover."""
    children = [Child(value, 3) for value in values]
    assert [child.value for child in ordered(name, children, maximise)] == sorted(values, reverse=maximise)


@pytest.mark.parametrize("name", SORTING)
@given(fresh=values, stale=values, maximise=st.booleans())
def test_stale_values_stay_behind(name: str, fresh: list[float], stale: list[float], maximise: bool) -> None:
    """Children that the latest search did not reach keep their places behind those it did."""
    children = [Child(value, 3) for value in fresh] + [Child(value, 2) for value in stale]
    given = [child.value for child in ordered(name, children, maximise)]
    if fresh:
        assert given == sorted(fresh, reverse=maximise) + stale


@pytest.mark.parametrize("name", STABLE)
@given(values=st.lists(st.integers(0, 2), max_size=20), maximise=st.booleans())
def test_equal_values_keep_their_order(name: str, values: list[int], maximise: bool) -> None:
    """Of equal values the one that stood first stays first."""
    children = [Child(value, 1, number) for number, value in enumerate(values)]
    given = ordered(name, children, maximise)
    for one, other in itertools.pairwise(given):
        assert one.value != other.value or one.name < other.name


def test_none_leaves_the_list_alone() -> None:
    """`none` changes nothing."""
    children = [Child(1, 1), Child(3, 1), Child(2, 1)]
    assert [child.value for child in ordered("none", children, True)] == [1, 3, 2]


EXAMPLE = ((1, 3), (4, 3), (9, 2), (2, 2))


def test_early_exit_stops_at_the_first_older_value() -> None:
    """The described rule sorts the fresh two and leaves the older ones; the inverted comparison would bring 9 to the front."""
    children = [Child(value, depth) for value, depth in EXAMPLE]
    assert [(child.value, child.depth) for child in ordered("early_exit_bubble", children, True)] == [
        (4, 3),
        (1, 3),
        (9, 2),
        (2, 2),
    ]
    assert [child.value for child in as_printed([Child(value, depth) for value, depth in EXAMPLE], True)] == [9, 4, 2, 1]


def test_lazy_pick_finds_only_what_is_asked_for() -> None:
    """After one pick the best stands in front and the others are as they were."""
    children = [Child(value, 1) for value in (2, 1, 5, 3)]
    first = next(iter(ORDERINGS["lazy_pick"](children, True)))
    assert first.value == 5
    assert [child.value for child in children] == [5, 2, 1, 3]


@pytest.mark.parametrize("size", sorted(NETWORKS))
def test_networks_sort_every_list(size: int) -> None:
    """By the 0-1 principle: a network that sorts every list of zeros and ones sorts everything."""
    for bits in itertools.product((0, 1), repeat=size):
        children = [Child(bit, 0) for bit in bits]
        assert [child.value for child in network(children, True)] == sorted(bits, reverse=True)


def test_networks_have_the_known_sizes() -> None:
    """The networks are the smallest known, for lists of 2 to 12."""
    sizes = {2: 1, 3: 3, 4: 5, 5: 9, 6: 12, 7: 16, 8: 19, 9: 25, 10: 29, 11: 35, 12: 39}
    assert {size: len(comparators) for size, comparators in NETWORKS.items()} == sizes


@pytest.mark.parametrize(("depths", "count"), [((), 0), ((3,), 1), ((3, 3, 2), 2), ((3, 2, 3), 1), ((-1, -1), 2)])
def test_fresh_count(depths: tuple[int, ...], count: int) -> None:
    """The fresh children are those in front that are as deep as the first."""
    children: list[Valued] = [Child(0, depth) for depth in depths]
    assert fresh_count(children) == count


def test_shuffle_is_unbiased() -> None:
    """All 24 orders of four items come equally often: chi-square below its 99.9 % point for 23 degrees of freedom, 49.73."""
    rng = Random(20)
    rounds = 48_000
    counts = dict.fromkeys(itertools.permutations("abcd"), 0)
    for _ in range(rounds):
        counts[tuple(mx.shuffle("abcd", rng))] += 1
    expected = rounds / len(counts)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 49.73


def test_the_chi_square_test_sees_a_biased_shuffle() -> None:
    """Swapping each item with any other, a common mistake, is far above that point."""
    rng = Random(20)
    counts = dict.fromkeys(itertools.permutations("abcd"), 0)
    for _ in range(48_000):
        items = list("abcd")
        for i in range(4):
            j = rng.randrange(4)
            items[i], items[j] = items[j], items[i]
        counts[tuple(items)] += 1
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) > 500


def test_shuffle_is_reproducible_and_leaves_its_argument() -> None:
    """The same seed gives the same order; the list given stays as it is."""
    items = [1, 2, 3, 4, 5]
    assert mx.shuffle(items, Random(3)) == mx.shuffle(items, Random(3))
    assert items == [1, 2, 3, 4, 5]
