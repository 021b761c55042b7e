"""Shared by the trees and searches of all families that report to a watcher; room for deep recursion."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from ..searching.setup import Setup
from .game_tree import GameTree
from .node import M, N, S
from .tier import TreeTier

_FRAMES_A_PLY: Final = 3
_FRAMES_A_QUIET_PLY: Final = 2
_SPARE: Final = 500
"""Frames for the code that called the search and for the user's methods."""


def make_room(depth: int, quiescence: int) -> None:
    """Raises Python's recursion limit so that a search of that many plies fits; never lowers it, other threads may need it. From
    Python 3.11 on, calls between Python functions do not use the C stack, so that the limit alone decides.
    """
    needed = _FRAMES_A_PLY * depth + _FRAMES_A_QUIET_PLY * quiescence + _SPARE
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)


T = TypeVar("T", bound=GameTree[Any, Any, Any])


class WatchedMaking(GameTree[S, M, N]):
    """A mixin for trees that reports each new node to the watcher."""

    def __init__(self, watcher: Any, *arguments: Any, **terms: Any) -> None:
        self._watcher: Final = watcher
        super().__init__(*arguments, **terms)

    def _maker(self) -> Callable[[N, M], N]:
        make = super()._maker()

        def wrapped(parent: N, move: M) -> N:
            node = make(parent, move)
            self._watcher.made(node)
            return node

        return wrapped


class WatchedTier(TreeTier[S, M, T], Generic[S, M, T]):
    """A mixin for searches whose tree reports to a watcher."""

    watched: ClassVar[type[Any]]
    """The class of its tree."""

    def __init__(self, setup: Setup[S, M], watcher: Any) -> None:
        super().__init__(setup)
        self._watcher: Final = watcher

    def _plant(self, state: S | None, **terms: Any) -> T:
        tree: T = self.watched(self._watcher, self.game, state, found=self.found, **terms)
        self._watcher.planted(tree)
        return tree
