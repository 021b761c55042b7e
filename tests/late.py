"""The game whose rules tests make go wrong from a total on: they then come back late or never."""

from __future__ import annotations

from typing import Any

import minimaxer as mx


class Count:
    """Adds 1 to 3 in turn; whoever is to move at ten million has lost."""

    def __init__(self, players: int = 2) -> None:
        self.players = players

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Any:
        return range(1, 4)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, (state[1] + 1) % self.players

    def outcome(self, state: tuple[int, int]) -> Any:
        if state[0] < 10_000_000:
            return None
        if self.players == 2:
            return mx.LOSS if state[1] == 0 else mx.WIN
        return (1, 0, 0) if state[1] == 0 else (0, 1, 0)

    def evaluate(self, state: tuple[int, int]) -> Any:
        return state[0] % 7 if self.players == 2 else (state[0] % 7, 0, 0)
