"""Queens move and shoot: a dict of the men, beside it a set of the cells that no one can enter any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SIZE = 5
WAYS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


def reached(men: Any, arrows: Any, start: Any) -> Iterator[Any]:
    for down, right in WAYS:
        row, col = start[0] + down, start[1] + right
        if 0 <= row < SIZE and 0 <= col < SIZE and (row, col) not in men and (row, col) not in arrows:
            yield row, col


class Arrows:
    def initial(self) -> Any:
        return {(0, 1): 1, (0, 3): 1, (4, 1): 0, (4, 3): 0}, frozenset(), 0

    def player(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> Iterator[Any]:
        men, arrows, mover = state
        for start in [at for at, who in men.items() if who == mover]:
            for end in reached(men, arrows, start):
                others = men.keys() - {start} | {end}
                yield from ((start, end, shot) for shot in reached(others, arrows, end))

    def play(self, state: Any, move: Any) -> Any:
        men, arrows, mover = state
        start, end, shot = move
        return {at: who for at, who in men.items() if at != start} | {end: mover}, arrows | {shot}, 1 - mover

    def outcome(self, state: Any) -> int | None:
        return None if next(self.moves(state), None) else 0
