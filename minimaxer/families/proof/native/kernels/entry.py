"""df-pn: depth-first proof-number search, which returns only when another line has become more promising.

A position's proof number is the least of its moves' numbers if player 0 moves; otherwise it is the greatest of them, plus 1 for
each other open move. Disproof numbers mirror this. The sum, which defines proof numbers, counts a position once for each path to
it, and misleads where there are many.

The frames of the positions on the path have a memory block of their own, so that neither the depth of a game nor the thread's
stack limits the search, and a stopped search can continue.

Repetition is a draw. That is enough for one side, whose result then depends on the path: it is stored for that path alone, unless
the repeated position is the one in question or below it. Results of the other side do not rely on repetition and hold on every
path.

Source: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002; J. Pawlewicz and L. Lew, "Improving
depth-first PN-search: 1 + epsilon trick", 2007; T. Ueda and others, "Weak proof-number search", 2008, for replacing sums;
A. Kishimoto, "Dealing with infinite loops, underestimation, and overestimation of depth-first proof-number search", AAAI 2010,
for limits that grow until a new position is met.
"""

from __future__ import annotations

from typing import Any, Final

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import float_of, peek, plus, poke, times
from .....native.kernels.parts import arena_mark, arena_rewind, stopped
from .. import layout as w
from .leaves import dn_of, evaluate, key_on, pn_of, position_code, probe, put_numbers, store, without_moves

_STEP: Final = 0x5DEECE66D2545F49
"""Mixes the positions of a path; any odd number."""


def describe(rules: Any) -> None:
    """Adds the width of a frame's rows and the offset of the first one to the rules."""
    rules.proof_row = w.ROW + rules.move_words
    rules.proof_rows = w.FRAME + rules.state_words


def entry(game: Any, mem: int) -> int:
    """Answers the question about the state in memory, or continues with it; gives the stop reason, 0 at its end."""
    if peek(mem, w.TOP) < 0:
        begin(game, mem)
    if peek(mem, w.MODE) == w.SEARCH and peek(mem, w.TOP) >= 0:
        search(game, mem)
    return peek(mem, h.STOP)


def begin(game: Any, mem: int) -> None:
    """Makes the root's frame."""
    state = game.load_state(mem, h.STATE)
    player = game.player(state)
    key = position_code(game, mem, state, player)
    if enter(game, mem, 0, -1, state, player, key) and peek(mem, h.STOP) == 0:
        poke(mem, w.TOP, 0)
        weigh(game, mem, 0)


def search(game: Any, mem: int) -> None:
    """Searches the most promising line until the root is proven or refuted."""
    stack = peek(mem, w.STACK)
    while True:
        at = peek(mem, w.TOP)
        weigh(game, mem, at)
        if is_enough(mem, at):
            leave(game, mem, at)
            if peek(stack, at + w.PARENT) < 0:
                return
            continue
        if stopped(mem):
            return
        end = arena_mark(game, mem)
        descend(game, mem, at)
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return


def weigh(game: Any, mem: int, at: int) -> None:
    """Computes a frame's numbers from those of its moves, and chooses the move to search."""
    stack = peek(mem, w.STACK)
    player = peek(stack, at + w.PLAYER)
    mine = w.ROW_PN if player == 0 else w.ROW_DN
    theirs = w.ROW_DN if player == 0 else w.ROW_PN
    row = at + game.proof_rows
    least = w.INFINITE + 1
    second = w.INFINITE
    hardest = 0
    others = -1
    heaviest = 0
    chosen = 0
    loosest = -1
    tightest = w.FREE
    for number in range(peek(stack, at + w.COUNT)):
        needed = peek(stack, row + mine)
        tie = peek(stack, row + w.ROW_TIE)
        weight = peek(stack, row + w.ROW_WEIGHT)
        tightest = min(tightest, tie)
        if needed == 0:
            loosest = max(loosest, tie)
        if needed < least or (needed == least and weight > heaviest):
            second = min(second, least)
            least = needed
            heaviest = weight
            chosen = number
        elif needed < second:
            second = needed
        if needed < w.INFINITE:
            others += 1
            hardest = max(hardest, peek(stack, row + theirs))
        row += game.proof_row
    total = min(hardest + others, w.MOST)
    if least == 0:
        total = w.INFINITE
        tightest = loosest
    elif least == w.INFINITE:
        total = 0
    else:
        tightest = w.FREE
    poke(stack, at + w.CHOSEN, chosen)
    poke(stack, at + w.SECOND, second)
    poke(stack, at + w.OTHERS, others)
    poke(stack, at + w.FRAME_PN, least if player == 0 else total)
    poke(stack, at + w.FRAME_DN, total if player == 0 else least)
    poke(stack, at + w.TIE, tightest)
    if peek(stack, at + w.PARENT) < 0:
        poke(mem, w.PN, least if player == 0 else total)
        poke(mem, w.DN, total if player == 0 else least)


def is_enough(mem: int, at: int) -> bool:
    """True if the search should leave a frame: it is decided, or one of its numbers has reached its limit. If play can repeat,
    numbers may be passed on in cycles: once no new position has been met for long, leaving takes one.
    """
    stack = peek(mem, w.STACK)
    pn = peek(stack, at + w.FRAME_PN)
    dn = peek(stack, at + w.FRAME_DN)
    if pn == 0 or dn == 0:
        return True
    if pn < peek(stack, at + w.LIMIT_PN) and dn < peek(stack, at + w.LIMIT_DN):
        return False
    if peek(mem, w.EXPANDED) - peek(mem, w.LAST_NEW) < w.PATIENCE or peek(mem, w.NEW) > peek(stack, at + w.NEW_BEFORE):
        return True
    poke(stack, at + w.LIMIT_PN, max(peek(stack, at + w.LIMIT_PN), pn + 1))
    poke(stack, at + w.LIMIT_DN, max(peek(stack, at + w.LIMIT_DN), dn + 1))
    return False


def leave(game: Any, mem: int, at: int) -> None:
    """Stores the result of a frame's position, and returns to its parent."""
    stack = peek(mem, w.STACK)
    parent = peek(stack, at + w.PARENT)
    key = peek(stack, at + w.KEY)
    pn = peek(stack, at + w.FRAME_PN)
    dn = peek(stack, at + w.FRAME_DN)
    tie = peek(stack, at + w.TIE)
    nodes = peek(mem, h.NODES) - peek(stack, at + w.NODES_BEFORE)
    if parent >= 0 and tie < peek(stack, at + w.PLY):
        store(mem, key_on(key, peek(stack, parent + w.WAY)), tie, 0, nodes)
    else:
        tie = w.FREE
        store(mem, key, pn, dn, nodes)
    if parent >= 0:
        mark(mem, key, -1)
        put_numbers(stack, row_of(game, stack, parent), pn, dn, tie)
        poke(mem, w.TOP, parent)


def row_of(game: Any, stack: int, at: int) -> int:
    """The row of the move to search."""
    return at + game.proof_rows + peek(stack, at + w.CHOSEN) * game.proof_row


def mark(mem: int, key: int, change: int) -> None:
    """Adds a position to the path, or removes it."""
    place = w.MARKS + (key & w.MARK_COUNT - 1)
    poke(mem, place, peek(mem, place) + change)


def descend(game: Any, mem: int, at: int) -> None:
    """Makes the frame of the position after the chosen move, unless it is decided by now."""
    stack = peek(mem, w.STACK)
    row = row_of(game, stack, at)
    key = peek(stack, row + w.ROW_KEY)
    data = probe(mem, key)
    if data != 0 and (pn_of(data) == 0 or dn_of(data) == 0):
        put_numbers(stack, row, pn_of(data), dn_of(data), w.FREE)
        return
    state = game.play(game.load_state(stack, at + w.FRAME), game.load_move(stack, row + w.ROW))
    below = at + game.proof_rows + peek(stack, at + w.COUNT) * game.proof_row
    if not enter(game, mem, below, at, state, game.player(state), key):
        if peek(mem, h.STOP) == 0:
            store(mem, key, peek(stack, row + w.ROW_PN), peek(stack, row + w.ROW_DN), 1)
        return
    if peek(mem, h.STOP) != 0:
        mark(mem, key, -1)
        return
    limit(game, mem, at, row, below)
    if data == 0:
        poke(mem, w.NEW, peek(mem, w.NEW) + 1)
        poke(mem, w.LAST_NEW, peek(mem, w.EXPANDED))
    poke(mem, w.TOP, below)


def limit(game: Any, mem: int, at: int, row: int, below: int) -> None:
    """Sets the limits up to which the position below remains the most promising."""
    stack = peek(mem, w.STACK)
    limit_pn = peek(stack, at + w.LIMIT_PN)
    limit_dn = peek(stack, at + w.LIMIT_DN)
    second = peek(stack, at + w.SECOND)
    beyond = min(second + 1 + int(second * float_of(peek(mem, w.EPSILON))), w.INFINITE)
    if peek(stack, at + w.PLAYER) == 0:
        limit_pn = min(limit_pn, beyond)
        limit_dn = without_others(limit_dn, peek(stack, at + w.OTHERS))
    else:
        limit_dn = min(limit_dn, beyond)
        limit_pn = without_others(limit_pn, peek(stack, at + w.OTHERS))
    poke(stack, below + w.LIMIT_PN, limit_pn)
    poke(stack, below + w.LIMIT_DN, limit_dn)


def without_others(most: int, others: int) -> int:
    """The limit of one move's number at which the number of all moves reaches its limit."""
    return most if most >= w.INFINITE else most - others


def enter(game: Any, mem: int, at: int, parent: int, state: Any, player: int, key: int) -> bool:
    """Makes a frame with a row for each move; False if the position has none, or the frame does not fit."""
    stack = peek(mem, w.STACK)
    if at + game.proof_rows > peek(mem, w.STACK_WORDS):
        poke(mem, h.STOP, h.BY_PLIES)
        return False
    way = 0
    ply = 0
    if parent >= 0:
        way = peek(stack, parent + w.WAY)
        ply = peek(stack, parent + w.PLY) + 1
    poke(stack, at + w.PARENT, parent)
    poke(stack, at + w.KEY, key)
    poke(stack, at + w.WAY, times(plus(way, key), _STEP))
    poke(stack, at + w.PLY, ply)
    poke(stack, at + w.PLAYER, player)
    poke(stack, at + w.LIMIT_PN, w.INFINITE)
    poke(stack, at + w.LIMIT_DN, w.INFINITE)
    poke(stack, at + w.NODES_BEFORE, peek(mem, h.NODES))
    poke(stack, at + w.NEW_BEFORE, peek(mem, w.NEW))
    game.store_state(stack, at + w.FRAME, state)
    mark(mem, key, 1)
    poke(mem, w.EXPANDED, peek(mem, w.EXPANDED) + 1)
    poke(mem, w.LONGEST, max(peek(mem, w.LONGEST), ply + 1))
    count = expand(game, mem, at, state, player)
    poke(stack, at + w.COUNT, count)
    if count > 0 or peek(mem, h.STOP) != 0:
        return True
    mark(mem, key, -1)
    if parent >= 0:
        without_moves(game, mem, row_of(game, stack, parent), state)
    return False


def expand(game: Any, mem: int, at: int, state: Any, player: int) -> int:
    """Fills the rows of a frame, up to a move that proves the mover's goal; gives their number."""
    stack = peek(mem, w.STACK)
    row = at + game.proof_rows
    mine = w.ROW_PN if player == 0 else w.ROW_DN
    count = 0
    for move in game.searched_moves(state):
        if row + game.proof_row > peek(mem, w.STACK_WORDS):
            poke(mem, h.STOP, h.BY_PLIES)
            break
        game.store_move(stack, row + w.ROW, move)
        poke(stack, row + w.ROW_WEIGHT, 0)
        if game.has_order:
            poke(stack, row + w.ROW_WEIGHT, game.weight(game.order(state, move)))
        end = arena_mark(game, mem)
        evaluate(game, mem, at, row, game.play(state, move))
        arena_rewind(game, mem, end)
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
        count += 1
        if peek(mem, h.STOP) != 0:
            break
        if peek(stack, row + mine) == 0 and peek(stack, row + w.ROW_TIE) == w.FREE:
            break
        row += game.proof_row
    return count
