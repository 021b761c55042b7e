"""Random playouts from a node of a tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, Final, Generic

from ....base.scores import Payoffs, checked_weights
from ....game.following import checked_player, drawn, is_chance, listed_moves, stuck_outcome
from ....tree.node import M, S
from ..options import PlayoutOptions
from .estimates import Estimates
from .tree import PlayoutNode, PlayoutTree

Node = PlayoutNode[Any, Any]


class Playouts(ABC, Generic[S, M]):
    """Playouts from the leaves of a tree; `count` is called for each position visited.

    Attributes:
        longest: Length of the longest path in the tree so far.
        playouts: Number of playouts; `playout_plies` is their total number of plies.
        deals: Number of deals of the hidden cards; None if nothing is hidden.
    """

    deals: int | None

    def __init__(self, tree: PlayoutTree[S, M], options: PlayoutOptions, rng: Random, count: Callable[[], None]) -> None:
        self._tree: Final = tree
        self._options: Final = options
        self._rng: Final = rng
        self._count: Final = count
        self._estimates: Final = Estimates(tree, options, rng, count)
        self.deals = None
        self.longest = 0
        self.playouts = 0
        self.playout_plies = 0

    @abstractmethod
    def simulate(self) -> Node:
        """Runs one simulation; gives the node at which it left the tree."""

    def play_out(self, leaf: Node) -> Payoffs:
        """Plays random moves from a leaf to the end of the game or the playout limit; gives each player's payoff."""
        tree, game, state = self._tree, self._tree.game, leaf.state
        self.playouts += 1
        for _ in range(self._options.playout_plies or 0):
            after = self._after(state)
            if after is None:
                return tree.payoffs_of(stuck_outcome(tree.found, state, "moves", tree.scale))
            state = after
            self.playout_plies += 1
            self._count()
            outcome = game.outcome(state)
            if outcome is not None:
                return tree.payoffs_of(tree.scale.outcome(outcome, state))
        return self._estimates.payoffs(state)

    def _after(self, state: Any) -> Any:
        """The state after a random move, a winning one if `decisive`, or after a chance outcome; None if there is no move."""
        game, rng = self._tree.game, self._rng
        if is_chance(game, state):
            return game.play(state, drawn(game, state, rng))
        player = checked_player(game.player(state), state, players=self._tree.players)
        moves = listed_moves(game.moves(state), "moves", state)
        if not moves:
            return None
        if self._options.decisive and self._tree.only_wins:
            for move in moves:
                after = game.play(state, move)
                if wins(self._tree, game.outcome(after), player):
                    return after
        return game.play(state, self._drawn(state, moves))

    def _drawn(self, state: Any, moves: list[Any]) -> Any:
        """A random move; of several random ones, the one that `order` weighs most."""
        rng, order, choices = self._rng, self._tree.found.order, self._options.playout_choices
        if order is None or choices == 1:
            return moves[int(rng.random() * len(moves))]
        lot = [moves[int(rng.random() * len(moves))] for _ in range(choices)]
        weights = checked_weights([order(state, move) for move in lot], state)
        return lot[weights.index(max(weights))]


def wins(tree: PlayoutTree[Any, Any], outcome: Any, player: int) -> bool:
    """True if an outcome gives the player the greatest possible payoff; False for None, a running game."""
    if outcome is None:
        return False
    payoffs = outcome if isinstance(outcome, tuple) else (outcome, -outcome)
    return bool(payoffs[player] >= tree.most[player])
