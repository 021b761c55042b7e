"""Random numbers in kernels: the generator's state is a word of the kernel's memory, at a place that the caller names."""

from __future__ import annotations

from typing import Any

from ...compiler.runtime.intrinsics import peek, poke, times

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
