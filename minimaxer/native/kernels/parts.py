"""Building blocks of kernels: the arena's marks, random numbers, and scores, weights and moves by their types."""

from __future__ import annotations

import math
from typing import Any

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import bits_of, float_of, host_allows, peek, peek_atomic, poke, stack_pointer, times

_FAST: int = 1 << 13
_LOW_BITS: int = (1 << 57) - 1
_HALF: int = (1 << 32) - 1
_FRACTION: float = 2.0**-53


def random_bits(mem: int, place: int) -> int:
    """The next 64 random bits. Source: G. Marsaglia, "Xorshift RNGs", 2003."""
    x = peek(mem, place)
    x ^= times(x, _FAST)
    x ^= x >> 7 & _LOW_BITS
    x ^= times(x, 1 << 17)
    poke(mem, place, x)
    return x


def below(mem: int, place: int, count: int) -> int:
    """A random integer from 0 to `count - 1`."""
    return (random_bits(mem, place) >> 32 & _HALF) * count >> 32


def fraction(mem: int, place: int) -> float:
    """A random float in [0, 1)."""
    return (random_bits(mem, place) >> 11 & (1 << 53) - 1) * _FRACTION


def thrown(game: Any, mem: int, place: int, state: Any) -> Any:
    """The position after a chance outcome, drawn by probability."""
    left = fraction(mem, place)
    found = state
    for move, chance in game.chances(state):
        found = game.play(state, move)
        left -= chance
        if left < 0.0:
            break
    return found


def arena_mark(game: Any, mem: int) -> int:
    """The end of the arena's used part; 0 if the game needs no arena."""
    return peek(mem, h.ARENA) if game.has_arena else 0


def arena_rewind(game: Any, mem: int, end: int) -> None:
    """Frees all that was put into the arena since that mark."""
    if game.has_arena:
        poke(mem, h.ARENA, end)
        poke(mem, h.LISTED, 0)


def stopped(mem: int) -> bool:
    """True if the search must end; writes the reason to `STOP`."""
    if peek_atomic(mem, h.STOP) != 0:
        return True
    if peek(mem, h.NODES) >= peek(mem, h.NODE_LIMIT) and not host_allows(mem):
        poke(mem, h.STOP, h.BY_NODES)
        return True
    if stack_pointer() < peek(mem, h.STACK_END):
        poke(mem, h.STOP, h.BY_PLIES)
        return True
    return False


def int_score(value: Any) -> int:
    """A score as an integer."""
    return int(value)


def int_above(score: int) -> int:
    """The next score above."""
    return score + 1


def int_below(score: int) -> int:
    """The next score below."""
    return score - 1


def float_score(value: Any) -> float:
    """A score as a float."""
    return value * 1.0  # `float` does not take what may be None


def float_above(score: float) -> float:
    """The next score above."""
    if score == 0.0:
        return float_of(1)
    return float_of(bits_of(score) + (1 if score > 0.0 else -1))


def float_below(score: float) -> float:
    """The next score below."""
    return -float_above(-score)


def load_float(mem: int, place: int) -> float:
    """The float score at that place."""
    return float_of(peek(mem, place))


def store_float(mem: int, place: int, score: float) -> None:
    """Writes a float score."""
    poke(mem, place, bits_of(score))


def int_weight(order: Any) -> int:
    """A weight of the game's `order`."""
    return int(order)


def float_weight(order: float) -> int:
    """A weight of the game's `order` in units of 1/1024."""
    if math.isnan(order):
        return 0
    return int(min(max(order, -1e6), 1e6) * 1024)


def move_code(game: Any, move: Any) -> int:
    """The move in 16 bits: its words side by side if they fit, else a hash of them."""
    code = 0
    shift = 0
    for word in game.move_as_words(move):
        code ^= word << shift
        shift += game.code_bits
    return (code ^ (code >> 16) ^ (code >> 32)) & 0xFFFF


def skip(game: Any, state: Any) -> Any:
    """True if no null move is allowed, with the state itself; else False, with the state after the null move."""
    other = game.null(state)
    if other is None:
        return True, state
    return False, other


def store_given(game: Any, mem: int, place: int, value: Any) -> None:
    """Writes a result of `outcome`, `evaluate` or `stuck` as a score."""
    game.store_score(mem, place, game.score(value))


def no_evaluation(state: Any) -> int:
    """The evaluation of games that have none."""
    return 0


def itself(state: Any) -> Any:
    """The key of games that have none."""
    return state
