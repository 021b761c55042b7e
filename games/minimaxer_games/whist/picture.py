"""A table as a picture: the hands around it, the trick in the middle; below, the cards of a player who sees no other hand."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import minimaxer as mx

from .notation import SEATS, SIGNS, suits_of
from .table import EMPTY, NO_TRUMPS, RANKS, Table, best_of, card_at, in_trick

WIDTH: Final = 460
HEIGHT: Final = 340
LOW: Final = 316
"""The upper edge of the player's own cards."""
HANDS: Final = {4: ((180, 12), (330, 126), (180, 240), (12, 126)), 2: ((180, 12), (180, 240))}
"""The upper left corner of each hand, by the number of seats."""
CARDS: Final = {4: ((212, 116), (262, 150), (212, 184), (162, 150)), 2: ((212, 116), (212, 184))}
"""The upper left corner of each card of the trick."""
TINTS: Final = ("ink", "warn", "warn", "ink")
"""The colours of the suits."""


def picture(table: Table, seats: int, seen: Collection[int], title: str) -> str:
    """The hands, open for the seats in `seen`; the trick, or the one just taken; trumps; and the tricks taken."""
    is_own = len(seen) == 1
    canvas = mx.drawing.Canvas(WIDTH, HEIGHT + 40 * is_own, title=title)
    canvas.rect(146, 104, 168, 128, "third_pale", stroke="rule", round=10)
    for seat in range(seats):
        x, y = HANDS[seats][seat]
        _hand(canvas, table, seat, x, y, is_open=seat in seen and not is_own)
    if is_own:
        for card, left in own_cards(table.hands[table.seat]):
            _card(canvas, card, left, LOW, height=48)
    trick = table.trick if table.last == EMPTY else table.last
    count = in_trick(trick)
    _, best = best_of(trick, table.trumps)
    leader = table.seat - (count if table.last == EMPTY else best)
    for place in range(count):
        x, y = CARDS[seats][(leader + place) % seats]
        _card(canvas, card_at(trick, place), x, y, stroke="accent" if place == best and table.last != EMPTY else "rule")
    trumps = "no trumps" if table.trumps == NO_TRUMPS else f"{SIGNS[table.trumps]} trumps"
    canvas.text(12, 20, trumps, anchor="start")
    canvas.text(12, 40, f"tricks {table.first}-{table.second}", "faint", anchor="start")
    return str(canvas.drawing())


def _hand(canvas: mx.drawing.Canvas, table: Table, seat: int, x: float, y: float, *, is_open: bool) -> None:
    """Draws the seat's name, marked if it is to play, and its suits or the backs of its cards."""
    colour = "first" if seat & 1 == 0 else "second"
    canvas.circle(x + 8, y + 10, 10, colour, stroke="ink" if seat == table.seat else "none", thick=2)
    canvas.text(x + 8, y + 10, SEATS[seat], bold=True, size=12)
    if not is_open:
        count = table.hands[seat].bit_count()
        for card in range(count):
            canvas.rect(x + 24 + 5 * card, y, 18, 26, f"{colour}_pale", stroke="rule", round=3)
        canvas.text(x + 33, y + 42, f"{count} {'card' if count == 1 else 'cards'}", "faint", anchor="start", size=11)
        return
    for suit, ranks in enumerate(suits_of(table.hands[seat])):
        canvas.text(x + 26, y + 10 + 20 * suit, SIGNS[suit], TINTS[suit], anchor="start", size=14)
        canvas.text(x + 44, y + 10 + 20 * suit, " ".join(ranks) or "-", anchor="start", size=13)


def own_cards(hand: int) -> list[tuple[int, float]]:
    """The cards of a hand, suit by suit from the highest, and the left edge of each in the picture."""
    cards = [13 * suit + rank for suit in range(4) for rank in reversed(range(13)) if hand >> 13 * suit + rank & 1]
    return [(card, 2 + 35 * place + 17.5 * (13 - len(cards))) for place, card in enumerate(cards)]


def _card(canvas: mx.drawing.Canvas, card: int, x: float, y: float, *, height: float = 34, stroke: str = "rule") -> None:
    """Draws a card of the trick, or of the player's own hand."""
    canvas.rect(x, y, 36, height, "paper", stroke=stroke, thick=1 if stroke == "rule" else 3, round=4)
    canvas.text(x + 18, y + height / 2, SIGNS[card // 13] + RANKS[card % 13], TINTS[card // 13], bold=True, size=14)
