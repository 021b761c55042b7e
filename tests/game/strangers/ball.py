"""Men step on a field; a man beside the ball may push it on. The ball begins beside the first player's men."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

WIDTH, HEIGHT = 5, 6
EMPTY, FIRST, SECOND, BALL = 0, 1, 2, 3
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Ball:
    def initial(self) -> Any:
        field = [[EMPTY] * WIDTH for _ in range(HEIGHT)]
        for col in range(WIDTH):
            field[0][col], field[HEIGHT - 1][col] = SECOND, FIRST
        field[HEIGHT - 2][2] = BALL
        return tuple(map(tuple, field)), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        field, mover, _ = state
        for row in range(HEIGHT):
            for col in range(WIDTH):
                if field[row][col] != mover + 1:
                    continue
                for down, right in WAYS:
                    r, c, r2, c2 = row + down, col + right, row + 2 * down, col + 2 * right
                    if not (0 <= r < HEIGHT and 0 <= c < WIDTH):
                        continue
                    if field[r][c] == EMPTY:
                        yield (row, col), (r, c)
                    elif field[r][c] == BALL and 0 <= r2 < HEIGHT and 0 <= c2 < WIDTH and field[r2][c2] == EMPTY:
                        yield (r, c), (r2, c2)

    def play(self, state: Any, move: Any) -> Any:
        field, mover, turn = [list(row) for row in state[0]], state[1], state[2]
        (row, col), (r, c) = move
        field[r][c], field[row][col] = field[row][col], EMPTY
        return tuple(map(tuple, field)), 1 - mover, turn + 1

    def outcome(self, state: Any) -> int | None:
        return 0 if state[2] >= 12 or not any(self.moves(state)) else None
