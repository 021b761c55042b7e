"""The search tree: nodes made one by one from the live iterator of moves, kept between searches, dropped under a budget.

A tree knows the game but no ordering and no algorithm; the node class of a search's family keeps what the search learns.
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, ClassVar, Final, Generic

from ..base.scores import LONGEST_WIN, Scale, checked_weights
from ..base.sizes import deep_size
from ..errors import IllegalMoveError
from ..game.capability import Capabilities, capabilities
from ..game.comparing import equal
from ..game.following import (
    MOST_MOVES,
    chances_of,
    checked_player,
    endless_moves,
    listed_moves,
    moves_iterator,
    no_state,
    outcomes_of,
    steps,
    stuck_outcome,
)
from ..game.protocol import CHANCE, Game, players_of
from ..game.reprs import short_text
from .node import M, N, S

Ordering = Callable[[list[N], bool], Iterable[N]]
"""Reorders the children in place, best first for player 0 (True) or player 1 (False), and gives them in that order."""


class GameTree(ABC, Generic[S, M, N]):
    """The part of a game's tree that searches have seen; each family of searches derives its tree from it.

    Args:
        game: The rules.
        state: The root's state; the initial state by default.
        found: The game's capabilities, where they are known already.
        size_bytes: The budget of `shrink_in`; None: no budget.
        scale: The meaning of outcomes and evaluations; by default that of the game.

    Attributes:
        root: The root node.
        made: Nodes made since the tree began, each counted once.
        live: Nodes in the tree now.
        capacity: Nodes that fit the budget, by the sizes measured so far.
        kind: The class of its nodes.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]]
    """The class of its nodes, and that of its chance nodes."""
    KEPT: ClassVar[tuple[str, ...]] = ("made", "capacity", "_sampled", "_sampled_bytes", "_sample_at", "_floor")
    """The names of the numbers that are saved with the nodes of a tree."""
    BY_DEALS: ClassVar[bool] = False
    """True if a node is what is seen of a game in any deal, so that the moves of its children are not those of one state."""
    _HIGHEST_PLY: Final = LONGEST_WIN // 2
    _FEWEST: Final = 256

    def __init__(
        self,
        game: Game[S, M],
        state: S | None = None,
        *,
        found: Capabilities[S, M] | None = None,
        size_bytes: int | None = None,
        scale: Scale | None = None,
    ) -> None:
        self.game: Final = game
        self.found: Final = capabilities(game) if found is None else found
        self.size_bytes: Final = size_bytes
        self.scale: Any = outcomes_of(game) if scale is None else scale
        self.players: Final = players_of(game)
        self.made = 0
        self.live = 0
        self.capacity = math.inf
        self.kind: Final[type[N]] = self.KINDS[0]
        self._chance_kind: Final[type[N]] = self.KINDS[1]
        self._sampled = self._sampled_bytes = 0
        self._sample_at = self._FEWEST
        self._floor = 0.0
        self._name_of_moves: Final = "moves" if self.found.search_moves is None else "search_moves"
        self._moves: Final[Callable[[S], Iterable[M]]] = self.found.search_moves or game.moves
        self.make: Final = self._maker()
        self.root = self._plant(game.initial() if state is None else state)
        self.played: list[tuple[S, int]] = []
        """The states that `advance` left behind, with their movers."""
        self.advanced: list[M] = []
        """The moves that `advance` played."""

    @abstractmethod
    def end(self, node: N) -> None:
        """Sets what the family knows of a new node whose game is over."""

    def _plant(self, state: S) -> N:
        outcome = self.game.outcome(state)
        if outcome is None:
            player = checked_player(self.game.player(state), state, players=self.players, chance=self.found.chances is not None)
            root = (self._chance_kind if player == CHANCE else self.kind)(state, None, player, None, 0, None)
        else:
            root = self.kind(state, None, 0, None, 0, self.scale.outcome(outcome, state))
            self.end(root)
        self.made += 1
        self.live += 1
        return root

    def _maker(self) -> Callable[[N, M], N]:
        """The function that makes a child: a closure, since attribute look-ups would cost a tenth of the search."""
        play, outcome_of, player_of, kind, end = self.game.play, self.game.outcome, self.game.player, self.kind, self.end
        checked_outcome, chance_kind, chance = self.scale.outcome, self._chance_kind, self.found.chances is not None
        players = self.players
        numbers = range(players)

        def make(parent: N, move: M) -> N:
            state = play(parent.state, move)
            if state is None:
                raise no_state(parent.state, move)
            outcome = outcome_of(state)
            if outcome is None:
                player = player_of(state)
                if player not in numbers and checked_player(player, state, players=players, chance=chance) == CHANCE:
                    node = chance_kind(state, move, player, parent, parent.ply + 1, None)
                else:
                    node = kind(state, move, player, parent, parent.ply + 1, None)
            else:
                node = kind(state, move, 0, parent, parent.ply + 1, checked_outcome(outcome, state))
                end(node)
            self.made += 1
            self.live += 1
            return node

        return make

    def open(self, node: N) -> None:
        """Starts the node's iterator of moves, or of chance outcomes; it has no children yet."""
        if node.player == CHANCE:
            node.pending = self._outcomes(node)
        else:
            node.pending = self.tried(node.state)
        node.children = []

    def _outcomes(self, node: Any) -> Iterator[M]:
        """The outcomes of chance, one by one; the node records their probabilities."""
        node.probabilities = []
        for move, probability in chances_of(self.game, node.state):
            node.probabilities.append(probability)
            yield move

    def rank(self, node: N) -> None:
        """Sorts the untried moves by the game's `order`, best first; each is picked only when it is needed."""
        order = self.found.order
        if order is not None and node.pending is not None:
            moves = self.listed(node, node.pending)
            node.pending = _pick_best(moves, checked_weights([order(node.state, move) for move in moves], node.state))

    def children(self, node: N, ordering: Ordering[N] | None = None) -> Generator[N, None, None]:
        """The children one by one: the existing ones in their order, then a new one for each further `next`.

        The game must not be over at the node; `ordering` reorders the existing children first. A caller that stops early leaves
        the rest unmade; the next call continues there. Raises RulesError if `moves` or `play` gave something invalid.
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

    def expand(self, node: N) -> None:
        """Makes every child that is still missing."""
        for _ in self.children(node):
            self.check_end(node)

    def listed(self, node: N, moves: Iterator[M]) -> list[M]:
        """The moves that are left in an iterator of the node's moves; raises RulesError if there are more than any game has."""
        return listed_moves(moves, self._name_of_moves, node.state)

    def tried(self, state: S) -> Iterator[M]:
        """The moves that searches try, one by one."""
        return moves_iterator(self._moves(state), self._name_of_moves, state)

    def all_moves(self, node: N) -> list[M]:
        """All moves of a running node that are worth searching, in the game's own order."""
        return self.listed(node, self.tried(node.state))

    def check_end(self, node: N) -> None:
        """Raises RulesError if the node has more children than any game has moves."""
        if len(node.children) > MOST_MOVES:
            raise endless_moves(self._name_of_moves, node.state)

    def end_without_moves(self, node: N) -> Any:
        """Ends a running node without moves, and returns its outcome by the game's `stuck`; raises RulesError without one."""
        outcome = stuck_outcome(self.found, node.state, self._name_of_moves, self.scale)
        node.outcome = outcome
        return outcome

    def close(self, node: N) -> None:
        """`end_without_moves`, and what the family knows of a node whose game is over."""
        self.end_without_moves(node)
        self.end(node)

    def advance(self, move: M) -> N:
        """Makes the child behind the move the root; its subtree is kept, everything else dropped. Raises IllegalMoveError if the
        move is not legal in the root's state; the tree stays as it is.
        """
        chosen = self._child_by(move)
        self.played.append((self.root.state, self.root.player))
        self.advanced.append(move)
        self.root.children = [child for child in self.root.children if child is not chosen]
        self.drop(self.root)
        self.live -= 1
        chosen.parent = None
        self.root = chosen
        if chosen.ply > self._HIGHEST_PLY:
            self.live = 0
            self.root = self._plant(chosen.state)
        return self.root

    def _child_by(self, move: M) -> N:
        root = self.root
        children: list[N] = root.children
        for child in children:
            if equal(child.move, move):
                return child
        legal = [] if root.outcome is not None else self.listed(root, iter(steps(self.game, root.state)))
        if not any(equal(each, move) for each in legal):
            raise IllegalMoveError(f"expected a legal move of {root.state!r}, got {move!r}; legal: {legal!r}")
        return self.make(root, move)

    def drop(self, node: N) -> None:
        """Removes everything below the node; its moves start from the first when it is searched again."""
        doomed: list[N] = list(node.children)
        node.fold()
        while doomed:
            child = doomed.pop()
            self.live -= 1
            doomed += child.children
            child.fold()
            child.parent = None

    def untie(self) -> None:
        """Cuts all links to parents, so that a tree no longer needed is freed at once, not by the garbage collector."""
        todo = [self.root]
        while todo:
            node = todo.pop()
            node.parent = None
            todo += node.children

    def sample(self, node: N) -> None:
        """Measures the memory of the node now and then, for `capacity`."""
        if self.size_bytes is not None and self.made >= self._sample_at:
            self._sample_at = self.made + max(self._FEWEST // 4, self.made // 16)
            self._sampled += 1
            self._sampled_bytes += self.node_bytes(node)
            self.capacity = self.size_bytes * self._sampled / self._sampled_bytes

    def node_bytes(self, node: N) -> int:
        """The memory of a node with its state, move, list of children and iterator."""
        shared = None if node.parent is None else node.parent.state
        places = deep_size([None] * len(node.children)) if node.children else 0
        return (
            type(node).__basicsize__
            + _COLLECTOR_BYTES
            + places
            + deep_size(node.state, node.move, shared=shared)
            + deep_size(node.pending, shared=[child.move for child in node.children])
        )

    @property
    def measured_bytes(self) -> int:
        """The memory of the tree, estimated from about a thousand of its nodes."""
        sizes = [self.node_bytes(node) for node in itertools.islice(self.walk(), None, None, max(1, self.live // _MEASURED))]
        return round(self.live * sum(sizes) / len(sizes))

    @property
    def is_full(self) -> bool:
        """True if the tree has outgrown its budget and should be shrunk."""
        return self.live > self.capacity and self.live > self._floor

    def keep_budget(self, node: N) -> None:
        """Raises an error for endless moves, and shrinks a tree that has outgrown its budget, keeping the path to the node."""
        self.check_end(node)
        if node.parent is not None:
            self.check_end(node.parent)
        self.sample(node)
        if self.is_full:
            self.shrink(node)

    @abstractmethod
    def shrink(self, current: N) -> None:
        """Drops subtrees until the tree fills at most half its capacity; the path to `current` stays."""

    def shrink_in(self, order: Callable[[N], float], current: N) -> None:
        """Drops subtrees, those below the nodes with the smallest `order` first, until the tree fills at most half its capacity.

        The path to `current` stays, so that a search can go on in the middle of it. Where the path alone fills the budget, the
        next call comes only when the tree has grown by half.
        """
        path = {id(node) for node in current.path()}
        by_order: dict[float, list[N]] = {}
        for node in self.walk():
            if node.children and id(node) not in path:
                by_order.setdefault(order(node), []).append(node)
        for number in sorted(by_order):
            for node in by_order[number]:
                self.drop(node)
            if 2 * self.live <= self.capacity:
                break
        self._floor = 1.5 * self.live

    def walk(self, node: N | None = None) -> Iterator[N]:
        """The nodes from the given one (default: the root) downwards, each before its children; these may be dropped then."""
        todo = [self.root if node is None else node]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def untried(self, node: N) -> list[M]:
        """The moves without a child yet, in the order in which they would be tried; empty if the node is unopened."""
        if node.pending is None:
            return []
        try:
            moves = self.listed(node, node.pending)
        except BaseException:
            self.drop(node)  # a generator that was broken off in the middle would give no more moves, and nobody would notice
            raise
        node.pending = iter(moves)
        return moves

    def name(self, node: N) -> str:
        """The move that led to the node, in the game's notation where it has one."""
        if node is self.root:
            return "root"
        write = self.found.format_move
        if node.parent is None or node.move is None or write is None:
            return short_text(node.move)
        return str(write(node.parent.state, node.move))


EXHAUSTED: Final[Iterator[Any]] = iter(())
"""The iterator of a node that has tried all its moves: shared, so that their own iterators can be freed."""


def _pick_best(moves: list[M], weights: list[float]) -> Iterator[M]:
    """The moves by descending weight, each picked only when it is needed; equal weights keep their order."""
    while moves:
        best = weights.index(max(weights))
        del weights[best]
        yield moves.pop(best)


_MEASURED: Final = 1_000
_COLLECTOR_BYTES: Final = 16  # that the garbage collector puts before an object
