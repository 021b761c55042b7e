"""Boards of which a state keeps the cells of one man for each player, and perhaps the cells that are closed to them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.game.boards import Board, find_board
from minimaxer.game.boards.walking import CLOSED

ROWS, COLUMNS = 4, 5
STARTS: Final = ((3, 2), (0, 2))
Cell = tuple[int, int]
CELLS: Final = list(product(range(ROWS), range(COLUMNS)))


class Fields(NamedTuple):
    """A state with a name for each man."""

    white: Cell
    black: Cell
    closed: Any
    turn: int


class Men(NamedTuple):
    """A state with one name for both men."""

    men: Any
    closed: Any
    turn: int


FORMS: Final[dict[str, tuple[Callable[..., Any], Callable[[Any], Any]]]] = {
    "fields": (lambda men, closed, turn: Fields(men[0], men[1], closed, turn), lambda state: state[:2]),
    "pair": (lambda men, closed, turn: Men(tuple(men), closed, turn), lambda state: state.men),
    "list": (lambda men, closed, turn: Men(list(men), closed, turn), lambda state: state.men),
    "dict": (lambda men, closed, turn: Men(dict(zip("wb", men, strict=True)), closed, turn), lambda state: [*state.men.values()]),
}
"""How a state is made, and how the cells of the men are read from it."""

CLOSING: Final[dict[str, Callable[[frozenset[Cell]], Any]]] = {
    "none": lambda cells: 0,
    "set": frozenset,
    "flags": lambda cells: tuple((row, col) in cells for row in range(ROWS) for col in range(COLUMNS)),
    "open": lambda cells: [(row, col) not in cells for row in range(ROWS) for col in range(COLUMNS)],
    "rows": lambda cells: tuple(tuple(int((row, col) in cells) for col in range(COLUMNS)) for row in range(ROWS)),
}
"""How the cells that are closed are kept."""


def flat(rows: Any) -> list[Any]:
    return [each for row in rows for each in row] if isinstance(rows[0], tuple) else list(rows)


class Duel:
    """Men step to cells beside them; with `closes`, no man comes where one has stood, and with `marks_own` stands now.

    Args:
        form: How men are kept.
        closing: How closed cells are kept.
        marks_own: True if the men's own cells are among them.
    """

    def __init__(self, form: str, closing: str, marks_own: bool = False) -> None:
        self.make, self.read = FORMS[form]
        self.close = CLOSING[closing]
        self.closes, self.marks_own = closing != "none", marks_own

    def initial(self) -> Any:
        return self.made(STARTS, frozenset(STARTS if self.marks_own else ()), 0)

    def made(self, men: Any, closed: frozenset[Cell], turn: int) -> Any:
        return self.make(men, self.close(closed), turn)

    def closed(self, state: Any) -> frozenset[Cell]:
        """The cells that are closed, whatever keeps them."""
        if not isinstance(state.closed, tuple | list):
            return state.closed or frozenset()
        now, before = (flat(each) for each in (state.closed, self.close(frozenset())))
        return frozenset(cell for cell, each, other in zip(CELLS, now, before, strict=True) if each != other)

    def player(self, state: Any) -> int:
        return int(state.turn)

    def moves(self, state: Any) -> list[Cell]:
        men = self.read(state)
        row, col = men[state.turn]
        closed = self.closed(state)
        near = ((row + down, col + right) for down, right in product((-1, 0, 1), repeat=2) if (down, right) != (0, 0))
        return [(r, c) for r, c in near if 0 <= r < ROWS and 0 <= c < COLUMNS and (r, c) not in closed and (r, c) not in men]

    def play(self, state: Any, move: Cell) -> Any:
        men, closed = list(self.read(state)), self.closed(state)
        closed |= {move if self.marks_own else men[state.turn]} if self.closes else frozenset()
        men[state.turn] = move
        return self.made(men, closed, 1 - state.turn)

    def outcome(self, state: Any) -> float | None:
        return None if self.moves(state) else (mx.LOSS if state.turn == 0 else mx.WIN)


def standing(board: Board, state: Any) -> dict[tuple[int, int], int | None]:
    """The players of what stands on cells by row and column; None of closed cells."""
    return {(row, column): board.owner(content) for (column, row), content in board.contents(state).items()}


@pytest.mark.parametrize("marks_own", [False, True])
@pytest.mark.parametrize("closing", CLOSING)
@pytest.mark.parametrize("form", FORMS)
def test_men_are_found_however_they_are_kept(form: str, closing: str, marks_own: bool) -> None:
    """With the cells that are closed under them; a move is made by clicking where a man leaves and where it goes."""
    game = Duel(form, closing, marks_own)
    board = find_board(game)
    assert board is not None
    assert (board.shape.columns, board.shape.rows, len({*board.shape.cells.values()})) == (COLUMNS, ROWS, ROWS * COLUMNS)
    rng, state = Random(7), game.initial()
    for _ in range(12):
        known: dict[Cell, int | None] = dict.fromkeys(game.closed(state))
        known |= {cell: player for player, cell in enumerate(game.read(state))}
        assert standing(board, state) == known
        moves = game.moves(state)
        if not moves:
            break
        move, man = rng.choice(moves), game.read(state)[state.turn]
        assert board.touched(state, move) == [man[::-1], move[::-1]]
        state = game.play(state, move)


class WithRook(Duel):
    """The first player has another man, kept elsewhere."""

    def initial(self) -> Any:
        return super().initial(), (3, 4)

    def player(self, state: Any) -> int:
        return int(state[0].turn)

    def moves(self, state: Any) -> list[Any]:
        row, col = state[1]
        along = [(row, other) for other in range(COLUMNS) if other != col] if self.player(state) == 0 else []
        return [("man", each) for each in super().moves(state[0])] + [("rook", each) for each in along]

    def play(self, state: Any, move: Any) -> Any:
        name, cell = move
        men = state[0]._replace(turn=1 - state[0].turn) if name == "rook" else super().play(state[0], cell)
        return men, cell if name == "rook" else state[1]

    def outcome(self, state: Any) -> float | None:
        return None if self.moves(state) else mx.DRAW


class Reopening(Duel):
    """Cells are closed for one turn."""

    def play(self, state: Any, move: Cell) -> Any:
        men = list(self.read(state))
        closed, men[state.turn] = frozenset({men[state.turn]}), move
        return self.made(men, closed, 1 - state.turn)


class Walls(Duel):
    """What is kept by cells lies between them, and men walk past it."""

    def moves(self, state: Any) -> list[Any]:
        men, walls = self.read(state), [("wall", cell) for cell in CELLS[:: 3 + state.turn]]
        return super().moves(self.made(men, frozenset(), state.turn)) + walls[: 6 - len(self.closed(state))]

    def play(self, state: Any, move: Any) -> Any:
        if move[0] == "wall":
            return self.made(self.read(state), self.closed(state) | {move[1]}, 1 - state.turn)
        men = list(self.read(state))
        men[state.turn] = move
        return self.made(men, self.closed(state), 1 - state.turn)


@pytest.mark.parametrize("game", [WithRook("pair", "none"), Reopening("pair", "set"), Reopening("fields", "flags")])
def test_more_than_men_and_closed_cells_is_not_drawn(game: Any) -> None:
    """Neither a board without one of the men, nor one with something that comes and goes."""
    assert find_board(game) is None


def test_what_lies_between_cells_is_left_out() -> None:
    board = find_board(Walls("pair", "set"))
    assert board is not None
    assert not board.closes
    assert CLOSED not in board.contents(board.game.play(board.game.initial(), ("wall", (0, 0)))).values()


class Placing:
    """Players put the same letters on a board, in any order, two at once if told so, and take none away."""

    columns, rows = 4, 3

    def __init__(self, letters: str, two: bool = False, takes: bool = False) -> None:
        self.letters, self.two, self.takes = letters, two, takes

    def initial(self) -> Any:
        return ((".",) * self.columns,) * self.rows, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[Any]:
        free = [(row, col) for row, col in product(range(self.rows), range(self.columns)) if state[0][row][col] == "."]
        others = [(row, col) for row, col in product(range(self.rows), range(self.columns)) if state[0][row][col] != "."]
        taken = [("take", [each], ".") for each in others] if self.takes else []
        if self.two:
            return [("put", [(r, c), (r, c + 1)], each) for r, c in free if (r, c + 1) in free for each in self.letters]
        return taken + [("put", [each], letter) for each in free for letter in self.letters]

    def play(self, state: Any, move: Any) -> Any:
        _, cells, letter = move
        rows = [tuple(letter if (r, c) in cells else each for c, each in enumerate(row)) for r, row in enumerate(state[0])]
        return tuple(rows), 1 - state[1]

    def outcome(self, state: Any) -> float | None:
        return None if self.moves(state) else mx.DRAW


class InTexts(Placing):
    """The same with rows of text, fewer than a board of cells has places."""

    def initial(self) -> Any:
        return ("." * self.columns,) * self.rows, 0

    def play(self, state: Any, move: Any) -> Any:
        rows, turn = super().play(state, move)
        return tuple(map("".join, rows)), turn


@pytest.mark.parametrize("game", [Placing("xo"), Placing("abcdefgh"), Placing("xo", two=True), InTexts("xo")])
def test_what_both_players_put_down_is_nobodys(game: Any) -> None:
    """It is drawn all the same, and put there by clicks."""
    board = find_board(game)
    assert board is not None
    assert board.is_shared
    for move in game.moves(game.initial()):
        assert board.touched(game.initial(), move) == [cell[::-1] for cell in move[1]]
        standing = board.contents(game.play(game.initial(), move))
        assert standing == {cell[::-1]: move[2] for cell in move[1]}
        assert {board.owner(each) for each in standing.values()} == {None}


@pytest.mark.parametrize("game", [Placing("xo", takes=True), Placing("x")])
def test_nobodys_men_may_be_something_else(game: Any) -> None:
    """Those that are taken may have owners that are kept elsewhere, those of one kind may be closed cells."""
    assert find_board(game) is None
