"""One job: a leaf of the upper tree, searched within a share of nodes, wherever a worker runs."""

from __future__ import annotations

import pickle
import threading
from typing import Any, Final, cast

from attrs import evolve, frozen

from ...engine import Search
from ...scores import LOSS, WIN, result_of
from ...terms.limits import Limits
from ...terms.proof import ProofDetails, ProofOptions
from ...terms.result import SearchResult
from ...terms.setup import Setup


@frozen
class Finding:
    """What a job found out.

    Attributes:
        low: What player 0 gets at least: `LOSS`, a margin or `WIN`.
        high: What it gets at most.
        hardness: Proof and disproof number, where the question is open.
        line: Best play, as far as it is known.
        nodes: Nodes visited.
    """

    low: float
    high: float
    hardness: tuple[float, float]
    line: tuple[Any, ...]
    nodes: int


class _Bench(threading.local):
    """The search at which a worker sits: what its table knows helps with the next job."""

    def __init__(self) -> None:
        self.asked: tuple[bytes, float] | None = None
        self.search: Search[Any, Any] | None = None


_BENCH: Final = _Bench()


def look(packed: bytes, state: Any, goal: float, nodes: int) -> Finding:
    """Searches a position.

    Args:
        packed: The game, and how it is searched.
        state: The position.
        goal: The question: does player 0 get at least so much?
        nodes: Most nodes.
    """
    if _BENCH.asked != (packed, goal) or _BENCH.search is None:
        leave()
        _BENCH.search = _search(cast("Setup[Any, Any]", pickle.loads(packed)), goal)
        _BENCH.asked = packed, goal
    return finding_of(_BENCH.search.solve(state, Limits(nodes=nodes)))


def leave() -> None:
    """Closes the search at which this thread sits."""
    if _BENCH.search is not None:
        _BENCH.search.close()
    _BENCH.asked = _BENCH.search = None


def _search(setup: Setup[Any, Any], goal: float) -> Search[Any, Any]:
    options = setup.options
    if isinstance(options, ProofOptions):
        options = evolve(options, goal=goal)
    return Search(setup.game, options, algorithm=setup.algorithm)


def finding_of(result: SearchResult[Any]) -> Finding:
    """What a result says for certain."""
    value, details = result_of(result.value), result.details
    low, high = (value, value) if result.solved else (LOSS, WIN)
    hardness = 1.0, 1.0
    if isinstance(details, ProofDetails):
        if details.proven:
            low = max(low, details.goal)
        elif details.proven is not None:
            high = min(high, value)
        else:
            hardness = details.proof, details.disproof
    says_something = low > LOSS or high < WIN
    return Finding(low, high, hardness, result.pv if says_something else (), result.nodes)
