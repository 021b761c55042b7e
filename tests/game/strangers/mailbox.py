"""Knights on eight rows, kept within a border of two rows above and below and one column at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

OFF, EMPTY, WHITE, BLACK = -1, 0, 1, 2
JUMPS = (-21, -19, -12, -8, 8, 12, 19, 21)


class Mailbox:
    def initial(self) -> Any:
        board = [OFF] * 120
        for row in range(8):
            for col in range(8):
                board[21 + 10 * row + col] = BLACK if row < 1 else WHITE if row > 6 else EMPTY
        return tuple(board), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        board, mover, _ = state
        for square, man in enumerate(board):
            if man == mover + 1:
                yield from ((square, square + jump) for jump in JUMPS if board[square + jump] not in (OFF, man))

    def play(self, state: Any, move: Any) -> Any:
        board, mover, turn = list(state[0]), state[1], state[2]
        start, target = move
        board[target], board[start] = board[start], EMPTY
        return tuple(board), 1 - mover, turn + 1

    def outcome(self, state: Any) -> int | None:
        left = set(state[0]) & {WHITE, BLACK}
        return (mx.WIN if left == {WHITE} else mx.LOSS) if len(left) < 2 else 0 if state[2] >= 60 else None
