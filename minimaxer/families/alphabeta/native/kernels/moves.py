"""Generates a position's moves onto the move stack, with their sort keys, picks the next key, or sorts all of them.

A key holds, from the highest bits down, the game's own weight, what the search has learnt about the move, and the move's number:
keys are distinct, so that every ordering gives the same sequence, and only keys are moved.
"""

from __future__ import annotations

from typing import Any, Final

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, poke
from .....native.kernels.parts import arena_mark, arena_rewind
from .. import layout as w


def pick(mem: int, first: int, last: int) -> int:
    """Moves the largest key of `first .. last - 1` to the front and returns it."""
    compared(mem, last - first - 1)
    best, place = peek(mem, w.KEYS + first), first
    for other in range(first + 1, last):
        key = peek(mem, w.KEYS + other)
        if key > best:
            best, place = key, other
    if place != first:
        poke(mem, w.KEYS + place, peek(mem, w.KEYS + first))
        poke(mem, w.KEYS + first, best)
    return best


def sort(mem: int, ordering: int, first: int, last: int) -> None:
    """Sorts the keys of `first .. last - 1`, largest first; does nothing if they are picked one by one."""
    if ordering == w.INSERTION:
        insertion(mem, first, last, 1)
    elif ordering == w.BUBBLE:
        bubble(mem, first, last)
    elif ordering == w.NETWORK:
        network(mem, first, last)
    elif ordering == w.SHELL:
        for gap in (57, 23, 10, 4, 1):
            if gap < last - first:
                insertion(mem, first, last, gap)


def insertion(mem: int, first: int, last: int, gap: int) -> None:
    """Insertion sort of every sequence of keys that lie `gap` apart."""
    count = 0
    for place in range(first + gap, last):
        key = peek(mem, w.KEYS + place)
        hole = place
        while hole - gap >= first:
            count += 1
            if peek(mem, w.KEYS + hole - gap) >= key:
                break
            poke(mem, w.KEYS + hole, peek(mem, w.KEYS + hole - gap))
            hole -= gap
        poke(mem, w.KEYS + hole, key)
    compared(mem, count)


def bubble(mem: int, first: int, last: int) -> None:
    """Bubble sort that ends with the first pass that moves nothing."""
    moved = True
    while moved:
        moved = False
        last -= 1
        compared(mem, last - first)
        for place in range(first, last):
            moved |= exchange(mem, place, place + 1)


def network(mem: int, first: int, last: int) -> None:
    """Batcher's odd-even merge sort, whose comparisons do not depend on the keys.

    Source: D. Knuth, "The Art of Computer Programming", volume 3, algorithm 5.2.2M.
    """
    size = last - first
    count = 0
    top = 1
    while top < size:
        top *= 2
    step = top // 2
    while step > 0:
        width, start, gap = top // 2, 0, step
        while True:
            for place in range(size - gap):
                if place & step == start:
                    count += 1
                    exchange(mem, first + place, first + place + gap)
            if width == step:
                break
            gap, width, start = width - step, width // 2, step
        step //= 2
    compared(mem, count)


def compared(mem: int, count: int) -> None:
    """Counts comparisons."""
    poke(mem, w.COMPARISONS, peek(mem, w.COMPARISONS) + count)


def exchange(mem: int, left: int, right: int) -> bool:
    """Puts the larger of two keys on the left; True if they were swapped."""
    one, other = peek(mem, w.KEYS + left), peek(mem, w.KEYS + right)
    if one >= other:
        return False
    poke(mem, w.KEYS + left, other)
    poke(mem, w.KEYS + right, one)
    return True


ENTRY_KEY: Final = 1 << 62
"""The sort key of the table move."""
_HEAVIEST: Final = (1 << 33) - 1
FIRST_KILLER, SECOND_KILLER, COUNTER = 0xFFFF, 0xFFFE, 0xFFFD
MOST_HISTORY: Final = 0xFF00
NOT_MAPPED: Final = 1 << 16
"""A move code that no table entry has."""
NUMBER: Final = w.MOST_MOVES - 1


def fill(game: Any, mem: int, state: Any, player: int, ply: int, top: int, previous: int, noisy: bool) -> int:
    """Generates the moves to search behind `top` on the move stack; returns their number, or -1 if there is no room."""
    end = arena_mark(game, mem)
    count = _fill(game, mem, state, player, ply, top, previous, noisy)
    arena_rewind(game, mem, end)
    return count


def _fill(game: Any, mem: int, state: Any, player: int, ply: int, top: int, previous: int, noisy: bool) -> int:
    count = 0
    if game.has_noisy_moves:
        if noisy:
            for move in game.noisy_moves(state):
                if not put(game, mem, top, count, move):
                    return -1
                poke(mem, w.KEYS + top + count, sort_key(game, mem, state, player, ply, move, previous, count))
                count += 1
            return count
    for move in game.searched_moves(state):
        if not put(game, mem, top, count, move):
            return -1
        poke(mem, w.KEYS + top + count, sort_key(game, mem, state, player, ply, move, previous, count))
        count += 1
    return count


def put(game: Any, mem: int, top: int, count: int, move: Any) -> bool:
    """Puts one move on the stack; False if there is no room."""
    if count >= w.MOST_MOVES or top + count >= w.MOVE_STACK:
        return False
    game.store_move(mem, w.MOVES + (top + count) * game.move_words, move)
    return True


def sort_key(game: Any, mem: int, state: Any, player: int, ply: int, move: Any, previous: int, number: int) -> int:
    """The sort key of a move: the game's `order` first, then what was learnt, then the order of generation."""
    flags = peek(mem, h.FLAGS)
    code = game.move_code(move)
    last = NUMBER - number
    learnt = 0
    if flags & w.KILLERS:
        place = w.KILLER + 2 * (ply & w.KILLER_PLIES - 1)
        if code == peek(mem, place):
            learnt = FIRST_KILLER
        elif code == peek(mem, place + 1):
            learnt = SECOND_KILLER
    if learnt == 0:
        if flags & w.COUNTERMOVES and code == peek(mem, w.COUNTER_OF + player * w.HISTORIES + max(previous, 0)):
            learnt = COUNTER
        elif flags & w.HISTORY:
            learnt = peek(mem, w.HISTORY_OF + player * w.HISTORIES + game.history_of(move, code))
    if game.has_order:
        weight = game.weight(game.order(state, move))
        return (min(max(weight, -_HEAVIEST), _HEAVIEST) << 28) + (learnt << 12) + last
    return (learnt << 12) + last


def mark_entry(game: Any, mem: int, top: int, count: int, entry: int, symmetry: int) -> None:
    """Gives the table move, if it was generated, the key that sorts it first."""
    if entry < 0:
        return
    for place in range(top, top + count):
        if table_code(game, game.load_move(mem, w.MOVES + place * game.move_words), symmetry) == entry:
            poke(mem, w.KEYS + place, ENTRY_KEY + (peek(mem, w.KEYS + place) & NUMBER))


def table_code(game: Any, move: Any, symmetry: int) -> int:
    """The move's code as table entries store it: in the canonical position."""
    if game.has_canonical:
        if symmetry != 0:
            if game.has_map_move:
                return game.move_code(game.map_move(move, symmetry))
            return NOT_MAPPED
    return game.move_code(move)


def learn(game: Any, mem: int, player: int, depth: int, ply: int, top: int, tried: int, move: Any, previous: int) -> None:
    """Learns from a cutoff: rewards the move that caused it, and punishes the moves tried before."""
    flags = peek(mem, h.FLAGS)
    code = game.move_code(move)
    if flags & w.KILLERS:
        place = w.KILLER + 2 * (ply & w.KILLER_PLIES - 1)
        if peek(mem, place) != code:
            poke(mem, place + 1, peek(mem, place))
            poke(mem, place, code)
    if flags & w.COUNTERMOVES:
        poke(mem, w.COUNTER_OF + player * w.HISTORIES + max(previous, 0), code)
    if flags & w.HISTORY:
        bonus = min(depth * depth, 1024)
        reward(mem, w.HISTORY_OF + player * w.HISTORIES + game.history_of(move, code), bonus)
        for place in range(top, top + tried):
            other = game.load_move(mem, w.MOVES + slot(mem, place, top) * game.move_words)
            punish(mem, w.HISTORY_OF + player * w.HISTORIES + game.history_of(other, game.move_code(other)), bonus)


def history_by_code(game: Any, move: Any, code: int) -> int:
    """The index of the move's history, by its code."""
    return code & (w.HISTORIES - 1)


def history_by_id(game: Any, move: Any, code: int) -> int:
    """The index of the move's history, by the game's `move_id`."""
    return int(game.move_id(move)) & (w.HISTORIES - 1)


def reward(mem: int, place: int, bonus: int) -> None:
    """Moves a history count towards its maximum."""
    poke(mem, place, peek(mem, place) + (MOST_HISTORY - peek(mem, place)) * bonus // 4096)


def punish(mem: int, place: int, bonus: int) -> None:
    """Moves a history count towards 0."""
    poke(mem, place, peek(mem, place) - peek(mem, place) * bonus // 4096)


def slot(mem: int, place: int, top: int) -> int:
    """The stack slot of the move whose key is at `place`."""
    return top + NUMBER - (peek(mem, w.KEYS + place) & NUMBER)
