"""`Setup`, the request of a search, carried whole from `Search` to the tier that answers it, and the interfaces of tiers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, Protocol, runtime_checkable

from attrs import evolve, frozen

from ..game.capability import Capabilities, capabilities, check_call
from ..game.protocol import Game, M, S, Score
from .limits import Limits
from .options import DEFAULTS, AlphaBetaOptions, Options
from .result import SearchResult
from .validators import Parallel


class Tier(Protocol[S, M]):
    """A search of one game by one method, in one tier."""

    @property
    def options(self) -> Options:
        """The options in use, defaults filled in."""

    @property
    def algorithm(self) -> str:
        """The algorithm in use."""

    @property
    def found(self) -> Capabilities[S, M]:
        """The game's capabilities."""

    def ready(self) -> None:
        """Prepares what would delay the first search."""

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches depth by depth, and gives the result of each depth."""

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches until the value cannot change, and gives the result of each depth."""

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`, in less time."""

    @property
    def size_bytes(self) -> int:
        """The memory that is kept, in bytes."""

    def stop(self) -> None:
        """Ends the search that is running."""

    def close(self) -> None:
        """Frees the memory that is kept."""

    def advance(self, move: M) -> S:
        """Plays a move."""


@runtime_checkable
class Sharing(Protocol):
    """A tier whose table can lie in memory that several processes share."""

    def shared_memory(self) -> Any:
        """Memory for such a table, to pass to a process at its start; None without a table. Raises OSError if it is too large."""

    def share(self, memory: Any) -> None:
        """Searches with that memory; must be called before any search."""


Learn = Callable[[Callable[[], bool]], Callable[[Any], Score] | None]
"""Learns an evaluation, while a function says that it is not stopped; gives None if it was, or where nothing can be learnt."""


@frozen(kw_only=True)
class Setup(Generic[S, M]):
    """A game and how to search it.

    Attributes:
        algorithm: A method's name, or `auto`.
        evaluate: A static evaluation to use instead of the game's; None for the game's.
        learn: Learns an evaluation for searches to a depth, for a game that has none; None where nothing is to be learnt.
        threads: The most workers; `parallel` is the scheme by which they share the search.
        tables: Endgame tables to look positions up in.
    """

    game: Game[S, M]
    options: Options = DEFAULTS
    algorithm: str = "auto"
    evaluate: Callable[[S], Score] | None = None
    learn: Learn | None = None
    threads: int = 1
    parallel: Parallel = "auto"
    tables: tuple[Any, ...] = ()

    @property
    def alphabeta(self) -> AlphaBetaOptions:
        """The options of a method that takes those of alpha-beta, which the registry of methods has checked."""
        assert isinstance(self.options, AlphaBetaOptions)
        return self.options

    def capabilities(self) -> Capabilities[S, M]:
        """The game's capabilities, with the evaluation in use; raises GameError if a method is missing or does not fit."""
        return with_evaluation(capabilities(self.game, ignore=self.options.ignore), self.evaluate)


def with_evaluation(found: Capabilities[Any, Any], evaluate: Callable[[Any], Score] | None) -> Capabilities[Any, Any]:
    """The capabilities with another evaluation, if given (an object's `judge`); raises GameError if it takes no state."""
    if evaluate is None:
        return found
    check_call(evaluate, "evaluate", ("state",), "the argument")
    return evolve(found, evaluate=getattr(evaluate, "judge", evaluate))
