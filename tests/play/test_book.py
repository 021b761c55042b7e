"""Opening books: what was played is known, counted once, drawn by its points, and used by players and matches."""

from __future__ import annotations

import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.errors import NotationError, OptionError
from minimaxer.play.book import BookMove, open_book

TIC: Any = mx.find_game("tic_tac_toe")
HEAD = '[Game "t"]\n[Player0 "{}"]\n[Player1 "b"]\n[Position "........."]\n[Ending "rules"]\n\n'
WON = HEAD + "1. 5 {{player 0, value 3, depth 4}}\n2. 2 {{player 1}}\n1-0\n"
LOST = HEAD + "1. 1 {{player 0}}\n2. 5 {{player 1}}\n0-1\n"
DRAWN = HEAD + "1. 5 {{player 0, value 1, depth 2}}\n2. 1 {{player 1}}\n1/2-1/2\n"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Three games."""
    with mx.Book(TIC, tmp_path / "t.book") as book:
        assert book.add(mx.read_records("".join(text.format("a") for text in (WON, LOST, DRAWN)))) == 3
    return tmp_path / "t.book"


def test_it_counts_what_was_played(book: Path) -> None:
    """Games, points of the mover, and the value of the deepest search; the same game once."""
    with open_book(TIC, book) as found:
        assert found.moves(TIC.initial()) == [
            BookMove(move="5", games=2, points=1.5, value=3.0),
            BookMove(move="1", games=1, points=0.0, value=None),
        ]
        assert (found.games, found.size) == (3, 5)
        assert found.add(mx.read_records(WON.format("a"))) == 0
        assert found.add(mx.read_records(WON.format("another"))) == 1
        assert found.add(mx.read_records(WON.format("third").replace("1-0", "*").replace('[Ending "rules"]\n', ""))) == 0
        assert found.add(mx.read_records(LOST.format("fourth")), plies=1) == 1
        assert found.moves(TIC.initial())[1].games == 2
        assert found.moves(TIC.play(TIC.initial(), 0))[0].games == 1
        assert [TIC.format(state) for state in found.positions(1)] == ["....x....", "x........"]


def test_moves_are_drawn_by_their_points(book: Path) -> None:
    """One that made none is not played, and where nothing is known nothing is drawn."""
    with open_book(TIC, book) as found:
        rng = Random(1)
        assert {found.draw(TIC.initial(), rng) for _ in range(50)} == {4}
        centre = TIC.play(TIC.initial(), 4)
        assert {found.draw(centre, rng) for _ in range(50)} == {0}
        assert found.draw(TIC.play(TIC.initial(), 8), rng) is None
        found.add(mx.read_records(LOST.format("new").replace("0-1", "1-0").replace("1. 1", "1. 9")))
        drawn = Counter(found.draw(TIC.initial(), rng) for _ in range(1_000))
        assert drawn.keys() == {4, 8}
        assert 540 < drawn[4] < 660


def test_a_move_that_is_not_legal_is_not_played(book: Path) -> None:
    """As in a file that somebody changed."""
    with sqlite3.connect(book) as base:
        base.execute("UPDATE moves SET move = '77' WHERE move = '5'")
    base.close()
    with open_book(TIC, book) as found:
        assert found.draw(TIC.initial(), Random(1)) is None


@pytest.mark.parametrize("points", [1.7e308, -1.0, 3.0])
def test_points_that_cannot_be_are_refused(points: float, book: Path) -> None:
    """Below none, or beyond one for each game."""
    with sqlite3.connect(book) as base:
        base.execute("UPDATE moves SET points = ?", [points])
    base.close()
    with open_book(TIC, book) as found, pytest.raises(NotationError) as error:
        found.draw(TIC.initial(), Random(1))
    assert str(error.value) == f"expected {book} to give moves up to a point for each game; make the book anew"


def test_players_and_matches_use_it(book: Path) -> None:
    """The player with the book plays its move; games begin where the book's games were."""
    player: mx.Player[Any, Any] = mx.Player(limits=mx.Limits(depth=1), book=book)
    assert player.name == f"depth=1 book={book}"
    with ThreadPoolExecutor(1) as pool:
        match = mx.play_match(TIC, [player, "random"], rounds=3, openings=0, executor=pool)
    first = [game for game in match.games if game.names[0] == player.name]
    assert {game.moves[0].move for game in first} == {"5"}
    assert all(game.moves[0].depth is None and game.moves[2].depth == 1 for game in first)


def test_a_file_that_is_no_book_is_refused(book: Path, tmp_path: Path) -> None:
    """Another game's, another database, no database at all, or none; nothing in them changes."""
    with pytest.raises(NotationError) as error:
        mx.Book(mx.find_game("nim"), book)
    assert str(error.value) == f"expected {book} to be a book of {mx.find_game('nim')!r}, but it is one of TicTacToe()"
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (x)")
    base.close()
    with pytest.raises(NotationError) as error:
        mx.Book(TIC, other)
    assert str(error.value) == f"expected {other} to be an opening book, but it is another database, or of a newer version"
    text = tmp_path / "text"
    text.write_text("no database at all" * 100)
    with pytest.raises(NotationError, match="as an opening book: file is not a database"):
        mx.Book(TIC, text)
    assert text.read_text() == "no database at all" * 100
    with pytest.raises(OptionError) as option:
        open_book(TIC, tmp_path / "none")
    assert str(option.value) == (
        f"expected the file of an opening book, but there is no {tmp_path / 'none'}; `minimaxer book` makes one"
    )
    with pytest.raises(OptionError, match="there is no"), ThreadPoolExecutor(1) as pool:
        mx.play_match(TIC, [mx.Player(book=tmp_path / "none"), "random"], rounds=1, executor=pool)


def test_a_wrong_game_leaves_the_book_as_it_was(book: Path) -> None:
    """Also those before it in the same file."""
    good, bad = WON.format("new"), WON.format("bad").replace("1. 5", "1. k")
    with open_book(TIC, book) as found:
        with pytest.raises(NotationError, match="move 1, 'k', cannot be played"):
            found.add(mx.read_records(good + bad))
        assert found.games == 3
        with pytest.raises(OptionError, match="expected plies to be a whole number from 1, got 0"):
            found.add([], plies=0)
