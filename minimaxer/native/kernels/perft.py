"""Perft: counts move sequences."""

from __future__ import annotations

from typing import Any

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import peek, peek_atomic, poke, stack_pointer
from ...game.protocol import CHANCE
from .parts import arena_mark, arena_rewind

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
