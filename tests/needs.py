"""What some tests need, and what they say where it is missing."""

from __future__ import annotations

import importlib.util

import pytest

HAS_NUMBA = importlib.util.find_spec("numba") is not None
needs_numba = pytest.mark.skipif(not HAS_NUMBA, reason="compiled games need the extra 'compiled'")
