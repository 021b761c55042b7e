"""Hasami on a 5x5 board, the version we play in my Thursday after-school club.

Stones slide like rooks.  A run of enemy stones caught between the stone that
has just moved and another stone of the same colour is taken off.  Moving in
between two enemy stones is safe.  Whoever is down to one stone has lost.
"""

from typing import Iterator, NamedTuple

import minimaxer as mx

SIZE = 5
EMPTY = "."
STONES = "xo"
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))
LONGEST_GAME = 60

Square = tuple[int, int]
Move = tuple[Square, Square]
Board = tuple[tuple[str, ...], ...]


class Position(NamedTuple):
    board: Board
    turn: int = 0
    ply: int = 0


def inside(r: int, c: int) -> bool:
    return 0 <= r < SIZE and 0 <= c < SIZE


def put(board: Board, square: Square, stone: str) -> Board:
    r, c = square
    row = board[r][:c] + (stone,) + board[r][c + 1:]
    return (*board[:r], row, *board[r + 1:])


def count(board: Board, stone: str) -> int:
    return sum(row.count(stone) for row in board)


class Hasami:
    def initial(self) -> Position:
        top = (STONES[1],) * SIZE
        bottom = (STONES[0],) * SIZE
        middle = ((EMPTY,) * SIZE,) * (SIZE - 2)
        return Position((top, *middle, bottom))

    def player(self, state: Position) -> int:
        return state.turn

    def moves(self, state: Position) -> Iterator[Move]:
        board = state.board
        mine = STONES[state.turn]

        def slide(r: int, c: int, dr: int, dc: int) -> Iterator[Move]:
            to_r, to_c = r + dr, c + dc
            while inside(to_r, to_c) and board[to_r][to_c] == EMPTY:
                yield (r, c), (to_r, to_c)
                to_r += dr
                to_c += dc

        for r, row in enumerate(board):
            for c, stone in enumerate(row):
                if stone == mine:
                    for dr, dc in DIRECTIONS:
                        yield from slide(r, c, dr, dc)

    def play(self, state: Position, move: Move) -> Position:
        start, end = move
        mine = STONES[state.turn]
        theirs = STONES[1 - state.turn]
        board = put(put(state.board, start, EMPTY), end, mine)

        def caught(dr: int, dc: int) -> list[Square]:
            run = []
            r, c = end[0] + dr, end[1] + dc
            while inside(r, c) and board[r][c] == theirs:
                run.append((r, c))
                r, c = r + dr, c + dc
            if inside(r, c) and board[r][c] == mine:
                return run
            return []

        taken = set()
        for dr, dc in DIRECTIONS:
            taken.update(caught(dr, dc))
        for square in taken:
            board = put(board, square, EMPTY)
        return Position(board, 1 - state.turn, state.ply + 1)

    def outcome(self, state: Position) -> int | None:
        left = {stone: count(state.board, stone) for stone in STONES}
        if left["o"] <= 1:
            return mx.WIN
        if left["x"] <= 1:
            return mx.LOSS
        if state.ply >= LONGEST_GAME:
            return mx.DRAW
        if not any(True for _ in self.moves(state)):  # walled in: that loses too
            return mx.LOSS if state.turn == 0 else mx.WIN
        return None

    def evaluate(self, state: Position) -> int:
        ours, others = (count(state.board, stone) for stone in STONES)
        centre = state.board[SIZE // 2][SIZE // 2]
        bonus = 0 if centre == EMPTY else (5 if centre == "x" else -5)
        return 100 * (ours - others) + bonus
