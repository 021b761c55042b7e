"""Ted's Computer World, "Sorting, Shuffling & Dealing": the parts on shuffling and dealing cards.

Probabilities are worked out exactly where that can be done; what is drawn comes from a fixed seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from math import comb, prod
from random import Random
from typing import Any, Final

import minimaxer as mx

from .timing import in_turn

CARDS: Final = 52
HANDS: Final = 4
DEALS: Final = 20_000
Pattern = tuple[int, ...]
"""How many cards a hand has of each suit, the most first."""
Deal = Callable[[Random], list[list[int]]]

# --- shuffling ---------------------------------------------------------------------------------------------------------------


def collected(items: list[int], rng: Random) -> list[int]:
    """The collection shuffle: takes any of those left, and fills its place with the last."""
    left = list(items)
    out: list[int] = []
    for size in range(len(left), 0, -1):
        chosen = rng.randrange(size)
        out.append(left[chosen])
        left[chosen] = left[size - 1]
    return out


def drawn_again(items: list[int], rng: Random) -> list[int]:
    """The same without filling the place: draws that meet a used one are made again."""
    size, used = len(items), [False] * len(items)
    out: list[int] = []
    while len(out) < size:
        chosen = rng.randrange(size)
        if not used[chosen]:
            used[chosen] = True
            out.append(items[chosen])
    return out


def sorted_randoms(items: list[int], rng: Random) -> list[int]:
    """A random number for each, then the sort of both that the text prints, which compares each with each."""
    left, keys = list(items), [rng.random() for _ in items]
    for one in range(len(left) - 1):
        for other in range(one + 1, len(left)):
            if keys[one] > keys[other]:
                keys[one], keys[other] = keys[other], keys[one]
                left[one], left[other] = left[other], left[one]
    return left


def by_built_in_sort(items: list[int], rng: Random) -> list[int]:
    """A random number for each, then the built-in sort."""
    return [item for _, item in sorted((rng.random(), item) for item in items)]


SHUFFLES: Final = {
    "collected": collected,
    "drawn again": drawn_again,
    "random numbers, sorted as printed": sorted_randoms,
    "random numbers, built-in sort": by_built_in_sort,
}


def draws(size: int) -> Fraction:
    """How many draws each item takes on average where used ones are drawn again."""
    return sum((Fraction(1, left) for left in range(1, size + 1)), Fraction(0))


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


def new_pack(_: Random) -> list[int]:
    """Suit by suit."""
    return list(range(CARDS))


def played_pack(rng: Random) -> list[int]:
    """As a game leaves it: tricks one on the other, of which each follows suit where it can."""
    hands = mx.deal_cards(range(CARDS), [13] * HANDS, rng)
    pack: list[int] = []
    leader = 0
    for _ in range(13):
        trick: list[tuple[int, int]] = []
        for turn in range(HANDS):
            player = (leader + turn) % HANDS
            follows = [card for card in hands[player] if trick and card // 13 == trick[0][0] // 13]
            card = rng.choice(follows or hands[player])
            hands[player].remove(card)
            trick.append((card, player))
        leader = max((card, player) for card, player in trick if card // 13 == trick[0][0] // 13)[1]
        pack += [card for card, _ in trick]
    return pack


def neighbours_kept(riffles: int, packs: int = 2_000) -> float:
    """Of 51 pairs that lay one on the other in a new pack, how many still do, on average. A random order keeps 51/52."""
    rng, kept = Random(1), 0
    for _ in range(packs):
        pack = new_pack(rng)
        for _ in range(riffles):
            pack = riffled(pack, rng)
        kept += sum(below == above + 1 for above, below in pairwise(pack))
    return kept / packs


def riffled_deal(riffles: int, start: Callable[[Random], list[int]]) -> Deal:
    """Deals a pack after so many riffles, card by card around the table."""

    def deal(rng: Random) -> list[list[int]]:
        pack = start(rng)
        for _ in range(riffles):
            pack = riffled(pack, rng)
        return [pack[hand::HANDS] for hand in range(HANDS)]

    return deal


# --- dealing -----------------------------------------------------------------------------------------------------------------


def fair_deal(rng: Random) -> list[list[int]]:
    """Any deal is as likely as any other."""
    return mx.deal_cards(range(CARDS), [13] * HANDS, rng)


def flawed_deal(rng: Random) -> list[list[int]]:
    """Each card in order, suit by suit, goes to a random hand that has room."""
    return _to_random_hands(range(CARDS), rng)


def flawed_deal_by_rank(rng: Random) -> list[list[int]]:
    """The same from a pack that has all aces first and all deuces last."""
    return _to_random_hands((13 * suit + rank for rank in range(13) for suit in range(4)), rng)


def _to_random_hands(cards: Any, rng: Random) -> list[list[int]]:
    hands: list[list[int]] = [[] for _ in range(HANDS)]
    for card in cards:
        rng.choice([hand for hand in hands if len(hand) < 13]).append(card)
    return hands


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


def even_if_fair(each: int) -> Fraction:
    """The probability that of a fair deal's first cards each hand has just so many: each place in a hand is as likely."""
    return Fraction(comb(13, each) ** HANDS, comb(CARDS, HANDS * each))


def slots() -> int:
    """How many places (hand, number) the printed routine fills, which takes the remainders by 4 and by 13 of each number."""
    return len({(number % HANDS, number % 13) for number in range(CARDS)})


def pattern(hand: list[int]) -> Pattern:
    """How many cards it has of each suit, the most first."""
    suits = Counter(card // 13 for card in hand)
    return tuple(sorted((suits[suit] for suit in range(4)), reverse=True))


def expected() -> dict[Pattern, float]:
    """How often each pattern comes in a fair deal, exactly."""
    shapes = [
        (one, two, three, 13 - one - two - three)
        for one in range(14)
        for two in range(one + 1)
        for three in range(two + 1)
        if 0 <= 13 - one - two - three <= three
    ]
    return {shape: prod(comb(13, cards) for cards in shape) * len(set(permutations(shape))) / comb(CARDS, 13) for shape in shapes}


def patterns(deal: Deal, deals: int = DEALS) -> dict[str, float]:
    """The hands of many deals: how far their patterns are from those expected, and how many are distributional.

    Returns:
        `off`, the share of hands that would need another pattern; `long`, that of hands with a suit of seven or more; and
        `last_suit`, that of deals in which a hand has seven or more of the last suit.
    """
    rng, seen, last = Random(1), Counter[Pattern](), 0
    for _ in range(deals):
        hands = deal(rng)
        seen.update(map(pattern, hands))
        last += any(sum(card >= 39 for card in hand) >= 7 for hand in hands)
    wanted = expected()
    return {
        "off": sum(abs(seen[shape] / (HANDS * deals) - share) for shape, share in wanted.items()) / 2,
        "long": sum(count for shape, count in seen.items() if shape[0] >= 7) / (HANDS * deals),
        "last_suit": last / deals,
    }


def next_card(room: tuple[int, ...], deals: int = 12_000) -> dict[str, float]:
    """How often the next card of a fair deal goes to each hand, by the room left there."""
    rng = Random(1)
    seen = Counter(
        next(hand for hand, held in enumerate(mx.deal_cards(range(sum(room)), room, rng)) if 0 in held) for _ in range(deals)
    )
    return {str(room[hand]): count / deals for hand, count in sorted(seen.items())}


# --- hands of which something is known -----------------------------------------------------------------------------------------

VOIDS: Final = ((0, 0), (1, 1), (0, 2), (2, 3))
"""Hands and suits that they have shown to lack, one after the other."""
UNSEEN: Final = (10, 10, 10, 9)
"""The unseen cards of each suit."""


def tries(voids: set[tuple[int, int]]) -> float:
    """How many deals rejection makes on average."""
    return fitting(set()) / fitting(voids)


def fitting(voids: set[tuple[int, int]]) -> int:
    """How many deals to three hands fit, by the number of cards that each takes of each suit."""

    @cache
    def ways(suit: int, room: tuple[int, ...]) -> int:
        if suit == 4:
            return 1
        size, total = UNSEEN[suit], 0
        for first in range(size + 1):
            for second in range(size - first + 1):
                shares = (first, second, size - first - second)
                left = tuple(space - share for space, share in zip(room, shares, strict=True))
                if min(left) >= 0 and not any(share and (hand, suit) in voids for hand, share in enumerate(shares)):
                    total += comb(size, first) * comb(size - first, second) * ways(suit + 1, left)
        return total

    return ways(0, (13, 13, 13))


def known_suits() -> Iterator[dict[str, Any]]:
    """Suits known to be missing, tries that rejection makes, and the time of a deal by `mx.deal_cards`."""
    cards = [(suit, number) for suit, size in enumerate(UNSEEN) for number in range(size)]
    for known in range(len(VOIDS) + 1):
        voids, rng = set(VOIDS[:known]), Random(1)

        def deals(voids: set[tuple[int, int]] = voids, rng: Random = rng) -> None:
            for _ in range(100):
                mx.deal_cards(cards, [13] * 3, rng, may_hold=lambda hand, card: (hand, card[0]) not in voids)

        took = in_turn({"deal": deals})["deal"]
        yield {"missing": known, "tries": tries(voids), "seconds": took.seconds / 100}


# --- all of it -----------------------------------------------------------------------------------------------------------------


def shuffling() -> Iterator[dict[str, Any]]:
    """The time of each shuffle by the number of cards."""
    for size, calls in ((13, 800), (52, 200), (520, 4), (1_000, 2)):
        rng, pack = Random(1), list(range(size))

        def shuffles(shuffle: Callable[[list[int], Random], list[int]], times: int = calls, pack: list[int] = pack) -> None:
            for _ in range(times):
                shuffle(pack, rng)  # noqa: B023

        ways = {name: lambda shuffle=shuffle: shuffles(shuffle) for name, shuffle in SHUFFLES.items()}
        for name, took in in_turn(ways).items():
            yield {"shuffle": name, "cards": size, **took.to_dict(), "seconds": took.seconds / calls}


def riffles() -> Iterator[dict[str, Any]]:
    """What shuffles by hand leave."""
    for count in (1, 3, 6, 10):
        yield {
            "riffles": count,
            "neighbours": neighbours_kept(count),
            "new": patterns(riffled_deal(count, new_pack))["off"],
            "played": patterns(riffled_deal(count, played_pack))["off"],
        }


def measure() -> dict[str, Any]:
    """All of it."""
    return {
        "shuffling": list(shuffling()),
        "draws": {str(size): float(draws(size)) for size in (8, 11, 12, 13, 52, 1_000)},
        "riffles": list(riffles()),
        "deals": {
            "fair": patterns(fair_deal),
            "random hands": patterns(flawed_deal),
            "random hands, pack by rank": patterns(flawed_deal_by_rank),
        },
        "last_two_together": float(last_two_together()),
        "last_two_together_if_fair": 12 / 51,
        "even_after_48": float(even_after(48)),
        "even_after_48_if_fair": float(even_if_fair(12)),
        "next_card": next_card((5, 4, 2, 1)),
        "slots": slots(),
        "known_suits": list(known_suits()),
    }
