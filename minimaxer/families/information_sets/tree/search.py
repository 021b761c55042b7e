"""Information-set Monte Carlo tree search: the tree of observed moves, simulations in new deals, and the search.

A watched search reports each phase, in subclasses, so that unwatched searches pay nothing.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, Final, Generic, cast

from attrs import define

from ....base.scores import Payoffs
from ....base.sizes import parse_size
from ....game.comparing import equal
from ....game.following import after, checked_player, drawn, listed_moves, stuck_outcome
from ....game.protocol import CHANCE, check_mover, dealt
from ....searching.validators import INFORMATION_SET_ALONE
from ....tree.game_tree import EXHAUSTED
from ....tree.node import M, S
from ....tree.tier import WatchedMaking, WatchedTier
from ...montecarlo.tree.phases import credit
from ...montecarlo.tree.playouts import Playouts
from ...montecarlo.tree.search import MonteCarloSearch, WatchedPlayouts
from ...montecarlo.tree.tree import PlayoutNode, PlayoutTree
from ..options import InformationSetOptions

MOST_KEPT: Final = 4096
"""Maximum number of deals kept, if a deal is used for several simulations."""


@define(eq=False, weakref_slot=False)
class InformationNode(PlayoutNode[S, M], Generic[S, M]):
    """A node for an information set, identified by observed moves; its state is one of the set, from a deal of a simulation."""

    available: int = 0
    """The number of visits of its parent in deals in which its move was legal."""


class InformationTree(PlayoutTree[S, M], Generic[S, M]):
    """The information of one player about a game's tree, as far as simulations have visited it. Arguments as in `PlayoutTree`; of
    the root's state only the mover is used.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (InformationNode, InformationNode)
    BY_DEALS: ClassVar[bool] = True

    def moves_through(self, child: PlayoutNode[S, M]) -> tuple[M, ...]:
        """The move alone: known replies depend on the cards dealt in simulations, not on the real ones."""
        return (cast("M", child.move),)

    def legal(self, state: S) -> list[M]:
        """The moves of a state that are worth searching."""
        return listed_moves(self._moves(state), self._name_of_moves, state)

    def add(self, parent: InformationNode[S, M], move: M, state: S) -> InformationNode[S, M]:
        """Adds a node for a move that led to a state, without an outcome, since the game may be over there in some deals only."""
        node: InformationNode[S, M] = InformationNode(state, move, parent.player, parent, parent.ply + 1, None)
        if not parent.children:
            parent.children, parent.pending = [], EXHAUSTED
        parent.children.append(node)
        self.made += 1
        self.live += 1
        return node


Node = InformationNode[Any, Any]


class DealtSimulations(Playouts[S, M], Generic[S, M]):
    """Simulations from the root of a tree of the mover's information, each in a new deal.

    Arguments and attributes as in `Playouts`.

    Selection considers only the moves that are legal in the deal. The number of times that a move was legal replaces the visits
    of its parent, so that rarely legal moves are not tried too often.

    Source: P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012 (SO-ISMCTS).
    """

    def __init__(
        self, tree: InformationTree[S, M], options: InformationSetOptions, rng: Random, count: Callable[[], None]
    ) -> None:
        super().__init__(tree, options, rng, count)
        self._information: Final = tree
        self._root: Final = cast("Node", tree.root)
        self.deals: int = 0
        self._per_deal: Final = options.per_deal or 1
        self._dealt: Final[deque[S]] = deque(maxlen=MOST_KEPT)
        self._simulated = 0

    def deal(self) -> S:
        """A random deal: a state that the mover at the root cannot distinguish from the real one."""
        tree, deal = self._tree, self._tree.found.deal
        assert deal is not None
        self.deals += 1
        return dealt(tree.game, deal, tree.root.state, tree.root.player, self._rng)

    def simulate(self) -> Node:
        """Runs one simulation in a deal; gives the node at which it left the tree."""
        leaf, payoffs = self._descend(self._next())
        for node in leaf.path():
            credit(node, payoffs)
        self.longest = max(self.longest, leaf.ply - self._tree.root.ply)
        return leaf

    def _next(self) -> S:
        """A new deal, or one of the latest if a deal is used for several simulations."""
        self._simulated += 1
        if self._per_deal > 1 and self._simulated % self._per_deal != 1:
            return self._dealt[self._rng.randrange(len(self._dealt))]
        self._dealt.append(self.deal())
        return self._dealt[-1]

    def open_root(self) -> bool:
        """Makes a child for each of the root's moves, which are the same in every deal; True if there are any."""
        root, state = self._root, self.deal()
        if not root.children:
            for move in self._information.legal(state):
                self._information.add(root, move, self._tree.game.play(state, move))
        return bool(root.children)

    def _descend(self, state: S) -> tuple[Node, Payoffs]:
        """Descends from the root; gives the node at which the simulation leaves the tree, and each player's payoff."""
        tree, game, node = self._tree, self._tree.game, self._root
        while (payoffs := self._ended(state)) is None:
            node.player = checked_player(game.player(state), state, players=tree.players, chance=tree.found.chances is not None)
            moves = [drawn(game, state, self._rng)] if node.player == CHANCE else self._information.legal(state)
            if not moves:
                return node, tree.payoffs_of(stuck_outcome(tree.found, state, "moves", tree.scale))
            children = children_by(node, moves)
            for child in children:
                if child is not None:
                    child.available += 1
            untried = [number for number, child in enumerate(children) if child is None or not child.visits]
            if untried:
                number = untried[int(self._rng.random() * len(untried))]
                return self._expand(node, moves[number], children[number], game.play(state, moves[number]))
            node = self._chosen(node, [child for child in children if child is not None])
            state = game.play(state, cast("M", node.move))
        return node, payoffs

    def _expand(self, node: Node, move: M, child: Node | None, state: S) -> tuple[Node, Payoffs]:
        """The child by an untried move, made if it is new, and each player's payoff from its state on."""
        leaf: Node = self._information.add(node, move, state) if child is None else child
        leaf.state = state
        leaf.available = max(1, leaf.available)
        payoffs = self._ended(state)
        return leaf, self.play_out(leaf) if payoffs is None else payoffs

    def _ended(self, state: S) -> Payoffs | None:
        """Each player's payoff if the game is over, else None; counts the position."""
        self._count()
        outcome = self._tree.game.outcome(state)
        return None if outcome is None else self._tree.payoffs_of(self._tree.scale.outcome(outcome, state))

    def _chosen(self, node: Node, children: list[Node]) -> Node:
        mover, exploration = node.player, (self._options.exploration or 0.0) * max(self._tree.high - self._tree.low, 1e-9)
        return max(children, key=lambda child: bound(child, mover, exploration))


def bound(child: Node, mover: int, exploration: float) -> float:
    """A visited child's mean for the mover plus a bonus: `exploration` times the square root of log(times its move was legal) /
    visits. `CHANCE` as the mover has one child to choose from.
    """
    assert child.totals is not None
    return child.totals[mover] / child.visits + exploration * math.sqrt(math.log(max(1, child.available)) / child.visits)


def children_by(node: Node, moves: list[Any]) -> list[Node | None]:
    """The node's child by each of the moves; None if there is none yet."""
    children: list[Any] = node.children
    try:
        known = {child.move: child for child in children}
        return [known.get(move) for move in moves]
    except TypeError:  # moves that have no hash
        return [next((child for child in children if equal(child.move, move)), None) for move in moves]


class InformationSetSearch(MonteCarloSearch[S, M], Generic[S, M]):
    """The tree tier of a `Search` of a game with hidden cards, by information-set Monte Carlo tree search. It uses only the mover
    and the outcome of the real state; everything else comes from deals.
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


class _WatchedDealtSimulations(WatchedPlayouts[S, M], DealtSimulations[S, M]):
    def simulate(self) -> Node:
        """Runs one simulation; see `DealtSimulations.simulate`."""
        self.watcher.began(self._root)
        self._expanded = self._played = False
        leaf = super().simulate()
        self.watcher.backed(leaf, self._gives, is_known=not self._played)
        return leaf

    def _descend(self, state: S) -> tuple[Node, Payoffs]:
        leaf, self._gives = super()._descend(state)
        if not self._expanded:
            self.watcher.selected(leaf)
        return leaf, self._gives

    def _expand(self, node: Node, move: M, child: Node | None, state: S) -> tuple[Node, Payoffs]:
        self._expanded = True
        self.watcher.selected(node)
        if child is not None:  # one of the root's, which are there from the beginning
            self.watcher.made(child)
        return super()._expand(node, move, child, state)


class _WatchedInformationTree(WatchedMaking[S, M, PlayoutNode[S, M]], InformationTree[S, M]):
    """A tree that reports new nodes to a watcher, after setting their mover."""

    def add(self, parent: InformationNode[S, M], move: M, state: S) -> InformationNode[S, M]:
        """Adds a node; see `InformationTree.add`."""
        node = super().add(parent, move, state)
        if self.game.outcome(state) is None:
            node.player = self.game.player(state)
        self._watcher.made(node)
        return node


class WatchedInformationSetSearch(WatchedTier[S, M, InformationTree[S, M]], InformationSetSearch[S, M]):
    """An information-set search that reports each phase to a watcher."""

    watched = _WatchedInformationTree

    def _simulations(self, tree: PlayoutTree[S, M], count: Callable[[], None]) -> DealtSimulations[S, M]:
        options, information = cast("InformationSetOptions", self._playing), cast("InformationTree[S, M]", tree)
        made: _WatchedDealtSimulations[S, M] = _WatchedDealtSimulations(information, options, self._rng, count)
        made.watcher = self._watcher
        return made


create: Final = InformationSetSearch
"""The family's only search in this tier that is not watched."""
