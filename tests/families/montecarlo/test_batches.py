"""Native simulations in batches: the upper nodes are gone down once for several, and nothing is lost or much different for it."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.families.montecarlo.native import layout as w
from minimaxer.families.montecarlo.options import MonteCarloDetails

from ...native.games import FloatGame
from ...native.random_places import Five, Three
from .test_montecarlo import in_tier
from .test_threads import kernel_of, node_at, opened

Options = mx.MonteCarloOptions


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["connect_four", "pig:goal=15", FloatGame, Three, Five])
def test_visits_and_totals_add_up(kind: Any) -> None:
    """Of every node: what its children have and what its own playouts can have brought; a proven one has its value."""
    engine = opened(kind, 1, solver=False)
    engine.run(None, mx.Limits(simulations=20 * w.OFTEN + 3))
    kernel: Any = kernel_of(engine)
    low, high = kernel.spread
    for number in range(kernel.words[w.USED]):
        node = node_at(kernel, number)
        count, first = node.link >> w.COUNT_SHIFT & w.COUNT_MASK, node.link >> w.FIRST_SHIFT
        children = [node_at(kernel, child) for child in range(first, first + count)]
        if node.link & w.PROVEN:
            assert count == 0
            continue
        own = node.visits - sum(child.visits for child in children) if count else node.visits
        assert 0 <= own <= (1 if count else node.visits), (number, node)
        for place, total in enumerate(node.totals):
            rest = total - sum(child.totals[place] * (child.visits if child.link & w.PROVEN else 1) for child in children)
            least, most = (low, high) if len(node.totals) > 1 else (min(low, -high), max(high, -low))
            slack = 1e-6 * max(1.0, abs(low), abs(high)) * (1 + node.visits)
            assert own * least - slack <= rest <= own * most + slack, (number, node)
    engine.close()


@pytest.mark.parametrize("simulations", [w.OFTEN + 1, w.OFTEN + w.BATCH - 1, 3 * w.OFTEN + 5])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_ends_with_the_last_simulation_asked_for(simulations: int, threads: int) -> None:
    """In its middle too; the root has as many visits."""
    engine = opened("connect_four", threads)
    found = engine.run(None, mx.Limits(simulations=simulations))
    assert isinstance(found.details, MonteCarloDetails)
    assert (found.details.simulations, found.details.visits) == (simulations, simulations)
    engine.close()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["breakthrough:columns=5,rows=6", "mancala"])
def test_moves_get_about_the_shares_that_they_get_one_by_one(name: str) -> None:
    """On a tree of Python objects each simulation begins at the root."""
    given: dict[str, Any] = {"seed": 1, "playout_plies": 0, "evaluation_scale": 20.0 if "breakthrough" in name else 0.0}
    shares = []
    for tier in ("tree", "compiled"):
        engine: Any = mx.Search(in_tier(name, tier), Options(**given), algorithm="montecarlo")
        found = engine.run(None, mx.Limits(simulations=10 * w.OFTEN))
        shares.append({str(row.move): row.visits / (10 * w.OFTEN) for row in found.moves})
        engine.close()
    one_by_one, batched = shares
    assert sum(abs(one_by_one[move] - batched[move]) for move in one_by_one) < 0.1


def test_upper_nodes_are_gone_down_once_for_a_batch() -> None:
    """Fewer nodes are visited for a simulation than its path in the tree and its playout have."""
    engine = opened("connect_four", 1, solver=False, playout_plies=0)
    few = engine.run(None, mx.Limits(simulations=w.OFTEN - 1))
    many = engine.run(None, mx.Limits(simulations=100 * w.OFTEN))
    assert isinstance(many.details, MonteCarloDetails)
    kernel: Any = kernel_of(engine)
    edges = sum(kernel.column(w.VISITS)[1:])  # each visit but the root's is a step down
    assert many.nodes + few.nodes < 0.75 * edges
    engine.close()
