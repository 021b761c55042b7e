"""Value iteration: all reachable states, each once, their components, and bounds that close in on their values; the native twin
of `iteration`.
"""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, poke
from .....game.protocol import CHANCE, FINISHED
from .....native.kernels.parts import arena_mark, arena_rewind
from .....native.kernels.positions import break_off, margin_of, mixed, seen_from_root
from .. import layout as w


def explore(game: Any, mem: int, root: Any) -> None:
    """Numbers the states in the order in which they are found, and notes the successors of each."""
    enter(game, mem, root)
    number = 0
    while number < peek(mem, w.COUNT):
        if peek_atomic(mem, h.STOP) != 0:
            return
        if number >= peek(mem, h.NODE_LIMIT):
            poke(mem, h.STOP, h.BY_NODES)
            return
        poke(mem, h.NODES, number + 1)
        end = arena_mark(game, mem)
        follow(game, mem, number)
        arena_rewind(game, mem, end)
        number += 1
        poke(peek(mem, w.STARTS), number, peek(mem, w.EDGES))


def follow(game: Any, mem: int, number: int) -> None:
    """Enters the successors of a state."""
    player = peek(peek(mem, w.PLAYERS), number)
    if player == FINISHED:
        return
    state = game.load_state(peek(mem, w.STATES), number * game.state_words)
    if player == CHANCE:
        seen = 0.0
        for move, chance in game.chances(state):
            end = arena_mark(game, mem)
            join(game, mem, game.play(state, move), chance)
            arena_rewind(game, mem, end)
            seen += chance
            if chance <= 0.0:
                break_off(game, mem, state, h.CHANCES)
            if peek(mem, h.STOP) != 0:
                return
        if abs(seen - 1.0) > game.tolerance:
            break_off(game, mem, state, h.CHANCES)
        return
    met = False
    for move in game.searched_moves(state):
        end = arena_mark(game, mem)
        join(game, mem, game.play(state, move), 0.0)
        arena_rewind(game, mem, end)
        met = True
        if peek(mem, h.STOP) != 0:
            return
    if not met:
        if game.has_stuck:
            poke(peek(mem, w.PLAYERS), number, FINISHED)
            finish(game, mem, number, seen_from_root(game, mem, state, game.score(game.stuck(state)), 0, h.STUCK))
        else:
            break_off(game, mem, state, h.NO_MOVES)


def join(game: Any, mem: int, state: Any, chance: float) -> None:
    """Notes a successor of the current state, and its probability."""
    other = enter(game, mem, state)
    edge = peek(mem, w.EDGES)
    if edge >= peek(mem, w.MOST_EDGES) or peek(mem, w.WORDS_LEFT) < w.PER_EDGE:
        poke(mem, h.STOP, w.FULL)
        return
    poke(mem, w.WORDS_LEFT, peek(mem, w.WORDS_LEFT) - w.PER_EDGE)
    poke(peek(mem, w.AFTER), edge, other)
    poke(peek(mem, w.CHANCES), edge, bits_of(chance * 1.0))
    poke(mem, w.EDGES, edge + 1)


def enter(game: Any, mem: int, state: Any) -> int:
    """The number of a state, which is entered if it is new."""
    over, value = game.outcome_value(game, mem, state, 0)
    player = FINISHED
    if not over:
        player = game.player(state)
        if player != 0 and player != game.last_player and player != CHANCE:
            break_off(game, mem, state, h.PLAYER)
            return 0
    key = game.key(state)
    bank = 0
    if game.has_banked:  # which the key may leave out
        bank = bits_of(margin_of(game, state))
    table, slots = peek(mem, w.TABLE), peek(mem, w.SLOTS)
    slot = (mixed(game.key_words(key)) ^ (player * 7046029254386353131)) + bank & (slots - 1)
    while peek(table, slot) != 0:
        known = peek(table, slot) - 1
        if peek(peek(mem, w.PLAYERS), known) == player and is_same(game, mem, known, key, bank):
            return known
        slot = (slot + 1) & (slots - 1)
    number = peek(mem, w.COUNT)
    size = w.PER_STATE + game.state_words + game.key_size
    if number >= peek(mem, w.MOST_STATES) or peek(mem, w.WORDS_LEFT) < size:
        poke(mem, h.STOP, w.FULL)
        return 0
    poke(mem, w.WORDS_LEFT, peek(mem, w.WORDS_LEFT) - size)
    poke(table, slot, number + 1)
    poke(mem, w.COUNT, number + 1)
    game.store_state(peek(mem, w.STATES), number * game.state_words, state)
    place = number * game.key_size
    for word in game.key_words(key):
        poke(peek(mem, w.KEYS), place, word)
        place += 1
    if game.has_banked:
        poke(peek(mem, w.KEYS), place, bank)
    poke(peek(mem, w.PLAYERS), number, player)
    if over:
        finish(game, mem, number, value)
    else:
        poke(peek(mem, w.LOW), number, bits_of(game.least * 1.0))
        poke(peek(mem, w.HIGH), number, bits_of(game.most * 1.0))
    return number


def is_same(game: Any, mem: int, number: int, key: Any, bank: int) -> bool:
    """True if a known state has this key, and this margin."""
    place = number * game.key_size
    for word in game.key_words(key):
        if peek(peek(mem, w.KEYS), place) != word:
            return False
        place += 1
    if game.has_banked:
        return peek(peek(mem, w.KEYS), place) == bank
    return True


def finish(game: Any, mem: int, number: int, value: Any) -> None:
    """Notes the outcome of a finished state."""
    poke(peek(mem, w.LOW), number, bits_of(value * 1.0))
    poke(peek(mem, w.HIGH), number, bits_of(value * 1.0))


_COMPLETE = -1


def entry(game: Any, mem: int) -> int:
    """Solves the state in memory; gives the stop reason, 0 if it was completed."""
    explore(game, mem, game.load_state(mem, h.STATE))
    if peek(mem, h.STOP) == 0:
        settle_all(game, mem)
    return peek(mem, h.STOP)


def settle_all(game: Any, mem: int) -> None:
    """Settles all states, each component after those that it leads to.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972.
    """
    met, least = peek(mem, w.MET), peek(mem, w.LEAST)
    stack, way, edges = peek(mem, w.STACK), peek(mem, w.WAY), peek(mem, w.EDGE)
    starts, after = peek(mem, w.STARTS), peek(mem, w.AFTER)
    count, open_ = 0, 0
    for start in range(peek(mem, w.COUNT)):
        if peek(met, start) != 0:
            continue
        depth = 0
        poke(way, 0, start)
        poke(edges, 0, peek(starts, start))
        while depth >= 0:
            state = peek(way, depth)
            if peek(met, state) == 0:
                count += 1
                poke(met, state, count)
                poke(least, state, count)
                poke(stack, open_, state)
                open_ += 1
            edge = peek(edges, depth)
            if edge < peek(starts, state + 1):
                poke(edges, depth, edge + 1)
                other = peek(after, edge)
                if peek(met, other) == 0:
                    depth += 1
                    poke(way, depth, other)
                    poke(edges, depth, peek(starts, other))
                elif peek(least, other) != _COMPLETE:
                    poke(least, state, min(peek(least, state), peek(met, other)))
                continue
            first = peek(least, state)
            depth -= 1
            if depth >= 0:
                before = peek(way, depth)
                poke(least, before, min(peek(least, before), first))
            if first == peek(met, state):
                top = open_
                while peek(stack, open_ - 1) != state:
                    open_ -= 1
                    poke(least, peek(stack, open_), _COMPLETE)
                open_ -= 1
                poke(least, state, _COMPLETE)
                settle(game, mem, open_, top)
                if peek(mem, h.STOP) != 0:
                    return


def settle(game: Any, mem: int, first: int, last: int) -> None:
    """Moves the bounds of the states in a range of the stack until they meet, or stay where they are."""
    stack = peek(mem, w.STACK)
    low, high = peek(mem, w.LOW), peek(mem, w.HIGH)
    precision, still = float_of(peek(mem, w.PRECISION)), float_of(peek(mem, w.STILL)) * (last - first)
    sweeps = 0
    while True:
        moved, gap = 0.0, 0.0
        for place in range(last - 1, first - 1, -1):
            number = peek(stack, place)
            if float_of(peek(high, number)) - float_of(peek(low, number)) > precision:
                moved += update(game, mem, number)
                gap = max(gap, float_of(peek(high, number)) - float_of(peek(low, number)))
        sweeps += 1
        if sweeps > peek(mem, w.SWEEPS):
            poke(mem, w.SWEEPS, sweeps)
        if gap <= precision or moved <= still:
            return
        if peek_atomic(mem, h.STOP) != 0:
            return
        if peek(mem, w.COUNT) + peek(mem, w.UPDATES) >= peek(mem, h.NODE_LIMIT):
            poke(mem, h.STOP, h.BY_NODES)
            return


def update(game: Any, mem: int, number: int) -> float:
    """Moves the bounds of one state by those of its successors; gives the distance."""
    poke(mem, w.UPDATES, peek(mem, w.UPDATES) + 1)
    low, high, after = peek(mem, w.LOW), peek(mem, w.HIGH), peek(mem, w.AFTER)
    first, end = peek(peek(mem, w.STARTS), number), peek(peek(mem, w.STARTS), number + 1)
    player = peek(peek(mem, w.PLAYERS), number)
    least, most = 0.0, 0.0
    if player == CHANCE:
        chances = peek(mem, w.CHANCES)
        for edge in range(first, end):
            other, chance = peek(after, edge), float_of(peek(chances, edge))
            least += chance * float_of(peek(low, other))
            most += chance * float_of(peek(high, other))
    else:
        least, most = float_of(peek(low, peek(after, first))), float_of(peek(high, peek(after, first)))
        for edge in range(first + 1, end):
            other = peek(after, edge)
            one, two = float_of(peek(low, other)), float_of(peek(high, other))
            least = max(least, one) if player == 0 else min(least, one)
            most = max(most, two) if player == 0 else min(most, two)
    before, beyond = float_of(peek(low, number)), float_of(peek(high, number))
    least, most = max(least, before), min(most, beyond)
    if least > most:  # by rounding
        least = (least + most) / 2
        most = least
    poke(low, number, bits_of(least))
    poke(high, number, bits_of(most))
    return abs((least - before) + (beyond - most))
