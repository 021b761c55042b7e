"""What some tests need, and what they say where it is missing."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterable
from typing import Any

import pytest

HAS_LLVMLITE = importlib.util.find_spec("llvmlite") is not None
needs_llvmlite = pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
HAS_NUMPY = importlib.util.find_spec("numpy") is not None
needs_numpy = pytest.mark.skipif(not HAS_NUMPY, reason="states in arrays need numpy, which no extra brings")
HAS_STARLETTE = all(importlib.util.find_spec(name) is not None for name in ("starlette", "uvicorn", "httpx2"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HAS_PLAYWRIGHT = importlib.util.find_spec("playwright") is not None
HAS_BROWSER = HAS_STARLETTE and HAS_PLAYWRIGHT and CHROMIUM is not None


def thorough_but(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Values of a parameter, of which only some run in every run and the others with the thorough tests."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.thorough) for each in values]
