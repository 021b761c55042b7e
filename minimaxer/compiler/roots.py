"""The ways in which kernels call a game's methods, for finding out what these give."""

from __future__ import annotations

from typing import Any


def result(method: Any, one: Any) -> Any:
    """What it gives for one value."""
    return method(one)


def result_of_two(method: Any, one: Any, other: Any) -> Any:
    """What it gives for two."""
    return method(one, other)


def items(method: Any, one: Any) -> Any:
    """What is gone through."""
    return [item for item in method(one)]  # noqa: C416  # anything that can be gone through, also a generator
