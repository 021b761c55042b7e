"""Functions that call a game's methods as kernels do, to infer the types of the results."""

from __future__ import annotations

from typing import Any


def result(method: Any, one: Any) -> Any:
    """The result for one value."""
    return method(one)


def result_of_two(method: Any, one: Any, other: Any) -> Any:
    """The result for two values."""
    return method(one, other)


def items(method: Any, one: Any) -> Any:
    """The items of the result, in a list."""
    return [item for item in method(one)]  # noqa: C416  # any iterable, also a generator
