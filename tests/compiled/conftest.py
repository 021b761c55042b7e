"""What compiling leaves in memory is put out of the garbage collector's way, so that the tests that follow are not slowed down."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def frozen_leftovers() -> Iterator[None]:
    """After each module."""
    yield
    gc.collect()
    gc.freeze()
