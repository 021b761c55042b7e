"""`Setup`: everything that a search is asked for once, carried whole from `Search` to the tier that answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from attrs import evolve, frozen

from ..game.capability import Capabilities, capabilities, check_call
from ..game.protocol import Game, M, S, Score
from .options import DEFAULTS, AlphaBetaOptions, Options
from .schemes import Parallel


@frozen(kw_only=True)
class Setup(Generic[S, M]):
    """A game, and how it is to be searched.

    Attributes:
        game: The rules.
        options: How to search.
        algorithm: A method's name, or `auto`.
        evaluate: A static evaluation to use instead of the game's; None for the game's.
        threads: Most workers.
        parallel: How they share the search.
        tables: Endgame tables to look positions up in.
    """

    game: Game[S, M]
    options: Options = DEFAULTS
    algorithm: str = "auto"
    evaluate: Callable[[S], Score] | None = None
    threads: int = 1
    parallel: Parallel = "auto"
    tables: tuple[Any, ...] = ()

    @property
    def alphabeta(self) -> AlphaBetaOptions:
        """The options of a method that takes those of alpha-beta, as the registry of methods has seen to."""
        assert isinstance(self.options, AlphaBetaOptions)
        return self.options

    def capabilities(self) -> Capabilities[S, M]:
        """The game's capabilities that are to be used, with the evaluation to use.

        Raises:
            GameError: The game lacks a method, or one has another signature than the protocol's.
        """
        return with_evaluation(capabilities(self.game, ignore=self.options.ignore), self.evaluate)


def with_evaluation(found: Capabilities[Any, Any], evaluate: Callable[[Any], Score] | None) -> Capabilities[Any, Any]:
    """The capabilities with another evaluation, where one is given; of an object with a `judge`, that function stands for it.

    Raises:
        GameError: It does not take a state.
    """
    if evaluate is None:
        return found
    check_call(evaluate, "evaluate", ("state",), "the argument")
    return evolve(found, evaluate=getattr(evaluate, "judge", evaluate))
