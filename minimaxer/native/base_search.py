"""The life cycle of a native search, for all families that keep a kernel between searches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from random import Random
from typing import Final, Generic, TypeVar, cast

from ..compiler.runtime.machine import Machine
from ..game.capability import Capabilities
from ..game.comparing import equal
from ..game.following import after
from ..game.protocol import M, S, Score
from ..game.reprs import View
from ..searching.limits import Limits, StopReason
from ..searching.result import SearchResult
from ..searching.saved import SavedFile, set_random
from ..searching.setup import Setup
from .game import CompiledGame, raise_fault
from .runner import Runner, Stopped

K = TypeVar("K", bound=Runner)


class NativeTier(ABC, Generic[S, M, K]):
    """A search of one game by a kernel kept between searches; raises CompileError if game or evaluation cannot be compiled."""

    _code: str
    """The name of the kernel."""

    def __init__(self, setup: Setup[S, M], evaluate: Callable[[S], Score] | None) -> None:
        game = cast("CompiledGame[S, M]", setup.game)
        self.game: Final = game
        self._compile_seconds = game.compile_seconds
        self._variant: Final = game.variant(setup.options.ignore, evaluate)
        self.asked: Final = setup.threads
        """The number of workers in the setup."""
        self._seed: Final = setup.options.seed
        self._kernel: K | None = None
        self._is_stopped = False
        self._state: S | None = None
        self._played: list[S] = []
        """The states played before the last one, where repetitions count."""
        self._codes: list[int] = []
        """The codes of the first of them."""

    @cached_property
    def rng(self) -> Random:
        """Source of random numbers; to seed it takes as long as a small search, and few ask for one."""
        return Random(self._seed)

    @abstractmethod
    def _make_kernel(self) -> K:
        """A kernel with memory of its own."""

    @abstractmethod
    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches depth by depth and yields each depth's result."""

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches until the value cannot change and yields each depth's result; by default the same as `iterate`."""
        return self.iterate(state, limits)

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`."""
        (last,) = deque(self.solve(state, limits) if solving else self.iterate(state, limits), maxlen=1)
        return last

    @property
    def found(self) -> Capabilities[S, M]:
        """The game's capabilities."""
        return self._variant.found

    def shown(self, state: S) -> View:
        """The presentation of a position, with the whole game."""
        return View(state, *self._variant.shown)

    @property
    def size_bytes(self) -> int:
        """Memory that the kernel keeps from search to search."""
        return 0 if self._kernel is None else self._kernel.used_bytes

    def ready(self) -> None:
        """Compiles the kernel."""
        self._machine()

    def stop(self) -> None:
        """Ends the running search, also one that waits for compilation."""
        self._is_stopped = True
        if (kernel := self._kernel) is not None:
            kernel.stop(StopReason.STOPPED)

    def close(self) -> None:
        """Frees the kernel's memory and threads."""
        kernel, self._kernel = self._kernel, None
        if kernel is not None:
            kernel.close()

    def advance(self, move: M) -> S:
        """Plays a move; the kernel is kept."""
        self._state = after(self.game, self._current(None), move)
        return self._state

    def _machine(self) -> Machine:
        return self._variant.machine(self._code)

    def _ready(self) -> tuple[K, float]:
        """The kernel, and the seconds spent compiling since the last search."""
        kernel, compiled = self._kernel, 0.0
        if kernel is None:
            kernel = self._kernel = self._make_kernel()
            compiled, self._compile_seconds = self.game.compile_seconds - self._compile_seconds, self.game.compile_seconds
        return kernel, compiled

    def _current(self, state: S | None) -> S:
        """The state to search from: the one given, or the one that the last search or move led to."""
        if state is None:
            state = self.game.initial() if self._state is None else self._state
        elif self._played and not equal(state, self._state):
            self._played, self._codes = [], []
        self._state = state
        return state

    def _take_up(self, saved: SavedFile) -> None:
        """Takes the position, the positions played and the random numbers from a file of the same rules."""
        facts, layout = saved.facts, self._variant.shapes.state
        saved.check_rules(self._variant.identity, self.game.game)
        set_random(self.rng, facts["random"])
        self._state = None if facts["state"] is None else layout.read(facts["state"])
        self._played = [layout.read(each) for each in facts["played"]]

    def pass_on_stop(self, kernel: K) -> None:
        """Stops a starting search if `stop` was called before the kernel existed, such as during compilation."""
        if self._is_stopped:
            kernel.stop(StopReason.STOPPED)

    def raise_fault(self, kernel: Runner, stopped: Stopped) -> None:
        """Raises the error that the tree tier raises if the game broke the protocol."""
        if stopped.fault:
            raise_fault(self.game.game, self.found, stopped.fault, kernel.fault_state())
