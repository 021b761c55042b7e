"""Spreading results from the ends backwards, and counting them; as `tables.settling` does it in Python."""

from __future__ import annotations

from ...native import header as h
from ...native.intrinsics import peek, peek_atomic, peek_half, poke, poke_half, prefetch
from .. import words as w

_AHEAD = 12
_POLLED = 4095


def spread(mem: int) -> None:
    """Gives a result to the positions from which its owner can get it, in the order of their plies to it."""
    nodes, edges, queue = peek(mem, w.NODES), peek(mem, w.EDGES), peek(mem, w.QUEUE)
    result, owner = peek(mem, w.RESULT), peek(mem, w.OWNER)
    tail = 0
    for number in range(peek(mem, w.SIZE)):
        if peek(nodes, number) >> w.RESULT_AT == result:
            poke_half(queue, tail, number)
            tail += 1
    place = 0
    while place < tail:
        if place & _POLLED == 0:
            if peek_atomic(mem, h.STOP) != 0:
                return
        if place + _AHEAD < tail:
            prefetch(nodes + 8 * peek_half(queue, place + _AHEAD))
            prefetch(edges + 4 * (peek(nodes, peek_half(queue, place + _AHEAD // 2)) & w.HALF))
        node = peek(nodes, peek_half(queue, place))
        place += 1
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
        plies = (node >> w.PLIES_AT & w.MOST_PLIES) + 1
        if plies > w.MOST_PLIES:
            poke(mem, h.STOP, w.LONG)
            return
        edge = node & w.HALF
        while edge != 0:
            before = edge - 1
            while peek_half(edges, before) & w.MARK == 0:
                before -= 1
            number = peek_half(edges, before) & ~w.MARK
            edge = peek_half(edges, edge)
            other = peek(nodes, number)
            if other >> w.RESULT_AT != 0:
                continue
            if other >> w.MOVER_AT & 3 != owner:
                left = (other >> w.PLIES_AT & w.MOST_PLIES) - 1
                if left != 0:
                    poke(nodes, number, other - (1 << w.PLIES_AT))
                    continue
            kept = other & (w.HALF | 3 << w.MOVER_AT)
            poke(nodes, number, kept | plies << w.PLIES_AT | result << w.RESULT_AT)
            poke_half(queue, tail, number)
            tail += 1


def count(mem: int) -> None:
    """Counts positions by result and plies, and finds the farthest from a result."""
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
