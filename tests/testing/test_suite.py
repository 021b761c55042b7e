"""Tests in one line, as a user's project would run them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.testing import Puzzle, game_tests, random_states, read_puzzles
from minimaxer.testing.suite import read_puzzle
from minimaxer_games.nim import Nim

pytest_plugins = ["pytester"]
HEAD = "from minimaxer.testing import game_tests\nfrom minimaxer_games.nim import Nim\n"


def outcomes(pytester: pytest.Pytester, *arguments: str) -> tuple[dict[str, int], str]:
    """What a run of the user's tests gives: how many passed and failed, and its text."""
    result = pytester.runpytest("-q", "-p", "no:cacheprovider", *arguments)
    return result.parseoutcomes(), "\n".join(result.outlines)


def test_one_line_makes_all_tests(pytester: pytest.Pytester) -> None:
    """Laws, counts, recorded games and puzzles; snapshots are missed, written on request, and compared after."""
    pytester.makefile(".txt", puzzles="# heaps and who moves\n3,4,5/0; best 1-2; win\n1,1/0; loss 2\n\n1,2,3/0; value -999994\n")
    pytester.makepyfile(
        test_mine=f"{HEAD}TestNim = game_tests(Nim(), games=20, compiled=False, perft=3, playthroughs=2, puzzles='puzzles.txt')"
    )
    counts, text = outcomes(pytester)
    assert counts == {"passed": 4, "failed": 2}
    assert "test_mine.TestNim.perft.json; write it with pytest --minimaxer-write, look at it, and commit it" in text
    counts, _ = outcomes(pytester, "--minimaxer-write")
    assert counts == {"passed": 6}
    assert json.loads(Path("snapshots/test_mine.TestNim.perft.json").read_text()) == [12, 113, 810]
    counts, _ = outcomes(pytester)
    assert counts == {"passed": 6}


def test_changed_rules_are_told(pytester: pytest.Pytester) -> None:
    """By count, and by the ply at which a recorded game goes another way."""
    pytester.makepyfile(test_mine=f"{HEAD}TestNim = game_tests(Nim(), games=0, perft=2, playthroughs=1)")
    outcomes(pytester, "--minimaxer-write")
    changed = f"""{HEAD}
class Odd(Nim):
    def moves(self, heaps):
        return [move for move in Nim.moves(self, heaps) if move.sticks != 2 or heaps.player == 0]
TestNim = game_tests(Odd(), games=0, perft=2, playthroughs=1)"""
    pytester.makepyfile(test_mine=changed)
    counts, text = outcomes(pytester)
    assert counts == {"failed": 2}
    assert "move sequences of 1 to 2 plies: expected [12, 113], got [12, " in text
    assert "if the rules were meant to change, write the snapshot anew with pytest --minimaxer-write" in text
    assert "recorded game 1, at ply 1, in " in text
    assert ": moves was " in text


def test_broken_laws_fail(pytester: pytest.Pytester) -> None:
    """With the doctor's report."""
    pytester.makepyfile(
        test_mine=f"""{HEAD}
class Twice(Nim):
    def moves(self, heaps):
        return [*Nim.moves(self, heaps), *Nim.moves(self, heaps)]
TestTwice = game_tests(Twice(), games=5, compiled=False)"""
    )
    counts, text = outcomes(pytester)
    assert counts == {"failed": 1}
    assert "error: no-move-twice: moves() offers Take(heap=0, sticks=3) twice" in text


def test_counts_may_be_given(pytester: pytest.Pytester) -> None:
    """Then there is no snapshot."""
    pytester.makepyfile(test_mine=f"{HEAD}TestNim = game_tests(Nim(), games=0, perft=[12, 107])")
    counts, text = outcomes(pytester)
    assert counts == {"failed": 1}
    assert "move sequences of 1 to 2 plies: expected [12, 107], got [12, 113]" in text
    assert "snapshot" not in text


def test_games_that_end_earlier_are_told(pytester: pytest.Pytester) -> None:
    """The ply at which a recorded game is now over."""
    pytester.makepyfile(test_mine=f"{HEAD}TestNim = game_tests(Nim(), games=0, playthroughs=1)")
    outcomes(pytester, "--minimaxer-write")
    pytester.makepyfile(
        test_mine=f"""{HEAD}
class Short(Nim):
    def outcome(self, heaps):
        return 0 if sum(heaps.sizes) < 9 else None
TestNim = game_tests(Short(), games=0, playthroughs=1)"""
    )
    counts, text = outcomes(pytester)
    assert counts == {"failed": 1}
    assert ": the game went on, and is now over, with the outcome 0" in text


def test_snapshots_of_nested_classes(pytester: pytest.Pytester) -> None:
    """Each has its own; a snapshot of fewer games than asked for is told."""
    text = """
class TestOne:
    TestIn = game_tests(Nim(), games=0, perft=1)
class TestTwo:
    TestIn = game_tests(Nim(heaps=(1, 2)), games=0, perft=1, playthroughs=1)"""
    pytester.makepyfile(test_mine=HEAD + text)
    assert outcomes(pytester, "--minimaxer-write")[0] == {"passed": 3}
    assert outcomes(pytester)[0] == {"passed": 3}
    Path("snapshots/test_mine.TestTwo.TestIn.playthroughs.json").write_text("[]")
    counts, text = outcomes(pytester)
    assert counts == {"passed": 2, "failed": 1}
    assert "expected 1 recorded games, got 0 in the snapshot; write it anew" in text


def test_unreadable_snapshots(pytester: pytest.Pytester) -> None:
    """Are told, with what to do."""
    pytester.makepyfile(test_mine=f"{HEAD}TestNim = game_tests(Nim(), games=0, perft=1)")
    pytester.mkdir("snapshots")
    Path("snapshots/test_mine.TestNim.perft.json").write_text("{")
    counts, text = outcomes(pytester)
    assert counts == {"failed": 1}
    assert "cannot read the snapshot" in text
    assert "write it anew with pytest --minimaxer-write" in text


def test_failed_puzzles_say_what_was_found(pytester: pytest.Pytester) -> None:
    """Moves, values and results."""
    pytester.makefile(
        ".txt",
        puzzles="3,4,5/0; best 1-1\n3,4,5/0; avoid 1-2\n1,1/0; value 5\n1,1/0; win\n1,1/0; loss 4\n1,1/1; draw; depth 2\n3,4,5/0; best 9-9\n",
    )
    pytester.makepyfile(test_mine=f"{HEAD}TestNim = game_tests(Nim(), games=0, puzzles='puzzles.txt')")
    counts, text = outcomes(pytester)
    assert counts == {"failed": 7}
    for line in (
        "line 1 of puzzles.txt, 3,4,5/0: expected 1-1, got 1-2, with the value 999989 for player 0",
        "line 2 of puzzles.txt, 3,4,5/0: expected any move but 1-2, got 1-2",
        "line 3 of puzzles.txt, 1,1/0: expected the value 5 for player 0, got -999998",
        "line 4 of puzzles.txt, 1,1/0: expected a win for player 0, who moves, got a loss in 2 plies",
        "line 5 of puzzles.txt, 1,1/0: expected a loss in 4 plies for player 0, who moves, got a loss in 2 plies",
        "line 6 of puzzles.txt, 1,1/1: expected a draw for player 1, who moves, got a loss in 2 plies",
        "9-9 is not legal here",
    ):
        assert line in text


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("3,4,5/0", "line 1: expected a position, then what to find"),
        ("; best 1-2", "line 1: expected a position, then what to find"),
        ("3,4,5/0; depth 4", "line 1: expected a position, then what to find"),
        ("3,4,5/0; best", "line 1: expected, once each, best or avoid with moves, value with a number, .*, got 'best'"),
        ("3,4,5/0; win soon", "got 'win soon'"),
        ("3,4,5/0; mate 3", "got 'mate 3'"),
        ("3,4,5/0; draw; win", "got 'win'"),
        ("3,4,5/0; win -3", "got 'win -3'"),
        ("3,4,5/0; value nan", "got 'value nan'"),
        ("3,4,5/0; win; depth 0", "got 'depth 0'"),
    ],
)
def test_bad_puzzles(line: str, error: str) -> None:
    """What is no puzzle is told, with its line."""
    with pytest.raises(mx.NotationError, match=error):
        read_puzzle(line, "line 1")


def test_results_are_to_be_proven() -> None:
    """A search that is too short proves nothing."""
    what = read_puzzle("3,4,5/0; win; depth 1").check(Nim())
    assert what == "expected a win for player 0, who moves; a search to depth 1 does not prove any result"


def test_bad_puzzle_files(tmp_path: Path) -> None:
    """Files that are not there, or hold nothing."""
    with pytest.raises(mx.NotationError, match="cannot read the puzzles of"):
        read_puzzles(tmp_path / "none.txt")
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n")
    with pytest.raises(mx.NotationError, match=r"empty\.txt holds no puzzle; expected one per line"):
        read_puzzles(empty)


def test_all_parts_of_a_puzzle() -> None:
    """In any order, on one line."""
    puzzle = read_puzzle("4k/5 w - - 0 1; best a1a2 a1b1; avoid b1b2; value 2.5; loss 3; depth 4")
    assert puzzle == Puzzle(
        position="4k/5 w - - 0 1", best=("a1a2", "a1b1"), avoid=("b1b2",), value=2.5, result="loss", plies=3, depth=4
    )


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"games": 0}, "expected something to test: games, perft, playthroughs or puzzles"),
        ({"games": -1}, "expected games to be a whole number from 0, got -1"),
        ({"perft": -2}, "expected perft to be a whole number from 0, got -2"),
        ({"playthroughs": 1.5}, "expected playthroughs to be a whole number from 0, got 1.5"),
        ({"games": True}, "expected games to be a whole number from 0, got True"),
        ({"perft": "12"}, "expected perft to be a depth, or a list of whole numbers, got '12'"),
        ({"seed": None}, "expected seed to be a whole number, got None"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: str) -> None:
    """Are told when the tests are made."""
    with pytest.raises(mx.OptionError, match=error):
        game_tests(Nim(), **arguments)


def test_random_states() -> None:
    """As many as asked for, running, the same for the same seed."""
    states = random_states(Nim(), 50, seed=3)
    assert states == mx.testing.random_states(Nim(), 50, seed=3)
    assert len(states) == 50
    assert all(Nim().outcome(state) is None for state in states)
    assert len(set(states)) > 20
    assert random_states(Nim(), 50, seed=4) != states
    assert random_states(Nim(), 0) == []


def test_random_states_of_nothing() -> None:
    """Bad numbers, and a game that is over before it begins."""
    with pytest.raises(mx.GameError, match="expected a rules object, got the class Nim"):
        random_states(Nim, 1)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(mx.OptionError, match="expected a whole number of states from 0, got -1"):
        random_states(Nim(), -1)
    with pytest.raises(mx.RulesError, match="no state is running"):
        random_states(Nim(heaps=(0,)), 1)


def test_there_is_no_other_attribute() -> None:
    """`testing` is imported when asked for; other names are errors as ever."""
    with pytest.raises(AttributeError, match="module 'minimaxer' has no attribute 'nothing'"):
        _ = mx.nothing  # type: ignore[attr-defined]  # wrong on purpose
