"""The questions by which `solve` narrows a value down: each says something new, and there are few of them."""

from __future__ import annotations

from random import Random

import pytest

from minimaxer.compiled.alphabeta.kernels.entry import near
from minimaxer.scores import DECISIVE, WIN


def questions(value: int, least: int, most: int, rng: Random | None) -> int:
    """How many questions it takes; answers say no more than was asked, or more by chance."""
    low, high, asked = least, most, 0
    while low < high:
        guess = near(low, high, least, most, asked)
        asked += 1
        assert low <= guess < high
        if value > guess:
            low = guess + 1 if rng is None else rng.randint(guess + 1, value)
        else:
            high = guess if rng is None else rng.randint(value, guess)
    assert low == high == value
    return asked


@pytest.mark.parametrize("value", [0, 1, -1, 37, -38, 64, -64, 999, -100_000, DECISIVE - 1, WIN - 1, 1 - WIN, WIN - 41])
@pytest.mark.parametrize("says_more", [False, True])
def test_every_value_is_found(value: int, says_more: bool) -> None:
    """Margins and wins, within bounds narrow and wide, whatever answers say."""
    rng = Random(value) if says_more else None
    for least, most in ((-WIN, WIN), (-64, 64), (value, value + 5), (value - 7, value), (value - 3, WIN)):
        if max(least, -WIN) <= value <= min(most, WIN):
            assert questions(value, max(least, -WIN), min(most, WIN), rng) < 6 * WIN.bit_length()


def test_answers_that_say_all_need_one_question_more() -> None:
    """Where an answer is the value itself, the next question asks whether it is more."""
    assert near(-64, 64, -64, 64, 0) == 0
    assert near(38, 64, -64, 64, 1) == 38
    assert near(-64, -14, -64, 64, 1) == -15
