"""Kings, rooks and pawns; a king that has not moved may change places with a rook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

ROOK = ((0, 1), (1, 0), (0, -1), (-1, 0))
KING = (*ROOK, (1, 1), (1, -1), (-1, 1), (-1, -1))


class Castle:
    def initial(self) -> Any:
        return ("r..k..r", ".p.p.p.", ".......", ".......", ".P.P.P.", "R..K..R"), 0, (True, True), 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def castling(self, row: int, side: int) -> Any:
        return (row, 3), (row, 3 + 2 * side)

    def moves(self, state: Any) -> Iterator[Any]:
        board, mover, fresh, _ = state
        row = 5 - 5 * mover
        if fresh[mover]:
            for side in (-1, 1):
                between = [board[row][3 + side * k] for k in (1, 2)]
                if board[row][3] in "kK" and between == [".", "."] and board[row][3 + 3 * side] in "rR":
                    yield self.castling(row, side)
        for r, line in enumerate(board):
            for c, man in enumerate(line):
                if man != "." and man.islower() == (mover == 1):
                    yield from (((r, c), target) for target in self.reached(board, r, c))

    def reached(self, board: Any, r: int, c: int) -> Iterator[tuple[int, int]]:
        man = board[r][c]
        ahead = 1 if man.islower() else -1
        ways = KING if man in "kK" else ROOK if man in "rR" else ((ahead, 0), (ahead, 1), (ahead, -1))
        for dr, dc in ways:
            for far in range(1, 8 if man in "rR" else 2):
                y, x = r + far * dr, c + far * dc
                if not (0 <= y < 6 and 0 <= x < 7):
                    break
                there = board[y][x]
                if there == "." and (man not in "pP" or dc == 0):
                    yield y, x
                    continue
                if there != "." and there.islower() != man.islower() and (man not in "pP" or dc != 0):
                    yield y, x
                break

    def play(self, state: Any, move: Any) -> Any:
        board, mover, fresh, turn = [list(line) for line in state[0]], state[1], list(state[2]), state[3]
        for side in (-1, 1):
            if fresh[mover] and move == self.castling(5 - 5 * mover, side) and board[5 - 5 * mover][3] in "kK":
                row = 5 - 5 * mover
                board[row][3 + side], board[row][3 + 3 * side] = board[row][3 + 3 * side], "."
                board[row][3 + 2 * side], board[row][3] = board[row][3], "."
                break
        else:
            (r, c), (y, x) = move
            fresh[mover] = fresh[mover] and board[r][c] not in "kK"
            board[y][x], board[r][c] = board[r][c], "."
        return tuple("".join(line) for line in board), 1 - mover, tuple(fresh), turn + 1

    def outcome(self, state: Any) -> int | None:
        text = "".join(state[0])
        if "k" not in text or "K" not in text:
            return mx.WIN if "K" in text else mx.LOSS
        return 0 if state[3] >= 60 or not any(self.moves(state)) else None
