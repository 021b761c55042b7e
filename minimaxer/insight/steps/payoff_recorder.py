"""Turns the events of a watched max^n search into steps."""

from __future__ import annotations

import math
from typing import Any, Final

from attrs import define, evolve

from ...families.maxn.tree.node import PayoffNode
from ...families.maxn.tree.tree import PayoffTree
from ...families.maxn.tree.watching import Reason
from ...game.protocol import CHANCE
from . import payoff_sentences as sentences
from .notes import Notes
from .sentences import Sentences
from .step import Kind, Step, Words

Node = PayoffNode[Any, Any]
_KINDS: Final[dict[Reason, Kind]] = {"over": "over", "known": "known", "judged": "judged", "no moves": "stuck"}


@define(eq=False)
class _Frame:
    """A node that is being searched."""

    node: Node
    depth: int
    best: Node | None = None
    """The best child so far for its mover."""
    tried: int = 0
    """Children whose payoffs were returned."""


@define(eq=False)
class _Cut:
    """A cutoff: its step, its frame, and the frame above, which set the limit."""

    step: int
    frame: _Frame
    above: _Frame | None
    has: float
    """The payoff of the player above at that time."""


class PayoffRecorder:
    """Records the steps of max^n from the events of the search.

    Args:
        notes: Holds the steps and nodes.
        depth: Plies that the search looks ahead.
        deepens: True for iterative deepening.
    """

    tree: PayoffTree[Any, Any]
    """The search's tree."""

    def __init__(self, notes: Notes, depth: int, *, deepens: bool) -> None:
        self._notes: Final = notes
        self._depth: Final = depth
        self._deepens: Final = deepens
        self._frames: list[_Frame] = []
        self._cuts: list[_Cut] = []

    def planted(self, tree: PayoffTree[Any, Any]) -> None:
        """Receives the tree of the search."""
        self.tree = tree

    def made(self, node: Node) -> None:
        """A child was made."""
        number = self._number(node)
        if self._frames:
            parent = self._notes.nodes[number].parent
            assert parent is not None
            words = Sentences.made(self._notes.name(number), self._notes.name(parent), at_once=False)
            self._notes.add(Step(kind="made", node=number, words=words))

    def entered(self, node: Node, depth: int, limit: float) -> None:
        """The search of a node begins."""
        number = self._number(node)
        if not self._frames and self._deepens:
            self._notes.add(Step(kind="depth", node=number, words=Sentences.depth(depth), depth=depth))
        self._frames.append(_Frame(node, depth))
        self._notes.add(Step(kind="entered", node=number, words=self._entered(node, number, depth, limit), depth=depth))

    def _entered(self, node: Node, number: int, depth: int, limit: float) -> Words:
        name = self._notes.name(number)
        if node.outcome is not None:
            return Sentences.arrived(name)
        if depth == 0 or math.isinf(limit):
            return sentences.entered(name, node.player, depth, self._notes.nodes[number].probability)
        above = self._frames[-2]
        assert above.best is not None
        enough = self._shared - above.best.payoffs[above.node.player]  # which the limit is but for rounding and ties
        is_strict = node.number < above.best.number
        return sentences.limited(name, node.player, depth, enough, above.node.player, is_strict=is_strict)

    def answered(self, node: Node, reason: Reason) -> None:
        """A node has its payoffs without searching its moves."""
        has_evaluation = self.tree.found.evaluate is not None
        name = self._notes.name(self._number(node))
        words = sentences.answered(reason, name, _known(node), has_evaluation=has_evaluation)
        self._add(_KINDS[reason], node, words)

    def cut(self, node: Node, *, is_settled: bool) -> None:
        """The node's remaining moves are cut off."""
        above = None if is_settled else self._frames[-2]
        has = 0.0 if above is None or above.best is None else above.best.payoffs[above.node.player]
        step = self._add("cut", node, Words(""))
        if step is not None:
            self._cuts.append(_Cut(step, self._frames[-1], above, has))

    def left(self, node: Node) -> None:
        """The search of a node is done, and its payoffs are returned."""
        depth = self._frames.pop().depth
        if not self._frames:
            best = None if node.best is None else self._notes.name(self._number(node.best))
            self._add("root", node, sentences.root(node.payoffs, best), depth)
            return
        frame, number = self._frames[-1], self._number(node)
        frame.tried += 1
        kind, words = self._compared(frame, node, self._notes.name(number))
        above = self._number(frame.node)
        payoffs = _known(node)
        self._notes.add(
            Step(kind=kind, node=above, child=number, words=words, depth=frame.depth, payoffs=payoffs, value=payoffs[0])
        )

    def _compared(self, frame: _Frame, child: Node, name: str) -> tuple[Kind, Words]:
        """The step for payoffs returned to the node above, and its sentence; updates the best child."""
        mover, payoffs, best = frame.node.player, child.payoffs, frame.best
        if mover == CHANCE:
            likely = self._notes.nodes[self._number(child)].probability or 0.0
            return "weighed", sentences.weighed(name, payoffs, likely)
        if best is None:
            frame.best = child
            return "better", sentences.better(name, mover, payoffs, None)
        other, has = self._notes.name(self._number(best)), best.payoffs[mover]
        if not child.exact:
            return "passed", sentences.unwanted(name, mover, other, has)
        if (payoffs[mover], -child.number) > (has, -best.number):
            frame.best = child
            return "better", sentences.better(name, mover, payoffs, other if payoffs[mover] == has else None)
        return "passed", sentences.passed(name, mover, payoffs, other, has)

    def settle(self) -> None:
        """Adds, at the end, the number of moves that each cutoff left out: before, a node's moves are not all known."""
        for cut in self._cuts:
            node, step = cut.frame.node, self._notes.steps[cut.step]
            assert step.payoffs is not None
            gets = step.payoffs[node.player]
            assert gets is not None
            left = len(node.children) + len(self.tree.untried(node)) - cut.frame.tried
            name = self._notes.name(step.node)
            if cut.above is None:
                words = sentences.cut_settled(name, node.player, gets, left)
            else:
                before = cut.above.node.player
                words = sentences.cut_shared(name, node.player, gets, before, cut.has, self._shared, left)
            self._notes.steps[cut.step] = evolve(step, words=words)

    @property
    def _shared(self) -> float:
        """The most that two players can share, in a game where that is known."""
        shared = self.tree.scale.shared
        assert shared is not None
        return shared

    def _number(self, node: Node) -> int:
        """The number of a node; the first one begins the recording."""
        is_first = not self._notes.nodes
        number = self._notes.number(node)
        if is_first:
            root = self._notes.nodes[0]
            self._notes.add(Step(kind="start", node=0, words=Sentences.start(root.player, self._depth), depth=self._depth))
        return number

    def _add(self, kind: Kind, node: Node, words: Words, depth: int | None = None) -> int | None:
        """Adds a step about the node's payoffs; returns its index, or None if the recording is full."""
        payoffs, depth = _known(node), self._frames[-1].depth if depth is None else depth
        number = self._number(node)
        return self._notes.add(Step(kind=kind, node=number, words=words, depth=depth, payoffs=payoffs, value=payoffs[0]))


def _known(node: Node) -> tuple[float | None, ...]:
    """The known payoffs of a node: after a cutoff, only the least payoff of its mover."""
    return tuple(each if node.exact or place == node.player else None for place, each in enumerate(node.payoffs))
