"""Turns the events of a watched Monte Carlo search into steps."""

from __future__ import annotations

from typing import Any, Final

from ...base.scores import DRAW, LOSS, WIN, Payoffs, shown_payoffs
from ...families.montecarlo.tree.tree import PlayoutNode, PlayoutTree
from .notes import Notes
from .sentences import player, plies
from .step import Credit, Kind, Step, Words

Node = PlayoutNode[Any, Any]
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
            self._add("start", number, self._start, player(root.player))

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
        text = "Selection: from the root down, {1} balances good results against few visits, and comes to {0}."
        self._add("selected", number, text, self._notes.name(number), self._rule)
        while self._selected:
            self._expanded(self._selected.pop())

    def _expanded(self, node: Node) -> None:
        above, number = self._notes.number(node.parent), self._notes.appeared(node)
        text = "Expansion: {0} is tried for the first time and becomes a child of {1}."
        self._add("expanded", number, text, self._notes.name(number), self._notes.name(above))

    def played(self, leaf: Node, payoffs: Payoffs, moves: int) -> None:
        """A game was played out, by that number of random moves."""
        self._tell_selected()
        number, told = self._notes.number(leaf), self._told(payoffs)
        name, facts = self._notes.name(number), self._facts(payoffs)
        if moves == 0:
            self._add("played", number, "Playout: nothing is played after {0}; it counts as {1}.", name, told, **facts)
        else:
            text = "Playout: {1} played at random after {0}, which ends as {2}."
            self._add("played", number, text, name, plies(moves), told, **facts)

    def backed(self, leaf: Node, payoffs: Payoffs, *, is_known: bool) -> None:
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

    def _credit(self, node: Node) -> Credit:
        """The statistics of a node after a simulation."""
        payoffs = (0.0,) * self.tree.players if node.payoffs is None else tuple(node.payoffs)
        return Credit(node=self._notes.number(node), visits=node.visits, **self._facts(payoffs))

    def _facts(self, payoffs: Payoffs) -> dict[str, Any]:
        """The value for player 0, and the payoff of each player if there are more than two."""
        return {"value": payoffs[0], "payoffs": tuple(payoffs) if self.tree.players > 2 else None}

    def _told(self, payoffs: Payoffs) -> str:
        """The result of a simulation, in words."""
        if len(payoffs) > 2 or not self.tree.only_wins:
            return f"payoffs {shown_payoffs(payoffs)}" if len(payoffs) > 2 else f"{payoffs[0]:+.4g}"
        for result, text in ((WIN, "a win for player 0"), (LOSS, "a loss for player 0"), (DRAW, "a draw")):
            if payoffs[0] == result:
                return text
        return f"{self.tree.written(payoffs)} for player 0"
