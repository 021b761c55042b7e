"""Each player has a card of nine cells and fills it alone; who has a line first wins. The cards are rows of the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Cards:
    def initial(self) -> Any:
        return ((".",) * 9, (".",) * 9), 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[int]:
        cards, mover = state
        yield from (at for at, each in enumerate(cards[mover]) if each == ".")

    def play(self, state: Any, move: Any) -> Any:
        cards, mover = state
        filled = tuple("XO"[mover] if at == move else each for at, each in enumerate(cards[mover]))
        return (filled, cards[1]) if mover == 0 else (cards[0], filled), 1 - mover

    def outcome(self, state: Any) -> int | None:
        for player, card in enumerate(state[0]):
            if any(card[i] == card[j] == card[k] != "." for i, j, k in LINES):
                return mx.WIN if player == 0 else mx.LOSS
        return None if "." in state[0][1] else 0
