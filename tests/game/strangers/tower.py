"""Four in a line in a cube; storeys of cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

N = 3


def start() -> Any:
    return ((0,) * 9,) * 3


def get(cells: Any, z: int, y: int, x: int) -> int:
    return int(cells[z][y * 3 + x])


def put(cells: Any, z: int, y: int, x: int, mark: int) -> Any:
    new = [list(each) for each in cells]
    new[z][y * 3 + x] = mark
    return tuple(map(tuple, new))


class Cube:
    def initial(self) -> Any:
        return start(), 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        for z in range(3):
            for y in range(3):
                yield from ((z, y, x) for x in range(3) if not get(state[0], z, y, x))

    def play(self, state: Any, move: Any) -> Any:
        z, y, x = move
        return put(state[0], z, y, x, state[1] + 1), 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return None if any(self.moves(state)) else 0
