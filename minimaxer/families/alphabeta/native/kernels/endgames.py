"""Endgame tables inside a search: a position found in one counts as the end of the game.

A search with tables differs from one without only in the functions here: see `entry.describe`.
"""

from __future__ import annotations

from typing import Any

from .....base.scores import DECISIVE
from .....compiler.runtime.intrinsics import float_of, peek, peek_byte
from .....native.kernels.positions import from_table, position_code
from .. import layout as w
from .transpositions import banked_part


def outcome_or_known(game: Any, mem: int, state: Any, ply: int) -> Any:
    """True if the game is over or, below the root, a table has the position; and its value for player 0 as seen from the root."""
    over, value = game.own_outcome_value(game, mem, state, ply)
    if over or ply == 0:
        return over, value
    return known(game, mem, state, ply)


def known(game: Any, mem: int, state: Any, ply: int) -> Any:
    """True if a table has a running position, and its value for player 0 as seen from the root."""
    table = peek(mem, w.ENDGAMES)
    while table != 0:
        number = number_in(game, table, state)
        if number >= 0:
            return True, from_table(game, value_of(game, table, number, state), ply)
        table = peek(table, w.NEXT_ENDGAMES)
    return False, game.score(0)


def number_in(game: Any, table: int, state: Any) -> int:
    """The number of a position in a table; -1 if it is not there."""
    if peek(table, w.SLOTS) != 0:
        return number_by_code(game, table, state)
    if game.has_index:
        if game.has_tier:
            if game.tier(state) > peek(table, w.HIGHEST_TIER):
                return -1
        number = game.index(state)
        if 0 <= number < peek(table, w.NUMBERS):
            return number
    return -1


def number_by_code(game: Any, table: int, state: Any) -> int:
    """The number of a position in a table of codes, found as in `tables.native.kernels.explore.enter`; -1 if it is not there."""
    code = position_code(game, state, game.player(state))
    codes, slots, count = peek(table, w.CODES), peek(table, w.SLOTS), peek(table, w.SLOT_COUNT)
    slot, tag = (code >> 32 & w.HALF) * count >> 32, code & w.HALF
    while True:
        held = peek(slots, slot)
        if held == 0:
            return -1
        if held >> 32 & w.HALF == tag and peek(codes, (held & w.HALF) - 1) == code:
            return (held & w.HALF) - 1
        slot += 1
        if slot == count:
            slot = 0


def value_of(game: Any, table: int, number: int, state: Any) -> Any:
    """The value for player 0 of the position with this number, as seen from that position."""
    result = peek_byte(peek(table, w.RESULTS), number)
    value = game.score(float_of(peek(table, w.RESULT_VALUES + result)))
    if game.has_banked:
        return value + banked_part(game, state, 0, 0)
    if -DECISIVE < value < DECISIVE or result == 0:
        return value
    plies = peek(table, w.RESULT_PLIES)
    distance = peek_byte(plies, 2 * number) | peek_byte(plies, 2 * number + 1) << 8
    return value - distance if value > 0 else value + distance
