"""Shares of moves in visits: what games give is checked, and what they do not say is worked out."""

from __future__ import annotations

import math
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.errors import ScoreError
from minimaxer.game.following import order_shares, prior_shares, priors


@pytest.mark.parametrize("weight", [-1, math.nan, math.inf, "much", True, None])
def test_a_prior_that_is_no_weight_is_refused(weight: Any) -> None:
    with pytest.raises(ScoreError) as error:
        prior_shares([1, weight], "here")
    assert str(error.value) == f"prior() gave {weight!r} for a move in 'here'; expected a finite number from 0, bigger for better"


def test_priors_are_shared_out() -> None:
    """By weight, or evenly where all are 0."""
    assert (prior_shares([3, 1], None), prior_shares([0, 0], None)) == ([0.75, 0.25], [0.5, 0.5])


@pytest.mark.parametrize("weights", [[1], [5, 5, 5], [-2, 7, 1e300, 3], [0, 1000], [-math.inf, 0, 1]])
def test_shares_by_order_add_up_to_1_and_keep_the_order(weights: list[float]) -> None:
    """In whatever units the weights are."""
    shares = order_shares(weights)
    assert math.isclose(sum(shares), 1)
    assert sorted(range(len(weights)), key=lambda place: weights[place]) == sorted(
        range(len(weights)), key=lambda place: shares[place]
    )
    assert math.isclose(max(order_shares([1000 * weight for weight in (0, 1, 4)])), max(order_shares([0, 1, 4])))


def test_the_game_says_what_it_can() -> None:
    """Its prior, or its order, or nothing."""
    game = mx.find_game("tic_tac_toe")
    found = mx.capabilities(game)
    state = game.initial()
    moves = list(game.moves(state))
    assert max(zip(priors(found, state, moves), moves, strict=True))[1] == 4
    assert priors(mx.capabilities(game, ignore={"order"}), state, moves) == [1 / 9] * 9
