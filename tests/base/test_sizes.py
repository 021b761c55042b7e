"""Sizes of memory."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

import minimaxer as mx
from minimaxer.base.scores import Bound
from minimaxer.base.sizes import deep_size, parse_size


@pytest.mark.parametrize(
    ("text", "size"), [("64MB", 64 << 20), ("1.5 kb", 1536), ("2GB", 2 << 30), ("100B", 100), (" 1 MB ", 1 << 20)]
)
def test_parse_size(text: str, size: int) -> None:
    """Units are powers of 1,024; case and blanks do not matter."""
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "64", "MB", "-1MB", "1 TB"])
def test_bad_sizes(text: str) -> None:
    """Anything else is refused with examples."""
    with pytest.raises(mx.OptionError, match="expected a size such as '64MB', '800KB' or '2GB'"):
        parse_size(text)


@pytest.mark.parametrize("text", ["0B", "0.0000001KB", "999999999999GB", "9" * 400 + "GB"])
def test_sizes_out_of_range(text: str) -> None:
    """Nothing, or more than any machine has, is no size."""
    with pytest.raises(mx.OptionError) as caught:
        parse_size(text)
    assert str(caught.value) == f"expected a size from 1B to 1048576GB, got {text!r}"


class Pair(NamedTuple):
    one: object
    other: object


class Slotted:
    __slots__ = ("inside",)

    def __init__(self, inside: object) -> None:
        self.inside = inside


def allocated(item: object) -> int:
    """Bytes that Python sets aside for an object."""
    return (sys.getsizeof(item) + 15) // 16 * 16


def test_deep_size_counts_everything_once() -> None:
    """Containers, slots, attributes and lists behind iterators are followed; what is shared counts once, as it is allocated."""
    big = tuple(range(1000, 1100))
    alone = deep_size(big)
    assert alone == allocated(big) + sum(map(allocated, big))
    assert deep_size(Pair(big, big)) == alone + allocated(Pair(None, None))
    assert deep_size(Slotted(big)) == alone + allocated(Slotted(None))
    assert deep_size({"a": big}) > alone
    moves = iter([*big])
    assert deep_size(moves) == alone + allocated(moves) + allocated([*big]) - allocated(big)
    assert next(moves) == 1000


def test_objects_are_measured_without_asking_them() -> None:
    """What a class answers for its attributes, or does when it is asked, is not heeded."""

    class Closed(Slotted):
        def __getattribute__(self, name: str) -> object:
            raise AssertionError(name)

    class Unset(Slotted):
        def __init__(self) -> None:
            """Leaves the slot as it is."""

    big = tuple(range(1000, 1100))
    assert deep_size(Closed(big)) >= deep_size(Slotted(big))
    assert deep_size(Unset()) < deep_size(Slotted(big))


def test_what_python_has_once_for_all_does_not_count() -> None:
    """Classes, functions, members of enumerations and small integers."""
    assert deep_size(len, int, Bound.EXACT, -5, 256, True) == 0
    assert deep_size(257) == deep_size(-6) == allocated(257)
