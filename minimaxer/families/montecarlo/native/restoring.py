"""Validation of Monte Carlo trees read from files, so that native code never meets an impossible node."""

from __future__ import annotations

from typing import Any

from ....compiler.runtime.layout import Layout
from ....game.capability import Capabilities
from ....game.following import chances_of
from ....game.protocol import CHANCE
from . import layout as w
from .kernel import Kernel


def check_tree(kernel: Kernel, game: Any, found: Capabilities[Any, Any], layout: Layout, root: Any) -> None:
    """Raises ValueError unless links lead to distinct nodes, and moves, in that layout, are those that Python's rules give."""
    visits, links, words = kernel.column(w.VISITS), kernel.column(w.LINK), kernel.moves
    if min(visits) < 0 or max(visits) > w.VISITS_MASK:
        raise ValueError("expected numbers of visits")
    taken = bytearray(len(links))
    todo = [(0, root)]
    while todo:
        number, state = todo.pop()
        link = links[number]
        first, count = link >> w.FIRST_SHIFT, link >> w.COUNT_SHIFT & w.COUNT_MASK
        if not count:
            continue
        if first <= number or first + count > len(links) or any(taken[first : first + count]):
            raise ValueError("expected the children of a node behind it, each of one node alone")
        taken[first : first + count] = b"\1" * count
        moves = _moves(game, found, state)
        known = {tuple(layout.flatten(move)): move for move in moves}
        children = words[first : first + count]
        if len(moves) != count or sorted(known) != sorted(children):
            raise ValueError("expected the moves that the rules give")
        todo += [
            (first + place, game.play(state, known[move]))
            for place, move in enumerate(children)
            if links[first + place] >> w.COUNT_SHIFT & w.COUNT_MASK
        ]


def _moves(game: Any, found: Capabilities[Any, Any], state: Any) -> list[Any]:
    """The moves searched from a state, or its chance outcomes; empty where the game is over."""
    if game.outcome(state) is not None:
        return []
    if game.player(state) == CHANCE and found.chances is not None:
        return [move for move, _ in chances_of(game, state)]
    return list((found.search_moves or game.moves)(state))
