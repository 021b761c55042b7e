"""Mini Quarto on a 3x3 board.

The eight pieces are the vertices of a cube: every piece is tall or short,
round or square, dark or light.  A turn is: place the piece you were handed,
then choose the piece your opponent has to place.  Completing a row, column or
diagonal of three pieces which share some property wins.  Eight pieces on nine
squares, so if nobody gets there one square stays empty and it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import minimaxer as mx

SIDE = 3


class Piece(NamedTuple):
    tall: bool
    round: bool
    dark: bool


PIECES = tuple(Piece(*bits) for bits in product((False, True), repeat=3))

ROWS = [tuple(range(SIDE * r, SIDE * r + SIDE)) for r in range(SIDE)]
COLUMNS = list(zip(*ROWS))
DIAGONALS = [
    tuple(row[i] for i, row in enumerate(ROWS)),
    tuple(row[-1 - i] for i, row in enumerate(ROWS)),
]
LINES = [*ROWS, *COLUMNS, *DIAGONALS]


@dataclass(frozen=True)
class Give:
    index: int


@dataclass(frozen=True)
class Place:
    square: int


@dataclass(frozen=True, slots=True)
class State:
    board: tuple[Piece | None, ...] = (None,) * SIDE**2
    available: tuple[bool, ...] = (True,) * len(PIECES)
    piece: Piece | None = None  # in the hand of `turn`; None: `turn` has to give
    turn: int = 0


def alike(first: Piece, *others: Piece) -> bool:
    """Do the pieces share at least one property?"""
    return any(
        all(other[k] == value for other in others) for k, value in enumerate(first)
    )


def pieces_on(board: tuple[Piece | None, ...], line: tuple[int, ...]) -> list[Piece]:
    return [piece for i in line if (piece := board[i]) is not None]


class MiniQuarto:
    def initial(self) -> State:
        return State()

    def player(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[Give | Place]:
        if state.piece is None:
            yield from (Give(i) for i, free in enumerate(state.available) if free)
        else:
            yield from (Place(i) for i, p in enumerate(state.board) if p is None)

    def play(self, state: State, move: Give | Place) -> State:
        if isinstance(move, Give):
            i = move.index
            return replace(
                state,
                available=state.available[:i] + (False,) + state.available[i + 1 :],
                piece=PIECES[i],
                turn=1 - state.turn,
            )
        before, after = state.board[: move.square], state.board[move.square + 1 :]
        return replace(state, board=(*before, state.piece, *after), piece=None)

    def outcome(self, state: State) -> int | None:
        for line in LINES:
            pieces = pieces_on(state.board, line)
            if len(pieces) == SIDE and alike(*pieces):
                # Whoever placed the last piece has not given one yet.
                return mx.WIN if state.turn == 0 else mx.LOSS
        if state.piece is None and not any(state.available):
            return mx.DRAW
        return None

    def evaluate(self, state: State) -> int:
        """Open threats are good for the player who holds a piece."""
        if state.piece is None:
            return 0
        pairs = (pieces_on(state.board, line) for line in LINES)
        threats = [pair for pair in pairs if len(pair) == SIDE - 1]
        best = max((sum(map(lambda a, b: a == b, *pair)) for pair in threats), default=0)
        ready = any(alike(state.piece, *pair) for pair in threats)
        score = 50 * ready + best
        return score if state.turn == 0 else -score
