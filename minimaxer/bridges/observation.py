"""The default observations for programs that learn: states as arrays of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, Generic

import attrs

from ..base.scores import plain_number
from ..errors import MissingExtraError, OptionError, RulesError, how_to_install
from ..game.capability import capabilities
from ..game.following import final_outcome, wandered
from ..game.protocol import Game, M, S, players_of

try:
    import numpy as np
    from gymnasium import spaces
except ImportError:  # which is said once they are needed
    spaces = None

_GAMES: Final = 10
"""Random games that determine the layout of the array."""
_PLIES: Final = 200
"""Most plies of each game."""
_WORD: Final = 64
_LARGE: Final = 1 << 31
"""Whole numbers from here on are sets of bits."""
_WAY_OUT: Final = "say what players see by observation=, a function of a state and a player that gives an array"


class Numbers(Generic[S]):
    """The default observation: the numbers of a state, one after the other, in an array of one dimension, from the box `space`.

    The array begins with the observer, as a 1 among a 0 for each other player. Then come the numbers of the state: of tuples,
    lists and arrays item by item, of objects attribute by attribute. Numbers that go beyond 31 bits in random games are sets of
    bits, written bit by bit from the lowest, in 64 places or a multiple of it. Smaller numbers are written as they are, even if
    they are sets of bits. The dtype is int32, or float64 if there are fractions.

    It is complete, but only a start: an `observation` of your own can show the board from the observer's side.

    Raises MissingExtraError without PettingZoo, and OptionError if states hold anything but numbers, or differ in how many.
    """

    def __init__(self, game: Game[S, Any]) -> None:
        if spaces is None:
            raise not_installed()
        self._players: Final = players_of(game)
        rows = [list(_numbers(state, state)) for state in _states(game)]
        if len({len(row) for row in rows}) > 1:
            counts = sorted({len(row) for row in rows})
            raise OptionError(f"expected states of as many numbers each, got {counts[0]} to {counts[-1]}; {_WAY_OUT}")
        columns = list(zip(*rows, strict=True))
        self._widths: Final = [_width(column) for column in columns]
        self._is_whole: Final = all(isinstance(number, int) for column in columns for number in column)
        self._dtype: Final = np.dtype(np.int32 if self._is_whole else np.float64)
        low, high = bounds_of(self._dtype) if self._is_whole else (-np.inf, np.inf)
        lows, highs = [0.0] * self._players, [1.0] * self._players
        for width in self._widths:
            lows.extend([0] * width or [low])
            highs.extend([1] * width or [high])
        self.space: Final = spaces.Box(np.array(lows, self._dtype), np.array(highs, self._dtype), dtype=self._dtype)

    def __call__(self, state: S, player: int) -> Any:
        """A player's observation of a state: an array of the shape and dtype of `space`. Raises RulesError if the state holds
        more or larger numbers than those of the random games.
        """
        row: list[float] = [int(each == player) for each in range(self._players)]
        numbers = list(_numbers(state, state))
        fits = len(numbers) == len(self._widths)
        for number, width in zip(numbers, self._widths, strict=False):
            if width == 0:
                fits = fits and (not self._is_whole or (isinstance(number, int) and -_LARGE <= number < _LARGE))
                row.append(number)
            else:
                fits = fits and isinstance(number, int) and 0 <= number < 1 << width
                row.extend(int(number) >> bit & 1 for bit in range(width))
        if not fits:
            raise RulesError(f"{state!r} holds more or larger numbers than the states of random games; {_WAY_OUT}")
        return np.array(row, self._dtype)


def not_installed() -> MissingExtraError:
    """The error to raise if PettingZoo, or a package that comes with it, cannot be imported."""
    return MissingExtraError(f"environments of PettingZoo need the package pettingzoo: {how_to_install('pettingzoo')}")


def bounds_of(dtype: Any) -> tuple[int, int]:
    """The least and the greatest number of a dtype of whole numbers."""
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def _states(game: Game[S, M]) -> Iterator[S]:
    """The states of a few random games, always the same."""
    rng, found = Random(0), capabilities(game)
    for _ in range(_GAMES):
        state = game.initial()
        yield state
        for _ in range(_PLIES):
            if final_outcome(game, found, state) is not None:
                break
            state = wandered(game, state, rng)
            yield state


def _numbers(value: Any, state: object) -> Iterator[int | float]:
    """Yields the numbers in a part of a state; raises OptionError if it holds something else."""
    number = plain_number(int(value) if isinstance(value, (bool, np.bool_)) else value)
    if number is not None:
        yield number
        return
    if isinstance(value, np.ndarray):
        parts = value.tolist()
    elif isinstance(value, (tuple, list)):
        parts = value
    elif attrs.has(type(value)):
        parts = [getattr(value, each.name) for each in attrs.fields(type(value))]
    elif hasattr(value, "__dict__"):
        parts = list(vars(value).values())
    else:
        raise OptionError(f"expected states made of numbers, got {value!r} in {state!r}; {_WAY_OUT}")
    for part in parts if isinstance(parts, (tuple, list)) else [parts]:
        yield from _numbers(part, state)


def _width(column: tuple[int | float, ...]) -> int:
    """The number of bits to write for a number with these values; 0 if it is written as it is."""
    if not all(isinstance(number, int) for number in column) or -_LARGE <= min(column) <= max(column) < _LARGE:
        return 0
    if min(column) < 0:
        raise OptionError(
            f"expected whole numbers of at most 31 bits, or sets of bits, got {min(column)} and {max(column)}; {_WAY_OUT}"
        )
    return -(-int(max(column)).bit_length() // _WORD) * _WORD
