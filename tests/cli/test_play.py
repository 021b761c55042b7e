"""Playing in the terminal."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from pathlib import Path

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer_command import main as command
from minimaxer_games.nim import Nim

from ..needs import needs_llvmlite


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the person types, line by line; the end of the input after that."""
    lines: list[str] = []

    def read(prompt: str = "") -> str:
        print(prompt, end="")
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", read)
    return lines


def play(capsys: pytest.CaptureFixture[str], typed: list[str], lines: list[str], *arguments: str) -> str:
    """What a game shows in which the person types these lines."""
    typed.extend(lines)
    assert main(["play", *arguments, "--tier", "tree"]) == 0
    return capsys.readouterr().out


def test_a_whole_game(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """The person moves, the AI answers with depth, value and line, and the end is told."""
    out = play(capsys, typed, ["1-1", "2-1"], "nim:heaps=1+1", "--depth", "5")
    assert "1: | (1)\n2: | (1)" in out
    assert "Player 1 (AI) plays 2-1: player 1 wins in 1 ply, depth 1, line 2-1" in out
    assert "The game is over: player 1 wins." in out


def test_the_other_side(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """As player 1 the AI begins."""
    out = play(capsys, typed, [], "nim:heaps=1", "--side", "1", "--depth", "2")
    assert "Player 0 (AI) plays 1-1" in out
    assert "The game is over: player 0 wins." in out


def test_ai_against_ai_and_margins(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Without people the AI plays both sides; a margin is told as such."""
    out = play(capsys, typed, [], "kalah_paper:houses=2,seeds=1", "--side", "none", "--depth", "9")
    assert "The game is over: South wins by 2." in out
    assert "Type a move" not in out


def test_draws(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """A draw is told as such."""
    out = play(capsys, typed, [], "tic_tac_toe", "--side", "none", "--depth", "9")
    assert "The game is over: a draw." in out


def test_mistakes_are_explained(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """A text that is no move and a move that is not legal say what would be; the question comes again."""
    out = play(capsys, typed, ["", "k", "1", "2"], "tic_tac_toe", "--position", "x........", "--side", "both")
    assert "  expected a cell from 1 to 9, got 'k'\n" in out
    assert "  1 is not legal here; legal: 2  3  4  5  6  7  8  9\n" in out
    assert out.count("O, your move: ") == 4


def test_commands(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """help, moves, board, hint, seconds and quit do what they say."""
    lines = ["help", "moves", "board", "hint", "seconds 0.05", "seconds x", "seconds -1", "quit"]
    out = play(capsys, typed, lines, "tic_tac_toe", "--depth", "3")
    assert "take back your last move" in out
    assert "  1 2 3 4 5 6 7 8 9\n" in out
    assert out.count("---+---+---\n") == 4
    assert "  5: " in out
    assert "the AI now thinks 0.05 s a move" in out
    assert out.count("expected a number of seconds above 0, got") == 2
    assert out.rstrip().endswith("bye")


def test_undo(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Undo goes back to the person's last move, over the AI's answer, and says when there is none."""
    out = play(capsys, typed, ["undo", "1", "undo", "2"], "tic_tac_toe", "--depth", "2")
    assert "there is nothing to take back" in out
    boards = out.split("\n\n")
    assert any(" 1 | x" in board for board in boards)
    assert out.rstrip().endswith("bye")


def test_the_end_of_input_leaves(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Ctrl-D is as good as quit."""
    assert play(capsys, typed, [], "tic_tac_toe").rstrip().endswith("bye")


def test_a_stalemate_ends_the_game(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """A game whose `outcome` does not look for moves ends by its `stuck`."""
    game = ("chess_lite:signs=ascii", "--position", "k4/5/1QK2/5/5 w - - 0 1", "--depth", "1")
    out = play(capsys, typed, ["c3c4"], *game)
    assert out.endswith("The game is over: a draw.\n")


def test_the_mate_of_the_other_side_ends_the_game(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Nobody is asked for a move that does not exist."""
    game = ("chess_lite:signs=ascii", "--position", "4k/1P2p/2K1P/5/5 w - - 1 24", "--depth", "3")
    out = play(capsys, typed, [], *game, "--side", "1")
    assert out.endswith("The game is over: White wins. You lose.\n")
    assert "your move" not in out


@pytest.fixture
def pressing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed whenever the AI looks at a position of nim."""

    def evaluate(self: Nim, heaps: object) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return 0

    monkeypatch.setattr(Nim, "evaluate", evaluate)


@pytest.mark.usefixtures("pressing")
def test_interrupted_where_nobody_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """With `--side none` one Ctrl-C ends the game, whatever the AI was about to play."""
    assert command(["play", "nim:heaps=2+3", "--side", "none", "--depth", "1", "--tier", "tree"]) == 130
    out, err = capsys.readouterr()
    assert err == "interrupted\n"
    assert "plays" not in out


def test_closed_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nowhere to read moves from."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "nim"]) == 2
    assert capsys.readouterr().err == (
        "minimaxer: error: standard input is closed, from which moves are read; give --side none\n"
    )


def test_chance_rolls(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """By itself, the same with the same number."""
    shown = [play(capsys, typed, [], "pig:goal=12", "--side", "none", "--depth", "3", "--dice", "4") for _ in range(2)]
    assert shown[0] == shown[1]
    assert "Chance brings " in shown[0]
    assert "Orange wins with " in shown[0]
    assert re.search("The game is over: (Orange|Blue) wins", shown[0])


def test_real_dice(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """What they show is asked for, and a number that they do not have is refused."""
    lines = ["roll", "moves", "hint", "7", "3", "hold", "quit"]
    out = play(capsys, typed, lines, "pig:goal=12", "--side", "both", "--depth", "3", "--dice", "ask")
    assert "The dice show:   1 2 3 4 5 6\n" in out
    assert "chance decides: Orange wins with" in out
    assert "expected what the die shows, 1 to 6, got '7'" in out
    assert "Orange    3\n" in out


def test_dice_are_something(capsys: pytest.CaptureFixture[str]) -> None:
    """Anything else is refused."""
    assert main(["play", "pig", "--dice", "loaded"]) == 2
    assert "expected --dice to be roll, ask or a whole number, got 'loaded'" in capsys.readouterr().err


def test_saved_and_taken_up_again(capsys: pytest.CaptureFixture[str], typed: list[str], tmp_path: Path) -> None:
    """The record of a game, and what is none."""
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    other.write_text("hello", encoding="utf-8")
    play(capsys, typed, ["1", f"save {file}"], "tic_tac_toe", "--side", "all")
    assert mx.read_records(file.read_text(encoding="utf-8"))[0].names == ("person", "person")
    lines = [f"load {file}", "2", f"load {other}", f"load {tmp_path / 'none'}", "load", f"save {tmp_path}", "save"]
    out = play(capsys, typed, lines, "tic_tac_toe", "--side", "all")
    assert " x | o |" in out
    assert f"cannot take up {other}: line 1: expected a tag as in " in out
    assert f"cannot take up {tmp_path / 'none'}: cannot read " in out
    assert "cannot take up a file without a name: " in out
    assert f"cannot write {tmp_path}: Is a directory" in out
    assert "cannot write a file without a name: Is a directory" in out
    other.write_text("", encoding="utf-8")
    assert f"cannot take up {other}: it holds no game" in play(capsys, typed, [f"load {other}"], "tic_tac_toe")


def test_with_clocks(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Both sides have one; the AI finishes in time, and who is late has lost."""
    out = play(capsys, typed, ["5"], "tic_tac_toe", "--clock", "60+1")
    assert "X, 60.0 s left, your move: " in out
    assert re.search(r"O \(AI\) plays \d: .*, 6\d\.\d s left", out)
    out = play(capsys, typed, [], "tic_tac_toe", "--side", "none", "--clock", "2")
    assert "The game is over: a draw." in out
    out = play(capsys, typed, ["5"], "tic_tac_toe", "--clock", "1e-9")
    assert "The game is over: X lost on time: after " in out
    for given in ("x", "0", "5+", "5+x"):
        assert main(["play", "tic_tac_toe", "--clock", given, "--tier", "tree"]) == 2
        told = f"expected --clock to be seconds above 0, as in 300 or 300+5, got {given!r}"
        assert told in capsys.readouterr().err


@needs_llvmlite
def test_the_ai_ponders(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """While the person thinks; the game is the one that it would have been, and no thread goes on after it."""
    typed.extend(["3", "hint", "3", "undo", "level 1", "best", "3", "2", "2", "quit"])
    arguments = ["play", "connect_four:width=5,height=4", "--depth", "4", "--tier", "compiled"]
    assert main([*arguments, "--ponder"]) == 0
    out = capsys.readouterr().out
    assert "AI" in out
    assert out.rstrip().endswith("bye")
    assert not [each for each in threading.enumerate() if each.name == "minimaxer pondering"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("--side", "none"),
            "expected --side to be 0 or 1 with --ponder, which is thinking while a person does; leave --ponder out",
        ),
        (("--level", "1"), "contradictory options: a level knows how long it thinks; leave --ponder out"),
        ((), "expected a compiled game for ponder: a search on a tree"),
    ],
)
def test_pondering_is_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str) -> None:
    """Where it would do nothing, or harm."""
    assert main(["play", "connect_four", "--tier", "tree", "--ponder", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_board_that_cannot_be_drawn_does_not_end_the_game(
    capsys: pytest.CaptureFixture[str], typed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on without one."""

    def fails(self: Nim, state: object) -> str:
        raise ValueError("no such sign")

    monkeypatch.setattr(Nim, "render", fails, raising=False)
    out = play(capsys, typed, ["3-5", "moves", "quit"], "nim", "--depth", "2")
    assert out.count("(there is no board to see: Nim.render raised ValueError: no such sign; the game goes on without)") == 3
    assert out.rstrip().endswith("bye")
