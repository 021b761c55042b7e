"""Information-set Monte Carlo tree search of a compiled game: Python makes the deals, the kernel searches them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Generic, cast

from ....base.scores import Payoffs
from ....base.sizes import parse_size
from ....compiler.runtime.layout import flat
from ....compiler.runtime.machine import Machine
from ....compiler.runtime.memory import Memory
from ....game.capability import capabilities
from ....game.following import after, final_outcome, outcomes_of
from ....game.protocol import M, S, check_mover, dealt
from ....native.game import CompiledGame
from ....native.shapes import Shapes
from ....searching.details import Workers, alone
from ....searching.saved import Saved, not_kept
from ....searching.setup import Setup
from ....searching.validators import INFORMATION_SET_ALONE
from ...montecarlo.native import layout as w
from ...montecarlo.native.kernel import Kernel, NodeFacts
from ...montecarlo.native.search import NativeMonteCarlo
from ...montecarlo.visited import Visited
from ..options import InformationSetOptions

MOST_DEALS: Final = 4096
"""Maximum number of deals kept."""


class InformationKernel(Kernel):
    """The kernel, its memory and its tree, which is kept between searches of the same state; arguments as in `Kernel`. Of the
    `asked` workers one works.
    """

    MORE: ClassVar[int] = w.MORE

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
            child = words[(child + 1) * self._node - w.MORE + w.NEXT]


_DEALS: Final = 64
"""Deals that are added at a time."""
PER_DEAL: Final = 8
"""Simulations per deal: each takes a few microseconds, while a deal takes some ten.

With 1, 4, 16 and 64 a tree of 1,000 simulations expects to find the car of the Monty Hall problem in 67, 68, 69 and 74 %:
it learns what is hidden in repeated deals.
"""


class NativeInformationSets(NativeMonteCarlo[S, M], Generic[S, M]):
    """The compiled tier of a `Search` of a game with hidden cards, by information-set Monte Carlo tree search.

    It uses only the mover and the outcome of the real state; everything else comes from deals. Raises GameError if the game's
    `deal` has another signature than the protocol's, CompileError if the game or the evaluation cannot be compiled.
    """

    algorithm = "ismcts"

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        self._code = "ismcts"
        self._deal: Final = capabilities(cast("CompiledGame[S, M]", setup.game).game, ignore=setup.options.ignore).deal
        self._per_deal: Final = cast("InformationSetOptions", setup.options).per_deal or PER_DEAL
        self._seen: Any = None
        """A deal of the state searched; the mover's moves are the same in all deals."""

    def advance(self, move: M) -> S:
        """Plays a move and drops the tree: the next mover sees different information."""
        state: S = after(self.game, self._current(None), move)
        self._state, self._planted = state, None
        return state

    def saved(self) -> Saved:
        """Always raises OptionError, since the deals in which the tree was grown are not kept."""
        raise not_kept(self.game, self.algorithm)

    def _make_kernel(self) -> InformationKernel:
        size = parse_size(self.options.memory)
        return InformationKernel(self._machine(), self._variant.shapes, self._players, size, asked=self.asked)

    def _outcome(self, root: S) -> float | Payoffs | None:
        """The result if the game is over, also for lack of moves, else None."""
        if (outcome := self.game.outcome(root)) is not None:
            return outcomes_of(self.game.game).outcome(outcome, root)
        check_mover(self._mover(root), root)
        self.deals, self._seen = 0, self._drawn(root)
        return final_outcome(self.game.game, self.found, self._seen)

    def _simulate(self, kernel: Kernel, root: S, simulations: int) -> None:
        information, layout = cast("InformationKernel", kernel), self._variant.shapes.state
        while (left := simulations - kernel.words[w.DONE]) > 0:
            for _ in range(min(_DEALS, -(-left // self._per_deal))):
                information.add(flat(layout, self._drawn(root)))
            kernel.simulate(flat(layout, self._seen), min(simulations, kernel.words[w.DONE] + _DEALS * self._per_deal))

    def _drawn(self, root: S) -> S:
        """A random deal: a state that the mover cannot distinguish from the real one."""
        assert self._deal is not None
        self.deals = (self.deals or 0) + 1
        return dealt(self.game.game, self._deal, root, self._mover(root), self.rng)

    def _root_moves(self, kernel: Kernel, state: S, player: int) -> list[Visited[M]]:
        """The moves of the root, which are the mover's in any deal."""
        layout, found = self._variant.shapes.move, self.found
        known = {each.move: each for each in kernel.children(0)}
        moves = []
        for move in (found.search_moves or self.game.game.moves)(self._seen):
            each = known.get(tuple(layout.flatten(move)))
            visits, payoffs = (0, None) if each is None else (each.visits, each.payoffs)
            moves.append(Visited(move=move, visits=visits, payoffs=payoffs, is_proven=False, pv=(move,)))
        return moves


create: Final = NativeInformationSets
"""The family's only search in this tier."""
