"""`minimaxer balance`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import minimaxer as mx
from minimaxer_games.tic_tac_toe import TicTacToe

from ..needs import needs_llvmlite
from .test_commands import run

SETS = """
class Sets:
    \"\"\"Take sticks; states hold what cannot be compiled.\"\"\"

    def initial(self):
        return (3, 0, object)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 1 - state[1], object)

    def outcome(self, state):
        return None if state[0] else 1 if state[1] else -1
"""


def test_the_text_has_random_games_and_those_of_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other."""
    code, out, err = run(
        capsys, "balance", "tic_tac_toe", "--games", "30", "--seed", "2", "--player", "level=3", "--tier", "tree"
    )
    assert (code, err) == (0, "")
    heads = [line.split(":")[0] for line in out.splitlines() if not line.startswith(" ")]
    assert heads == ["30 games, player random, in Python", "30 games, player level 3, in Python"]
    assert "  first move 1  " in out


def test_json_is_what_python_gives(capsys: pytest.CaptureFixture[str]) -> None:
    """But for the time."""
    _, out, _ = run(capsys, "balance", "tic_tac_toe", "--games", "30", "--json", "--tier", "tree")
    row, found = json.loads(out), mx.balance(TicTacToe(), games=30, seed=0).to_dict()
    for times in ("seconds", "games_per_second"):
        row.pop(times), found.pop(times)
    assert row == json.loads(json.dumps(found))


@needs_llvmlite
def test_games_are_played_natively_on_all_cores(capsys: pytest.CaptureFixture[str]) -> None:
    """The same on any number of threads."""
    outs = [run(capsys, "balance", "nim", "--games", "1200", "--json", *more)[1] for more in ((), ("--threads", "1"))]
    rows = [json.loads(out) for out in outs]
    assert [row["tier"] for row in rows] == ["compiled"] * 2
    assert [row["wins"] for row in rows] == [rows[0]["wins"]] * 2


@needs_llvmlite
def test_rules_that_do_not_compile_are_played_in_python(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is said why."""
    (tmp_path / "sets.py").write_text(SETS)
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "balance", "sets.py:Sets", "--games", "20")
    assert code == 0
    assert "20 games, player random, in Python" in out
    assert "searched on a tree, since: " in err
    code, _, err = run(capsys, "balance", "sets.py:Sets", "--tier", "compiled")
    assert code == 2
    assert "minimaxer: error: " in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "0"), "expected games to be a whole number from 1 to 10,000,000, got 0"),
        (("--games", "x"), "argument --games: expected a whole number, got 'x'"),
        (("--threads", "2"), "threads=2 is for compiled games; give mx.compile(game) (--tier compiled), or leave threads out"),
        (("--player", "depth=x"), "expected depth to be a whole number"),
        (("--player", "speed=3"), "a player has no 'speed'; known: "),
        (("--player", "level=99"), "expected level to be from 0, random play, to 6, got 99"),
    ],
)
def test_wrong_input(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    """Is said in one line."""
    code, _, err = run(capsys, "balance", "nim", "--tier", "tree", *arguments)
    assert code == 2
    assert message in err
