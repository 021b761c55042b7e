"""Men march ahead on long columns; who comes to the far end is crowned, which takes many moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ROWS, COLUMNS = 12, 10


class March:
    def initial(self) -> Any:
        rows = [((1, False),) * COLUMNS, *((None,) * COLUMNS for _ in range(ROWS - 2)), ((0, False),) * COLUMNS]
        return tuple(rows), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        board, mover, _ = state
        for row in range(ROWS):
            for col in range(COLUMNS):
                ahead = row + (1 if mover else -1)
                if board[row][col] == (mover, False) and 0 <= ahead < ROWS and board[ahead][col] is None:
                    yield (row, col), (ahead, col)

    def play(self, state: Any, move: Any) -> Any:
        rows = [list(row) for row in state[0]]
        (row, col), (ahead, _) = move
        rows[ahead][col], rows[row][col] = (state[1], ahead in (0, ROWS - 1)), None
        return tuple(map(tuple, rows)), 1 - state[1], state[2] + 1

    def outcome(self, state: Any) -> int | None:
        return None if state[2] < 20 and next(self.moves(state), None) else 0
