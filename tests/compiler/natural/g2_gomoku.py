"""k in a row on a small board (four on 7x7 by default), with +1 for the first player's stones and -1 for the other's."""
from __future__ import annotations

from typing import Iterator, NamedTuple

import numpy as np

import minimaxer as mx


class Point(NamedTuple):
    row: int
    col: int


class State(NamedTuple):
    board: np.ndarray
    last: Point | None
    stones: int


class KInARow:
    directions = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(self, size: int = 7, k: int = 4) -> None:
        self.size = size
        self.k = k
        # the middle first
        centre = (size - 1) / 2
        self.points = sorted(
            (Point(r, c) for r in range(size) for c in range(size)),
            key=lambda p: max(abs(p.row - centre), abs(p.col - centre)),
        )

    def initial(self) -> State:
        return State(np.zeros((self.size, self.size), dtype=np.int8), None, 0)

    def player(self, state: State) -> int:
        return state.stones % 2

    def moves(self, state: State) -> Iterator[Point]:
        for p in self.points:
            if state.board[p] == 0:
                yield p

    def play(self, state: State, move: Point) -> State:
        board = np.copy(state.board)
        board[move.row, move.col] = 1 if state.stones % 2 == 0 else -1
        return State(board, move, state.stones + 1)

    def count(self, board: np.ndarray, point: Point, dr: int, dc: int) -> int:
        """How many stones of the same colour follow on point in one direction?"""
        colour = board[point.row, point.col]
        n = 0
        r, c = point.row + dr, point.col + dc
        while 0 <= r < self.size and 0 <= c < self.size and board[r, c] == colour:
            n += 1
            r += dr
            c += dc
        return n

    def outcome(self, state: State) -> int | None:
        if state.last is None:
            return None
        board, last, stones = state
        for dr, dc in self.directions:
            if 1 + self.count(board, last, dr, dc) + self.count(board, last, -dr, -dc) >= self.k:
                return mx.WIN if board[last.row, last.col] == 1 else mx.LOSS
        if stones == board.size:
            return mx.DRAW
        return None

    def windows(self, board: np.ndarray) -> Iterator[np.ndarray]:
        n, k = self.size, self.k
        for r in range(n):
            for c in range(n - k + 1):
                yield board[r, c:c + k]
                yield board[c:c + k, r]
        for r in range(n - k + 1):
            for c in range(n - k + 1):
                square = board[r:r + k, c:c + k]
                yield square.diagonal()
                yield square[::-1].diagonal()

    def evaluate(self, state: State) -> int:
        score = 0
        for window in self.windows(state.board):
            stones = np.abs(window).sum()
            balance = window.sum()
            if abs(balance) == stones:  # only one colour in it
                score += balance * abs(balance)
        return int(score)

    def render(self, state: State) -> str:
        lines = ["  " + " ".join("abcdefghijklmnop"[: self.size])]
        for r, row in enumerate(state.board, start=1):
            lines.append(f"{r} " + " ".join({1: "x", -1: "o"}.get(int(v), ".") for v in row))
        return "\n".join(lines)

    def format_move(self, state: State, move: Point) -> str:
        return "abcdefghijklmnop"[move.col] + str(move.row + 1)

    def parse_move(self, state: State, text: str) -> Point:
        return Point(int(text[1:]) - 1, "abcdefghijklmnop".index(text[0]))
