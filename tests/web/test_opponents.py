"""Whoever a person plays against at a table: a level that follows results, and an opening book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.cli import COMMANDS
from minimaxer.cli.arguments import parser
from minimaxer.cli.commands.web import table_from
from minimaxer.play.book import Book
from minimaxer.play.levels.level import read_ladder, results_file
from minimaxer.play.record import record_of
from minimaxer.web.seats import Setting
from minimaxer.web.table import Table
from minimaxer.web.view import view_of
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from .tables import settle, table_of

WON = "1,0,0/0"
"""A position of nim in which player 0 takes the last stick."""


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own for what is remembered."""
    monkeypatch.setenv("MINIMAXER_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book of tic-tac-toe, in which the first move is 2."""
    session: mx.Session[Any, Any] = mx.Session(TicTacToe())
    for move in (1, 0, 4, 3, 7):
        session.play(move)
    with Book(TicTacToe(), tmp_path / "tic.book") as made:
        made.add([record_of(session, "tic_tac_toe", ("a", "b"))])
    return tmp_path / "tic.book"


def play(table: Table, text: str) -> dict[str, Any]:
    """A person's move, and what the page shows then."""
    with table.changed:
        table.type(text, len(table.session.moves))
    settle(table)
    with table.changed:
        return view_of(table)


def counted() -> int:
    """How many games were remembered."""
    file = results_file()
    return sum(row["games"] for row in json.loads(file.read_text()).values()) if file.exists() else 0


def test_an_adaptive_level_follows_the_person() -> None:
    """A game that is over counts once, however often its end is reached; the next one is against what follows from it."""
    table = table_of(Nim(), "person", "adaptive", position=WON)
    with table.changed:
        assert [player["seat"] for player in view_of(table)["players"]] == ["person", "adaptive"]
        assert '[Player1 "level 2"]' in table.record().text
    assert play(table, "1-1")["said"] == "Player 0 plays 1-1. Your next game is against level 3."
    with table.changed:
        table.undo()
    play(table, "1-1")
    assert counted() == 1
    with table.changed:
        table.new(Setting(seats=("adaptive", "person"), position=WON))
        assert view_of(table)["turn"] == "Player 0 (level 3) thinks."
    settle(table)
    with table.changed:
        assert view_of(table)["said"] == "Player 0 plays 1-1. Your next game is against level 2."
    assert counted() == 2
    table.close()


def test_games_that_others_have_played_too_do_not_count() -> None:
    """The level sat down in the middle, or the game is one that was loaded."""
    table = table_of(Nim(), "person", "person", position="1,1,1/0")
    play(table, "1-1")
    play(table, "2-1")
    with table.changed:
        table.sit(["person", "adaptive"])
    assert play(table, "3-1")["over"]
    with table.changed:
        table.load(table.record().text)
    assert (table.session.is_over, counted()) == (True, 0)
    table.close()


def test_results_that_cannot_be_kept_are_told() -> None:
    """The game is over all the same; and a level that is not known stops no game."""
    table = table_of(Nim(), "person", "adaptive", position=WON)
    results_file().parent.mkdir()
    results_file().write_text("[]")
    after = play(table, "1-1")
    assert after["over"]
    assert after["failure"].endswith("to hold levels by game; delete it to begin anew")
    with table.changed, pytest.raises(mx.NotationError, match="to hold levels by game"):
        table.new(Setting(seats=("person", "adaptive")))
    assert table.session.is_over
    table.close()


def test_the_ai_begins_by_its_book(book: Path) -> None:
    """As long as it knows a move and is wanted; then the level plays on."""
    table = table_of("tic_tac_toe", "level 1", "person", book=book)
    settle(table)
    with table.changed:
        shown = view_of(table)
    assert (shown["said"], shown["has_book"], shown["uses_book"]) == ("X plays 2, from the book.", True, True)
    assert play(table, "9")["said"].startswith("X plays ")
    assert not table.is_from_book
    with table.changed:
        table.new(Setting(seats=("person", "AI"), uses_book=False))
    assert "from the book" not in play(table, "2")["said"]
    book.unlink()
    with table.changed:
        table.new(Setting(seats=("AI", "person")))
    settle(table)
    assert table.failure.startswith("expected the file of an opening book, but there is no ")
    table.close()


def test_what_the_command_takes(book: Path) -> None:
    """As `play` does: a level by its strength too, an adaptive one, a book; wrong ones are told before the page is up."""

    def seats(*arguments: str) -> tuple[str, ...]:
        table = table_from(parser(COMMANDS).parse_args(["web", "tic_tac_toe", "--tier", "tree", *arguments]))
        table.close()
        assert table.thinkers.has_book == ("--book" in arguments)
        return table.setting.seats

    assert seats("--level", "adaptive", "--book", str(book)) == ("person", "adaptive")
    strength = read_ladder(TicTacToe()).elo_of(2.5)
    assert seats("--elo", str(strength), "--side", "1") == ("level 2.5", "person")
    for arguments, words in (
        (["--level", "adaptive", "--side", "all"], "an adaptive level follows one person; let --side name one"),
        (["--book", "no.book"], "expected the file of an opening book, but there is no no.book; `minimaxer book` makes one"),
        (["--level", "99"], "expected a seat to be person, AI, adaptive, or level 0 to level"),
    ):
        with pytest.raises(mx.MinimaxerError, match=words):
            seats(*arguments)


def test_an_adaptive_level_needs_one_person() -> None:
    """It says how many sit there."""
    with pytest.raises(mx.OptionError, match="an adaptive level follows one person, and 0 people sit here; choose another"):
        table_of("tic_tac_toe", "adaptive", "AI")
