"""Rests of values, if play cannot repeat positions: each position once all its children are done.

Does the same as `tables.settling.settled_in_order` in Python.
"""

from __future__ import annotations

from ....compiler.runtime import header as h
from ....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, peek_half, poke, poke_half
from .. import layout as w
from .explore import result_of


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
