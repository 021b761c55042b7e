"""Information-set Monte Carlo tree search on a tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, cast

from ....base.sizes import parse_size
from ....game.chance import after
from ....game.hidden import check_mover
from ....game.protocol import M, S
from ....searching.schemes import INFORMATION_SET_ALONE
from ...montecarlo.tree.search import MonteCarloSearch
from ...montecarlo.tree.tree import PlayoutTree
from ..options import InformationSetOptions
from .phases import DealtSimulations
from .tree import InformationTree


class InformationSetSearch(MonteCarloSearch[S, M], Generic[S, M]):
    """The tree tier of a `Search` of a game with hidden cards, by information-set Monte Carlo tree search.

    It uses only the mover and the outcome of the real state; everything else comes from deals.
    """

    algorithm = "ismcts"
    alone = INFORMATION_SET_ALONE

    def advance(self, move: M) -> S:
        """Plays a move and drops the tree: the next mover sees different information."""
        state: S = after(self.game, self.tree.root.state, move)
        self.close()
        self._tree = self._new_tree(state)
        return state

    def _new_tree(self, state: S | None) -> InformationTree[S, M]:
        return self._plant(state, size_bytes=parse_size(self._playing.memory))

    def _plant(self, state: S | None, **terms: Any) -> InformationTree[S, M]:
        return InformationTree(self.game, state, found=self.found, **terms)

    def _open_root(self, tree: PlayoutTree[S, M]) -> None:
        check_mover(tree.root.player, tree.root.state)
        if not self._simulations(tree, lambda: None).open_root():
            tree.close(tree.root)

    def _simulations(self, tree: PlayoutTree[S, M], count: Callable[[], None]) -> DealtSimulations[S, M]:
        options = cast("InformationSetOptions", self._playing)
        return DealtSimulations(cast("InformationTree[S, M]", tree), options, self._rng, count)


create: Final = InformationSetSearch
"""The family's only search in this tier."""
