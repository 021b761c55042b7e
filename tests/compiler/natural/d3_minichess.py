"""Mini chess on a 4x4 board. Take the enemy king to win.

Upper case is player 0, moving up towards row 0; lower case is player 1.
"""
from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Iterator, Optional

import minimaxer as mx

SIZE = 4
MOVE_LIMIT = 60
EMPTY = "."
START = "kr.n" "p..p" "P..P" "N.RK"
# (row, col) steps for each kind of piece; only the rook slides
OFFSETS = {
    "k": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
    "n": [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)],
    "r": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "p": [(-1, -1), (-1, 0), (-1, 1)],  # as seen by player 0
}
VALUES = {"k": 1000, "r": 50, "n": 30, "p": 10}


class Side(Enum):
    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        return Side(1 - self.value)


@dataclass(frozen=True)
class Move:
    src: int
    dst: int


@dataclass(frozen=True)
class Game:
    board: tuple[str, ...]
    side: Side
    moves_made: int = 0


def owner(piece: str) -> Optional[Side]:
    if piece == EMPTY:
        return None
    return Side.WHITE if piece.isupper() else Side.BLACK


def on_board(row: int, col: int) -> bool:
    return 0 <= row < SIZE and 0 <= col < SIZE


class MiniChess:
    def initial(self) -> Game:
        return Game(board=tuple(START), side=Side.WHITE)

    def player(self, state: Game) -> int:
        return state.side.value

    def moves(self, state: Game) -> Iterator[Move]:
        for src, piece in enumerate(state.board):
            if owner(piece) is not state.side:
                continue
            if piece.lower() == "p":
                yield from self._pawn_moves(state, src)
            else:
                yield from self._piece_moves(state, src, piece.lower())

    def _piece_moves(self, state: Game, src: int, kind: str) -> Iterator[Move]:
        for dr, dc in OFFSETS[kind]:
            row, col = src // SIZE + dr, src % SIZE + dc
            while on_board(row, col):
                dst = row * SIZE + col
                target = state.board[dst]
                if owner(target) is not state.side:
                    yield Move(src, dst)
                if target != EMPTY or kind != "r":
                    break
                row, col = row + dr, col + dc

    def _pawn_moves(self, state: Game, src: int) -> Iterator[Move]:
        row, col = divmod(src, SIZE)
        forward = 1 if state.side is Side.WHITE else -1
        for dr, dc in OFFSETS["p"]:
            r, c = row + dr * forward, col + dc
            if on_board(r, c):
                target = owner(state.board[r * SIZE + c])
                # straight ahead needs an empty square, diagonally an enemy
                if target is (state.side.other if dc else None):
                    yield Move(src, r * SIZE + c)

    def play(self, state: Game, move: Move) -> Game:
        board = list(state.board)
        piece = board[move.src]
        if piece == "P" and move.dst < SIZE:
            piece = "R"
        elif piece == "p" and move.dst >= SIZE * (SIZE - 1):
            piece = "r"
        board[move.src] = EMPTY
        board[move.dst] = piece
        return Game(tuple(board), state.side.other, state.moves_made + 1)

    def outcome(self, state: Game) -> Optional[int]:
        if "k" not in state.board:
            return mx.WIN
        if "K" not in state.board:
            return mx.LOSS
        stuck = next(self.moves(state), None) is None
        return mx.DRAW if stuck or state.moves_made >= MOVE_LIMIT else None

    def evaluate(self, state: Game) -> int:
        white = sum(VALUES[p.lower()] for p in state.board if p.isupper())
        black = sum(VALUES[p] for p in state.board if p.islower())
        return white - black
