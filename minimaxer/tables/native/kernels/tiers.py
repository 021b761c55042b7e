"""One tier of a game with margins, by any number of threads: the rest of each position's value, by its children.

A child that is not known yet, since it is of the same tier, is searched first. Only a byte is kept for
each number. Two threads may both come to one position, and find the same.
"""

from __future__ import annotations

from typing import Any

from ....base.scores import DECISIVE
from ....compiler.runtime import header as h
from ....compiler.runtime.intrinsics import (
    add_atomic,
    bits_of,
    float_of,
    peek,
    peek_atomic,
    peek_byte,
    poke,
    poke_byte,
    stack_pointer,
)
from ....native.kernels.parts import arena_mark, arena_rewind
from ....native.kernels.positions import break_off, seen_from_root
from .. import layout as w
from .explore import LARGEST, gain_of, rest, result_of, stop_at


def tiers_entry(game: Any, mem: int) -> int:
    """Settles the numbers from `w.NEXT` on, below `w.SIZE`; returns the reason why it stopped, 0 if it was completed."""
    if game.has_tier:
        if game.has_banked:
            settle_tier(game, mem)
    return peek(mem, h.STOP)


def settle_tier(game: Any, mem: int) -> None:
    """Settles chunk after chunk."""
    shared, end = peek(mem, w.SHARED), peek(mem, w.SIZE)
    while peek_atomic(mem, h.STOP) == 0:
        first = add_atomic(shared, w.NEXT, w.LARGE_CHUNK)
        if first >= end:
            return
        last = min(end, first + w.LARGE_CHUNK)
        for number in range(first, last):
            if peek_byte(peek(mem, w.KEPT), number) == 0:
                start = arena_mark(game, mem)
                settle_number(game, mem, number)
                arena_rewind(game, mem, start)
            if peek(mem, h.STOP) != 0:
                return
        add_atomic(shared, w.DONE, last - first)


def settle_number(game: Any, mem: int, number: int) -> None:
    """Settles the position of a number."""
    state = game.unindex(number)
    if state is None:
        poke_byte(peek(mem, w.KEPT), number, w.NO_POSITION)
        return
    if game.index(state) != number or game.tier(state) != peek(mem, w.TIER):
        stop_at(mem, number)
        return
    rest_of(game, mem, state, number)


def rest_of(game: Any, mem: int, state: Any, number: int) -> float:
    """Finds and stores the value of a position without its margin."""
    if stack_pointer() < peek(mem, h.STACK_END):
        poke(mem, h.STOP, h.BY_PLIES)
        return 0.0
    over, value = game.outcome_value(game, mem, state, 0)
    if over:
        if not -DECISIVE < value < DECISIVE:
            break_off(game, mem, state, h.OUTCOME)
        return noted(mem, number, rest(game, state, value))
    player = game.player(state)
    if player != 0 and player != game.last_player:
        break_off(game, mem, state, h.PLAYER)
        return 0.0
    best = -LARGEST if player == 0 else LARGEST
    tried = 0
    for move in game.moves(state):
        start = arena_mark(game, mem)
        child = game.play(state, move)
        behind = game.index(child)
        worth = gain_of(game, state, child)
        if behind < 0 or behind >= peek(mem, w.SIZE):
            stop_at(mem, number)
        else:
            result = peek_byte(peek(mem, w.KEPT), behind)
            if result == 0:
                worth += rest_of(game, mem, child, behind)
            elif result == w.NO_POSITION:
                stop_at(mem, behind)
            else:
                worth += float_of(peek(peek(mem, w.SHARED), w.VALUES + result))
        arena_rewind(game, mem, start)
        if peek(mem, h.STOP) != 0:
            return 0.0
        best = max(best, worth) if player == 0 else min(best, worth)
        tried += 1
    if tried == 0:
        if not game.has_stuck:
            break_off(game, mem, state, h.NO_MOVES)
            return 0.0
        value = seen_from_root(game, mem, state, game.score(game.stuck(state)), 0, h.STUCK)
        best = rest(game, state, value)
    return noted(mem, number, best)


def noted(mem: int, number: int, value: float) -> float:
    """Stores the rest of the value of a number's position, and returns it."""
    result = result_of(mem, bits_of(value + 0.0))  # no -0.0
    if peek(mem, h.STOP) == 0:
        poke_byte(peek(mem, w.KEPT), number, result)
    return value
