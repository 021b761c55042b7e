"""How values are compared where `==` does not say."""

from __future__ import annotations

import math
from collections import deque
from enum import Enum
from functools import cached_property
from typing import Any

import pytest
from attrs import define, frozen

from minimaxer.game.comparing import Difference, Moves, difference
from minimaxer.testing.case import Quoted, content, error_text, fresh, is_filled, one_line, shown

from ..needs import HAS_NUMPY, needs_numpy

if HAS_NUMPY:
    import numpy as np


class Bare:
    """An object without equality; what is private may be a cache."""

    def __init__(self, size: int, hidden: int = 0) -> None:
        self.size = size
        self._hidden = hidden

    @cached_property
    def double(self) -> int:
        """Worked out once."""
        return 2 * self.size


@frozen
class Valued:
    """An object with equality, of something that has none."""

    held: Any


class Loud:
    """Neither equality nor text can be had."""

    def __eq__(self, other: object) -> bool:
        raise LookupError("no")

    __hash__ = None  # type: ignore[assignment]  # as is usual beside __eq__

    def __repr__(self) -> str:
        raise LookupError("no")


@define
class Filled:
    """An object with equality that keeps something."""

    size: int
    kept: int | None = None


class Colour(Enum):
    """A member is what it is."""

    RED = 1
    BLUE = 2


def grown(cells: list[Any]) -> list[Any]:
    """A list that holds itself."""
    cells.append(cells)
    return cells


def doubled(bare: Bare) -> Bare:
    """One whose cached property is filled."""
    assert bare.double == 2 * bare.size
    return bare


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (1, 1.0, Difference.SAME),
        (math.nan, float("nan"), Difference.SAME),
        ((1, (2, "3")), [1, deque([2, "3"])], Difference.SAME),
        ([1, 2], [1, 2, 3], Difference.OTHER),
        ({"a": [1]}, {"a": [1]}, Difference.SAME),
        ({"a": [1]}, {"b": [1]}, Difference.OTHER),
        ({1, 2}, frozenset({1, 2}), Difference.SAME),
        ({1, 2}, {1, 3}, Difference.OTHER),
        (Bare(1), Bare(1), Difference.SAME),
        (Bare(1), doubled(Bare(1)), Difference.SAME),
        (Bare(1), Bare(1, hidden=2), Difference.UNKNOWN),
        (Bare(1), Bare(2), Difference.LOOKS_OTHER),
        (Bare(1), 1, Difference.OTHER),
        ([Bare(1)], [Bare(1)], Difference.SAME),
        ({Bare(1)}, {Bare(1)}, Difference.UNKNOWN),
        ({Bare(1): 1}, {Bare(1): 1}, Difference.UNKNOWN),
        (Valued(Bare(1)), Valued(Bare(1)), Difference.SAME),
        (Valued(Bare(1)), Valued(Bare(2)), Difference.LOOKS_OTHER),
        (Valued(1), Valued(2), Difference.OTHER),
        (Loud(), Loud(), Difference.UNKNOWN),
        (object(), object(), Difference.OTHER),
        (Colour.RED, Colour.BLUE, Difference.OTHER),
        (grown([1]), grown([1]), Difference.SAME),
    ],
)
def test_likeness(one: Any, other: Any, expected: Difference) -> None:
    """Of numbers, containers, and objects with and without equality; both ways round."""
    assert difference(one, other) is expected
    assert difference(other, one) is expected


@needs_numpy
def test_likeness_of_arrays() -> None:
    """Shape and elements count, pointers do not."""
    assert difference(np.array([1, 2]), np.array([1.0, 2.0])) is Difference.SAME
    assert difference(np.array([1, 2]), np.array([[1, 2]])) is Difference.OTHER
    assert difference(np.array([10**6], dtype=object), np.array([10**6 + 1 - 1], dtype=object)) is Difference.SAME
    assert difference((np.array([1]), 0), (np.array([2]), 0)) is Difference.OTHER
    assert difference(Valued(np.array([1, 2])), Valued(np.array([1, 2]))) is Difference.SAME
    assert difference(Valued(np.array([1, 2])), Valued(np.array([1, 3]))) is Difference.LOOKS_OTHER


def test_moves_are_looked_up() -> None:
    """By hash where that says what they are, else by what they hold."""
    offered: list[Any] = [1, "a", (1, 2), [3], Bare(4), Colour.RED, (Bare(5), 6)]
    moves = Moves(offered)
    for move in (1, "a", (1, 2), [3], Bare(4), Colour.RED, (Bare(5), 6)):
        assert move in moves
    others: list[Any] = [2, "b", (1, 3), [4], Bare(5), Colour.BLUE, (Bare(5), 7), Loud()]
    assert not any(move in moves for move in others)


def test_contents_are_kept() -> None:
    """What changes later does not change what was noted."""
    filled = Filled(2)
    state = [Bare(1), filled]
    before = content(state)
    assert content(fresh(state)) == before
    filled.kept = 3
    assert content(state) != before


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (Bare(1), Bare(1), True),
        (Bare(None), Bare(3), True),  # type: ignore[arg-type]  # nothing yet
        (Bare({}), Bare({1: 2}), True),  # type: ignore[arg-type]  # a cache
        (Bare([]), Bare([1]), False),  # type: ignore[arg-type]  # a list is a part of the state
        (Bare(1), Bare(2), False),
        ({"a": None}, {"a": 1}, False),
        ([Bare(None)], [Bare(1)], True),  # type: ignore[arg-type]  # nothing yet
        ([None], [1], False),
    ],
)
def test_what_is_filled(before: Any, after: Any, expected: bool) -> None:
    """Attributes that held None, and dictionaries, may be filled; nothing else may change."""
    assert is_filled(content(before), content(after)) is expected


def test_values_are_shown_whatever_they_do() -> None:
    """Containers show the members that can be shown; errors may lack a text."""
    assert shown([1, (Loud(), "a")]) == "[1, (<Loud, whose __repr__ raised LookupError: no>, 'a')]"
    assert one_line("a\n  b\n") == "a b"
    assert f"{Quoted(Loud())!r}" == "<Loud, whose __repr__ raised LookupError: no>"
    assert error_text(ValueError()) == "ValueError"
    assert error_text(SystemExit(2)) == "SystemExit: 2"
