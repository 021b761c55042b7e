"""Sizes of memory."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

import minimaxer as mx
from minimaxer.sizes import deep_size, parse_size


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


def test_deep_size_counts_everything_once() -> None:
    """Containers, slots and attributes are followed; what is shared counts once; classes and functions do not count."""
    big = tuple(range(1000, 1100))
    alone = deep_size(big)
    assert alone == sys.getsizeof(big) + sum(map(sys.getsizeof, big))
    assert deep_size(Pair(big, big)) == alone + sys.getsizeof(Pair(None, None))
    assert deep_size(Slotted(big)) == alone + sys.getsizeof(Slotted(None))
    assert deep_size({"a": big}) > alone
    assert deep_size(len, int) == 0
