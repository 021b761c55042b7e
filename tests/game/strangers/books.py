"""Men step on a board, beside which the state keeps books: all cells, the moves allowed, those made, where men were taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

SIDE = 5
CELLS = frozenset((r, c) for r in range(SIDE) for c in range(SIDE))


class State(NamedTuple):
    board: Any
    turn: int
    ply: int
    book: Any


def allowed(board: Any, turn: int) -> tuple[Any, ...]:
    men = [(r, c) for r, c in sorted(CELLS) if board[r][c] == "xo"[turn]]
    steps = [((r, c), to) for r, c in men for to in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if to in CELLS]
    return tuple(step for step in steps if board[step[1][0]][step[1][1]] != "xo"[turn])


def noted(book: Any, board: Any, turn: int, move: Any) -> Any:
    return CELLS


class Books:
    def initial(self) -> State:
        board = (("o",) * SIDE, *((".",) * SIDE for _ in range(SIDE - 2)), ("x",) * SIDE)
        return State(board, 0, 0, noted((), board, 0, None))

    def player(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterator[Any]:
        yield from allowed(state.board, state.turn)

    def play(self, state: State, move: Any) -> State:
        rows = [list(row) for row in state.board]
        (r, c), (r2, c2) = move
        rows[r][c], rows[r2][c2] = ".", rows[r][c]
        board = tuple(map(tuple, rows))
        return State(board, 1 - state.turn, state.ply + 1, noted(state.book, state.board, 1 - state.turn, move))

    def outcome(self, state: State) -> int | None:
        return None if state.ply < 60 and allowed(state.board, state.turn) else 0
