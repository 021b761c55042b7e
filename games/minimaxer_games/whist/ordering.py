"""Which card to try first, as far as one look tells."""

from __future__ import annotations

from .table import SUIT, Table, beats, best_of, in_trick


def weight(table: Table, card: int, seats: int) -> int:
    """How promising a card is for the mover: high cards that win, low ones that do not."""
    count = in_trick(table.trick)
    if count == 0:
        return lead_weight(table, card, seats)
    best, place = best_of(table.trick, table.trumps)
    rank = card % 13
    if not beats(card, best, table.trumps):
        return -rank - (20 if card // 13 == table.trumps else 0)
    if seats == 4 and place == count - 2:
        return -rank - 10
    return 40 - rank


def lead_weight(table: Table, card: int, seats: int) -> int:
    """Of a card that is led."""
    north, east, south, west = table.hands
    suit = SUIT << 13 * (card // 13)
    hand = table.hands[table.seat] & suit
    others = (north | east | south | west) & suit & ~hand
    rank = card % 13
    if 1 << card > others:
        return 40 - rank
    partner = table.hands[(table.seat + 2) % 4]
    if seats == 4 and partner & suit > others & ~partner:
        return 20 - rank
    return -rank
