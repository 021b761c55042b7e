"""Turns the events of a watched Monte Carlo search into steps."""

from __future__ import annotations

from typing import Any, Final

from ...base.payoffs import Payoffs, shown
from ...base.scores import DRAW, LOSS, WIN
from ...families.montecarlo.tree.node import PlayoutNode
from ...families.montecarlo.tree.tree import PlayoutTree
from . import sentences
from .notes import Notes
from .step import Credit, Step

Node = PlayoutNode[Any, Any]


class PlayoutRecorder:
    """Records the four phases of each simulation from the events of the search.

    Args:
        notes: Holds the steps and nodes.
        rule: The name of the selection rule.
        deals: True if each simulation has a deal of its own.
    """

    tree: PlayoutTree[Any, Any]
    """The search's tree."""

    def __init__(self, notes: Notes, rule: str, *, deals: bool = False) -> None:
        self._start: Final = sentences.start_dealt if deals else sentences.start_playouts
        self._notes: Final = notes
        self._rule: Final = rule
        self._running = False
        self._selected: list[Node] = []
        """The node that selection reached, and those above it up to the first that is not new; empty once recorded."""

    def planted(self, tree: PlayoutTree[Any, Any]) -> None:
        """Receives the tree of the search."""
        self.tree = tree

    def began(self, root: Node) -> None:
        """A simulation begins; the first one begins the recording."""
        self._running = True
        self._selected = []
        is_first = not self._notes.steps
        number = self._notes.number(root)
        if is_first:
            self._notes.add(Step(kind="start", node=number, words=self._start(root.player)))

    def selected(self, node: Node) -> None:
        """Selection reached a node; it may go on from there, if the node has no untried move."""
        self._selected = [node]
        while node.visits == 0 and node.parent is not None:
            node = node.parent
            self._selected.append(node)

    def made(self, node: Node) -> None:
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
        self._notes.add(Step(kind="selected", node=number, words=sentences.selected(self._notes.name(number), self._rule)))
        while self._selected:
            self._expanded(self._selected.pop())

    def _expanded(self, node: Node) -> None:
        """Records a new node."""
        above, number = self._notes.number(node.parent), self._notes.appeared(node)
        words = sentences.expanded(self._notes.name(number), self._notes.name(above))
        self._notes.add(Step(kind="expanded", node=number, words=words))

    def played(self, leaf: Node, payoffs: Payoffs, plies: int) -> None:
        """A game was played out."""
        self._tell_selected()
        number = self._notes.number(leaf)
        words = sentences.played(self._notes.name(number), plies, self._told(payoffs))
        self._notes.add(Step(kind="played", node=number, words=words, value=payoffs[0], payoffs=self._shares(payoffs)))

    def backed(self, leaf: Node, payoffs: Payoffs, *, is_known: bool) -> None:
        """The path to the leaf was credited."""
        self._tell_selected()
        number, text = self._notes.number(leaf), self._told(payoffs)
        name = self._notes.name(number)
        if is_known:
            words = sentences.ended(name, text)
            self._notes.add(Step(kind="over", node=number, words=words, value=payoffs[0], payoffs=self._shares(payoffs)))
        path = leaf.path()
        credited = tuple(self._credit(node) for node in reversed(path))
        words = sentences.backed(name, len(path), text)
        shares = self._shares(payoffs)
        self._notes.add(Step(kind="backed", node=number, words=words, value=payoffs[0], payoffs=shares, credits=credited))

    def _credit(self, node: Node) -> Credit:
        """The statistics of a node after a simulation."""
        payoffs = (0.0,) * self.tree.players if node.payoffs is None else tuple(node.payoffs)
        number = self._notes.number(node)
        return Credit(node=number, visits=node.visits, value=payoffs[0], payoffs=self._shares(payoffs))

    def _shares(self, payoffs: Payoffs) -> Payoffs | None:
        """The payoff of each player, if there are more than two."""
        return tuple(payoffs) if self.tree.players > 2 else None

    def _told(self, payoffs: Payoffs) -> str:
        """The result of a simulation, in words."""
        if len(payoffs) > 2 or not self.tree.only_wins:
            return f"payoffs {shown(payoffs)}" if len(payoffs) > 2 else f"{payoffs[0]:+.4g}"
        for result, text in ((WIN, "a win for player 0"), (LOSS, "a loss for player 0"), (DRAW, "a draw")):
            if payoffs[0] == result:
                return text
        return f"{self.tree.written(payoffs)} for player 0"
