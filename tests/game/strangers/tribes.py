"""Two tribes on a board, one with a chief who seldom moves: men step to a neighbour, and push a man of the other tribe before them."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any

SIZE = 6


class Man(enum.Enum):
    EMPTY = 0
    HILL_MAN = 1
    LAKE_MAN = 2
    LAKE_CHIEF = 3


def tribe(man: Man) -> int:
    return int(man is not Man.HILL_MAN)


class Tribes:
    def initial(self) -> Any:
        rows = [[Man.EMPTY] * SIZE for _ in range(SIZE)]
        rows[0], rows[-1] = [Man.LAKE_MAN] * SIZE, [Man.HILL_MAN] * SIZE
        rows[0][3] = Man.LAKE_CHIEF
        return tuple(map(tuple, rows)), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def ways(self, state: Any) -> Iterator[tuple[bool, Any]]:
        board, mover, _ = state
        for r in range(SIZE):
            for c in range(SIZE):
                if board[r][c] is Man.EMPTY or tribe(board[r][c]) != mover:
                    continue
                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE:
                        there = board[r + dr][c + dc]
                        if there is Man.EMPTY or tribe(there) != mover:
                            yield board[r][c] is Man.LAKE_CHIEF, (r, c, r + dr, c + dc)

    def moves(self, state: Any) -> list[Any]:
        """The chief stays while others can move, but for every seventh ply."""
        found = list(self.ways(state))
        return [move for is_chief, move in found if is_chief == (state[2] % 14 == 7)] or [move for _, move in found]

    def play(self, state: Any, move: Any) -> Any:
        rows = [list(row) for row in state[0]]
        r, c, r2, c2 = move
        man, there = rows[r][c], rows[r2][c2]
        r3, c3 = 2 * r2 - r, 2 * c2 - c
        rows[r][c], rows[r2][c2] = Man.EMPTY, man
        if there is not Man.EMPTY and 0 <= r3 < SIZE and 0 <= c3 < SIZE and rows[r3][c3] is Man.EMPTY:
            rows[r3][c3] = there
        return tuple(map(tuple, rows)), 1 - state[1], state[2] + 1

    def outcome(self, state: Any) -> int | None:
        return None if state[2] < 60 and next(self.ways(state), None) else 0
