"""Counting move sequences."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import minimaxer as mx
from minimaxer.native import compile_game
from minimaxer_games.tic_tac_toe import TicTacToe

from ..needs import needs_llvmlite
from ..random_trees import RandomTree, StuckTree


@pytest.mark.thorough
def test_finished_games_count_only_where_they_end() -> None:
    """By default sequences have exactly that many plies; with `finished` shorter games count too."""
    assert [mx.perft(TicTacToe(), depth=depth) for depth in range(10)] == [
        1,
        9,
        72,
        504,
        3024,
        15120,
        54720,
        148176,
        200448,
        127872,
    ]
    assert mx.perft(TicTacToe(), depth=6, finished=True) == 54720 + 1440


def test_games_that_end_without_moves() -> None:
    """A state without moves is the end of a game too."""
    tree, stuck = RandomTree(seed=4, ends=30), StuckTree(seed=4, ends=30)
    for depth in range(6):
        assert mx.perft(stuck, depth=depth, finished=True) == mx.perft(tree, depth=depth, finished=True)


def test_divide_counts_behind_each_move() -> None:
    """The counts of all first moves add up, in the order of the moves."""
    game = TicTacToe()
    counts = mx.divide(game, depth=4)
    assert list(counts) == list(game.moves(game.initial()))
    assert set(counts.values()) == {8 * 7 * 6}
    assert mx.divide(game, depth=1) == dict.fromkeys(range(9), 1)
    assert sum(mx.divide(game, depth=6, finished=True).values()) == mx.perft(game, depth=6, finished=True)
    over = game.parse("xxxoo....")
    assert mx.divide(game, over, depth=3) == {}


@needs_llvmlite
def test_threads_share_the_count() -> None:
    """Several threads count the same, from any state, games that end early included."""
    fast = compile_game(TicTacToe())
    for threads in (2, 3):
        for depth in (0, 3, 4, 7, 9):
            for finished in (False, True):
                expected = mx.perft(fast, depth=depth, finished=finished)
                assert mx.perft(fast, depth=depth, finished=finished, threads=threads) == expected
    assert mx.divide(fast, depth=6, threads=2) == mx.divide(fast, depth=6)


def test_threads_are_for_compiled_games() -> None:
    """Python counts on one thread, and says so."""
    with pytest.raises(mx.OptionError, match="threads=2 is for compiled games; give"):
        mx.perft(TicTacToe(), depth=3, threads=2)
    with pytest.raises(mx.OptionError, match="expected threads to be a whole number from 1 to 256, got 0"):
        mx.perft(TicTacToe(), depth=3, threads=0)
    with pytest.raises(mx.OptionError, match="expected a depth of 1 or more whole plies, got 0"):
        mx.divide(TicTacToe(), depth=0)


@pytest.mark.parametrize("depth", [-1, 1.5])
def test_bad_depths(depth: object) -> None:
    """A depth is a whole number from 0."""
    with pytest.raises(mx.OptionError, match="expected a depth of at most 100000 plies, got 100001"):
        mx.perft(TicTacToe(), depth=100_001)
    with pytest.raises(mx.OptionError, match="expected a depth of 0 or more whole plies, got"):
        mx.perft(TicTacToe(), depth=depth)  # type: ignore[arg-type]  # wrong on purpose


class Fall(NamedTuple):
    """How many steps down."""

    depth: int


STAIRS = (1, 1, 1, 1)


class Falling:
    """Rules that fail after four plies, with an error that threads might take for the end of their work."""

    def initial(self) -> Fall:
        return Fall(0)

    def player(self, fall: Fall) -> int:
        return fall.depth & 1

    def moves(self, fall: Fall) -> range:
        return range(3)

    def play(self, fall: Fall, move: int) -> Fall:
        return Fall(fall.depth + STAIRS[fall.depth])

    def outcome(self, fall: Fall) -> int | None:
        return None


@needs_llvmlite
@pytest.mark.parametrize("threads", [1, 2])
def test_errors_of_the_rules_are_told(threads: int) -> None:
    """On one thread as on several; no count comes back short."""
    fast = compile_game(Falling(), check=False)
    with pytest.raises(IndexError):
        mx.perft(fast, depth=6, threads=threads)
    with pytest.raises(IndexError):
        mx.divide(fast, depth=6, threads=threads)
