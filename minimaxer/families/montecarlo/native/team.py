"""Several workers, each on its own thread, that simulate in one shared tree.

A search begins with one worker; the others join once it has visited some nodes, since most searches are over before a thread
could be woken. `kernels.counting` explains how workers share the counters of a node.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.machine import Job, Machine
from ....compiler.runtime.memory import Memory
from ....native.runner import NO_LIMIT, Runner
from ....native.shapes import Shapes
from ....searching.details import Workers
from ....searching.limits import Limits, StopReason
from ..options import PlayoutOptions
from . import layout as w
from .kernel import Kernel, seeded

PATIENCE: Final = 1_000
"""Nodes after which the others join; waking threads takes about as long."""
LEAST_SHARE: Final = 1_000
"""Nodes per worker below which a node limit is not shared."""
TOO_SHORT: Final = f"the search was over, or its limit of nodes too near, before others could join, {PATIENCE:,} nodes on"
_SUMS: Final = (w.DONE, w.PLAYOUTS, w.PLAYOUT_PLIES)
"""Counters that are added up over the workers."""


class Team(Kernel):
    """A kernel whose tree is shared with helpers on other threads; arguments as in `Kernel`, and the number of all workers."""

    def __init__(
        self, machine: Machine, shapes: Shapes, players: int, size_bytes: int, *, beside: Sequence[int] = (), workers: int
    ) -> None:
        self._helpers: Final[list[Runner]] = []
        self._jobs: Final[list[Job[int]]] = []
        self._shared: Final = Memory(8 * h.SCALARS)
        super().__init__(machine, shapes, players, size_bytes, beside=beside, shared=True)
        self._workers: Final = workers
        self.words[w.SHARED] = self._shared.address
        self._joined = False
        self._node_limit = NO_LIMIT
        self._seed = 0
        self._failed: tuple[Runner, BaseException] | None = None

    def limit(self, limits: Limits, began: float) -> None:
        """Prepares runs with these limits, alone at first."""
        self._end_helpers()
        super().limit(limits, began)
        self._node_limit = self.words[h.NODE_LIMIT]
        self._short_nodes = PATIENCE
        self._joined = False

    def begin(self, options: PlayoutOptions, seed: int) -> None:
        """Prepares a search."""
        super().begin(options, seed)
        self._seed = seed

    def simulate(self, state: bytes, most: int) -> None:
        """Simulates from the given root state until all workers together have done `most` simulations or the root is proven."""
        words, shared = self.words, self._shared.words
        shared[w.SIMULATIONS], shared[w.USED] = most - words[w.DONE], words[w.USED]
        try:
            super().simulate(state, most)
        finally:
            words[w.USED] = shared[w.USED]

    def forget(self) -> None:
        """Begins a new tree."""
        self._end_helpers()
        super().forget()
        self._shared.words[w.USED] = self.words[w.USED]

    def keep(self, number: int) -> None:
        """Makes a node the root, and drops everything outside its subtree."""
        self._end_helpers()
        super().keep(number)

    def stop(self, reason: StopReason) -> None:
        """Stops all workers; may be called from any thread."""
        super().stop(reason)
        self._call_off()

    def _call_there(self) -> int:
        """Runs the kernel together with the helpers, unless too few nodes are left to share."""
        left = self._node_limit - self.nodes()
        if left < LEAST_SHARE * self._workers:
            self.words[h.NODE_LIMIT] = self.words[h.NODES] + max(0, left)
            return super()._call_there()
        try:
            self._start(left // self._workers)
            why = super()._call_there()
            if why not in (0, h.BY_NODES):
                self._call_off()
            whys = [why, *self._end_helpers()]
            self._raise_failure()
        except BaseException as error:
            self._call_off()
            self._end_helpers()
            if isinstance(error, Exception):  # which the rules raised, in the middle of a simulation
                self.forget()
            raise
        if self.facts(0).is_proven or self.words[w.DONE] >= self.words[w.SIMULATIONS]:
            return 0
        return next(filter(None, whys), 0)

    def _start(self, share: int) -> None:
        """Starts the helpers, each with the same share of the nodes as this worker."""
        if not self._helpers:
            self._helpers.extend(Runner(self._machine, self.shapes, w.size(self._width)) for _ in range(self._workers - 1))
        self._failed = None
        self.words[h.NODE_LIMIT] = self.words[h.NODES] + share
        for number, helper in enumerate(self._helpers, 1):
            if not self._joined:
                helper.words[h.NODES], helper.words[w.RNG] = 0, seeded(self._seed + number)
            self._pose(helper)
            helper.words[h.NODE_LIMIT] = helper.words[h.NODES] + share
        self._joined = True
        if self._reason is None:  # else told to stop while they were made ready
            self._jobs.extend(helper.launch(self._fail) for helper in self._helpers)

    def _pose(self, helper: Runner) -> None:
        """Gives a helper this worker's task; its counters start at 0, and its random numbers continue."""
        mine, theirs, rng = self.words, helper.words, helper.words[w.RNG]
        theirs[h.STOP], theirs[h.FLAGS] = 0, mine[h.FLAGS]
        theirs[h.FREE : h.SCALARS] = mine[h.FREE : h.SCALARS]
        for place in _SUMS:
            theirs[place] = 0
        theirs[w.RNG] = rng
        theirs[w.CODES : w.CODES + mine[w.PLAYED]] = mine[w.CODES : w.CODES + mine[w.PLAYED]]
        size = self.shapes.state.words
        theirs[h.STATE : h.STATE + size] = mine[h.STATE : h.STATE + size]

    def _fail(self, helper: Runner, error: BaseException) -> None:
        self._failed = helper, error
        self.stop(StopReason.STOPPED)

    def _raise_failure(self) -> None:
        if self._failed is not None:
            helper, error = self._failed
            self.adopt_fault(helper)
            raise error

    def _call_off(self) -> None:
        for helper in self._helpers:
            with contextlib.suppress(ValueError):  # it has just been closed
                helper.words[h.STOP] = h.BY_CALLER

    def _end_helpers(self) -> list[int]:
        """Waits for the helpers and adds their counters; gives the stop reason of each, 0 at its end."""
        whys = []
        while self._jobs:
            whys.append(self._jobs[-1].wait(self._until, lambda: self.stop(StopReason.SECONDS)))
            self._jobs.pop()
        for helper in self._helpers:
            mine, theirs = self.words, helper.words
            for place in (*_SUMS, *range(w.LASTED, w.LASTED + 2 * len(self.numbers(0)))):
                mine[place] += theirs[place]
                theirs[place] = 0
            mine[w.LONGEST] = max(mine[w.LONGEST], theirs[w.LONGEST])
            mine[w.MARGINS] |= theirs[w.MARGINS]
            if theirs[w.SEEN]:
                self.widen(theirs[w.LOW], theirs[w.HIGH])
        return whys

    def workers(self) -> Workers:
        """The workers of the search, with their nodes."""
        shares = self._shares()
        scheme, note = (None, TOO_SHORT) if len(shares) == 1 else ("threads", None)
        return Workers(asked=self._workers, scheme=scheme, nodes=shares, note=note)

    def nodes(self) -> int:
        """Nodes visited since the search began, by all workers that took part."""
        return sum(self._shares())

    def _shares(self) -> tuple[int, ...]:
        return (self.words[h.NODES], *(helper.words[h.NODES] for helper in self._helpers if self._joined))

    def close(self) -> None:
        """Ends all threads and frees the memory."""
        self._call_off()
        for helper in self._helpers:
            helper.close()
        super().close()
        self._shared.close()
