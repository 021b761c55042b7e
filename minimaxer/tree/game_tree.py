"""The search tree: nodes made one by one from the live iterator of moves, kept between searches, dropped under a budget.

A tree knows the game but no ordering and no algorithm.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Final, Generic, TypeVar

from ..errors import IllegalMoveError, RulesError
from ..rules.capability import Capabilities, capabilities
from ..rules.checked import checked_player, no_state
from ..rules.ending import moves_iterator, stuck_outcome
from ..rules.game import Game
from ..rules.likeness import equal
from ..scores import DRAW, LONGEST_WIN, checked_outcome, checked_weights, shifted
from ..sizes import deep_size
from ..terms.bound import Bound
from ..terms.shown import svg_of
from .node import NO_CHILDREN, Node
from .outline import outline

S = TypeVar("S")
M = TypeVar("M")
MOST_MOVES: Final = 100_000
"""Moves in one state; more are taken for a loop without an end."""
Ordering = Callable[[list[Node[S, M]], bool], Iterable[Node[S, M]]]
"""Reorders the children in place, best first for player 0 (True) or player 1 (False), and gives them in that order."""


class Tree(Generic[S, M]):
    """The part of a game's tree that searches have seen.

    Args:
        game: The rules.
        state: The root's state; the initial state by default.
        found: The game's capabilities, where they are known already.
        size_bytes: The budget of `shrink`; None: no budget.
        shift: How a score looks that many plies earlier: `scores.shifted` or `scores.shortened`.

    Attributes:
        root: The root node.
        made: Nodes made since the tree began, each once.
        live: Nodes in the tree now.
        capacity: Nodes that fit the budget, by the sizes measured so far.
    """

    _HIGHEST_PLY: Final = LONGEST_WIN // 2
    _FEWEST: Final = 256

    def __init__(
        self,
        game: Game[S, M],
        state: S | None = None,
        *,
        found: Capabilities[S, M] | None = None,
        size_bytes: int | None = None,
        shift: Callable[[float, int], float] = shifted,
    ) -> None:
        self.game: Final = game
        self.found: Final = capabilities(game) if found is None else found
        self.size_bytes: Final = size_bytes
        self.shift: Final = shift
        self.made = 0
        self.live = 0
        self.capacity = math.inf
        self._sampled = self._sampled_bytes = 0
        self._sample_at = self._FEWEST
        self._floor = 0.0
        self._name_of_moves: Final = "moves" if self.found.search_moves is None else "search_moves"
        self._moves: Final[Callable[[S], Iterable[M]]] = self.found.search_moves or game.moves
        self.make: Final = self._maker()
        self.root = self._plant(game.initial() if state is None else state)
        self.played: list[tuple[S, int]] = []
        """The states that `advance` left behind, with their movers."""
        self.windows: dict[Node[S, M], tuple[float, float]] | None = None
        """Under the option `trace`, the nodes that the last finished iteration visited, with the window each was searched with
        last."""

    def _plant(self, state: S) -> Node[S, M]:
        outcome = self.game.outcome(state)
        if outcome is None:
            root: Node[S, M] = Node(state, None, checked_player(self.game.player(state), state), None, 0, None, DRAW, False)
        else:
            outcome = checked_outcome(outcome, state)
            root = Node(state, None, 0, None, 0, outcome, outcome, True)
        self.made += 1
        self.live += 1
        return root

    def _maker(self) -> Callable[[Node[S, M], M], Node[S, M]]:
        """The function that makes a child: a closure, since attribute look-ups would cost a tenth of the search."""
        play, outcome_of, player_of, shift = self.game.play, self.game.outcome, self.game.player, self.shift

        def make(parent: Node[S, M], move: M) -> Node[S, M]:
            state = play(parent.state, move)
            if state is None:
                raise no_state(parent.state, move)
            outcome = outcome_of(state)
            ply = parent.ply + 1
            if outcome is None:
                player = player_of(state)
                if player != 0 and player != 1:
                    checked_player(player, state)
                node = Node(state, move, player, parent, ply, None, DRAW, False)
            else:
                outcome = checked_outcome(outcome, state)
                node = Node(state, move, 0, parent, ply, outcome, shift(outcome, ply), True)
            self.made += 1
            self.live += 1
            return node

        return make

    # --- children -------------------------------------------------------------------------------------------------------

    def open(self, node: Node[S, M]) -> None:
        """Starts the node's iterator of moves; it has no children yet."""
        node.pending = moves_iterator(self._moves(node.state), self._name_of_moves, node.state)
        node.children = []

    def rank(self, node: Node[S, M]) -> None:
        """Puts the moves not tried yet into the order of the game's `order`, best first, each picked only when asked for."""
        order = self.found.order
        if order is not None and node.pending is not None:
            moves = self.listed(node, node.pending)
            node.pending = _pick_best(moves, checked_weights([order(node.state, move) for move in moves], node.state))

    def children(self, node: Node[S, M], ordering: Ordering[S, M] | None = None) -> Generator[Node[S, M], None, None]:
        """The children one by one: those that exist, in their order, then a new one for each further `next`.

        A caller that stops early leaves the rest unmade; the next call goes on where this one stopped.

        Args:
            node: A node whose game is not over.
            ordering: Reorders the children that exist before they are given.

        Yields:
            The node's children.

        Raises:
            RulesError: `moves` or `play` gave something that no rules can mean.
        """
        if node.pending is None:
            self.open(node)
        existing = node.children
        yield from existing if ordering is None or len(existing) < 2 else ordering(existing, node.player == 0)
        pending = node.pending
        assert pending is not None
        for move in pending:
            child = self.make(node, move)
            existing.append(child)
            yield child
        node.pending = EXHAUSTED

    def expand(self, node: Node[S, M]) -> None:
        """Makes every child that is still missing."""
        for _ in self.children(node):
            self.check_end(node)

    def listed(self, node: Node[S, M], moves: Iterator[M]) -> list[M]:
        """The moves that an iterator of the node's moves still gives.

        Raises:
            RulesError: There are more than any game has.
        """
        found = list(itertools.islice(moves, MOST_MOVES + 1))
        if len(found) > MOST_MOVES:
            raise self._endless(node)
        return found

    def check_end(self, node: Node[S, M]) -> None:
        """Raises RulesError where the node has more children than any game has moves."""
        if len(node.children) > MOST_MOVES:
            raise self._endless(node)

    def _endless(self, node: Node[S, M]) -> RulesError:
        return RulesError(f"{self._name_of_moves}({node.state!r}) gave more than {MOST_MOVES:,} moves; expected a list that ends")

    def without_moves(self, node: Node[S, M]) -> float:
        """The value of a running node that turned out to have no move, by the game's `stuck`.

        Raises:
            RulesError: The game has no `stuck`.
        """
        node.outcome = outcome = stuck_outcome(self.found, node.state, self._name_of_moves)
        return self.shift(outcome, node.ply)

    # --- keeping and dropping -------------------------------------------------------------------------------------------

    def advance(self, move: M) -> Node[S, M]:
        """Makes the child that the move leads to the root; its subtree is kept, everything else dropped.

        Raises:
            IllegalMoveError: The move is not legal in the root's state; the tree stays as it is.
        """
        chosen = self._child_by(move)
        self.played.append((self.root.state, self.root.player))
        self.root.children = [child for child in self.root.children if child is not chosen]
        self.drop(self.root)
        self.live -= 1
        chosen.parent = None
        self.root = chosen
        if chosen.ply > self._HIGHEST_PLY:
            self.live = 0
            self.root = self._plant(chosen.state)
        return self.root

    def _child_by(self, move: M) -> Node[S, M]:
        root = self.root
        for child in root.children:
            if equal(child.move, move):
                return child
        legal = [] if root.outcome is not None else self.listed(root, iter(self.game.moves(root.state)))
        if not any(equal(each, move) for each in legal):
            raise IllegalMoveError(f"expected a legal move of {root.state!r}, got {move!r}; legal: {legal!r}")
        return self.make(root, move)

    def drop(self, node: Node[S, M]) -> None:
        """Removes everything below the node; its value stays, and its moves start afresh when it is searched again."""
        doomed = list(node.children)
        node.children, node.pending, node.best = NO_CHILDREN, None, None
        while doomed:
            child = doomed.pop()
            self.live -= 1
            if self.windows is not None:
                self.windows.pop(child, None)
            doomed += child.children
            child.children, child.pending, child.best, child.parent = NO_CHILDREN, None, None, None

    def untie(self) -> None:
        """Cuts every node's link to its parent, for a tree that is done with.

        Parents and children hold one another; untied, they are freed at once instead of when the garbage collector comes by.
        """
        todo = [self.root]
        while todo:
            node = todo.pop()
            node.parent = None
            todo += node.children

    def sample(self, node: Node[S, M]) -> None:
        """Measures the node with its state, move, list of children and iterator, for `capacity`, every now and then."""
        if self.size_bytes is not None and self.made >= self._sample_at:
            self._sample_at = self.made + max(self._FEWEST // 4, self.made // 16)
            self._sampled += 1
            self._sampled_bytes += _bytes_of(node)
            self.capacity = self.size_bytes * self._sampled / self._sampled_bytes

    @property
    def measured_bytes(self) -> int:
        """Memory that the tree takes, by measuring some hundred of its nodes."""
        step = max(1, self.live // _MEASURED)
        sizes = [_bytes_of(node) for node in itertools.islice(self.walk(), None, None, step)]
        return round(self.live * sum(sizes) / len(sizes))

    @property
    def is_full(self) -> bool:
        """Whether the tree has outgrown its budget and should be shrunk."""
        return self.live > self.capacity and self.live > self._floor

    def shrink(self, current: Node[S, M]) -> None:
        """Drops subtrees, those searched to the least depth first, until the tree fills at most half its capacity.

        The path to `current` stays, so that a search can go on in the middle of it. What lies near the leaves is most of the
        tree and the cheapest to make again. Where the path alone fills the budget, the next call comes only when the tree has
        grown by half.
        """
        path = {id(node) for node in current.path()}
        by_depth: dict[int, list[Node[S, M]]] = {}
        for node in self.walk():
            if node.children and id(node) not in path:
                by_depth.setdefault(node.depth, []).append(node)
        for depth in sorted(by_depth):
            for node in by_depth[depth]:
                self.drop(node)
            if 2 * self.live <= self.capacity:
                break
        self._floor = 1.5 * self.live

    def forget(self) -> None:
        """Makes every value stale, so that a search may start again at a lower depth; order and children stay."""
        for node in self.walk():
            node.depth = -1
            node.best = None
            node.bound = Bound.EXACT
            node.solved = node.outcome is not None

    # --- looking --------------------------------------------------------------------------------------------------------

    def walk(self, node: Node[S, M] | None = None) -> Iterator[Node[S, M]]:
        """The nodes from the given one (default: the root) downwards, each before its children.

        What lies below the node just given may be dropped meanwhile.
        """
        todo = [self.root if node is None else node]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def line(self, node: Node[S, M] | None = None) -> list[Node[S, M]]:
        """The nodes of the best line from the given one (default: the root), that one left out."""
        node = self.root if node is None else node
        nodes = []
        while node.best is not None:
            node = node.best
            nodes.append(node)
        return nodes

    def untried(self, node: Node[S, M]) -> list[M]:
        """The moves for which the node has no child yet, in the order in which they would be tried; none where it is unopened."""
        if node.pending is None:
            return []
        try:
            moves = self.listed(node, node.pending)
        except BaseException:
            self.drop(node)  # a generator that was broken off in the middle would give no more moves, and nobody would notice
            raise
        node.pending = iter(moves)
        return moves

    def seen(self, value: float) -> float:
        """A value as it looks from the root, from where the plies to a win are counted."""
        return value if math.isinf(value) else self.shift(value, -self.root.ply)

    def name(self, node: Node[S, M]) -> str:
        """The move that led to the node, in the game's notation where it has one."""
        if node is self.root:
            return "root"
        write = self.found.format_move
        if node.parent is None or node.move is None or write is None:
            return str(node.move)
        return str(write(node.parent.state, node.move))

    def _repr_svg_(self) -> str:
        return svg_of(self, "draw_tree")

    def render(self, depth: int = 2, node: Node[S, M] | None = None) -> str:
        """The tree as indented text, for small trees and curious people.

        One line a node: the move, who moves next, the value for player 0 with `>=` or `<=` where it is a bound, and the depth it
        was searched to; `*` marks the best child, `...` moves that may be left to try.

        Args:
            depth: Plies shown below the node.
            node: Where to start; the root by default.
        """
        return outline(self, self.root if node is None else node, depth)


EXHAUSTED: Final[Iterator[Any]] = iter(())
"""The iterator of a node that has tried all its moves: shared, so that their own iterators can be freed."""


def _pick_best(moves: list[M], weights: list[float]) -> Iterator[M]:
    """The moves by descending weight, each found when asked for; equal weights in their order."""
    while moves:
        best = weights.index(max(weights))
        del weights[best]
        yield moves.pop(best)


def _bytes_of(node: Node[S, M]) -> int:
    """The node with its state, move, list of children and iterator."""
    shared = None if node.parent is None else node.parent.state
    places = deep_size([None] * len(node.children)) if node.children else 0
    return _NODE_BYTES + places + deep_size(node.state, node.move, shared=shared) + deep_size(node.pending)


_MEASURED: Final = 200
_NODE_BYTES: Final = Node.__basicsize__ + 16  # and what the garbage collector puts before it
