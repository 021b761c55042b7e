"""A puzzle of one player on nine rows, with boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx


class Sudoku:
    players = 1

    def initial(self) -> Any:
        return tuple(tuple((r * 3 + r // 3 + c) % 9 + 1 if (r + c) % 2 else 0 for c in range(9)) for r in range(9))

    def player(self, grid: Any) -> int:
        return 0

    def moves(self, grid: Any) -> Iterator[Any]:
        r, c = next((r, c) for r in range(9) for c in range(9) if not grid[r][c])
        used = {grid[r][k] for k in range(9)} | {grid[k][c] for k in range(9)}
        used |= {grid[r // 3 * 3 + i // 3][c // 3 * 3 + i % 3] for i in range(9)}
        yield from ((r, c, digit) for digit in range(1, 10) if digit not in used)

    def play(self, grid: Any, move: Any) -> Any:
        r, c, digit = move
        return tuple(tuple(digit if (i, j) == (r, c) else each for j, each in enumerate(row)) for i, row in enumerate(grid))

    def outcome(self, grid: Any) -> int | None:
        if all(all(row) for row in grid):
            return mx.WIN
        return None if any(self.moves(grid)) else mx.LOSS
