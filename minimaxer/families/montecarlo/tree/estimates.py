"""Estimates of positions at which playouts stop: their evaluation, in the units of outcomes.

Evaluations and outcomes may have nothing in common: a lead of three men is 30 points, a win a million. Averages of both mean
something only on one scale, so where games end in wins and losses an evaluation counts as a share of a win.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any, Final

from ....base.scores import DRAW, LOSS, SCALE_GAMES, SCALE_POSITIONS, WIN, Payoffs
from ....game.following import listed_moves
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
        """The root mean square of the evaluations in random games from a position; 0 if one ends in a margin.

        A search that must stop leaves the games in the tree, for the next one to continue.
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
