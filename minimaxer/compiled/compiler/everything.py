"""All that functions stand for in compiled code: Python's, ours, and those of kernels."""

from __future__ import annotations

from . import intrinsics, ours
from .library import LIBRARY

__all__ = ["LIBRARY", "intrinsics", "ours"]
