"""Compiled games of which one build serves all tables: other numbers are written into the memory that loaded code reads."""

from __future__ import annotations

import ctypes
import functools
from array import array
from collections.abc import Iterator
from typing import Any, Final

import minimaxer as mx
from minimaxer.compiler.runtime.layout import words_of
from minimaxer.compiler.runtime.machine import WEIGHTS
from minimaxer.game.weights import WeightTable

from .rules import kind_of
from .sheets import HEAD, WIDTH, Edge, Row, Sheet

MOST_PLACES: Final = 16


class Bench:
    """The compiled game of one class, and the numbers that it reads.

    `mx.with_weights` does the same by making another game, which takes longer than most searches here.
    """

    def __init__(self, name: str) -> None:
        kind = kind_of(name)
        self._words: Final = array("q", bytes(8 * (HEAD + MOST_PLACES * WIDTH)))
        words = _sample(name).words(None, None, 600)
        self._words[: len(words)] = array("q", words)
        self.game: Final[Any] = mx.compile(kind.rules(WeightTable(self._words)))

    def load(self, words: WeightTable) -> Any:
        """The game with these numbers; what it was before is gone."""
        self._words[: len(words)] = array("q", words)
        for variant in _variants(self.game):
            numbers = words_of(variant.weights)
            for machine in variant._machines.values():
                place = machine._loaded[-1][1].get_global_value_address(WEIGHTS)
                if place:
                    (ctypes.c_int64 * len(numbers)).from_address(place)[:] = numbers  # type: ignore[assignment]  # as ctypes takes it
        return self.game


def _variants(game: Any) -> Iterator[Any]:
    yield from game._variants.values()
    for view in game._views.values():
        yield from _variants(view)


bench = functools.cache(Bench)


def _sample(name: str) -> Sheet:
    """A table in which everything occurs that the compiler has to see."""
    shape = kind_of(name).shape
    payoffs = [] if shape.players <= 2 else [shape.total or 0, *[0] * (shape.players - 1)]
    rows = [
        Row(mover=0, edges=[Edge(1), Edge(2, turn=1)]),
        Row(mover=-1 if shape.chance else 0, edges=[Edge(2), Edge(3)]),
        Row(mover=shape.players - 1, edges=[Edge(3), Edge(4, noisy=1)]),
        Row(mover=0, edges=[Edge(4), Edge(5)]),
        Row(over=1),
        Row(over=2 if shape.stuck else 1),
    ]
    for row in rows:
        row.payoffs, row.judged = payoffs, payoffs
    return Sheet(rows)
