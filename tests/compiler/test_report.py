"""What the comparison with Python covered: rare places are steered for, and those that were never reached are listed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.testing import check_game


class Sums:
    """Fourteen turns of one player, who adds 1 or nothing."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return 0

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1, 0]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + 1, state[1] + move

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] < 14 else self.rare(state)

    def rare(self, state: tuple[int, int]) -> int:
        return 5 if state[1] == 14 else 0


class Hidden(Sums):
    """A line that no game reaches in the moves that are compared."""

    def rare(self, state: tuple[int, int]) -> int:
        if state[1] == 7 and state[0] > 14:
            return 9
        return 0


def test_rare_places_are_steered_for() -> None:
    """One game in 16,384 at random; whoever always plays the first move gets there."""
    report = mx.compile(Sums()).report
    assert report.never_compared == ()
    assert (
        str(report)
        == f"compared with Python in {report.states} states and {report.moves} moves; every line and branch was reached"
    )


def test_what_was_never_compared_is_listed() -> None:
    """With file, line, method and source, by the game and by the doctor."""
    report = mx.compile(Hidden()).report
    (gap,) = report.never_compared
    assert (gap.method.rpartition(".")[2], gap.source, gap.what) == ("rare", "return 9", "was never run")
    assert gap.line == Hidden.rare.__code__.co_firstlineno + 2
    assert str(gap) in str(report)
    notes: Any = check_game(Hidden(), games=20).notes
    assert len(notes) == 1
    assert notes[0].startswith("compiled rules: compared with Python in ")
    assert "`return 9` was never run" in notes[0]


def test_nothing_was_compared_without_a_check() -> None:
    """And the report says so."""

    class Unchecked(Hidden):
        """Compiled nowhere else."""

        def player(self, state: tuple[int, int]) -> int:
            return state[0] * 0

    assert str(mx.compile(Unchecked(), check=False).report) == "not compared with Python"
