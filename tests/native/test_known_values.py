"""Bundled games natively: published move counts and values that Python takes too long for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest
from attrs import frozen

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native import compile_game
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.domineering import Board, Domineering
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.mancala import kalah_paper
from minimaxer_games.reversi import Reversi

from .. import refdata
from ..games import test_reversi as reversi
from ..games.test_domineering import KINDS, WINNERS
from ..needs import thorough_but

KALAH = {
    1: (0, -2, 6, -2, 2, 0),
    2: (2, -2, -2, -12, 6, 8),
    3: (0, 4, 2, 2, 6, -10),
    4: (2, 6, 8, 2),
    5: (0, 0, 8),
    6: (2, 10),
}
"""By houses: the first player's margin with 1, 2, 3 ... seeds in each house.

Source: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, tables 9 and 10; margins of up to three
houses worked out by two independent programs, in agreement with table 10.
"""
LARGE_BOARDS = [(5, 7), (6, 6), (6, 7), (7, 4), (7, 5), (7, 6)]
KALAH_BIGGER = {(4, 5): 2, (5, 4): 12, (6, 3): 2}


def value(game: Any, **options: Any) -> tuple[float, bool]:
    """The value of a game, and whether that is proven."""
    with closing(mx.Search(game, mx.AlphaBetaOptions(**options))) as engine:
        result = engine.solve()
    return result.value, result.solved


@pytest.mark.thorough
@pytest.mark.parametrize("houses", thorough_but(KALAH, 4))
def test_kalah_table(houses: int) -> None:
    """Rows of the paper's table, but for its biggest boards; the smallest are searched sooner than compiled."""
    for seeds, margin in list(enumerate(KALAH[houses], 1))[:: 1 if houses < 3 else 2]:
        game = kalah_paper(houses, seeds)
        assert value(game if houses < 3 else compile_game(game, check=False)) == (margin, True), seeds


@pytest.mark.thorough
@pytest.mark.parametrize(("houses_seeds", "margin"), KALAH_BIGGER.items())
def test_bigger_boards_of_the_kalah_table(houses_seeds: tuple[int, int], margin: int) -> None:
    """Boards that take a minute or so each."""
    assert value(compile_game(kalah_paper(*houses_seeds), check=False), table="256MB") == (margin, True)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rows", "columns"), [(7, 7), *(pytest.param(rows, columns, marks=pytest.mark.thorough) for rows, columns in LARGE_BOARDS)]
)
def test_domineering_on_large_boards(rows: int, columns: int) -> None:
    """Who wins, whoever begins."""
    game = compile_game(Domineering(rows=rows, columns=columns))
    with closing(mx.Search(game, mx.AlphaBetaOptions(goal=mx.DRAW + 1))) as engine:
        winners = [0 if engine.solve(Board(0, player)).value > 0 else 1 for player in (0, 1)]
    assert KINDS[winners[0], winners[1]] == WINNERS[rows - 1][columns - 1]


@pytest.mark.thorough
def test_dots_and_boxes_of_three_rows() -> None:
    """3x3 is lost by three boxes."""
    assert value(compile_game(DotsAndBoxes(), check=False)) == (-3, True)


@pytest.mark.thorough
@pytest.mark.parametrize(("rows", "columns", "least"), [(3, 3, 9), (3, 4, 17), (4, 4, 26)])
def test_dots_and_boxes_with_fewer_moves(rows: int, columns: int, least: int) -> None:
    """With the moves worth searching and with all of them, positions have the same values; half the moves follow the order."""
    game, rng = DotsAndBoxes(rows=rows, columns=columns), Random(1)
    fast = compile_game(game, check=False)
    every = mx.AlphaBetaOptions(ignore=frozenset({"search_moves", "canonical", "map_move"}))
    with closing(mx.Search(fast)) as fewer, closing(mx.Search(fast, every)) as plain:
        for _ in range(300):
            board = game.initial()
            for _ in range(rng.randint(least, game.count - 2)):
                drawn = sorted(game.moves(board), key=lambda _: rng.random())
                board = game.play(board, max(drawn, key=partial(game.order, board)) if rng.random() < 0.5 else drawn[0])
            assert fewer.solve(board).value == plain.solve(board).value, game.format(board)


@pytest.mark.thorough
def test_breakthrough_with_one_row_of_men() -> None:
    """Five by five is won by who begins, with his 17th ply counted from 1."""
    result = mx.solve(compile_game(Breakthrough(columns=5, rows=5, men=1)))
    assert (result.winner, result.plies_to_end) == (0, 17)


@pytest.mark.thorough
@pytest.mark.parametrize(("board", "winner", "plies"), [((3, 5), 1, 18), ((4, 5), 1, 22), ((3, 6), 0, 23)])
def test_breakthrough_with_two_rows_of_men(board: tuple[int, int], winner: int, plies: int) -> None:
    """Small boards, solved."""
    result = mx.solve(compile_game(Breakthrough(columns=board[0], rows=board[1]), check=False))
    assert (result.winner, result.plies_to_end) == (winner, plies)


# --- reversi ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", thorough_but([4, 6, 8], 8))
def test_reversi_perft(size: int) -> None:
    """All published counts, on the whole board with the top bit in use."""
    game: Any = compile_game(Reversi(size=size), check=size == 8)
    assert tuple(reversi.published(game, depth) for depth in range(1, len(reversi.PERFT[size]) + 1)) == reversi.PERFT[size]


@pytest.mark.thorough
def test_the_smallest_reversi_is_lost() -> None:
    """On 4x4 who begins loses by 3 to 11."""
    assert value(compile_game(Reversi(size=4), check=False)) == (-8, True)


@pytest.fixture(scope="module")
def endings() -> Iterator[mx.Search[Any, int]]:
    """What solves the ends of games by tournament rules, on two threads."""
    with closing(mx.Search(compile_game(Reversi(empties="winner")), threads=2)) as engine:
        yield engine


@pytest.mark.thorough
def test_every_move_of_small_endgames() -> None:
    """Up to ten empty squares, every move's value exact."""
    game: Any = compile_game(Reversi(empties="winner"))
    rows = reversi.endgames(10)
    assert len(rows) > 100
    for row in rows:
        reversi.check_endgame(game, row)


def ffo(numbers: list[int]) -> list[tuple[int, str]]:
    """Lines of the FFO endgame suite by their numbers (M. Buro and others; scores by Edax)."""
    lines = refdata.path("othello/fforum-1-19.obf").read_text().splitlines()[:19]
    lines += refdata.path("othello/fforum-20-39.obf").read_text().splitlines()[:20]
    lines += refdata.path("othello/fforum-40-59.obf").read_text().splitlines()[:20]
    return [(number, lines[number - 1]) for number in numbers]


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param([*range(1, 8), 20], id="up to 14"),
        pytest.param([*range(8, 13), 21], id="15", marks=pytest.mark.thorough),
        pytest.param([*range(22, 31), 40], id="up to 20", marks=pytest.mark.thorough),
    ],
)
def test_ffo_endgames(endings: mx.Search[Any, int], numbers: list[int]) -> None:
    """Positions by how many squares are empty at most: the value, and a best move."""
    rules = Reversi(empties="winner")
    for number, line in ffo(numbers):
        scores = {
            move.strip().lower(): int(score)
            for move, _, score in (part.partition(":") for part in line.split(";")[1:] if part.strip())
        }
        state = rules.parse(line)
        result = endings.solve(state)
        assert (result.value if state.player == 0 else -result.value) == max(scores.values()), number
        assert scores[rules.format_move(state, result.move or 0)] == max(scores.values()), number


# --- the table ------------------------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where one stands on a lattice, or how far into a dead end."""

    x: int
    y: int
    dead: int


@frozen
class Lattice:
    """Two ways on from every point, which meet again and again, among eight short dead ends."""

    size: int = 12

    def initial(self) -> Spot:
        return Spot(0, 0, 0)

    def player(self, spot: Spot) -> int:
        return 0

    def moves(self, spot: Spot) -> range:
        return range(1 if spot.dead else 10)

    def play(self, spot: Spot, move: int) -> Spot:
        if spot.dead or move < 8:
            return Spot(spot.x, spot.y, spot.dead + 1)
        return Spot(spot.x + 1, spot.y, 0) if move == 8 else Spot(spot.x, spot.y + 1, 0)

    def outcome(self, spot: Spot) -> int | None:
        return mx.DRAW if spot.dead == 3 or spot.x + spot.y >= 2 * self.size else None

    def bounds(self, spot: Spot) -> tuple[int, int]:
        return mx.DRAW, mx.WIN


def test_dead_ends_do_not_hide_transpositions() -> None:
    """Small subtrees are left out of large tables; the few large ones beside them are not."""
    with closing(mx.Search(compile_game(Lattice(), check=False), mx.AlphaBetaOptions(table=1 << 20))) as engine:
        result = engine.solve()
    assert (result.value, result.solved) == (0, True)
    assert result.nodes < 20_000
