"""All that functions and statements stand for in compiled code: Python's, ours, and those of kernels."""

from __future__ import annotations

from typing import Any

from . import failing, intrinsics, matching, numpy_functions, ours
from .library import LIBRARY

__all__ = ["failing", "intrinsics", "library", "matching", "ours"]


def library() -> dict[Any, Any]:
    """All of them."""
    return {**LIBRARY, **numpy_functions.functions(), **numpy_functions.scalar_functions()}
