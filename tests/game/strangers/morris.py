"""Men are put on the points of three rings; the lines between them are listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

RINGS = [[(at, at), (3, at), (6 - at, at), (6 - at, 3), (6 - at, 6 - at), (3, 6 - at), (at, 6 - at), (at, 3)] for at in range(3)]


def points() -> list[Any]:
    return [cell for ring in RINGS for cell in ring]


POINTS = points()


def line(*cells: Any) -> Any:
    return tuple(POINTS.index(cell) for cell in cells)


LINES = [line(ring[at], ring[at + 1], ring[(at + 2) % 8]) for ring in RINGS for at in (0, 2, 4, 6)]
LINES += [line(*(ring[at] for ring in RINGS)) for at in (1, 3, 5, 7)]


class Morris:
    def initial(self) -> Any:
        return (0,) * 24, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[int]:
        yield from (at for at in range(24) if state[0][at] == 0)

    def play(self, state: Any, move: int) -> Any:
        return (*state[0][:move], state[1] + 1, *state[0][move + 1 :]), 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        for a, b, c in LINES:
            if state[0][a] and state[0][a] == state[0][b] == state[0][c]:
                return 1 if state[0][a] == 1 else -1
        return None if 0 in state[0] else 0
