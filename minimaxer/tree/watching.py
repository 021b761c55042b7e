"""Shared by the trees and searches of all families that report to a watcher."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from ..searching.setup import Setup
from .game_tree import GameTree
from .node import M, N, S
from .tier import TreeTier

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
