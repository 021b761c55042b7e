"""Whether weights are found again from games of a real game: its positions hang together, and so do their features."""

from __future__ import annotations

import math
from itertools import islice
from random import Random

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.play.playing import openings
from minimaxer.play.tuning.regression import fit
from minimaxer.play.tuning.samples import Sample, SelfPlay
from minimaxer_games.connect_four import Board, ConnectFour

TRUE = (1.0, 4.0, 9.0)
GAMES = 160


@frozen(kw_only=True)
class Lines(ConnectFour):
    """Lines of four squares in which one player alone has stones, by how many stones are there."""

    weights: mx.Weights = mx.Weights(one=TRUE[0], two=TRUE[1], three=TRUE[2])

    def lines(self) -> list[int]:
        size = self.height + 1
        squares = [(column, row) for column in range(self.width) for row in range(self.height)]
        ways = [[(column + step * right, row + step * up) for step in range(4)] for column, row in squares for right, up in WAYS]
        return [sum(1 << column * size + row for column, row in way) for way in ways if {*way} <= {*squares}]

    def evaluate(self, board: Board) -> float:  # type: ignore[override]  # weights are floats
        one, two, three = self.counts(board)
        return self.weights.one * one + self.weights.two * two + self.weights.three * three

    def counts(self, board: Board) -> tuple[int, int, int]:
        found = [0, 0, 0, 0]
        for line in LINES:
            mine, theirs = (board.first & line).bit_count(), (board.second & line).bit_count()
            if (mine == 0) != (theirs == 0):
                found[mine + theirs - 1] += 1 if mine else -1
        return found[0], found[1], found[2]


WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
LINES = Lines().lines()


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """Positions of games that this evaluation played against itself."""
    game = Lines()
    player: mx.Player[Board, int] = mx.Player(limits=mx.Limits(depth=1))
    play = SelfPlay(game=game, player=player, names=game.weights.names, positions=8, plies=100, seed=1)
    starts = openings(game, None, GAMES, 1)
    with play.worker() as played:
        return [each for number, start in islice(enumerate(starts), GAMES) for each in played((number, start))]


@pytest.mark.parametrize("lots", ["position", "game"])
@pytest.mark.thorough
def test_hand_weights_are_found_again_in_real_positions(samples: list[Sample], lots: str) -> None:
    """Where results come by chance as the weights have it, in 95 of 100 trials within their errors.

    A lot for each position is the model itself. With one lot for all positions of a game, as in games, errors are by game. Of 150
    weights 7.5 are farther away, give or take 2.7.
    """
    hits, errors = 0, [0.0] * 3
    for trial in range(50):
        rng = Random(trial)
        shared = [rng.random() for _ in range(GAMES)]
        drawn = []
        for each in samples:
            chance = 1 / (1 + math.exp(-0.06 * each.value(TRUE)))
            lot = rng.random() if lots == "position" else shared[each.game]
            drawn.append(Sample(each.game, float(lot < chance), each.mover, each.rest, each.features))
        found = fit(drawn, TRUE)
        hits += sum(abs(one - other) <= error for one, other, error in zip(found.weights, TRUE, found.errors, strict=True))
        errors = [one + other / 50 for one, other in zip(errors, found.errors, strict=True)]
    assert 150 - hits <= 7.5 + 3 * 2.7
    assert 150 - hits >= 1
    assert all(error < weight * 2.5 for error, weight in zip(errors, TRUE, strict=True))
