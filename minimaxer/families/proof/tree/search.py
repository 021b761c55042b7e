"""Proof-number search on a tree that is kept from search to search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic, cast

from ....base.sizes import parse_size
from ....errors import OptionError
from ....game.checked import check_moves
from ....game.protocol import M, S
from ....game.view import View
from ....searching.limits import Control, Counter, Limits, StopReason, StopSearch
from ....searching.result import SearchResult
from ....searching.schemes import PROOF_ALONE
from ....searching.setup import Setup
from ....tree.tier import TreeTier
from ..options import ProofOptions, check_proof
from ..proven import Candidate, Case, details_of, finished, opening_questions, written
from ..questions import Answer
from .proving import expand, most_proving, update
from .tree import ProofTree

_NATIVE: Final = ("epsilon", "mobility")
"""Options that plain proof-number search does not use."""


class ProofSearch(TreeTier[S, M, ProofTree[S, M]], Generic[S, M]):
    """The tree tier of a `Search` for proofs; raises OptionError on chance, an evaluation, or options for compiled games only."""

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
