"""Several kernels, each on its own thread, that work as one: they share a table and search the same position.

A search begins with one worker; the others join once it has visited some nodes, since most searches are over before a thread
could wake.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from ....base.scores import HIGHEST
from ....compiler.runtime import header as h
from ....compiler.runtime.machine import Job, Machine
from ....compiler.runtime.memory import Memory
from ....native.runner import NO_LIMIT, Stopped
from ....native.shapes import Shapes
from ....searching.details import Workers
from ....searching.limits import Limits, StopReason
from . import layout as w
from .kernel import Kernel, Root
from .native_table import NativeTable
from .tasks import Searching, Solving, Task

PATIENCE: Final = 1_000
"""Nodes after which helpers join at the next depth; after twice this number they join at once, and the depth restarts.

Waking threads takes about as long as 1,000 nodes. Counted in nodes, since timing such a short wait would cost more.
"""
TOO_SHORT: Final = f"the search was over, or its limit of nodes too near, before others could join, {PATIENCE:,} nodes on"
LEAST_SHARE: Final = 1_000
"""Nodes per worker below which a node limit is not shared."""


class Team(Kernel):
    """A kernel with helpers, which share its table: `workers` in all, by lazy SMP if `lazy`, else by ABDADA."""

    def __init__(
        self, machine: Machine, shapes: Shapes, table: NativeTable | None, *, plain: bool, workers: int, lazy: bool, rng: Random
    ) -> None:
        super().__init__(machine, shapes, table, plain=plain)
        self.deepens = False
        self._make_helper: Final = partial(Kernel, machine, shapes, table, plain=plain)
        self._workers: Final = workers
        self._lazy: Final = lazy
        self._rng: Final = rng
        self._shared: Final = Memory(8 * w.TEAM_SIZE)
        self.words[w.TEAM] = self._shared.address
        self._helpers: list[Kernel] = []
        self._jobs: list[Job[int]] = []
        self._joined = self._engaged = False
        self._idle = True
        self._node_limit = NO_LIMIT
        self._settings: tuple[Limits, float, bytes] = (Limits(), 0.0, b"")
        self._error: BaseException | None = None

    def begin(self, limits: Limits, began: float, settings: bytes, *, goes_on: bool = False) -> None:
        """Prepares for a search, with one worker at first."""
        if not self._idle:
            self._await_idle()
        super().begin(limits, began, settings, goes_on=goes_on)
        self._settings = limits, began, settings
        self._node_limit = self.words[h.NODE_LIMIT]
        self._joined = self._engaged = False

    def search_in_full(self) -> None:
        """Turns guessing off for the rest of a search, for all workers."""
        super().search_in_full()
        for helper in self._helpers:
            helper.words[h.FLAGS] = self.words[h.FLAGS]

    def search(self, root: Root[Any, Any], depth: int, low: float, high: float) -> None:
        """Searches to that depth; a helper's answer is used if it comes first."""
        horizon = self.words[w.HORIZON]
        if self._begins_alone():
            try:
                return super().search(root, depth, low, high)
            except Stopped as stopped:
                self._go_on_after(stopped)
            self.words[w.HORIZON] = horizon
        task = Searching(root, depth, low, high, self._settings[0].depth, self._rng, lazy=self._lazy)
        try:
            self._together(task, partial(super().search, root, depth, low, high))
        except Stopped as stopped:
            if stopped.fault or not self._vote(task):
                raise

    def solve(self, root: Root[Any, Any]) -> None:
        """Narrows the bounds of the mover's value together with the helpers."""
        shared = self._shared.words
        shared[w.TEAM_LOW], shared[w.TEAM_HIGH] = -HIGHEST, HIGHEST
        if self._begins_alone():
            try:
                return super().solve(root)
            except Stopped as stopped:
                self._go_on_after(stopped)
        try:
            self._together(Solving(root, lazy=self._lazy), partial(super().solve, root))
        except Stopped:
            self.words[w.LOW] = max(self.words[w.LOW], shared[w.TEAM_LOW])
            self.words[w.HIGH] = min(self.words[w.HIGH], shared[w.TEAM_HIGH])
            raise

    def stop(self, reason: StopReason) -> None:
        """Stops the search of all workers; may be called from any thread."""
        super().stop(reason)
        for helper in self._helpers:
            helper.words[h.STOP] = h.BY_CALLER

    def _begins_alone(self) -> bool:
        """True if a task may be small enough to do alone; sets a node limit that ends it otherwise."""
        if self._joined or self.words[h.NODES] >= PATIENCE:
            return False
        self.words[h.NODE_LIMIT] = min(self._node_limit, 2 * PATIENCE)
        self.words[w.DEFER_PLIES] = self.words[w.PEERS] = 0
        return True

    def _go_on_after(self, stopped: Stopped) -> None:
        """Raises the stop of a task done alone, unless it was stopped for the helpers to join."""
        if stopped.reason is not StopReason.NODES or self.words[h.NODES] >= self._node_limit:
            raise stopped

    def _together(self, task: Task, work: Callable[[], None]) -> None:
        self._joined = self.is_long = True
        if self._node_limit - self.nodes() < LEAST_SHARE * self._workers:  # too few for every worker
            self.words[h.NODE_LIMIT] = self.words[h.NODES] + max(0, self._node_limit - self.nodes())
            work()
            return
        try:
            self._start(task)
            work()
        finally:
            self._end(task)
            if self._error is not None:
                error, self._error = self._error, None
                raise error

    def _start(self, task: Task) -> None:
        self._engage()
        self._idle = False
        for number, helper in enumerate(self._helpers):
            task.pose(number, helper)
            helper.words[h.STOP] = 0
        self.words[w.DEFER_PLIES] = task.defer_plies
        for member in (self, *self._helpers):
            member.words[w.PEERS] = len(self._helpers) if task.stops_others else 0
        share = (self._node_limit - self.nodes()) // self._workers
        for member in (self, *self._helpers):
            member.words[h.NODE_LIMIT] = member.words[h.NODES] + share
        if self._reason is None:  # else told to stop while they were made ready
            self._jobs.extend(helper.launch(self._fail) for helper in self._helpers)

    def _engage(self) -> None:
        if self._engaged:
            return
        self._engaged = True
        if not self._helpers:
            self._helpers = [self._make_helper() for _ in range(self._workers - 1)]
            team = [self, *self._helpers]
            for member in team:
                member.meet([other for other in team if other is not member], self._shared.address)
        played = list(self.words[w.PATH : w.PATH + self.words[w.PLAYED]])
        for helper in self._helpers:
            helper.begin(*self._settings)
            helper.words[h.FLAGS] = self.words[h.FLAGS]
            helper.recall(played)
            for place in (w.ENDGAMES, w.GENERATION):
                helper.words[place] = self.words[place]
        for member in (self, *self._helpers):
            member.words[w.WORKERS] = self._workers

    def _end(self, task: Task) -> None:
        """Stops the helpers, and records which of them finished."""
        jobs, self._jobs = self._jobs, []
        for helper in self._helpers:
            helper.words[h.STOP] = helper.words[h.STOP] or h.BY_PEER
        task.took_part = len(jobs)
        task.ended = [number for number, job in enumerate(jobs) if job.wait(math.inf, lambda: None) == 0]
        self._idle = True

    def _await_idle(self) -> None:
        """Stops the helpers and waits for them, if an interrupt kept `_end` from doing so."""
        for helper in self._helpers:
            helper.words[h.STOP] = h.BY_CALLER
        for helper in self._helpers:
            helper.wait()
        self._idle, self._error = True, None

    def _fail(self, helper: Kernel, error: BaseException) -> None:
        """Records an error in a helper, and stops the search."""
        self.adopt_fault(helper)
        self._error = error
        self.stop(StopReason.STOPPED)

    def _vote(self, task: Searching) -> bool:
        """Adopts the answer of the helper that searched deepest and has the highest value, or else the best move that any worker
        has proven better than the first; True if there was an answer.
        """
        exact = self.words[h.FLAGS] & w.EXACT_DEPTH
        ended = [number for number in task.ended if not exact or task.depths[number] == task.depth]
        if ended:
            self._adopt(task, max(ended, key=lambda number: (task.depths[number], self._helpers[number].value())))
            return True
        peers = [number for number in range(task.took_part) if task.depths[number] == task.depth]
        best = max(peers, key=lambda number: self._helpers[number].improved_value(), default=None)
        if best is not None and self._helpers[best].improved_value() > self.improved_value():
            self._adopt(task, best)
        return False

    def _adopt(self, task: Searching, number: int) -> None:
        if self.words[w.ROOT_COUNT]:
            task.root.moves = task.orders[number]
        self.adopt(self._helpers[number])

    def workers(self) -> Workers:
        """Statistics of the workers that took part."""
        shares = self._shares()
        if len(shares) == 1:
            return Workers(asked=self._workers, scheme=None, nodes=shares, note=TOO_SHORT)
        return Workers(asked=self._workers, scheme="lazy_smp" if self._lazy else "abdada", nodes=shares, note=None)

    def counts(self) -> tuple[int, ...]:
        """The counters of the head, each summed over all workers that took part."""
        heads = [super().counts(), *(helper.counts() for helper in self._helpers if self._engaged)]
        return tuple(map(sum, zip(*heads, strict=True)))

    def nodes(self) -> int:
        """Nodes visited since the search began, by all workers that took part."""
        return sum(self._shares())

    def _shares(self) -> tuple[int, ...]:
        """The nodes of each worker that took part in the search."""
        return (self.words[h.NODES], *(helper.words[h.NODES] for helper in self._helpers if self._engaged))

    def close(self) -> None:
        """Ends all threads and frees the memory, except the table's."""
        for helper in self._helpers:
            helper.close()
        super().close()
        self._shared.close()
