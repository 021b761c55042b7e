"""Priors of a node's children: their shares in its visits while nothing is known of them; `game.priors` is the Python version."""

from __future__ import annotations

import math
from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, poke
from .....native.kernels.positions import break_off
from .. import layout as w


def give_priors(game: Any, mem: int, first: int, count: int, state: Any) -> None:
    """Stores the priors of a node's children, whose moves are in `MOVES`; they add up to 1."""
    priors = peek(mem, w.PRIORS)
    if game.has_order and not game.has_prior:
        record_orders(game, mem, priors, first, count, state)
    total = 0.0
    for number in range(count):
        weight = 1.0
        if game.has_prior:
            weight = game.prior(state, game.load_move(mem, w.MOVES + number * game.move_words)) * 1.0
            if not 0.0 <= weight < math.inf:
                break_off(game, mem, state, h.PRIOR)
        elif game.has_order:
            weight = math.exp(float_of(peek(priors, first + number)))
        poke(priors, first + number, bits_of(weight))
        total += weight
    for number in range(count):
        weight = float_of(peek(priors, first + number))
        poke(priors, first + number, bits_of(weight / total if total > 0.0 else 1.0 / count))


def record_orders(game: Any, mem: int, priors: int, first: int, count: int, state: Any) -> None:
    """Stores by how many standard deviations the `order` of each move is above their mean."""
    total = 0.0
    squares = 0.0
    for number in range(count):
        weight = game.weight(game.order(state, game.load_move(mem, w.MOVES + number * game.move_words))) * 1.0
        poke(priors, first + number, bits_of(weight))
        total += weight
        squares += weight * weight
    mean = total / count
    deviation = math.sqrt(max(0.0, squares / count - mean * mean))
    for number in range(count):
        above = float_of(peek(priors, first + number)) - mean
        poke(priors, first + number, bits_of(above / deviation if deviation > 0.0 else 0.0))
