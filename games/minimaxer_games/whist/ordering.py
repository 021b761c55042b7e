"""Static move ordering of cards."""

from __future__ import annotations

from .table import NO_TRUMPS, SUIT, Table, beats, best_of, in_trick


def weight(table: Table, card: int, seats: int) -> int:
    """The ordering weight of a card for the mover: cards that win first, then low cards."""
    count = in_trick(table.trick)
    if count == 0:
        return lead_weight(table, card, seats)
    best, place = best_of(table.trick, table.trumps)
    rank = card % 13
    if not beats(card, best, table.trumps):
        return -rank - (20 if card // 13 == table.trumps else 0)
    if seats == 4 and place == count - 2:
        return -rank - 10  # partner is winning the trick
    return 40 - rank


def lead_weight(table: Table, card: int, seats: int) -> int:
    """The ordering weight of a lead: the highest of its suit, then one to partner's highest; but not if an opponent ruffs."""
    suit = SUIT << 13 * (card // 13)
    trumps = 0 if table.trumps in (NO_TRUMPS, card // 13) else SUIT << 13 * table.trumps
    left, right = table.hands[(table.seat + 1) % seats], table.hands[(table.seat + seats - 1) % seats]
    partner = table.hands[(table.seat + 2) % 4]
    rank = card % 13
    if ruffs(left, suit, trumps) or ruffs(right, suit, trumps):
        return -rank - 5
    if seats == 4 and ruffs(partner, suit, trumps):
        return 30 - rank
    others = (left | right | partner) & suit
    if 1 << card > others:
        return 40 - rank
    if seats == 4 and partner & suit > (left | right) & suit:
        return 20 - rank
    return -rank


def ruffs(hand: int, suit: int, trumps: int) -> bool:
    """True if a hand has trumps and no card of the suit."""
    return hand & trumps != 0 and not hand & suit
