"""Which workers search a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from .compiled import CompiledGame
from .errors import OptionError
from .rules.game import Game
from .terms.options import AlphaBetaOptions
from .terms.schemes import is_free_threaded

if TYPE_CHECKING:
    from .compiled.alphabeta.threaded import ThreadedSearch
    from .tree.alphabeta.search import TreeSearch

S = TypeVar("S")
M = TypeVar("M")


def parallel_tier(
    game: Game[S, M],
    options: AlphaBetaOptions,
    algorithm: str,
    evaluate: Callable[[S], float] | None,
    threads: int,
    parallel: str,
) -> ThreadedSearch[S, M] | TreeSearch[S, M]:
    """The search of a game by up to so many workers, from 2.

    Raises:
        OptionError: The scheme does not fit the game.
    """
    if isinstance(game, CompiledGame):
        if parallel == "processes":
            raise OptionError("compiled games run on threads, which cost less than processes; leave parallel out")
        from .compiled.alphabeta.threaded import ThreadedSearch

        return ThreadedSearch(game, options, algorithm, evaluate, threads, parallel)
    if parallel == "abdada":
        raise OptionError("parallel='abdada' is for compiled games: give mx.compile(game), or take parallel='processes'")
    if parallel != "processes" and not is_free_threaded():
        from .tree.alphabeta.workers.lone import LoneTreeSearch

        return LoneTreeSearch(game, options, algorithm, evaluate, threads)
    if options.repetition:
        raise OptionError(
            "repetition on a tree is for one worker, since workers share a table; compile the game, or leave threads out"
        )
    from .tree.alphabeta.workers.team_search import TeamSearch

    lazy, processes = parallel == "lazy_smp", parallel == "processes"
    return TeamSearch(game, options, algorithm, evaluate, threads, in_processes=processes, lazy=lazy)
