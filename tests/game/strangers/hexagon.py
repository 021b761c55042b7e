"""Players fill rows of different lengths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LENGTHS = (3, 4, 5, 4, 3)


def start() -> Any:
    return tuple((0,) * length for length in LENGTHS)


def cells(board: Any) -> dict[Any, int]:
    return {(r, k): each for r, row in enumerate(board) for k, each in enumerate(row)}


def put(board: Any, r: int, k: int, stone: int) -> Any:
    return tuple(tuple(stone if (i, j) == (r, k) else each for j, each in enumerate(row)) for i, row in enumerate(board))


class Hexagon:
    def initial(self) -> Any:
        return start(), 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        yield from (at for at, each in cells(state[0]).items() if each == 0)

    def play(self, state: Any, move: Any) -> Any:
        r, k = move
        return put(state[0], r, k, state[1] + 1), 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return None if 0 in cells(state[0]).values() else 0
