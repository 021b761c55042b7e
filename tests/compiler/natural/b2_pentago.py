"""Pentago lite: 4x4, drop a marble, twist one 2x2 quadrant, three in a row wins."""

from dataclasses import dataclass
from enum import Enum
from itertools import product

import attrs
import minimaxer as mx

N = 4
HALF = N // 2
GOAL = 3


class Twist(Enum):
    LEFT = "L"
    RIGHT = "R"


@dataclass(frozen=True)
class Move:
    row: int
    col: int
    quadrant: int  # 0 1 over 2 3
    twist: Twist


@attrs.frozen
class Table:
    cells: tuple[int | None, ...] = (None,) * (N * N)
    to_move: int = 0


def all_lines() -> list[tuple[int, ...]]:
    found = []
    for r, c in product(range(N), repeat=2):
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_r, last_c = r + dr * (GOAL - 1), c + dc * (GOAL - 1)
            if last_r < N and 0 <= last_c < N:
                found.append(tuple((r + dr * i) * N + c + dc * i for i in range(GOAL)))
    return found


LINES = all_lines()


def rotate(cells: list[int | None], quadrant: int, twist: Twist) -> None:
    """Turn a quadrant of the working copy, in place."""
    down, across = divmod(quadrant, 2)
    corner = down * HALF * N + across * HALF
    ring = [corner, corner + 1, corner + N + 1, corner + N]  # clockwise
    marbles = [cells[i] for i in ring]
    if twist is Twist.RIGHT:
        marbles = marbles[-1:] + marbles[:-1]
    else:
        marbles = marbles[1:] + marbles[:1]
    for i, marble in zip(ring, marbles):
        cells[i] = marble


class PentagoLite:
    def initial(self) -> Table:
        return Table()

    def player(self, state: Table) -> int:
        return state.to_move

    def moves(self, state: Table) -> list[Move]:
        return [
            Move(*divmod(i, N), quadrant, twist)
            for i, cell in enumerate(state.cells)
            if cell is None
            for quadrant, twist in product(range(4), Twist)
        ]

    def play(self, state: Table, move: Move) -> Table:
        cells = list(state.cells)
        cells[move.row * N + move.col] = state.to_move
        rotate(cells, move.quadrant, move.twist)
        return attrs.evolve(state, cells=tuple(cells), to_move=1 - state.to_move)

    def _has_line(self, state: Table, who: int) -> bool:
        return any(all(state.cells[i] == who for i in line) for line in LINES)

    def outcome(self, state: Table) -> int | None:
        match self._has_line(state, 0), self._has_line(state, 1):
            case True, True:  # one twist finished both lines
                return mx.DRAW
            case True, False:
                return mx.WIN
            case False, True:
                return mx.LOSS
        return mx.DRAW if None not in state.cells else None

    def evaluate(self, state: Table) -> int:
        score = 0
        for line in LINES:
            on_line = [state.cells[i] for i in line]
            zeros, ones = on_line.count(0), on_line.count(1)
            if not ones:
                score += zeros ** 2
            elif not zeros:
                score -= ones ** 2
        # whoever has the busiest occupied cell gets a point
        taken = (i for i, cell in enumerate(state.cells) if cell is not None)
        best = max(taken, key=lambda i: sum(i in line for line in LINES), default=None)
        if best is not None:
            score += 1 if state.cells[best] == 0 else -1
        return score
