"""Paranoid and best reply on compiled games: what the searcher gets against a plain search."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx

from ....native.random_places import Five, Four, Three, place_of
from ....oracle import paranoid
from ..test_sides import agree, plain_best_reply

SEEDS = 2_000
OPTIONS: tuple[dict[str, Any], ...] = (
    {"table": None},
    {"table": 500, "table_depth": "exact"},
    {"table": None, "exact_moves": True},
    {"table": None, "deepening": False},
)


@pytest.fixture(scope="module")
def fast() -> dict[type[Any], Any]:
    """The random trees, compiled and compared."""
    return {kind: mx.compile(kind()) for kind in (Three, Four, Five)}


@pytest.mark.parametrize(
    "kind", [Three, pytest.param(Four, marks=pytest.mark.thorough), pytest.param(Five, marks=pytest.mark.thorough)]
)
def test_paranoid_is_minimax_against_all_others(fast: dict[type[Any], Any], kind: type[Any]) -> None:
    """At every depth that was finished, whoever moves at the root."""
    game = kind()
    for seed in range(SEEDS // 3):
        state, options = place_of(seed), mx.AlphaBetaOptions(**OPTIONS[seed % len(OPTIONS)])
        found = mx.search(fast[kind], state, depth=1 + seed % 6, algorithm="paranoid", options=options)
        for depth in (found.depth, 99) if found.solved else (found.depth,):
            assert agree(found, game, state, depth, paranoid), (seed, found)


@pytest.mark.parametrize("kind", [Three, pytest.param(Four, marks=pytest.mark.thorough)])
def test_best_reply_is_minimax_of_its_own_tree(fast: dict[type[Any], Any], kind: type[Any]) -> None:
    """In which opponents after the one who chose play their likeliest move."""
    game = kind()
    for seed in range(SEEDS // 2):
        state, options = place_of(seed), mx.AlphaBetaOptions(**OPTIONS[seed % len(OPTIONS)])
        found = mx.search(fast[kind], state, depth=1 + seed % 6, algorithm="brs", options=options)
        assert agree(found, game, state, found.depth, plain_best_reply), (seed, found)


def test_threads_find_the_same(fast: dict[type[Any], Any]) -> None:
    """Two workers on one search."""
    for seed in range(20):
        state = place_of(seed)
        found = mx.solve(fast[Three], state, algorithm="paranoid", threads=2)
        assert agree(found, Three(), state, 99, paranoid), seed
        assert found.engine == "compiled/paranoid"
