"""Retrograde analysis: finding positions with the edges between them, and spreading results backwards from the ends.

Where play cannot repeat positions, each is settled once all its children are done. `tables.settling` does the same in Python.
"""

from __future__ import annotations

from typing import Any

from ....compiler.runtime import header as h
from ....compiler.runtime.header import Halves
from ....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, peek_half, poke, poke_byte, poke_half, prefetch
from .. import layout as w
from .explore import enter_all, explore, result_of

_AHEAD = 40
_LANES = 32
"""Number of positions followed back side by side, so that others are processed while one waits for memory."""


def spread(mem: int) -> None:
    """Assigns a result to the positions from which its owner can get it, in the order of their plies to it. Positions of lower
    tiers join when their plies are reached, one number for all positions at that distance.
    """
    nodes, queue, result = peek(mem, w.NODES), peek(mem, w.QUEUE), peek(mem, w.RESULT)
    tail = 0
    for number in range(peek(mem, w.SIZE)):
        if peek(nodes, number) >> w.RESULT_AT == result:
            poke_half(queue, tail, number)
            tail += 1
    place, exit_ = 0, peek(mem, w.EXIT)
    while place < tail or exit_ < peek(mem, w.EXITS_END):
        if peek_atomic(mem, h.STOP) != 0:
            return
        plies = plies_of(nodes, peek_half(queue, place)) if place < tail else w.MOST_PLIES
        is_exit = exit_ < peek(mem, w.EXITS_END) and plies_of(nodes, exit_) <= plies
        if is_exit:
            plies = plies_of(nodes, exit_)
            poke(mem, w.CHILDREN, peek(nodes, exit_) & w.HALF)
            poke(mem, w.LANES, 1 if peek(nodes, exit_) & w.HALF != 0 else 0)
            exit_ += 1
        if plies == w.MOST_PLIES:
            poke(mem, h.STOP, w.LONG)
            return
        if not is_exit:
            end = lanes_to(mem, place, tail, plies)
            poke(mem, h.NODES, peek(mem, h.NODES) + end - place)
            place = end
        tail = follow_back(mem, tail, plies + 1)


def plies_of(nodes: int, number: int) -> int:
    """The plies to a position's result."""
    return peek(nodes, number) >> w.PLIES_AT & w.MOST_PLIES


def lanes_to(mem: int, place: int, tail: int, plies: int) -> int:
    """Takes the next positions at that many plies, `LANES` of them; returns the place in the queue after them."""
    nodes, edges, queue = peek(mem, w.NODES), peek(mem, w.EDGES), peek(mem, w.QUEUE)
    lanes = 0
    while place < tail and lanes < _LANES:
        if place + _AHEAD < tail:
            prefetch(nodes + 8 * peek_half(queue, place + _AHEAD))
        node = peek(nodes, peek_half(queue, place))
        if node >> w.PLIES_AT & w.MOST_PLIES != plies:
            break
        place += 1
        if node & w.HALF != 0:
            poke(mem, w.CHILDREN + lanes, node & w.HALF)
            prefetch_edge(edges, node & w.HALF)
            lanes += 1
    poke(mem, w.LANES, lanes)
    return place


def prefetch_edge(edges: Halves, edge: int) -> None:
    """Prefetches an edge, and those before it, among which the number of its position is."""
    prefetch(edges + 4 * edge)
    prefetch(edges + 4 * edge - 64)


def follow_back(mem: int, tail: int, plies: int) -> int:
    """Settles the positions that lead to those taken, `plies` from the result; returns the new end of the queue."""
    nodes, edges = peek(mem, w.NODES), peek(mem, w.EDGES)
    lanes, met = peek(mem, w.LANES), 0
    while lanes > 0:
        kept = 0
        for lane in range(lanes):
            edge = peek(mem, w.CHILDREN + lane)
            before = edge - 1
            while peek_half(edges, before) & w.MARK == 0:
                before -= 1
            number = peek_half(edges, before) & ~w.MARK
            prefetch(nodes + 8 * number)
            poke(mem, w.CHILD_CODES + met, number)
            met += 1
            edge = peek_half(edges, edge)
            if edge != 0:
                prefetch_edge(edges, edge)
                poke(mem, w.CHILDREN + kept, edge)
                kept += 1
        lanes = kept
        if lanes == 0 or met + _LANES > h.MOST_MOVES:
            tail = settle(mem, met, tail, plies)
            met = 0
    return tail


def settle(mem: int, met: int, tail: int, plies: int) -> int:
    """Settles those of the positions met whose result is now decided; returns the new end of the queue."""
    nodes, queue = peek(mem, w.NODES), peek(mem, w.QUEUE)
    result, owner = peek(mem, w.RESULT), peek(mem, w.OWNER)
    for place in range(met):
        number = peek(mem, w.CHILD_CODES + place)
        node = peek(nodes, number)
        if node >> w.RESULT_AT != 0:
            continue
        if node >> w.MOVER_AT & 3 != owner:
            if node >> w.PLIES_AT & w.MOST_PLIES != 1:
                poke(nodes, number, node - (1 << w.PLIES_AT))
                continue
        kept = node & (w.HALF | 3 << w.MOVER_AT)
        poke(nodes, number, kept | plies << w.PLIES_AT | result << w.RESULT_AT)
        poke_half(queue, tail, number)
        tail += 1
    return tail


def count(mem: int) -> None:
    """Counts positions by result and plies, and finds the one farthest from a result."""
    nodes, histogram = peek(mem, w.NODES), peek(mem, w.HISTOGRAM)
    poke(mem, w.LONGEST, -1)
    for number in range(peek(mem, w.SIZE)):
        node = peek(nodes, number)
        result, plies = node >> w.RESULT_AT, node >> w.PLIES_AT & w.MOST_PLIES
        if node >> w.MOVER_AT & 3 == w.ABSENT:
            continue
        if result == 0:
            plies = 0
        place = result * (w.MOST_PLIES + 1) + plies
        poke(histogram, place, peek(histogram, place) + 1)
        if result != 0 and result != peek(mem, w.RESULT) and plies > peek(mem, w.LONGEST):
            poke(mem, w.LONGEST, plies)
            poke(mem, w.WHERE, number)


def keep(mem: int) -> None:
    """Stores the results of a tier, and its plies if these are kept."""
    nodes, kept, ways, first = peek(mem, w.NODES), peek(mem, w.KEPT), peek(mem, w.KEPT_PLIES), peek(mem, w.FIRST)
    for number in range(peek(mem, w.SIZE)):
        node = peek(nodes, number)
        result, plies = node >> w.RESULT_AT, node >> w.PLIES_AT & w.MOST_PLIES
        if result == 0:
            plies = 0
        if node >> w.MOVER_AT & 3 == w.ABSENT:
            result = w.NO_POSITION
        poke_byte(kept, first + number, result)
        if ways != 0:
            poke_byte(ways, 2 * (first + number), plies & 0xFF)
            poke_byte(ways, 2 * (first + number) + 1, plies >> 8)


def settle_in_order(mem: int) -> None:
    """Assigns each position its result; `h.NODES` then has the number reached, fewer than all if play repeats positions."""
    nodes, queue = peek(mem, w.NODES), peek(mem, w.QUEUE)
    tail = 0
    done = 0
    for number in range(peek(mem, w.SIZE)):
        node = peek(nodes, number)
        if node >> w.MOVER_AT & 3 == w.ABSENT:
            done += 1
        elif node >> w.PLIES_AT & w.MOST_PLIES == 0:
            poke_half(queue, tail, number)
            tail += 1
    poke(mem, h.NODES, done)
    place = 0
    while place < tail and peek_atomic(mem, h.STOP) == 0:
        number = peek_half(queue, place)
        place += 1
        poke(mem, h.NODES, done + place)
        rest = float_of(peek(peek(mem, w.RESTS), number)) + 0.0  # no -0.0
        poke(nodes, number, peek(nodes, number) | result_of(mem, bits_of(rest)) << w.RESULT_AT)
        tail = pass_back(mem, peek(nodes, number) & w.HALF, rest, tail)


def pass_back(mem: int, edge: int, rest: float, tail: int) -> int:
    """Passes a value back along these edges to the positions before; returns the new end of the queue."""
    nodes, edges, rests, queue = peek(mem, w.NODES), peek(mem, w.EDGES), peek(mem, w.RESTS), peek(mem, w.QUEUE)
    while edge != 0:
        before = edge - 1
        while peek_half(edges, before) & w.MARK == 0:
            before -= 1
        number = peek_half(edges, before) & ~w.MARK
        node = peek(nodes, number)
        worth, best = float_of(peek(peek(mem, w.GAINS), edge)) + rest, float_of(peek(rests, number))
        first = node >> w.MOVER_AT & 3 == 0
        poke(rests, number, bits_of(max(best, worth) if first else min(best, worth)))
        poke(nodes, number, node - (1 << w.PLIES_AT))
        if node >> w.PLIES_AT & w.MOST_PLIES == 1:
            poke_half(queue, tail, number)
            tail += 1
        edge = peek_half(edges, edge)
    return tail


def entry(game: Any, mem: int) -> int:
    """Runs the task; returns the reason why it stopped, 0 if it was completed."""
    task = peek(mem, w.TASK)
    if task == w.EXPLORE:
        explore(game, mem)
    elif task == w.ENTER:
        enter_all(mem)
    elif task == w.SPREAD:
        spread(mem)
    elif task == w.IN_ORDER:
        settle_in_order(mem)
    elif task == w.KEEP:
        keep(mem)
    else:
        count(mem)
    return peek(mem, h.STOP)
