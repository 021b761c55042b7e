"""Four quarters of nine cells; a player fills a cell and turns a quarter. The quarters are rows of the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)


class Quarters:
    def initial(self) -> Any:
        return ((0,) * 9,) * 4, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        for quarter, cells in enumerate(state[0]):
            for cell, stone in enumerate(cells):
                if not stone:
                    yield from ((quarter, cell // 3, cell % 3, turned) for turned in range(4))

    def play(self, state: Any, move: Any) -> Any:
        quarters, mover = state
        quarter, row, column, turned = move
        quarters = [list(each) for each in quarters]
        quarters[quarter][row * 3 + column] = mover + 1
        quarters[turned] = [quarters[turned][at] for at in TURN]
        return tuple(map(tuple, quarters)), 1 - mover

    def outcome(self, state: Any) -> int | None:
        return None if any(0 in cells for cells in state[0]) else 0
