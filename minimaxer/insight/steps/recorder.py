"""Turns the events of a watched alpha-beta search into steps, each with a node, a window and a sentence."""

from __future__ import annotations

from typing import Any, Final

from attrs import define, evolve

from ...base.scores import Bound
from ...drawing.layout import Numbers
from ...families.alphabeta.tree.tree import Node, Tree
from ...families.alphabeta.tree.watching import Pause, Reason
from ...game.protocol import CHANCE
from ...searching.mover import AT_LEAST
from .notes import Notes
from .sentences import Sentences, null
from .step import Kind, Step, Words


@define(eq=False)
class _Frame:
    """A node that is being searched."""

    node: Node[Any, Any]
    depth: int
    low: float
    high: float
    is_null: bool
    best: float | None = None
    last: Node[Any, Any] | None = None
    """The child whose value was returned last."""
    standing: int | None = None
    """The index of the stand-pat step there, until a cutoff follows."""
    is_forced: bool = False
    """True if quiescence tries every move there."""
    has_answer: bool = False
    """True if quiescence has given it a value without searching any move."""

    @property
    def is_quiet(self) -> bool:
        """True if quiescence tries the moves there."""
        return self.depth <= 0


@define(eq=False)
class _Cut:
    """A cutoff: its step, its frame, the number of moves tried, and the other player's value elsewhere."""

    step: int
    frame: _Frame
    tried: int
    elsewhere: float | None


class Recorder:
    """Records the steps of an alpha-beta search from its events, in `notes`.

    `depth` is in plies, and `quiescence` is the most plies beyond it. The search deepens iteratively if `deepens`, makes all
    children of a node together if `at_once`, and uses the window if `prunes`.
    """

    tree: Tree[Any, Any]
    """The search's tree."""
    words: Sentences
    """The sentences of the steps."""

    def __init__(self, notes: Notes, depth: int, *, deepens: bool, at_once: bool, prunes: bool, quiescence: int) -> None:
        self._notes: Final = notes
        self._quiescence: Final = quiescence
        self._prunes: Final = prunes
        self._depth: Final = depth
        self._deepens: Final = deepens
        self._at_once: Final = at_once
        self._frames: list[_Frame] = []
        self._cuts: list[_Cut] = []
        self._spared: Final[dict[tuple[int, str], None]] = {}
        self._running = self._is_new = False
        self._returned: Node[Any, Any] | None = None

    def planted(self, tree: Tree[Any, Any]) -> None:
        """Receives the tree of the search."""
        self.tree = tree
        numbers, goes_on = Numbers(tree.scale, tree.seen), 0 if tree.found.noisy_moves is None else self._quiescence
        self.words = Sentences(numbers, self._prunes, tree.found.evaluate is not None, tree.players, quiescence=goes_on)

    def begins(self) -> None:
        """An iteration begins."""
        self._running = self._is_new = True
        self._frames = []
        self._returned = None

    def finished(self) -> None:
        """An iteration has come to its end."""
        self._running = False

    def made(self, node: Node[Any, Any]) -> None:
        """A child was made."""
        if not self._running:
            self._notes.begun(node, self._depth)
            return
        parent = node.parent
        assert parent is not None
        above, number = self._notes.name_of(parent), self._notes.number(node)
        words = self.words.made(self._notes.name(number), above, at_once=self._at_once)
        frame = self._frames[-1] if self._frames and self._frames[-1].node is parent else None
        low, high = (None, None) if frame is None else (frame.low, frame.high)
        self._notes.add(Step(kind="made", node=number, words=words, alpha=low, beta=high))

    def entered(self, node: Node[Any, Any], depth: int, alpha: float, beta: float) -> None:
        """The search of a node begins."""
        number = self._notes.begun(node, self._depth)
        if self._is_new and self._deepens:
            words = self.words.depth(depth + node.ply - node.path()[0].ply)
            self._notes.add(Step(kind="depth", node=0, words=words, depth=depth))
        name = self._notes.name(number)
        kind: Kind = "entered"
        if self._returned is node:
            kind, words = "again", self.words.again(name, alpha, beta)
        elif node.parent is None and not self._is_new:
            kind, words = "again", self.words.root_again(alpha, beta)
        elif node.outcome is not None:
            words = self.words.arrived(name)
        else:
            words = self.words.entered(name, node.player, depth, alpha, beta, self._notes.nodes[number].probability)
        self._is_new = False
        self._returned = None
        self._frames.append(_Frame(node, depth, alpha, beta, null(alpha, beta)))
        self._notes.add(Step(kind=kind, node=number, words=words, alpha=alpha, beta=beta, depth=depth))

    def searching(self, node: Node[Any, Any], low: float, high: float) -> None:
        """The node's moves are searched from now on, within that window."""
        self._frames[-1].low, self._frames[-1].high = low, high

    def judged(self, node: Node[Any, Any], beyond: int) -> None:
        """A leaf has its value, which quiescence may have recorded already."""
        frame = self._frames[-1]
        if not beyond and (frame.has_answer or frame.best is not None):
            return
        self._value("judged", node, self.words.judged(self._notes.name_of(node), node.value, node.bound, beyond))

    def answered(self, node: Node[Any, Any], reason: Reason) -> None:
        """A node has its value without searching its moves."""
        kind: Kind = "stuck" if reason == "no moves" else reason
        self._value(kind, node, self.words.answered(reason, self._notes.name_of(node), node.value, node.bound))

    def cut(self, node: Node[Any, Any]) -> None:
        """The node's remaining moves are cut off."""
        frame = self._frames[-1]
        step = self._value("cut", node, Words(""))
        if step is not None:
            tried = next((place for place, child in enumerate(node.children, 1) if child is frame.last), 0)
            self._cuts.append(_Cut(step, frame, tried, self._elsewhere(frame)))

    def left(self, node: Node[Any, Any]) -> None:
        """The search of a node is done."""
        frame = self._frames.pop()
        if frame.standing is not None and frame.last is None:
            step = self._notes.steps[frame.standing]
            self._notes.steps[frame.standing] = evolve(step, words=self.words.quiet(step.words))
        self._returned = node

    def passed(self, node: Node[Any, Any]) -> None:
        """The value of a node is returned to its parent, or is the root's."""
        self._returned = None
        if node.parent is None:
            best = None if node.best is None else self._notes.name_of(node.best)
            self._value("root", node, self.words.root(node.value, node.bound, best))
            return
        above, number = self._notes.number(node.parent), self._notes.number(node)
        frame = self._frames[-1] if self._frames and self._frames[-1].node is node.parent else None
        # a parent without a frame is not searched itself: a root that wants every exact value, a node that is probed
        words = self.words.passed(self._notes.name(number), node.value, node.bound)
        step = Step(kind="passed", node=above, child=number, words=words, value=node.value, bound=node.bound)
        if frame is not None:
            kind, words = self._compared(frame, node, number)
            step = evolve(
                step, kind=kind, words=words, alpha=frame.low, beta=frame.high, depth=frame.depth, beyond=frame.is_quiet
            )
        self._notes.add(step)

    def _compared(self, frame: _Frame, child: Node[Any, Any], number: int) -> tuple[Kind, Words]:
        """The step for a value returned to the node above, and its sentence; updates the best value and the window."""
        frame.last = child
        name, mover, value = self._notes.name(number), frame.node.player, child.value
        if mover == CHANCE:
            return "weighed", self.words.weighed(name, value, child.bound, self._notes.nodes[number].probability or 0.0)
        if frame.best is None or (value > frame.best if mover == 0 else value < frame.best):
            frame.best = value
            edge = self._narrow(frame, mover, value)
            return "better", self.words.better(name, value, child.bound, mover, edge if self._prunes or frame.is_quiet else None)
        return "passed", self.words.passed(name, value, child.bound, mover, frame.best)

    def tried(self, node: Node[Any, Any], plies: int, alpha: float, beta: float) -> None:
        """A move is tried beyond the depth limit."""
        number = self._notes.number(node, beyond=True)
        words = self.words.tried(self._notes.name(number), plies, alpha, beta, is_forced=self._frames[-1].is_forced)
        self._frames.append(_Frame(node, -plies, alpha, beta, null(alpha, beta)))
        self._notes.add(Step(kind="noisy", node=number, words=words, alpha=alpha, beta=beta, depth=-plies, beyond=True))

    def stood(self, node: Node[Any, Any], value: float) -> None:
        """The node's mover may stand pat."""
        frame = self._frames[-1]
        frame.best = value
        edge = self._narrow(frame, node.player, value)
        words = self.words.stood(self._notes.name_of(node), node.player, value, edge)
        frame.standing = self._quiet("pat", frame, words, value)

    def paused(self, node: Node[Any, Any], value: float, why: Pause) -> None:
        """Quiescence goes no further."""
        self._frames[-1].has_answer = True
        self._quiet("judged", self._frames[-1], self.words.paused(self._notes.name_of(node), value, why), value)

    def forced(self, node: Node[Any, Any]) -> None:
        """The node's mover must move."""
        frame = self._frames[-1]
        frame.is_forced = True
        self._quiet("forced", frame, self.words.forced(self._notes.name_of(node), node.player))

    def spared(self, node: Node[Any, Any], moves: tuple[Any, ...], *, is_standing: bool) -> None:
        """The remaining moves are cut off beyond the depth limit."""
        frame, number = self._frames[-1], self._notes.number(node)
        assert frame.best is not None
        frame.standing = None
        self._spared.update({(number, self._notes.written(node, move)): None for move in moves})
        words = self.words.cut(
            self._notes.name(number), node.player, frame.best, self._elsewhere(frame), len(moves), is_null=frame.is_null,
            by=" by standing pat" if is_standing else "",
        )  # fmt: skip
        self._quiet("cut", frame, words, frame.best, AT_LEAST[node.player])

    def _quiet(
        self, kind: Kind, frame: _Frame, words: Words, value: float | None = None, bound: Bound = Bound.EXACT
    ) -> int | None:
        """Adds a step of quiescence; returns its index, or None if the recording is full."""
        step = Step(kind=kind, node=self._notes.number(frame.node), words=words, value=value, bound=bound, beyond=True)
        return self._notes.add(evolve(step, alpha=frame.low, beta=frame.high, depth=frame.depth))

    def spared_moves(self) -> list[tuple[int, str]]:
        """The moves that quiescence never tried because of a cutoff, each after its node's number."""
        tried = {(node.parent, node.move) for node in self._notes.nodes if node.beyond}
        return [each for each in self._spared if each not in tried]

    def settle(self) -> None:
        """Adds, at the end, the number of moves that each cutoff left out: before, a node's moves are not all known."""
        for cut in self._cuts:
            step, node = self._notes.steps[cut.step], cut.frame.node
            assert step.value is not None
            left = len(node.children) + len(self.tree.untried(node)) - cut.tried
            name = self._notes.name(step.node)
            words = self.words.cut(name, node.player, step.value, cut.elsewhere, left, is_null=cut.frame.is_null)
            self._notes.steps[cut.step] = evolve(step, words=words)

    def _elsewhere(self, frame: _Frame) -> float | None:
        """The value that the window guarantees the other player elsewhere; None if the window does not mean that."""
        if frame.is_null or self.tree.players < 2 or any(each.node.player == CHANCE for each in self._frames):
            return None
        return frame.high if frame.node.player == 0 else frame.low

    def _narrow(self, frame: _Frame, mover: int, value: float) -> float | None:
        """Narrows the node's window to the value; returns the value, or None if the window did not change."""
        if mover == 0 and value > frame.low:
            frame.low = value
        elif mover == 1 and value < frame.high:
            frame.high = value
        else:
            return None
        return value

    def _value(self, kind: Kind, node: Node[Any, Any], words: Words) -> int | None:
        """Adds a step about the node's value; returns its index, or None if the recording is full."""
        frame = next((each for each in reversed(self._frames) if each.node is node), None)
        step = Step(kind=kind, node=self._notes.number(node), words=words, value=node.value, bound=node.bound)
        if frame is not None:
            is_quiet = frame.depth < 0 or (frame.is_quiet and kind == "stuck")
            frame.has_answer = frame.has_answer or is_quiet
            step = evolve(step, alpha=frame.low, beta=frame.high, depth=frame.depth, beyond=is_quiet)
        return self._notes.add(step)
