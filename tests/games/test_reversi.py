"""Reversi against published move counts (G. Bik; pyspiel) and values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal

import pytest

import minimaxer as mx
from minimaxer_games.reversi import PASS, Board, Reversi

from .. import refdata

PERFT = {
    8: (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288),
    6: (4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912),
    4: (4, 12, 44, 128, 424, 1256, 3624, 9116, 20040, 36528, 50576, 57000),
}
"""Passes are plies; a game that is over counts once more, a ply after its end."""


def published(game: mx.Game[object, int], depth: int) -> int:
    """The count by the published convention, from ours."""
    ended_before = mx.perft(game, depth=depth - 1, finished=True) - mx.perft(game, depth=depth - 1) if depth > 1 else 0
    return mx.perft(game, depth=depth, finished=True) - ended_before


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "depth"), [(8, 5), (6, 5), (4, 9)])
def test_perft(size: int, depth: int) -> None:
    """In Python, as deep as takes no long time."""
    game: mx.Game[object, int] = Reversi(size=size)  # type: ignore[assignment]  # a game of boards
    assert tuple(published(game, plies) for plies in range(1, depth + 1)) == PERFT[size][:depth]


def scores(row: dict[str, str]) -> dict[str, int]:
    """The value of each move for its mover."""
    return {move: int(score) for move, _, score in (each.partition(":") for each in row["move_scores"].split())}


def endgames(most_empties: int, least_empties: int = 0) -> list[dict[str, str]]:
    """Reference positions by their number of empty squares."""
    rows = refdata.rows("othello/othello_small_endgames.csv")
    return [row for row in rows if least_empties <= int(row["empties"]) <= most_empties]


def check_endgame(game: mx.Game[object, int], row: dict[str, str]) -> None:
    """The value and every move's value are exact."""
    rules = Reversi(empties="winner")
    state = rules.parse(row["board_a1_to_h8_rowwise"] + row["side_to_move"])
    result = mx.solve(game, state, options=mx.AlphaBetaOptions(exact_moves=True))
    sign = 1 if state.player == 0 else -1
    assert sign * result.value == int(row["exact_score_for_mover_empties_to_winner"])
    found = {rules.format_move(state, each.move): sign * (each.value or 0) for each in result.moves}
    assert found == scores(row) or (list(found), scores(row)) == (["pass"], {})


def test_endgames() -> None:
    """Every move of positions with four and five empty squares, in Python."""
    rows = endgames(5)
    assert len(rows) > 20
    for row in rows:
        check_endgame(Reversi(empties="winner"), row)  # type: ignore[arg-type]  # a game of boards


def minimax(game: Reversi, board: Board) -> int:
    """The value for black, by the rules alone."""
    outcome = game.outcome(board)
    if outcome is not None:
        return outcome
    values = [minimax(game, game.play(board, move)) for move in game.moves(board)]
    return max(values) if board.player == 0 else min(values)


def random_boards(size: int, empty: int, count: int) -> Iterator[Board]:
    """Boards of random discs with so many empty squares, which no game need lead to."""
    game, rng = Reversi(size=size), random.Random(size + 10 * empty)
    for _ in range(count):
        free = set(rng.sample(range(size * size), empty))
        share = rng.choice((0.1, 0.5, 0.9))
        signs = ("-" if square in free else "X" if rng.random() < share else "O" for square in range(size * size))
        yield game.parse("".join(signs) + rng.choice("XO"))


@pytest.mark.parametrize("empties", ["nobody", "winner"])
@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("empty", [0, 1, 2, 3])
def test_bounds_agree_with_minimax(size: int, empty: int, empties: Literal["nobody", "winner"]) -> None:
    """With at most two empty squares they are the value itself, passes and full boards included."""
    game = Reversi(size=size, empties=empties)
    for board in random_boards(size, empty, 60):
        low, high = game.bounds(board)
        value = minimax(game, board)
        assert low <= value <= high
        assert (low == high) == (empty <= 2), game.format(board)


@pytest.mark.parametrize("size", [4, 6])
def test_solving_agrees_with_minimax(size: int) -> None:
    """Ends with three to five empty squares, whose order is by quarters and by replies."""
    game = Reversi(size=size)
    for empty in (3, 4, 5):
        for board in random_boards(size, empty, 12):
            if game.outcome(board) is None:
                assert mx.solve(game, board).value == minimax(game, board), game.format(board)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_quarters(size: int) -> None:
    """They cover the board without overlap, each a square with one corner."""
    game = Reversi(size=size)
    assert sum(game.quarters) == game.squares
    for quarter in game.quarters:
        assert mx.bits.popcount(quarter) == size * size // 4
        assert mx.bits.popcount(quarter & game.corners) == 1


def test_passes_are_moves() -> None:
    """Who cannot place a disc passes; when neither can, the game is over."""
    game = Reversi(size=4)
    state = game.parse("XXXXXXXXXXXXXXO-O")
    assert list(game.moves(state)) == [PASS]
    assert game.is_legal(state, PASS)
    assert game.format_move(state, PASS) == "pass"
    passed = game.play(state, game.parse_move(state, "pass"))
    assert [game.format_move(passed, move) for move in game.moves(passed)] == ["d4"]
    assert not game.is_legal(passed, PASS)
    over = game.play(passed, 15)
    assert game.outcome(over) == 16


def test_empty_squares_may_count_for_the_winner() -> None:
    """In tournaments they do."""
    text = "XXXX-----------O"
    assert Reversi(size=4).outcome(Reversi(size=4).parse(text + "X")) == 3
    assert Reversi(size=4, empties="winner").outcome(Reversi(size=4).parse(text + "X")) == 14
    assert Reversi(size=4, empties="winner").outcome(Reversi(size=4).parse(text.translate({88: "O", 79: "X"}) + "X")) == -14


def test_notation() -> None:
    """OBF lines are read, with their scores or without."""
    game = Reversi(size=4)
    start = game.initial()
    assert game.format(start) == "-----OX--XO-----X"
    assert game.parse("-----OX--XO----- X; B1:+2;") == game.parse("-----ox--xo-----x") == start
    assert game.render(start).splitlines()[:3] == ["  a b c d", "1 - - - -", "2 - O X -"]
    with pytest.raises(mx.NotationError, match="expected 16 signs, each X, O or -, then X or O for who moves, got 'XO'"):
        game.parse("XO")
    for text in ("e1", "a5", "1a", "", "a" + "1" * 5000):
        with pytest.raises(mx.NotationError, match="expected a square from a1 to d4, or pass, got"):
            game.parse_move(start, text)


def test_bad_options() -> None:
    """Sizes and owners are known."""
    with pytest.raises(mx.OptionError, match="expected size to be 4, 6 or 8, got 5"):
        Reversi(size=5)
    with pytest.raises(mx.OptionError, match="expected empties to be nobody or winner, got 'black'"):
        Reversi(empties="black")  # type: ignore[arg-type]  # wrong on purpose
