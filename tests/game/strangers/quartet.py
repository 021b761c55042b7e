"""Sixteen pieces that are nobody's: each player places the piece that the other chose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Piece:
    def __init__(self, is_tall: bool, is_dark: bool, is_round: bool, is_full: bool) -> None:
        self.is_tall, self.is_dark, self.is_round, self.is_full = is_tall, is_dark, is_round, is_full

    def __str__(self) -> str:
        return f"{self.is_tall:d}{self.is_dark:d}{self.is_round:d}{self.is_full:d}"


PIECES = [Piece(bool(at & 8), bool(at & 4), bool(at & 2), bool(at & 1)) for at in range(16)]


class Quartet:
    def initial(self) -> Any:
        return ((None,) * 4,) * 4, None, 0

    def player(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> Iterator[Any]:
        board, given, _ = state
        placed = [each for row in board for each in row]
        if given is None:
            yield from (each for each in PIECES if each not in placed)
        else:
            yield from ((r, c) for r in range(4) for c in range(4) if board[r][c] is None)

    def play(self, state: Any, move: Any) -> Any:
        board, given, mover = state
        if given is None:
            return board, move, 1 - mover
        rows = [list(row) for row in board]
        rows[move[0]][move[1]] = given
        return tuple(map(tuple, rows)), None, mover

    def outcome(self, state: Any) -> int | None:
        return None if None in [each for row in state[0] for each in row] else 0
