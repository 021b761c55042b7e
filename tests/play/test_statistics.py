"""Elo and the sequential test against published values, simulated matches, and what is out of range."""

from __future__ import annotations

import json
import math
from random import Random
from statistics import NormalDist
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.statistics import Tally, elo_of, score_of

from .. import refdata


def rows(name: str) -> list[dict[str, Any]]:
    """Published results with what their programs say of them."""
    found: list[dict[str, Any]] = json.loads(refdata.path(f"matches/{name}_vectors.json").read_text(encoding="utf-8"))
    return found


def test_ratios_are_the_published_ones() -> None:
    """To the last digit printed; one row follows another formula, as it says itself."""
    tried = 0
    for row in rows("sprt"):
        if row["agrees"]:
            tried += 1
            model: Any = "logistic" if row["model"].startswith("logistic") else row["model"]
            ratio = mx.Sprt(row["elo0"], row["elo1"], model=model).ratio(row["counts"])
            assert ratio == pytest.approx(row["llr"], abs=0.013), row
            assert ratio == pytest.approx(row["recomputed_llr"], abs=0.004 if model == "bayesian" else 0.001), row
    assert tried == 42


def test_elo_is_the_published_one() -> None:
    """With its error, the normalised one, and how likely the first is the stronger one."""
    for row in rows("elo"):
        tally, wanted = Tally(row["counts"]), row["recomputed"]
        found = {
            "elo": tally.elo.value,
            "nelo": tally.normalized_elo.value,
            "nerr": tally.normalized_elo.error,
            "los": tally.likelihood_of_superiority,
            "score": tally.score,
        }
        for name, value in found.items():
            assert value == pytest.approx(wanted[name], abs=0.0006), (row, name)
            if name in row:
                assert value == pytest.approx(row[name], abs=0.006), (row, name)
        assert tally.elo.error == pytest.approx(wanted["err"], abs=0.0006), row
    for row in rows("sprt"):
        if "elo" in row:
            tally = Tally(row["counts"])
            assert [tally.elo.value, tally.elo.error] == pytest.approx(row["recomputed_elo"], abs=0.006), row


def simulated(elo: float, rng: Random, test: mx.Sprt, most: int) -> bool:
    """Whether a player that is so much stronger passes; pairs of games of which half are drawn."""
    win = score_of(elo) - 0.25
    chances = [0.5 - win, 0.5, win]
    counts = [0] * 5
    for number in range(1, most + 1):
        points = rng.choices((0, 1, 2), chances)[0] + rng.choices((0, 1, 2), chances)[0]
        counts[points] += 1
        if number % 4 == 0 and (verdict := test.verdict(counts)) is not None:
            return verdict == "stronger"
    return False


@pytest.mark.parametrize("elo", [0, 20, 50])
def test_the_test_is_wrong_no_oftener_than_it_says(elo: int) -> None:
    """Of simulated matches; a player between the bounds passes at some rate between."""
    test, rng = mx.Sprt(0, 50, model="logistic"), Random(elo)
    number = 100
    passed = sum(simulated(elo, rng, test, 4_000) for _ in range(number))
    band = NormalDist().inv_cdf(0.999) * math.sqrt(0.05 * 0.95 / number)
    low, high = {0: (0.0, 0.05 + band), 20: (0.05, 0.6), 50: (0.95 - band, 1.0)}[elo]
    assert low <= passed / number <= high


@pytest.mark.thorough
@pytest.mark.parametrize(("elo", "low", "high"), [(0, 0.0, 0.05), (50, 0.95, 1.0)])
def test_rates_of_errors_over_many_matches(elo: int, low: float, high: float) -> None:
    """Within the binomial interval of 99.9 in 100."""
    test, rng, number = mx.Sprt(0, 50, model="logistic"), Random(100 + elo), 500
    passed = sum(simulated(elo, rng, test, 4_000) for _ in range(number))
    band = NormalDist().inv_cdf(0.999) * math.sqrt(0.05 * 0.95 / number)
    assert low - band <= passed / number <= high + band


@pytest.mark.thorough
def test_how_often_a_truth_between_the_two_passes() -> None:
    """Of 500 matches at 20 Elo, tested between 0 and 50, as many pass as Wald's operating characteristic says, but for its overshoot.

    Source: A. Wald, "Sequential tests of statistical hypotheses", 1945.
    """
    test, rng, number = mx.Sprt(0, 50, model="logistic"), Random(120), 500
    passed = sum(simulated(20, rng, test, 4_000) for _ in range(number)) / number
    exponent, odds = 1 - 2 * 20 / 50, 0.95 / 0.05
    expected = (1 - odds**-exponent) / (odds**exponent - odds**-exponent)
    assert abs(passed - expected) < NormalDist().inv_cdf(0.9995) * math.sqrt(expected * (1 - expected) / number) + 0.02


def test_nothing_played_says_nothing() -> None:
    """Before the first game, and where all went one way."""
    empty = Tally((0, 0, 0))
    assert (empty.score, empty.elo.value, empty.elo.error, empty.likelihood_of_superiority) == (0.5, 0, math.inf, 0.5)
    assert str(empty.normalized_elo) == "+0.0 ± inf"
    sweep = Tally((0, 0, 0, 0, 20))
    assert (sweep.elo.value, sweep.normalized_elo.value, sweep.likelihood_of_superiority) == (math.inf, math.inf, 1.0)
    assert Tally((20, 0, 0)).elo.value == -math.inf
    assert Tally((0, 7, 0)).likelihood_of_superiority == 0.5
    models: tuple[Any, ...] = ("normalized", "logistic")
    for model in models:
        for counts in ((0, 0, 0, 0, 9_000), (9_000, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 0, 1), (0, 0, 2, 0, 0), (0, 1, 0, 1, 0)):
            assert math.isfinite(mx.Sprt(0, 5, model=model).ratio(counts))
            for elo1 in (1, 400, 5_000):
                assert math.isfinite(mx.Sprt(-3_000, elo1, model=model).ratio(counts))
    assert mx.Sprt().ratio((0, 0, 0)) == 0
    assert mx.Sprt(model="bayesian").ratio((5, 0, 5)) == 0
    assert mx.Sprt().verdict((1, 1, 1)) is None
    assert elo_of(score_of(123)) == pytest.approx(123)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Tally((1, 2)), r"expected counts of losses, draws and wins, or of pairs .*, got \(1, 2\)"),
        (lambda: Tally((1, -2, 3)), r"got \(1, -2, 3\)"),
        (lambda: mx.Sprt(5, 5), "expected elo0 to be below elo1, got 5 and 5"),
        (lambda: mx.Sprt(math.nan, 5), "expected elo0 and elo1 to be numbers, got nan and 5"),
        (lambda: mx.Sprt(alpha=0.5), "expected alpha to be above 0 and below 0.5, got 0.5"),
        (lambda: mx.Sprt(beta="x"), "expected beta to be above 0 and below 0.5, got 'x'"),  # type: ignore[arg-type]
        (lambda: mx.Sprt(model="x"), "expected model to be one of normalized, logistic, bayesian, got 'x'"),  # type: ignore[arg-type]
        (lambda: mx.Sprt(model="bayesian").ratio((1, 2, 3, 4, 5)), "the bayesian model is for games counted one by one"),
    ],
)
def test_what_is_out_of_range_is_refused(make: Any, text: str) -> None:
    """With what was expected and what was given."""
    with pytest.raises(mx.OptionError, match=text):
        make()
