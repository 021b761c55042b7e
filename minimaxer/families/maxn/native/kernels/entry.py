"""Max^n from a root whose moves are given, or where chance decides."""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind, stopped
from .. import layout as w
from .maxn import CUT_OFF, average, keep_line, limit_for, row_at, take_row, visit


def describe(rules: Any) -> None:
    """Adds the place of the lines of best play in memory to the rules."""
    rules.party_lines = w.lines(rules.move_words)


def entry(game: Any, mem: int) -> int:
    """Searches the state in memory to `DEPTH`; gives the reason why it stopped, 0 at its end."""
    poke(mem, w.ROOT_BEST, -1)
    poke(mem, w.LENGTHS, 0)
    poke(mem, w.HORIZON, 0)
    for number in range(peek(mem, w.ROOT_COUNT)):
        poke(mem, w.ROOT_KNOWN + number, w.NOT_SEARCHED)
    state = game.load_state(mem, h.STATE)
    player = game.player(state)
    if game.has_chances:
        if player == CHANCE:
            average(game, mem, state, peek(mem, h.DEPTH), 0, peek(mem, w.ROOT_COUNT))
            return peek(mem, h.STOP)
    search_root(game, mem, state, player)
    return peek(mem, h.STOP)


def search_root(game: Any, mem: int, state: Any, player: int) -> None:
    """Searches the root's moves, beginning with number `FIRST`."""
    count, first = peek(mem, w.ROOT_COUNT), peek(mem, w.FIRST)
    depth, exact_root = peek(mem, h.DEPTH), peek(mem, h.FLAGS) & w.EXACT_ROOT != 0
    best = -1
    most = game.score(0)
    for turn in range(count):
        number = first if turn == 0 else turn if turn > first else turn - 1
        if game.has_range:
            if best >= 0 and most >= game.most and number > best and not exact_root:
                continue
        if stopped(mem):
            return
        move = game.load_move(mem, w.MOVES + number * game.move_words)
        end = arena_mark(game, mem)
        child = game.play(state, move)
        is_limited = game.has_total and best >= 0 and not exact_root
        limit = limit_for(game, most)
        if is_limited and number < best:
            limit = game.above(limit)
        found = visit(game, mem, child, player, depth - 1, 1, count, is_limited, limit)
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return
        poke(mem, w.ROOT_KNOWN + number, w.NO_BETTER if found == CUT_OFF else w.EXACT)
        for place in range(game.players):
            poke(mem, w.ROOT_ROWS + number * game.players + place, peek(mem, row_at(game, 1) + place))
        value = game.load_score(mem, row_at(game, 1) + player)
        if found != CUT_OFF and (best < 0 or value > most or (value == most and number < best)):
            best, most = number, value
            poke(mem, w.ROOT_BEST, best)
            take_row(game, mem, 0)
            keep_line(game, mem, 0, move, found)
