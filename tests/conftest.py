"""What compiling leaves in memory is put out of the garbage collector's way, so that the tests that follow are not slowed down.

Bundled games are compiled as they are for users, test games without optimising.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def frozen_leftovers(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each module of compiled games."""
    yield
    if not {"compiler", "native"}.isdisjoint(request.module.__name__.split(".")):
        gc.collect()
        gc.freeze()


OPTIMISED = ("test_arena", "test_chess_lite", "test_known_values")


@pytest.fixture(autouse=True, scope="module")
def optimised(request: pytest.FixtureRequest) -> Iterator[None]:
    """For the modules named above."""
    with pytest.MonkeyPatch.context() as patch:
        if request.module.__name__.rpartition(".")[2] in OPTIMISED:
            patch.setenv("MINIMAXER_OPTIMISE", "1")
        yield
