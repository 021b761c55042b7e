"""Where the time of the rules goes, and what is said of it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.insight.laboratory.profile import profile

COMPILED = importlib.util.find_spec("llvmlite") is not None


class Wasteful:
    """Take one to three sticks; everything takes more time than it has to."""

    def initial(self) -> tuple[int, int]:
        return 21, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        for taken in range(1, 4):
            if taken <= state[0]:
                yield taken

    def play(self, state: tuple[int, int], taken: int) -> tuple[int, int]:
        return state[0] - taken, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        moves = sorted(list(self.moves(state)) * 20)
        return None if moves else (mx.WIN if state[1] else mx.LOSS)

    def evaluate(self, state: tuple[int, int]) -> int:
        return len([self.play(state, move) for move in self.moves(state)])


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.skipif(not COMPILED, reason="needs 'compiled'"))])
def test_what_takes_the_time_is_named(native: bool) -> None:
    """Calls, times and shares stand for each method, and what one makes again is noticed."""
    game: Any = mx.compile(Wasteful()) if native else Wasteful()
    found = profile(game, states=5)
    rows = {each.name: each for each in found.methods}
    assert set(rows) == {"outcome", "moves", "play", "evaluate"}
    assert rows["outcome"].also["moves"] == 1.0
    assert rows["outcome"].calls > 0.5
    assert all((each.native is not None) == native for each in found.methods)
    assert sum(each.share for each in found.methods) == pytest.approx(1)
    assert any("outcome() makes moves, which the search makes again" in each for each in found.remedies)
    if native:
        assert (rows["outcome"].bytes or 0) > (rows["moves"].bytes or 0)
    assert "outcome" in str(found)


def test_the_number_of_states_is_checked() -> None:
    """None, or thousands, is an error."""
    wrong: tuple[Any, ...] = (0, 201, "3")
    for states in wrong:
        with pytest.raises(mx.OptionError, match=f"expected states to be a whole number from 1 to 200, got {states!r}"):
            profile(Wasteful(), states=states)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """As a table, and as data."""
    assert main(["profile", "nim", "--tier", "tree", "--states", "2"]) == 0
    assert "Python us" in capsys.readouterr().out
    assert main(["profile", "nim", "--tier", "tree", "--states", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"methods", "remedies", "states", "moves"} <= set(found)


@pytest.mark.skipif(not COMPILED, reason="needs 'compiled'")
def test_why_a_game_is_not_compiled_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With the method, the line and the cause, on standard error."""
    path = tmp_path / "printing_game.py"
    path.write_text(
        "import minimaxer as mx\nfrom minimaxer_games.nim import Nim\n"
        "class Loud(Nim):\n    def evaluate(self, state):\n        hash(state)\n        return 0\n"
    )
    assert main(["profile", f"{path}:Loud", "--states", "1"]) == 0
    assert "searched on a tree, since: cannot compile Loud.evaluate, line 5" in capsys.readouterr().err
