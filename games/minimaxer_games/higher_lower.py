"""Higher or lower: find a secret number by guesses; hidden information with a well-known best result."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number, whole

HIT: Final = 0
LOWER: Final = -1
"""The answer that the secret is below the guess."""
HIGHER: Final = -2
ANSWERS: Final = {"hit": HIT, "lower": LOWER, "higher": HIGHER}
MOST: Final = 1_000


class Guessing(NamedTuple):
    """The secret, hidden from the player, and the player's knowledge: the least and greatest number left, and the guesses made.

    `guess` is the guess that awaits its answer, or 0.
    """

    secret: int
    low: int
    high: int
    guess: int
    guesses: int


@frozen(kw_only=True)
class HigherLower:
    """The rules, for one player. A move is a guess; chance gives the only possible answer.

    The outcome is the number of guesses, as a negative number. Guesses outside the numbers left are not allowed.

    Attributes:
        numbers: The greatest number that the secret can be, 2 to 1,000; the least is 1.
        seed: The number of the secret's draw; another number may give another secret.

    Examples:
        >>> open_to_all = mx.AlphaBetaOptions(ignore={"deal"})
        >>> mx.solve(HigherLower(), options=open_to_all).value  # a search of the state knows the secret; no player does
        -1.0
        >>> best_average(15)  # guesses on average, by halves
        3.266...
    """

    numbers: int = field(default=15, validator=whole(2, MOST))
    seed: int = field(default=1, validator=whole(0, 1 << 62))
    players: int = field(default=1, init=False, repr=False)

    @property
    def value_range(self) -> tuple[int, int]:
        """The range of values: each guess leaves fewer numbers."""
        return -self.numbers, -1

    def initial(self) -> Guessing:
        """The secret drawn by `seed`, with all numbers left."""
        return Guessing(1 + Random(self.seed).randrange(self.numbers), 1, self.numbers, 0, 0)

    def player(self, state: Guessing) -> int:
        """Player 0, or chance while a guess awaits its answer."""
        return mx.CHANCE if state.guess else 0

    def moves(self, state: Guessing) -> Iterator[int]:
        """The numbers left."""
        yield from range(state.low, state.high + 1)

    def chances(self, state: Guessing) -> Iterator[tuple[int, float]]:
        """The answer, which is certain once the secret is known."""
        if state.secret == state.guess:
            yield HIT, 1.0
        elif state.secret < state.guess:
            yield LOWER, 1.0
        else:
            yield HIGHER, 1.0

    def play(self, state: Guessing, move: int) -> Guessing:
        """Makes a guess, or applies its answer."""
        secret, low, high, guess, guesses = state
        if guess == 0:
            return Guessing(secret, low, high, move, guesses + 1)
        if move == LOWER:
            return Guessing(secret, low, guess - 1, 0, guesses)
        if move == HIGHER:
            return Guessing(secret, guess + 1, high, 0, guesses)
        return Guessing(secret, guess, guess, guess, guesses)

    def outcome(self, state: Guessing) -> int | None:
        """The number of guesses, as a negative number, once one has hit: then no other number is left."""
        return -state.guesses if state.guess and state.low == state.high else None

    def evaluate(self, state: Guessing) -> int:
        """The guesses made plus those that halving may still take, as a negative number; the secret is not used."""
        left = state.high - state.low + 1
        if state.guess:
            left = max(state.guess - state.low, state.high - state.guess)
        return -state.guesses - left.bit_length()

    def deal(self, state: Guessing, player: int, rng: Random) -> Guessing:
        """Draws the secret again from the numbers left."""
        return state._replace(secret=rng.randint(state.low, state.high))

    def all_moves(self) -> range:
        """All numbers."""
        return range(1, self.numbers + 1)

    def parse(self, text: str) -> Guessing:
        """Reads the secret, the numbers left, the guesses made, and a guess that waits, as in `9 4-11 2` and `9 4-11 3 7?`."""
        words = text.split()
        low, _, high = (words + [""] * 3)[1].partition("-")
        waiting = words[3].removesuffix("?") if len(words) == 4 and words[3].endswith("?") else "0"
        numbers = [*words[:1], low, high, waiting, *words[2:3]]
        if len(words) in (3, 4) and len(numbers) == 5 and all(is_number(each, self.numbers) for each in numbers):
            state = Guessing(*map(int, numbers))
            fits = state.guess == 0 or (state.low <= state.guess <= state.high and state.guesses > 0)
            if fits and 1 <= state.low <= state.secret <= state.high and (len(words) == 4) == (state.guess > 0):
                return state
        raise mx.NotationError(
            f"expected the secret, the numbers left and the guesses made, of 1 to {self.numbers}, such as 2 1-{self.numbers} 0, "
            f"and a guess that waits, such as 2?, got {text!r}"
        )

    def format(self, state: Guessing) -> str:
        """Writes what `parse` reads."""
        waiting = f" {state.guess}?" if state.guess else ""
        return f"{state.secret} {state.low}-{state.high} {state.guesses}{waiting}"

    def parse_move(self, state: Guessing, text: str) -> int:
        """Reads a number, or an answer: `hit`, `lower` or `higher`."""
        if state.guess:
            if text not in ANSWERS:
                raise mx.NotationError(f"expected {', '.join(ANSWERS)}, got {text!r}")
            return ANSWERS[text]
        if not is_number(text, self.numbers) or int(text) == 0:
            raise mx.NotationError(f"expected a number from 1 to {self.numbers}, got {text!r}")
        return int(text)

    def format_move(self, state: Guessing, move: int) -> str:
        """Writes what `parse_move` reads."""
        return str(move) if move > 0 else ("hit", "lower", "higher")[-move]

    def render(self, state: Guessing) -> str:
        """The player's knowledge: the numbers left, and the guesses made."""
        waiting = f", {state.guess}?" if state.guess else ""
        return f"{state.low} to {state.high}, guesses: {state.guesses}{waiting}"

    def svg(self, state: Guessing) -> str:
        """The numbers left, among all; the secret is not shown."""
        canvas = mx.drawing.Canvas(340, 70, title=f"higher or lower: {self.render(state)}")
        step = 316 / self.numbers
        canvas.rect(12, 14, 316, 26, "rule", round=3)
        canvas.rect(12 + step * (state.low - 1), 14, step * (state.high - state.low + 1), 26, "first", round=3)
        if state.guess:
            canvas.rect(12 + step * (state.guess - 1), 10, step, 34, "accent", round=3)
        if self.numbers <= 20:
            for number in range(1, self.numbers + 1):
                canvas.text(12 + step * (number - 0.5), 27, str(number), size=11)
        canvas.text(12, 57, self.render(state), "faint", anchor="start", size=12)
        return str(canvas.drawing())


def best_average(numbers: int) -> float:
    """The lowest average number of guesses: one of the numbers takes one guess, two take two, four take three, and so on.

    For 2**k - 1 numbers that is ((k - 1) * 2**k + 1) / (2**k - 1).

    Examples:
        >>> best_average(7) == 17 / 7
        True
    """
    total, left, depth = 0, numbers, 1
    while left:
        found = min(left, 1 << depth - 1)
        total += found * depth
        left -= found
        depth += 1
    return total / numbers
