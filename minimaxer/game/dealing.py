"""Deals unseen cards to hands without bias, for games of hidden information, within what is known of the hands.

For game authors, in `deal(state, player, rng)`; the rest of the package does not use it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from random import Random
from typing import TypeVar

from ..base.checks import front_door, front_door_but
from ..errors import OptionError

T = TypeVar("T")


@front_door
def shuffle(items: Iterable[T], rng: Random) -> list[T]:
    """The items in random order, every order equally likely as far as `rng` is fair; the argument stays as it is.

    Args:
        items: Any number of items.
        rng: The source of randomness; the same seed gives the same order.

    Source: R. Durstenfeld, "Algorithm 235: random permutation", CACM 7(7), 1964.

    Examples:
        >>> shuffle("abcd", Random(1)) == shuffle("abcd", Random(1))
        True
    """
    left = list(items)
    rng.shuffle(left)
    return left


C = TypeVar("C")
Groups = tuple[tuple[tuple[int, ...], int], ...]
"""For each group of cards, the numbers of the hands that may hold them, in ascending order, and the number of the cards."""
Room = tuple[int, ...]
"""The number of cards each hand still lacks."""


@front_door_but("rng")
def deal_cards(
    cards: Iterable[C], sizes: Sequence[int], rng: Random, *, may_hold: Callable[[int, C], bool] | None = None
) -> list[list[C]]:
    """Hands of the given sizes, drawn from the cards so that every deal that fits is equally likely.

    No deal is tried and rejected: cards that the same hands may hold are counted together, the ways to complete a deal are
    counted, and each share is drawn by its number of ways. The counts are kept for later deals of the same shape.

    Args:
        cards: The cards to deal, any objects; equal ones count as different cards.
        sizes: The number of cards for each hand; together all of them. Cards that stay undealt are a hand of their own.
        rng: The source of randomness; the same seed gives the same hands.
        may_hold: Tests whether a hand, by its number from 0, may hold a card, such as no spades where a player could not follow
            suit; by default every hand may hold every card.

    Returns:
        A list of cards for each hand; the order within a hand means nothing.

    Raises:
        OptionError: The sizes do not add up to the number of cards, no deal fits, or `rng` is not a `random.Random`.

    Source: A. Nijenhuis and H. Wilf, "Combinatorial Algorithms", 1978: drawing by the counts of a recursion.

    Examples:
        >>> from random import Random
        >>> hands = deal_cards(["A", "K", "Q", "J"], [1, 1, 2], Random(1), may_hold=lambda hand, card: hand > 0 or card == "J")
        >>> hands[0], [len(hand) for hand in hands]
        (['J'], [1, 1, 2])
    """
    left = list(cards)
    room = _checked(left, sizes, rng)
    if may_hold is None:
        return _cut(left, room, rng)
    kinds = _by_hands(left, len(room), may_hold)
    if len(kinds) == 1 and len(next(iter(kinds))) == len(room):
        return _cut(left, room, rng)
    hands: list[list[C]] = [[] for _ in room]
    groups = tuple((allowed, len(group)) for allowed, group in kinds.items())
    if not _completions(groups, room):
        raise OptionError(_without_room(kinds, room))
    for number, (allowed, group) in enumerate(kinds.items()):
        splits, ends = _weighed(groups[number:], room)
        split = splits[bisect_right(ends, rng.randrange(ends[-1]))]  # by the number of deals that each allows
        for hand, share in zip(allowed, _cut(group, split, rng), strict=True):
            hands[hand] += share
        room = _less(room, allowed, split)
    return hands


def _checked(cards: Sequence[object], sizes: Sequence[int], rng: Random) -> Room:
    """The sizes, after a check of them and of the source of randomness."""
    if not isinstance(rng, Random):
        raise OptionError(f"expected rng to be a random.Random, got {rng!r}; make one, as in random.Random(1)")
    room = tuple(sizes)
    if any(not isinstance(size, int) or isinstance(size, bool) or size < 0 for size in room):
        raise OptionError(f"expected the sizes of hands to be whole numbers from 0, got {sizes!r}")
    if sum(room) != len(cards):
        raise OptionError(
            f"expected sizes of hands that add up to the {len(cards)} cards, got {sizes!r}, {sum(room)} together; "
            f"cards that stay undealt are a hand of their own"
        )
    return room


def _by_hands(cards: Iterable[C], count: int, may_hold: Callable[[int, C], bool]) -> dict[tuple[int, ...], list[C]]:
    """The cards by the hands that may hold them: the most restricted first, so that the last ones take the remaining room."""
    kinds: dict[tuple[int, ...], list[C]] = {}
    for card in cards:
        allowed = tuple([hand for hand in range(count) if may_hold(hand, card)])
        kinds.setdefault(allowed, []).append(card)
    return {allowed: kinds[allowed] for allowed in sorted(kinds, key=lambda hands: (len(hands), hands))}


def _cut(cards: list[C], sizes: Sequence[int], rng: Random) -> list[list[C]]:
    """Shares of the cards in those sizes, all divisions equally likely; shuffles the list in place."""
    rng.shuffle(cards)
    ends = list(accumulate(sizes))
    return [cards[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _less(room: Room, allowed: tuple[int, ...], split: tuple[int, ...]) -> Room:
    """The room that is left after those hands have taken their cards."""
    left = list(room)
    for hand, taken in zip(allowed, split, strict=True):
        left[hand] -= taken
    return tuple(left)


@lru_cache(maxsize=1 << 12)
def _weighed(groups: Groups, room: Room) -> tuple[list[tuple[int, ...]], list[int]]:
    """Every way to split the first group among its hands, and the running total of the deals that they allow."""
    (allowed, count), rest = groups[0], groups[1:]
    splits: list[tuple[int, ...]] = []
    weights: list[int] = []
    for split in _splits(count, tuple(room[hand] for hand in allowed)):
        weight = _divisions(count, split) * _completions(rest, _less(room, allowed, split))
        if weight:
            splits.append(split)
            weights.append(weight)
    return splits, list(accumulate(weights))


@lru_cache(maxsize=1 << 16)
def _completions(groups: Groups, room: Room) -> int:
    """The number of deals of these groups that fill the room exactly."""
    if not groups:
        return 1  # the sizes add up, so that no room is left
    if len(groups) == 1 and len(groups[0][0]) == len(room):
        return _divisions(groups[0][1], room)
    ends = _weighed(groups, room)[1]
    return ends[-1] if ends else 0


def _splits(count: int, room: Room) -> Iterator[tuple[int, ...]]:
    """Every way to place `count` equal cards into hands with that much room."""
    if not room:
        if not count:
            yield ()
        return
    for taken in range(max(0, count - sum(room[1:])), min(count, room[0]) + 1):
        for others in _splits(count - taken, room[1:]):
            yield taken, *others


def _divisions(count: int, split: tuple[int, ...]) -> int:
    """The number of ways to divide `count` different cards into shares of these sizes: the multinomial coefficient."""
    ways = 1
    for share in split:
        ways *= comb(count, share)
        count -= share
    return ways


def _without_room(kinds: dict[tuple[int, ...], list[C]], room: Room) -> str:
    """The reason why no deal fits: some hands have less room than cards that only they may hold, by Hall's theorem."""
    for size in range(len(room) + 1):
        for hands in combinations(range(len(room)), size):
            cards = [card for allowed, group in kinds.items() if set(allowed) <= set(hands) for card in group]
            places = sum(room[hand] for hand in hands)
            if len(cards) > places:
                if not hands:
                    return f"no deal fits: may_hold lets no hand have {cards!r}; every card needs a hand that may hold it"
                names = " and ".join(map(str, hands))
                return (
                    f"no deal fits: may_hold lets only {'hand' if size == 1 else 'hands'} {names} have {cards!r}, {len(cards)} "
                    f"cards, but there is room for {places}; check may_hold and the sizes {list(room)}"
                )
    raise AssertionError(f"a deal into {room} fits, but none was counted")
