"""Random playouts from a node of a tree, and estimates of positions where they stop: their evaluation, in the units of outcomes.

Evaluations and outcomes may have nothing in common: a lead of three men is 30 points, a win a million. Averages of both mean
something only on one scale, so where games end in wins and losses an evaluation counts as a share of a win.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, Final, Generic

from ....base.scores import DRAW, LOSS, SCALE_GAMES, SCALE_POSITIONS, WIN, Payoffs, checked_weights, payoffs_of
from ....game.following import checked_player, drawn, is_chance, listed_moves, stuck_outcome
from ....tree.node import M, S
from ..options import PlayoutOptions
from .tree import SMALLEST, PlayoutNode, PlayoutTree, SampleGames


class Estimates:
    """Estimates of positions by the game's `evaluate`; arguments as in `Playouts`. The tree keeps the scale."""

    def __init__(self, tree: PlayoutTree[Any, Any], options: PlayoutOptions, rng: Random, count: Callable[[], None]) -> None:
        self._tree: Final = tree
        self._given: Final = options.evaluation_scale
        self._rng: Final = rng
        self._count: Final = count
        self._is_scaled: Final = tree.players <= 2 and tree.found.chances is None

    def judge(self, leaf: PlayoutNode[Any, Any]) -> None:
        """Stores a new node's evaluation."""
        if leaf.estimate is None:
            leaf.estimate = float(leaf.proven[0] if leaf.proven is not None else self._value(leaf.state)[0])

    def back_up(self, node: PlayoutNode[Any, Any]) -> None:
        """Sets a node's evaluation to that of its best visited child.

        Source: M. Lanctot and others, "Monte Carlo tree search with heuristic evaluations using implicit minimax backups", 2014.
        """
        estimates = [self._known(child) for child in node.children if child.visits]
        node.estimate = max(estimates) if node.player == 0 else min(estimates)

    def _known(self, child: PlayoutNode[Any, Any]) -> float:
        """Player 0's payoff in a visited child: the proven one, else its evaluation."""
        if child.proven is not None:
            return float(child.proven[0])
        self.judge(child)  # it is judged already, but in a tree from a file that was made by hand
        assert child.estimate is not None
        return child.estimate

    def payoffs(self, state: Any) -> Payoffs:
        """The expected payoff of each player in a running position; without an evaluation, there is no winner."""
        tree = self._tree
        if tree.found.evaluate is None:
            return tree.payoffs_of(tree.scale.unknown)
        value, is_share = self._value(state)
        return tree.payoffs_of(value, is_share=is_share)

    def _value(self, state: Any) -> tuple[Any, bool]:
        """The evaluation in the units of outcomes, and True if it is a share of a win."""
        tree = self._tree
        assert tree.found.evaluate is not None
        value = tree.scale.evaluation(tree.found.evaluate(state), state)
        scale = self._scale(state) if self._is_scaled else 0.0
        return (value, False) if scale == 0 else (math.tanh(value / scale) * WIN, True)

    def _scale(self, state: Any) -> float:
        """The evaluation that counts as tanh(1) of a win; 0 if evaluations are used unscaled."""
        if self._given is not None:
            return self._given
        if self._tree.evaluation_scale is None:
            self._tree.evaluation_scale = self._measured(state)
        return self._tree.evaluation_scale

    def _measured(self, given: Any) -> float:
        """The root mean square of the evaluations in random games from a position; 0 if one ends in a margin. A search that must
        stop leaves the games in the tree, for the next one to continue.
        """
        tree = self._tree
        evaluate, sample = tree.found.evaluate, tree.sample_games or SampleGames(given)
        assert evaluate is not None
        tree.sample_games = sample
        while sample.ended < SCALE_GAMES and len(sample.squares) < SCALE_POSITIONS:
            self._count()
            state, outcome = sample.state, None
            sample.squares.append(tree.scale.evaluation(evaluate(state), state) ** 2)
            moves = listed_moves(tree.game.moves(state), "moves", state)
            if moves:
                state = tree.game.play(state, moves[int(self._rng.random() * len(moves))])
                outcome = tree.game.outcome(state)
            if outcome is not None or not moves:
                sample.outcomes.add(outcome)
                sample.ended += 1
                state = sample.start
            sample.state = state
        tree.sample_games = None
        if sample.outcomes - {WIN, LOSS, DRAW, None}:
            return 0.0
        return max(math.sqrt(math.fsum(sample.squares) / len(sample.squares)), SMALLEST)


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
    return outcome is not None and bool(payoffs_of(outcome)[player] >= tree.most[player])
