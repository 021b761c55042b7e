"""A search on a tree that uses one thread although several were requested, and reports why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from .....game.protocol import M, S
from .....searching.limits import Control, Limits
from .....searching.result import SearchResult
from .....searching.setup import Setup
from .....searching.statistics import alone
from ..tree_search import TreeSearch

WHY: Final = (
    "this Python runs one thread at a time, so that threads would only wait for one another; give mx.compile(game), whose code "
    "needs no such lock, or take parallel='processes'"
)


class LoneTreeSearch(TreeSearch[S, M]):
    """The tree tier, with a note in each result on why there is only one worker.

    Args:
        setup: The game, and how to search it, with the number of workers requested.
    """

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        self._threads: Final = setup.threads

    def _results(self, state: S | None, limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        for result in super()._results(state, limits, control):
            workers = alone(self._threads, result.nodes, WHY)
            yield evolve(result, statistics=evolve(result.statistics, workers=workers))
