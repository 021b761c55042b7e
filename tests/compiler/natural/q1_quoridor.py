"""Quoridor on a 5x5 board with three walls each.

Player 0 starts in the bottom row and wants to reach the top one, player 1 the other way round.
A wall is two squares long; (row, col, "h") lies below the squares (row, col) and (row, col + 1),
(row, col, "v") lies to the right of (row, col) and (row + 1, col).
"""
from collections import deque
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import minimaxer as mx

SIZE = 5
WALLS = 3
MAX_PLIES = 100
DIRECTIONS = [(-1, 0), (0, 1), (1, 0), (0, -1)]
GOAL_ROW = (0, SIZE - 1)

Square = tuple[int, int]
Wall = tuple[int, int, str]
Move = Square | Wall  # a pawn goes to a square, or a wall is put down


class State(NamedTuple):
    pawns: tuple[Square, Square]
    walls: frozenset[Wall]
    left: tuple[int, int]
    turn: int
    ply: int = 0


def on_board(square: Square) -> bool:
    r, c = square
    return 0 <= r < SIZE and 0 <= c < SIZE


def blocked(walls: frozenset[Wall], a: Square, b: Square) -> bool:
    """Is there a wall between two neighbouring squares?"""
    (r1, c1), (r2, c2) = min(a, b), max(a, b)
    if c1 == c2:
        return (r1, c1, "h") in walls or (r1, c1 - 1, "h") in walls
    return (r1, c1, "v") in walls or (r1 - 1, c1, "v") in walls


def neighbours(walls: frozenset[Wall], square: Square) -> Iterator[Square]:
    r, c = square
    for dr, dc in DIRECTIONS:
        other = (r + dr, c + dc)
        if on_board(other) and not blocked(walls, square, other):
            yield other


def distance(walls: frozenset[Wall], start: Square, goal_row: int) -> int | None:
    """Length of the shortest way to a row, pawns ignored, or None if there is no way at all."""
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        square, steps = queue.popleft()
        if square[0] == goal_row:
            return steps
        for other in neighbours(walls, square):
            if other not in seen:
                seen.add(other)
                queue.append((other, steps + 1))
    return None


class Quoridor:
    def initial(self) -> State:
        middle = SIZE // 2
        return State(((SIZE - 1, middle), (0, middle)), frozenset(), (WALLS, WALLS), 0)

    def player(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterator[Move]:
        yield from self.pawn_moves(state)
        if state.left[state.turn] > 0:
            yield from self.wall_moves(state)

    def pawn_moves(self, state: State) -> Iterator[Square]:
        me, other = state.pawns[state.turn], state.pawns[1 - state.turn]
        for square in neighbours(state.walls, me):
            if square != other:
                yield square
                continue
            # jump over the other pawn, or beside it if something is in the way
            behind = (2 * other[0] - me[0], 2 * other[1] - me[1])
            if on_board(behind) and not blocked(state.walls, other, behind):
                yield behind
            else:
                for beside in neighbours(state.walls, other):
                    if beside != me:
                        yield beside

    def wall_moves(self, state: State) -> Iterator[Wall]:
        for r, c, direction in product(range(SIZE - 1), range(SIZE - 1), "hv"):
            if direction == "h":
                clashes = {(r, c, "h"), (r, c, "v"), (r, c - 1, "h"), (r, c + 1, "h")}
            else:
                clashes = {(r, c, "h"), (r, c, "v"), (r - 1, c, "v"), (r + 1, c, "v")}
            if clashes & state.walls:
                continue
            walls = state.walls | {(r, c, direction)}
            if all(distance(walls, pawn, goal) is not None for pawn, goal in zip(state.pawns, GOAL_ROW)):
                yield r, c, direction

    def play(self, state: State, move: Move) -> State:
        pawns, left = list(state.pawns), list(state.left)
        walls = state.walls
        if len(move) == 2:
            pawns[state.turn] = move
        else:
            walls = walls | {move}
            left[state.turn] -= 1
        return State(tuple(pawns), walls, tuple(left), 1 - state.turn, state.ply + 1)

    def outcome(self, state: State) -> int | None:
        if state.pawns[0][0] == GOAL_ROW[0]:
            return mx.WIN
        if state.pawns[1][0] == GOAL_ROW[1]:
            return mx.LOSS
        return mx.DRAW if state.ply >= MAX_PLIES else None

    def evaluate(self, state: State) -> int:
        mine, theirs = (distance(state.walls, pawn, goal) for pawn, goal in zip(state.pawns, GOAL_ROW))
        return 10 * (theirs - mine) + 3 * (state.left[0] - state.left[1])

    def render(self, state: State) -> str:
        lines = []
        for r in range(SIZE):
            line, below = "", ""
            for c in range(SIZE):
                line += str(state.pawns.index((r, c))) if (r, c) in state.pawns else "."
                line += "|" if blocked(state.walls, (r, c), (r, c + 1)) else " "
                below += "- " if blocked(state.walls, (r, c), (r + 1, c)) else "  "
            lines += [line, below]
        return "\n".join(lines)
