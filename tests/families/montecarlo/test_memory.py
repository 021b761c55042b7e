"""Trees that are kept over a whole game stay within their memory: what they report, and what the process takes."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import minimaxer as mx
from minimaxer.base.sizes import parse_size

from ...benchmarks.montecarlo_memory import MEGABYTE, watched
from .test_montecarlo import TIERS

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(sys.platform != "linux", reason="resident memory is read from /proc")]
TERMS = {"tree": ("1MB", 700), "compiled": ("2MB", 20_000)}
"""The budget, and simulations a move."""


@pytest.mark.parametrize("tier", TIERS)
def test_a_tree_kept_over_a_game_stays_within_its_memory(tier: str) -> None:
    """In a process of its own, whose growth is the tree's: within 5 %, and half a megabyte that Python may set aside."""
    memory, simulations = TERMS[tier]
    limits = mx.Limits(simulations=simulations)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        watch = pool.submit(watched, "connect_four", tier, memory, limits, games=1).result()
    budget = parse_size(memory)
    assert watch.simulations > 5 * simulations
    assert 0.8 * budget < watch.reported < 1.05 * budget
    assert 0.7 * budget < watch.held < 1.05 * budget + MEGABYTE / 2
