"""Reading positions from files: lines, columns, and what is too long."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

import pytest

import minimaxer as mx
from minimaxer.cli.positions import MOST_COLUMNS, located, positions
from minimaxer.game.capability import capabilities
from minimaxer.game.notation import Notation


class Words:
    """A game whose positions are words; it counts how often it is asked to read some."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.asked = 0

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return 0

    def moves(self, state: str) -> list[int]:
        return [1]

    def play(self, state: str, move: int) -> str:
        return state

    def outcome(self, state: str) -> float | None:
        return 0

    def parse(self, text: str) -> str:
        self.asked += 1
        if len(text.split()) > self.most:
            raise mx.NotationError(f"expected at most {self.most} words")
        return text


def read(data: bytes, game: Words, folder: Path) -> list[str]:
    """The positions that the game finds in a file of these bytes."""
    file = folder / "some.txt"
    file.write_bytes(data)
    notation = Notation(game, capabilities(game))
    return [located(row, notation)[1] for row in positions(Namespace(file=str(file), position=None))]


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    """Form feeds, next-line signs and other separators do not; a carriage return before a line feed is left out."""
    signs = ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
    for sign in signs:
        assert read(f"a;{sign}b\r\nc\n".encode(), Words(9), tmp_path) == ["a", "c"]
    with pytest.raises(mx.NotationError, match=r"line 2 of .*some.txt: expected at most 0 words"):
        read(b"# \x0c \xc2\x85\r\nx", Words(0), tmp_path)


def test_a_line_of_many_columns(tmp_path: Path) -> None:
    """The game is asked about the first hundred columns only."""
    game = Words(3)
    assert read(b"a b c d " + b"x " * 40_000, game, tmp_path) == ["a b c"]
    assert game.asked == MOST_COLUMNS - 2
    assert read(b" ".join([b"x"] * 150), Words(200), tmp_path) == [" ".join(["x"] * MOST_COLUMNS)]


def test_a_line_that_is_too_long(tmp_path: Path) -> None:
    """Is refused, with its number."""
    game = Words(3)
    with pytest.raises(mx.NotationError) as caught:
        read(b"a\n" + b"x " * 200_000, game, tmp_path)
    assert str(caught.value) == (f"line 2 of {tmp_path / 'some.txt'}: expected a line of at most 100,000 characters, got 400,000")
    assert game.asked == 0


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """The error names the file."""
    with pytest.raises(mx.NotationError, match=r"cannot read .*some.txt: 'utf-8' codec can't decode byte 0xff"):
        read(b"a\n\xff", Words(3), tmp_path)


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to read."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(mx.NotationError, match="cannot read -: standard input is closed"):
        positions(Namespace(file="-", position=None))
