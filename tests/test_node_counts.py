"""No search changes unnoticed: the counts that are kept are those of today."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .needs import HAS_LLVMLITE
from .node_counts import BENCHES, FILE, TIERS, kept

QUICK = ("connect_four", "mancala", "nim")
"""In the tree tier: the others take a quarter of a minute, and the compiled tier minutes."""
CASES = [
    pytest.param(tier, name, marks=[] if tier == "tree" and name in QUICK else [pytest.mark.thorough], id=f"{tier} {name}")
    for tier in TIERS
    for name in BENCHES
]


@pytest.mark.parametrize(("tier", "name"), CASES)
def test_searches_are_those_that_were_counted(tier: str, name: str) -> None:
    """Nodes, value and move of each."""
    if tier == "compiled" and not HAS_LLVMLITE:
        pytest.skip("compiled games need the extra 'compiled'")
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    assert kept(tier, name) == known[f"{tier} {name}"]
