"""Tricks that a side is sure of, however the other plays: the basis of `bounds`."""

from __future__ import annotations

from .table import NO_TRUMPS, SUIT


def top_run(hand: int, others: int) -> int:
    """The number of a hand's cards that are higher than every other card; all are of one suit."""
    return (hand >> others.bit_length()).bit_count()


def rounds(hand: int, partner: int, left: int, right: int, suit: int, ruffs: int) -> int:
    """The number of tricks that a hand on lead takes one after another in a suit that is not trumps.

    Its highest cards take a trick each; if no other hand has more cards of the suit than those, so do its low ones. An
    opponent that has trumps must be able to follow suit.

    Args:
        hand: The cards of the seat on lead.
        partner: The cards of its partner.
        left: The cards of an opponent.
        right: The cards of the other opponent.
        suit: The suit.
        ruffs: The set of trumps that opponents may ruff with; empty once they are drawn.
    """
    shift = 13 * suit
    mine = hand >> shift & SUIT
    ours, his, hers = partner >> shift & SUIT, left >> shift & SUIT, right >> shift & SUIT
    sure = top_run(mine, ours | his | hers)
    if sure >= ours.bit_count() and sure >= his.bit_count() and sure >= hers.bit_count():
        sure = mine.bit_count()
    if left & ruffs and his.bit_count() < sure:
        sure = his.bit_count()
    if right & ruffs and hers.bit_count() < sure:
        sure = hers.bit_count()
    return sure


def side_tricks(hand: int, partner: int, left: int, right: int, trumps: int, ruffs: int) -> int:
    """The number of tricks that a side with `hand` on lead takes in suits other than trumps.

    The hand takes its own tricks, then leads a suit in which its partner has the highest card, and the partner takes its own.
    Their suits differ, so neither has to discard cards that the other counts on.
    """
    own = others = 0
    crosses = False
    for suit in range(4):
        if suit != trumps:
            own += rounds(hand, partner, left, right, suit, ruffs)
            more = rounds(partner, hand, left, right, suit, ruffs)
            if more:
                others += more
                if hand & SUIT << 13 * suit:
                    crosses = True
    return own + others if crosses else own


def sure_tricks(hand: int, partner: int, left: int, right: int, trumps: int) -> int:
    """The number of tricks that a side with `hand` on lead is sure of.

    Tricks in side suits are taken while opponents with trumps must follow suit; a partner with trumps, and the leader while
    the partner leads, must have other cards to play to them. The highest trumps take a trick each whenever they are played.

    Args:
        hand: The cards of the seat on lead.
        partner: The cards of its partner; empty without a partner.
        left: The cards of an opponent.
        right: The cards of the other opponent; empty without one.
        trumps: The suit, or `NO_TRUMPS`.
    """
    most = hand.bit_count()
    if trumps == NO_TRUMPS:
        return min(most, side_tricks(hand, partner, left, right, trumps, 0))
    suit = SUIT << 13 * trumps
    mine, ours, theirs = hand & suit, partner & suit, (left | right) & suit
    room = most
    if mine:
        room = (hand & ~suit).bit_count()
    if ours:
        room = min(room, (partner & ~suit).bit_count())
    high = top_run(mine, ours | theirs)
    sure = min(room, side_tricks(hand, partner, left, right, trumps, suit)) + high + top_run(ours, mine | theirs)
    if high >= (left & suit).bit_count() and high >= (right & suit).bit_count():
        sure = max(sure, high + min(room, side_tricks(hand, partner, left, right, trumps, 0)))
    return min(most, sure)


def high_trumps(one: int, other: int, against: int, trumps: int) -> int:
    """The number of tricks that a side's highest trumps take: those in the hand that has the highest.

    Args:
        one: The cards of a hand.
        other: The cards of its partner.
        against: All cards of the other side, and those on the table.
        trumps: The suit, or `NO_TRUMPS`.
    """
    if trumps == NO_TRUMPS:
        return 0
    suit = SUIT << 13 * trumps
    return top_run(one & suit, (other | against) & suit) + top_run(other & suit, (one | against) & suit)


def sure_of_both(hands: tuple[int, int, int, int], seat: int, trumps: int) -> tuple[int, int]:
    """The tricks that side 0 and side 1 are sure of when a trick begins."""
    north, east, south, west = hands
    if seat & 1:
        hand, partner, left, right = (east, west, south, north) if seat == 1 else (west, east, north, south)
    else:
        hand, partner, left, right = (north, south, east, west) if seat == 0 else (south, north, west, east)
    sure = sure_tricks(hand, partner, left, right, trumps)
    reply = high_trumps(left, right, hand | partner, trumps)
    return (reply, sure) if seat & 1 else (sure, reply)
