"""A race on a ring of 36 squares by a die of six; men of both sides stand on the squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LENGTH = 36


class Track:
    def initial(self) -> Any:
        track = [0] * LENGTH
        for k in range(4):
            track[9 * k], track[9 * k + 4] = 1, 2
        return tuple(track), 0, 1, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[int]:
        track, mover, roll, _ = state
        for at, man in enumerate(track):
            if man == mover + 1 and track[(at + roll) % LENGTH] != man:
                yield at

    def play(self, state: Any, move: int) -> Any:
        track, mover, roll, turn = list(state[0]), state[1], state[2], state[3]
        target = (move + roll) % LENGTH
        track[target], track[move] = track[move], 0
        roll = (roll * 5 + move) % 6 + 1
        return tuple(track), 1 - mover, roll, turn + 1

    def outcome(self, state: Any) -> int | None:
        return 0 if state[3] >= 40 or not any(self.moves(state)) else None
