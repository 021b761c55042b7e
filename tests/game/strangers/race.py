"""Each player's men run along twelve points of their own, one man a move, by one to three points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

POINTS, MEN = 12, 6


class Race:
    def initial(self) -> Any:
        return (MEN,) + (0,) * (POINTS - 1), (MEN,) + (0,) * (POINTS - 1), 0

    def player(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> Iterator[Any]:
        for at, men in enumerate(state[state[2]]):
            if men:
                yield from ((at, far) for far in (1, 2, 3) if at + far < POINTS)

    def play(self, state: Any, move: Any) -> Any:
        at, far = move
        row = list(state[state[2]])
        row[at] -= 1
        row[at + far] += 1
        return (tuple(row), state[1], 1) if state[2] == 0 else (state[0], tuple(row), 0)

    def outcome(self, state: Any) -> int | None:
        return None if next(self.moves(state), None) else 0
