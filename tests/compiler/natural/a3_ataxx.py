"""Ataxx on a 5x5 board.

A move either clones a piece to an adjacent square or jumps two squares away.
Every enemy piece next to the landing square is converted.
"""
from enum import Enum
from typing import Iterator, NamedTuple, Optional

import minimaxer as mx

N = 5
MAX_PLIES = 80


class Cell(Enum):
    EMPTY = "."
    RED = "r"
    BLUE = "b"


class Move(NamedTuple):
    source: int
    target: int


class State(NamedTuple):
    board: tuple
    turn: int
    plies: int


COLORS = {0: Cell.RED, 1: Cell.BLUE}
OPPONENT = {Cell.RED: Cell.BLUE, Cell.BLUE: Cell.RED}
SIGN = {Cell.EMPTY: 0, Cell.RED: 1, Cell.BLUE: -1}

NEAR = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
    "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}
FAR = [(dr, dc) for dr in range(-2, 3) for dc in range(-2, 3) if max(abs(dr), abs(dc)) == 2]


def squares_at(square, offsets):
    row, col = divmod(square, N)
    return tuple((row + dr) * N + col + dc for dr, dc in offsets
                 if 0 <= row + dr < N and 0 <= col + dc < N)


NEIGHBOURS = {sq: squares_at(sq, NEAR.values()) for sq in range(N * N)}
JUMPS = {sq: squares_at(sq, FAR) for sq in range(N * N)}

# corners are safest, so they are worth the most
SQUARE_VALUE = {sq: 12 - len(near) for sq, near in NEIGHBOURS.items()}


class Ataxx:

    def initial(self):
        rows = ["r...b",
                ".....",
                ".....",
                ".....",
                "b...r"]
        return State(board=tuple(Cell(ch) for ch in "".join(rows)), turn=0, plies=0)

    def player(self, state):
        return state.turn

    def moves(self, state) -> Iterator[Optional[Move]]:
        found = False
        for move in self.piece_moves(state.board, COLORS[state.turn]):
            found = True
            yield move
        if not found:
            yield None      # nothing to do: pass

    def piece_moves(self, board, color):
        # clones: it doesn't matter which neighbour the new piece comes from
        for target, cell in enumerate(board):
            if cell is not Cell.EMPTY:
                continue
            parents = [sq for sq in NEIGHBOURS[target] if board[sq] is color]
            if parents:
                yield Move(parents[0], target)
        for source, cell in enumerate(board):
            if cell is color:
                for target in JUMPS[source]:
                    if board[target] is Cell.EMPTY:
                        yield Move(source, target)

    def play(self, state, move):
        if move is None:
            return state._replace(turn=1 - state.turn, plies=state.plies + 1)
        color = COLORS[state.turn]
        board = list(state.board)
        if move.target not in NEIGHBOURS[move.source]:
            board[move.source] = Cell.EMPTY
        board[move.target] = color
        for sq in NEIGHBOURS[move.target]:
            if board[sq] is OPPONENT[color]:
                board[sq] = color
        return State(tuple(board), 1 - state.turn, state.plies + 1)

    def outcome(self, state):
        red, blue, empty = (state.board.count(c) for c in (Cell.RED, Cell.BLUE, Cell.EMPTY))
        if red == 0:
            return mx.LOSS
        if blue == 0:
            return mx.WIN
        if empty == 0:
            return mx.WIN if red > blue else mx.LOSS if blue > red else mx.DRAW
        return mx.DRAW if state.plies >= MAX_PLIES else None

    def evaluate(self, state):
        pieces = sum(SIGN[cell] for cell in state.board)
        placement = sum(SIGN[cell] * value
                        for cell, value in zip(state.board, SQUARE_VALUE.values()))
        return 20 * pieces + placement
