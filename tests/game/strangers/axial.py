"""Players fill the nineteen cells of a hexagon, kept by two coordinates, of which the corners do not exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SIZE = 5
CELLS = [(q, r) for q in range(SIZE) for r in range(SIZE) if 2 <= q + r <= 6]


class Axial:
    def initial(self) -> Any:
        return {}, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        yield from (at for at in CELLS if at not in state[0])

    def play(self, state: Any, move: Any) -> Any:
        return {**state[0], move: "xo"[state[1]]}, 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return None if len(state[0]) < len(CELLS) else 0
