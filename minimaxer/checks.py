"""What is said of arguments out of range."""

from __future__ import annotations

from .errors import OptionError


def check_whole(name: str, value: object, least: int | None = None, most: int | None = None) -> None:
    """Raises OptionError unless the value of that name is a whole number, from `least` and to `most` where they are given.

    Examples:
        >>> check_whole("lines", 3, 1)
    """
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if not is_whole or (least is not None and value < least) or (most is not None and value > most):  # type: ignore[operator]
        span = ("" if least is None else f" from {least:,}") + ("" if most is None else f" to {most:,}")
        raise OptionError(f"expected {name} to be a whole number{span}, got {value!r}")
