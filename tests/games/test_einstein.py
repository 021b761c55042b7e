"""EinStein würfelt nicht: which stone the die moves, how it ends, and values worked out elsewhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.compiler.requirement import available
from minimaxer_games.einstein import Board, EinStein, Step, Throw

from .. import refdata


def moves(game: EinStein, text: str) -> list[str]:
    """The moves of a position, as text."""
    board = game.parse(text)
    return [game.format_move(board, move) for move in game.moves(board)]


def test_the_die_says_which_stone_moves() -> None:
    """The one of its number; else the next above and the next below; none beyond the edge."""
    game = EinStein()
    assert moves(game, "123../45.../6...f/...ed/..cba 0 4") == ["a4b3", "a4a3", "a4b4"]
    assert moves(game, "1.3../...../6...f/...ed/..cba 0 4") == ["c5d4", "c5c4", "c5d5", "a3b2", "a3a2", "a3b3"]
    assert moves(game, "1..../...../....f/...ed/..cba 0 6") == ["a5b4", "a5a4", "a5b5"]
    assert moves(game, "1..../....f/...../...../..... 1 2") == ["e4d5", "e4e5", "e4d4"]
    assert moves(game, "1.3.5/...../6...f/...ed/..cba 0 5") == ["e5e4"]


def test_a_throw_and_a_step() -> None:
    """The die is thrown before each turn; a stone takes its own as well."""
    game = EinStein(size=3)
    thrown = game.play(game.initial(), Throw(2))
    assert game.format(thrown) == "12./3.c/.ba 0 2"
    assert game.format(game.play(thrown, Step(1, 4))) == "1../32c/.ba 1 ?"
    assert game.format(game.play(game.parse("12./3.c/.ba 0 1"), Step(0, 3))) == ".2./1.c/.ba 1 ?"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [(".2./3.c/.b1 1 ?", mx.WIN), ("a2./3.c/.b. 0 ?", mx.LOSS), ("12./3../... 1 ?", mx.WIN), (".../..c/.ba 0 ?", mx.LOSS)],
)
def test_the_end(text: str, outcome: int) -> None:
    """The far corner, or no stones left."""
    game: Any = EinStein(size=3)
    assert game.outcome(game.parse(text)) == outcome


def placed(size: int, first: str, second: str, player: int) -> Board:
    """The position of stones written as number and square."""
    squares = [0] * size**2
    for sign, stones in ((1, first), (-1, second)):
        for stone in stones.split():
            number, square = map(int, stone.split(":"))
            squares[square] = sign * number
    return Board(tuple(squares), player, 0)


@pytest.mark.thorough
def test_small_boards_have_the_values_that_were_found_elsewhere() -> None:
    """Exact fractions of the first player's chances, for all ways of placing three stones."""
    rows = [row for row in refdata.rows("chance/einstein_small.csv") if row["n"] == "3"]
    assert len(rows) == 18
    game = EinStein(size=3)
    fast: Any = mx.compile(game) if available() else game
    for number, row in enumerate(rows):
        found = mx.solve(fast if number % 6 else game, placed(3, row["player0_stones"], row["player1_stones"], 0))
        assert found.win_probability == pytest.approx(float(Fraction(row["probability_first_player_wins_exact"])), rel=1e-12)


@pytest.mark.thorough
def test_endings_have_the_values_that_were_found_elsewhere() -> None:
    """On the board of 5, with compiled rules, looking deeper and deeper."""
    pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
    game = mx.compile(EinStein())
    solved = 0
    for row in refdata.rows("chance/einstein_5x5_endgames.csv")[2:32:3]:
        state = placed(5, row["player0_stones_number:square"], row["player1_stones"], int(row["player_to_roll"]))
        found = mx.solve(game, state, algorithm="star1", nodes=3_000_000)
        if found.solved:
            solved += 1
            wanted = float(Fraction(row["probability_player0_wins_exact"]))
            assert found.win_probability == pytest.approx(wanted, rel=1e-12), row
    assert solved >= 5


@pytest.mark.parametrize(
    "text", ["", "12./3.c/.ba", "12./3.c/.ba 2 ?", "12./3.c/.ba 0 4", "12./3.c/.bb 0 ?", "12./3.f/.ba 0 ?", "12/3.c/.ba 0 ?"]
)
def test_bad_positions(text: str) -> None:
    """Get an error that shows what one looks like."""
    with pytest.raises(mx.NotationError, match=r"expected 3 rows of stones, who moves and the die, such as 12./3.c/.ba 0 \?"):
        EinStein(size=3).parse(text)


@pytest.mark.parametrize(
    ("die", "text", "wanted"),
    [
        ("?", "a3b2", "what the die shows, 1 to 3"),
        ("?", "4", "what the die shows"),
        ("1", "2", "two squares"),
        ("1", "a3z9", "two"),
    ],
)
def test_bad_moves(die: str, text: str, wanted: str) -> None:
    """Get an error that says what is expected there."""
    game = EinStein(size=3)
    with pytest.raises(mx.NotationError, match=f"expected {wanted}"):
        game.parse_move(game.parse(f"12./3.c/.ba 0 {die}"), text)


def test_bad_fields() -> None:
    """Boards and numbers of stones that there are not."""
    with pytest.raises(mx.OptionError, match="expected size to be a whole number from 3 to 5"):
        EinStein(size=6)
    with pytest.raises(mx.OptionError, match="expected stones to be 3, or 6 on boards of 4 and 5, got 6"):
        EinStein(size=3, stones=6)
