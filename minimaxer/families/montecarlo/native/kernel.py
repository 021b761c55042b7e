"""The Python side of the Monte Carlo kernel: its calls, their results, and its tree."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final

from attrs import frozen

from ....base.scores import Payoffs
from ....compiler.runtime import header as h
from ....compiler.runtime.intrinsics import bits_of, float_of
from ....compiler.runtime.layout import Words
from ....compiler.runtime.machine import Machine
from ....compiler.runtime.memory import Memory
from ....native.runner import Runner
from ....native.shapes import Shapes
from ..options import MonteCarloOptions, PlayoutOptions
from . import layout as w

_MASK: Final = (1 << 64) - 1
_NOTED: Final = (w.USED, w.SCALE, w.COUNTED, w.SUM, w.SQUARES, w.SEEN, w.MARGINS, w.LOW, w.HIGH)
UNKNOWN_SCALE: Final = -1.0
"""The scale of evaluations before it is measured."""


@frozen
class NodeFacts:
    """The facts about a node of the tree.

    Attributes:
        move: The words of the move that led to it.
        payoffs: The mean payoff of each player, or the proven one if `is_proven`; None before the first visit.
        plies: Length of the proven line in plies.
        has_children: True if its children were made.
    """

    number: int
    move: Words
    visits: int
    payoffs: Payoffs | None
    is_proven: bool
    plies: int
    has_children: bool


def seeded(seed: int) -> int:
    """The random state for a seed."""
    return (seed * 0x9E3779B97F4A7C15 & _MASK >> 1) | 1


class Kernel(Runner):
    """The kernel, its memory and its tree of at most `size_bytes`, kept from search to search; `shared` if several workers use
    it. The words `beside` hold the addresses of blocks behind the tree; each block has a word for each node.
    """

    MORE: ClassVar[int] = 0
    """Extra words of a node, after those that every tree has."""

    def __init__(
        self, machine: Machine, shapes: Shapes, players: int, size_bytes: int, *, beside: Sequence[int] = (), shared: bool = False
    ) -> None:
        width = shapes.move.words
        super().__init__(machine, shapes, w.size(width))
        self._players: Final = players
        self._width: Final = width
        self._is_shared: Final = shared
        self._node: Final = w.node_words(players, width, shared=shared) + self.MORE
        self._move: Final = w.move_at(players, shared=shared)
        self._score: Final = "d" if shapes.float_scores else "q"
        self._beside: Final = beside
        self._row: Final = self._node + len(beside)
        self._capacity: Final = min(max(2, size_bytes // (8 * self._row)), w.MOST_NODES)
        self._tree: Final = Memory(8 * self._row * self._capacity, large_pages=True)
        self.forget()

    def forget(self) -> None:
        """Begins a new tree."""
        self._give_back(0, max(1, self.words[w.USED]))
        words, address = self.words, self._tree.address
        words[w.TREE] = address
        for number, place in enumerate(self._beside):
            words[place] = address + 8 * (self._node + number) * self._capacity
        words[w.CAPACITY], words[w.USED], words[w.ROOT], words[w.SCALE] = self._capacity, 1, 0, bits_of(UNKNOWN_SCALE)
        words[w.COUNTED] = words[w.SUM] = words[w.SQUARES] = 0
        words[w.SEEN] = words[w.MARGINS] = words[w.LOW] = words[w.HIGH] = 0

    def begin(self, options: PlayoutOptions, seed: int) -> None:
        """Prepares a search with fully resolved options."""
        words = self.words
        for place in (w.DONE, w.PLAYOUTS, w.PLAYOUT_PLIES, w.LONGEST, h.NODES):
            words[place] = 0
        self._memory.clear(8 * w.LASTED, 16 * w.MOST_MOVES)
        words[w.RNG] = seeded(seed)
        words[w.PLAYOUT_LIMIT] = options.playout_plies or 0
        words[w.EXPLORATION] = bits_of(float(options.exploration or 0.0))
        words[w.CHOICES] = options.playout_choices
        if options.evaluation_scale is not None:
            words[w.SCALE] = bits_of(float(options.evaluation_scale))
        solver = isinstance(options, MonteCarloOptions) and options.solver
        words[w.IMPLICIT] = bits_of(float(options.implicit) if isinstance(options, MonteCarloOptions) else 0.0)
        switches = {w.SOLVER: solver, w.DECISIVE: options.decisive, w.REPETITION: options.repetition}
        words[h.FLAGS] = sum(bit for bit, is_on in switches.items() if is_on)

    def escaped(self) -> None:
        """Begins a new tree: claims on nodes of the old one may never be released."""
        self.forget()

    def recall(self, codes: list[int]) -> None:
        """Sets the codes of the positions played before the root, the latest last."""
        codes = codes[-w.MOST_PLAYED :]
        self._memory.write(w.CODES, codes)
        self.words[w.PLAYED] = len(codes)

    def code(self, state: bytes) -> int:
        """The code of a position for detecting repetitions; call it before a search begins."""
        self.words[h.FLAGS] = w.CODING
        self.put(h.STATE, state)
        self.call_here()
        return self.words[w.CODE]

    def simulate(self, state: bytes, most: int) -> None:
        """Simulates from the root until `most` simulations are done or it is proven, or raises Stopped at a limit."""
        self.put(h.STATE, state)
        self.words[w.SIMULATIONS] = most
        self.run()

    def keep(self, number: int) -> None:
        """Makes a node the root, and drops everything outside its subtree."""
        words = self.words
        before, words[w.ROOT] = words[w.USED], number
        self.call_here()
        self._give_back(words[w.USED], before)

    def _give_back(self, first: int, end: int) -> None:
        """Clears and releases the memory of the unused nodes from `first` to below `end`."""
        starts = [(0, 8 * self._node), *((8 * (self._node + number) * self._capacity, 8) for number in range(len(self._beside)))]
        for start, size in starts:
            self._tree.forget(start + size * first, start + size * end)

    def column(self, word: int) -> list[int]:
        """One word of every node."""
        return self._tree.words[word : self._node * self.words[w.USED] : self._node].tolist()

    @property
    def moves(self) -> list[Words]:
        """The words of the moves that led to each node."""
        columns = (self.column(self._move + word) for word in range(self._width))
        return list(zip(*columns, strict=True)) or [()] * self.words[w.USED]

    @property
    def noted(self) -> list[int]:
        """The statistics of all results, and the number of nodes."""
        return [self.words[place] for place in _NOTED]

    def take(self, noted: list[int], read: Callable[[str, memoryview], None]) -> None:
        """Restores a tree; `read` reads one of `parts`, by its name, into memory. Raises ValueError if it does not fit."""
        for place, word in zip(_NOTED, noted, strict=True):
            self.words[place] = word
        if not 1 <= self.words[w.USED] <= self._capacity:
            self.words[w.USED] = 1
            raise ValueError("expected nodes that there is room for")
        for name, part in self.parts.items():
            read(name, part)

    @property
    def parts(self) -> dict[str, memoryview]:
        """The nodes, and their words in the blocks behind the tree, by name."""
        used, content = self.words[w.USED], self._tree.bytes
        parts = {"nodes": content[: 8 * self._node * used]}
        for number in range(len(self._beside)):
            first = 8 * (self._node + number) * self._capacity
            parts[f"beside {number}"] = content[first : first + 8 * used]
        return parts

    def facts(self, number: int) -> NodeFacts:
        """The facts about a node."""
        words, place = self._tree.words, number * self._node
        visits, link = words[place + w.VISITS], words[place + w.LINK]
        is_proven = link & w.PROVEN != 0
        move = place + self._move
        return NodeFacts(
            number=number,
            move=tuple(words[move : move + self._width].tolist()),
            visits=visits,
            payoffs=self._payoffs(place, visits, is_proven=is_proven),
            is_proven=is_proven,
            plies=link >> w.PLIES_SHIFT & w.PLIES_MASK,
            has_children=link >> w.COUNT_SHIFT & w.COUNT_MASK != 0,
        )

    def _payoffs(self, place: int, visits: int, *, is_proven: bool) -> Payoffs | None:
        """The mean payoffs in the node at `place`, or the proven ones; None if it is neither visited nor proven."""
        sums = w.sums(self._players)
        if is_proven:
            place, visits = place + (sums if self._is_shared else 0), 1
        if not visits:
            return None
        totals = struct.unpack_from(f"<{sums}{self._score}", self._tree.bytes, 8 * (place + w.TOTALS))
        means = [total / visits for total in totals]
        return tuple(means) if self._players > 2 else (means[0], -means[0])[: self._players]

    def numbers(self, number: int) -> range:
        """The numbers of a node's children."""
        link = self._tree.words[number * self._node + w.LINK]
        first = link >> w.FIRST_SHIFT
        return range(first, first + (link >> w.COUNT_SHIFT & w.COUNT_MASK))

    def children(self, number: int) -> Iterator[NodeFacts]:
        """The facts about each of a node's children."""
        return map(self.facts, self.numbers(number))

    def favourite(self, number: int) -> int | None:
        """The number of the child that proves a node, else of the child visited most; None if there is none."""
        node = self.facts(number)
        if node.is_proven:
            known = (each for each in self.children(number) if each.is_proven)
            return next((each.number for each in known if (each.payoffs, each.plies) == (node.payoffs, node.plies - 1)), None)
        numbers = self.numbers(number)
        visits = self._tree.words[numbers.start * self._node + w.VISITS : numbers.stop * self._node : self._node].tolist()
        most = max(visits, default=0)
        return numbers[visits.index(most)] if most else None

    def lasted(self, number: int) -> float:
        """The average ply at which this search's simulations through a root move ended; 0 if there were none."""
        times, plies = self.words[w.LASTED + 2 * number : w.LASTED + 2 * number + 2]
        return plies / times if times else 0.0

    def favourites(self, number: int) -> Iterator[NodeFacts]:
        """The nodes of the expected line below a node."""
        while (favourite := self.favourite(number)) is not None:
            number = favourite
            yield self.facts(number)

    @property
    def spread(self) -> tuple[float, float]:
        """The least and the greatest result seen."""
        pair = struct.unpack_from(f"<2{self._score}", self._bytes, 8 * w.LOW)
        return float(pair[0]), float(pair[1])

    def widen(self, low: int, high: int) -> None:
        """Widens the range of results seen by another, given as words."""
        words, decoded = self.words, float_of if self.shapes.float_scores else int
        is_seen, words[w.SEEN] = words[w.SEEN], 1
        if not is_seen or decoded(low) < decoded(words[w.LOW]):
            words[w.LOW] = low
        if not is_seen or decoded(high) > decoded(words[w.HIGH]):
            words[w.HIGH] = high

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
