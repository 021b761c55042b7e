"""Nine small boards in a large one; a mark in a cell sends the other player to the board of that number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def start() -> Any:
    return ((".",) * 9,) * 9


def get(boards: Any, b: int, i: int) -> str:
    return str(boards[b][i])


def put(boards: Any, b: int, i: int, mark: str) -> Any:
    small = tuple(mark if k == i else each for k, each in enumerate(boards[b]))
    return tuple(small if k == b else each for k, each in enumerate(boards))


class Ultimate:
    def initial(self) -> Any:
        return start(), None, 0

    def player(self, state: Any) -> int:
        return int(state[2])

    def won(self, boards: Any, b: int) -> bool:
        return any(get(boards, b, i) == get(boards, b, j) == get(boards, b, k) != "." for i, j, k in LINES)

    def open(self, boards: Any, b: int) -> bool:
        return not self.won(boards, b) and any(get(boards, b, i) == "." for i in range(9))

    def moves(self, state: Any) -> Iterator[tuple[int, int]]:
        boards, sent, _ = state
        for b in [sent] if sent is not None and self.open(boards, sent) else range(9):
            if self.open(boards, b):
                yield from ((b, i) for i in range(9) if get(boards, b, i) == ".")

    def play(self, state: Any, move: Any) -> Any:
        boards, _, mover = state
        b, i = move
        return put(boards, b, i, "XO"[mover]), i, 1 - mover

    def outcome(self, state: Any) -> int | None:
        boards, _, mover = state
        won = [self.won(boards, b) for b in range(9)]
        if any(won[i] and won[j] and won[k] for i, j, k in LINES):
            return mx.LOSS if mover == 0 else mx.WIN
        return None if any(self.open(boards, b) for b in range(9)) else 0
