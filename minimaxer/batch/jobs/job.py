"""One job: a search of a leaf of the upper tree within a number of nodes, in any worker."""

from __future__ import annotations

import pickle
import threading
from functools import partial
from typing import Any, Final, cast

from attrs import evolve, frozen

from ...api.methods import create
from ...base.overdue import bounded
from ...base.scores import LOSS, WIN, Bound, result_of
from ...families.proof.options import ProofDetails, ProofOptions
from ...native import CompiledGame
from ...searching.limits import Limits, StopReason
from ...searching.options import AlphaBetaOptions, has_use
from ...searching.result import SearchResult
from ...searching.setup import Setup
from ...searching.tier import Sharing, Tier


@frozen
class Finding:
    """The bounds that a job found on player 0's result (`LOSS`, a margin or `WIN`), and the principal variation as far as it is
    known. `hardness` is the proof and disproof number if the question is open.
    """

    low: float
    high: float
    hardness: tuple[float, float]
    line: tuple[Any, ...]
    nodes: int


class _Bench(threading.local):
    """A worker's search, kept between jobs, since its table helps with the next one."""

    def __init__(self) -> None:
        self.asked: tuple[bytes, float] | None = None
        self.search: Tier[Any, Any] | None = None


_BENCH: Final = _Bench()
_TABLES: Final = list[Any]()
"""The memory of a table that all workers on this machine share; empty if each has its own."""


def share_memory(memory: Any) -> None:
    """Makes the searches of this process share a table with those of others; with None each has its own."""
    _TABLES[:] = [] if memory is None else [memory]


def look(packed: bytes, state: Any, goal: float, nodes: int, seconds: float | None = None) -> Finding:
    """Searches a position, by the game and the search settings that were packed: does player 0 get at least the goal?

    It ends after so many nodes, or after the seconds from which on the result is no longer needed.
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
    """Closes this thread's search."""
    if _BENCH.search is not None:
        _BENCH.search.close()
    _BENCH.asked = _BENCH.search = None


def _search(setup: Setup[Any, Any], goal: float) -> Tier[Any, Any]:
    options = setup.options
    can_ask = isinstance(options, ProofOptions)
    if isinstance(options, AlphaBetaOptions):  # which otherwise solves
        can_ask = isinstance(setup.game, CompiledGame) and options.may_ask and has_use("goal", "compiled", setup.algorithm)
    return create(evolve(setup, options=evolve(cast("Any", options), goal=goal)) if can_ask else setup)


def finding_of(result: SearchResult[Any]) -> Finding:
    """The bounds that a result proves, as a finding."""
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
