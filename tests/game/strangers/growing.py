"""Players fill cells around the middle first, in a dict; nothing tells how large the board is."""

from __future__ import annotations

from typing import Any


class Growing:
    def initial(self) -> Any:
        return {}, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[Any]:
        near = range(3, 6) if len(state[0]) < 6 else range(9)
        return [(x, y) for x in near for y in near if (x, y) not in state[0]]

    def play(self, state: Any, move: Any) -> Any:
        return {**state[0], move: "xo"[state[1]]}, 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return 0 if len(state[0]) == 12 else None
