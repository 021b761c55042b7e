"""Evaluations that nodes store and back up, in the units of results, for implicit minimax.

Source: M. Lanctot and others, "Monte Carlo tree search with heuristic evaluations using implicit minimax backups", 2014.
"""

from __future__ import annotations

from typing import Any

from .....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, poke_atomic
from .. import layout as w
from .counting import link_of, visits_of
from .playouts import judged
from .tree import count_of, first_of, is_known, known_for


def record_estimate(game: Any, mem: int, node: int, state: Any) -> None:
    """Stores the evaluation of an unvisited node, where nodes keep evaluations."""
    if game.scales_evaluation:
        estimates = peek(mem, w.ESTIMATES)
        if estimates != 0:
            if visits_of(game, peek(mem, w.TREE), node) == 0:
                poke_atomic(estimates, node, bits_of(judged(game, mem, state)))


def record_result_estimate(game: Any, mem: int, node: int) -> None:
    """Stores `RESULT` as the evaluation of a node in which the game is over."""
    if game.scales_evaluation:
        estimates = peek(mem, w.ESTIMATES)
        if estimates != 0:
            poke_atomic(estimates, node, bits_of(game.load_score(mem, w.RESULT) * 1.0))


def back_estimate(game: Any, mem: int, node: int, player: int) -> None:
    """Sets a node's evaluation to that of its best visited child."""
    if game.scales_evaluation:
        tree, estimates = peek(mem, w.TREE), peek(mem, w.ESTIMATES)
        if estimates != 0:
            link = link_of(game, tree, node)
            first = first_of(link)
            found = False
            best = 0.0
            for child in range(first, first + count_of(link)):
                if visits_of(game, tree, child) > 0:
                    value = float_of(peek_atomic(estimates, child))
                    if is_known(game, tree, child):
                        value = known_for(game, tree, child, 0)
                    if not found or (value > best if player == 0 else value < best):
                        best = value
                        found = True
            if found:
                poke_atomic(estimates, node, bits_of(best))
