"""What the kernel of Monte Carlo tree search is asked, and what it answers."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, Final

from attrs import frozen

from ...payoffs import Payoffs
from ...rules.capability import Capabilities
from ...sizes import parse_size
from ...terms.montecarlo import MonteCarloOptions
from ..native import header as h
from ..native.intrinsics import bits_of
from ..native.layout import Words
from ..native.machine import Machine
from ..native.memory import Memory
from ..native.runner import Runner
from ..native.shapes import Shapes
from . import words as w

_MASK: Final = (1 << 64) - 1


@frozen
class NodeFacts:
    """What a node of the tree says.

    Attributes:
        number: Its number.
        move: The words of the move that led to it.
        visits: How often it was visited.
        payoffs: What each player got on average, or gets where that is proven; None before the first visit.
        is_proven: Whether that is proven.
    """

    number: int
    move: Words
    visits: int
    payoffs: Payoffs | None
    is_proven: bool


class Kernel(Runner):
    """The kernel, its memory, and the tree that it grows, kept from search to search.

    Args:
        machine: The code.
        shapes: How the game's values lie in memory.
        found: The game's capabilities.
        players: How many players there are.
        options: How it searches; among others how large the tree may become.
    """

    def __init__(
        self, machine: Machine, shapes: Shapes, found: Capabilities[Any, Any], players: int, options: MonteCarloOptions
    ) -> None:
        width = shapes.move.words
        super().__init__(machine, shapes, w.size(width))
        self._found: Final = found
        self._players: Final = players
        self._width: Final = width
        self._node: Final = w.node_words(players, width)
        self._score: Final = "d" if shapes.float_scores else "q"
        self._beside: Final = w.beside(options, found, players)
        self._row: Final = self._node + sum(self._beside.values())
        self._capacity: Final = max(2, parse_size(options.memory) // (8 * self._row))
        self._tree = self._new_tree()
        self.forget()

    def _new_tree(self) -> Memory:
        return Memory(8 * self._row * self._capacity, large_pages=True)

    def _place(self) -> None:
        """Tells the kernel where the tree is, and what stands of its nodes behind it."""
        words, address = self.words, self._tree.address
        words[w.TREE], address = address, address + 8 * self._node * self._capacity
        for word, width in self._beside.items():
            words[word], address = address, address + 8 * width * self._capacity

    def forget(self) -> None:
        """Begins a new tree."""
        self._tree.forget(0, 8 * self._node * max(1, self.words[w.USED]))
        words = self.words
        self._place()
        words[w.CAPACITY], words[w.USED], words[w.TO], words[w.SCALE] = self._capacity, 1, 0, bits_of(-1.0)
        words[w.COUNTED] = words[w.SUM] = words[w.SQUARES] = words[w.SEEN] = words[w.MARGINS] = words[w.LOW] = words[w.HIGH] = 0

    def begin(self, options: MonteCarloOptions, seed: int) -> None:
        """Makes ready for a search."""
        words = self.words
        for place in (w.DONE, w.PLAYOUTS, w.PLAYOUT_PLIES, w.LONGEST, h.NODES):
            words[place] = 0
        words[w.RNG] = (seed * 0x9E3779B97F4A7C15 & _MASK >> 1) | 1
        words[w.PLAYOUT_LIMIT] = options.playout_plies
        words[w.EXPLORATION] = bits_of(float(options.explored(self._found)))
        words[w.CHOICES] = options.playout_choices
        words[w.IMPLICIT] = bits_of(float(options.implicit))
        if options.evaluation_scale is not None:
            words[w.SCALE] = bits_of(float(options.evaluation_scale))
        words[h.FLAGS] = w.flags(options, self._found)

    def simulate(self, state: bytes, most: int) -> None:
        """Simulates from that state, the tree's root, until so many simulations are done or the root is proven.

        Raises:
            Stopped: A limit came first.
        """
        self.put(h.STATE, state)
        self.words[w.SIMULATIONS] = most
        self.run()

    def keep(self, number: int) -> None:
        """Makes a node the root, and drops all that does not hang below it."""
        new = self._new_tree()
        words = self.words
        words[w.USED], words[w.TO] = number, new.address
        self.call_here()
        self._tree.close()
        self._tree = new
        self._place()

    def facts(self, number: int) -> NodeFacts:
        """What a node says."""
        words, place = self._tree.words, number * self._node
        visits, sums = words[place + w.VISITS], w.sums(self._players)
        totals = struct.unpack_from(f"<{sums}{self._score}", self._tree.bytes, 8 * (place + w.TOTALS))
        move = place + w.TOTALS + sums
        payoffs = None
        if visits:
            means = [total / visits for total in totals]
            payoffs = tuple(means) if self._players > 2 else (means[0], -means[0])[: self._players]
        is_proven = words[place + w.LINK] & w.PROVEN != 0
        return NodeFacts(number, tuple(words[move : move + self._width].tolist()), visits, payoffs, is_proven)

    def children(self, number: int) -> Iterator[NodeFacts]:
        """What a node's children say."""
        link = self._tree.words[number * self._node + w.LINK]
        first = link >> w.FIRST_SHIFT
        yield from map(self.facts, range(first, first + (link >> w.COUNT_SHIFT & w.COUNT_MASK)))

    def favourite(self, number: int) -> int | None:
        """The number of a node's child that was visited most; None where none was."""
        words, link = self._tree.words, self._tree.words[number * self._node + w.LINK]
        first, count = link >> w.FIRST_SHIFT, link >> w.COUNT_SHIFT & w.COUNT_MASK
        visits = words[first * self._node + w.VISITS : (first + count) * self._node : self._node].tolist()
        most = max(visits, default=0)
        return first + visits.index(most) if most else None

    @property
    def spread(self) -> tuple[float, float]:
        """The least and the greatest result seen."""
        pair = struct.unpack_from(f"<2{self._score}", self._bytes, 8 * w.LOW)
        return float(pair[0]), float(pair[1])

    @property
    def used_bytes(self) -> int:
        """Memory that the tree takes."""
        return 8 * self._row * self.words[w.USED]

    @property
    def full(self) -> float:
        """The share of its memory that the tree takes."""
        return self.words[w.USED] / self._capacity

    def close(self) -> None:
        """Ends the thread and gives all memory back."""
        super().close()
        self._tree.close()
