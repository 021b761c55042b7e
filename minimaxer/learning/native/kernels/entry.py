"""Plays games against itself and learns from each by temporal differences.

The codes of a position take the place of its key in other kernels: they are the places of the numbers whose sum is its value.

Source: R. Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988, with traces cut at random moves;
D. Beal and M. Smith, "Temporal Coherence and Prediction Decay in TD Learning", 1999, for a separate rate for each number;
M. Thill, P. Koch and W. Konen, "Reinforcement Learning with N-tuples on the Game Connect-4", 2012, for sums of patterns.
"""

from __future__ import annotations

import math
from typing import Any

from ....compiler.runtime import header as h
from ....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, poke
from ....game.protocol import CHANCE
from ....native.kernels.parts import arena_mark, arena_rewind, below, fraction, thrown
from ....native.kernels.positions import break_off
from .. import layout as w


def entry(game: Any, mem: int) -> int:
    """Plays `GAMES` games from the state in memory and learns from each; gives the stop reason, 0 if all were played."""
    while peek(mem, w.DONE) < peek(mem, w.GAMES):
        if peek_atomic(mem, h.STOP) != 0:
            break
        end = arena_mark(game, mem)
        last = played(game, mem, game.load_state(mem, h.STATE))
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            break
        learn(game, mem, last)
        poke(mem, w.DONE, peek(mem, w.DONE) + 1)
        poke(mem, w.MOVED, peek(mem, w.MOVED) + last)
    return peek(mem, h.STOP)


def codes_entry(game: Any, mem: int) -> int:
    """Writes the codes of the states of a record, one after the other; gives 0."""
    record, coded = peek(mem, w.RECORDED), peek(mem, w.CODED)
    place = w.RECORD_HEAD + w.ROW_STATE
    at = 0
    for _ in range(peek(record, w.ROWS)):
        end = arena_mark(game, mem)
        for code in game.key_words(game.key(game.load_state(record, place))):
            poke(coded, at, code)
            at += 1
        arena_rewind(game, mem, end)
        place += w.ROW_STATE + game.state_words
    return 0


def played(game: Any, mem: int, given: Any) -> int:
    """Plays a game; notes the codes, best value and cut of each position to learn from, and gives the number of these."""
    random_plies = below(mem, w.RNG, peek(mem, w.OPENING) + 1)
    limit = peek(mem, w.PLIES)
    state = given
    ply = 0
    place = 0
    while ply < limit:
        player = game.player(state)
        if ply >= random_plies:
            record_codes(game, mem, state, place)
        best, chosen, over = 0.0, state, False
        if game.has_chances and player == CHANCE:
            chosen, best, over = after_chance(game, mem, state)
            poke(mem, w.CUT + place, 0)
        else:
            if player < 0 or player > 1:
                break_off(game, mem, state, h.PLAYER)
                break
            chosen, best, over, cut = moved(game, mem, state, player, ply < random_plies)
            poke(mem, w.CUT + place, cut)
        if peek(mem, h.STOP) != 0:
            break
        if ply >= random_plies:
            poke(mem, w.BEST + place, bits_of(best))
            place += 1
        ply += 1
        if over:
            break
        state = chosen
    return place


def moved(game: Any, mem: int, state: Any, player: int, drawn: bool) -> Any:
    """Chooses a move: gives the next position, the best value, whether the game is over, and whether traces are cut."""
    explores = drawn or fraction(mem, w.RNG) < float_of(peek(mem, w.EXPLORE))
    sign = 1.0 if player == 0 else -1.0
    best, taken, chosen, ends, taken_ends = -1e300, 0.0, state, False, False
    count, ties = 0, 0
    for move in game.moves(state):
        after = game.play(state, move)
        over, value = outcome_of(game, mem, after)
        value = sign * value_of(game, mem, after) if not over else sign * value
        count += 1
        if explores and below(mem, w.RNG, count) == 0:
            taken, taken_ends, chosen = value, over, after
        if value > best:
            best, ties = value, 1
            if not explores:
                ends, chosen = over, after
        elif value == best:
            ties += 1
            if not explores and below(mem, w.RNG, ties) == 0:
                ends, chosen = over, after
    if count == 0:
        value, ends = without_moves(game, mem, state)
        return state, value, ends, 0
    if explores:
        return chosen, sign * best, taken_ends, 1 if taken_ends or taken < best else 0
    return chosen, sign * best, ends, 0


def without_moves(game: Any, mem: int, state: Any) -> Any:
    """The value of a running position without moves, and True: the game is over; stops with a fault without `stuck`."""
    if game.has_stuck:
        return scaled(game, mem, state, game.stuck(state)), True
    break_off(game, mem, state, h.NO_MOVES)
    return 0.0, True


def after_chance(game: Any, mem: int, state: Any) -> Any:
    """Draws a chance move: gives the next position, its value, and whether the game is over."""
    chosen = thrown(game, mem, w.RNG, state)
    over, value = outcome_of(game, mem, chosen)
    if not over:
        value = value_of(game, mem, chosen)
    return chosen, value, over


def outcome_of(game: Any, mem: int, state: Any) -> Any:
    """True and the scaled result for player 0 if the game is over, else False and 0."""
    if not game.has_outcome:
        return False, 0.0
    outcome = game.outcome(state)
    if outcome is None:
        return False, 0.0
    return True, scaled(game, mem, state, outcome)


def scaled(game: Any, mem: int, state: Any, outcome: Any) -> float:
    """Scales a result to the range from -1 to 1."""
    return min(max(game.score(outcome) / float_of(peek(mem, w.SCALE)), -1.0), 1.0)


def value_of(game: Any, mem: int, state: Any) -> float:
    """The value of a running position for player 0, from -1 to 1."""
    table = peek(mem, w.TABLE)
    total = 0.0
    for code in game.key_words(game.key(state)):
        total += float_of(peek(table, code))
    return squashed(mem, total)


def squashed(mem: int, total: float) -> float:
    """Turns a sum of numbers into a value from -1 to 1."""
    if peek(mem, w.MARGINS) != 0:
        return min(max(total, -1.0), 1.0)
    return math.tanh(total)


def record_codes(game: Any, mem: int, state: Any, place: int) -> None:
    """Writes the codes of a position."""
    at = w.CODES + place * game.key_size
    for code in game.key_words(game.key(state)):
        poke(mem, at, code)
        at += 1


def learn(game: Any, mem: int, last: int) -> None:
    """Moves the values of a game's positions towards the values that followed, from its end backwards."""
    table, count = peek(mem, w.TABLE), peek(mem, w.COUNT)
    rate, trace = float_of(peek(mem, w.RATE)), float_of(peek(mem, w.TRACE))
    wrong = float_of(peek(mem, w.WRONG))
    later = 0.0
    place = last - 1
    while place >= 0:
        best = float_of(peek(mem, w.BEST + place))
        later = best if place == last - 1 or peek(mem, w.CUT + place) != 0 else (1.0 - trace) * best + trace * later
        total = 0.0
        for number in range(game.key_size):
            total += float_of(peek(table, peek(mem, w.CODES + place * game.key_size + number)))
        error = later - squashed(mem, total)
        wrong += error * error
        for number in range(game.key_size):
            shift(table, count, peek(mem, w.CODES + place * game.key_size + number), rate, error)
        place -= 1
    poke(mem, w.WRONG, bits_of(wrong))


def shift(table: int, count: int, code: int, rate: float, error: float) -> None:
    """Adjusts one number: by less, the less its errors so far agreed in sign."""
    net, size = float_of(peek(table, count + code)), float_of(peek(table, 2 * count + code))
    own = rate if size == 0.0 else rate * abs(net) / size
    poke(table, code, bits_of(float_of(peek(table, code)) + own * error))
    poke(table, count + code, bits_of(net + error))
    poke(table, 2 * count + code, bits_of(size + abs(error)))
