"""Cards as bits, and the rules of a trick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import minimaxer as mx

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
"""The letters of cards: card `13 * suit + rank` has those at these places in `SUITS` and `RANKS`."""
NO_TRUMPS: Final = 4
"""The value of `trumps` if no suit is trumps; otherwise it is the number of the suit."""
SUIT: Final = (1 << 13) - 1
"""The cards of the first suit."""
NO_CARD: Final = -1
EMPTY: Final = 1
"""A trick without cards."""


class Table(NamedTuple):
    """The cards and tricks of a game; in sets of cards, card `13 * suit + rank` is that bit.

    Attributes:
        hands: The cards of each seat; two seats use the first two.
        seat: The seat to move; seats 0 and 2 are side 0, seats 1 and 3 side 1.
        trumps: The suit, or `NO_TRUMPS`.
        trick: A 1, followed by six bits for each card on the table, in the order of play.
        first: Tricks that side 0 has taken.
        second: Tricks that side 1 has taken.
        played: The cards of all tricks that are over.
        voids: Bit `4 * seat + suit` if that seat is known to have no card of that suit.
        last: The trick that was just taken, until the next card is led, for pictures; `EMPTY` otherwise.
    """

    hands: tuple[int, int, int, int]
    seat: int
    trumps: int
    trick: int
    first: int
    second: int
    played: int
    voids: int
    last: int = EMPTY


def set_of(cards: Iterable[int]) -> int:
    """The set of the cards with these numbers.

    Examples:
        >>> set_of([0, 2])
        5
    """
    return sum(1 << card for card in cards)


def in_trick(trick: int) -> int:
    """The number of cards in a trick."""
    if trick < 1 << 6:
        return 0
    if trick < 1 << 12:
        return 1
    if trick < 1 << 18:
        return 2
    return 3 if trick < 1 << 24 else 4


def card_at(trick: int, place: int) -> int:
    """The card at a place of a trick, counted from 0 in the order of play."""
    return trick >> 6 * (in_trick(trick) - 1 - place) & 63


def on_table(trick: int) -> int:
    """The set of the cards on the table."""
    found = 0
    for place in range(in_trick(trick)):
        found |= 1 << (trick >> 6 * place & 63)
    return found


def beats(card: int, best: int, trumps: int) -> bool:
    """True if a card played to a trick beats the best card so far."""
    if card // 13 == best // 13:
        return card > best
    return card // 13 == trumps


def best_of(trick: int, trumps: int) -> tuple[int, int]:
    """The best card of the trick so far and its place, from 0; `NO_CARD` if the trick is empty."""
    best, at = NO_CARD, 0
    for place in range(in_trick(trick)):
        card = card_at(trick, place)
        if place == 0 or beats(card, best, trumps):
            best, at = card, place
    return best, at


def playable(table: Table) -> int:
    """The legal cards: those of the suit led, or all if there are none."""
    hand = table.hands[table.seat]
    if table.trick == EMPTY:
        return hand
    following = hand & SUIT << 13 * (card_at(table.trick, 0) // 13)
    return following if following else hand


def after(table: Table, card: int, seats: int) -> Table:
    """Plays a card; the last card of a trick gives it to the seat that played the best card, which leads to the next."""
    hands, seat, trumps, trick, first, second, played, voids, _ = table
    stays = ~(1 << card)
    north, east, south, west = hands
    hands = (north & stays, east & stays, south & stays, west & stays)
    count = in_trick(trick)
    if count:
        led = card_at(trick, 0) // 13
        if card // 13 != led:
            voids |= 1 << 4 * seat + led
    if count < seats - 1:
        return Table(hands, (seat + 1) % seats, trumps, trick << 6 | card, first, second, played, voids)
    best, place = best_of(trick, trumps)
    if beats(card, best, trumps):
        place = count
    winner = (seat + 1 + place) % seats
    if winner & 1:
        second += 1
    else:
        first += 1
    played |= on_table(trick) | 1 << card
    return Table(hands, winner, trumps, EMPTY, first, second, played, voids, trick << 6 | card)


def choices(table: Table, others: int) -> Iterable[int]:
    """The lowest card of each run in the mover's hand that no other card in play interrupts.

    Args:
        table: The table; the other hands need not be known.
        others: The cards of other seats that may still be played. The best card on the table counts as one.
    """
    best, _ = best_of(table.trick, table.trumps)
    if best != NO_CARD:
        others |= 1 << best
    last = NO_CARD
    for card in mx.bits.each_bit(playable(table)):
        if last == NO_CARD or last // 13 != card // 13 or others & (1 << card) - (1 << last):
            yield card
        last = card


def owners(hands: tuple[int, int, int, int], suit: int) -> int:
    """The owners of a suit's cards, lowest card first, as a 1 followed by two bits each; ranks are left out."""
    north, east, south, west = hands
    odd, back = (east | west) >> 13 * suit, (south | west) >> 13 * suit
    left = (north | east | south | west) >> 13 * suit & SUIT
    found = 1
    while left:
        card = left & -left
        left ^= card
        found = found << 2
        if odd & card:
            found |= 1
        if back & card:
            found |= 2
    return found


def trick_key(table: Table) -> int:
    """A key for the trick on the table: the suit led, and the suit, place and relative rank of the best card."""
    count = in_trick(table.trick)
    if not count:
        return 0
    north, east, south, west = table.hands
    best, place = best_of(table.trick, table.trumps)
    suit = best // 13
    above = (north | east | south | west) & (SUIT << 13 * suit) & -(1 << best)
    led = card_at(table.trick, 0) // 13
    return (((above.bit_count() * 4 + suit) * 4 + led) * 4 + place) * 4 + count
