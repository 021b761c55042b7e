"""Dealing 39 unseen cards to three hands: by counting, and by dealing anew until the deal fits.

uv run pytest tests/benchmarks/test_dealing.py --benchmark-only

The extra column `tries` is how many deals rejection makes on average, worked out from the counts; it is measured for up to one
suit that a hand is known to lack, since two take thousands of deals.
"""

from __future__ import annotations

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer.game import dealing

CARDS = [(suit, number) for suit, size in enumerate((10, 10, 10, 9)) for number in range(size)]
SIZES = (13, 13, 13)
VOIDS = ((0, 0), (1, 1), (0, 2), (2, 3))
"""Hands and suits that they have shown to lack, one after the other."""


def holds(voids: set[tuple[int, int]], hand: int, card: tuple[int, int]) -> bool:
    """Whether a hand may hold a card."""
    return (hand, card[0]) not in voids


def rejected(voids: set[tuple[int, int]], rng: Random) -> list[list[tuple[int, int]]]:
    """Deals anew until the deal fits."""
    while True:
        hands = mx.deal_cards(CARDS, SIZES, rng)
        if all(holds(voids, number, card) for number, hand in enumerate(hands) for card in hand):
            return hands


def tries(voids: set[tuple[int, int]]) -> float:
    """How many deals there are for each that fits."""
    kinds = dealing._by_hands(CARDS, len(SIZES), lambda hand, card: holds(voids, hand, card))
    groups = tuple((allowed, len(group)) for allowed, group in kinds.items())
    return dealing._divisions(len(CARDS), SIZES) / dealing._completions(groups, SIZES)


@pytest.mark.parametrize("known", range(len(VOIDS) + 1))
def test_by_counting(benchmark: BenchmarkFixture, known: int) -> None:
    """Takes about as long however much is known."""
    voids, rng = set(VOIDS[:known]), Random(1)
    benchmark.group = f"11 dealing, {known} suits missing"
    benchmark.extra_info["tries"] = round(tries(voids), 1)
    hands = benchmark.pedantic(
        lambda: mx.deal_cards(CARDS, SIZES, rng, may_hold=lambda hand, card: holds(voids, hand, card)), rounds=200, iterations=5
    )
    assert all(holds(voids, number, card) for number, hand in enumerate(hands) for card in hand)


@pytest.mark.parametrize("known", [0, 1])
def test_by_rejection(benchmark: BenchmarkFixture, known: int) -> None:
    """Takes as many times as long as there are deals for each that fits."""
    voids, rng = set(VOIDS[:known]), Random(1)
    benchmark.group = f"11 dealing, {known} suits missing"
    benchmark.extra_info["tries"] = round(tries(voids), 1)
    hands = benchmark.pedantic(lambda: rejected(voids, rng), rounds=30)
    assert [len(hand) for hand in hands] == [13] * 3


def test_how_often_rejection_deals() -> None:
    """The figures of the table in the explanation of what we found."""
    counted = [round(tries(set(VOIDS[:known]))) for known in range(len(VOIDS) + 1)]
    assert counted == [1, 120, 5209, 2_261_818, 18_559_826]
