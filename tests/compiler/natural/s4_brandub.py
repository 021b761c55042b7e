"""Brandub, the Irish relative of tablut, on a board of any odd size."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from typing import ClassVar

import minimaxer as mx


class Cell(IntEnum):
    EMPTY = 0
    ATTACKER = 1
    DEFENDER = 2
    KING = 3


class Side(IntEnum):
    ATTACKERS = 0
    DEFENDERS = 1

    @property
    def opponent(self) -> Side:
        return Side(1 - self)


@dataclass(frozen=True, slots=True)
class State:
    cells: tuple[Cell, ...]
    side: Side
    plies: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    source: int
    target: int


@cache
def ray(size: int, square: int, d_row: int, d_col: int) -> tuple[int, ...]:
    """The squares from (but without) `square` to the edge in one direction, nearest first."""
    row, col = divmod(square, size)
    row, col = row + d_row, col + d_col
    if not (0 <= row < size and 0 <= col < size):
        return ()
    following = row * size + col
    return (following, *ray(size, following, d_row, d_col))


@lru_cache(maxsize=None)
def corner_distance(size: int, square: int) -> int:
    """How many steps is it to the nearest corner?"""
    row, col = divmod(square, size)
    return min(row, size - 1 - row) + min(col, size - 1 - col)


class TaflGame(ABC):
    """What all games of the tafl family have in common: rook moves and captures from both sides."""

    DIRECTIONS: ClassVar[tuple[tuple[int, int], ...]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
    MAX_PLIES: ClassVar[int] = 60

    def __init__(self, size: int) -> None:
        self.size = size
        self.centre = size * size // 2
        self.corners = frozenset({0, size - 1, size * (size - 1), size * size - 1})
        self.rays: list[list[tuple[int, ...]]] = [
            [ray(size, square, *step) for step in self.DIRECTIONS] for square in range(size * size)
        ]

    @abstractmethod
    def initial(self) -> State: ...

    @abstractmethod
    def is_hostile(self, cells: list[Cell], square: int, side: Side) -> bool:
        """Can this square help `side` to capture?"""

    @staticmethod
    def owner(cell: Cell) -> Side | None:
        if cell == Cell.EMPTY:
            return None
        return Side.ATTACKERS if cell == Cell.ATTACKER else Side.DEFENDERS

    def player(self, state: State) -> int:
        return int(state.side)

    def can_enter(self, cell: Cell, square: int) -> bool:
        return cell == Cell.KING or (square not in self.corners and square != self.centre)

    def moves(self, state: State) -> Iterator[Move]:
        for source, cell in enumerate(state.cells):
            if self.owner(cell) != state.side:
                continue
            for squares in self.rays[source]:
                for target in squares:
                    if state.cells[target] != Cell.EMPTY:
                        break
                    if self.can_enter(cell, target):
                        yield Move(source, target)

    def play(self, state: State, move: Move) -> State:
        cells = list(state.cells)
        cells[move.target] = cells[move.source]
        cells[move.source] = Cell.EMPTY
        for squares in self.rays[move.target]:
            if len(squares) >= 2:
                victim, beyond = squares[0], squares[1]
                is_enemy = self.owner(cells[victim]) == state.side.opponent
                if is_enemy and self.is_hostile(cells, beyond, state.side):
                    cells[victim] = Cell.EMPTY
        return State(tuple(cells), state.side.opponent, state.plies + 1)

    def outcome(self, state: State) -> int | None:
        if not any(True for _ in self.moves(state)):
            return mx.LOSS if state.side == Side.ATTACKERS else mx.WIN
        return mx.DRAW if state.plies >= self.MAX_PLIES else None


class Brandub(TaflGame):
    """The king wants to get to a corner. He is captured from two sides like everybody else."""

    VALUES: ClassVar[list[int]] = [0, 10, -15, 0]  # indexed by Cell

    def __init__(self, size: int = 7) -> None:
        super().__init__(size)
        self.closeness: list[int] = [2 * size - corner_distance(size, s) for s in range(size * size)]

    @classmethod
    def small(cls) -> Brandub:
        return cls(size=5)

    def initial(self) -> State:
        cells = [Cell.EMPTY] * (self.size * self.size)
        cells[self.centre] = Cell.KING
        for first, *others in self.rays[self.centre]:
            cells[first] = Cell.DEFENDER
            for square in others:
                cells[square] = Cell.ATTACKER
        return State(tuple(cells), Side.ATTACKERS)

    def is_hostile(self, cells: list[Cell], square: int, side: Side) -> bool:
        if square in self.corners or (square == self.centre and cells[square] == Cell.EMPTY):
            return True
        return self.owner(cells[square]) == side

    def outcome(self, state: State) -> int | None:
        if Cell.KING not in state.cells:
            return mx.WIN
        if any(state.cells[corner] == Cell.KING for corner in self.corners):
            return mx.LOSS
        return super().outcome(state)

    def evaluate(self, state: State) -> int:
        material = sum(self.VALUES[cell] for cell in state.cells)
        return material - self.closeness[state.cells.index(Cell.KING)]
