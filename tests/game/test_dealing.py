"""Dealing: every deal that fits is equally likely, and errors say why none does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from statistics import NormalDist

import pytest

import minimaxer as mx
from minimaxer.game import dealing

Deal = tuple[tuple[int, ...], ...]
MayHold = Callable[[int, int], bool]
PATTERNS: dict[str, tuple[int, list[int], MayHold | None]] = {
    "nothing known": (6, [2, 2, 2], None),
    "everything may go anywhere": (6, [1, 2, 3], lambda hand, card: True),
    "one void": (7, [3, 2, 2], lambda hand, card: hand != 0 or card > 2),
    "two voids of one hand": (7, [2, 3, 2], lambda hand, card: hand != 1 or card % 2 == 0),
    "voids of two hands": (8, [3, 3, 2], lambda hand, card: (hand, card // 3) not in ((0, 0), (1, 1))),
    "a chain": (6, [2, 2, 2], lambda hand, card: card // 2 in (hand, (hand + 1) % 3)),
    "a card in one place": (6, [3, 3], lambda hand, card: card != 0 or hand == 1),
    "only one deal fits": (4, [2, 2], lambda hand, card: (card < 2) == (hand == 1)),
    "a hand of nothing": (5, [0, 3, 2], lambda hand, card: hand != 2 or card > 1),
    "four hands": (8, [2, 2, 2, 2], lambda hand, card: (hand, card // 2) not in ((0, 0), (1, 1), (2, 0), (3, 3), (3, 2))),
}


def all_deals(cards: Sequence[int], sizes: Sequence[int], may_hold: MayHold, hand: int = 0) -> Iterator[Deal]:
    """Every deal that fits, each hand in ascending order."""
    if hand == len(sizes):
        yield ()
        return
    for held in combinations([card for card in cards if may_hold(hand, card)], sizes[hand]):
        left = [card for card in cards if card not in held]
        for others in all_deals(left, sizes, may_hold, hand + 1):
            yield held, *others


def sorted_deal(hands: list[list[int]]) -> Deal:
    return tuple(tuple(sorted(hand)) for hand in hands)


def chi_squared_limit(deals: int) -> float:
    """What Pearson's statistic exceeds once in ten thousand runs of a fair draw (E. Wilson and M. Hilferty, 1931)."""
    free = max(1, deals - 1)
    return float(free * (1 - 2 / (9 * free) + NormalDist().inv_cdf(0.9999) * (2 / (9 * free)) ** 0.5) ** 3)


@pytest.mark.parametrize("name", PATTERNS)
def test_every_deal_is_equally_likely(name: str) -> None:
    """All deals that fit come, no other does, and all about as often."""
    count, sizes, may_hold = PATTERNS[name]
    expected = set(all_deals(range(count), sizes, may_hold or (lambda hand, card: True)))
    rng = Random(7)
    draws = 60 * len(expected)
    seen = Counter(sorted_deal(mx.deal_cards(range(count), sizes, rng, may_hold=may_hold)) for _ in range(draws))
    assert set(seen) == expected
    each = draws / len(expected)
    assert sum((number - each) ** 2 / each for number in seen.values()) < chi_squared_limit(len(expected))


@pytest.mark.parametrize("name", PATTERNS)
def test_deals_are_counted(name: str) -> None:
    """The count that the draws rest on is that of the deals, one by one."""
    count, sizes, may_hold = PATTERNS[name]
    allows = may_hold or (lambda hand, card: True)
    kinds = dealing._by_hands(range(count), len(sizes), allows)
    groups = tuple((allowed, len(group)) for allowed, group in kinds.items())
    assert dealing._completions(groups, tuple(sizes)) == len(list(all_deals(range(count), sizes, allows)))


def test_as_rejection_deals() -> None:
    """Where a suit falls is as dealing anew until it fits has it, in a game's size."""

    def may_hold(hand: int, card: int) -> bool:
        return (hand, card // 6) not in ((0, 0), (1, 2))

    def fair(rng: Random) -> list[list[int]]:
        while True:
            hands = mx.deal_cards(range(24), [8, 8, 8], rng)
            if all(may_hold(number, card) for number, hand in enumerate(hands) for card in hand):
                return hands

    def lengths(hands: list[list[int]]) -> tuple[int, ...]:
        return tuple(sum(card // 6 == suit for card in hands[0]) for suit in range(4))

    rng = Random(3)
    rejected = Counter(lengths(fair(rng)) for _ in range(400))
    drawn = Counter(lengths(mx.deal_cards(range(24), [8, 8, 8], rng, may_hold=may_hold)) for _ in range(4000))
    for shape, number in rejected.items():
        if number >= 20:
            assert drawn[shape] == pytest.approx(10 * number, rel=0.45)


def test_the_same_seed_gives_the_same_hands() -> None:
    """And another seed others."""
    first, again, other = (mx.deal_cards(range(52), [13] * 4, Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(card for hand in first for card in hand) == list(range(52))


def test_equal_cards_are_different_cards() -> None:
    """Two packs may be dealt together; the argument stays as it is."""
    cards = ["A", "A", "K"]
    hands = mx.deal_cards(cards, [1, 2], Random(1), may_hold=lambda hand, card: hand == 1 or card == "A")
    assert hands[0] == ["A"]
    assert sorted(hands[1]) == ["A", "K"]
    assert cards == ["A", "A", "K"]


def test_no_cards() -> None:
    """Are dealt to empty hands."""
    assert mx.deal_cards([], [0, 0], Random(1)) == [[], []]
    assert mx.deal_cards([], [], Random(1), may_hold=lambda hand, card: False) == []


@pytest.mark.parametrize(
    ("sizes", "may_hold", "message"),
    [
        ([1, 1], None, "expected sizes of hands that add up to the 3 cards, got [1, 1], 2 together; cards that stay undealt are a "
                       "hand of their own"),
        ([4, -1], None, "expected the sizes of hands to be whole numbers from 0, got [4, -1]"),
        ([1.0, 2], None, "expected the sizes of hands to be whole numbers from 0, got [1.0, 2]"),
        ([1, 2], lambda hand, card: card != "b",
         "no deal fits: may_hold lets no hand have ['b']; every card needs a hand that may hold it"),
        ([1, 2], lambda hand, card: hand == 0 or card == "a",
         "no deal fits: may_hold lets only hand 0 have ['b', 'c'], 2 cards, but there is room for 1; check may_hold and the sizes "
         "[1, 2]"),
        ([1, 1, 1], lambda hand, card: hand < 2,
         "no deal fits: may_hold lets only hands 0 and 1 have ['a', 'b', 'c'], 3 cards, but there is room for 2; check may_hold "
         "and the sizes [1, 1, 1]"),
    ],
)  # fmt: skip
def test_errors(sizes: list[int], may_hold: Callable[[int, str], bool] | None, message: str) -> None:
    """Say what was expected, and which cards have no room."""
    with pytest.raises(mx.OptionError) as error:
        mx.deal_cards("abc", sizes, Random(1), may_hold=may_hold)
    assert str(error.value) == message


def test_another_source_of_randomness() -> None:
    """Such as numpy's has other methods, and is refused."""
    with pytest.raises(
        mx.OptionError, match=r"^expected rng to be a random\.Random, got 7; make one, as in random\.Random\(1\)$"
    ):
        mx.deal_cards("ab", [1, 1], 7)  # type: ignore[arg-type]  # on purpose
