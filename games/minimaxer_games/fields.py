"""Shared checks of fields, and of numbers in positions and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import Attribute

import minimaxer as mx


def whole(least: int, most: int) -> Callable[[object, Attribute[int], Any], None]:
    """A validator for whole numbers from `least` to `most`.

    Examples:
        >>> from attrs import field, frozen
        >>> @frozen
        ... class Board:
        ...     size: int = field(validator=whole(4, 8))
        >>> Board(3)
        Traceback (most recent call last):
        minimaxer.errors.OptionError: expected size to be a whole number from 4 to 8, got 3
    """

    def check(instance: object, attribute: Attribute[int], value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise mx.OptionError(f"expected {attribute.name} to be a whole number from {least} to {most}, got {value!r}")

    return check


def is_number(text: str, most: int) -> bool:
    """True if a text is a whole number from 0 to `most`.

    Examples:
        >>> [is_number(text, 12) for text in ("0", "12", "13", "", "-1", "1" * 9999)]
        [True, True, False, False, False, False]
    """
    return text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most
