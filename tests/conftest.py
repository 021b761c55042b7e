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


@pytest.fixture(autouse=True)
def no_callbacks_of_hypothesis(request: pytest.FixtureRequest) -> Iterator[None]:
    """In other tests than its own: what tests send to a thread, as Ctrl-C, is lost where it comes within such a callback."""
    found = [each for each in gc.callbacks if each.__module__.startswith("hypothesis.")]
    if not found or hasattr(request.function, "hypothesis"):
        yield
        return
    gc.callbacks[:] = [each for each in gc.callbacks if each not in found]
    yield
    gc.callbacks.extend(found)


OPTIMISED = ("test_arena", "test_chess_lite", "test_known_values")


@pytest.fixture(autouse=True, scope="module")
def optimised(request: pytest.FixtureRequest) -> Iterator[None]:
    """For the modules named above."""
    with pytest.MonkeyPatch.context() as patch:
        if request.module.__name__.rpartition(".")[2] in OPTIMISED:
            patch.setenv("MINIMAXER_OPTIMISE", "1")
        yield
