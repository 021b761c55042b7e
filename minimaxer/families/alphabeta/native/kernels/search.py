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
from .....native.kernels.parts import arena_mark, arena_rewind, stopped
from .....native.kernels.positions import break_off, from_table, path_code, static_value
from .. import layout as w
from .moves import ENTRY_KEY, NOT_MAPPED, fill, learn, mark_entry, pick, slot, sort, table_code
from .results import (
    bump,
    came_before,
    depends_on_path,
    for_mover,
    keep_line,
    reach,
    record_answer,
    record_cutoff,
    record_root,
    record_size,
    without_moves,
)
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
    reduction,
)
from .team import busy, clear_busy, defer, mark_busy, mark_of
from .transpositions import (
    SOLVED,
    banked_part,
    bucket,
    enhanced,
    have_entries,
    is_worth_keeping,
    position_key,
    probe,
    proves,
    remember,
    searched_depth,
    usable,
)

NULL_REDUCTION: Final = 2
NULL_DEPTH: Final = 3
"""Minimum depth at which a null move is tried."""
REDUCED_FROM: Final = 4
"""Index of the first move that is reduced, counted from 0."""
ENHANCED_DEPTH: Final = 3
"""Minimum depth at which the children's entries are probed first."""
NO_MOVE: Final = -1
ANSWERS_MOSTLY: Final = (1 << w.ANSWERED_BITS) // 3
"""Share of probes answered by the table from which moves generated before the probe are wasted too often."""


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

    `depth` is the plies left, 0 and below meaning quiescence, `ply` those from the root. Values at or below `alpha`, or at or
    above `beta`, need not be exact. `top` is the first free slot of the move stack, `previous` the history index of the move that
    led here, -1 after a null move.
    """
    if stopped(mem):
        return alpha
    if game.has_chances:
        if player == CHANCE:
            if depth <= 0:
                bump(mem, w.HORIZON)
                return static_value(game, mem, state)
            return game.average(mem, state, depth, ply, alpha, beta, top, previous)
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
        bank = banked_part(game, state, player, flags)
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
    # What selective search thinks of the position, found while the table's bucket is on the way.
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
                    less = reduction(game, mem, state, player, move, depth, ply, index, static, best, alpha, beta, noisy)
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
