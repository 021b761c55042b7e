"""Functions that call a game's methods as kernels do, to infer the types of the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def result(method: Callable[..., object], one: object) -> object:
    """The result for one value."""
    return method(one)


def result_of_two(method: Callable[..., object], one: object, other: object) -> object:
    """The result for two values."""
    return method(one, other)


def items(method: Callable[..., Iterable[object]], one: object) -> list[object]:
    """The items of the result, in a list."""
    return [item for item in method(one)]  # noqa: C416  # any iterable, also a generator
