"""Quarto, object oriented: choosing a piece for the opponent and placing it are two separate moves."""
from abc import ABC, abstractmethod
from dataclasses import astuple, dataclass
from enum import Enum, auto
from itertools import product
from typing import Iterable, List, Optional, Tuple

import minimaxer as mx


class Height(Enum):
    SHORT = auto()
    TALL = auto()


class Shade(Enum):
    LIGHT = auto()
    DARK = auto()


class Shape(Enum):
    ROUND = auto()
    SQUARE = auto()


class Top(Enum):
    SOLID = auto()
    HOLLOW = auto()


@dataclass(frozen=True)
class Piece:
    height: Height
    shade: Shade
    shape: Shape
    top: Top

    def __str__(self) -> str:
        return "".join(attribute.name[0] for attribute in astuple(self))


PIECES = [Piece(*attributes) for attributes in product(Height, Shade, Shape, Top)]


class Board:
    """Four by four squares, immutable."""

    SIZE = 4

    def __init__(self, rows: Optional[Tuple[Tuple[Optional[Piece], ...], ...]] = None):
        self.rows = rows or ((None,) * self.SIZE,) * self.SIZE

    def __eq__(self, other):
        return isinstance(other, Board) and self.rows == other.rows

    def __hash__(self):
        return hash(self.rows)

    def __getitem__(self, square: Tuple[int, int]) -> Optional[Piece]:
        row, column = square
        return self.rows[row][column]

    def __contains__(self, piece: Piece) -> bool:
        return any(piece in row for row in self.rows)

    def __str__(self) -> str:
        return "\n".join(" ".join(str(piece) if piece else "...." for piece in row) for row in self.rows)

    def with_piece(self, square: Tuple[int, int], piece: Piece) -> "Board":
        rows = [list(row) for row in self.rows]
        rows[square[0]][square[1]] = piece
        return Board(tuple(tuple(row) for row in rows))

    def empty_squares(self) -> List[Tuple[int, int]]:
        return [(r, c) for r in range(self.SIZE) for c in range(self.SIZE) if self[r, c] is None]

    def lines(self) -> Iterable[Tuple[Optional[Piece], ...]]:
        yield from self.rows
        yield from zip(*self.rows)
        yield tuple(self[i, i] for i in range(self.SIZE))
        yield tuple(self[i, self.SIZE - 1 - i] for i in range(self.SIZE))

    def has_quarto(self) -> bool:
        return any(self.is_quarto(line) for line in self.lines())

    @staticmethod
    def is_quarto(line: Iterable[Optional[Piece]]) -> bool:
        pieces = list(line)
        if None in pieces:
            return False
        for name in ("height", "shade", "shape", "top"):
            if len({getattr(piece, name) for piece in pieces}) == 1:
                return True
        return False


class Action(ABC):
    @abstractmethod
    def apply(self, state: "State") -> "State":
        ...


@dataclass(frozen=True)
class Give(Action):
    piece: Piece

    def apply(self, state: "State") -> "State":
        return State(state.board, self.piece, 1 - state.turn)


@dataclass(frozen=True)
class Place(Action):
    row: int
    column: int

    def apply(self, state: "State") -> "State":
        board = state.board.with_piece((self.row, self.column), state.in_hand)
        return State(board, None, state.turn)


@dataclass(frozen=True)
class State:
    board: Board
    in_hand: Optional[Piece]
    turn: int

    def actions(self) -> List[Action]:
        if self.in_hand is None:
            return [Give(piece) for piece in PIECES if piece not in self.board]
        return [Place(row, column) for row, column in self.board.empty_squares()]


class Quarto:
    def initial(self) -> State:
        return State(Board(), None, 0)

    def player(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> List[Action]:
        return state.actions()

    def play(self, state: State, move: Action) -> State:
        return move.apply(state)

    def outcome(self, state: State) -> Optional[int]:
        if state.board.has_quarto():
            # the turn only passes on after giving, so the winner is still to move
            return mx.WIN if state.turn == 0 else mx.LOSS
        if not state.board.empty_squares():
            return mx.DRAW
        return None

    def render(self, state: State) -> str:
        return f"{state.board}\nin hand: {state.in_hand or 'nothing'}"
