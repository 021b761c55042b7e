"""The upper tree: positions whose moves were tried, down to leaves that are handed out as jobs.

Each position keeps what player 0 gets there at least and at most, whatever was asked, and its proof and disproof number for the
question at hand: whether player 0 gets at least the goal. A leaf that is handed out counts as hard until its job is back, so that
the next job goes elsewhere.

Source: I.-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, "Job-level proof-number search for Connect6",
Computers and Games 2010.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Any, Final

from attrs import define, field

from ...base.scores import LOSS, WIN, checked_bounds, result_of
from ...game.capability import Capabilities
from ...game.checked import checked_player
from ...game.ending import final_outcome

_BUSY: Final = 1e6
"""What a leaf that is handed out counts for more."""


@define(eq=False)
class Upper:
    """A position of the upper tree.

    Attributes:
        state: The position.
        player: Who moves; None where the game is over.
        low: What player 0 gets at least.
        high: What it gets at most.
        proof: The proof number.
        disproof: The disproof number.
        moves: The moves, once they were tried.
        children: The positions behind them.
        parents: The positions from which it is reached.
        is_busy: Whether it is handed out.
        pv: What its job says of best play.
        hardness: What its numbers are as a leaf.
        tries: How many jobs have left it open.
        deaths: How many workers ended while they were at it.
        is_end: Whether its moves are never tried, since it is a position on its own way: more and more nodes are searched.
    """

    state: Any
    player: int | None
    low: float = LOSS
    high: float = WIN
    proof: float = 1.0
    disproof: float = 1.0
    moves: tuple[Any, ...] = ()
    children: list[Upper] = field(factory=list)
    parents: list[Upper] = field(factory=list)
    is_busy: bool = False
    pv: tuple[Any, ...] = ()
    hardness: tuple[float, float] = (1.0, 1.0)
    tries: int = 0
    deaths: int = 0
    is_end: bool = False

    @property
    def is_known(self) -> bool:
        """Whether its value is known."""
        return self.low >= self.high


class UpperTree:
    """The upper tree of a position.

    Args:
        game: The rules.
        found: The game's capabilities.
        state: The position.

    Attributes:
        root: The position searched.
        goal: The question at hand.
        expanded: How many positions had their moves tried.
    """

    def __init__(self, game: Any, found: Capabilities[Any, Any], state: Any) -> None:
        self._game: Final = game
        self._found: Final = found
        self._places: Final[dict[Any, Upper]] = {}
        self.goal: float = WIN
        self.expanded = 0
        self.root: Final = self._place(state)

    def ask(self, goal: float) -> None:
        """Turns to a question; what is known of values stays."""
        self.goal = goal
        for each in reversed(self._places.values()):  # children were mostly made after their parents
            self._number(each)

    @property
    def answer(self) -> bool | None:
        """The answer to the question; None while it is open."""
        return True if self.root.low >= self.goal else False if self.root.high < self.goal else None

    def __len__(self) -> int:
        return len(self._places)

    # --- leaves -----------------------------------------------------------------------------------------------------------

    def pick(self) -> Upper | None:
        """The leaf that is part of the least left to prove and to refute, now handed out; None where that one is already."""
        node = self.root
        while node.children:
            mine = "proof" if node.player == 0 else "disproof"
            node = min((each for each in node.children if self._is_open(each)), key=lambda each: float(getattr(each, mine)))
        if node.is_busy:
            return None
        node.is_busy = True
        self._update(node)
        return node

    def put_back(self, leaf: Upper) -> None:
        """Takes a leaf back whose job came to nothing."""
        leaf.is_busy = False
        self._update(leaf)

    def take(self, leaf: Upper, low: float, high: float, hardness: tuple[float, float]) -> None:
        """Takes what a job has found out about a leaf; where the question is still open there, its moves are tried."""
        leaf.is_busy = False
        leaf.low, leaf.high, leaf.hardness = max(leaf.low, low), min(leaf.high, high), hardness
        if self._is_open(leaf):
            leaf.tries += 1
            if leaf.is_end:
                leaf.hardness = hardness[0] * 4**leaf.tries, hardness[1] * 4**leaf.tries
            else:
                self._expand(leaf)
        self._update(leaf)

    def _expand(self, leaf: Upper) -> None:
        """Tries the moves of a leaf. A position above it is not joined to it, so that nothing goes round in the tree."""
        self.expanded += 1
        above = _above(leaf)
        leaf.moves = tuple((self._found.search_moves or self._game.moves)(leaf.state))
        for move in leaf.moves:
            child = self._place(self._game.play(leaf.state, move))
            if id(child) in above:
                child = Upper(child.state, child.player, child.low, child.high, is_end=True)
                self._number(child)
            leaf.children.append(child)
            child.parents.append(leaf)

    def _place(self, state: Any) -> Upper:
        """The node of a position, made where there is none yet."""
        outcome = final_outcome(self._game, self._found, state)
        player = None if outcome is not None else checked_player(self._game.player(state), state, players=2)
        key = (self._found.identity(state), player)
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = Upper(state, player)
            if outcome is not None:
                assert not isinstance(outcome, tuple)  # games for two
                known.low = known.high = result_of(outcome)
            elif self._found.bounds is not None:
                low, high = checked_bounds(self._found.bounds(state), state)
                known.low, known.high = result_of(low), result_of(high)
            self._number(known)
        return known

    # --- numbers ----------------------------------------------------------------------------------------------------------

    def _is_open(self, node: Upper) -> bool:
        return node.low < self.goal <= node.high

    def _update(self, node: Upper) -> None:
        """Works out the numbers of a node, and of all above it that change by them."""
        self._number(node)
        todo = deque(node.parents)
        while todo:
            at = todo.popleft()
            before = at.low, at.high, at.proof, at.disproof
            self._number(at)
            if before != (at.low, at.high, at.proof, at.disproof):
                todo += at.parents

    def _number(self, node: Upper) -> None:
        """Works out bounds and numbers of one node from those of its children."""
        if node.children:
            best = max if node.player == 0 else min
            node.low = max(node.low, best(each.low for each in node.children))
            node.high = min(node.high, best(each.high for each in node.children))
        if node.low >= self.goal:
            node.proof, node.disproof = 0.0, math.inf
        elif node.high < self.goal:
            node.proof, node.disproof = math.inf, 0.0
        elif not node.children:
            more = _BUSY if node.is_busy else 0.0
            node.proof, node.disproof = node.hardness[0] + more, node.hardness[1] + more
        elif node.player == 0:
            node.proof = min(each.proof for each in node.children)
            node.disproof = sum(each.disproof for each in node.children)
        else:
            node.proof = sum(each.proof for each in node.children)
            node.disproof = min(each.disproof for each in node.children)

    # --- what it shows ----------------------------------------------------------------------------------------------------

    def line(self) -> tuple[tuple[Any, ...], float | None]:
        """Best play as far as it is known, and the result where it ends the game, else None."""
        line: list[Any] = []
        node = self.root
        while node.children:
            ranks = [_rank(node, child) for child in node.children]
            place = ranks.index(min(ranks))
            line.append(node.moves[place])
            node = node.children[place]
        return (*line, *node.pv), node.low if node.player is None else None


def _rank(node: Upper, child: Upper) -> tuple[float, ...]:
    """How good a child is for who moves, the least the best."""
    if node.player == 0:
        return -child.low, -child.high, child.proof
    return child.high, child.low, child.disproof


def _above(leaf: Upper) -> set[int]:
    """The nodes from which a leaf is reached, and itself."""
    found, todo = {id(leaf)}, [leaf]
    while todo:
        for each in todo.pop().parents:
            if id(each) not in found:
                found.add(id(each))
                todo.append(each)
    return found
