"""Searches games that are not compiled with several processes, or with threads if this Python runs them in parallel.

All workers search the same position, each on its own tree, with a shared table and marks of the searches each is running. The
helpers are started when first needed, sent searches, and closed at the end.
"""

from __future__ import annotations

import contextlib
import logging
import math
import multiprocessing
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from queue import SimpleQueue
from typing import Any, Final

from attrs import evolve

from .....base.sizes import parse_size
from .....errors import OptionError
from .....game.protocol import M, S
from .....searching.details import AlphaBetaDetails, Workers
from .....searching.limits import Control, Limits, StopReason
from .....searching.options import AUTO, has_use
from .....searching.result import SearchResult
from .....searching.saved import Saved, not_kept
from .....searching.setup import Setup
from ..search import SOLVE_TABLE
from .shared_memory import Queues, Reply, SharedMemory, SharingTreeSearch, packed, run_process, serve

LOG: Final = logging.getLogger("minimaxer")
START_SECONDS: Final = 0.0
"""Seconds that a search waits for helpers that are starting; it goes on alone and checks again."""
_END_SECONDS: Final = 5.0
"""Seconds that a helper may take to end before it is killed."""
FIRST_PATIENCE: Final = 0.2
"""Seconds that a search runs alone before processes are started for it, which takes about as long."""
PATIENCE: Final = 0.01
"""Seconds that a search runs alone if the processes were started before."""
TOO_SHORT: Final = (
    "the search was over, or its limit of nodes too near, before others could join: the first time they do after "
    f"{FIRST_PATIENCE:g} s, then after {PATIENCE:g} s"
)
ENDED: Final = "its helping processes have ended by themselves; close the Search to start others"
ASK_AGAIN: Final = 0.005
"""Seconds after which helpers that are starting are checked again."""
LEAST_SHARE: Final = 100
"""Nodes per worker below which a node limit is not shared."""
_ENTRY_BYTES: Final = 24
_UNDECIDED: Final = (StopReason.SECONDS, StopReason.NODES, StopReason.STOPPED)


class Team(ABC):
    """Helpers that use the same shared memory, to whom the setup is sent once. `is_whole` is True if none has ended by itself;
    `took_part` has the numbers of those that took part in the last search.
    """

    def __init__(self, setup: Setup[Any, Any], helpers: int, board: SharedMemory) -> None:
        self.setup: Final = setup
        self.helpers: Final = helpers
        self.board: Final = board
        self.is_started = False
        self.is_whole = True
        self.is_sound = True
        """False while messages are exchanged: an interrupt may then lose one, and waiting for it would never end."""
        self.took_part: list[int] = []
        self._links: list[Any] = []
        self._ready: set[int] = set()
        self._gone: set[int] = set()
        self._at_work: list[int] = []
        self._task = 0

    def prepare(self) -> None:
        """Resets the shared memory for a search."""
        self.board.begin()
        self._task += 1
        self.took_part = []

    def join(self, state: Any, limits: Limits) -> bool:
        """Starts the search of the state on all ready helpers that are not running it yet; True if none is still to come."""
        self.is_sound = False
        if not self.is_started:
            self.start()
            self.is_started = True
        for number in range(self.helpers):
            if number in self._gone or number in self.took_part:
                continue
            if number not in self._ready and not self._has_come(number):
                continue
            try:
                self.send(number, (self._task, state, limits))
            except OSError:
                self._lose(number)
                continue
            self._at_work.append(number)
            self.took_part.append(number)
        self.is_sound = True
        return len(self.took_part) + len(self._gone) == self.helpers

    def _has_come(self, number: int) -> bool:
        """True if a helper that was started is ready now."""
        if not self.has_reply(number, START_SECONDS):
            return False
        reply = self._receive(number)
        if reply is not None and reply.error is not None:
            LOG.warning("a helping process could not begin: %s: %s", type(reply.error).__name__, reply.error)
            self._lose(number)
        elif reply is not None:
            self._ready.add(number)
        return number in self._ready

    def end(self) -> list[Reply]:
        """Ends the search, and returns each helper's reply."""
        self.is_sound = False
        self.board.stop()
        replies = []
        while self._at_work:
            reply = self._receive(self._at_work[-1])
            if reply is None or reply.task == self._task:
                self._at_work.pop()
            if reply is not None and reply.task == self._task:
                replies.append(reply)
        self.is_sound = True
        return replies

    def _receive(self, number: int) -> Reply | None:
        """A helper's next reply; None if the helper has ended."""
        try:
            return self.receive(number)
        except (EOFError, OSError):
            self._lose(number)
            return None

    def _lose(self, number: int) -> None:
        LOG.warning("a helping process ended by itself; the search goes on without it")
        self._gone.add(number)
        self._ready.discard(number)
        self.is_whole = False

    @abstractmethod
    def start(self) -> None:
        """Starts the helpers."""

    @abstractmethod
    def send(self, number: int, message: Any) -> None:
        """Sends a helper a message; raises OSError if the helper has ended, OptionError if the message cannot be sent."""

    @abstractmethod
    def has_reply(self, number: int, seconds: float) -> bool:
        """True if a helper's reply, or the notice of its end, arrives within that time."""

    def receive(self, number: int) -> Reply:
        """A helper's next reply; raises EOFError or OSError if the helper has ended."""
        reply: Reply = self._links[number].recv()
        return reply

    @abstractmethod
    def close(self) -> None:
        """Ends the helpers for good."""


class ProcessTeam(Team):
    """Helpers in processes; raises OptionError if the rules cannot be sent to them, or this process cannot start others."""

    def __init__(self, setup: Setup[Any, Any], helpers: int, table_bytes: int) -> None:
        if multiprocessing.current_process().daemon:
            raise OptionError("this process is a daemon, which may not start others; leave out parallel")
        if find_spec("_multiprocessing") is None:
            raise OptionError("this Python starts no processes, as in a browser; leave out parallel")
        self._setup_packed: Final = packed(setup, "leave out parallel")
        self._memory: Final = SharedMemory.memory(table_bytes)
        super().__init__(setup, helpers, SharedMemory(self._memory))
        self._processes: list[Any] = []
        self._finalizer = weakref.finalize(self, _end, self._links, self._processes, self._ready)

    def start(self) -> None:
        """Starts the processes; they initialize while the search goes on."""
        context = multiprocessing.get_context("spawn")  # forking a process that has threads may hang it
        for number in range(len(self._processes), self.helpers):
            link, other = context.Pipe()
            arguments = (other, self._setup_packed, self._memory, number)
            process = context.Process(target=run_process, args=arguments, name="minimaxer helper", daemon=True)
            process.start()
            other.close()
            self._links.append(link)
            self._processes.append(process)

    def send(self, number: int, message: Any) -> None:
        """Sends a helper a message."""
        self._links[number].send_bytes(packed(message, "leave out parallel"))

    def has_reply(self, number: int, seconds: float) -> bool:
        """True if a helper's reply, or the notice of its end, arrives within that time."""
        return bool(self._links[number].poll(seconds))

    def close(self) -> None:
        """Ends the processes."""
        self._finalizer()


def _end(links: list[Any], processes: list[Any], ready: set[int]) -> None:
    for number, (link, process) in enumerate(zip(links, processes, strict=True)):
        if number not in ready:  # it is still starting
            process.terminate()
        with contextlib.suppress(OSError):
            link.send(None)
        link.close()
    for process in processes:
        process.join(_END_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
    links.clear()
    processes.clear()


class ThreadTeam(Team):
    """Helpers on threads, for Python builds that run threads in parallel."""

    def __init__(self, setup: Setup[Any, Any], helpers: int, table_bytes: int) -> None:
        super().__init__(setup, helpers, SharedMemory(SharedMemory.local_memory(table_bytes)))
        self._threads: list[threading.Thread] = []
        self._finalizer = weakref.finalize(self, _end_threads, self._links)

    def start(self) -> None:
        """Starts the threads."""
        for number in range(len(self._threads), self.helpers):
            there: SimpleQueue[Any] = SimpleQueue()
            back: SimpleQueue[Any] = SimpleQueue()
            arguments = (Queues(there, back), self.setup, self.board, number)
            thread = threading.Thread(target=serve, args=arguments, name="minimaxer helper", daemon=True)
            thread.start()
            self._links.append(Queues(back, there))
            self._threads.append(thread)

    def send(self, number: int, message: Any) -> None:
        """Sends a helper a message."""
        self._links[number].send(message)

    def has_reply(self, number: int, seconds: float) -> bool:
        """Always True: a thread is ready as soon as it runs."""
        return True

    def close(self) -> None:
        """Ends the threads."""
        self._finalizer()
        for thread in self._threads:
            thread.join()


def _end_threads(links: list[Any]) -> None:
    for link in links:
        link.send(None)


class TeamSearch(SharingTreeSearch[S, M]):
    """The tree tier with helpers, two or more workers in all. `parallel` determines if helpers are processes, to which the rules
    must be sent, and if they share only the table, without marks. The table has 64 MB by default; raises OptionError if the
    options exclude one, or the rules cannot be sent.
    """

    def __init__(self, setup: Setup[S, M]) -> None:
        options, algorithm = setup.alphabeta, setup.algorithm
        if not has_use("table", "tree", algorithm) or options.table is None:
            what = "table=None" if options.table is None else f"algorithm={algorithm!r}"
            raise OptionError(f"contradictory options: several workers share a table, and {what} has none; leave it out")
        options = evolve(options, table=SOLVE_TABLE) if options.table == AUTO else options
        setup = evolve(setup, options=options)
        super().__init__(setup)
        self._workers: Final = setup.threads
        in_processes = setup.parallel == "processes"
        table = options.table
        size = table * _ENTRY_BYTES if isinstance(table, int) else parse_size(str(table))
        self._make_team: Final[Callable[[], Team]] = partial(
            ProcessTeam if in_processes else ThreadTeam, setup, setup.threads - 1, size
        )
        self._scheme: Final = "processes" if in_processes else "threads"
        self._team: Team | None = None
        self._state: S | None = None

    def _results(self, state: S | None, limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        """The results of a search, which the helpers join once it has run for a while."""
        team = self._ready_team()
        team.prepare()
        self._state = self._ready(state).root.state
        try:
            for result in super()._results(state, limits, control):
                if result.stop is StopReason.DEPTH and result.depth != limits.depth:
                    yield self._with_workers(result)
                    continue
                replies = team.end()
                for reply in replies:
                    if reply.error is not None:
                        raise reply.error
                yield self._with_workers(_vote(result, replies))
        finally:
            self._end(team)

    def _end(self, team: Team) -> None:
        """Ends the helpers' searches; if communication with them was interrupted, ends the helpers themselves."""
        try:
            if team.is_sound:
                team.end()
        finally:
            if not team.is_sound:
                team.close()
                self._team = None

    def close(self) -> None:
        """Frees tree and table, and ends the helpers."""
        super().close()
        if self._team is not None:
            self._team.close()
            self._team = None

    def saved(self) -> Saved:
        """Always raises OptionError, since the table lies in memory that is shared."""
        raise not_kept(self.game, self.algorithm, f"threads={self._workers}")

    def _board(self) -> SharedMemory:
        return self._ready_team().board

    def _ready_team(self) -> Team:
        if self._team is None:
            self._team = self._make_team()
        return self._team

    def _new_control(self, limits: Limits) -> Control:
        is_started = self._team is not None and self._team.is_started
        return _Control(limits, PATIENCE if is_started else FIRST_PATIENCE, self._join, self._workers)

    def _join(self, limits: Limits) -> bool:
        return self._ready_team().join(self._state, limits)

    def _with_workers(self, result: SearchResult[M]) -> SearchResult[M]:
        team = self._ready_team()
        shares = (result.nodes, *(team.board.nodes(number) for number in team.took_part))
        if len(shares) == 1:
            note = TOO_SHORT if team.is_whole else ENDED
            workers = Workers(asked=self._workers, scheme=None, nodes=shares, note=note)
        else:
            workers = Workers(asked=self._workers, scheme=self._scheme, nodes=shares, note=None)
        statistics = evolve(result.statistics, nodes=sum(shares), workers=workers)
        details = result.details if len(shares) == 1 else AlphaBetaDetails(table_key=result.table_key)
        return evolve(result, statistics=statistics, details=details)


class _Control(Control):
    """Ends the search, and lets helpers join it once it has run for a while, each as soon as it is ready."""

    def __init__(self, limits: Limits, patience: float, join: Callable[[Limits], bool], workers: int) -> None:
        super().__init__(limits)
        self._limits: Final = limits
        self._patience = patience
        self._join: Final = join
        self._workers: Final = workers
        self._share: Limits | None = None

    def poll(self, nodes: int) -> int:
        if self.seconds >= self._patience:
            self._patience = self.seconds + ASK_AGAIN
            if self._share is None:
                self._share = self._shared(nodes)
            if self._share is None or self._join(self._share):
                self._patience = math.inf
        return super().poll(nodes)

    def _shared(self, nodes: int) -> Limits | None:
        """The limits of each helper: its share of the remaining nodes; None if that is too small."""
        share = None
        if self._limits.nodes is not None:
            share = (self._limits.nodes - nodes) // self._workers
            if share < LEAST_SHARE:
                return None
            self._nodes_allowed = nodes + share
        return Limits(depth=self._limits.depth, nodes=share)


def _vote(last: SearchResult[M], replies: list[Reply]) -> SearchResult[M]:
    """The result, or that of a helper that searched deeper in the same time."""
    if last.stop not in _UNDECIDED:
        return last
    best = last
    for reply in replies:
        found = reply.result
        if found is not None and found.move is not None and found.depth > best.depth:
            best = evolve(found, stop=last.stop, statistics=last.statistics)
    return best
