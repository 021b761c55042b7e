"""The claims about shuffling and dealing, worked out or measured; what docs/explanation/claims.md says of them.

    python docs/scripts/dealing.py

takes a minute. Shares and counts are exact or come from a fixed seed; times are medians on the machine at hand.
"""

from __future__ import annotations

import dis
import statistics
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb
from random import Random

import minimaxer as mx

CARDS = 52
HANDS = 4


def microseconds(work: Callable[[], object], rounds: int = 15, calls: int = 50) -> float:
    """The median time of a call."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        times.append((time.perf_counter() - start) / calls)
    return 1e6 * statistics.median(times)


def last_two_together() -> Fraction:
    """The probability that the last two cards go to one hand, where each card goes to any hand with room."""

    @cache
    def together(left: tuple[int, ...]) -> Fraction:
        if sum(left) == 2:
            return Fraction(int(2 in left))
        return sum((together(after(left, hand)) for hand in range(HANDS) if left[hand]), Fraction(0)) / sum(map(bool, left))

    return together((13,) * HANDS)


def after(left: tuple[int, ...], hand: int) -> tuple[int, ...]:
    """The room when a hand has taken a card, sorted."""
    return tuple(sorted((*left[:hand], left[hand] - 1, *left[hand + 1 :])))


def even_after(dealt: int) -> Fraction:
    """The probability that so many cards, each to any hand with room, are spread evenly."""

    @cache
    def even(left: tuple[int, ...]) -> Fraction:
        if sum(left) == CARDS - dealt:
            return Fraction(int(len(set(left)) == 1))
        return sum((even(after(left, hand)) for hand in range(HANDS) if left[hand]), Fraction(0)) / sum(map(bool, left))

    return even((13,) * HANDS)


def flawed_deal(rng: Random) -> list[list[int]]:
    """Each card in order goes to a random hand that has room."""
    hands: list[list[int]] = [[] for _ in range(HANDS)]
    for card in range(CARDS):
        rng.choice([hand for hand in hands if len(hand) < 13]).append(card)
    return hands


def long_last_suits(deal: Callable[[Random], list[list[int]]], deals: int = 20_000) -> float:
    """How often a hand has seven or more cards of the last suit."""
    rng = Random(1)
    return sum(any(sum(card >= 39 for card in hand) >= 7 for hand in deal(rng)) for _ in range(deals)) / deals


def riffled(pack: list[int], rng: Random) -> list[int]:
    """One riffle as people make it: cut at 24 to 28 cards, then packets of 1 to 7 in turn, short ones more often."""
    cut = rng.randint(24, 28)
    halves, out, side = [pack[:cut], pack[cut:]], [], rng.randrange(2)
    while halves[0] or halves[1]:
        packet = rng.choices(range(1, 8), (64, 32, 16, 8, 4, 2, 1))[0]
        out += halves[side][:packet]
        halves[side] = halves[side][packet:]
        side = 1 - side
    return out


def neighbours_kept(riffles: int, packs: int = 2_000) -> float:
    """Of 51 pairs that lay one on the other in an ordered pack, how many still do, on average. A random order keeps 51/52."""
    rng, kept = Random(1), 0
    for _ in range(packs):
        pack = list(range(CARDS))
        for _ in range(riffles):
            pack = riffled(pack, rng)
        kept += sum(below == above + 1 for above, below in pairwise(pack))
    return kept / packs


def collected(items: list[int], rng: Random) -> list[int]:
    """The collection shuffle: take any of those left, and fill its place with the last."""
    left, out = list(items), []
    for size in range(len(left), 0, -1):
        chosen = rng.randrange(size)
        out.append(left[chosen])
        left[chosen] = left[size - 1]
    return out


def drawn_again(items: list[int], rng: Random) -> list[int]:
    """The same without filling the place: draws that meet a used one are made again."""
    size, used, out = len(items), [False] * len(items), []
    while len(out) < size:
        chosen = rng.randrange(size)
        if not used[chosen]:
            used[chosen] = True
            out.append(items[chosen])
    return out


def sorted_randoms(items: list[int], rng: Random) -> list[int]:
    """A random number for each, then a bubble sort of both, as the text prints it."""
    left, keys = list(items), [rng.random() for _ in items]
    for one in range(len(left) - 1):
        for other in range(one + 1, len(left)):
            if keys[one] > keys[other]:
                keys[one], keys[other] = keys[other], keys[one]
                left[one], left[other] = left[other], left[one]
    return left


def by_map(values: list[int], most: int) -> list[int]:
    """Marks each value's place, and reads the marks off."""
    marks = [False] * (most + 1)
    for value in values:
        marks[value] = True
    return [value for value in range(most + 1) if marks[value]]


def by_counting(values: list[int], most: int) -> list[int]:
    """Counts each value."""
    counts = [0] * (most + 1)
    for value in values:
        counts[value] += 1
    return [value for value in range(most + 1) for _ in range(counts[value])]


def by_bitmap(values: list[int], most: int) -> list[int]:
    """Marks each value by a bit, sixteen to an item."""
    words = [0] * (most // 16 + 1)
    for value in values:
        words[value >> 4] |= 1 << (value & 15)
    return [16 * word + bit for word, bits in enumerate(words) if bits for bit in range(16) if bits >> bit & 1]


SPREAD = "for row in rows:\n    if row < 0:\n        row = -row\n    total = total + row\n    count = count + 1\n"
PACKED = "for row in rows:\n    if row < 0: row = -row\n    total = total + row; count = count + 1\n"


def instructions(source: str) -> list[tuple[str, object]]:
    """The instructions of a piece of source."""
    return [(each.opname, each.argval) for each in dis.get_instructions(compile(source, "", "exec"))]


def tries(voids: set[tuple[int, int]]) -> float:
    """How many deals rejection makes on average: 39 cards, 10, 10, 10 and 9 of the suits, to three hands."""
    return counted(set()) / counted(voids)


def counted(voids: set[tuple[int, int]]) -> int:
    """How many deals fit, by the number of cards that each hand takes of each suit."""

    @cache
    def ways(suit: int, room: tuple[int, int, int]) -> int:
        if suit == 4:
            return 1
        size, total = (10, 10, 10, 9)[suit], 0
        for first in range(size + 1):
            for second in range(size - first + 1):
                shares = (first, second, size - first - second)
                if any(share and (hand, suit) in voids for hand, share in enumerate(shares)):
                    continue
                left = tuple(space - share for space, share in zip(room, shares, strict=True))
                if min(left) >= 0:
                    total += comb(size, first) * comb(size - first, second) * ways(suit + 1, left)  # type: ignore[arg-type]
        return total

    return ways(0, (13, 13, 13))


VOIDS = ((0, 0), (1, 1), (0, 2), (2, 3))
"""Hands and suits that they have shown to lack, one after the other."""


def dealing_rows() -> list[tuple[int, float, float]]:
    """Voids, tries that rejection makes, and the time of a deal by `mx.deal_cards`."""
    cards = [(suit, number) for suit, size in enumerate((10, 10, 10, 9)) for number in range(size)]
    rows = []
    for known in range(len(VOIDS) + 1):
        voids, rng = set(VOIDS[:known]), Random(1)
        took = microseconds(
            lambda: mx.deal_cards(cards, [13] * 3, rng, may_hold=lambda hand, card: (hand, card[0]) not in voids)  # noqa: B023
        )
        rows.append((known, tries(voids), took))
    return rows


def main() -> None:
    """Prints every figure."""
    print(f"last two cards to one hand: random hands {float(last_two_together()):.4f}, fair {12 / 51:.4f}")
    print(f"48 cards spread evenly: {float(even_after(48)):.4f}")
    fair = long_last_suits(lambda rng: mx.deal_cards(range(CARDS), [13] * 4, rng))
    print(f"seven or more of the last suit: random hands {long_last_suits(flawed_deal):.4f}, fair {fair:.4f}")
    print("neighbours kept:", {count: round(neighbours_kept(count), 2) for count in (1, 3, 6, 10)}, "random", round(51 / 52, 2))
    pack, rng = list(range(CARDS)), Random(1)
    for shuffle in (collected, drawn_again, sorted_randoms):
        print(f"{shuffle.__name__}: {microseconds(lambda: shuffle(pack, rng)):.1f} us")  # noqa: B023
    draws = {size: float(sum(Fraction(1, left) for left in range(1, size + 1))) for size in (13, 52, 1000)}
    print("draws for each item, drawn again:", {size: round(each, 2) for size, each in draws.items()})
    values = Random(1).sample(range(12_500), 10_000)
    for sort in (by_map, by_counting, by_bitmap):
        assert sort(values, 12_500) == sorted(values)
        print(f"{sort.__name__}: {microseconds(lambda: sort(values, 12_500), 9, 3) / 1000:.2f} ms")  # noqa: B023
    print("packed lines give the same instructions:", instructions(SPREAD) == instructions(PACKED))
    for known, needed, took in dealing_rows():
        print(f"voids {known}: rejection tries {needed:,.1f}, deal_cards {took:.0f} us")
    print(f"a deal of 52 cards: {microseconds(lambda: mx.deal_cards(pack, [13] * 4, rng)):.1f} us")
    print("where 12 cards are missing, 5 + 4 + 2 + 1, the next goes there:", next_card((5, 4, 2, 1)))


def next_card(room: tuple[int, ...]) -> dict[int, float]:
    """How often the next card of a fair deal goes to each hand, by the room left there."""
    rng = Random(1)
    seen = Counter(
        next(hand for hand, held in enumerate(mx.deal_cards(range(12), room, rng)) if 0 in held) for _ in range(12_000)
    )
    return {room[hand]: round(count / 1_000, 2) for hand, count in sorted(seen.items())}


if __name__ == "__main__":
    main()
