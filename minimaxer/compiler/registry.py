"""The handlers of all functions and statements in compiled code: Python's, ours, and those of kernels."""

from __future__ import annotations

from collections.abc import Callable

# which register operations, statements and functions when they are imported
# fmt: off
# isort: off
from . import (  # noqa: F401
    arrays, calls, comparing, converting, dicts, exceptions, expressions, filters, intrinsics, iterators, keyed,
    lists, marshal, matching, materializing, methods, numpy_functions, objects, package_functions, sets, sharing,
    statements, streams, subscripts, texts, unions,
)
# isort: on
# fmt: on
from .library import LIBRARY, Handler


def library() -> dict[Callable[..., object], Handler]:
    """All handlers, by function."""
    return {**LIBRARY, **numpy_functions.functions()}
