"""Each player's men run along twelve points of their own, one man a move, by one to three points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

POINTS, MEN = 12, 6
NAMES = ("first", "second")


class Race:
    def initial(self) -> Any:
        return dict.fromkeys(NAMES, (MEN,) + (0,) * (POINTS - 1)) | {"turn": 0}

    def player(self, state: Any) -> int:
        return int(state["turn"])

    def moves(self, state: Any) -> Iterator[Any]:
        for at, men in enumerate(state[NAMES[state["turn"]]]):
            if men:
                yield from ((at, far) for far in (1, 2, 3) if at + far < POINTS)

    def play(self, state: Any, move: Any) -> Any:
        at, far = move
        name = NAMES[state["turn"]]
        row = list(state[name])
        row[at] -= 1
        row[at + far] += 1
        return {**state, name: tuple(row), "turn": 1 - state["turn"]}

    def outcome(self, state: Any) -> int | None:
        return None if next(self.moves(state), None) else 0
