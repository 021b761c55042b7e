"""Higher or lower: answers, what is left, the best average, and deals that fit the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

import minimaxer as mx
from minimaxer_games.higher_lower import HIGHER, HIT, LOWER, Guessing, HigherLower, best_average

from ..needs import needs_llvmlite

OPEN = mx.AlphaBetaOptions(ignore={"deal"})
"""Searches the state itself, the secret being seen."""


def guesses(game: HigherLower, secret: int, choose: Callable[[Guessing], int]) -> int:
    """How many guesses a way of choosing needs."""
    state = game.initial()._replace(secret=secret)
    while game.outcome(state) is None:
        if game.player(state) == mx.CHANCE:
            ((move, probability),) = game.chances(state)
            assert probability == 1
        else:
            move = choose(state)
            assert move in game.moves(state)
        state = game.play(state, move)
    return -game.outcome(state)  # type: ignore[operator]  # the loop ended


def test_answers() -> None:
    """Leave the numbers above or below; a hit ends the game, and so does a guess of the only number left."""
    game = HigherLower()
    state = game.parse("9 1-15 0")
    for guess, answer, left in ((4, HIGHER, (5, 15)), (12, LOWER, (5, 11)), (9, HIT, (9, 9))):
        state = game.play(state, guess)
        assert (game.player(state), list(game.chances(state))) == (mx.CHANCE, [(answer, 1.0)])
        state = game.play(state, answer)
        assert (state.low, state.high) == left
    assert game.outcome(state) == -3
    last = game.play(game.parse("9 9-9 2"), 9)
    assert game.outcome(last) == -3


@pytest.mark.parametrize("numbers", [2, 3, 5, 7, 10, 15, 31])
def test_halves_are_best(numbers: int) -> None:
    """Guessing the middle takes the average in closed form, and no way of guessing takes less."""
    game = HigherLower(numbers=numbers)
    average = (
        sum(guesses(game, secret, lambda state: (state.low + state.high) // 2) for secret in range(1, numbers + 1)) / numbers
    )

    @cache
    def least(size: int) -> int:
        """Guesses over all secrets of a range of that size, by dynamic programming."""
        return size + min((least(below) + least(size - 1 - below) for below in range(size)), default=0)

    assert average == best_average(numbers) == least(numbers) / numbers


@pytest.mark.parametrize("power", range(2, 9))
def test_the_closed_form(power: int) -> None:
    """Of one number less than a power of two."""
    numbers = 2**power - 1
    assert best_average(numbers) == ((power - 1) * 2**power + 1) / numbers


def test_deals() -> None:
    """Any number that is left, all about as often; nothing else changes."""
    game, rng = HigherLower(), Random(1)
    state = game.parse("9 7-10 2")
    dealt = [game.deal(state, 0, rng) for _ in range(4000)]
    assert {each._replace(secret=9) for each in dealt} == {state}
    seen = Counter(each.secret for each in dealt)
    assert set(seen) == {7, 8, 9, 10}
    assert all(900 < count < 1100 for count in seen.values())


def test_sampling_tells_guesses_apart_by_nothing() -> None:
    """Whoever sees the secret takes one guess, so that all guesses look equally good to a mean over open deals."""
    game = HigherLower(numbers=7)
    means = dict.fromkeys(range(1, 8), 0.0)
    deals = [game.initial()._replace(secret=secret) for secret in range(1, 8)]
    for state in deals:
        for guess in means:
            means[guess] += mx.solve(game, game.play(state, guess), options=OPEN).value / len(deals)
    assert {round(mean, 9) for mean in means.values()} == {round(-13 / 7, 9)}


@pytest.mark.parametrize(("position", "value"), [("9 1-15 0", -4), ("9 1-15 1 8?", -4), ("9 9-15 1", -4), ("9 9-9 3", -4)])
def test_evaluation(position: str, value: int) -> None:
    """Counts guesses to come by halves, whatever the secret is."""
    game = HigherLower()
    assert game.evaluate(game.parse(position)) == value


def test_information_sets_learn_to_halve() -> None:
    """One tree for all deals takes the fewest guesses there are, over all secrets."""
    game = HigherLower(numbers=7)
    options = mx.InformationSetOptions(seed=1)

    @cache
    def chosen(low: int, high: int, made: int) -> int:
        """The move found in the state that the player knows, whatever the secret is."""
        state = Guessing(low, low, high, 0, made)
        return mx.best_move(game, state, algorithm="ismcts", simulations=2000, options=options)

    def choose(state: Guessing) -> int:
        return chosen(state.low, state.high, state.guesses)

    assert sum(guesses(game, secret, choose) for secret in range(1, 8)) / 7 == best_average(7)


def test_laws() -> None:
    """No law of the doctor is broken."""
    report = mx.testing.check_game(HigherLower(), games=10, compiled=False)
    assert [each.law for each in report.findings if each.severity == "error"] == []


@needs_llvmlite
def test_compiled() -> None:
    """With the same values as in Python."""
    game = HigherLower(numbers=5)
    native = mx.compile(game)
    for text in ("3 1-5 0", "3 2-4 1", "3 1-5 1 4?"):
        state = game.parse(text)
        assert mx.solve(native, state, options=OPEN).value == mx.solve(game, state, options=OPEN).value


def test_notation_round_trip() -> None:
    """States and moves are read as they were written; pictures and text do not show the secret."""
    game, rng = HigherLower(), Random(3)
    for seed in range(10):
        state = HigherLower(seed=seed).initial()
        while game.outcome(state) is None:
            assert game.parse(game.format(state)) == state
            moves = [move for move, _ in game.chances(state)] if state.guess else list(game.moves(state))
            assert [game.parse_move(state, game.format_move(state, move)) for move in moves] == moves
            other = state._replace(secret=state.low)
            assert (game.render(state), game.svg(state)) == (game.render(other), game.svg(other))
            state = game.play(state, rng.choice(moves))
        assert game.parse(game.format(state)) == state


@pytest.mark.parametrize(
    "text", ["", "9", "9 1-15", "16 1-16 0", "3 4-6 1", "9 4-11 0 7?", "9 4-11 2 3?", "9 4-11 2 7", "9 4-11 x", "0 0-1 0"]
)
def test_bad_positions(text: str) -> None:
    """Get an error that says what one looks like."""
    with pytest.raises(mx.NotationError) as error:
        HigherLower().parse(text)
    assert str(error.value) == (
        f"expected the secret, the numbers left and the guesses made, of 1 to 15, such as 2 1-15 0, and a guess that waits, such as "
        f"2?, got {text!r}"
    )


@pytest.mark.parametrize(
    ("position", "text", "message"),
    [
        ("9 1-15 0", "0", "expected a number from 1 to 15, got '0'"),
        ("9 1-15 0", "hit", "expected a number from 1 to 15, got 'hit'"),
        ("9 1-15 1 4?", "4", "expected hit, lower, higher, got '4'"),
    ],
)
def test_bad_moves(position: str, text: str, message: str) -> None:
    """Get an error that says what is expected there."""
    game = HigherLower()
    with pytest.raises(mx.NotationError) as error:
        game.parse_move(game.parse(position), text)
    assert str(error.value) == message
