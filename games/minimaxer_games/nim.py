"""Nim: take any number of sticks from one heap; the player who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from attrs import Attribute, field, frozen

import minimaxer as mx

from .fields import is_number

MOST_HEAPS: Final = 100
MOST_STICKS: Final = 1_000
"""The most sticks in all heaps together: each can be a move."""


class Heaps(NamedTuple):
    """The sticks left in each heap, and the player to move."""

    sizes: tuple[int, ...]
    player: int


class Take(NamedTuple):
    """A move: a number of sticks from a heap, whose number is counted from 0."""

    heap: int
    sticks: int


def _sizes(instance: object, attribute: Attribute[tuple[int, ...]], value: object) -> None:
    if not isinstance(value, tuple) or not value or not all(type(size) is int and size >= 0 for size in value):
        raise mx.OptionError(f"expected heaps to be whole numbers from 0, such as 3+4+5, got {value!r}")
    if len(value) > MOST_HEAPS or sum(value) > MOST_STICKS:
        raise mx.OptionError(
            f"expected 1 to {MOST_HEAPS} heaps with at most {MOST_STICKS:,} sticks altogether, got {len(value)} with "
            f"{sum(value):,}"
        )


def _as_tuple(value: object) -> object:
    return (value,) if isinstance(value, int) else value


@frozen(kw_only=True)
class Nim:
    """The rules.

    Attributes:
        heaps: The sizes at the start: up to 100 heaps, with up to 1,000 sticks altogether.

    Examples:
        >>> mx.solve(Nim(heaps=(1, 2, 3))).winner
        1
    """

    heaps: tuple[int, ...] = field(default=(3, 4, 5), converter=_as_tuple, validator=_sizes)

    def initial(self) -> Heaps:
        """All heaps full; player 0 begins."""
        return Heaps(self.heaps, 0)

    def player(self, heaps: Heaps) -> int:
        """The player to move."""
        return heaps.player

    def moves(self, heaps: Heaps) -> Iterator[Take]:
        """Every number of sticks from every heap, the whole heap first."""
        for heap, size in enumerate(heaps.sizes):
            for count in range(size, 0, -1):
                yield Take(heap, count)

    def play(self, heaps: Heaps, move: Take) -> Heaps:
        """Takes the sticks."""
        sizes = heaps.sizes
        left = sizes[move.heap] - move.sticks
        return Heaps(mx.tuples.replaced(sizes, move.heap, left), 1 - heaps.player)

    def outcome(self, heaps: Heaps) -> int | None:
        """A loss for the mover once all sticks are taken."""
        if any(heaps.sizes):
            return None
        return mx.LOSS if heaps.player == 0 else mx.WIN

    def evaluate(self, heaps: Heaps) -> int:
        """One point for the mover if the nim-sum of the sizes is not 0, else one for the other player.

        Source: C. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901.
        """
        return 1 if (_nim_sum(heaps.sizes) != 0) == (heaps.player == 0) else -1

    def key(self, heaps: Heaps) -> tuple[int, ...]:
        """The sizes in ascending order, since the order of the heaps does not matter."""
        return mx.tuples.sort(heaps.sizes)

    def order(self, heaps: Heaps, move: Take) -> int:
        """Moves that leave a nim-sum of 0 first."""
        return 1 if _nim_sum(self.play(heaps, move).sizes) == 0 else 0

    def parse(self, text: str) -> Heaps:
        """Reads the sizes and the player to move, as in `3,4,5/0`; player 0 if it is left out."""
        sizes, slash, player = text.partition("/")
        numbers = sizes.split(",")
        heaps = tuple(int(size) for size in numbers) if all(is_number(size, MOST_STICKS) for size in numbers) else ()
        if not 1 <= len(heaps) <= MOST_HEAPS or sum(heaps) > MOST_STICKS or (slash and player not in ("0", "1")):
            raise mx.NotationError(
                f"expected sizes and who moves, such as 3,4,5/0, with at most {MOST_HEAPS} heaps and {MOST_STICKS:,} sticks "
                f"altogether, got {text!r}"
            )
        return Heaps(heaps, int(player or 0))

    def format(self, heaps: Heaps) -> str:
        """Writes what `parse` reads."""
        return f"{','.join(map(str, heaps.sizes))}/{heaps.player}"

    def parse_move(self, heaps: Heaps, text: str) -> Take:
        """Reads a heap, counted from 1, and the number of sticks to take, as in `2-4`."""
        heap, _, count = text.partition("-")
        if not is_number(heap, MOST_HEAPS) or not is_number(count, MOST_STICKS):
            raise mx.NotationError(f"expected a heap and how many to take, such as 2-4, got {text!r}")
        return Take(int(heap) - 1, int(count))

    def format_move(self, heaps: Heaps, move: Take) -> str:
        """Writes what `parse_move` reads."""
        return f"{move.heap + 1}-{move.sticks}"

    def render(self, heaps: Heaps) -> str:
        """A row of sticks for each heap."""
        return "\n".join(f"{heap}: {'|' * size} ({size})" for heap, size in enumerate(heaps.sizes, 1))

    def svg(self, heaps: Heaps) -> str:
        """A row of sticks for each heap, in the mover's colour."""
        most = max(*heaps.sizes, *self.heaps, 1)
        canvas = mx.drawing.Canvas(60 + 14 * most, 16 + 40 * len(heaps.sizes), title=f"nim: {self.format(heaps)}")
        for heap, size in enumerate(heaps.sizes):
            y = 12 + 40 * heap
            canvas.text(16, y + 16, str(heap + 1), "faint", size=12)
            for stick in range(size):
                canvas.rect(36 + 14 * stick, y, 6, 32, "first" if heaps.player == 0 else "second", round=3)
        return str(canvas.drawing())

    def areas(self, heaps: Heaps, move: Take) -> tuple[mx.drawing.Area]:
        """The area of the leftmost stick that is taken; the others are to the right of it."""
        stick = heaps.sizes[move.heap] - move.sticks
        return ((32 + 14 * stick, 8 + 40 * move.heap, 14, 40),)


def _nim_sum(sizes: tuple[int, ...]) -> int:
    found = 0
    for size in sizes:
        found ^= size
    return found
