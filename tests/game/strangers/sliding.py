"""The puzzle of eight sliding stones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


class Sliding:
    players = 1

    def initial(self) -> Any:
        return (8, 1, 3, 4, 0, 2, 7, 6, 5)

    def player(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> Iterator[int]:
        hole = state.index(0)
        for at in range(9):
            if abs(at // 3 - hole // 3) + abs(at % 3 - hole % 3) == 1:
                yield at

    def play(self, state: Any, move: int) -> Any:
        cells = list(state)
        hole = cells.index(0)
        cells[hole], cells[move] = cells[move], 0
        return tuple(cells)

    def outcome(self, state: Any) -> int | None:
        return mx.WIN if tuple(state) == tuple(GOAL) else None
