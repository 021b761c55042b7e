"""What several games ask of their fields."""

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
