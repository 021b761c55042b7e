"""Turns the events of a watched max^n or Monte Carlo search into steps, each with a sentence in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from attrs import define, evolve

from ...base.scores import DRAW, LOSS, WIN, Payoffs, shown_payoffs
from ...families.maxn.tree.maxn import PayoffNode, PayoffTree
from ...families.maxn.tree.search import Reason
from ...families.montecarlo.tree.tree import PlayoutNode, PlayoutTree
from ...game.protocol import CHANCE
from ...play.audience import begun
from .notes import Notes
from .sentences import Sentences, player, plies, rest
from .step import Credit, Kind, Step, Words

PlayedNode = PlayoutNode[Any, Any]
_START: Final = "The search begins. At the root, {0} is to move; games played out at random will judge the moves"
_DEALT: Final = ", and what {0} cannot see is dealt anew for each of them."


class PlayoutRecorder:
    """Records the four phases of each simulation from the events of the search."""

    tree: PlayoutTree[Any, Any]
    """The search's tree."""

    def __init__(self, notes: Notes, rule: str, *, deals: bool = False) -> None:
        self._start: Final = _START + (_DEALT if deals else ".")
        self._notes: Final = notes
        self._rule: Final = rule
        self._running = False
        self._selected: list[PlayedNode] = []
        """The node that selection reached, and those above it up to the first that is not new; empty once recorded."""

    def planted(self, tree: PlayoutTree[Any, Any]) -> None:
        """Receives the tree of the search."""
        self.tree = tree

    def began(self, root: PlayedNode) -> None:
        """A simulation begins; the first one begins the recording."""
        self._running = True
        self._selected = []
        is_first = not self._notes.steps
        number = self._notes.number(root)
        if is_first:
            self._add("start", number, self._start, player(root.player))

    def selected(self, node: PlayedNode) -> None:
        """Selection reached a node; it may go on from there, if the node has no untried move."""
        self._selected = [node]
        while node.visits == 0 and node.parent is not None:
            node = node.parent
            self._selected.append(node)

    def made(self, node: PlayedNode) -> None:
        """A child was made: before all simulations, by expansion, or by chance on the way down, where it is selected next."""
        if not self._running:
            self._notes.number(node)
        elif self._selected and self._selected[0] is node.parent:
            self._tell_selected()
            self._expanded(node)

    def _tell_selected(self) -> None:
        """Records the node that selection reached; each new node there is an expansion of the one above it."""
        if not self._selected:
            return
        number = self._notes.number(self._selected.pop())
        text = "Selection: from the root down, {1} balances good results against few visits, and comes to {0}."
        self._add("selected", number, text, self._notes.name(number), self._rule)
        while self._selected:
            self._expanded(self._selected.pop())

    def _expanded(self, node: PlayedNode) -> None:
        above, number = self._notes.number(node.parent), self._notes.appeared(node)
        text = "Expansion: {0} is tried for the first time and becomes a child of {1}."
        self._add("expanded", number, text, self._notes.name(number), self._notes.name(above))

    def played(self, leaf: PlayedNode, payoffs: Payoffs, moves: int) -> None:
        """A game was played out, by that number of random moves."""
        self._tell_selected()
        number, told = self._notes.number(leaf), self._told(payoffs)
        name, facts = self._notes.name(number), self._facts(payoffs)
        if moves == 0:
            self._add("played", number, "Playout: nothing is played after {0}; it counts as {1}.", name, told, **facts)
        else:
            text = "Playout: {1} played at random after {0}, which ends as {2}."
            self._add("played", number, text, name, plies(moves), told, **facts)

    def backed(self, leaf: PlayedNode, payoffs: Payoffs, *, is_known: bool) -> None:
        """The path to the leaf was credited."""
        self._tell_selected()
        number, told = self._notes.number(leaf), self._told(payoffs)
        name, facts = self._notes.name(number), self._facts(payoffs)
        if is_known:
            text = "The result after {0} is known, {1}: nothing needs to be played out."
            self._add("over", number, text, name, told, **facts)
        path = leaf.path()
        credited = tuple(map(self._credit, reversed(path)))
        text = "Backing up: the {1} nodes from {0} to the root are credited with {2} and one more visit."
        self._add("backed", number, text, name, str(len(path)), told, credits=credited, **facts)

    def _add(self, kind: Kind, number: int, template: str, *arguments: str, **facts: Any) -> None:
        self._notes.add(Step(kind=kind, node=number, words=Words(template, arguments), **facts))

    def _credit(self, node: PlayedNode) -> Credit:
        """The statistics of a node after a simulation."""
        payoffs = (0.0,) * self.tree.players if node.payoffs is None else tuple(node.payoffs)
        return Credit(node=self._notes.number(node), visits=node.visits, **self._facts(payoffs))

    def _facts(self, payoffs: Payoffs) -> dict[str, Any]:
        """The value for player 0, and the payoff of each player if there are more than two."""
        return {"value": payoffs[0], "payoffs": tuple(payoffs) if self.tree.players > 2 else None}

    def _told(self, payoffs: Payoffs) -> str:
        if len(payoffs) > 2 or not self.tree.only_wins:
            return f"payoffs {shown_payoffs(payoffs)}" if len(payoffs) > 2 else f"{payoffs[0]:+.4g}"
        known: dict[float, str] = {WIN: "a win for player 0", LOSS: "a loss for player 0", DRAW: "a draw"}
        return known.get(payoffs[0]) or f"{self.tree.written(payoffs)} for player 0"


Node = PayoffNode[Any, Any]
_ANSWERS: Final = {
    "over": "The game is over at {0}: {1}.",
    "known": "{0} was searched before, and that answers now: {1}.",
    "judged": "No plies are left: the evaluation judges {0} as {1}.",
    "not judged": "No plies are left, and the game has no evaluation: {0} counts as {1}.",
    "no moves": "There is no move at {0}: {1}.",
}
Known = Sequence[float | None]
"""The payoff of each player; None if it is not known."""


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
    """Records the steps of max^n from the events of the search."""

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
        number = self._notes.begun(node, self._depth)
        if self._frames:
            parent = self._notes.nodes[number].parent
            assert parent is not None
            words = Sentences.made(self._notes.name(number), self._notes.name(parent), at_once=False)
            self._notes.add(Step(kind="made", node=number, words=words))

    def entered(self, node: Node, depth: int, limit: float) -> None:
        """The search of a node begins."""
        number = self._notes.begun(node, self._depth)
        if not self._frames and self._deepens:
            self._notes.add(Step(kind="depth", node=number, words=Sentences.depth(depth), depth=depth))
        self._frames.append(_Frame(node, depth))
        self._notes.add(Step(kind="entered", node=number, words=self._entered(node, number, depth, limit), depth=depth))

    def _entered(self, node: Node, number: int, depth: int, limit: float) -> Words:
        name = self._notes.name(number)
        if node.outcome is not None:
            return Sentences.arrived(name)
        likely, left, mover = self._notes.nodes[number].probability, plies(depth), begun(player(node.player))
        if depth > 0 and not math.isinf(limit):
            above = self._frames[-2]
            assert above.best is not None
            enough = _number(self._shared - above.best.payoffs[above.node.player])  # the limit, but for rounding and ties
            amount = f"more than {enough}" if node.number < above.best.number else f"{enough} or more"
            return Words("{0} is entered, {1} left. {2} moves here; once it gets {3}, {4} has no use for this position.",
                         (name, left, mover, amount, player(above.node.player)))  # fmt: skip
        if likely is not None:
            return Words("Chance brings {0} with probability {1}: its payoffs go into the averages with that weight.",
                         (name, f"{likely:.4g}"))  # fmt: skip
        if depth == 0:
            return Words("{0} is entered with no plies left: it is judged, not searched.", (name,))
        if node.player == CHANCE:
            return Words("{0} is entered, {1} left. Chance decides here: each payoff is the average of what may come.",
                         (name, left))  # fmt: skip
        return Words("{0} is entered, {1} left. {2} moves here, and wants its own payoff to be great.", (name, left, mover))

    def answered(self, node: Node, reason: Reason) -> None:
        """A node has its payoffs without searching its moves."""
        text = _ANSWERS["not judged" if reason == "judged" and self.tree.found.evaluate is None else reason]
        words = Words(text, (self._notes.name_of(node), payoffs_text(_known(node))))
        self._add("stuck" if reason == "no moves" else reason, node, words)

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
            words = Words("The root comes back with {0}.", (payoffs_text(node.payoffs),))
            if node.best is not None:
                words = Words("The root brings {0}, by {1}.", (*words.arguments, self._notes.name_of(node.best)))
            self._add("root", node, words, depth)
            return
        frame, payoffs = self._frames[-1], _known(node)
        frame.tried += 1
        kind, words = self._compared(frame, node)
        above, child = self._notes.number(frame.node), self._notes.number(node)
        step = Step(kind=kind, node=above, child=child, words=words, depth=frame.depth, payoffs=payoffs, value=payoffs[0])
        self._notes.add(step)

    def _compared(self, frame: _Frame, child: Node) -> tuple[Kind, Words]:
        """The step for payoffs returned to the node above, and its sentence; updates the best child."""
        mover, best, name, all_payoffs = frame.node.player, frame.best, self._notes.name_of(child), payoffs_text(child.payoffs)
        if mover == CHANCE:
            likely = self._notes.nodes[self._notes.number(child)].probability or 0.0
            text = "{0} brings {1}; they count in the averages with weight {2}."
            return "weighed", Words(text, (name, all_payoffs, f"{likely:.4g}"))
        who, brings = player(mover), child.payoffs[mover]
        has = -math.inf if best is None else best.payoffs[mover]
        if best is None or (child.exact and brings > has):
            frame.best = child
            text = "{0} takes {1}: it brings {2}, the best so far; {3}."
            return "better", Words(text, (begun(who), name, _number(brings), all_payoffs))
        other = self._notes.name_of(best)
        if not child.exact:
            text = "{0} was cut off: it brings no more to {1} than {2} with {3}. Nothing changes."
            return "passed", Words(text, (name, who, other, _number(has)))
        if brings < has:
            text = "{0} brings {1} to {2}, less than {3} with {4}: nothing changes; {5}."
            return "passed", Words(text, (name, _number(brings), who, other, _number(has), all_payoffs))
        if child.number > best.number:
            text = "{0} also brings {1} to {2}; of equal moves the first counts, so {3} stays; {4}."
            return "passed", Words(text, (name, _number(brings), who, other, all_payoffs))
        frame.best = child
        text = "{0} takes {1}: it brings {2} as {3} does, and comes before it; {4}."
        return "better", Words(text, (begun(who), name, _number(brings), other, all_payoffs))

    def settle(self) -> None:
        """Adds, at the end, the number of moves that each cutoff left out: before, a node's moves are not all known."""
        for cut in self._cuts:
            node, step = cut.frame.node, self._notes.steps[cut.step]
            assert step.payoffs is not None
            gets = step.payoffs[node.player]
            assert gets is not None
            left = len(node.children) + len(self.tree.untried(node)) - cut.frame.tried
            begin = self._notes.name(step.node), player(node.player), _number(gets)
            if cut.above is None:
                words = Words("Cut-off at {0}: {1} gets {2} here, and nobody can get more, so {3}.", (*begin, rest(left)))
            else:
                shared, before = self._shared, player(cut.above.node.player)
                words = Words(
                    "Cut-off at {0}: {1} gets {2} here. It and {3} share {4} at most, so {5} at most is left for {3}, which has "
                    "{6} already by another move: {7}.",
                    (*begin, before, _number(shared), _number(shared - gets), _number(cut.has), rest(left)),
                )
            self._notes.steps[cut.step] = evolve(step, words=words)

    @property
    def _shared(self) -> float:
        """The most that two players can share, in a game where that is known."""
        shared = self.tree.scale.shared
        assert shared is not None
        return shared

    def _add(self, kind: Kind, node: Node, words: Words, depth: int | None = None) -> int | None:
        """Adds a step about the node's payoffs; returns its index, or None if the recording is full."""
        payoffs, depth = _known(node), self._frames[-1].depth if depth is None else depth
        number = self._notes.number(node)
        return self._notes.add(Step(kind=kind, node=number, words=words, depth=depth, payoffs=payoffs, value=payoffs[0]))


def _known(node: Node) -> tuple[float | None, ...]:
    """The known payoffs of a node: after a cutoff, only the least payoff of its mover."""
    return tuple(each if node.exact or place == node.player else None for place, each in enumerate(node.payoffs))


def payoffs_text(payoffs: Known) -> str:
    """Payoffs in words; after a cutoff, the least payoff of the mover."""
    if None not in payoffs:
        return f"payoffs ({', '.join(_number(each) for each in payoffs if each is not None)})"
    mover, least = next((place, each) for place, each in enumerate(payoffs) if each is not None)
    return f"at least {_number(least)} for {player(mover)}"


def _number(payoff: float) -> str:
    return f"{payoff:.4g}"
