"""Players colour the edges between six points: a pair is two points, and no cell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

N = 6


class Edges:
    def initial(self) -> Any:
        return frozenset(), frozenset(), 0

    def player(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> Iterator[Any]:
        yield from (each for each in combinations(range(N), 2) if each not in state[0] | state[1])

    def play(self, state: Any, move: Any) -> Any:
        first, second, mover = state
        return (first | {move}, second, 1) if mover == 0 else (first, second | {move}, 0)

    def outcome(self, state: Any) -> int | None:
        return None if len(state[0] | state[1]) < N * (N - 1) // 2 else 0
