"""Each player has a token, whose cell is kept beside the cells that were left and are closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ROWS, COLUMNS = 5, 5


def at(row: int, col: int) -> Any:
    return row, col


class Isolation:
    def initial(self) -> Any:
        return ((False,) * COLUMNS,) * ROWS, (at(0, 2), at(4, 2)), 0

    def player(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> Iterator[Any]:
        closed, tokens, mover = state
        for row in range(ROWS):
            for col in range(COLUMNS):
                mine = [
                    each for each in ((row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1)) if at(*each) == tokens[mover]
                ]
                if mine and not closed[row][col] and at(row, col) not in tokens:
                    yield at(row, col)

    def play(self, state: Any, move: Any) -> Any:
        closed, tokens, mover = state
        rows = [[each or at(r, c) == tokens[mover] for c, each in enumerate(row)] for r, row in enumerate(closed)]
        return tuple(map(tuple, rows)), tuple(move if who == mover else each for who, each in enumerate(tokens)), 1 - mover

    def outcome(self, state: Any) -> int | None:
        return None if next(self.moves(state), None) is not None else 0
