"""Men step alone, or two neighbours of a row step ahead together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ROWS, COLUMNS = 7, 6


class Phalanx:
    def initial(self) -> Any:
        rows = ["oooooo", "o.oo.o", *["......"] * (ROWS - 4), "x.xx.x", "xxxxxx"]
        return tuple(map(tuple, rows)), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        board, mover, _ = state
        man, ahead = "xo"[mover], 1 if mover else -1
        for row in range(ROWS):
            for col in range(COLUMNS):
                for count in (1, 2):
                    men = [*board[row][col : col + count]]
                    there = [*board[row + ahead][col : col + count]] if 0 <= row + ahead < ROWS else []
                    if men == [man] * count and there == ["."] * count:
                        yield row, col, count

    def play(self, state: Any, move: Any) -> Any:
        board, mover, ply = state
        row, col, count = move
        rows = [list(each) for each in board]
        for at in range(col, col + count):
            rows[row][at], rows[row + (1 if mover else -1)][at] = ".", "xo"[mover]
        return tuple(map(tuple, rows)), 1 - mover, ply + 1

    def outcome(self, state: Any) -> int | None:
        return None if state[2] < 40 and next(self.moves(state), None) else 0
