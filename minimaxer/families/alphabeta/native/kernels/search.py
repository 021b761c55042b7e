"""The full-featured search: fail-soft negamax with null windows, transposition table, learnt move ordering and quiescence.

Values are for the mover of the position searched. Between parent and child, value and window are negated where the mover
changes, and kept where the same player moves again. Every function is compiled for one game, given as `game`.

Source: chessprogramming.org "Principal Variation Search", "Null Move Pruning", "Enhanced Transposition Cutoff".
"""

from __future__ import annotations

from typing import Any, Final

from .....base.scores import DECISIVE, DRAW, WIN
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, poke, prefetch
from .....game.protocol import CHANCE
from .....native.kernels.arena import arena_mark, arena_rewind
from .....native.kernels.limits import stopped
from .....native.kernels.positions import (
    bank_code,
    break_off,
    from_table,
    mixed,
    path_code,
    seen_from_root,
    static_value,
    to_table,
)
from .. import layout as w
from . import chance
from .moves import ENTRY_KEY, NOT_MAPPED, fill, learn, mark_entry, slot, table_code
from .path import came_before, depends_on_path
from .selective import (
    LEFT_OUT,
    NULL_VERIFIED,
    is_measured,
    is_too_bad,
    is_too_good,
    judged,
    may_guess,
    null_reduction,
    record_swing,
    spared,
)
from .sorting import pick, sort
from .table import DEEPEST, SOLVED, bucket, probe, store
from .team import busy, clear_busy, defer, mark_busy, mark_of

NULL_REDUCTION: Final = 2
NULL_DEPTH: Final = 3
"""Minimum depth at which a null move is tried."""
REDUCED_FROM: Final = 4
"""Index of the first move that is reduced, counted from 0."""
ENHANCED_DEPTH: Final = 3
"""Minimum depth at which the children's entries are probed first."""
ENHANCED_NODES: Final = 16
"""Nodes that children must have on average for their entries to be probed first."""
NO_MOVE: Final = -1
OVER: Final = -2
"""Stored in place of a child's mover: the game is over."""
FEW_NODES: Final = 16
"""Subtrees with fewer nodes on average are small."""
MOST_NODES: Final = 1 << 20
"""Larger subtrees count as this large in the average."""
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
ANSWERS_MOSTLY: Final = (1 << w.ANSWERED_BITS) // 3
"""Share of probes answered by the table from which moves generated before the probe are wasted too often."""


def bump(mem: int, counter: int) -> None:
    """Increments a counter."""
    poke(mem, counter, peek(mem, counter) + 1)


def record_cutoff(mem: int, tried: int) -> None:
    """Counts a cutoff by the last move tried."""
    bump(mem, w.FIRST_CUTOFFS + min(tried, 3) - 1)


def for_mover(player: int, value: Any) -> Any:
    """Converts a value for player 0 to one for the mover, or back."""
    return value if player == 0 else -value


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


def settled(game: Any, state: Any, player: int, flags: int) -> Any:
    """The banked part of the value for the mover, which stored values leave out."""
    if game.has_banked:
        if not keeps_whole(game, flags):
            banked = game.score(game.banked(state))
            return -banked if player == 1 else banked
    return game.score(0)


def keeps_whole(game: Any, flags: int) -> bool:
    """True if stored values include what is banked, and positions with different banks have different keys.

    A draw by repetition is a draw whatever is banked, and so is a leaf without an evaluation, where depths are to be exact.
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
    """True if a value at this ply should be stored.

    Where subtrees are small and the table is large, searching them again is quicker than waiting for memory; unless the table
    answers often, because of many transpositions, and the game's key is short.
    """
    if game.has_quick_key:
        if peek(mem, w.ANSWERED) >= ANSWERS_OFTEN:
            return True
    average = peek(mem, w.SMALL + min(ply, w.SMALL_PLIES - 1))
    if average == 0 or average >= FEW_NODES * w.SMALL_STEPS:
        return True
    return peek(peek(mem, w.TABLE), w.BUCKETS) < LARGE_TABLE


def record_answer(mem: int, answered: bool) -> None:
    """Updates the share of probes that the table answered."""
    share = peek(mem, w.ANSWERED)
    poke(mem, w.ANSWERED, share + ((((1 << w.ANSWERED_BITS) if answered else 0) - share) >> 10))


def record_size(mem: int, ply: int, nodes: int) -> None:
    """Updates the average number of nodes of subtrees that begin at this ply.

    A few large subtrees among many small ones make the average large: their values are stored.
    """
    place = w.SMALL + min(ply, w.SMALL_PLIES - 1)
    average = peek(mem, place)
    size = min(nodes, MOST_NODES) * w.SMALL_STEPS
    poke(mem, place, max(1, size if average == 0 else average + (size - average >> 6)))


def reach(game: Any, mem: int, state: Any, player: int, ply: int) -> Any:
    """The lowest and highest values still possible by the game's `bounds`, for the mover, as seen from the root."""
    low, high = game.bounds(state)
    low, high = game.score(low), game.score(high)
    if not -WIN <= low <= high <= WIN:
        break_off(game, mem, state, h.BOUNDS)
    if player != 0:
        low, high = -high, -low
    return from_table(game, low, ply), from_table(game, high, ply)


def generate(
    game: Any,
    mem: int,
    state: Any,
    player: int,
    ply: int,
    top: int,
    entry: int,
    symmetry: int,
    previous: int,
    noisy: bool,
    filled: int,
) -> int:
    """Puts the position's moves on the stack, sorted unless they are picked one by one; returns their number.

    At the root they may be there already; if `filled` is not negative, that many are there, but unsorted. A negative number: the
    search has been stopped.
    """
    if ply == 0 and peek(mem, w.ROOT_COUNT) > 0:
        return peek(mem, w.ROOT_COUNT)
    count = filled
    if count < 0:
        count = fill(game, mem, state, player, ply, top, previous, noisy)
    if count < 0:
        poke(mem, h.STOP, h.BY_MOVES)
        return count
    mark_entry(game, mem, top, count, entry, symmetry)
    if count > 1:
        sort(mem, peek(mem, w.ORDERING), top, top + count)
    return count


def next_slot(mem: int, ply: int, top: int, index: int, count: int) -> int:
    """The stack slot of the move with this index; picks the move first if the ordering is lazy."""
    if ply == 0 and peek(mem, w.ROOT_COUNT) > 0:
        return index
    if peek(mem, w.ORDERING) == w.LAZY_PICK:
        pick(mem, top + index, top + count)
    return slot(mem, top + index, top)


def without_moves(game: Any, mem: int, state: Any, player: int, ply: int) -> Any:
    """The value of a position without moves, for its mover."""
    if game.has_stuck:
        return for_mover(player, seen_from_root(game, mem, state, game.score(game.stuck(state)), ply, h.STUCK))
    break_off(game, mem, state, h.NO_MOVES)
    return game.score(0)


def have_entries(mem: int, ply: int) -> bool:
    """True if the children at this ply are large enough on average for probing their entries to pay."""
    average = peek(mem, w.SMALL + min(ply, w.SMALL_PLIES - 1))
    return average == 0 or average >= ENHANCED_NODES * w.SMALL_STEPS


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
                value += settled(game, child, mover, flags)
            if mover != player:
                value = -value
            if value > best:
                best = value
                if best >= beta:
                    if data & SOLVED == 0:
                        bump(mem, w.HORIZON)
                    return best
    return best


def keep_line(game: Any, mem: int, ply: int, move: Any) -> None:
    """Stores the move and the child's line as the principal variation of this ply."""
    size = game.move_words
    row = game.lines + ply * w.LINE_PLIES * size
    below = row + w.LINE_PLIES * size
    game.store_move(mem, row, move)
    length = peek(mem, w.LENGTHS + ply + 1) if ply + 1 < w.LINE_PLIES else 0
    length = min(length, w.LINE_PLIES - 1)
    for place in range(length * size):
        poke(mem, row + size + place, peek(mem, below + place))
    poke(mem, w.LENGTHS + ply, length + 1)


def record_root(game: Any, mem: int, index: int, value: Any, low: Any, high: Any) -> None:
    """Stores the value of a root move for the mover, and its kind of bound."""
    game.store_score(mem, w.ROOT_VALUES + index, value)
    poke(mem, w.ROOT_BOUNDS + index, w.UPPER if value <= low else w.LOWER if value >= high else w.EXACT)
    poke(mem, w.ROOT_DONE, index + 1)


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
    """Stores a value in the table, without its `settled` part; `seen` if every line was searched to the end of the game."""
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
    """True if the table has the other bound of a solved value and both are equal: the value is then exact.

    Positions of a principal variation occur in the proofs of both bounds; otherwise only the last bound would be kept.
    """
    data, other = probe(game, mem, key, player)
    return data & SOLVED != 0 and data & 3 == w.EXACT - bound and other == value


def frontier(game: Any, mem: int, state: Any, player: int, ply: int, alpha: Any, beta: Any, best: Any) -> Any:
    """`search` one ply before the leaves, where neither sorting moves nor storing the value pays."""
    open_window = game.above(alpha) < beta
    tried = 0
    for move in game.searched_moves(state):
        end = arena_mark(game, mem)
        child = game.play(state, move)
        over, value = game.outcome_value(game, mem, child, ply + 1)
        if not over:
            value = static_value(game, mem, child)
            bump(mem, w.HORIZON)
        arena_rewind(game, mem, end)
        value = for_mover(player, value)
        tried += 1
        if value > best:
            best = value
            if best > alpha:
                alpha = best
                if open_window and ply < w.LINE_PLIES:
                    if ply + 1 < w.LINE_PLIES:
                        poke(mem, w.LENGTHS + ply + 1, 0)
                    keep_line(game, mem, ply, move)
                if alpha >= beta:
                    record_cutoff(mem, tried)
                    break
    poke(mem, h.NODES, peek(mem, h.NODES) + tried)
    if tried == 0:
        return without_moves(game, mem, state, player, ply)
    return best


def searched(
    game: Any,
    mem: int,
    child: Any,
    mover: int,
    player: int,
    depth: int,
    ply: int,
    alpha: Any,
    beta: Any,
    top: int,
    hint: int,
    index: int,
    flags: int,
    less: int,
) -> Any:
    """The value for a player after their move of that index (-1: the null move), and the window within which it is exact.

    The null move is searched with a null window. A move reduced by `less` plies, as late moves are, is searched again deeper, and
    then with a wider window, if it fails high.
    """
    if mover != 0 and mover != game.last_player:
        if not game.has_chances or mover != CHANCE:
            break_off(game, mem, child, h.PLAYER)
    least, most = alpha, beta
    if index < 0:
        least = game.below(beta)
    elif ply == 0 and flags & w.EXACT_ROOT:
        least, most = game.lowest, game.highest
    elif index > 0 and flags & w.NULL_WINDOWS and game.above(alpha) < beta:
        most = game.above(alpha)
    if flags & w.REDUCTIONS and index >= REDUCED_FROM and depth > 2 and game.above(least) >= most:
        less = max(less, 1)
    while True:
        same = mover == player
        if game.has_chances:
            same = (mover == 1) == (player == 1)  # what chance decides is looked at as player 0 does
        from_, to = (least, most) if same else (-most, -least)
        repeated = peek(mem, w.REPEATED)
        poke(mem, w.REPEATED, w.NOT_REPEATED)
        before = peek(mem, h.NODES)
        value = search(game, mem, child, mover, depth - 1 - less, ply + 1, from_, to, top, hint)
        if not game.has_noisy_moves:
            record_size(mem, ply + 1, peek(mem, h.NODES) - before)
        if not same:
            value = -value
        poke(mem, w.REPEATED, min(repeated, peek(mem, w.REPEATED)))
        if peek(mem, h.STOP) != 0 or index < 0 or value <= least:
            return value, least, most
        if less > 0:
            less = 0
        elif most < beta and value < beta:
            most = beta
        else:
            return value, least, most


# `search` is long on purpose. The search below a move, taken out, cost nothing; what stands before the moves, as a function of
# its own that is inlined, cost connect four some 3 % of its nodes a second, and together with what follows a move some 5 %
# (2.5 GHz, one core, four games interleaved with an earlier version).
def search(
    game: Any, mem: int, state: Any, player: int, depth: int, ply: int, alpha: Any, beta: Any, top: int, previous: int
) -> Any:
    """The value for its mover of a position where the game is running.

    Args:
        game: The game's rules, compiled in.
        mem: The address of the kernel's memory.
        state: The position.
        player: Its mover.
        depth: Plies left; 0 and below means quiescence.
        ply: Plies from the root.
        alpha: Lower end of the window; values at or below it need not be exact.
        beta: Upper end of the window; values at or above it need not be exact.
        top: The first free slot of the move stack.
        previous: The history index of the move that led here; -1 after a null move.
    """
    if stopped(mem):
        return alpha
    if game.has_chances:
        if player == CHANCE:
            if depth <= 0:
                bump(mem, w.HORIZON)
                return static_value(game, mem, state)
            return chance.average(game, mem, state, depth, ply, alpha, beta, top, previous)
    # The key, early, so that its bucket is on the way while other things are looked at.
    flags = peek(mem, h.FLAGS)
    tabled = flags & w.USE_TABLE != 0 and depth > (0 if game.has_noisy_moves or ply == 0 else 1)
    if game.has_noisy_moves:
        tabled = tabled or (flags & w.SELECTIVE != 0 and flags & w.USE_TABLE != 0)
    else:
        tabled = tabled and is_worth_keeping(game, mem, ply)
    key = 0
    symmetry = 0
    bank = game.score(0)
    if tabled:
        key, symmetry = position_key(game, state, flags)
        bank = settled(game, state, player, flags)
        prefetch(bucket(game, mem, key))
    # Draw by repetition.
    tracked = flags & w.REPETITION != 0 and depth > 0
    if tracked and came_before(mem, path_code(game, state, player), ply):
        return game.score(DRAW)
    horizon = peek(mem, w.HORIZON)
    best = game.lowest
    low, high = alpha, beta
    noisy = False
    entry = NO_MOVE
    static = game.lowest
    # What selective search thinks of the position, worked out while the table's bucket is on the way.
    if game.has_noisy_moves:
        if flags & w.SELECTIVE and ply > 0:
            static = judged(game, mem, state, player)
        # Quiescence: the static value stands unless a noisy move is better.
        if depth <= 0:
            if tabled:
                data, value = probe(game, mem, key, player)
                if data != 0:
                    entry = (data >> 16) & 0xFFFF
                    value = from_table(game, value, ply) + bank
                    if proves(data, value, alpha, beta):
                        if data & SOLVED == 0:
                            bump(mem, w.HORIZON)
                        return value
                    tabled = searched_depth(data) == 0  # an entry of a deeper search is worth more
            last = -depth >= peek(mem, w.QUIET_PLIES)
            noisy = True
            if game.has_must_move:
                noisy = static > game.lowest if flags & w.SELECTIVE else not game.must_move(state)
            if noisy or last:
                bump(mem, w.HORIZON)
                if static == game.lowest:
                    static = for_mover(player, static_value(game, mem, state))
                best = static
                if best >= beta or last:
                    return best
                alpha = max(alpha, best)
    # Win-distance pruning.
    if flags & w.WIN_DISTANCE and ply > 0:
        nearest = ply if game.has_stuck else ply + 1  # the game may be over here, and nobody has noticed
        if game.score(WIN - nearest) <= alpha:
            return game.score(WIN - nearest)
        if game.score(ply - WIN) >= beta:
            return game.score(ply - WIN)
    # What the game can still reach.
    if game.has_bounds:
        if depth > 0 and ply > 0:
            least, most = reach(game, mem, state, player, ply)
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most
            best = least
            alpha = max(alpha, least)
            beta = min(beta, most)

    # One ply left: no sorting, no table.
    if not game.has_noisy_moves:
        if depth == 1 and ply > 0:
            return frontier(game, mem, state, player, ply, alpha, beta, best)
    # Transposition table: an answer, or the move to try first. Its bucket takes as long to come as the moves to be made.
    filled = -1
    if game.can_fill_early:
        if tabled and ply > 0 and peek(mem, w.ANSWERED) < ANSWERS_MOSTLY:
            filled = fill(game, mem, state, player, ply, top, previous, False)
    if tabled and depth > 0:
        data, value = probe(game, mem, key, player)
        answered = False
        if data != 0:
            entry = (data >> 16) & 0xFFFF
            value = from_table(game, value, ply) + bank
            answered = ply > 0 and usable(data, depth, flags) and proves(data, value, alpha, beta)
        if game.has_quick_key and not game.has_noisy_moves:
            record_answer(mem, answered)
        if answered:
            if data & SOLVED == 0:
                bump(mem, w.HORIZON)
            return value

    # Selective search: too good to be allowed, or left to quiescence.
    if game.has_noisy_moves:
        if flags & w.SELECTIVE and depth > 0 and ply > 0:
            record_swing(game, mem, player, ply, static)
            if static > game.lowest and may_guess(game, alpha, beta) and is_measured(mem):
                if is_too_good(game, mem, static, depth, beta):
                    bump(mem, w.HORIZON)
                    return static
                if is_too_bad(game, mem, static, depth, alpha):
                    bump(mem, w.HORIZON)
                    depth, noisy, tabled = 0, True, False
                    best = max(best, static)

    count = -1
    index = 0
    # Null move: where it is worth a try, it is the move of index -1, so that one call below searches all moves.
    if game.has_null:
        if flags & w.NULL_MOVE and ply > 0 and depth >= NULL_DEPTH and previous >= 0 and -DECISIVE < beta < DECISIVE:
            index = -1
            if flags & w.SELECTIVE:
                if static < beta or not may_guess(game, alpha, beta):
                    index = 0
    unverified = 0
    before_moves = best
    open_window = ply == 0 or game.above(alpha) < beta
    shared = tabled and ply < peek(mem, w.DEFER_PLIES)
    best_code = entry
    move = game.load_move(mem, w.MOVES)
    end = arena_mark(game, mem)
    while True:
        arena_rewind(game, mem, end)
        value = game.score(0)
        mover = player
        over = False
        child = state
        hint = -1
        less = 0
        mark = 0
        early = False
        # The next move: the null move, the table's before any is generated, or the best of those left.
        if index < 0:
            if game.has_null:
                over, child = game.skip(state)
                if over:
                    index = 0
                    continue
                mover = game.player(child)
                less = null_reduction(depth) if flags & w.SELECTIVE else NULL_REDUCTION
                if depth == 1 + NULL_REDUCTION and not game.has_noisy_moves:
                    over = True
                    value = for_mover(player, static_value(game, mem, child))
        else:
            if game.has_is_legal:
                if count < 0 and index == 0 and ply > 0 and 0 <= entry < NOT_MAPPED and symmetry == 0 and not noisy:
                    move = game.unpacked(entry)
                    early = game.is_legal(state, move)
            if count < 0 and not early:
                count = generate(game, mem, state, player, ply, top, entry, symmetry, previous, noisy, filled)
                if count <= 0:
                    if count == 0 and not noisy:
                        return without_moves(game, mem, state, player, ply)
                    return best
                # Enhanced transposition cut-off.
                looks = flags & w.ENHANCED_CUTOFFS and tabled and depth >= ENHANCED_DEPTH and ply > 0
                if looks and have_entries(mem, ply + 1):
                    value = enhanced(game, mem, state, player, depth, ply, beta, top, count, flags)
                    if value >= beta:
                        return value
                if index == 1 and pick(mem, top, top + count) < ENTRY_KEY:
                    index = 0  # the table's move was legal, but is not among those worth searching
            if not early:
                if index == count:
                    if unverified == 0:
                        break
                    depth += unverified
                    unverified = 0
                    index = 0
                    best = before_moves
                    continue
                move = game.load_move(mem, w.MOVES + next_slot(mem, ply, top, index, count) * game.move_words)
            # Selective search: moves left out, or searched less deep at first.
            if game.has_gain:
                if flags & w.SELECTIVE and ply > 0 and not early:
                    less = spared(game, mem, state, player, move, depth, ply, index, static, best, alpha, beta, noisy)
                    if less == LEFT_OUT:
                        bump(mem, w.HORIZON)
                        index += 1
                        continue
            # Several workers (ABDADA): moves that another is at come later.
            if shared and index > 0 and (ply > 0 or peek(mem, w.ROOT_COUNT) == 0):
                mark = mark_of(key, player, game.move_code(move), depth)
                if busy(mem, mark) and defer(mem, top + index, top + count):
                    continue
                mark_busy(mem, mark)
            # Its position: over, a leaf, or to be searched.
            child = game.play(state, move)
            bump(mem, h.NODES)
            over, value = game.outcome_value(game, mem, child, ply + 1)
            if over:
                value = for_mover(player, value)
            elif depth == 1 and (not game.has_noisy_moves or peek(mem, w.QUIET_PLIES) == 0):
                over = True
                value = for_mover(player, static_value(game, mem, child))
                bump(mem, w.HORIZON)
            else:
                mover = game.player(child)
                hint = game.history_of(move, game.move_code(move))
        if open_window and ply + 1 < w.LINE_PLIES:
            poke(mem, w.LENGTHS + ply + 1, 0)
        least, most = game.lowest, game.highest  # the value of a move that ends the game, or a leaf's, is exact
        if not over:
            value, least, most = searched(
                game, mem, child, mover, player, depth, ply, alpha, beta, top + max(count, 0), hint, index, flags, less
            )
        if mark != 0:
            clear_busy(mem, mark)
        if peek(mem, h.STOP) != 0:
            return best
        if index < 0:
            index = 0
            if value >= beta:
                bump(mem, w.HORIZON)
                if flags & w.SELECTIVE:  # having to move may be what loses: the moves must bear it out, less deep
                    unverified = min(NULL_VERIFIED, depth - 1)
                    depth -= unverified
                    continue
                return beta
            continue
        # The answer: a better move, a cut-off.
        if ply == 0:
            record_root(game, mem, index, value, least, most)
        if value > best:
            best = value
            if best > alpha or ply == 0:
                if best > alpha or entry < 0:  # of moves that all fail, the best says less than what once was one
                    best_code = table_code(game, move, symmetry)
                alpha = max(alpha, best)
                if open_window and ply < w.LINE_PLIES:
                    keep_line(game, mem, ply, move)
                if ply == 0:
                    poke(mem, w.ROOT_BEST, index)
        index += 1
        if alpha >= beta:
            if not noisy:
                learn(game, mem, player, depth, ply, top, index - 1, move, previous)
            record_cutoff(mem, index)
            break
        # Several workers: the position may have been answered meanwhile.
        if shared and ply > 0 and not over:
            data, value = probe(game, mem, key, player)
            if data != 0 and usable(data, depth, flags):
                value = from_table(game, value, ply) + bank
                if (data & w.LOWER and value >= beta) or (data & w.UPPER and (value <= low or value <= best)):
                    if data & SOLVED == 0:
                        bump(mem, w.HORIZON)
                    if value > best and open_window and ply < w.LINE_PLIES:
                        poke(mem, w.LENGTHS + ply, 0)
                    return max(value, best)
    # To the table, unless the value hangs on the way here.
    if tracked and depends_on_path(mem, ply):
        return best
    if tabled:
        depth = max(depth, 0)
        remember(game, mem, key, player, depth, ply, low, high, best, best_code, bank, peek(mem, w.HORIZON) == horizon)
    return best
