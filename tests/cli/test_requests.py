"""What can be typed beside moves while playing in the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.cli.terminal.requests import REQUESTS, described
from minimaxer_games.whist.notation import formatted_card


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


def test_the_help_lists_everything() -> None:
    """Each by its word."""
    assert all(f"\n  {request.usage}" in described() for request in REQUESTS)


def test_undo_and_redo(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Redo plays the AI's answer again too, and says when there is nothing."""
    out = play(capsys, typed, ["redo", "5", "undo", "redo", "history"], "tic_tac_toe", "--depth", "1")
    assert "  there is nothing to play again\n" in out
    assert "  1. X 5  2. O 1\n" in out


def test_requests_by_their_beginning(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Or the one that is probably meant is named; what ends a game must be typed whole, and a move goes first."""
    out = play(capsys, typed, ["5", "und", "redo", "histo", "undoo", "u", "resig", "9"], "tic_tac_toe", "--side", "all")
    assert "  1. X 5\n" in out
    assert "got 'undoo'; did you mean 'undo'?\n" in out
    assert "got 'u'\n" in out
    assert "got 'resig'; did you mean 'resign'?\n" in out
    assert "The game is over" not in out


def test_history_and_position(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """The moves with their players' names; the position as text, and another one put up, by either word."""
    lines = ["history", "c3", "history", "position", "fen k4/5/5/P4/4K w - - 0 1", "fen", "fen x"]
    out = play(capsys, typed, lines, "chess_lite:signs=ascii", "--side", "all")
    assert "  nothing was played yet\n" in out
    assert "  1. White c2c3\n" in out
    assert "  rnbqk/ppppp/2P2/PP1PP/RNBQK b - - 0 1\n" in out
    assert "  k4/5/5/P4/4K w - - 0 1\n" in out
    assert "  expected a FEN of 5x5 squares" in out


def test_what_is_hidden_is_not_told(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Neither by the position nor by the deal in the history."""
    out = play(capsys, typed, ["position", "history"], "whist", "--depth", "1", "--dice", "1")
    assert "  the position tells what is hidden, so it is not shown\n" in out
    assert "chance" not in out
    out = play(capsys, typed, [], "whist", "--side", "1", "--nodes", "200", "--dice", "1")
    assert re.search(r"^North-South \(AI\) plays \w+$", out, re.MULTILINE), "without what it expects, which tells of its cards"
    out = play(capsys, typed, [], "whist", "--side", "none", "--nodes", "200", "--dice", "1")
    assert re.search(r"^North-South \(AI\) plays \w+: ", out, re.MULTILINE), "where nobody plays, everything is shown"


@pytest.mark.parametrize("side", [0, 1])
def test_no_card_of_others_is_shown(capsys: pytest.CaptureFixture[str], typed: list[str], side: int) -> None:
    """Whatever is asked while playing: all that is printed is searched for cards that the person cannot know."""
    whist: Any = mx.find_game("whist")
    hands = whist.initial().hands
    secret = {formatted_card(card) for seat in range(4) if seat != side for card in range(52) if hands[seat] >> card & 1}
    lines = ["hint", "moves", "history", "position", "board", "flip", "seconds 1", "hint", "undo", "redo", "history", "level"]
    out = play(capsys, typed, lines, "whist", "--side", str(side), "--nodes", "300", "--dice", "1")
    played = set(re.findall(r"plays ([SHDC][2-9TJQKA])\b", out))
    assert len(played) == side
    assert set(re.findall(r"\b[SHDC][2-9TJQKA]\b", out)) & secret <= played
    shown = re.findall(r"^[> ] ([NESW])  (?!\d+ cards)", out, re.MULTILINE)
    assert set(shown) == {"NESW"[side]}


def test_moves_that_begin_so(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Where a piece can go, and a beginning that no move has."""
    out = play(capsys, typed, ["moves b1", "moves z"], "chess_lite:signs=ascii")
    assert "  b1a3 b1c3\n" in out
    assert "  expected the beginning of a legal move, got 'z'; moves alone lists them all\n" in out


def test_resigning(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Ends the game."""
    out = play(capsys, typed, ["5", "resign"], "tic_tac_toe", "--depth", "1")
    assert out.endswith("The game is over: X resigned. You lose.\n")


def test_nobody_resigns_who_does_not_play(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Where a person only enters what the dice show."""
    out = play(capsys, typed, ["resign", "undo"], "pig:goal=12", "--side", "none", "--dice", "ask", "--depth", "2")
    assert "  nobody sits at the board who may resign\n" in out
    assert "  there is nothing to take back\n" in out


def test_a_new_game_as_another_side(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """The AI begins then; a side that there is not is refused."""
    out = play(capsys, typed, ["new 7", "new 1", "new"], "tic_tac_toe", "--depth", "1")
    assert "  expected what follows new to be a player from 0 to 1, several as in 0+1, all or none, got '7'\n" in out
    assert out.count("X (AI) plays ") == 2
    assert "O, your move: " in out


def test_levels(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Told, set to one and back to the best; what is no level is refused."""
    out = play(capsys, typed, ["level", "level 1", "seconds 1", "1", "level", "level best", "level x", "level 99"], "tic_tac_toe")
    assert "  you play against the strongest AI; there are levels 0 to " in out
    assert "  you now play against the AI of level 1; level best is the strongest\n" in out
    assert "O (level 1) plays " in out
    assert "  expected level to be followed by a number, or by best for the strongest AI, got 'x'\n" in out
    assert "99" in out.split("got 'x'")[1]
    assert "  level 1 knows how long it thinks; level best lets you set seconds\n" in out
    assert "this game has no levels" in play(capsys, typed, ["level"], "whist", "--dice", "1", "--depth", "1")


def test_flip(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """The board from the other side, also after the next move; one with words stays."""
    out = play(capsys, typed, ["flip", "c3", "flip"], "chess_lite:signs=ascii", "--side", "all")
    assert "e d c b a\nK Q B N R 1\n" in out
    assert "\n. . P . . 3\n" in out
    assert "  this board has words in it, so it cannot be turned round\n" in play(capsys, typed, ["flip"], "mancala")


def test_another_turn(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    """Is told to one person as you, and to more by name."""
    assert "You move again.\n" in play(capsys, typed, ["2"], "mancala")
    assert "South moves again.\n" in play(capsys, typed, ["2"], "mancala", "--side", "all")


def test_a_slash_asks_for_the_word(capsys: pytest.CaptureFixture[str], typed: list[str], tmp_path: Path) -> None:
    """A move that has the name of one is played; the word is asked for with a slash."""
    file = tmp_path / "wishes.py"
    file.write_text(_WISHES, encoding="utf-8")
    out = play(capsys, typed, ["/hint", "hint"], f"{file}:Wishes", "--side", "all")
    assert "  hint: " in out
    assert "The game is over: player 0 wins by 1." in out


_WISHES = """
class Wishes:
    def initial(self): return 0
    def player(self, state): return 0
    def moves(self, state): return ["hint"]
    def play(self, state, move): return 1
    def outcome(self, state): return 1 if state else None
"""
