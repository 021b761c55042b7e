"""A puzzle: a switch turns five lamps on or off."""

from __future__ import annotations

from typing import Any

import minimaxer as mx

SIDE = 5


class Lights:
    players = 1

    def initial(self) -> Any:
        return (True, False, True, False, True) * 5, 12

    def player(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> range:
        return range(SIDE * SIDE)

    def play(self, state: Any, move: int) -> Any:
        row, column = divmod(move, SIDE)
        near = [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        turned = {r * SIDE + c for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE}
        return tuple(lamp != (at in turned) for at, lamp in enumerate(state[0])), state[1] - 1

    def outcome(self, state: Any) -> int | None:
        return mx.WIN if not any(state[0]) else None if state[1] else mx.LOSS
