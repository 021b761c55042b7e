"""The upper tree, expanded positions, down to leaves that are searched as jobs, in any worker; and the teams that run them: on
the user's executor, or in a pool of processes that is replaced when one of them dies.

Each position keeps bounds on player 0's result, valid for every question, and its proof and disproof number for the current
question: whether player 0 gets at least the goal. A leaf whose job is running counts as hard, so that the next job goes
elsewhere.

Source: I.-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, "Job-level proof-number search for Connect6",
Computers and Games 2010.
"""

from __future__ import annotations

import math
import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from functools import partial
from typing import Any, Final, cast

from attrs import define, evolve, field, frozen

from ...api.methods import create
from ...base.overdue import bounded
from ...base.scores import LOSS, WIN, Bound, checked_bounds, result_of
from ...errors import OptionError
from ...families.proof.options import ProofDetails, ProofOptions
from ...families.proof.proven import rank
from ...game.capability import Capabilities
from ...game.following import checked_player, final_outcome
from ...native import CompiledGame
from ...searching.limits import Limits, StopReason
from ...searching.options import AlphaBetaOptions, has_use
from ...searching.result import SearchResult
from ...searching.setup import Setup, Sharing, Tier
from ..workforce import Begin, check_executor, check_workers, started_pool, why_no_pool

_BUSY: Final = 1e6
"""Added to the numbers of a leaf whose job is running."""


@define(eq=False)
class Upper:
    """A position of the upper tree.

    Attributes:
        player: The player to move; None if the game is over.
        low: The lower bound on player 0's result; `high` is the upper bound.
        moves: The moves, once it is expanded; `children` are the positions after them.
        pv: The principal variation that its job found.
        hardness: Its proof and disproof number as a leaf.
        tries: Number of jobs that left it open.
        deaths: Number of workers that ended during its job.
        is_end: True if it is never expanded, since it repeats a position above it: its jobs get more and more nodes instead.
    """

    state: Any
    player: int | None
    low: float = LOSS
    high: float = WIN
    proof: float = 1.0
    disproof: float = 1.0
    moves: tuple[Any, ...] = ()
    children: list[Upper] = field(factory=list)
    parents: list[Upper] = field(factory=list)
    is_busy: bool = False
    pv: tuple[Any, ...] = ()
    hardness: tuple[float, float] = (1.0, 1.0)
    tries: int = 0
    deaths: int = 0
    is_end: bool = False


class UpperTree:
    """The upper tree of a position; `goal` is the current question, `expanded` the number of expanded positions."""

    def __init__(self, game: Any, found: Capabilities[Any, Any], state: Any) -> None:
        self._game: Final = game
        self._found: Final = found
        self._places: Final[dict[Any, Upper]] = {}
        self.goal: float = WIN
        self.expanded = 0
        self.root: Final = self._place(state)

    def ask(self, goal: float) -> None:
        """Sets the question; known bounds stay."""
        self.goal = goal
        for each in reversed(self._places.values()):  # children were mostly made after their parents
            self._number(each)

    @property
    def answer(self) -> bool | None:
        """The answer to the question; None while it is open."""
        return True if self.root.low >= self.goal else False if self.root.high < self.goal else None

    def __len__(self) -> int:
        return len(self._places)

    def pick(self) -> Upper | None:
        """Picks the most-proving leaf and marks it busy; None if it is busy already."""
        node = self.root
        while node.children:
            mine = "proof" if node.player == 0 else "disproof"
            node = min((each for each in node.children if self._is_open(each)), key=lambda each: float(getattr(each, mine)))
        if node.is_busy:
            return None
        node.is_busy = True
        self._update(node)
        return node

    def put_back(self, leaf: Upper) -> None:
        """Frees a leaf whose job brought no result."""
        leaf.is_busy = False
        self._update(leaf)

    def take(self, leaf: Upper, low: float, high: float, hardness: tuple[float, float]) -> None:
        """Takes a job's result for a leaf; if the question is still open there, expands it."""
        leaf.is_busy = False
        leaf.low, leaf.high, leaf.hardness = max(leaf.low, low), min(leaf.high, high), hardness
        if self._is_open(leaf):
            leaf.tries += 1
            if leaf.is_end:
                leaf.hardness = hardness[0] * 4**leaf.tries, hardness[1] * 4**leaf.tries
            else:
                self._expand(leaf)
        self._update(leaf)

    def _expand(self, leaf: Upper) -> None:
        """Expands a leaf. A child that is an ancestor becomes a separate end node, so that the tree has no cycles."""
        self.expanded += 1
        above = _above(leaf)
        leaf.moves = tuple((self._found.search_moves or self._game.moves)(leaf.state))
        for move in leaf.moves:
            child = self._place(self._game.play(leaf.state, move))
            if id(child) in above:
                child = Upper(child.state, child.player, child.low, child.high, is_end=True)
                self._number(child)
            leaf.children.append(child)
            child.parents.append(leaf)

    def _place(self, state: Any) -> Upper:
        """The node of a position, created if it is new."""
        outcome = final_outcome(self._game, self._found, state)
        player = None if outcome is not None else checked_player(self._game.player(state), state, players=2)
        key = (self._found.identity(state), player)
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = Upper(state, player)
            if outcome is not None:
                assert not isinstance(outcome, tuple)  # games for two
                known.low = known.high = result_of(outcome)
            elif self._found.bounds is not None:
                low, high = checked_bounds(self._found.bounds(state), state)
                known.low, known.high = result_of(low), result_of(high)
            self._number(known)
        return known

    def _is_open(self, node: Upper) -> bool:
        return node.low < self.goal <= node.high

    def _update(self, node: Upper) -> None:
        """Updates the numbers of a node, and of all ancestors that change by them."""
        self._number(node)
        todo = deque(node.parents)
        while todo:
            at = todo.popleft()
            before = at.low, at.high, at.proof, at.disproof
            self._number(at)
            if before != (at.low, at.high, at.proof, at.disproof):
                todo += at.parents

    def _number(self, node: Upper) -> None:
        if node.children:
            best = max if node.player == 0 else min
            node.low = max(node.low, best(each.low for each in node.children))
            node.high = min(node.high, best(each.high for each in node.children))
        if node.low >= self.goal:
            node.proof, node.disproof = 0.0, math.inf
        elif node.high < self.goal:
            node.proof, node.disproof = math.inf, 0.0
        elif not node.children:
            more = _BUSY if node.is_busy else 0.0
            node.proof, node.disproof = node.hardness[0] + more, node.hardness[1] + more
        elif node.player == 0:
            node.proof = min(each.proof for each in node.children)
            node.disproof = sum(each.disproof for each in node.children)
        else:
            node.proof = sum(each.proof for each in node.children)
            node.disproof = min(each.disproof for each in node.children)

    def line(self) -> tuple[tuple[Any, ...], float | None]:
        """The principal variation as far as it is known, and the result if it ends the game, else None."""
        line: list[Any] = []
        node = self.root
        while node.children:
            ranks = [rank(child, node.player) for child in node.children]
            place = ranks.index(min(ranks))
            line.append(node.moves[place])
            node = node.children[place]
        return (*line, *node.pv), node.low if node.player is None else None


def _above(leaf: Upper) -> set[int]:
    found, todo = {id(leaf)}, [leaf]
    while todo:
        for each in todo.pop().parents:
            if id(each) not in found:
                found.add(id(each))
                todo.append(each)
    return found


@frozen
class Finding:
    """The bounds that a job found on player 0's result (`LOSS`, a margin or `WIN`), and the principal variation as far as it is
    known. `hardness` is the proof and disproof number if the question is open.
    """

    low: float
    high: float
    hardness: tuple[float, float]
    line: tuple[Any, ...]
    nodes: int


class _Bench(threading.local):
    """A worker's search, kept between jobs, since its table helps with the next one."""

    asked: tuple[bytes, float] | None = None
    search: Tier[Any, Any] | None = None


_BENCH: Final = _Bench()
_TABLES: Final = list[Any]()
"""The memory of a table that all workers on this machine share; empty if each has its own."""


def share_memory(memory: Any) -> None:
    """Makes the searches of this process share a table with those of others; with None each has its own."""
    _TABLES[:] = [] if memory is None else [memory]


def look(packed: bytes, state: Any, goal: float, nodes: int, seconds: float | None = None) -> Finding:
    """Searches a position, by the game and the search settings that were packed: does player 0 get at least the goal? It ends
    after so many nodes, or after the seconds from which on the result is no longer needed.
    """
    if _BENCH.asked != (packed, goal) or _BENCH.search is None:
        leave()
        search = _BENCH.search = _search(cast("Setup[Any, Any]", pickle.loads(packed)), goal)
        _BENCH.asked = packed, goal
        if _TABLES and isinstance(search, Sharing):
            search.share(_TABLES[0])
    return finding_of(bounded(seconds, partial(_BENCH.search.last, state, Limits(nodes=nodes, seconds=seconds), solving=True)))


def leave() -> None:
    """Closes this thread's search."""
    if _BENCH.search is not None:
        _BENCH.search.close()
    _BENCH.asked = _BENCH.search = None


def _search(setup: Setup[Any, Any], goal: float) -> Tier[Any, Any]:
    options = setup.options
    can_ask = isinstance(options, ProofOptions)
    if isinstance(options, AlphaBetaOptions):  # which otherwise solves
        can_ask = isinstance(setup.game, CompiledGame) and options.may_ask and has_use("goal", "compiled", setup.algorithm)
    return create(evolve(setup, options=evolve(cast("Any", options), goal=goal)) if can_ask else setup)


def finding_of(result: SearchResult[Any]) -> Finding:
    """The bounds that a result proves, as a finding."""
    value, details = result_of(result.value), result.details
    low, high = (value, value) if result.solved else (LOSS, WIN)
    if result.stop is StopReason.SOLVED:  # also where only a question is answered
        low = value if result.bound is Bound.LOWER else low
        high = value if result.bound is Bound.UPPER else high
    hardness = 1.0, 1.0
    if isinstance(details, ProofDetails):
        if details.proven:
            low = max(low, details.goal)
        elif details.proven is not None:
            high = min(high, value)
        else:
            hardness = details.proof, details.disproof
    return Finding(low, high, hardness, result.pv if low > LOSS or high < WIN else (), result.nodes)


MOST_DEATHS: Final = 5
"""Number of workers that may end at one position before it is given up."""


class ExecutorWorkers:
    """The user's executor, as a team that takes that many jobs at a time."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.size: Final = size
        self._executor: Final = executor

    def submit(self, call: Callable[..., Any], *given: Any) -> Future[Any]:
        """Submits a job."""
        return self._executor.submit(call, *given)

    def renew(self) -> None:
        """Does nothing: the executor replaces its workers itself, or not at all."""

    def close(self) -> None:
        """Does nothing: the executor stays open."""


class ProcessPool:
    """A pool of processes, as a team; each calls `begin` first. Raises OptionError if this Python cannot start processes."""

    def __init__(self, size: int, begin: Begin | None = None) -> None:
        if (why := why_no_pool()) is not None:
            raise OptionError(f"expected a Python that starts processes ({why}); give executor=ThreadPoolExecutor(1)")
        self.size: Final = size
        self._begin: Final = begin
        self._stack: Final = ExitStack()
        self._pool = self._stack.enter_context(started_pool(size, begin))

    def submit(self, call: Callable[..., Any], *given: Any) -> Future[Any]:
        """Submits a job; an error in submitting becomes the future's exception."""
        try:
            return self._pool.submit(call, *given)
        except BrokenExecutor as error:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    def renew(self) -> None:
        """Replaces the pool."""
        self.close()
        self._pool = self._stack.enter_context(started_pool(self.size, self._begin))

    def close(self) -> None:
        """Ends the processes once their jobs are done."""
        self._stack.close()


WorkerSource = ExecutorWorkers | ProcessPool
"""A team that runs jobs."""


def worker_source(executor: Executor | None, workers: int | None, shared: Callable[[], Any]) -> WorkerSource:
    """Makes the team that runs the jobs, on the executor or (None) in a pool of processes; raises OptionError if one is invalid.
    `shared` gives memory for a table that the pool's processes share, and keep from question to question.
    """
    check_executor(executor)
    check_workers(workers)
    size = workers or os.cpu_count() or 1
    return ExecutorWorkers(executor, size) if executor is not None else ProcessPool(size, partial(share_memory, shared()))


def first_of(futures: dict[Future[Any], Any], seconds: float | None) -> Generator[tuple[Any, Future[Any]], None, None]:
    """Waits for a future, then yields all that are done, with their values, and removes them; none if time is up first."""
    done, _ = wait(futures, timeout=seconds, return_when=FIRST_COMPLETED)
    for future in done:
        yield futures.pop(future), future
