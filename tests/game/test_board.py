"""Boards found in states: right cells, right owners, right clicks; nothing where it is not sure."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.drawing.boards import with_board
from minimaxer.game.boards import find_board
from minimaxer.game.boards.shape import names_of, shortest, words_of
from minimaxer.game.capability import capabilities

from .boards import COLUMNS, FORMS, ROWS, Lines

FACTS = json.loads((Path(__file__).parent / "boards.json").read_text("utf-8"))
NATURAL = Path(__file__).parents[3] / "shared" / "natural_games"


def walked(game: Any, seed: int, plies: int) -> list[Any]:
    rng, states = Random(seed), [game.initial()]
    for _ in range(plies):
        state = states[-1]
        if game.outcome(state) is not None:
            break
        states.append(game.play(state, rng.choice(list(game.moves(state)))))
    return states


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_state_is_read(form: str, moving: bool) -> None:
    """What stands where, and whose it is, against the truth that the game keeps aside; and moves by the cells they name."""
    if form == "an array":
        pytest.importorskip("numpy", reason="states with arrays need numpy")
    game = Lines(form, moving)
    board = find_board(game)
    assert board is not None
    assert (board.shape.columns, board.shape.rows) == (COLUMNS, ROWS)
    for state in walked(game, 7, 12):
        men = game.truth[id(state)]
        owners = {cell: board.owner(content) for cell, content in board.contents(state).items()}
        assert owners == {(col, row): who for (row, col), who in men.items()}
        for move in [] if game.outcome(state) is not None else game.moves(state):
            pairs = move if moving else (move,)
            assert board.touched(state, move) == [(col, row) for row, col in pairs]


@pytest.mark.parametrize("name", FACTS)
def test_boards_are_as_people_know_them(name: str) -> None:
    """Games of others, whose boards were written down before any finder had looked."""
    fact = FACTS[name]
    if ".py:" in name and not NATURAL.exists():
        pytest.skip("the games beside the project are not there")
    game = mx.find_game(str(NATURAL / name) if ".py:" in name else name)
    board = find_board(game)
    if fact is None:
        assert board is None
        return
    assert board is not None
    state = game.initial()
    assert [board.shape.columns, board.shape.rows] == fact["size"]
    men = [board.owner(content) for content in board.contents(state).values()]
    assert [men.count(0), men.count(1)] == fact.get("men", [0, 0])
    if "first" in fact:
        assert {row for (_, row), content in board.contents(state).items() if board.owner(content) == 0} == set(fact["first"])
    for each in walked(game, 3, 8) if fact.get("clicks", True) else []:
        if game.outcome(each) is None:
            assert all(board.touched(each, move) for move in game.moves(each))


class Morris:
    """Points on a ring, which is no grid."""

    def initial(self) -> Any:
        return (0,) * 24, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        return [at for at, each in enumerate(state[0]) if each == 0]

    def play(self, state: Any, move: int) -> Any:
        return tuple(state[1] + 1 if at == move else each for at, each in enumerate(state[0])), 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return None if 0 in state[0] else 0


class Failing(Morris):
    def play(self, state: Any, move: int) -> Any:
        raise ZeroDivisionError


def test_what_is_not_sure_is_not_drawn() -> None:
    for game in (Morris(), Failing()):
        assert find_board(game) is None
        assert mx.board(game) is None
        with pytest.raises(mx.GameError, match=r"no board was found in the states of .*; give it a method svg\(self, state\)"):
            mx.board(game, game.initial())
        found = capabilities(game)
        assert with_board(game, found) is found


class Flat:
    """Players fill places in a row, by turns; what the row means is said by nothing but what a test adds."""

    start: tuple[Any, ...] = (".",) * 16

    def initial(self) -> Any:
        return self.start, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[Any]:
        return [at for at, each in enumerate(state[0]) if each == "."]

    def play(self, state: Any, move: Any) -> Any:
        return tuple("xo"[state[1]] if at == move else each for at, each in enumerate(state[0])), 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return None if self.moves(state) else 0


class Ring(Flat):
    pass


class OfColours(Flat):
    """A colour W that divides the number of places, which is no width."""

    B, W = 1, 2
    start = (".",) * 18


class Crowded(Flat):
    """More men than empty cells, of the size that the class names."""

    columns, rows = 4, 3
    start = ("o", "o", "o", "o", "o", ".", ".", ".", "x", "x", "x", "x")

    def moves(self, state: Any) -> list[Any]:
        own = "xo"[state[1]]
        return [
            (at, to)
            for at, each in enumerate(state[0])
            for to in (at - 4, at + 4, at - 1, at + 1)
            if each == own and 0 <= to < 12 and state[0][to] == "."
        ]

    def play(self, state: Any, move: Any) -> Any:
        cells = list(state[0])
        cells[move[0]], cells[move[1]] = ".", cells[move[0]]
        return tuple(cells), 1 - state[1]


class Kings:
    """Men on a board, and two kings who walk among them: kept elsewhere, or, with `marks`, on the board as well."""

    columns, rows = 4, 3

    def __init__(self, marks: bool) -> None:
        self.marks = marks

    def initial(self) -> Any:
        return (
            ("o", "o", "o", "o", "x" if self.marks else ".", ".", ".", "o" if self.marks else ".", "x", "x", "x", "x"),
            0,
            (4, 7),
        )

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[Any]:
        cells, turn, kings = state
        free = [at for at, each in enumerate(cells) if each == "." and at not in kings]
        near = [(at, to) for at in range(12) for to in free if at % 4 == to % 4 or (at // 4 == to // 4 and abs(at - to) == 1)]
        men = [("man", at, to) for at, to in near if cells[at] == "xo"[turn] and at not in kings]
        return men[:2] + [("king", (to % 4, to // 4)) for at, to in near if at == kings[turn]]

    def play(self, state: Any, move: Any) -> Any:
        cells, turn, kings = state
        at, to = (kings[turn], move[1][0] + 4 * move[1][1]) if move[0] == "king" else move[1:]
        cells = list(cells)
        if move[0] == "man" or self.marks:
            cells[at], cells[to] = ".", cells[at]
        return tuple(cells), 1 - turn, tuple(to if each == at else each for each in kings)

    def outcome(self, state: Any) -> int | None:
        return None if self.moves(state) else 0


class InPairs(Kings):
    """The same, with kings kept by column and row."""

    def initial(self) -> Any:
        return self.paired(super().initial())

    def paired(self, state: Any) -> Any:
        return *state[:2], tuple((at % 4, at // 4) for at in state[2])

    def numbered(self, state: Any) -> Any:
        return *state[:2], tuple(x + 4 * y for x, y in state[2])

    def moves(self, state: Any) -> list[Any]:
        return super().moves(self.numbered(state))

    def play(self, state: Any, move: Any) -> Any:
        return self.paired(super().play(self.numbered(state), move))


class Bordered(Flat):
    """Cells within a border of signs for no cell."""

    columns, rows = 6, 5
    start = tuple("######" + "#....#" * 3 + "######")


@pytest.mark.parametrize("kind", [Ring, OfColours])
def test_numbers_that_fit_by_chance_make_no_board(kind: Any) -> None:
    assert find_board(kind()) is None


def test_a_board_without_some_of_the_men_is_not_drawn() -> None:
    """Men whose cells are kept elsewhere may stand on the board too."""
    assert find_board(InPairs(marks=False)) is None
    assert find_board(InPairs(marks=True)) is not None


def test_crowded_and_bordered_boards_are_read() -> None:
    board = find_board(Crowded())
    assert board is not None
    assert (board.shape.empty, dict(board.shape.owners)) == ("'.'", {"'x'": 0, "'o'": 1})
    assert board.touched(Crowded().initial(), (9, 5)) == [(1, 2), (1, 1)]
    board = find_board(Bordered())
    assert board is not None
    assert (board.shape.columns, board.shape.rows, len(board.shape.cells)) == (4, 3, 12)


def test_a_state_of_another_game_is_refused() -> None:
    game = Lines("rows")
    with pytest.raises(mx.OptionError, match=r"expected a state of .*, got 7"):
        mx.board(game, 7)


def test_a_state_is_drawn() -> None:
    game = Lines("rows")
    state = game.play(game.initial(), (1, 2))
    drawing = mx.board(game, state)
    assert isinstance(drawing, mx.drawing.Drawing)
    assert str(drawing).count("<circle") == 1
    found = with_board(game, capabilities(game))
    assert found.svg is not None
    assert found.areas is not None
    assert found.areas(state, (0, 0)) == [(14, 14, 40, 40)]
    board = find_board(game)
    assert board is not None
    assert board.text(state).splitlines()[1] == ". . x . ."


def test_a_game_that_draws_itself_keeps_its_picture() -> None:
    game = mx.find_game("tic_tac_toe")
    found = capabilities(game)
    assert with_board(game, found) is found


def test_contents_have_names_and_short_signs() -> None:
    """Words of a name, figures of chess, and the least that tells names apart."""
    assert [names_of(each) for each in ("K", 12, "white knight", ("rook", 3))] == [["K"], ["12"], ["white", "♞"], ["♜", "3"]]
    assert words_of((("tiger", "crab"), ("crane",))) == "tiger crab | crane"
    assert (words_of(3), words_of(())) == ("3", "")
    assert (shortest("ShortDark", ["ShortLight"]), shortest("knight", ["king", "pawn"])) == ("SD", "kn")
