"""Gobblet Gobblers: three in a row on a 3x3 board with pieces that swallow smaller ones.

House rule: nobody may play into the cell that was vacated by the move before.
"""

from enum import Enum

from attrs import evolve, frozen

import minimaxer as mx

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MAX_PLIES = 40


class Player(Enum):
    ORANGE = 0
    BLUE = 1

    @property
    def other(self) -> "Player":
        return Player.BLUE if self is Player.ORANGE else Player.ORANGE


class Size(Enum):
    SMALL = 1
    MEDIUM = 2
    LARGE = 3


FULL_HAND = (Size.SMALL, Size.SMALL, Size.MEDIUM, Size.MEDIUM, Size.LARGE, Size.LARGE)


@frozen
class Cell:
    """Up to three pieces can be on a cell, one of each size, each hidden by the next larger one."""

    small: Player | None = None
    medium: Player | None = None
    large: Player | None = None

    @property
    def owner(self) -> Player | None:
        return self.large or self.medium or self.small

    @property
    def size(self) -> Size | None:
        if self.large:
            return Size.LARGE
        if self.medium:
            return Size.MEDIUM
        return Size.SMALL if self.small else None

    def accepts(self, size: Size) -> bool:
        return self.size is None or self.size.value < size.value

    def with_piece(self, size: Size, owner: Player | None) -> "Cell":
        match size:
            case Size.SMALL:
                return evolve(self, small=owner)
            case Size.MEDIUM:
                return evolve(self, medium=owner)
            case _:
                return evolve(self, large=owner)


@frozen
class Drop:
    size: Size
    to: int

    def __str__(self) -> str:
        return f"{self.size.name.lower()} to {self.to}"


@frozen
class Shift:
    origin: int
    to: int

    @property
    def is_central(self) -> bool:
        return self.to == 4


@frozen
class Pass:
    """Only for a player who can do nothing else."""


Move = Drop | Shift | Pass


@frozen
class State:
    turn: Player = Player.ORANGE
    board: tuple[Cell, ...] = (Cell(),) * 9
    hands: tuple[tuple[Size, ...], ...] = (FULL_HAND, FULL_HAND)
    vacated: int | None = None
    winner: Player | None = None
    plies: int = 0


def has_line(board: list[Cell], player: Player) -> bool:
    return any(all(board[i].owner is player for i in line) for line in LINES)


class GobbletGobblers:
    def initial(self) -> State:
        return State()

    def player(self, state: State) -> int:
        return state.turn.value

    def moves(self, state: State) -> list[Move]:
        board, hand = state.board, state.hands[state.turn.value]
        targets = [i for i in range(9) if i != state.vacated]
        own = [i for i in range(9) if board[i].owner is state.turn]
        drops = [Drop(size, to) for size in Size if size in hand for to in targets if board[to].accepts(size)]
        shifts = [Shift(i, to) for i in own for to in targets if board[to].accepts(board[i].size)]
        return drops + shifts or [Pass()]

    def play(self, state: State, move: Move) -> State:
        board, hands, me = list(state.board), list(state.hands), state.turn
        vacated = None
        match move:
            case Drop(size=size, to=to):
                board[to] = board[to].with_piece(size, me)
                hand = list(hands[me.value])
                hand.remove(size)
                hands[me.value] = tuple(hand)
            case Shift(origin=origin, to=to):
                size = board[origin].size
                board[origin] = board[origin].with_piece(size, None)
                board[to] = board[to].with_piece(size, me)
                vacated = origin
            case Pass():
                pass

        # Uncovering a line of the opponent's loses, even if the move makes one for oneself.
        winner = next((player for player in (me.other, me) if has_line(board, player)), None)
        return State(me.other, tuple(board), tuple(hands), vacated, winner, state.plies + 1)

    def outcome(self, state: State) -> int | None:
        match state.winner:
            case Player.ORANGE:
                return mx.WIN
            case Player.BLUE:
                return mx.LOSS
            case None:
                return mx.DRAW if state.plies >= MAX_PLIES else None

    def order(self, state: State, move: Move) -> int:
        match move:
            case Drop(size, 4):
                return 3 + size.value
            case Shift() if move.is_central:
                return 3
            case _:
                return 0
