"""First evaluation of a position: over, decided by `bounds`, repeated, in the table, or new; the table of proof-number search.

A bucket of the table has four entries, and fills a cache line; the entry of the least work is replaced. An entry is two words,
`key ^ data` and `data`. `data`, from the lowest bit: proof number 26, disproof number 26, work 6 (the number of binary digits of
the node count of its search), generation 5.

A result that depends on the path to a position, through a repetition, has another key, made of the position's key and the path.
It holds on that path alone; its proof number is then the ply of the repeated position.

Source: A. Kishimoto and M. Mueller, "A general solution to the graph history interaction problem", AAAI 2004, for results by the
path; A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002, for the table.
"""

from __future__ import annotations

from typing import Any, Final

from .....base.scores import DECISIVE, LOSS, WIN
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, peek, poke, times
from .....native.kernels.parts import arena_mark, arena_rewind
from .....native.kernels.positions import break_off, margin_of, mixed, seen_from_root
from .. import layout as w

_LOW32: Final = 0xFFFF_FFFF
_ON_WAY: Final = 0x369D_EA0F_31A5_3F85
"""Distinguishes path-dependent entries from the others; any odd number."""


def bucket(mem: int, key: int) -> int:
    """The address of the key's bucket."""
    table = peek(mem, w.TABLE)
    number = (((key >> 32) & _LOW32) * peek(table, w.BUCKETS)) >> 32
    return table + 8 * (w.TABLE_HEADER + w.BUCKET * number)


def probe(mem: int, key: int) -> int:
    """The data of the key's entry; 0 if there is none."""
    place = bucket(mem, key)
    for entry in range(0, w.BUCKET, 2):
        data = peek(place, entry + 1)
        if data != 0 and peek(place, entry) ^ data == key:
            return data
    return 0


def pn_of(data: int) -> int:
    """The proof number of an entry."""
    return data & w.INFINITE


def dn_of(data: int) -> int:
    """The disproof number of an entry."""
    return (data >> w.NUMBER_BITS) & w.INFINITE


def key_on(key: int, way: int) -> int:
    """The key of an entry that depends on the path to its position."""
    return key ^ times(way, _ON_WAY)


def store(mem: int, key: int, pn: int, dn: int, nodes: int) -> None:
    """Stores an entry, and doubles the table first if it is filled and may grow."""
    table = peek(mem, w.TABLE)
    if peek(mem, w.FILLED) > w.FULL * peek(table, w.BUCKETS):
        if 2 * peek(table, w.BUCKETS) <= peek(table, w.MOST_BUCKETS):
            grow(mem, table)
    data = pn | dn << w.NUMBER_BITS | digits(nodes) << w.WORK_SHIFT | peek(mem, w.GENERATION) << w.GENERATION_SHIFT
    place(mem, key, data)


def place(mem: int, key: int, data: int) -> None:
    """Writes data over the key's own entry, a free one, one of an earlier search, or the one of the least work."""
    address = bucket(mem, key)
    generation = peek(mem, w.GENERATION)
    chosen = 0
    least = 1 << 62
    for entry in range(0, w.BUCKET, 2):
        old = peek(address, entry + 1)
        worth = -1
        if old != 0:
            if peek(address, entry) ^ old == key:
                chosen = entry
                break
            worth = (old >> w.WORK_SHIFT) & ((1 << w.WORK_BITS) - 1)
            if old >> w.GENERATION_SHIFT == generation:
                worth += 1 << w.WORK_BITS
        if worth < least:
            least = worth
            chosen = entry
    if peek(address, chosen + 1) == 0:
        poke(mem, w.FILLED, peek(mem, w.FILLED) + 1)
    poke(address, chosen, key ^ data)
    poke(address, chosen + 1, data)


def grow(mem: int, table: int) -> None:
    """Doubles the part of the table in use; a small table is faster while it holds everything. A bucket's entries go to the two
    buckets of twice its number; from the last to the first, none is overwritten.
    """
    buckets = peek(table, w.BUCKETS)
    poke(table, w.BUCKETS, 2 * buckets)
    poke(mem, w.FILLED, 0)
    for number in range(buckets - 1, -1, -1):
        address = table + 8 * (w.TABLE_HEADER + w.BUCKET * number)
        for entry in range(0, w.BUCKET, 2):
            check = peek(address, entry)
            data = peek(address, entry + 1)
            poke(address, entry + 1, 0)
            if data != 0:
                place(mem, check ^ data, data)


def digits(number: int) -> int:
    """The number of binary digits of a number, at least 1."""
    count = 1
    while number > 1:
        number >>= 1
        count += 1
    return count


_MOVER: Final = 0x5851F42D4C957F2D
"""Distinguishes the positions of the two players; any odd number."""
_BANKED: Final = 0x2545F4914F6CDD1D
"""Likewise for the points still needed for the goal."""


def position_code(game: Any, mem: int, state: Any, player: int) -> int:
    """The key of a position and of the question; margins count towards the goal."""
    code = (_MOVER * player) ^ peek(mem, w.GOAL_CODE)
    if game.has_banked:
        code ^= times(bits_of(game.load_score(mem, w.GOAL) - margin_of(game, state)) + 1, _BANKED)
    if game.has_canonical:
        same, _ = game.canonical(state)
        return mixed(game.key_words(game.key(same))) ^ code
    return mixed(game.key_words(game.key(state))) ^ code


def put_numbers(stack: int, row: int, pn: int, dn: int, tie: int) -> None:
    """Writes the numbers of the position after a move into its row."""
    poke(stack, row + w.ROW_PN, pn)
    poke(stack, row + w.ROW_DN, dn)
    poke(stack, row + w.ROW_TIE, tie)


def settle(game: Any, mem: int, row: int, value: Any) -> None:
    """Writes the result of a move, which reaches the goal or not, into its row."""
    if value >= game.load_score(mem, w.GOAL):
        put_numbers(peek(mem, w.STACK), row, 0, w.INFINITE, w.FREE)
        game.store_score(mem, w.AT_LEAST, min(value, game.load_score(mem, w.AT_LEAST)))
    else:
        put_numbers(peek(mem, w.STACK), row, w.INFINITE, 0, w.FREE)
        game.store_score(mem, w.AT_MOST, max(value, game.load_score(mem, w.AT_MOST)))


def result_of(game: Any, value: Any) -> Any:
    """A result without its distance: decisive values become a win or a loss."""
    return game.score(WIN) if value >= DECISIVE else game.score(LOSS) if value <= -DECISIVE else value


def defend(mem: int, row: int, tie: int) -> None:
    """Writes a result that suits the player content with endless play, due to the repeated position at ply `tie`."""
    if peek(mem, w.DEFENDER) == 0:
        put_numbers(peek(mem, w.STACK), row, 0, w.INFINITE, tie)
    else:
        put_numbers(peek(mem, w.STACK), row, w.INFINITE, 0, tie)


def came_before(mem: int, at: int, key: int) -> int:
    """The ply at which the position is already on the path up to a frame, or -1."""
    if peek(mem, w.MARKS + (key & w.MARK_COUNT - 1)) == 0:
        return -1
    stack = peek(mem, w.STACK)
    while at >= 0:
        if peek(stack, at + w.KEY) == key:
            return peek(stack, at + w.PLY)
        at = peek(stack, at + w.PARENT)
    return -1


def evaluate(game: Any, mem: int, at: int, row: int, state: Any) -> None:
    """Writes the numbers of the position after a move of a frame into the move's row."""
    poke(peek(mem, w.STACK), row + w.ROW_KEY, 0)
    over, value = game.outcome_value(game, mem, state, 0)
    if over:
        settle(game, mem, row, value)
        return
    if game.has_bounds:
        low, high = game.bounds(state)
        low, high = game.score(low), game.score(high)
        if not -WIN <= low <= high <= WIN:
            break_off(game, mem, state, h.BOUNDS)
        low, high = result_of(game, low), result_of(game, high)
        if low >= game.load_score(mem, w.GOAL):
            settle(game, mem, row, low)
            return
        if high < game.load_score(mem, w.GOAL):
            settle(game, mem, row, high)
            return
    player = game.player(state)
    if player != 0 and player != game.last_player:
        break_off(game, mem, state, h.PLAYER)
    recall(game, mem, at, row, state, player, position_code(game, mem, state, player))


def recall(game: Any, mem: int, at: int, row: int, state: Any, player: int, key: int) -> None:
    """Writes the known numbers of a running position on this path into the row, or else its first ones."""
    stack = peek(mem, w.STACK)
    poke(stack, row + w.ROW_KEY, key)
    ply = came_before(mem, at, key)
    if ply >= 0:
        poke(mem, w.LOOPS, 1)
        defend(mem, row, ply)
        return
    data = probe(mem, key)
    if data != 0:
        put_numbers(stack, row, pn_of(data), dn_of(data), w.FREE)
    else:
        expect(game, mem, row, state, player)
    if peek(mem, w.LOOPS) != 0 and peek(stack, row + w.ROW_PN) != 0 and peek(stack, row + w.ROW_DN) != 0:
        data = probe(mem, key_on(key, peek(stack, at + w.WAY)))
        if data != 0:
            defend(mem, row, pn_of(data))


def expect(game: Any, mem: int, row: int, state: Any, player: int) -> None:
    """Writes the first numbers of a new position: 1; with `MOBILITY`, the number of moves if all of them have to fail."""
    stack = peek(mem, w.STACK)
    if peek(mem, h.FLAGS) & w.MOBILITY == 0:
        put_numbers(stack, row, 1, 1, w.FREE)
        return
    count = 0
    end = arena_mark(game, mem)
    for _ in game.searched_moves(state):
        count += 1
    arena_rewind(game, mem, end)
    if count == 0:
        without_moves(game, mem, row, state)
    elif player == 0:
        put_numbers(stack, row, 1, count, w.FREE)
    else:
        put_numbers(stack, row, count, 1, w.FREE)


def without_moves(game: Any, mem: int, row: int, state: Any) -> None:
    """Writes the result of a position without moves into the row of the move that led there."""
    if game.has_stuck:
        settle(game, mem, row, seen_from_root(game, mem, state, game.score(game.stuck(state)), 0, h.STUCK))
    else:
        break_off(game, mem, state, h.NO_MOVES)
