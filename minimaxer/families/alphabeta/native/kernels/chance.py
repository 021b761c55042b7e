"""Chance nodes: the expected value over all outcomes, and pruning of outcomes that need not be searched.

Values and windows are for player 0 here. Source: as `families.alphabeta.tree.expectimax`.
"""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind
from .....native.kernels.positions import break_off, static_value
from .. import layout as w
from .moves import put
from .results import bump, leave_out, record_root, record_size
from .search import search
from .transpositions import SOLVED, banked_part, position_key, probe, proves, remember, usable

SLACK = 1e-12
"""Extra width of a child's window, as a fraction of the value range, so that rounding never makes a bound too tight."""
PROBED = 2
"""Minimum depth at which one reply to each outcome is searched first."""


def lay_out_chances(game: Any, mem: int, state: Any, top: int) -> int:
    """Puts the outcomes of chance and their probabilities behind `top` on the move stack; returns their number. A negative
    number: the search has been stopped, because the probabilities are invalid or there are too many outcomes.
    """
    count = 0
    total = 0.0
    for move, chance in game.chances(state):
        if not 0.0 < chance <= 1.0 + game.tolerance:
            break_off(game, mem, state, h.CHANCES)
            return -1
        if not put(game, mem, top, count, move):
            break_off(game, mem, state, h.MANY_MOVES)
            return -1
        poke(mem, w.KEYS + top + count, bits_of(chance * 1.0))
        total += chance
        count += 1
    if abs(total - 1.0) > game.tolerance:
        break_off(game, mem, state, h.CHANCES)
        return -1
    return count


def average(game: Any, mem: int, state: Any, depth: int, ply: int, alpha: Any, beta: Any, top: int, previous: int) -> Any:
    """The expected value of a chance node for player 0, or a bound on it outside the window; arguments as in `search`. It is
    probed and stored in the table, so that the replies searched first to bound it are not searched again.
    """
    flags = peek(mem, h.FLAGS)
    if flags & w.USE_TABLE == 0 or flags & w.REPETITION != 0 or depth < 2 or ply == 0:
        return averaged(game, mem, state, depth, ply, alpha, beta, top, previous)
    key, _ = position_key(game, state, flags)
    data, value = probe(game, mem, key, CHANCE)
    bank = banked_part(game, state, CHANCE, flags)
    value += bank
    if data != 0 and usable(data, depth, flags) and proves(data, value, alpha, beta):
        if data & SOLVED == 0:
            bump(mem, w.HORIZON)
        return value
    horizon = peek(mem, w.HORIZON)
    value = averaged(game, mem, state, depth, ply, alpha, beta, top, previous)
    if peek(mem, h.STOP) == 0:
        seen = peek(mem, w.HORIZON) == horizon
        remember(game, mem, key, CHANCE, depth, ply, alpha, beta, value, 0, bank, seen)
    return value


def averaged(game: Any, mem: int, state: Any, depth: int, ply: int, alpha: Any, beta: Any, top: int, previous: int) -> Any:
    """Computes the expected value over all outcomes."""
    end = arena_mark(game, mem)
    count = lay_out_chances(game, mem, state, top)
    arena_rewind(game, mem, end)
    if count < 0:
        return game.score(0)
    flags = peek(mem, h.FLAGS)
    if flags & w.REPETITION:
        leave_out(mem, ply)
    prune = flags & w.STAR != 0 and not (ply == 0 and flags & w.EXACT_ROOT != 0)
    probed = prune and flags & w.PROBE != 0 and depth >= PROBED and ply > 0
    least, most = game.least, game.most  # what all that has not been searched can add
    if probed:
        least, most = probe_all(game, mem, state, depth, ply, alpha, beta, top, count, previous)
        if peek(mem, h.STOP) != 0:
            return game.score(0)
        if least >= beta:
            return least
        if most <= alpha:
            return most
    slack = SLACK * (game.most - game.least)
    total = 0.0
    seen = 0.0
    for index in range(count):
        chance = float_of(peek(mem, w.KEYS + top + index))
        seen += chance
        left = max(0.0, 1.0 - seen)
        if probed:
            place = game.bounds_known + 2 * (top + index)
            least -= float_of(peek(mem, place))
            most -= float_of(peek(mem, place + 1))
        else:
            least, most = left * game.least, left * game.most
        low, high = game.lowest, game.highest
        if prune:
            low = (alpha - total - most - slack) / chance
            high = (beta - total - least + slack) / chance
        child = game.play(state, game.load_move(mem, w.MOVES + (top + index) * game.move_words))
        bump(mem, h.NODES)
        value = outcome(game, mem, child, depth - 1, ply + 1, low, high, top + count, previous)
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return game.score(0)
        if ply == 0:
            record_root(game, mem, index, value, low, high)
        total += chance * value
        if value <= low:
            return min(total + most, alpha)
        if value >= high:
            return max(total + least, beta)
    return total


def probe_all(
    game: Any, mem: int, state: Any, depth: int, ply: int, alpha: Any, beta: Any, top: int, count: int, previous: int
) -> Any:
    """The lowest and highest possible average, from one reply to each outcome; stores in memory what each outcome can add."""
    slack = SLACK * (game.most - game.least)
    least, most = game.least, game.most
    end = arena_mark(game, mem)
    for index in range(count):
        chance = float_of(peek(mem, w.KEYS + top + index))
        place = game.bounds_known + 2 * (top + index)
        poke(mem, place, bits_of(chance * game.least))
        poke(mem, place + 1, bits_of(chance * game.most))
    for index in range(count):
        chance = float_of(peek(mem, w.KEYS + top + index))
        low = (alpha - most + chance * game.most - slack) / chance
        high = (beta - least + chance * game.least + slack) / chance
        child = game.play(state, game.load_move(mem, w.MOVES + (top + index) * game.move_words))
        known, value = one_reply(game, mem, child, depth - 1, ply + 1, low, high, top + count, previous)
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return least, most
        place = game.bounds_known + 2 * (top + index)
        if known & w.LOWER:
            least += chance * (value - game.least)
            poke(mem, place, bits_of(chance * value))
        if known & w.UPPER:
            most += chance * (value - game.most)
            poke(mem, place + 1, bits_of(chance * value))
        if least - slack >= beta or most + slack <= alpha:
            return least - slack, most + slack
    return least - slack, most + slack


def one_reply(game: Any, mem: int, child: Any, depth: int, ply: int, low: Any, high: Any, top: int, previous: int) -> Any:
    """The bounds that one reply proves for a position after a chance event, and the value for player 0."""
    over, value = game.outcome_value(game, mem, child, ply)
    if over:
        return w.EXACT, value
    mover = game.player(child)
    if mover != 0 and mover != game.last_player:
        return 0, value
    for move in game.searched_moves(child):
        end = arena_mark(game, mem)
        bump(mem, h.NODES)
        value = outcome(game, mem, game.play(child, move), depth - 1, ply + 1, low, high, top, previous)
        arena_rewind(game, mem, end)
        if mover == 0:
            return (w.LOWER if value > low else 0), value
        return (w.UPPER if value < high else 0), value
    return 0, value


def outcome(game: Any, mem: int, child: Any, depth: int, ply: int, low: Any, high: Any, top: int, previous: int) -> Any:
    """The value of a position for player 0, searched with a window for player 0."""
    over, value = game.outcome_value(game, mem, child, ply)
    if over:
        return value
    if depth <= 0 and not game.has_noisy_moves:
        bump(mem, w.HORIZON)
        return static_value(game, mem, child)
    mover = game.player(child)
    if mover != 0 and mover != game.last_player and mover != CHANCE:
        break_off(game, mem, child, h.PLAYER)
        return game.score(0)
    before = peek(mem, h.NODES)
    if mover == 1:
        value = -search(game, mem, child, mover, depth, ply, -high, -low, top, previous)
    else:
        value = search(game, mem, child, mover, depth, ply, low, high, top, previous)
    if not game.has_noisy_moves:
        record_size(mem, ply, peek(mem, h.NODES) - before)
    return value
