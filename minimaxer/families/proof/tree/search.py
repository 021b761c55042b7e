"""Proof-number search on a tree that is kept from search to search: its nodes, the tree, the algorithm and the search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final, Generic, cast

from attrs import define

from ....base.scores import DRAW, WIN, checked_bounds, result_of
from ....base.sizes import parse_size
from ....errors import OptionError
from ....game.comparing import equal
from ....game.following import check_moves
from ....game.reprs import View
from ....searching.limits import Control, Counter, Limits, StopReason, StopSearch
from ....searching.result import SearchResult
from ....searching.setup import Setup
from ....searching.validators import PROOF_ALONE
from ....tree.node import GameNode, M, S
from ....tree.searched import SearchedTree
from ....tree.tier import TreeTier
from ..options import ProofOptions, check_proof
from ..proven import Answer, Candidate, Case, details_of, finished, opening_questions, written

_NATIVE: Final = ("epsilon", "mobility")
"""Options that plain proof-number search does not use."""


@define(eq=False, weakref_slot=False)
class ProofNode(GameNode[S, M, "ProofNode[S, M]"], Generic[S, M]):
    """A node with its proof and disproof numbers: the least numbers of leaves below that must be proven or refuted."""

    proof: float = 1
    disproof: float = 1

    @property
    def solved(self) -> bool:
        """True if the node is proven or refuted."""
        return self.proof == 0 or self.disproof == 0

    @property
    def best(self) -> ProofNode[S, M] | None:
        """The child nearest to its player's goal, the first among equals; None before there are any."""
        return min(self.children, key=self.needed, default=None)

    @property
    def depth(self) -> int:
        """Always 0: every node has results."""
        return 0

    def needed(self, child: ProofNode[S, M]) -> float:
        """The number of a child that measures its distance from this player's goal."""
        return child.proof if self.player == 0 else child.disproof


class ProofTree(SearchedTree[S, M, ProofNode[S, M]], Generic[S, M]):
    """The part of a game's tree that a search for a proof has visited; arguments as in `GameTree`.

    Attributes:
        goal: The question: does player 0 get at least this much?
        at_least: The least result seen that reaches the goal; `at_most` is the greatest one that does not.
        longest: Length of the longest line searched, in plies.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (ProofNode, ProofNode)
    KEPT: ClassVar[tuple[str, ...]] = (*SearchedTree.KEPT, "goal", "at_least", "at_most", "longest", "repeats")

    def __init__(self, *arguments: Any, **terms: Any) -> None:
        self.goal: float = WIN
        self.at_least, self.at_most = math.inf, -math.inf
        self.longest = 0
        self.repeats = 0
        """1 once a position was a draw by repetition on its path from the root."""
        super().__init__(*arguments, **terms)

    def ask(self, goal: float) -> None:
        """Sets the question; results of a different question are dropped."""
        if goal != self.goal:
            self.goal = goal
            self.at_least, self.at_most = math.inf, -math.inf
            self.drop(self.root)
            self.root.proof = self.root.disproof = 1

    def advance(self, move: M) -> ProofNode[S, M]:
        """Makes the child by a move the root; drops its results if draws by repetition, which depend on the path, were met."""
        root = super().advance(move)
        if self.repeats and root.outcome is None:
            self.drop(root)
            root.proof = root.disproof = 1
        self.repeats = 0
        return root

    def end(self, node: ProofNode[S, M]) -> None:
        """Decides a new node whose game is over."""
        self.settle(node, node.outcome)

    def settle(self, node: ProofNode[S, M], result: float) -> None:
        """Decides a node by player 0's result there."""
        if result >= self.goal:
            node.proof, node.disproof = 0, math.inf
            self.at_least = min(self.at_least, result)
        else:
            node.proof, node.disproof = math.inf, 0
            self.at_most = max(self.at_most, result)

    def shrink(self, current: ProofNode[S, M]) -> None:
        """Drops the subtrees of proven and refuted nodes, then of the deepest ones, until half the capacity is free."""
        self.shrink_in(lambda node: -math.inf if node.solved else -node.ply, current)

    def value_text(self, node: ProofNode[S, M]) -> str:
        """A text with the outcome, the answer or the numbers of a node."""
        if node.outcome is not None:
            return f"{node.outcome:+g}"
        if node.solved:
            return "proven" if node.proof == 0 else "refuted"
        return f"proof number {node.proof:g}, disproof number {node.disproof:g}"


def most_proving(node: ProofNode[Any, Any]) -> ProofNode[Any, Any]:
    """The most-proving leaf: follows the child nearest to the mover's goal at each node."""
    while (child := node.best) is not None:
        node = child
    return node


def expand(tree: ProofTree[Any, Any], node: ProofNode[Any, Any], count: Callable[[], None]) -> None:
    """Makes the children of a leaf; after an error, also one of `count`, it is a leaf again."""
    before = [(tree.found.identity(each.state), each.player) for each in node.path()]
    tree.longest = max(tree.longest, len(before))
    if node.pending is None:
        tree.open(node)
        tree.rank(node)
    try:
        for child in tree.children(node):
            count()
            evaluate(tree, child, before)
            tree.check_end(node)
    except BaseException:
        tree.drop(node)
        raise
    if not node.children:
        tree.close(node)


def evaluate(tree: ProofTree[Any, Any], node: ProofNode[Any, Any], before: list[tuple[Any, int]]) -> None:
    """Decides a new node if possible: by the game's `bounds`, or as a draw by repetition."""
    if node.outcome is not None:
        return
    if tree.found.bounds is not None:
        low, high = map(result_of, checked_bounds(tree.found.bounds(node.state), node.state))
        if low >= tree.goal or high < tree.goal:
            tree.settle(node, low if low >= tree.goal else high)
            return
    position = tree.found.identity(node.state)
    if any(player == node.player and equal(position, earlier) for earlier, player in before):
        tree.repeats = 1
        tree.settle(node, DRAW)


def update(node: ProofNode[Any, Any]) -> ProofNode[Any, Any]:
    """Updates the numbers of a node and of its ancestors until one does not change; gives the last node reached."""
    while True:
        if node.outcome is None:
            proofs, disproofs = [each.proof for each in node.children], [each.disproof for each in node.children]
            before = node.proof, node.disproof
            if node.player == 0:
                node.proof, node.disproof = min(proofs), sum(disproofs)
            else:
                node.proof, node.disproof = sum(proofs), min(disproofs)
            if before == (node.proof, node.disproof):
                return node
        if node.parent is None:
            return node
        node = node.parent


class ProofSearch(TreeTier[S, M, ProofTree[S, M]], Generic[S, M]):
    """The tree tier of a `Search` for proofs: expands the most-proving leaf, which is part of a smallest proof and of a smallest
    refutation.

    If player 0 moves, one move is enough for a proof, so a position has the proof number of its easiest child; if the other
    player moves, all children have to be proven, so it has their sum. Disproof numbers mirror this. The mover decides, not the
    depth. A position repeated on its path is a draw.

    Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search", Artificial Intelligence 66, 1994.

    Raises:
        OptionError: On chance, an evaluation, or options for compiled games only.
    """

    algorithm = "proof"
    alone = PROOF_ALONE

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        check_proof(setup, self.found)
        options = cast("ProofOptions", setup.options)
        if refused := sorted(set(options.changed()).intersection(_NATIVE)):
            raise OptionError(
                f"contradictory options: proof-number search on a tree has no use for {', '.join(refused)}; leave out or compile "
                "the game"
            )
        self.options = options
        self._goal: Final = options.goal
        self._memory: Final = parse_size(options.memory)
        self._expanded = 0

    def _new_tree(self, state: S | None) -> ProofTree[S, M]:
        return ProofTree(self.game, state, found=self.found, size_bytes=self._memory)

    def _forget(self, tree: ProofTree[S, M]) -> None:
        tree.root.proof = tree.root.disproof = 1

    def _search(self, tree: ProofTree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        """Yields a result after each question, and a last one if a limit leaves a question open."""
        root, is_new = tree.root, not tree.root.children
        self._expanded = tree.longest = 0
        count = Counter(control)
        view = View(root.state, self.game, self.found)
        if root.outcome is None and not self._has_move(tree):
            tree.close(root)
        made = tree.made
        if is_new:  # what was made to look for a move is no part of the search
            tree.drop(root)
            made -= 1
        if root.outcome is not None:
            case = finished(root.outcome, max(1, tree.players), view)
            yield self._written(tree, case, StopReason.FINISHED, control, made)
            return
        questions = opening_questions(self.game, self.found, root.state, self._goal)
        if is_new:
            tree.open(root)
            tree.rank(root)
        moves = [cast("M", child.move) for child in root.children] + tree.untried(root)
        check_moves(moves, root.state)
        case = Case(root.player, max(1, tree.players), [Candidate(move) for move in moves], questions, view)
        stop = StopReason.DEPTH
        while stop is StopReason.DEPTH:
            if not questions.is_done:
                stop = self._ask(tree, case, control, count)
            if stop is StopReason.DEPTH and questions.is_done:
                stop = StopReason.SOLVED
            yield self._written(tree, case, stop, control, made)

    def _ask(self, tree: ProofTree[S, M], case: Case[M], control: Control, count: Counter) -> StopReason:
        """Asks the next question; gives the reason why its search ended."""
        goal = case.questions.next()
        tree.ask(goal)
        root, stop = tree.root, StopReason.DEPTH
        if not root.children:  # `bounds` may have decided it, but a move is wanted
            root.proof = root.disproof = 1
        try:
            node = root
            while not root.solved:
                leaf = most_proving(node)
                expand(tree, leaf, count)
                self._expanded += 1
                node = update(leaf)
                tree.keep_budget(leaf)
        except StopSearch:
            assert control.reason is not None
            stop = control.reason
        for each, child in zip(case.candidates, root.children, strict=False):
            each.proof, each.disproof = child.proof, child.disproof
        if not root.children:
            for each in case.candidates:
                each.proof = each.disproof = 1
        case.note(goal, Answer(root.proof, root.disproof, tree.at_least, tree.at_most, bool(tree.repeats)))
        if case.answer.proven is None:
            case.line = case.line or (case.favourite.move,)
        elif case.suits_mover or not case.line:
            line = tree.line()
            case.line, case.end = tuple(cast("M", node.move) for node in line), line[-1].outcome
        return stop

    def _written(self, tree: ProofTree[S, M], case: Case[M], stop: StopReason, control: Control, made: int) -> SearchResult[M]:
        details = details_of(case, self._expanded, tree.longest)
        return written(case, stop=stop, engine="tree/proof", statistics=self._costs(tree, control, made), details=details)


create: Final = ProofSearch
"""The family's only search in this tier."""
