"""The transposition table, buckets of two entries, one kept for its depth, one always replaced, and its use by the search.

An entry is two words, `key ^ data` and `data`; with float scores three, the last the score, which is xored in too. A torn entry
matches no key. `data`, from the lowest bit: bound 2, player 1, solved 1, generation 3, depth 9, move 16, score 32; in games with
chance, whose scores are floats, the lowest bit of the last part says that chance decides.

Workers also share a table while it grows: an entry may then be missed or lost, but a wrong one is never accepted.

Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25(1), 2002.
"""

from __future__ import annotations

from typing import Any, Final

from .....base.scores import DECISIVE, WIN
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, poke, poke_atomic, prefetch, swap_if
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind
from .....native.kernels.positions import bank_code, from_table, margin_of, mixed, to_table
from .. import layout as w
from .moves import slot
from .results import bump

SOLVED: Final = 8
GENERATION: Final = 7 << 4
DEEPEST: Final = 510
_LOW32: Final = 0xFFFF_FFFF
_BY_CHANCE: Final = 1 << 32


def mover_bits(player: int) -> int:
    """The bits of an entry's data that encode the mover, in games with chance."""
    return _BY_CHANCE if player == CHANCE else player << 2


def bucket(game: Any, mem: int, key: int) -> int:
    """The address of the key's bucket."""
    table = peek(mem, w.TABLE)
    number = (((key >> 32) & _LOW32) * peek_atomic(table, w.BUCKETS)) >> 32
    return table + 8 * w.TABLE_HEADER + number * (48 if game.has_float_scores else 32)


def probe(game: Any, mem: int, key: int, player: int) -> Any:
    """The data and score of the position's entry; data is 0 if there is none."""
    address = bucket(game, mem, key)
    for first in (0, 3) if game.has_float_scores else (0, 2):
        check = peek_atomic(address, first)
        data = peek_atomic(address, first + 1)
        if game.has_float_scores:
            bits = peek_atomic(address, first + 2)
            if game.has_chances:
                if check ^ data ^ bits == key and data != 0 and data & (_BY_CHANCE | 4) == mover_bits(player):
                    return data, float_of(bits)
            elif check ^ data ^ bits == key and data != 0 and (data >> 2) & 1 == player:
                return data, float_of(bits)
        elif check ^ data == key and data != 0 and (data >> 2) & 1 == player:
            return data, game.score(data >> 32)
    return 0, game.score(0)


def store(game: Any, mem: int, key: int, player: int, depth: int, bound: int, solved: bool, move: int, value: Any) -> None:
    """Stores an entry in place of a shallower or older one, or else of the one that is always replaced."""
    table = peek(mem, w.TABLE)
    buckets = peek_atomic(table, w.BUCKETS)
    if 4 * peek(mem, w.FILLED) * peek(mem, w.WORKERS) > 3 * buckets:
        if 2 * buckets <= peek(table, w.MOST_BUCKETS) and swap_if(table, w.GROWING, 0, 1):
            if peek_atomic(table, w.BUCKETS) == buckets:
                grow(game, mem)
            poke_atomic(table, w.GROWING, 0)
    depth = min(depth, DEEPEST)
    mover = player << 2
    if game.has_chances:
        mover = mover_bits(player)
    data = bound | mover | (SOLVED if solved else 0) | (peek(mem, w.GENERATION) & 7) << 4 | depth << 7
    data |= (move & 0xFFFF) << 16
    bits = bits_of(value)
    if game.has_float_scores:
        place(game, mem, key, data, bits)
    else:
        place(game, mem, key, data | bits << 32, 0)


def place(game: Any, mem: int, key: int, data: int, bits: int) -> None:
    """Chooses an entry of the key's bucket, and replaces it."""
    address = bucket(game, mem, key)
    old = peek_atomic(address, 1)
    if old != 0 and (old ^ data) & GENERATION == 0 and (data >> 7) & 511 < (old >> 7) & 511:
        score = peek_atomic(address, 2) if game.has_float_scores else 0
        if peek_atomic(address, 0) ^ old ^ score != key:
            address += 24 if game.has_float_scores else 16
            old = peek_atomic(address, 1)
    if old == 0 or (old ^ data) & GENERATION != 0:
        poke(mem, w.FILLED, peek(mem, w.FILLED) + 1)
    poke_atomic(address, 0, key ^ data ^ bits)
    poke_atomic(address, 1, data)
    if game.has_float_scores:
        poke_atomic(address, 2, bits)


def grow(game: Any, mem: int) -> None:
    """Doubles the part of the table in use: a small table is faster while it is large enough.

    A bucket's entries move to the two buckets at twice its number; going from last to first overwrites none. Entries that other
    workers store meanwhile already use the new number, and are moved once more when reached.
    """
    size = 3 if game.has_float_scores else 2
    table = peek(mem, w.TABLE)
    buckets = peek(table, w.BUCKETS)
    filled = peek(mem, w.FILLED)
    poke_atomic(table, w.BUCKETS, 2 * buckets)
    for number in range(buckets - 1, -1, -1):
        address = table + 8 * w.TABLE_HEADER + 16 * size * number
        for entry in range(2):
            first = entry * size
            check, data = peek_atomic(address, first), peek_atomic(address, first + 1)
            bits = peek_atomic(address, first + 2) if game.has_float_scores else 0
            poke_atomic(address, first + 1, 0)
            if data != 0:
                place(game, mem, check ^ data ^ bits, data, bits)
    poke(mem, w.FILLED, filled)


FEW_NODES: Final = 16
"""Subtrees with fewer nodes on average are small."""
LARGE_TABLE: Final = 1 << 16
"""Number of buckets from which a table does not fit the caches.

Source: with small subtrees left out of large tables, reversi with 14 to 19 empty squares takes 0.75 times the time; small
tables lose by it (L1_R1 1.1 times).
"""
ANSWERS_OFTEN: Final = (1 << w.ANSWERED_BITS) >> 3
"""Share of probes answered by the table from which small subtrees are stored too.

Source: shares with all subtrees kept: reversi 0.05, connect four 0.19, Kalah (4,4) 0.22, dots and boxes 3x3 0.47. FFO 40 took 1.2
times the processor time with small subtrees kept, 100 of connect four's L2_R2 0.7 times, 20 of L1_R2 0.75 times; connect four in
Python's texts, whose keys have hundreds of words, 1.8 times.
"""
ENHANCED_NODES: Final = 16
"""Nodes that children must have on average for their entries to be probed first."""
OVER: Final = -2
"""Stored in place of a child's mover: the game is over."""


def searched_depth(data: int) -> int:
    """The depth to which an entry was searched."""
    return (data >> 7) & 511


def usable(data: int, depth: int, flags: int) -> bool:
    """True if an entry is solved or deep enough; with `EXACT_DEPTH`, only if its depth is equal."""
    searched = searched_depth(data)
    if flags & w.EXACT_DEPTH:
        return searched == depth
    return data & SOLVED != 0 or searched >= depth


def proves(data: int, value: Any, alpha: Any, beta: Any) -> bool:
    """True if an entry is exact, or its bound fails high or low against the window."""
    bound = data & 3
    return bound == w.EXACT or (value >= beta if bound == w.LOWER else value <= alpha)


def banked_part(game: Any, state: Any, player: int, flags: int) -> Any:
    """The margin for the mover, which stored values leave out."""
    if game.has_banked:
        if not keeps_whole(game, flags):
            margin = margin_of(game, state)
            return -margin if player == 1 else margin
    return game.score(0)


def keeps_whole(game: Any, flags: int) -> bool:
    """True if stored values include margins, and positions with different margins have different keys. A draw by repetition is a
    draw whatever the margin, and so is a leaf without an evaluation, where depths are to be exact.
    """
    if game.has_evaluate:
        return flags & w.REPETITION != 0
    return flags & (w.REPETITION | w.EXACT_DEPTH) != 0


def position_key(game: Any, state: Any, flags: int) -> Any:
    """The position's table key, and the symmetry that maps it to its canonical position."""
    symmetry = 0
    same = state
    if game.has_canonical:
        same, symmetry = game.canonical(state)
    key = mixed(game.key_words(game.key(same)))
    if game.has_banked:
        if keeps_whole(game, flags):
            key ^= bank_code(game, state)
    return key, symmetry


def is_worth_keeping(game: Any, mem: int, ply: int) -> bool:
    """True if a value at this ply should be stored. Where subtrees are small and the table is large, searching them again is
    quicker than waiting for memory; unless the table answers often, because of many transpositions, and the game's key is short.
    """
    if game.has_quick_key:
        if peek(mem, w.ANSWERED) >= ANSWERS_OFTEN:
            return True
    average = peek(mem, w.SMALL + min(ply, w.SMALL_PLIES - 1))
    if average == 0 or average >= FEW_NODES * w.SMALL_STEPS:
        return True
    return peek(peek(mem, w.TABLE), w.BUCKETS) < LARGE_TABLE


def have_entries(mem: int, ply: int) -> bool:
    """True if the children at this ply are large enough on average for probing their entries to pay."""
    average = peek(mem, w.SMALL + min(ply, w.SMALL_PLIES - 1))
    return average == 0 or average >= ENHANCED_NODES * w.SMALL_STEPS


def remember(
    game: Any,
    mem: int,
    key: int,
    player: int,
    depth: int,
    ply: int,
    low: Any,
    high: Any,
    best: Any,
    move: int,
    bank: Any,
    seen: bool,
) -> None:
    """Stores a value in the table, without its margin; `seen` if every line was searched to the end of the game."""
    bound = w.UPPER if best <= low else w.LOWER if best >= high else w.EXACT
    value = to_table(game, best, ply) - bank
    if not game.has_chances and not seen:  # wins that are proven hold at every depth, whatever the other lines may hide
        if bound == w.LOWER:
            seen = value >= DECISIVE
        elif bound == w.UPPER:
            seen = value <= -DECISIVE
        elif peek(mem, h.FLAGS) & w.GUESSING == 0:  # which may have overlooked a quicker win
            seen = abs(value) >= DECISIVE and WIN - abs(value) <= depth
    if seen and bound != w.EXACT and met(game, mem, key, player, bound, value):
        bound = w.EXACT
    if depth > DEEPEST:  # in a search to the end of the game: what lies nearer to the root is worth more
        depth = max(DEEPEST - ply, 0)
    store(game, mem, key, player, depth, bound, seen, move, value)


def met(game: Any, mem: int, key: int, player: int, bound: int, value: Any) -> bool:
    """True if the table has the other bound of a solved value and both are equal: the value is then exact. Positions of a
    principal variation occur in the proofs of both bounds; otherwise only the last bound would be kept.
    """
    data, other = probe(game, mem, key, player)
    return data & SOLVED != 0 and data & 3 == w.EXACT - bound and other == value


def fetch_entries(game: Any, mem: int, state: Any, ply: int, top: int, count: int, flags: int) -> None:
    """Computes the children's keys and movers, and prefetches all their buckets before any is probed."""
    end = arena_mark(game, mem)
    for number in range(count):
        arena_rewind(game, mem, end)
        child = game.play(state, game.load_move(mem, w.MOVES + slot(mem, top + number, top) * game.move_words))
        over, _ = game.outcome_value(game, mem, child, ply)
        if over:
            poke(mem, w.CHILD_MOVERS + number, OVER)
            continue
        key, _ = position_key(game, child, flags)
        prefetch(bucket(game, mem, key))
        poke(mem, w.CHILD_KEYS + number, key)
        poke(mem, w.CHILD_MOVERS + number, game.player(child))
    arena_rewind(game, mem, end)


def enhanced(
    game: Any, mem: int, state: Any, player: int, depth: int, ply: int, beta: Any, top: int, count: int, flags: int
) -> Any:
    """The best lower bound that the children's table entries prove for the mover; only useful from `beta` on."""
    fetch_entries(game, mem, state, ply + 1, top, count, flags)
    best = game.lowest
    for number in range(count):
        mover = peek(mem, w.CHILD_MOVERS + number)
        if mover == OVER:
            continue
        data, value = probe(game, mem, peek(mem, w.CHILD_KEYS + number), mover)
        if data & (w.LOWER if mover == player else w.UPPER) and usable(data, depth - 1, flags):
            value = from_table(game, value, ply + 1)
            if game.has_banked:
                child = game.play(state, game.load_move(mem, w.MOVES + slot(mem, top + number, top) * game.move_words))
                value += banked_part(game, child, mover, flags)
            if mover != player:
                value = -value
            if value > best:
                best = value
                if best >= beta:
                    if data & SOLVED == 0:
                        bump(mem, w.HORIZON)
                    return best
    return best
