"""The questions by which `solve` narrows a value down: each says something new, and there are few of them."""

from __future__ import annotations

from random import Random

import pytest

from minimaxer.base.scores import DECISIVE, WIN
from minimaxer.families.alphabeta.native.kernels.entry import NEAREST, near


def questions(value: int, least: int, most: int, rng: Random | None, *, dear: bool) -> int:
    """How many questions it takes; answers say no more than was asked, or more by chance."""
    low, high, asked = least, most, 0
    while low < high:
        guess = near(low, high, least, most, asked, dear)
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
@pytest.mark.parametrize("dear", [False, True])
def test_every_value_is_found(value: int, says_more: bool, dear: bool) -> None:
    """Margins and wins, within bounds narrow and wide, whatever answers say."""
    rng = Random(value) if says_more else None
    for least, most in ((-WIN, WIN), (-64, 64), (value, value + 5), (value - 7, value), (value - 3, WIN)):
        if max(least, -WIN) <= value <= min(most, WIN):
            assert questions(value, max(least, -WIN), min(most, WIN), rng, dear=dear) < 6 * WIN.bit_length()


def test_answers_that_say_all_need_one_question_more() -> None:
    """Where an answer is the value itself, the next question asks whether it is more."""
    assert near(-64, 64, -64, 64, 0, False) == 0
    assert near(38, 64, -64, 64, 1, False) == 38
    assert near(-64, -14, -64, 64, 1, False) == -15


def test_dear_questions_are_followed_by_who_gets_more() -> None:
    """A win is asked for a fifth farther away each time; once that takes many nodes, first whether there is one."""
    assert near(3 - WIN, WIN - 3, 3 - WIN, WIN - 3, 0, False) == WIN - NEAREST
    assert near(3 - WIN, WIN - 20, 3 - WIN, WIN - 3, 1, False) == 3 - WIN + NEAREST - 3
    assert near(20 - WIN, WIN - 20, 3 - WIN, WIN - 3, 2, False) == WIN - 25
    assert near(20 - WIN, WIN - 20, 3 - WIN, WIN - 3, 2, True) == 0
    assert near(0, WIN - 20, 3 - WIN, WIN - 3, 3, True) == 0
    assert near(20 - WIN, 0, 3 - WIN, WIN - 3, 3, True) == -1
