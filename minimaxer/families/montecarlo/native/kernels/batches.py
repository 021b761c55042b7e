"""Simulations in batches, which descend the upper part of the path, through often visited nodes, only once.

One more result hardly changes a node visited hundreds of times, but descending through it again takes as long as a short
playout, and workers that share the tree wait for one another mostly at such nodes. So a batch collects its results for the
nodes above its first one in the worker's own memory, and credits them once, at its end.

Source: A. Bourki and others, "Scalability and parallelization of Monte-Carlo tree search", 2010, for sharing upper nodes seldom.
"""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import add_atomic, peek, poke
from .....native.kernels.positions import path_code
from .. import layout as w
from .bookkeeping import back_estimate, record_code
from .counting import add_score, await_results, link_of, visits_of
from .tree import count_of, exploration_of, select


def approach(game: Any, mem: int, root: Any) -> Any:
    """Descends from the root through often visited nodes; gives the state reached, whose ply becomes `BASE`."""
    tree = peek(mem, w.TREE)
    worth = exploration_of(game, mem)
    state = root
    player = game.player(root)
    node = 0
    ply = 0
    while True:
        poke(mem, w.PATH + 2 * ply, node)
        poke(mem, w.PATH + 2 * ply + 1, player)
        if peek(mem, h.FLAGS) & w.REPETITION != 0:
            record_code(mem, path_code(game, state, player), ply)
        if ply == w.MOST_BASE or player < 0 or visits_of(game, tree, node) < w.OFTEN:
            break
        link = link_of(game, tree, node)
        if count_of(link) == 0:
            break
        child = select(game, mem, node, link, player, worth)
        if visits_of(game, tree, child) < w.OFTEN or link_of(game, tree, child) & w.PROVEN != 0:
            break
        await_results(game, tree, child, w.BATCH)
        state = game.play(state, game.load_move(tree, child * game.node_words + game.move_at))
        player = game.player(state)
        node = child
        ply += 1
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
    poke(mem, w.BASE, ply)
    avoid_base(game, mem, tree, node, ply)
    return state


def avoid_base(game: Any, mem: int, tree: int, node: int, ply: int) -> None:
    """Makes the batch's first node look worse to other workers, so that they begin elsewhere."""
    if game.is_shared and ply > 0:
        count = min(w.MOST_PENDING, visits_of(game, tree, node) // w.PENDING_SHARE)
        await_results(game, tree, node, count)
        poke(mem, w.PENDING, count)


def begin_anew(game: Any, mem: int) -> None:
    """Clears the remains of a batch that an error ended."""
    poke(mem, w.AWAITED, 0)
    for word in range(held_at(game, w.MOST_BASE + 1) - w.HELD):
        poke(mem, w.HELD + word, 0)


def batch_of(game: Any, mem: int) -> int:
    """The number of simulations that begin at `BASE`."""
    node = peek(mem, w.PATH + 2 * peek(mem, w.BASE))
    return w.BATCH if visits_of(game, peek(mem, w.TREE), node) >= w.OFTEN else 1


def hold(game: Any, mem: int, ply: int) -> None:
    """Records one visit and `RESULT` for the node at a ply."""
    place = held_at(game, ply)
    poke(mem, place, peek(mem, place) + 1)
    for number in range(game.sums):
        total = game.load_score(mem, place + 1 + number) + game.load_score(mem, w.RESULT + number)
        game.store_score(mem, place + 1 + number, total)


def credit(game: Any, mem: int, ply: int) -> None:
    """Credits the recorded visits and results to the node at a ply."""
    tree, node, place = peek(mem, w.TREE), peek(mem, w.PATH + 2 * ply), held_at(game, ply)
    at = node * game.node_words
    for number in range(game.sums):
        held = game.load_score(mem, place + 1 + number)
        if game.is_shared:
            add_score(game, tree, at + w.TOTALS + number, held)
        elif peek(tree, at + w.LINK) & w.PROVEN == 0:
            game.store_score(tree, at + w.TOTALS + number, game.load_score(tree, at + w.TOTALS + number) + held)
        game.store_score(mem, place + 1 + number, game.score(0))
    if game.is_shared:
        add_atomic(tree, at + w.VISITS, peek(mem, place))
    else:
        poke(tree, at + w.VISITS, peek(tree, at + w.VISITS) + peek(mem, place))
    poke(mem, place, 0)


def settle(game: Any, mem: int) -> None:
    """Ends a batch: credits the nodes down to `BASE`, and removes its pending simulations."""
    tree = peek(mem, w.TREE)
    base = peek(mem, w.BASE)
    ply = base
    while ply >= 0:
        node = peek(mem, w.PATH + 2 * ply)
        if peek(mem, held_at(game, ply)) != 0:
            back_estimate(game, mem, node, peek(mem, w.PATH + 2 * ply + 1))
            credit(game, mem, ply)
        if ply > 0:
            await_results(game, tree, node, -w.BATCH)
            if ply == base:
                await_results(game, tree, node, -peek(mem, w.PENDING))
        ply -= 1


def held_at(game: Any, ply: int) -> int:
    """The place of a batch's visits for the node at a ply; the sums of its results follow."""
    return w.HELD + ply * (1 + game.sums)
