"""A search that moves from one tier to the other: on a tree while its game is being compiled, natively from then on."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Final, Generic, cast

from attrs import evolve

from ..errors import MinimaxerError, OptionError
from ..game.capability import Capabilities
from ..game.protocol import M, S
from ..native import CompiledGame, PendingGame
from ..searching.limits import Limits, StopReason
from ..searching.options import Options
from ..searching.result import SearchResult
from ..searching.setup import Setup, Tier

LOG: Final = logging.getLogger("minimaxer")
_SHORT: Final = 0.1
"""Seconds to wait for a native search that needs no compiling any more."""
_WORTH: Final = 0.1
"""The least part of a search's time for which it is worth to begin anew."""


class MovingTier(Generic[S, M]):
    """A search of a pending game; `create` makes the search of a setup in the tier of its game."""

    def __init__(self, setup: Setup[S, M], pending: PendingGame[S, M], create: Callable[[Setup[S, M]], Tier[S, M]]) -> None:
        self._setup: Final = setup
        self._create: Final = create
        self._start: S | None = None
        """The state that the last search was given; None for the initial one."""
        self._moves: list[M] = []
        """The moves played since."""
        self._native: Tier[S, M] | None = None
        """The native search, from when it is ready until it takes the place of the one on a tree."""
        self._is_running = self._is_stopped = self._is_closed = False
        self._is_prepared: Final = threading.Event()
        evaluate = pending.evaluation if setup.evaluate is None else setup.evaluate
        try:
            self._tier = create(evolve(setup, game=pending.game, evaluate=evaluate))
        except OptionError:  # of options for compiled games alone, or for none
            if not pending.wait():
                raise
            self._tier = create(evolve(setup, game=pending.compiled))
        else:
            pending.then(self._prepare)
            if pending.ready:
                self._is_prepared.wait(_SHORT)

    @property
    def options(self) -> Options:
        """The options in use, defaults filled in."""
        return self._tier.options

    @property
    def algorithm(self) -> str:
        """The algorithm in use."""
        return self._tier.algorithm

    @property
    def found(self) -> Capabilities[S, M]:
        """The game's capabilities."""
        return self._tier.found

    @property
    def size_bytes(self) -> int:
        """The memory that is kept, in bytes."""
        return self._tier.size_bytes

    def ready(self) -> None:
        """Does nothing: the first search need not wait."""

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches depth by depth, and gives the result of each depth."""
        return self._results(state, limits, lambda state, limits: self._tier.iterate(state, limits))

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches until the value cannot change, and gives the result of each depth."""
        return self._results(state, limits, lambda state, limits: self._tier.solve(state, limits))

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`."""
        (last,) = deque(self.solve(state, limits) if solving else self.iterate(state, limits), maxlen=1)
        return last

    def advance(self, move: M) -> S:
        """Plays a move."""
        state = self._tier.advance(move)
        self._moves.append(move)
        return state

    def stop(self) -> None:
        """Ends the search that is running."""
        self._is_stopped = True
        self._tier.stop()

    def close(self) -> None:
        """Frees the memory that is kept."""
        self._is_closed = True
        self._tier.close()
        if self._native is not None:
            self._native.close()

    def _prepare(self, compiled: CompiledGame[S, M]) -> None:
        """Makes the native search, on the thread that compiles; a search on the tree ends to make room for it."""
        tree = self._tier
        if self._is_closed:
            return
        try:
            native = self._create(evolve(self._setup, game=compiled))
            native.ready()
        except OptionError:  # of options for trees alone
            return
        self._native = native
        self._is_prepared.set()
        if self._is_closed:
            native.close()
        elif self._is_running:
            tree.stop()

    def _move(self) -> None:
        """Has the native search follow the game up to the current state, and take over; one that cannot is dropped."""
        native, self._native = self._native, None
        if native is None:
            return
        try:
            native.last(self._start, Limits(nodes=1))
            for move in self._moves:
                native.advance(move)
        except MinimaxerError as error:  # such as of a state unlike those that the code was made for
            LOG.warning("searched on a tree, since: %s", error)
            native.close()
        else:
            self._tier.close()
            self._tier = native

    def _results(
        self, state: S | None, limits: Limits, look: Callable[[S | None, Limits], Iterator[SearchResult[M]]]
    ) -> Generator[SearchResult[M], None, None]:
        """The results of a search; one that begins on the tree goes on natively, and shows no result that is worse."""
        began = time.perf_counter()
        if state is not None:
            self._start, self._moves = state, []
        self._is_stopped, self._is_running = False, True
        try:
            self._move()
            first: SearchResult[M] | None = None
            with closing(cast("Generator[SearchResult[M], None, None]", look(state, limits))) as results:
                for result in results:
                    if self._native is not None and self._is_open(result, limits):
                        first = result
                        break
                    yield result
            if first is not None:
                yield from self._continued(first, _rest(limits, time.perf_counter() - began, first.nodes), look)
        finally:
            self._is_running = False

    def _is_open(self, result: SearchResult[M], limits: Limits) -> bool:
        """True if a search would go on after this result, but for the native search that waits."""
        if result.stop is StopReason.DEPTH:
            return limits.depth is None or result.depth < limits.depth
        return result.stop is StopReason.STOPPED and not self._is_stopped

    def _continued(
        self, first: SearchResult[M], limits: Limits | None, look: Callable[[S | None, Limits], Iterator[SearchResult[M]]]
    ) -> Iterator[SearchResult[M]]:
        """The results of a native search after one on the tree, which is the last if no better one is found."""
        stop, is_better = StopReason.SECONDS, False
        tree = self._tier
        if limits is not None:
            self._move()
        if self._is_stopped:
            stop = StopReason.STOPPED
        elif self._tier is not tree and limits is not None:
            for result in look(None, limits):
                stop = result.stop
                is_better = is_better or result.solved or result.depth >= first.depth or result.nodes >= first.nodes
                if is_better:
                    yield result
        if not is_better:
            yield evolve(first, stop=stop)


def _rest(limits: Limits, seconds: float, nodes: int) -> Limits | None:
    """The limits that are left after that time and those nodes; None if little is left."""
    if limits.seconds is not None:
        if limits.seconds - seconds < _WORTH * limits.seconds:
            return None
        limits = evolve(limits, seconds=limits.seconds - seconds)
    if limits.nodes is not None:
        if limits.nodes <= nodes:
            return None
        limits = evolve(limits, nodes=limits.nodes - nodes)
    return limits
