"""What only a terminal has: colours, marks, Ctrl-C that asks, completion, lines that fit."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from minimaxer.cli import progress
from minimaxer.cli.terminal import game as editing, game as screen
from minimaxer.cli.terminal.game import Colours, wanted_colours
from minimaxer_command import main


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes input, output and errors look like a terminal, once the test runs, when they are pytest's."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def pretend() -> None:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            monkeypatch.setattr(stream, "isatty", lambda: True)

    return pretend


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str | type[BaseException]]:
    """What the person types, or presses; the end of the input after that."""
    lines: list[str | type[BaseException]] = []

    def read(prompt: str = "") -> str:
        print(prompt, end="")
        line = lines.pop(0) if lines else EOFError
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr("builtins.input", read)
    return lines


Play = Callable[..., tuple[int, str]]


@pytest.fixture
def play(terminal: Callable[[], None], typed: list[str | type[BaseException]], capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays a game by these lines; gives the exit code and the output."""

    def played(*lines: str | type[BaseException], game: str = "tic_tac_toe") -> tuple[int, str]:
        terminal()
        typed.extend(lines)
        code = main(["play", game, "--depth", "1", "--tier", "tree"])
        return code, capsys.readouterr().out

    return played


def test_colours_and_the_last_move(play: Play) -> None:
    """The mover's name has the player's colour, and the place of the last move is marked."""
    _, out = play("5")
    assert "\x1b[1;33m" in out
    assert "\x1b[7mo\x1b[0m" in out


def test_colours_are_declined(play: Play, terminal: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """By NO_COLOR, and on terminals that have none."""
    terminal()
    assert wanted_colours().is_on
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wanted_colours().is_on
    _, out = play("5", "k")
    assert "\x1b" not in out
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert not wanted_colours().is_on


def test_ctrl_c_asks(play: Play) -> None:
    """No plays on, yes leaves, pressed again it interrupts."""
    code, out = play(KeyboardInterrupt, "n", "5", KeyboardInterrupt, "y")
    assert (code, out.count("Leave the game?")) == (0, 2)
    assert out.endswith("bye\n")
    assert play(KeyboardInterrupt, EOFError)[0] == 0
    assert play(KeyboardInterrupt, KeyboardInterrupt)[0] == 130


def test_ctrl_c_where_nobody_can_be_asked(
    typed: list[str | type[BaseException]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that come from elsewhere are simply interrupted."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    typed.append(KeyboardInterrupt)
    assert main(["play", "tic_tac_toe", "--tier", "tree"]) == 130
    assert "Leave the game?" not in capsys.readouterr().out


def test_after_the_end(play: Play) -> None:
    """A person may look back and begin another game; a move is refused."""
    _, out = play("1-1", "1-1", "hint", "moves", "resign", "undo", "1-1", "new", "quit", game="nim:heaps=1")
    assert out.count("The game is over: player 0 wins. You win.") == 2
    assert "expected a command, since the game is over, got '1-1'; help lists them" in out
    assert "  the game is over, so there is no move to advise\n" in out
    assert "  the game is over, so there are no moves\n" in out
    assert "  the game is over already\n" in out
    assert out.endswith("bye\n")


def test_another_finished_game(play: Play, tmp_path: Path) -> None:
    """One that is taken up after the end is shown, with its own end."""
    file = tmp_path / "won.txt"
    play("1-1", f"save {file}", "quit", game="nim:heaps=1")
    _, out = play("resign", f"load {file}", "undo", "quit", game="nim:heaps=1")
    assert out.index("The game is over: player 0 resigned. You lose.") < out.index("The game is over: player 0 wins. You win.")


def test_completion_is_put_back(terminal: Callable[[], None]) -> None:
    """Within it the tabulator completes; after it `readline` is as before."""
    terminal()
    readline = pytest.importorskip("readline")
    before = readline.get_completer()
    with editing.editing(lambda: ["undo"]):
        assert readline.get_completer()("u", 0) == "undo"
    assert readline.get_completer() is before


def test_marks_where_they_tell_nothing() -> None:
    """A board of another shape, and one that changed as a whole, stay as they are."""
    mark = Colours(is_on=True).mark
    assert screen.marked("a b", "a b\nc", mark) == "a b"
    assert screen.marked("a b", "c d", mark) == "a b"


def test_numbers_are_marked_as_a_whole() -> None:
    """Also where one sign of them changed; the blank that a shorter one leaves is not."""
    assert screen.marked("11  9 3 4 5 6", "10 10 3 4 5 6", lambda text: f"[{text}]") == "[11]  [9] 3 4 5 6"


def test_turned_boards_keep_numbers() -> None:
    """Numbers of two digits read as before; brackets look the other way."""
    assert screen.turned("10 (x)\n 9 . .") == ". . 9\n(x) 10"
    assert screen.turned("2 k .\n1 . Q\n  a b") == "b a\nQ . 1\n. k 2"


def test_the_live_line_fits(
    terminal: Callable[[], None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What there is no room for is left out, since a wrapped line cannot be taken away."""
    terminal()
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((20, 24)))
    progress.note("x" * 50)
    assert capsys.readouterr().err == "\r\x1b[K" + "x" * 19
