"""Armies: a cell holds a player and a count, and a move sends several men to a neighbour; the larger army wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

ROWS, COLS = 4, 5


def army(owner: int, count: int) -> Any:
    return (owner, count)


def owner(cell: Any) -> int:
    return int(cell[0])


def count(cell: Any) -> int:
    return int(cell[1])


NOBODY: Any = None


class Armies:
    def initial(self) -> Any:
        board = [[NOBODY] * COLS for _ in range(ROWS)]
        board[0][0], board[0][4] = army(1, 4), army(1, 4)
        board[3][0], board[3][4] = army(0, 4), army(0, 4)
        return tuple(map(tuple, board)), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        board, mover, _ = state
        for r in range(ROWS):
            for c in range(COLS):
                if board[r][c] == NOBODY or owner(board[r][c]) != mover:
                    continue
                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    if 0 <= r + dr < ROWS and 0 <= c + dc < COLS:
                        yield from ((r, c, r + dr, c + dc, sent) for sent in range(1, count(board[r][c]) + 1))

    def play(self, state: Any, move: Any) -> Any:
        board, mover, turn = [list(row) for row in state[0]], state[1], state[2]
        r, c, r2, c2, sent = move
        left, there = count(board[r][c]) - sent, board[r2][c2]
        board[r][c] = army(mover, left) if left else NOBODY
        if there == NOBODY or owner(there) == mover:
            board[r2][c2] = army(mover, sent + (count(there) if there != NOBODY else 0))
        elif count(there) == sent:
            board[r2][c2] = NOBODY
        else:
            winner = mover if sent > count(there) else 1 - mover
            board[r2][c2] = army(winner, abs(sent - count(there)))
        return tuple(map(tuple, board)), 1 - mover, turn + 1

    def outcome(self, state: Any) -> int | None:
        board, _, turn = state
        left = {owner(cell) for row in board for cell in row if cell != NOBODY}
        if len(left) < 2:
            return 0 if not left else mx.WIN if left == {0} else mx.LOSS
        return 0 if turn >= 40 else None
