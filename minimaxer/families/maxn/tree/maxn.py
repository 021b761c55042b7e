"""Max^n on a tree: its nodes with payoffs, the tree, and the algorithm, in which each player maximizes its own payoff."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar, Final, Generic, cast

from attrs import define

from ....base.scores import SUM_TOLERANCE, Payoffs, PayoffScale, shown_payoffs
from ....game.following import static_value
from ....game.protocol import CHANCE
from ....searching.limits import Control
from ....tree.node import NO_CHILDREN, M, S, SearchedNode
from ....tree.searched import SearchedTree

UNKNOWN: Final[Payoffs] = ()


@define(eq=False, weakref_slot=False)
class PayoffNode(SearchedNode[S, M, "PayoffNode[S, M]"], Generic[S, M]):
    """A state in the tree, with the payoffs that the search found for it."""

    payoffs: Payoffs = UNKNOWN
    """The payoff of each player; empty while `depth` is -1, unless the game is over."""
    value: float = 0.0
    """The payoff of the player who moved here, by which siblings are ordered."""
    exact: bool = True
    """True if the payoffs are exact; after a cutoff they are a lower bound for the node's mover."""
    number: int = 0
    """Its place among its siblings in the order of their first search, by which ties are broken."""

    def agrees(self, child: PayoffNode[S, M]) -> bool:
        """True if a child has the same payoffs."""
        return self.payoffs == child.payoffs


@define(eq=False, weakref_slot=False)
class PayoffChanceNode(PayoffNode[S, M], Generic[S, M]):
    """A state in which chance decides: each payoff is the average over the children."""

    probabilities: list[float] = NO_CHILDREN
    """The probability of each child, in the order of the children, which is fixed."""

    def fold(self) -> None:
        """Drops the children and their probabilities."""
        super().fold()
        self.probabilities = NO_CHILDREN


class PayoffTree(SearchedTree[S, M, PayoffNode[S, M]], Generic[S, M]):
    """The part of a game's tree that searches have visited, with the payoffs of each node. Arguments and attributes as in
    `GameTree`.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (PayoffNode, PayoffChanceNode)

    scale: PayoffScale

    def end(self, node: PayoffNode[S, M]) -> None:
        """Gives a node whose game is over its payoffs, which hold at every depth."""
        self.note(node, node.outcome, 0, solved=True)

    def close(self, node: PayoffNode[S, M], depth: int = 0) -> None:
        """Ends a running node without moves by the game's `stuck`; raises RulesError if the game has none."""
        self.note(node, self.end_without_moves(node), depth, solved=True)

    def assign(self, node: PayoffNode[S, M], best: PayoffNode[S, M], depth: int, *, exact: bool = True, solved: bool) -> None:
        """Gives a node the payoffs of its best child."""
        self.note(node, best.payoffs, depth, exact=exact, solved=solved)
        node.best = best

    def note(self, node: PayoffNode[S, M], payoffs: Payoffs, depth: int, *, exact: bool = True, solved: bool = False) -> None:
        """Stores the search result of a node."""
        node.payoffs, node.depth, node.exact, node.solved = payoffs, depth, exact, solved
        parent = node.parent
        if parent is not None and parent.player != CHANCE:
            node.value = payoffs[parent.player]

    def forget(self) -> None:
        """Makes all payoffs stale, so that a search may restart at a lower depth; order and children stay."""
        for node in self.walk():
            node.reopen()
            if node.outcome is None:
                node.depth, node.exact, node.solved, node.best = -1, True, False, None

    def value_text(self, node: PayoffNode[S, M]) -> str:
        """A text with the payoffs of a node that was searched or is over."""
        return f"{'' if node.exact else 'cut off at '}{shown_payoffs(node.payoffs)}"


Ordering = Callable[[list[PayoffNode[S, M]], bool], Iterable[PayoffNode[S, M]]]


class MaxN(Generic[S, M]):
    """Max^n over the kept tree, with immediate and shallow pruning; `exact_root` finds the exact payoffs of all root moves.

    Among moves with the same payoff for the mover, it takes the one that the game's `order` weighs most, and then the first in
    the game's list of moves, whatever the order of the search.

    If payoffs add up to a constant, a position is cut off once its mover's payoff leaves the previous player, if it is another
    one, no more than a move it already has. The payoffs of earlier players prove nothing, which is why the pruning is only
    shallow.

    Source: C. Luckhardt and K. Irani, "An algorithmic solution of N-person games", AAAI 1986; R. Korf, "Multi-player alpha-beta
    pruning", Artificial Intelligence 48, 1991.
    """

    def __init__(self, tree: PayoffTree[S, M], control: Control, ordering: Ordering[S, M], *, exact_root: bool) -> None:
        self.tree: Final = tree
        self.control: Final = control
        self.nodes = 0
        self._ordering: Final = ordering
        self._exact_root: Final = exact_root
        self._poll_at = 0
        scale = tree.scale
        self._high: Final = scale.high
        self._leaves_nothing: Final = scale.leaves_nothing
        self._shared: Final = scale.shared

    def search(self, node: PayoffNode[S, M], depth: int, limit: float = math.inf) -> Payoffs:
        """The node's payoffs by a search of `depth` plies, from 0; raises StopSearch if a limit of the search is reached.

        From `limit` on, a payoff of its mover, the player before it does not want the node; after that cutoff the payoffs are
        those of a move that its mover has.
        """
        self.nodes += 1
        if self.nodes >= self._poll_at:
            self._poll_at = self.control.poll(self.nodes)
            self.tree.keep_budget(node)
        if node.solved and (node.exact or node.payoffs[node.player] >= limit):
            node.depth = depth
        elif depth == 0:
            self.tree.note(node, self.evaluation(node.state), 0)
        elif node.player == CHANCE:
            self._average(cast("PayoffChanceNode[S, M]", node), depth)
        else:
            self._best(node, depth, limit)
        return node.payoffs

    def evaluation(self, state: S) -> Payoffs:
        """The static evaluation of a state, checked."""
        return static_value(self.tree.found, self.tree.scale, state)  # type: ignore[no-any-return]

    def close(self) -> None:
        """Passes the node count to the control, unless the control ended the search and knows it already."""
        if self.control.reason is None:
            self.control.nodes = self.nodes

    def _average(self, node: PayoffChanceNode[S, M], depth: int) -> None:
        total = [0.0] * self.tree.scale.players
        solved = True
        for place, child in enumerate(self.tree.children(node)):
            chance = node.probabilities[place]
            for player, payoff in enumerate(self.search(child, depth - 1)):
                total[player] += chance * payoff
            solved = solved and child.solved
        self.tree.note(node, tuple(total), depth, solved=solved)

    def _best(self, node: PayoffNode[S, M], depth: int, limit: float) -> None:
        player, solved = node.player, True
        best: PayoffNode[S, M] | None = None
        high = math.inf if self._opens(node) else self._high

        def is_settled() -> bool:
            return best is not None and best.payoffs[player] >= high

        for child in self._in_turn(node, is_settled):
            if best is not None and is_settled() and child.number > best.number:
                continue
            value = self.search(child, depth - 1, self._limit(node, best, child))[player]
            solved = solved and child.solved
            if child.exact and (best is None or (value, -child.number) > (best.payoffs[player], -best.number)):
                best = child
                if value >= limit:
                    self.tree.assign(node, best, depth, exact=False, solved=best.solved)
                    return
        if best is None:
            self.tree.close(node, depth)
            return
        self.tree.assign(node, best, depth, solved=solved or (is_settled() and best.solved and self._leaves_nothing))

    def _in_turn(self, node: PayoffNode[S, M], is_settled: Callable[[], bool]) -> Iterator[PayoffNode[S, M]]:
        """Yields the existing children in search order, then new ones until the node is settled."""
        tree = self.tree
        if node.pending is None:
            tree.open(node)
            tree.rank(node)
        before = len(node.children)
        yield from self._ordering(node.children, True) if before > 1 else list(node.children)
        children = islice(tree.children(node), before, None)
        while not is_settled() and (child := next(children, None)) is not None:
            child.number = len(node.children) - 1
            yield child

    def _opens(self, node: PayoffNode[S, M]) -> bool:
        return self._exact_root and node.parent is None

    def _limit(self, node: PayoffNode[S, M], best: PayoffNode[S, M] | None, child: PayoffNode[S, M]) -> float:
        """The payoff of a child's mover from which the node's mover does not want the child."""
        if best is None or self._shared is None or child.player in (node.player, CHANCE) or self._opens(node):
            return math.inf
        has = best.payoffs[node.player]
        limit = self._shared - has
        if not (type(has) is int and type(limit) is int):
            limit += SUM_TOLERANCE * max(abs(self._shared), abs(has))
        return limit if child.number > best.number else math.nextafter(limit, math.inf)
