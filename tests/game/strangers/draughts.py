"""Draughts in which only the dark squares are kept, numbered as in books, from the side of the second player."""

from __future__ import annotations

from typing import Any

import minimaxer as mx

SIZE = 8
HALF = SIZE // 2


def neighbour(square: int, down: int, right: int) -> int | None:
    row, k = divmod(square, HALF)
    col = 2 * k + (row + 1) % 2
    row, col = row + down, col + right
    return row * HALF + col // 2 if 0 <= row < SIZE and 0 <= col < SIZE else None


class Draughts:
    def initial(self) -> Any:
        men = HALF * (HALF - 1)
        return "b" * men + "." * (SIZE * HALF - 2 * men) + "w" * men, 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def ways(self, man: str) -> list[tuple[int, int]]:
        rows = (-1,) if man == "w" else (1,) if man == "b" else (-1, 1)
        return [(down, right) for down in rows for right in (-1, 1)]

    def moves(self, state: Any) -> list[Any]:
        board, mover, _ = state
        steps, jumps = [], []
        for square, man in enumerate(board):
            if man.lower() != "wb"[mover]:
                continue
            for down, right in self.ways(man):
                near, far = neighbour(square, down, right), neighbour(square, 2 * down, 2 * right)
                if near is not None and board[near] == ".":
                    steps.append((square, near))
                elif near is not None and board[near].lower() == "bw"[mover] and far is not None and board[far] == ".":
                    jumps.append((square, far))
        return jumps or steps

    def play(self, state: Any, move: Any) -> Any:
        board, mover, quiet = list(state[0]), state[1], state[2]
        start, end = move
        for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            if neighbour(start, 2 * down, 2 * right) == end and (taken := neighbour(start, down, right)) is not None:
                board[taken], quiet = ".", -1
        board[end], board[start] = board[start], "."
        if end // HALF == (0 if mover == 0 else SIZE - 1):
            board[end] = board[end].upper()
        return "".join(board), 1 - mover, quiet + 1

    def outcome(self, state: Any) -> int | None:
        if state[2] >= 40:
            return 0
        return None if self.moves(state) else (mx.LOSS if state[1] == 0 else mx.WIN)
