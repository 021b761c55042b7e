"""Perft, which counts move sequences, and repeated calls of one method, which measure its time and its use of the arena."""

from __future__ import annotations

from typing import Any

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import peek, peek_atomic, poke, stack_pointer
from ...game.protocol import CHANCE
from .parts import arena_mark, arena_rewind

OUTCOME, MOVES, PLAY, EVALUATE, KEY, ORDER, NOTHING = range(7)
"""The method to time, in `FLAGS`: `MOVES` generates all moves, `PLAY` makes every child, `NOTHING` only loads the state."""


def timing_entry(game: Any, mem: int) -> int:
    """Calls the method that `FLAGS` names `DEPTH` times for the state in memory. Writes the number of moves met, or of calls
    made, to `NODES`, and the bytes that the last call put into the arena to the first free word.
    """
    what, times = peek(mem, h.FLAGS), peek(mem, h.DEPTH)
    met = 0
    for _ in range(times):
        end = arena_mark(game, mem)
        state = game.load_state(mem, h.STATE)  # anew each time: what is always the same would be worked out once
        begin = arena_mark(game, mem)
        met += called(game, mem, state, what)
        if game.has_arena:
            poke(mem, h.FREE, peek(mem, h.ARENA) - begin)
        arena_rewind(game, mem, end)
    poke(mem, h.NODES, met)
    return 0


def called(game: Any, mem: int, state: Any, what: int) -> int:
    """Calls the method once; gives the number of moves met, else 1. Results are stored, so that no call is optimized away."""
    if what == OUTCOME:
        over, value = game.outcome_value(game, mem, state, 0)
        if over:
            game.store_score(mem, h.FAULT_STATE, value)
        return 1
    if what == EVALUATE:
        if game.has_evaluate:
            game.store_given(mem, h.FAULT_STATE, game.evaluate(state))
        return 1
    if what == KEY:
        for word in game.key_words(game.key(state)):
            poke(mem, h.FAULT_STATE, word)
        return 1
    if what == NOTHING:
        return 1
    met = 0
    for move in game.moves(state):
        met += 1
        if what == PLAY:
            game.store_state(mem, h.FAULT_STATE, game.play(state, move))
        elif what == ORDER:
            if game.has_order:
                poke(mem, h.FAULT_STATE, game.weight(game.order(state, move)))
        else:
            game.store_move(mem, h.FAULT_STATE, move)
    return met


SLOW_DEPTH = 4
"""The least depth at which the kernel checks for a stop."""


def perft_entry(game: Any, mem: int) -> int:
    """Counts the sequences of `DEPTH` plies from the state in memory into `NODES`; gives the stop reason, 0 when complete."""
    finished = peek(mem, h.FLAGS) != 0
    poke(mem, h.NODES, count(game, mem, game.load_state(mem, h.STATE), peek(mem, h.DEPTH), finished))
    return peek(mem, h.STOP)


def count(game: Any, mem: int, state: Any, depth: int, finished: bool) -> int:
    """Counts the sequences of exactly `depth` plies from a state; with `finished`, also shorter ones that end the game."""
    if depth >= SLOW_DEPTH:
        if peek_atomic(mem, h.STOP) != 0:
            return 0
        if stack_pointer() < peek(mem, h.STACK_END):
            poke(mem, h.STOP, h.BY_PLIES)
            return 0
    over, _ = game.outcome_value(game, mem, state, 0)
    if over:
        return 1 if finished or depth == 0 else 0
    if depth == 0:
        return 1
    total = 0
    tried = False
    if game.has_chances:
        if game.player(state) == CHANCE:
            for move, _ in game.chances(state):
                end = arena_mark(game, mem)
                total += count(game, mem, game.play(state, move), depth - 1, finished)
                arena_rewind(game, mem, end)
            return total
    for move in game.moves(state):
        tried = True
        if depth == 1:
            total += 1
            continue
        end = arena_mark(game, mem)
        total += count(game, mem, game.play(state, move), depth - 1, finished)
        arena_rewind(game, mem, end)
    return total if tried or not finished else 1
