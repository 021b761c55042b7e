"""Men enter a path of twelve squares on one of the first three, and go on along it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Entry:
    def initial(self) -> Any:
        return (".",) * 12, 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        path, mover, turn = state
        for square in range(3):
            if path[square] == ".":
                yield None, square
        for square, man in enumerate(path):
            if turn and man == "xo"[mover] and square + 2 < 12 and path[square + 2] != man:
                yield square, square + 2

    def play(self, state: Any, move: Any) -> Any:
        path, mover, turn = list(state[0]), state[1], state[2]
        start, target = move
        if start is not None:
            path[start] = "."
        path[target] = "xo"[mover]
        return tuple(path), 1 - mover, turn + 1

    def outcome(self, state: Any) -> int | None:
        return 0 if state[2] >= 20 or not any(self.moves(state)) else None
