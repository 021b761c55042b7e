"""Plain alpha-beta or minimax: moves in the game's own order, generated as they are searched."""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind, stopped
from .....native.kernels.positions import break_off, static_value
from .. import layout as w
from .results import bump, for_mover, keep_line, record_root, without_moves
from .root import end_without_moves, prepare_chances, runs


def plain_entry(game: Any, mem: int) -> int:
    """Searches the state in memory to `DEPTH`, or prepares it in mode `PREPARE`; returns the stop reason, 0 if it finished."""
    state = game.load_state(mem, h.STATE)
    if peek(mem, w.MODE) == w.PREPARE:
        prepare_plain(game, mem, state)
        return peek(mem, h.STOP)
    poke(mem, w.ROOT_DONE, 0)
    poke(mem, w.ROOT_BEST, -1)
    poke(mem, w.LENGTHS, 0)
    low, high = game.load_score(mem, w.ALPHA), game.load_score(mem, w.BETA)
    prune = peek(mem, h.FLAGS) & w.PRUNE != 0
    value = plain(game, mem, state, game.player(state), peek(mem, h.DEPTH), 0, low, high, prune)
    game.store_score(mem, w.VALUE, value)
    return peek(mem, h.STOP)


def prepare_plain(game: Any, mem: int, state: Any) -> None:
    """Generates the root's moves in the game's own order."""
    if not runs(game, mem, state):
        return
    if game.has_chances:
        if peek(mem, w.ROOT_PLAYER) == CHANCE:
            prepare_chances(game, mem, state)
            return
    count = 0
    for move in game.searched_moves(state):
        if count == w.MOST_MOVES:
            break_off(game, mem, state, h.MANY_MOVES)
            return
        game.store_move(mem, w.MOVES + count * game.move_words, move)
        count += 1
    if count == 0:
        end_without_moves(game, mem, state)
    poke(mem, w.ROOT_COUNT, count)


def plain(game: Any, mem: int, state: Any, player: int, depth: int, ply: int, alpha: Any, beta: Any, prune: bool) -> Any:
    """The value of a running position for its mover; arguments as in `search`, `depth` from 1."""
    if stopped(mem):
        return alpha
    if game.has_chances:
        if player == CHANCE:
            return plain_average(game, mem, state, depth, ply)
    best = game.lowest
    index = 0
    for move in game.searched_moves(state):
        end = arena_mark(game, mem)
        child = game.play(state, move)
        bump(mem, h.NODES)
        if ply + 1 < w.LINE_PLIES:
            poke(mem, w.LENGTHS + ply + 1, 0)
        low, high = alpha, beta
        if ply == 0 and peek(mem, h.FLAGS) & w.EXACT_ROOT:
            low, high = game.lowest, game.highest
        over, value = game.outcome_value(game, mem, child, ply + 1)
        if over:
            value = for_mover(player, value)
        elif depth == 1:
            value = for_mover(player, static_value(game, mem, child))
            bump(mem, w.HORIZON)
        else:
            mover = game.player(child)
            if mover != 0 and mover != game.last_player:
                if not game.has_chances or mover != CHANCE:
                    break_off(game, mem, child, h.PLAYER)
            same = mover == player
            if game.has_chances:
                same = (mover == 1) == (player == 1)
            least, most = (low, high) if same else (-high, -low)
            value = plain(game, mem, child, mover, depth - 1, ply + 1, least, most, prune)
            if not same:
                value = -value
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return best
        if ply == 0:
            if over or depth == 1:  # then the value is exact, whatever the window
                low, high = game.lowest, game.highest
            record_root(game, mem, index, value, low, high)
        index += 1
        if value > best:
            best = value
            if best > alpha or ply == 0:
                if ply < w.LINE_PLIES:
                    keep_line(game, mem, ply, move)
                if ply == 0:
                    poke(mem, w.ROOT_BEST, index - 1)
            if prune:
                alpha = max(alpha, best)
                if alpha >= beta:
                    return best
    if index == 0:
        return without_moves(game, mem, state, player, ply)
    return best


def plain_average(game: Any, mem: int, state: Any, depth: int, ply: int) -> Any:
    """The expected value of a chance node for player 0; arguments as in `search`, `depth` from 1."""
    total = 0.0
    seen = 0.0
    index = 0
    for move, chance in game.chances(state):
        end = arena_mark(game, mem)
        child = game.play(state, move)
        bump(mem, h.NODES)
        over, value = game.outcome_value(game, mem, child, ply + 1)
        if not over:
            if depth == 1:
                value = static_value(game, mem, child)
                bump(mem, w.HORIZON)
            else:
                mover = game.player(child)
                if mover != 0 and mover != game.last_player and mover != CHANCE:
                    break_off(game, mem, child, h.PLAYER)
                value = plain(game, mem, child, mover, depth - 1, ply + 1, game.lowest, game.highest, False)
                if mover == 1:
                    value = -value
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return total
        if ply == 0:
            record_root(game, mem, index, value, game.lowest, game.highest)
        total += chance * value
        seen += chance
        index += 1
        if chance <= 0.0:
            break_off(game, mem, state, h.CHANCES)
    if abs(seen - 1.0) > game.tolerance:
        break_off(game, mem, state, h.CHANCES)
    return total
