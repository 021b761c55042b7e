"""The Python side of the kernel of information-set search: its calls, deals and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from ....compiler.runtime.machine import Machine
from ....compiler.runtime.memory import Memory
from ....native.shapes import Shapes
from ....searching.schemes import INFORMATION_SET_ALONE
from ....searching.statistics import Workers, alone
from ...montecarlo.native import layout as w
from ...montecarlo.native.kernel import Kernel, NodeFacts
from . import layout as more

MOST_DEALS: Final = 4096
"""Maximum number of deals kept."""


class InformationKernel(Kernel):
    """The kernel, its memory and its tree, which is kept between searches of the same state; arguments as in `Kernel`.

    Of the `asked` workers one works.
    """

    MORE: ClassVar[int] = more.MORE

    def __init__(self, machine: Machine, shapes: Shapes, players: int, size_bytes: int, *, asked: int) -> None:
        self._deals: Final = Memory(8 * shapes.state.words * MOST_DEALS)
        self._dealt = 0
        super().__init__(machine, shapes, players, size_bytes)
        self._asked: Final = asked

    def close(self) -> None:
        """Ends the thread and frees all memory."""
        super().close()
        self._deals.close()

    def workers(self) -> Workers | None:
        """The workers of the search if several were requested, else None."""
        return None if self._asked == 1 else alone(self._asked, self.nodes(), INFORMATION_SET_ALONE)

    def add(self, deal: bytes) -> None:
        """Adds a state to those in which simulations begin; replaces the oldest if there are `MOST_DEALS`."""
        size, place = len(deal), self._dealt % MOST_DEALS
        self._deals.bytes[size * place : size * place + size] = deal
        self._dealt += 1
        self.words[w.DEAL_COUNT] = min(self._dealt, MOST_DEALS)

    def forget(self) -> None:
        """Begins a new tree, and drops all deals."""
        super().forget()
        self._dealt = 0

    def simulate(self, state: bytes, most: int) -> None:
        """Simulates `most` times, each from a random one of the added states; raises Stopped if a limit came first."""
        self.words[w.DEALS] = self._deals.address
        super().simulate(state, most)

    def children(self, number: int) -> Iterator[NodeFacts]:
        """The facts about each of a node's children."""
        words = self._tree.words
        child = words[number * self._node + w.LINK] >> w.FIRST_SHIFT
        while child:
            yield self.facts(child)
            child = words[(child + 1) * self._node - more.MORE + more.NEXT]
