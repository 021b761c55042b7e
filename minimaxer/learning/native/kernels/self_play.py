"""Plays games against itself by the alpha-beta search, and records what each search found and how its game ended."""

from __future__ import annotations

from typing import Any, Final

from ....base.scores import DECISIVE
from ....compiler.runtime import header as h
from ....compiler.runtime.intrinsics import float_of, peek, peek_atomic, poke, swap_if
from ....families.alphabeta.native import layout as a
from ....families.alphabeta.native.kernels.entry import put_first, search_root
from ....families.alphabeta.native.kernels.results import for_mover
from ....families.alphabeta.native.kernels.root import prepare
from ....native.kernels.parts import arena_mark, arena_rewind, below, fraction
from ....native.kernels.positions import mixed
from .. import layout as w

DEEPEST: Final = 60
"""The greatest depth of a search."""
FIRST_NODES: Final = 10
"""Nodes of a search to depth 1, as a multiple of those allowed; where they do not suffice, the position is not recorded."""


def self_play_entry(game: Any, mem: int) -> int:
    """Plays games from the state in memory until all are played, or there is no room for another; gives the stop reason, or 0."""
    record = peek(mem, a.RECORD)
    while peek(record, w.PLAYED) < peek(record, w.TO_PLAY) and peek(record, w.ROWS) + w.MOST_PLIES <= w.MOST_ROWS:
        if peek_atomic(mem, h.STOP) != 0:
            break
        end = arena_mark(game, mem)
        rows = recorded(game, mem, record, game.load_state(mem, h.STATE))
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            break
        poke(record, w.ROWS, rows)
        poke(record, w.PLAYED, peek(record, w.PLAYED) + 1)
    return peek(mem, h.STOP)


def recorded(game: Any, mem: int, record: int, given: Any) -> int:
    """Plays a game; gives the number of rows with those of this game, which depend on its number alone."""
    number = peek(record, w.FIRST_GAME) + peek(record, w.PLAYED)
    poke(record, w.GAME_RNG, mixed((peek(record, w.SEED), number)) | 1)
    forget(game, mem)
    first = peek(record, w.ROWS)
    last = first
    opening = below(record, w.GAME_RNG, peek(record, w.MOST_OPENING) + 1)
    state = given
    result = game.score(0)
    for ply in range(w.MOST_PLIES):
        poke(mem, a.ROOT_COUNT, 0)
        poke(mem, a.ROOT_OVER, 0)
        prepare(game, mem, state)
        if peek(mem, h.STOP) != 0:
            break
        if peek(mem, a.ROOT_OVER) != 0:
            result = game.load_score(mem, a.VALUE)
            break
        chosen = below(record, w.GAME_RNG, peek(mem, a.ROOT_COUNT))
        if ply >= opening:
            player = peek(mem, a.ROOT_PLAYER)
            if deepened(game, mem, state, player, peek(record, w.NODES)) > 0:
                row = row_of(game, record, last)
                game.store_score(row, w.ROW_VALUE, for_mover(player, game.load_score(mem, a.VALUE)))
                poke(row, w.ROW_MOVER, player)
                poke(row, w.ROW_GAME, number)
                poke(row, w.ROW_CUT, 0)
                game.store_state(row, w.ROW_STATE, state)
                last += 1
            if fraction(record, w.GAME_RNG) >= float_of(peek(record, w.EXPLORING)):
                chosen = 0
            if chosen > 0 and last > first:
                poke(row_of(game, record, last - 1), w.ROW_CUT, 1)
        state = game.play(state, game.load_move(mem, a.MOVES + chosen * game.move_words))
    for place in range(first, last):
        game.store_score(row_of(game, record, place), w.ROW_RESULT, result)
    return last


def row_of(game: Any, record: int, place: int) -> int:
    """The address of a row."""
    return record + 8 * (w.RECORD_HEAD + place * (w.ROW_STATE + game.state_words))


def forget(game: Any, mem: int) -> None:
    """Empties the table, and clears what searches of other games have learnt."""
    table = peek(mem, a.TABLE)
    for word in range(peek(table, a.BUCKETS) * (6 if game.has_float_scores else 4)):
        poke(table, a.TABLE_HEADER + word, 0)
    for word in range(a.KILLER, a.LEARNT_END):
        poke(mem, word, 0)
    poke(mem, a.FILLED, 0)


def deepened(game: Any, mem: int, state: Any, player: int, nodes: int) -> int:
    """Searches deeper and deeper until the nodes are used up, puts the best move first, and gives the depth that was finished."""
    depth = 0
    poke(mem, h.NODES, 0)
    poke(mem, h.NODE_LIMIT, FIRST_NODES * nodes)
    while depth < DEEPEST:
        poke(mem, a.HORIZON, 0)
        value = search_root(game, mem, state, player, depth + 1, game.lowest, game.highest)
        if peek_atomic(mem, h.STOP) != 0:
            swap_if(mem, h.STOP, h.BY_NODES, 0)
            break
        depth += 1
        game.store_score(mem, a.VALUE, value)
        put_first(game, mem, peek(mem, a.ROOT_BEST))
        poke(mem, h.NODE_LIMIT, nodes)
        if peek(mem, a.HORIZON) == 0 or peek(mem, h.NODES) >= nodes or not -DECISIVE < value < DECISIVE:
            break
    return depth
