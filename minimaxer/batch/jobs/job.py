"""One job: a leaf of the upper tree, searched within a share of nodes, wherever a worker runs."""

from __future__ import annotations

import pickle
import threading
from functools import partial
from typing import Any, Final, cast

from attrs import evolve, frozen

from ...api.methods import create
from ...base.bound import Bound
from ...base.overdue import bounded
from ...base.scores import LOSS, WIN, result_of
from ...families.proof.options import ProofDetails, ProofOptions
from ...native import CompiledGame
from ...searching.limits import Limits, StopReason
from ...searching.options import AlphaBetaOptions, has_use
from ...searching.result import SearchResult
from ...searching.setup import Setup
from ...searching.sharing import Sharing
from ...searching.tier import Tier


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
        self.search: Tier[Any, Any] | None = None


_BENCH: Final = _Bench()
_TABLES: Final = list[Any]()
"""The memory in which all workers on this machine have one table; none where each has its own."""


def sit_together(memory: Any) -> None:
    """Has the searches of this process share a table with those of others; None leaves each its own."""
    _TABLES[:] = [] if memory is None else [memory]


def look(packed: bytes, state: Any, goal: float, nodes: int, seconds: float | None = None) -> Finding:
    """Searches a position.

    Args:
        packed: The game, and how it is searched.
        state: The position.
        goal: The question: does player 0 get at least so much?
        nodes: Most nodes.
        seconds: When nobody waits for it any more.
    """
    if _BENCH.asked != (packed, goal) or _BENCH.search is None:
        leave()
        search = _BENCH.search = _search(cast("Setup[Any, Any]", pickle.loads(packed)), goal)
        _BENCH.asked = packed, goal
        if _TABLES and isinstance(search, Sharing):
            search.share(_TABLES[0])
    limits = Limits(nodes=nodes, seconds=seconds)
    return finding_of(bounded(seconds, partial(_BENCH.search.last, state, limits, solving=True)))


def leave() -> None:
    """Closes the search at which this thread sits."""
    if _BENCH.search is not None:
        _BENCH.search.close()
    _BENCH.asked = _BENCH.search = None


def _search(setup: Setup[Any, Any], goal: float) -> Tier[Any, Any]:
    options = setup.options
    if isinstance(options, ProofOptions) or (isinstance(options, AlphaBetaOptions) and _can_ask(setup, options)):
        setup = evolve(setup, options=evolve(options, goal=goal))
    return create(setup)


def _can_ask(setup: Setup[Any, Any], options: AlphaBetaOptions) -> bool:
    """Whether alpha-beta answers questions; where it does not, it solves."""
    return isinstance(setup.game, CompiledGame) and options.may_ask and has_use("goal", "compiled", setup.algorithm)


def finding_of(result: SearchResult[Any]) -> Finding:
    """What a result says for certain."""
    value, details = result_of(result.value), result.details
    low, high = (value, value) if result.solved else (LOSS, WIN)
    if result.stop is StopReason.SOLVED:  # also where only a question is answered
        low = value if result.bound is Bound.LOWER else low
        high = value if result.bound is Bound.UPPER else high
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
