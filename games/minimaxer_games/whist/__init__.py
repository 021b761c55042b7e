"""Whist for four or two: follow suit if you can; the highest trump, or else the highest card of the suit led, takes the trick.

`table` has the cards as bits and the tricks, `notation` positions and moves as text, `picture` the drawing of a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final

from attrs import Attribute, field, frozen

import minimaxer as mx

from ..fields import whole
from .notation import SEATS, formatted, formatted_card, parsed, parsed_card, rendered
from .ordering import weight
from .picture import LOW, own_cards, picture
from .sure import high_trumps, sure_of_both
from .table import EMPTY, NO_TRUMPS, SUIT, SUITS, Table, after, choices, on_table, owners, playable, set_of, trick_key

__all__ = ["OpenWhist", "Table", "Whist"]

MOST_CARDS: Final = 13
"""The most cards in a hand."""


def _suit_name(instance: object, attribute: Attribute[str], value: object) -> None:
    if not isinstance(value, str) or value not in ("S", "H", "D", "C", "N"):
        raise mx.OptionError(f"expected {attribute.name} to be S, H, D or C, or N for no trumps, got {value!r}")


def _two_or_four(instance: object, attribute: Attribute[int], value: object) -> None:
    if type(value) is not int or value not in (2, 4):
        raise mx.OptionError(f"expected {attribute.name} to be 2 or 4, got {value!r}")


def _hand_size(instance: Any, attribute: Attribute[int], value: Any) -> None:
    most = min(MOST_CARDS, 4 * instance.ranks // instance.seats)
    if type(value) is not int or not 0 <= value <= most:
        raise mx.OptionError(
            f"expected {attribute.name} to be from 1 to {most} to a hand, for {instance.seats} seats and {instance.ranks} ranks, "
            f"or 0 for as many as there are, got {value!r}"
        )


@frozen(kw_only=True)
class OpenWhist:
    """The rules with all hands open, called double dummy in bridge. A move is a card.

    Four seats play as two sides, 0 and 2 against 1 and 3; of two seats, each is a side. The players of the protocol are the
    sides. The outcome is the tricks of side 0 less those of side 1.

    Attributes:
        seats: The number of seats, 4 or 2.
        ranks: Cards in each suit, the highest of 13; 2 to 13.
        cards: Cards in each hand, at most 13; 0 for the most that can be dealt. Undealt cards stay out of play.
        trumps: S, H, D or C, or N for no trumps.
        seed: The number of the deal; another number gives another deal.

    Examples:
        >>> game = OpenWhist()
        >>> position = game.parse("N:A2... .A2.. ..A2. ...A2 N N - 0-0")
        >>> mx.solve(game, position).value  # north takes two tricks, and nobody else can
        2
    """

    names: ClassVar = ("North-South", "East-West")
    seats: int = field(default=4, validator=_two_or_four)
    ranks: int = field(default=13, validator=whole(2, 13))
    cards: int = field(default=0, validator=_hand_size)
    trumps: str = field(default="S", validator=_suit_name)
    seed: int = field(default=1, validator=whole(0, 1 << 62))

    @cached_property
    def hand_size(self) -> int:
        """The number of cards in a hand at the start."""
        return self.cards or min(MOST_CARDS, 4 * self.ranks // self.seats)

    @cached_property
    def deck(self) -> int:
        """The cards that may be dealt."""
        ranks = SUIT & -(1 << 13 - self.ranks)
        return ranks | ranks << 13 | ranks << 26 | ranks << 39

    @cached_property
    def dealt(self) -> tuple[int, int, int, int]:
        """The hands that `seed` deals."""
        sizes = [self.hand_size] * self.seats
        rest = self.deck.bit_count() - sum(sizes)
        hands = mx.deal_cards(mx.bits.each_bit(self.deck), [*sizes, rest], Random(self.seed))
        north, east, south, west, *_ = [*map(set_of, hands[: self.seats]), 0, 0]
        return north, east, south, west

    def initial(self) -> Table:
        """The hands as dealt; seat 0 leads."""
        trumps = NO_TRUMPS if self.trumps == "N" else SUITS.index(self.trumps)
        return Table(self.dealt, 0, trumps, EMPTY, 0, 0, 0, 0)

    def player(self, table: Table) -> int:
        """The side to move."""
        return table.seat & 1

    def moves(self, table: Table) -> Iterator[int]:
        """The cards that follow suit, or all if there are none."""
        return mx.bits.each_bit(playable(table))

    def play(self, table: Table, card: int) -> Table:
        """Plays a card."""
        return after(table, card, self.seats)

    def outcome(self, table: Table) -> int | None:
        """The difference in tricks once all cards are played."""
        return None if table.hands[table.seat] else table.first - table.second

    def all_moves(self) -> range:
        """All cards of the full deck."""
        return range(52)

    def evaluate(self, table: Table) -> int:
        """The difference in tricks, including those that a side is sure of."""
        low, high = self.bounds(table)
        return (low + high) // 2

    def bounds(self, table: Table) -> tuple[int, int]:
        """The tricks so far and each side's sure tricks; the others may go to either side."""
        north, east, south, west = table.hands
        trumps, seat = table.trumps, table.seat
        lead = table.first - table.second
        left = table.hands[seat].bit_count()
        if table.trick == EMPTY:
            first, second = sure_of_both(table.hands, seat, trumps)
        else:
            lying = on_table(table.trick)
            first = high_trumps(north, south, east | west | lying, trumps)
            second = high_trumps(east, west, north | south | lying, trumps)
        return lead - left + 2 * first, lead + left - 2 * second

    def in_play(self, table: Table) -> int:
        """The cards that may still be played."""
        north, east, south, west = table.hands
        return north | east | south | west

    def search_moves(self, table: Table) -> Iterable[int]:
        """The lowest card of each run in the mover's hand that no card of another hand interrupts."""
        return choices(table, self.in_play(table) & ~table.hands[table.seat])

    def order(self, table: Table, card: int) -> int:
        """Cards that take the trick first, the lowest of these before others; then low cards."""
        return weight(table, card, self.seats)

    def key(self, table: Table) -> tuple[int, int, int]:
        """The owners of the cards, suit by suit without ranks, and the state of the trick."""
        hands = table.hands
        spades, hearts, diamonds, clubs = owners(hands, 0), owners(hands, 1), owners(hands, 2), owners(hands, 3)
        lead = table.first - table.second + MOST_CARDS
        rest = ((trick_key(table) * 5 + table.trumps) * 4 + table.seat) * 32 + lead
        return spades << 27 | hearts, diamonds << 27 | clubs, rest

    def parse(self, text: str) -> Table:
        """Reads the hands, the seat to move, trumps, the trick and the tricks taken, as in `N:AK.. .AK. ..AK .QJ. N S - 0-0`.

        Hands are as in PBN, clockwise, their suits in the order of spades, hearts, diamonds, clubs. The trick is `-` or cards
        such as `SA,HT`. Optional parts follow: the suits that seats are known to lack, `E:SH,W:C` or `-`; the cards of the
        tricks taken, written as a hand; and the trick that was just taken.
        """
        return parsed(text, self.seats, self.deck)

    def format(self, table: Table) -> str:
        """Writes what `parse` reads."""
        return formatted(table, self.seats)

    def parse_move(self, table: Table, text: str) -> int:
        """Reads a card, such as `SA`, `h10`, `HT` and `♠A`."""
        return parsed_card(text)

    def format_move(self, table: Table, card: int) -> str:
        """Writes a card, such as `SA` and `HT`."""
        return formatted_card(card)

    def render(self, table: Table) -> str:
        """All hands, one per line; then the trick, trumps and the tricks taken."""
        return rendered(table, self.seats, range(self.seats))

    def tally(self, table: Table) -> tuple[int, int]:
        """The tricks of each side."""
        return table.first, table.second

    def svg(self, table: Table) -> str:
        """All hands around the table."""
        return picture(table, self.seats, range(self.seats), f"open whist: {self.format(table)}")


@frozen(kw_only=True)
class Whist(OpenWhist):
    """Whist with hidden hands: each seat sees its own hand, the table, and the cards played.

    The fields are those of `OpenWhist`.

    Examples:
        >>> from random import Random
        >>> game = Whist(ranks=4)
        >>> table = game.initial()
        >>> other = game.deal(table, 0, Random(1))
        >>> other.hands[0] == table.hands[0], other.hands[1] == table.hands[1]
        (True, False)
    """

    def in_play(self, table: Table) -> int:
        """The cards that may still be played, as far as the mover knows: its own, and all that it has not seen."""
        return self.deck & ~table.played & ~on_table(table.trick)

    def deal(self, table: Table, player: int, rng: Random) -> Table:
        """Redeals the cards that the seat to move has not seen; no seat gets a suit in which it is known to be void."""
        own = table.hands[table.seat]
        others = [seat for seat in range(self.seats) if seat != table.seat]
        sizes = [table.hands[seat].bit_count() for seat in others]
        unseen = self.in_play(table) & ~own
        voids = [table.voids >> 4 * seat & 15 for seat in others] + [0]  # the undealt cards may be any
        hands = mx.deal_cards(
            mx.bits.each_bit(unseen),
            [*sizes, unseen.bit_count() - sum(sizes)],
            rng,
            may_hold=(lambda hand, card: not voids[hand] >> card // 13 & 1) if table.voids else None,
        )
        dealt = [0, 0, 0, 0]
        dealt[table.seat] = own
        for seat, hand in zip(others, hands, strict=False):
            dealt[seat] = set_of(hand)
        north, east, south, west = dealt
        return table._replace(hands=(north, east, south, west))

    def render(self, table: Table) -> str:
        """The hand of the seat to move, and the sizes of the others; then the trick, trumps and the tricks taken."""
        return rendered(table, self.seats, [table.seat])

    def svg(self, table: Table) -> str:
        """The hand of the seat to move, the backs of the others, and the trick."""
        title = f"whist: {SEATS[table.seat]} to play, tricks {table.first}-{table.second}"
        return picture(table, self.seats, [table.seat], title)

    def areas(self, table: Table, card: int) -> tuple[mx.drawing.Area]:
        """The card in the hand of the seat to move."""
        return ((dict(own_cards(table.hands[table.seat]))[card], LOW, 35, 48),)
