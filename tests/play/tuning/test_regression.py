"""Fitting weights to results: known weights are found again from results that were drawn by them."""

from __future__ import annotations

import math
from random import Random

import pytest

import minimaxer as mx
from minimaxer.play.tuning.regression import Fit, fit
from minimaxer.play.tuning.samples import Sample

TRUE = (10.0, 30.0, -5.0)


def drawn(seed: int, *, games: int = 250, scale: float = 0.03, rest: float = 0.0, share: int = 1) -> list[Sample]:
    """Positions of games, several of each game, with results by chance as the true weights have it."""
    rng, found = Random(seed), []
    for game in range(games):
        features = tuple(float(round(rng.gauss(0, 1.5))) for _ in TRUE)
        left = round(rng.gauss(0, 20) * rest)
        mover = rng.choice((1, -1))
        odds = scale * (left + sum(map(float.__mul__, TRUE, features))) + 0.2 * mover + 0.1
        result = float(rng.random() < 1 / (1 + math.exp(-odds)))
        found += [Sample(game, result, mover, left, features)] * share
    return found


def within(found: Fit, expected: tuple[float, ...]) -> list[bool]:
    return [abs(one - other) <= error for one, other, error in zip(found.weights, expected, found.errors, strict=True)]


def test_known_weights_are_found_again() -> None:
    """In 95 of 100 trials within their errors: of 150 weights that are looked at, 7.5 are not, give or take 2.7."""
    hits = [hit for seed in range(50) for hit in within(fit(drawn(seed, games=150, rest=1.0), (1.0, 1.0, 1.0)), TRUE)]
    assert 1 <= len(hits) - sum(hits) <= 7.5 + 3 * 2.7


def test_the_scale_of_an_evaluation_stays() -> None:
    """Where nothing but weights makes it, its spread over the positions is as before."""
    samples = drawn(3)
    before = (5.0, 15.0, -2.5)
    found = fit(samples, before)
    spreads = [sum(each.value(weights) ** 2 for each in samples) for weights in (before, found.weights)]
    assert math.isclose(*spreads, rel_tol=0.05)
    assert all(within(found, before))
    assert found.scale == pytest.approx(0.06, rel=0.5)


def test_weights_that_were_all_nothing_get_a_scale() -> None:
    """The largest is 100."""
    found = fit(drawn(4), (0.0, 0.0, 0.0))
    assert max(map(abs, found.weights)) == pytest.approx(100)
    assert found.weights[1] == pytest.approx(100)
    assert found.errors[1] == 0.0
    assert found.loss < found.loss_before <= math.log(2) + 0.01


def test_positions_of_one_game_are_one_observation() -> None:
    """Taking each position ten times makes errors no smaller."""
    one, ten = (fit(drawn(5, rest=1.0, share=share), (1.0, 1.0, 1.0), ridge=0.001) for share in (1, 10))
    assert ten.errors == pytest.approx(one.errors, rel=0.01)


def test_a_feature_that_is_always_the_same_keeps_its_weight() -> None:
    """And its error says that nothing is known of it."""
    samples = [Sample(each.game, each.result, each.mover, each.rest, (*each.features[:2], 7.0)) for each in drawn(6, rest=1.0)]
    found = fit(samples, (1.0, 1.0, 44.0))
    assert found.weights[2] == 44.0
    assert found.errors[2] == math.inf


@pytest.mark.parametrize(
    ("samples", "told"),
    [
        (
            [Sample(game, 1.0, 1, 0, (game,)) for game in range(5)],
            "expected games with different results to learn from, but all ended alike; play more, or with fewer nodes",
        ),
        (
            [Sample(game, game % 2, 1, 0, (7.0,)) for game in range(5)],
            "expected features that differ from position to position, but all are the same everywhere",
        ),
        (
            [Sample(game, game % 2, 1, -(game % 2), (game // 2 % 2,)) for game in range(40)],
            "the part of the evaluation that no weight has a part in goes against the results, so that weights have no scale; leave "
            "it out, or weigh it",
        ),
        (
            [Sample(game, game % 2, 1, 0, (game // 2 % 2,)) for game in range(40)],
            "the results of the games hang on no feature; play more games, or take other features",
        ),
    ],
)
def test_what_cannot_be_learnt_from_is_told(samples: list[Sample], told: str) -> None:
    """In words that say what to do."""
    with pytest.raises(mx.OptionError) as caught:
        fit(samples, (0.0,))
    assert str(caught.value) == told
