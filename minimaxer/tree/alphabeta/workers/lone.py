"""A search on a tree that was asked for several threads and stays at one, and says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from attrs import evolve

from ....rules.game import Game
from ....terms.limits import Control, Limits
from ....terms.options import AlphaBetaOptions
from ....terms.result import SearchResult, Workers
from ..search import TreeSearch

S = TypeVar("S")
M = TypeVar("M")

WHY: Final = (
    "this Python runs one thread at a time, so that threads would only wait for one another; give mx.compile(game), whose code "
    "needs no such lock, or take parallel='processes'"
)


class LoneTreeSearch(TreeSearch[S, M]):
    """The tree tier, with a note in each result on why there is one worker.

    Args:
        game: The rules.
        options: How to search.
        algorithm: As in `Search`.
        evaluate: A static evaluation to use instead of the game's.
        threads: How many workers were asked for.
    """

    def __init__(
        self,
        game: Game[S, M],
        options: AlphaBetaOptions,
        algorithm: str,
        evaluate: Callable[[S], float] | None,
        threads: int,
    ) -> None:
        super().__init__(game, options, algorithm, evaluate)
        self._threads: Final = threads

    def _results(self, state: S | None, limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        for result in super()._results(state, limits, control):
            workers = Workers(asked=self._threads, scheme=None, nodes=(result.nodes,), note=WHY)
            yield evolve(result, workers=workers)
