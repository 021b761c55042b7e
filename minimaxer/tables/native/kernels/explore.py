"""Finds all positions and the edges between them, by any number of threads at once."""

from __future__ import annotations

from typing import Any

from ....base.scores import DECISIVE
from ....compiler.runtime import header as h
from ....compiler.runtime.header import Halves
from ....compiler.runtime.intrinsics import (
    add_atomic,
    bits_of,
    peek,
    peek_atomic,
    peek_byte,
    peek_half,
    peek_ordered,
    plus,
    poke,
    poke_atomic,
    poke_half,
    prefetch,
    swap_if,
    times,
)
from ....game.protocol import FINISHED
from ....native.kernels.parts import arena_mark, arena_rewind
from ....native.kernels.positions import break_off, position_code, seen_from_root
from .. import layout as w

_SPREAD = -7046029254386353131
LARGEST = 1e300
"""A bound beyond the value of any position."""


def explore(game: Any, mem: int) -> None:
    """Explores one position after the other until none is left, or the table of codes has to grow."""
    shared = peek(mem, w.SHARED)
    chunk = w.CHUNK if peek(mem, w.IS_INDEXED) == 0 else w.LARGE_CHUNK
    while peek_atomic(mem, h.STOP) == 0 and peek_atomic(shared, w.PAUSE) == 0:
        first, found = peek_ordered(shared, w.NEXT), peek_ordered(shared, w.FOUND)
        if first >= found:
            poke_atomic(mem, w.AT, first)
            done = peek_ordered(shared, w.DONE)  # before what was found, which others may be about to raise
            if done == peek_ordered(shared, w.FOUND):
                return
            continue
        end = min(first + chunk, found)
        if not swap_if(shared, w.NEXT, first, end):
            continue
        poke_atomic(mem, w.AT, first)
        for number in range(first, end):
            start = arena_mark(game, mem)
            look_at(game, mem, number)
            arena_rewind(game, mem, start)
        if peek(mem, h.STOP) != 0:
            return
        add_atomic(shared, w.DONE, end - first)
        poke(mem, h.NODES, peek(mem, h.NODES) + end - first)


def look_at(game: Any, mem: int, number: int) -> None:
    """Adds the edges of the position of a number, or marks it as absent."""
    if game.has_unindex:
        if peek(mem, w.IS_INDEXED) != 0:
            own = peek(mem, w.FIRST) + number
            state = game.unindex(own)
            if state is None:
                add_atomic(peek(mem, w.NODES), number, w.ABSENT << w.MOVER_AT)
                return
            if game.index(state) != own or is_of_other_tier(game, mem, state):
                stop_at(mem, own)
                return
            follow(game, mem, number, state)
            return
    row = number * (game.state_words + 1)
    while peek_ordered(peek(mem, w.ROWS), row) == 0:  # another thread is about to write it
        if peek_atomic(mem, h.STOP) != 0:
            return
    follow(game, mem, number, game.load_state(peek(mem, w.ROWS), row + 1))


def is_of_other_tier(game: Any, mem: int, state: Any) -> bool:
    """True if a position is of another tier than the one being made, if tiers are made."""
    if game.has_tier:
        if peek(mem, w.KEPT) != 0:
            return bool(game.tier(state) != peek(mem, w.TIER))
    return False


def exit_of(mem: int, own: int) -> int:
    """The number that represents a position of a lower tier, given the game's number; below 0 if play from there is endless."""
    result, plies = peek_byte(peek(mem, w.KEPT), own), 0
    if result == w.NO_POSITION:
        stop_at(mem, own)
        return -1
    if peek(mem, w.KEPT_PLIES) != 0:
        plies = peek_byte(peek(mem, w.KEPT_PLIES), 2 * own) | peek_byte(peek(mem, w.KEPT_PLIES), 2 * own + 1) << 8
    number = peek_half(peek(mem, w.EXIT_NUMBERS), result * (w.MOST_PLIES + 1) + plies)
    return number if number != 0 else -1


def stop_at(mem: int, number: int) -> None:
    """Ends the run, since the game's numbers are inconsistent."""
    poke(mem, w.WHERE, number)
    poke(mem, h.STOP, w.ODD_INDEX)


def follow(game: Any, mem: int, number: int, state: Any) -> None:
    """Adds the edges of a state, or its result if the game is over."""
    nodes = peek(mem, w.NODES)
    over, value = game.outcome_value(game, mem, state, 0)
    if over:
        add_atomic(nodes, number, w.OVER << w.MOVER_AT | end_of(game, mem, number, state, value) << w.RESULT_AT)
        return
    player = game.player(state)
    if player != 0 and player != game.last_player:
        break_off(game, mem, state, h.PLAYER)
        return
    moves = list_children(game, mem, state)
    if peek(mem, h.STOP) != 0:
        return
    if moves == 0:
        if not game.has_stuck:
            break_off(game, mem, state, h.NO_MOVES)
            return
        value = seen_from_root(game, mem, state, game.score(game.stuck(state)), 0, h.STUCK)
        add_atomic(nodes, number, player << w.MOVER_AT | end_of(game, mem, number, state, value) << w.RESULT_AT)
        return
    place = room_for(mem, moves + 1)
    if place == 0:
        return
    edges = peek(mem, w.EDGES)
    poke_half(edges, place, number | w.MARK)
    for move in range(moves):
        child = peek(mem, w.CHILD_CODES + move)
        if peek(mem, w.IS_INDEXED) == 0:
            child = enter(game, mem, child, w.CHILDREN + move * game.state_words)
        if peek(mem, h.STOP) != 0:
            return
        if game.has_banked:
            poke(peek(mem, w.GAINS), place + 1 + move, peek(mem, w.CHILD_GAINS + move))
        if child < 0:
            poke_half(edges, place + 1 + move, 0)  # nothing comes back from endless play; what stood here is of another tier
        else:
            link(nodes, edges, child, place + 1 + move)
    if game.has_banked:
        poke(peek(mem, w.RESTS), number, bits_of(-LARGEST if player == 0 else LARGEST))
    add_atomic(nodes, number, player << w.MOVER_AT | moves << w.PLIES_AT)


def end_of(game: Any, mem: int, number: int, state: Any, value: Any) -> int:
    """The number of the result in which the game ends; 0 in games with margins, whose rest is stored instead."""
    if game.has_banked:
        if not -DECISIVE < value < DECISIVE:
            break_off(game, mem, state, h.OUTCOME)
        poke(peek(mem, w.RESTS), number, bits_of(rest(game, state, value)))
        return 0
    return result_of(mem, bits_of(value * 1.0))


def rest(game: Any, state: Any, value: Any) -> float:
    """A value without the state's banked margin."""
    return (value - game.banked(state)) * 1.0


def gain_of(game: Any, state: Any, child: Any) -> float:
    """The margin that a move banks."""
    return (game.banked(child) - game.banked(state)) * 1.0


def list_children(game: Any, mem: int, state: Any) -> int:
    """Lists the numbers, or else the codes and states, of the children; returns how many there are."""
    moves = 0
    indexed = peek(mem, w.IS_INDEXED) != 0
    for move in game.moves(state):
        if moves >= h.MOST_MOVES:
            break_off(game, mem, state, h.MANY_MOVES)
            return 0
        start = arena_mark(game, mem)
        child = game.play(state, move)
        if game.has_banked:
            poke(mem, w.CHILD_GAINS + moves, bits_of(gain_of(game, state, child)))
        if game.has_index:
            if indexed:
                own = game.index(child)
                number = own - peek(mem, w.FIRST)
                if own < 0 or number >= peek(mem, w.SIZE):
                    stop_at(mem, own)
                    return 0
                if number < 0:
                    number = exit_of(mem, own)
                else:
                    prefetch(peek(mem, w.NODES) + 8 * number)
                poke(mem, w.CHILD_CODES + moves, number)
        if not indexed:
            code = code_of(game, mem, child)
            poke(mem, w.CHILD_CODES + moves, code)
            prefetch(peek(mem, w.TABLE) + 8 * slot_of(peek(mem, w.SHARED), code))
            game.store_state(mem, w.CHILDREN + moves * game.state_words, child)
        arena_rewind(game, mem, start)
        moves += 1
    return moves


def code_of(game: Any, mem: int, state: Any) -> int:
    """The 64-bit code of a position; `tables.codes` has the same in Python."""
    over, value = game.outcome_value(game, mem, state, 0)
    ending = 0
    player = FINISHED
    if over:
        ending = bits_of(rest(game, state, value) if game.has_banked else value * 1.0)
    else:
        player = game.player(state)
    return plus(position_code(game, state, player), times(ending, _SPREAD))


def slot_of(shared: int, code: int) -> int:
    """The first slot to probe for a code: its upper half, scaled to the number of slots."""
    return (code >> 32 & w.HALF) * peek(shared, w.SLOTS) >> 32


def enter(game: Any, mem: int, code: int, place: int) -> int:
    """The number of the position with that code, whose state is stored at `place`; a new position gets a new number."""
    shared, table, codes = peek(mem, w.SHARED), peek(mem, w.TABLE), peek(mem, w.CODES)
    slot, tag = slot_of(shared, code), (code & w.HALF) << 32
    while peek_atomic(mem, h.STOP) == 0:
        held = peek_ordered(table, slot)
        if held == 0:
            if swap_if(table, slot, 0, tag | w.RESERVED):
                return enter_new(game, mem, code, place, slot)
            continue
        if held & w.UPPER == tag:
            if held & w.HALF == w.RESERVED:
                continue
            if peek(codes, (held & w.HALF) - 1) == code:
                return (held & w.HALF) - 1
        slot += 1
        if slot == peek(shared, w.SLOTS):
            slot = 0
    return 0


def enter_new(game: Any, mem: int, code: int, place: int, slot: int) -> int:
    """Assigns a position the next number, in a slot that was reserved for it."""
    shared, rows = peek(mem, w.SHARED), peek(mem, w.ROWS)
    if peek_ordered(shared, w.FOUND) + h.MOST_MOVES >= peek(shared, w.MOST):
        poke(mem, h.STOP, w.FULL)
        return 0
    number = add_atomic(shared, w.FOUND, 1)
    poke(peek(mem, w.CODES), number, code)
    row = number * (game.state_words + 1)
    game.store_state(rows, row + 1, game.load_state(mem, place))
    add_atomic(peek(mem, w.TABLE), slot, number + 1 - w.RESERVED)
    add_atomic(rows, row, 1)
    if number >= peek(shared, w.PAUSE_AT):
        poke_atomic(shared, w.PAUSE, 1)
    return number


def enter_all(mem: int) -> None:
    """Enters all codes into an empty table."""
    shared, table, codes = peek(mem, w.SHARED), peek(mem, w.TABLE), peek(mem, w.CODES)
    for number in range(peek(mem, w.SIZE)):
        code = peek(codes, number)
        slot = slot_of(shared, code)
        while peek(table, slot) != 0:
            slot += 1
            if slot == peek(shared, w.SLOTS):
                slot = 0
        poke(table, slot, (code & w.HALF) << 32 | number + 1)


def room_for(mem: int, edges: int) -> int:
    """The first place for that many consecutive edges; 0 if there is no room for them."""
    shared = peek(mem, w.SHARED)
    if peek(mem, w.TO) - peek(mem, w.FROM) < edges:
        taken = max(edges, w.ROOM)
        first = add_atomic(shared, w.USED, taken)
        if first + taken > peek(shared, w.MOST_EDGES):
            poke(mem, h.STOP, w.FULL)
            return 0
        poke(mem, w.FROM, first)
        poke(mem, w.TO, first + taken)
    place = peek(mem, w.FROM)
    poke(mem, w.FROM, place + edges)
    return place


def link(nodes: int, edges: Halves, child: int, edge: int) -> None:
    """Puts an edge before the others that lead to a position."""
    while True:
        node = peek_ordered(nodes, child)
        poke_half(edges, edge, node & w.HALF)
        if swap_if(nodes, child, node, node & w.UPPER | edge):
            return


def result_of(mem: int, bits: int) -> int:
    """The number of a result, from 1; a new result gets the next one."""
    values = peek(mem, w.SHARED) + 8 * w.VALUES
    count = peek_ordered(values, 0)
    for place in range(1, count + 1):
        if peek(values, place) == bits:
            return place
    shared = peek(mem, w.SHARED)
    while not swap_if(shared, w.LOCK, 0, 1):
        pass
    result = 0
    count = peek_ordered(values, 0)
    for place in range(1, count + 1):
        if peek(values, place) == bits:
            result = place
    if result == 0:
        if count >= w.MOST_RESULTS:
            poke(mem, h.STOP, w.MANY_RESULTS)
        else:
            result = count + 1
            poke(values, result, bits)
            add_atomic(values, 0, 1)
    add_atomic(shared, w.LOCK, -1)
    return result
