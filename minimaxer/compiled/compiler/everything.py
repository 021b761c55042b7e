"""All that functions stand for in compiled code: Python's, ours, and those of kernels."""

from __future__ import annotations

from typing import Any

from . import intrinsics, numpy_functions, ours
from .library import LIBRARY

__all__ = ["intrinsics", "library", "ours"]


def library() -> dict[Any, Any]:
    """All of them."""
    return {**LIBRARY, **numpy_functions.functions(), **numpy_functions.scalar_functions()}
