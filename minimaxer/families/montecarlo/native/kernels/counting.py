"""Counters in the tree's nodes: plain words for a single worker, atomic words if several share the tree.

`game.is_shared` is known when the kernel is compiled, so a single worker pays nothing. In a shared tree a simulation is
pending at each node of its path until its result arrives. A pending simulation counts as the worst result seen, so that the
next worker takes another path ("virtual loss").

Source: G. Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo tree search", 2008; M. Enzenberger and M. Müller, "A
lock-free multithreaded Monte-Carlo tree search algorithm", 2009.
"""

from __future__ import annotations

from typing import Any

from .....compiler.runtime.intrinsics import (
    add_atomic,
    bits_of,
    float_of,
    peek,
    peek_atomic,
    peek_ordered,
    poke,
    prefetch,
    swap_if,
)
from .. import layout as w


def link_of(game: Any, tree: int, node: int) -> int:
    """A node's link with its marks; the data that they announce was written before."""
    place = node * game.node_words + w.LINK
    return peek_ordered(tree, place) if game.is_shared else peek(tree, place)


def counts_of(game: Any, tree: int, node: int) -> int:
    """A node's visits, with the pending simulations above them where the tree is shared."""
    place = node * game.node_words + w.VISITS
    return peek_atomic(tree, place) if game.is_shared else peek(tree, place)


def visits_in(game: Any, counts: int) -> int:
    """The visits in a result of `counts_of`."""
    return counts & w.VISITS_MASK if game.is_shared else counts


def visits_of(game: Any, tree: int, node: int) -> int:
    """The number of results credited to a node."""
    return visits_in(game, counts_of(game, tree, node))


def tries_in(game: Any, counts: int) -> int:
    """Visits and pending simulations in a result of `counts_of`."""
    return visits_in(game, counts) + (counts >> w.PENDING_SHIFT) if game.is_shared else counts


def total_of(game: Any, tree: int, node: int, number: int) -> Any:
    """The sum of a player's results in a node."""
    place = node * game.node_words + w.TOTALS + number
    if game.is_shared:
        bits = peek_atomic(tree, place)
        return float_of(bits) if game.has_float_scores else bits
    return game.load_score(tree, place)


def mean_for(game: Any, tree: int, node: int, player: int, visits: int) -> float:
    """A player's mean result in a node."""
    if game.players > 2:
        return total_of(game, tree, node, player) * 1.0 / visits
    total = total_of(game, tree, node, 0) * 1.0
    return total / visits if player == 0 else -total / visits


def mean_tried_for(game: Any, mem: int, tree: int, node: int, player: int, counts: int, share: float) -> float:
    """`mean_for` with each pending simulation counted as the player's worst result seen; `share` is one over the tries."""
    pending = counts >> w.PENDING_SHIFT if game.is_shared else 0
    if game.players > 2:
        total = total_of(game, tree, node, player)
        return (total + pending * game.load_score(mem, w.LOW)) * share if game.is_shared else total * share
    total = total_of(game, tree, node, 0)
    if game.is_shared:
        total += pending * game.load_score(mem, w.LOW if player == 0 else w.HIGH)
    return total * share if player == 0 else -total * share


def await_results(game: Any, tree: int, node: int, count: int) -> None:
    """Adds pending simulations to a node, for the other workers to see; a negative count removes them."""
    if game.is_shared:
        add_atomic(tree, node * game.node_words + w.VISITS, count << w.PENDING_SHIFT)


def await_first(game: Any, mem: int, tree: int, node: int) -> None:
    """Marks an unvisited node as pending, for the other workers to see. If another worker's first result arrives meanwhile, the
    simulation continues below; one pending node is enough then.
    """
    if game.is_shared:
        prefetch(tree + 8 * node * game.node_words)
        if visits_of(game, tree, node) == 0 and peek(mem, w.AWAITED) == 0:
            await_results(game, tree, node, 1)
            poke(mem, w.AWAITED, node)


def await_no_more(game: Any, mem: int, tree: int) -> None:
    """Removes the pending mark that `await_first` set: the simulation is over."""
    if game.is_shared:
        if peek(mem, w.AWAITED) != 0:
            await_results(game, tree, peek(mem, w.AWAITED), -1)
            poke(mem, w.AWAITED, 0)


def count_visit(game: Any, mem: int, tree: int, node: int) -> None:
    """Adds one visit and `RESULT` to a node; in an unshared tree, proven payoffs replace the totals and stay unchanged."""
    place = node * game.node_words
    if game.is_shared:
        for number in range(game.sums):
            add_score(game, tree, place + w.TOTALS + number, game.load_score(mem, w.RESULT + number))
        add_atomic(tree, place + w.VISITS, 1)
    else:
        poke(tree, place + w.VISITS, peek(tree, place + w.VISITS) + 1)
        if peek(tree, place + w.LINK) & w.PROVEN != 0:
            return
        for number in range(game.sums):
            total = game.load_score(tree, place + w.TOTALS + number) + game.load_score(mem, w.RESULT + number)
            game.store_score(tree, place + w.TOTALS + number, total)


def add_score(game: Any, tree: int, place: int, score: Any) -> None:
    """Adds a score to a word atomically."""
    if game.has_float_scores:
        before = peek_atomic(tree, place)
        while not swap_if(tree, place, before, bits_of(float_of(before) + score)):
            before = peek_atomic(tree, place)
    else:
        add_atomic(tree, place, score)


def claim(game: Any, tree: int, node: int, mark: int) -> bool:
    """Sets a mark of a node; True if this worker set it, and no other had."""
    place = node * game.node_words + w.LINK
    while True:
        link = peek_ordered(tree, place)
        if link & mark != 0:
            return False
        if swap_if(tree, place, link, link | mark):
            return True


def allocate(game: Any, mem: int, count: int) -> int:
    """Allocates new nodes; gives the number of the first, or below 0 where there is no room."""
    if game.is_shared:
        shared = peek(mem, w.SHARED)
        first = add_atomic(shared, w.USED, count)
        if first + count > peek(mem, w.CAPACITY):
            add_atomic(shared, w.USED, -count)
            return -1
        return first
    first = peek(mem, w.USED)
    if first + count > peek(mem, w.CAPACITY):
        return -1
    poke(mem, w.USED, first + count)
    return first


def granted(game: Any, mem: int) -> bool:
    """True if another simulation may begin; on a shared tree, workers claim them in lots."""
    if not game.is_shared:
        return peek(mem, w.DONE) < peek(mem, w.SIMULATIONS)
    if peek(mem, w.LOT) <= 0:
        shared = peek(mem, w.SHARED)
        lot = max(0, min(w.LOT_SIZE, add_atomic(shared, w.SIMULATIONS, -w.LOT_SIZE)))
        if lot < w.LOT_SIZE:
            add_atomic(shared, w.SIMULATIONS, w.LOT_SIZE - lot)
        poke(mem, w.LOT, lot)
    return peek(mem, w.LOT) > 0


def record_done(game: Any, mem: int) -> None:
    """Counts a finished simulation."""
    poke(mem, w.DONE, peek(mem, w.DONE) + 1)
    if game.is_shared:
        poke(mem, w.LOT, peek(mem, w.LOT) - 1)


def give_back_lot(game: Any, mem: int) -> None:
    """Returns the simulations that this worker claimed but did not do."""
    if game.is_shared:
        add_atomic(peek(mem, w.SHARED), w.SIMULATIONS, peek(mem, w.LOT))
        poke(mem, w.LOT, 0)
