"""Value iteration: components of reachable states, and bounds that close in on their values; the native twin of `iteration`."""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, poke
from .....game.protocol import CHANCE
from .. import layout as w
from .explore import explore

_COMPLETE = -1


def entry(game: Any, mem: int) -> int:
    """Solves the state in memory; gives the stop reason, 0 if it was completed."""
    explore(game, mem, game.load_state(mem, h.STATE))
    if peek(mem, h.STOP) == 0:
        settle_all(game, mem)
    return peek(mem, h.STOP)


def settle_all(game: Any, mem: int) -> None:
    """Settles all states, each component after those that it leads to.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972.
    """
    met, least = peek(mem, w.MET), peek(mem, w.LEAST)
    stack, way, edges = peek(mem, w.STACK), peek(mem, w.WAY), peek(mem, w.EDGE)
    starts, after = peek(mem, w.STARTS), peek(mem, w.AFTER)
    count, open_ = 0, 0
    for start in range(peek(mem, w.COUNT)):
        if peek(met, start) != 0:
            continue
        depth = 0
        poke(way, 0, start)
        poke(edges, 0, peek(starts, start))
        while depth >= 0:
            state = peek(way, depth)
            if peek(met, state) == 0:
                count += 1
                poke(met, state, count)
                poke(least, state, count)
                poke(stack, open_, state)
                open_ += 1
            edge = peek(edges, depth)
            if edge < peek(starts, state + 1):
                poke(edges, depth, edge + 1)
                other = peek(after, edge)
                if peek(met, other) == 0:
                    depth += 1
                    poke(way, depth, other)
                    poke(edges, depth, peek(starts, other))
                elif peek(least, other) != _COMPLETE:
                    poke(least, state, min(peek(least, state), peek(met, other)))
                continue
            first = peek(least, state)
            depth -= 1
            if depth >= 0:
                before = peek(way, depth)
                poke(least, before, min(peek(least, before), first))
            if first == peek(met, state):
                top = open_
                while peek(stack, open_ - 1) != state:
                    open_ -= 1
                    poke(least, peek(stack, open_), _COMPLETE)
                open_ -= 1
                poke(least, state, _COMPLETE)
                settle(game, mem, open_, top)
                if peek(mem, h.STOP) != 0:
                    return


def settle(game: Any, mem: int, first: int, last: int) -> None:
    """Moves the bounds of the states in a range of the stack until they meet, or stay where they are."""
    stack = peek(mem, w.STACK)
    low, high = peek(mem, w.LOW), peek(mem, w.HIGH)
    precision, still = float_of(peek(mem, w.PRECISION)), float_of(peek(mem, w.STILL)) * (last - first)
    sweeps = 0
    while True:
        moved, gap = 0.0, 0.0
        for place in range(last - 1, first - 1, -1):
            number = peek(stack, place)
            if float_of(peek(high, number)) - float_of(peek(low, number)) > precision:
                moved += update(game, mem, number)
                gap = max(gap, float_of(peek(high, number)) - float_of(peek(low, number)))
        sweeps += 1
        if sweeps > peek(mem, w.SWEEPS):
            poke(mem, w.SWEEPS, sweeps)
        if gap <= precision or moved <= still:
            return
        if peek_atomic(mem, h.STOP) != 0:
            return
        if peek(mem, w.COUNT) + peek(mem, w.UPDATES) >= peek(mem, h.NODE_LIMIT):
            poke(mem, h.STOP, h.BY_NODES)
            return


def update(game: Any, mem: int, number: int) -> float:
    """Moves the bounds of one state by those of its successors; gives the distance."""
    poke(mem, w.UPDATES, peek(mem, w.UPDATES) + 1)
    low, high, after = peek(mem, w.LOW), peek(mem, w.HIGH), peek(mem, w.AFTER)
    first, end = peek(peek(mem, w.STARTS), number), peek(peek(mem, w.STARTS), number + 1)
    player = peek(peek(mem, w.PLAYERS), number)
    least, most = 0.0, 0.0
    if player == CHANCE:
        chances = peek(mem, w.CHANCES)
        for edge in range(first, end):
            other, chance = peek(after, edge), float_of(peek(chances, edge))
            least += chance * float_of(peek(low, other))
            most += chance * float_of(peek(high, other))
    else:
        least, most = float_of(peek(low, peek(after, first))), float_of(peek(high, peek(after, first)))
        for edge in range(first + 1, end):
            other = peek(after, edge)
            one, two = float_of(peek(low, other)), float_of(peek(high, other))
            least = max(least, one) if player == 0 else min(least, one)
            most = max(most, two) if player == 0 else min(most, two)
    before, beyond = float_of(peek(low, number)), float_of(peek(high, number))
    least, most = max(least, before), min(most, beyond)
    if least > most:  # by rounding
        least = (least + most) / 2
        most = least
    poke(low, number, bits_of(least))
    poke(high, number, bits_of(most))
    return abs((least - before) + (beyond - most))
