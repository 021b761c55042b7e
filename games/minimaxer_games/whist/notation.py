"""Tables and cards as text, hands as in the Portable Bridge Notation."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import minimaxer as mx

from ..fields import is_number
from .table import EMPTY, NO_TRUMPS, RANKS, SUIT, SUITS, Table, card_at, in_trick, on_table, set_of

SEATS: Final = "NESW"
"""The names of the seats, in the order of play."""
SIGNS: Final = "♠♥♦♣"
NOTHING: Final = "-"


def formatted_card(card: int) -> str:
    """Writes a card.

    Examples:
        >>> formatted_card(12), formatted_card(21)
        ('SA', 'HT')
    """
    return SUITS[card // 13] + RANKS[card % 13]


def parsed_card(text: str) -> int:
    """Reads a card: its suit as a letter or a sign, then its rank.

    Examples:
        >>> parsed_card("SA"), parsed_card("♥10")
        (12, 21)
    """
    letters = text.upper().replace("10", "T").replace("\N{VARIATION SELECTOR-15}", "")
    for suits in (SUITS, SIGNS):
        if len(letters) == 2 and letters[0] in suits and letters[1] in RANKS:
            return 13 * suits.index(letters[0]) + RANKS.index(letters[1])
    raise mx.NotationError(f"expected a card, its suit and its rank, such as SA, H10 or ♠A, got {text!r}")


def suits_of(cards: int) -> list[str]:
    """The ranks of each suit in a set, highest first."""
    return ["".join(RANKS[rank] for rank in reversed(range(13)) if cards >> 13 * suit + rank & 1) for suit in range(4)]


def formatted_set(cards: int) -> str:
    """Writes a hand: its suits with dots between them."""
    return ".".join(suits_of(cards))


def _parsed_set(text: str, whole: str) -> int:
    suits = text.upper().split(".")
    if len(suits) != 4 or any(not set(suit) <= set(RANKS) or len(set(suit)) < len(suit) for suit in suits):
        raise mx.NotationError(
            f"expected a hand of four suits with dots between them, ranks of {RANKS[::-1]} in each, such as AK2..T9.3, "
            f"got {text!r} in {whole!r}"
        )
    return set_of(13 * suit + RANKS.index(rank) for suit, ranks in enumerate(suits) for rank in ranks)


def _names_of(suits: int) -> str:
    return "".join(name for suit, name in enumerate(SUITS) if suits >> suit & 1)


def formatted(table: Table, seats: int) -> str:
    """Writes a table."""
    hands = " ".join(formatted_set(table.hands[seat]) for seat in range(seats))
    voids = [f"{SEATS[seat]}:{_names_of(lacks)}" for seat in range(seats) if (lacks := table.voids >> 4 * seat & 15)]
    last = "" if table.last == EMPTY else f" {_formatted_trick(table.last)}"
    return (
        f"N:{hands} {SEATS[table.seat]} {(SUITS + 'N')[table.trumps]} {_formatted_trick(table.trick) or NOTHING} "
        f"{table.first}-{table.second} {','.join(voids) or NOTHING} {formatted_set(table.played)}{last}"
    )


def _formatted_trick(trick: int) -> str:
    return ",".join([formatted_card(card_at(trick, place)) for place in range(in_trick(trick))])


def parsed(text: str, seats: int, deck: int) -> Table:
    """Reads a table.

    Args:
        text: The hands, the seat to move, trumps, trick, tricks taken; optionally voids, the cards taken, the trick just taken.
        seats: The number of seats.
        deck: All cards of the deck.
    """
    start, _, rest = text.partition(":")
    words = rest.split()
    if start not in tuple(SEATS[:seats]) or not seats + 4 <= len(words) <= seats + 7:
        raise mx.NotationError(
            f"expected {seats} hands, whose turn it is, trumps, the trick and the tricks taken, such as "
            f"N:{' '.join(['AK..2.3', '.AK.4.5', '..QJ.32', 'QJ..A.K'][:seats])} N S - 0-0, got {text!r}"
        )
    names = SEATS[:seats]
    hands = [_parsed_set(words[(seat - names.index(start)) % seats], text) for seat in range(seats)]
    turn, trumps, trick, taken, voids, played, last = [*words[seats:], *(NOTHING, "", NOTHING)[len(words) - seats - 4 :]]
    if turn not in tuple(names) or trumps not in ("S", "H", "D", "C", "N"):
        raise mx.NotationError(f"expected whose turn it is, one of {names}, and trumps, one of SHDCN, got {turn} {trumps}")
    first, second = _parsed_taken(taken)
    cards, taken_last = _parsed_trick(trick), _parsed_trick(last)
    seat = names.index(turn)
    open_cards = _parsed_set(played, text) if played else _taken(deck, [*hands, set_of(set(cards))], seats * (first + second))
    north, east, south, west, *_ = [*hands, 0, 0]
    table = Table((north, east, south, west), seat, (SUITS + "N").index(trumps), _packed(cards), first, second, open_cards, 0)
    table = table._replace(voids=_parsed_voids(voids, names) | _shown(table, cards, seats))
    _check(table, cards, seats, deck, text)
    if taken_last and (
        cards or len(taken_last) != seats or set_of(set(taken_last)).bit_count() < seats or set_of(taken_last) & ~open_cards
    ):
        raise mx.NotationError(
            f"expected {seats} of the cards taken as the trick just taken, before a card is led, got {last} in {text!r}"
        )
    return table._replace(last=_packed(taken_last))


def _parsed_trick(text: str) -> list[int]:
    return [] if text == NOTHING else [parsed_card(each) for each in text.split(",")]


def _packed(cards: list[int]) -> int:
    trick = EMPTY
    for card in cards:
        trick = trick << 6 | card
    return trick


def _parsed_taken(text: str) -> tuple[int, int]:
    """Reads the tricks that each side has taken."""
    first, _, second = text.partition("-")
    if not is_number(first, 13) or not is_number(second, 13) or int(first) + int(second) > 13:
        raise mx.NotationError(f"expected the tricks taken by side 0 and side 1, such as 2-1, 13 at most, got {text!r}")
    return int(first), int(second)


def _taken(deck: int, seen: Collection[int], count: int) -> int:
    """The cards of the tricks taken, if the text does not name them."""
    rest = deck
    for cards in seen:
        rest &= ~cards
    if not count:
        return 0
    if rest.bit_count() == count:
        return rest
    raise mx.NotationError(
        f"expected voids and then the {count} cards of the tricks taken behind them, as in 1-0 - AKQJ..., "
        f"since {rest.bit_count()} cards are in no hand"
    )


def _parsed_voids(text: str, names: str) -> int:
    """Reads the suits in which seats are known to be void."""
    found = 0
    for part in text.split(",") if text != NOTHING else ():
        seat, colon, suits = part.partition(":")
        if not colon or seat not in tuple(names) or not suits or not set(suits) <= set(SUITS):
            raise mx.NotationError(f"expected seats and the suits that they lack, such as E:SH,W:C, or -, got {text!r}")
        for suit in suits:
            found |= 1 << 4 * names.index(seat) + SUITS.index(suit)
    return found


def _shown(table: Table, cards: list[int], seats: int) -> int:
    """The voids that the trick on the table reveals."""
    found = 0
    for place, card in enumerate(cards):
        if card // 13 != cards[0] // 13:
            found |= 1 << 4 * ((table.seat - len(cards) + place) % seats) + cards[0] // 13
    return found


def _check(table: Table, cards: list[int], seats: int, deck: int, text: str) -> None:
    """Raises unless each card is in one place, hands have the right sizes, and no seat holds a suit in which it is void."""
    if len(cards) >= seats:
        raise mx.NotationError(f"expected fewer than {seats} cards on the table, got {len(cards)} in {text!r}")
    places = [*table.hands, *(1 << card for card in cards), table.played]
    if any(each & ~deck for each in places):
        raise mx.NotationError(f"expected cards of the deck, {formatted_set(deck)}, got others in {text!r}")
    if sum(each.bit_count() for each in places) != (on_table(table.trick) | table.played | union(table.hands)).bit_count():
        raise mx.NotationError(f"expected each card in one place, got one twice in {text!r}")
    size = table.hands[table.seat].bit_count()
    for back in range(seats):
        seat = (table.seat - 1 - back) % seats
        wanted = size - (back < len(cards))
        if table.hands[seat].bit_count() != wanted:
            raise mx.NotationError(
                f"expected {wanted} cards in the hand of {SEATS[seat]}, got {table.hands[seat].bit_count()} in {text!r}"
            )
        for suit in range(4):
            if table.voids >> 4 * seat + suit & 1 and table.hands[seat] & SUIT << 13 * suit:
                raise mx.NotationError(f"expected {SEATS[seat]} to have no {SUITS[suit]}, which it lacks, in {text!r}")
    if table.played.bit_count() != seats * (table.first + table.second) or size + table.first + table.second > 13:
        raise mx.NotationError(
            f"expected {seats} cards for each trick taken and 13 tricks at most, got {table.played.bit_count()} cards taken, "
            f"{table.first + table.second} tricks and {size} cards in hand in {text!r}"
        )


def union(sets: Collection[int]) -> int:
    """The union of some sets of cards."""
    found = 0
    for cards in sets:
        found |= cards
    return found


def rendered(table: Table, seats: int, seen: Collection[int]) -> str:
    """The hands, open for the seats in `seen`; then the trick, trumps and the tricks taken."""
    lines = []
    for seat in range(seats):
        hand = table.hands[seat]
        cards = "  ".join(f"{sign} {' '.join(ranks) or NOTHING}" for sign, ranks in zip(SIGNS, suits_of(hand), strict=True))
        turn = ">" if seat == table.seat else " "
        lines.append(f"{turn} {SEATS[seat]}  {cards if seat in seen else f'{hand.bit_count()} cards'}")
    count = in_trick(table.trick)
    trick = []
    for place in range(count):
        card = card_at(table.trick, place)
        trick.append(f"{SEATS[(table.seat - count + place) % seats]} {SIGNS[card // 13]}{RANKS[card % 13]}")
    trumps = "no trumps" if table.trumps == NO_TRUMPS else f"{SIGNS[table.trumps]} is trumps"
    return "\n".join([*lines, f"table: {', '.join(trick) or NOTHING}", f"{trumps}; tricks {table.first}-{table.second}"])
