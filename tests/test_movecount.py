"""Counting move sequences."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer_games.tic_tac_toe import TicTacToe

from .random_trees import RandomTree, StuckTree


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


@pytest.mark.parametrize("depth", [-1, 1.5])
def test_bad_depths(depth: object) -> None:
    """A depth is a whole number from 0."""
    with pytest.raises(mx.OptionError, match="expected a depth of 0 or more whole plies, got"):
        mx.perft(TicTacToe(), depth=depth)  # type: ignore[arg-type]  # wrong on purpose
