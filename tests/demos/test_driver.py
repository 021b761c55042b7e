"""Python's side of the pages, by the Python at hand."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import pytest

from .parts import part

driver = part("demo/driver.py")
RACE = """
class Race:
    def initial(self): return (0, 0)
    def player(self, state): return state[1]
    def moves(self, state): return range(1, min(3, 9 - state[0]) + 1)
    def play(self, state, step): return (state[0] + step, 1 - state[1])
    def outcome(self, state): return None if state[0] < 9 else 1_000_000 if state[1] == 1 else -1_000_000
"""
"""Count to 9, adding 1 to 3; who says 9 wins: the first, by saying 1, in five plies."""


def run(*files: tuple[str, str, bool], commands: list[list[str]]) -> int:
    """Runs commands beside those files."""
    code = driver.run(json.dumps({"files": files, "commands": commands}))
    assert isinstance(code, int)
    return code


def searched(source: str, seconds: float = 30.0) -> tuple[str | None, list[dict[str, Any]]]:
    """What went wrong at the beginning of a search, and its rows."""
    asked = driver.Asked()
    wrong = asked.search(source, seconds)
    return wrong, [] if wrong is not None else [json.loads(row) for row in iter(asked.row, None)]


def test_programs_find_their_files_and_leave_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Files are written, also below others; the program is the main one; the next run sees nothing of it."""
    before = os.getcwd(), list(sys.path), list(sys.argv)
    files = ("helper.py", "ONE = 1\n", False), ("helper.py", "TWO = ONE + 1\n", True)
    ask = ("ask.py", "import sys, helper\nprint(helper.TWO, __name__, sys.argv)\n", False)
    assert run(*files, ask, commands=[["python", "ask.py"]]) == 0
    assert capsys.readouterr().out == "2 __main__ ['ask.py']\n"
    assert (os.getcwd(), list(sys.path), list(sys.argv)) == before
    assert "helper" not in sys.modules
    assert run(ask, commands=[["python", "ask.py"]]) == 1
    assert capsys.readouterr().err.endswith("ModuleNotFoundError: No module named 'helper'\n")


def test_errors_are_told_as_python_does(capsys: pytest.CaptureFixture[str]) -> None:
    """With the reader's lines, and without what lies around them; what cannot be read, too; exit codes are kept."""
    assert run(commands=[["python", "-c", "def f():\n    return 1 / 0\n\nf()\n"]]) == 1
    told = capsys.readouterr().err
    assert told.startswith('Traceback (most recent call last):\n  File "block.py", line 4, in <module>\n    f()\n')
    assert 'File "block.py", line 2, in f' in told
    assert told.endswith("ZeroDivisionError: division by zero\n")
    assert "driver" not in told
    assert run(commands=[["python", "-c", "x = (1\n"]]) == 1
    assert "SyntaxError: '(' was never closed" in capsys.readouterr().err
    assert run(commands=[["python", "-c", "raise SystemExit(3)"]]) == 3
    assert run(commands=[["python", "-c", "raise SystemExit('no')"]]) == 1
    assert run(commands=[["python", "-c", "raise SystemExit"]]) == 0


def test_commands_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    """Several are shown before what they print; the first that fails is the last."""
    solve = ["minimaxer", "solve", "race.py:Race", "--tier", "tree"]
    assert run(("race.py", RACE, False), commands=[solve, ["minimaxer", "solve", "nothing"], solve]) == 2
    out = capsys.readouterr().out
    assert out.count("$ minimaxer solve race.py:Race --tier tree\n") == 1
    assert "value  player 0 wins in 5 plies (solved)" in out


def test_a_game_of_ones_own_is_searched_in_slices() -> None:
    """The last row has what plain counting says; nodes and seconds never become fewer."""
    wrong, rows = searched(RACE)
    assert wrong is None
    assert rows[-1]["told"] == "player 0 wins in 5 plies"
    assert rows[-1]["move"] == "1"
    assert rows[-1]["stop"] == "solved"
    assert [row["nodes"] for row in rows] == sorted(row["nodes"] for row in rows)


def test_a_search_ends_when_told_to() -> None:
    """It gives no more rows, and another one can begin."""
    asked = driver.Asked()
    endless = RACE.replace("9", "900")
    assert asked.search(endless, 600.0) is None
    assert json.loads(asked.row())["nodes"] > 0
    asked.stop()
    assert asked.search(RACE, 30.0) is None
    assert asked.row() is not None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1 +", "SyntaxError: invalid syntax"),
        ("x = 1", "GameError: expected a class with the methods initial, player, moves, play, outcome"),
        (
            RACE.replace("def moves", "def move"),
            "expected a class with the methods initial, player, moves, play, outcome; Race lacks moves",
        ),
        (
            RACE.replace("class Race:", "class Race:\n    def __init__(self, size): pass"),
            "TypeError: Race.__init__() missing 1 required",
        ),
    ],
)
def test_games_that_are_none_are_told(source: str, expected: str) -> None:
    """As Python tells it, by their own file's name."""
    for told in (searched(source)[0], driver.Asked().open("your game", source)):
        assert told is not None
        assert expected in told
        assert "/" not in told.replace("1 / 0", "")


def test_rules_that_fail_are_told() -> None:
    """With the line of the reader's that failed."""
    wrong, rows = searched(RACE.replace("state[0] + step", "state[0] + stop"))
    assert wrong is None
    assert 'File "my_game.py", line 6, in play' in rows[-1]["error"]
    assert "\nNameError: name 'stop' is not defined" in rows[-1]["error"]


def test_a_table_is_put_up() -> None:
    """For a bundled game by its name, and for one of the reader's own; an object `game` is taken as it is."""
    asked = driver.Asked()
    assert asked.open("nim", None) is None
    assert json.loads(asked.table.look())["title"] == "Nim"
    assert asked.open("your game", RACE) is None
    assert json.loads(asked.table.look())["title"] == "Race"
    assert asked.open("your game", f"{RACE}\nclass Other(Race): pass\n\ngame = Race()\n") is None
    assert json.loads(asked.table.look())["title"] == "Race"
    asked.table.ask("values", "{}")
    while asked.table.go_on() is not None:
        pass
    values = json.loads(asked.table.look())["advice"]["values"]
    assert [(row["text"], row["short"]) for row in values] == [("1", "win 5"), ("2", "loss 4"), ("3", "loss 4")]
    assert "UnknownGameError" in asked.open("chess_of_mars", None)
    asked.stop()
