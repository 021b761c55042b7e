"""What each game's `order` says of the moves of a position, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

SMALL = Breakthrough(rows=5, columns=4)

CASES: dict[str, tuple[Any, str, dict[str, int]]] = {
    # rows from 0 for player 0, 20 for a take
    "breakthrough, player 0": (
        SMALL,
        "oo.o/..o./.x.o/x..x/xx.x/0",
        {"a1b2": 1, "b1b2": 1, "b1c2": 1, "d1c2": 1, "a2a3": 2, "d2c3": 2, "b3a4": 3, "b3b4": 3, "b3c4": 23},
    ),
    "breakthrough, player 1": (
        SMALL,
        "oo.o/..o./.x.o/x..x/xx.x/1",
        {"d3c2": 3, "c4b3": 22, "c4c3": 2, "a5a4": 1, "a5b4": 1, "b5a4": 1, "b5b4": 1, "d5d4": 1},
    ),
    # squares that complete four: c1 and d1 are the mover's, then c2 and d2
    "connect four, player 0": (ConnectFour(), "4433", {"1": 1, "2": 2, "3": 0, "4": 0, "5": 2, "6": 1, "7": 0}),
    "connect four, player 1": (ConnectFour(), "44332", {"1": 0, "2": 2, "3": 0, "4": 0, "5": 0, "6": 0, "7": 0}),
    # the mover's places less the other's, and 3 for safe ones: after b1, 4 less 2, and two safe; after a1 of the second, 2 less 3
    "domineering, upright": (
        Domineering(rows=3, columns=3),
        ".../.../.../v",
        {"a1": 0, "b1": 8, "c1": 0, "a2": 0, "b2": 8, "c2": 0},
    ),
    "domineering, across": (Domineering(rows=3, columns=3), "#../#../.../h", {"a1": -1, "b1": 0, "b2": 9, "b3": 1}),
    # line 6 completes a box (8) and leaves another (-4); line 7 only leaves it, at the edge (-1)
    "dots and boxes": (DotsAndBoxes(rows=1, columns=2), "--/|../--/0/1", {"6": 4, "7": -5}),
    "dots and boxes, two boxes": (DotsAndBoxes(rows=1, columns=2), "--/|.|/--/0/1", {"6": 16}),
    # house 0 captures the 5 opposite, house 2 ends in the store
    "mancala, player 0": (Mancala(houses=3), "1,0,1,0/2,5,0,0/0", {"0": 5, "2": 1000}),
    "mancala, player 1": (Mancala(houses=3), "2,5,0,0/1,0,1,0/1", {"0": 5, "2": 1000}),
    "mancala, a seed alone": (Mancala(houses=3, empty_capture=True), "1,0,1,0/2,5,0,0/0", {"0": 6, "2": 1000}),
    "mancala, no extra turn": (Mancala(houses=3, extra_turn=False), "1,0,1,0/2,5,0,0/0", {"0": 5, "2": 1}),
    "mancala, past the store": (Mancala(houses=3), "0,1,3,0/2,5,0,0/0", {"1": 0, "2": 0}),
    # 1, 4 and 5 make 0
    "nim": (Nim(), "3,4,5/0", {"1-3": 0, "1-2": 1, "1-1": 0}),
    # three replies to each at the start, 4 each, in a quarter with 15 empty squares, 2; on a 4x4 board one of them is a corner, which
    # counts twice, and the move is beside a corner, which costs 2
    "reversi": (Reversi(), "-" * 27 + "OX------XO" + "-" * 27 + "X", {"d3": -10, "c4": -10, "f5": -10, "e6": -10}),
    "reversi, 4x4": (Reversi(size=4), "-----OX--XO-----X", {"b1": -16, "a2": -16, "d3": -16, "c4": -16}),
    # a corner, 4, less 4 for each of a2, b1 and d3; b4, beside a corner in an odd quarter, leaves two corners and two other squares;
    # with fewer than five empty squares replies are not counted, and both moves go to odd quarters
    "reversi, a corner": (Reversi(size=4), "-----OX--XX---X-O", {"d4": -8, "b4": -24}),
    "reversi, the end": (Reversi(size=4), "X-O-XOOOOOOOXXXXX", {"b1": 0, "d1": 6}),
    "reversi, a pass": (Reversi(size=4), "XXO-XXOOOXOOXXXXO", {"pass": 0}),
    # lines through a cell, less one
    "tic-tac-toe": (TicTacToe(), ".........", {str(cell): weight for cell, weight in enumerate((2, 1, 2, 1, 3, 1, 2, 1, 2), 1)}),
    # the queen on e5 is worth 8 * 90 + 10: less 3 for the rook that takes her, nothing for the pawn, which becomes one as well
    "chess": (
        ChessLite(),
        "k3q/3P1/5/K4/4R w - - 0 1",
        {"e1e5": 727, "d4e5q": 1630, "d4e5n": 1030, "d4d5q": 900, "d4d5r": 500, "e1e2": 0, "a2a1": 0},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_orders(name: str) -> None:
    """The weights of a position's moves; of the longer lists some."""
    game, text, expected = CASES[name]
    state = game.parse(text)
    found = {game.format_move(state, move): game.order(state, move) for move in game.moves(state)}
    assert {move: found.get(move) for move in expected} == expected
