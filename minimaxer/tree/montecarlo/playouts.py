"""Playing games out at random from a node of a tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, Final, Generic

from ...payoffs import Payoffs
from ...rules.chance import drawn, is_chance
from ...rules.checked import checked_player
from ...rules.ending import moves_iterator, stuck_outcome
from ...terms.montecarlo import PlayoutOptions
from ..node import M, S
from .node import PlayoutNode
from .tree import PlayoutTree

Node = PlayoutNode[Any, Any]


class Playouts(ABC, Generic[S, M]):
    """Games played out from the leaves of a tree.

    Args:
        tree: The tree.
        options: How to play out.
        rng: Where lots come from.
        count: Called for each position visited.

    Attributes:
        longest: The longest path in the tree so far.
        playouts: How many there were.
        playout_plies: How many plies they had in all.
        deals: How often hidden cards were dealt; None where nothing is hidden.
    """

    deals: int | None

    def __init__(self, tree: PlayoutTree[S, M], options: PlayoutOptions, rng: Random, count: Callable[[], None]) -> None:
        self._tree: Final = tree
        self._options: Final = options
        self._rng: Final = rng
        self._count: Final = count
        self.deals = None
        self.longest = 0
        self.playouts = 0
        self.playout_plies = 0

    @abstractmethod
    def simulate(self) -> Node:
        """One simulation; gives the node that it left the tree at."""

    def play_out(self, leaf: Node) -> Payoffs:
        """What each player gets when moves are drawn by lot from there to the end, or to the longest playout."""
        tree, game, state = self._tree, self._tree.game, leaf.state
        self.playouts += 1
        for _ in range(self._options.playout_plies):
            after = self._after(state)
            if after is None:
                return tree.payoffs_of(stuck_outcome(tree.found, state, "moves", tree.outcomes))
            state = after
            self.playout_plies += 1
            self._count()
            outcome = game.outcome(state)
            if outcome is not None:
                return tree.payoffs_of(tree.outcomes.outcome(outcome, state))
        evaluate = tree.found.evaluate
        return tree.payoffs_of(tree.outcomes.unknown if evaluate is None else tree.outcomes.evaluation(evaluate(state), state))

    def _after(self, state: Any) -> Any:
        """The state after a move drawn by lot, or after what chance brings; None where there is no move."""
        game, rng = self._tree.game, self._rng
        if is_chance(game, state):
            return game.play(state, drawn(game, state, rng))
        player = checked_player(game.player(state), state, players=self._tree.players)
        moves = list(moves_iterator(game.moves(state), "moves", state))
        if not moves:
            return None
        if self._options.decisive:
            for move in moves:
                after = game.play(state, move)
                if wins(self._tree, game.outcome(after), player):
                    return after
        return game.play(state, moves[int(rng.random() * len(moves))])


def wins(tree: PlayoutTree[Any, Any], outcome: Any, player: int) -> bool:
    """Whether an outcome, or None where the game runs, gives the player as much as there is to get."""
    if outcome is None:
        return False
    payoffs = outcome if isinstance(outcome, tuple) else (outcome, -outcome)
    return bool(payoffs[player] >= tree.most[player])
