"""Tic-tac-toe against its well-known counts."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer_games.tic_tac_toe import Board, TicTacToe

GAMES_BY_LENGTH = {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
NODES = 549_946
REACHABLE = 5_478


def test_value() -> None:
    """Perfect play draws."""
    result = mx.solve(TicTacToe())
    assert (result.value, result.solved, result.winner) == (mx.DRAW, True, None)


def test_reachable_positions() -> None:
    """5,478 positions can be reached, 958 of them finished."""
    game = TicTacToe()
    seen = {game.initial()}
    todo = [game.initial()]
    while todo:
        board = todo.pop()
        if game.outcome(board) is None:
            new = {game.play(board, cell) for cell in game.moves(board)} - seen
            seen |= new
            todo += new
    assert len(seen) == REACHABLE
    assert sum(game.outcome(board) is not None for board in seen) == 958


def test_number_of_games() -> None:
    """255,168 games can be played."""
    assert mx.perft(TicTacToe(), depth=9, finished=True) == sum(GAMES_BY_LENGTH.values()) == 255_168


@pytest.mark.thorough
def test_plain_minimax_visits_the_whole_tree() -> None:
    """The tree has 549,946 nodes, and plain minimax visits each once."""
    options = mx.AlphaBetaOptions(deepening=False, memory=None)
    result = mx.search(TicTacToe(), depth=9, algorithm="minimax", options=options)
    assert (result.nodes, result.value) == (NODES, mx.DRAW)


class ThreeResults(TicTacToe):
    """Tic-tac-toe in which a win is a win, quick or slow: 1, 0 or -1."""

    def outcome(self, board: Board) -> int | None:
        outcome = super().outcome(board)
        return None if outcome is None else outcome // mx.WIN


def test_alphabeta_visits_the_known_number_of_nodes() -> None:
    """Cells in natural order, an open window and no memory of any kind: 18,297 nodes."""
    options = mx.AlphaBetaOptions(deepening=False, ordering="none", ignore={"order", "evaluate"})
    result = mx.search(ThreeResults(), depth=9, algorithm="alphabeta", options=options)
    assert (result.nodes, result.value) == (18_297, mx.DRAW)


def test_wins_are_quick_and_losses_slow() -> None:
    """The winner takes the win at hand; the loser blocks the nearest."""
    game = TicTacToe()
    result = mx.solve(game, game.parse("xx.oo...."))
    assert (result.move, result.plies_to_end, result.winner) == (2, 1, 0)
    result = mx.solve(game, game.parse("xx..o...."))
    assert result.move == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xo", "expected nine of x, o and . from the top left, such as x...o...., got 'xo'"),
        ("xxx......", "expected as many x as o or one more, got 3 x and 0 o in 'xxx......'"),
        ("zzzzzzzzz", "expected nine of x, o and ."),
    ],
)
def test_bad_positions(text: str, message: str) -> None:
    """A text that is no position gets an error that says what one looks like."""
    with pytest.raises(mx.NotationError) as caught:
        TicTacToe().parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["0", "10", "a", ""])
def test_bad_moves(text: str) -> None:
    """A text that is no cell gets an error with the range."""
    with pytest.raises(mx.NotationError, match="expected a cell from 1 to 9"):
        TicTacToe().parse_move(TicTacToe().initial(), text)


def test_notation_and_render() -> None:
    """Positions survive writing and reading; the board shows the numbers of empty cells."""
    game = TicTacToe()
    board = Board((1, 0, 0, 0, 2, 0, 0, 0, 1), 1)
    assert game.format(board) == "x...o...x"
    assert game.parse(game.format(board)) == board
    assert game.render(board) == " x | 2 | 3\n---+---+---\n 4 | o | 6\n---+---+---\n 7 | 8 | x"
