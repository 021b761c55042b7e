"""Stones that are kept by the group they belong to, each group an object with its colour and its points."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any, NamedTuple

SIZE = 5


class Colour(enum.Enum):
    BLACK = 1
    WHITE = 2


class Point(NamedTuple):
    row: int
    col: int


class Group:
    def __init__(self, colour: Colour, points: set[Point]) -> None:
        self.colour = colour
        self.points = points


class Groups:
    def initial(self) -> Any:
        return {}, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Point]:
        yield from (at for row in range(1, SIZE + 1) for col in range(1, SIZE + 1) if (at := Point(row, col)) not in state[0])

    def play(self, state: Any, move: Point) -> Any:
        board, colour = dict(state[0]), list(Colour)[state[1]]
        near = [Point(move.row + r, move.col + c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        group = Group(colour, {move}.union(*(board[at].points for at in near if at in board and board[at].colour is colour)))
        return board | dict.fromkeys(group.points, group), 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return None if len(state[0]) < SIZE * SIZE else 0
