"""Early-exit bubble sort by the rule that was described, and by the one that was printed, which has a comparison the other way round.

uv run pytest tests/benchmarks/test_early_exit.py --benchmark-only
"""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.mancala import kalah_benchmark

from ..printed_rule import as_printed
from .measuring import measured

RULES: dict[str, Any] = {"as described": "early_exit_bubble", "as printed": as_printed, "built-in sort": "builtin"}
MADE = {"as described": {5: 373, 6: 652, 8: 3000}, "as printed": {5: 373, 6: 873, 8: 3518}}
"""Nodes made. The npm package makes one less of each (it does not count the root): 651 and 2,999 with its plain bubble sort, 872
and 3,517 with its efficient one.
"""


@pytest.mark.parametrize("depth", [5, 6, 8])
@pytest.mark.parametrize("rule", RULES)
def test_rules(benchmark: BenchmarkFixture, rule: str, depth: int) -> None:
    """The value is the same; stale values in front cost nodes."""
    options = mx.AlphaBetaOptions(ordering=RULES[rule], ignore={"order"})
    benchmark.group = f"4 early exit: Kalah to depth {depth}"
    result = measured(benchmark, lambda: mx.search(kalah_benchmark(), depth=depth, options=options, algorithm="alphabeta"), 15)
    assert result.created == MADE.get(rule, MADE["as described"])[depth]
