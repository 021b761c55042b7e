"""`solve_by_jobs`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic

from attrs import field, frozen

from ...api.methods import create, defaults_for
from ...api.store import Known, Store
from ...base.checks import check_whole, front_door_but
from ...base.overdue import Guard, bounded
from ...errors import MinimaxerError, OptionError
from ...families.alphabeta.tree.workers.shared_memory import packed
from ...families.proof.options import ProofDetails, asking
from ...families.proof.proven import Answer, Candidate, Case, opening_questions, written
from ...game.capability import Capabilities, capabilities
from ...game.notation import Notation
from ...game.protocol import Game, M, S, players_of
from ...game.reprs import View
from ...native.game import described
from ...searching.details import Statistics, Workers
from ...searching.limits import Limits, StopReason
from ...searching.options import Options
from ...searching.result import SearchResult
from ...searching.setup import Setup, Sharing
from ..workforce import LOG
from .team import MOST_DEATHS, Finding, Upper, UpperTree, WorkerSource, first_of, look, worker_source

JOB_NODES: Final = 1_000_000
_SHORTEST: Final = 0.001
"""Time limit in seconds of a job that starts when time is up."""


@frozen(kw_only=True)
class JobReport(Generic[S]):
    """The progress that `solve_by_jobs` reports after each job.

    Attributes:
        jobs: Number of finished jobs.
        nodes: Nodes visited by all of them.
        positions: Positions of the upper tree.
        expanded: Number of expanded ones among them.
        goal: The question: does player 0 get at least this value?
        proof: The proof number of the position searched.
        disproof: Its disproof number.
        low: The lower bound on player 0's result.
        high: The upper bound.
        state: The position of the job.
    """

    jobs: int
    nodes: int
    positions: int
    expanded: int
    goal: float
    proof: float
    disproof: float
    low: float
    high: float
    state: S = field(repr=False)


@front_door_but("goal", "executor", "seconds")
def solve_by_jobs(
    game: Game[S, M],
    state: S | None = None,
    *,
    goal: float | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    job_nodes: int = JOB_NODES,
    seconds: float | None = None,
    algorithm: str = "proof",
    options: Options | None = None,
    store: str | Path | None = None,
    on_job: Callable[[JobReport[S]], object] | None = None,
) -> SearchResult[M]:
    """Solves one position on many processes or machines: an upper tree here, whose leaves are jobs of limited size there.

    A leaf that its job does not decide is expanded, and its children become leaves. Proof numbers choose the next leaf;
    leaves whose jobs are running count as hard, so that workers search different lines. A job whose worker dies is
    started again. In a script, call it under `if __name__ == "__main__":`, like everything that starts processes.

    Args:
        game: The rules, for one or two players, without chance or hidden information; compiled games are solved natively. They
            are sent to the workers, which must be able to import them.
        state: The position; the initial state by default.
        goal: Only prove whether player 0 gets at least this value, such as `mx.WIN`; by default find the value.
        executor: Any `concurrent.futures.Executor`, such as Dask's `client.get_executor()`, left open; else a pool of processes.
        workers: Number of jobs at a time; by default one for each processor.
        job_nodes: Nodes after which a job ends, and its leaf is expanded.
        seconds: Longest time, in seconds; running jobs are waited for.
        algorithm: The jobs' algorithm, as in `solve`. `alphabeta` and `pvs` answer one question per job of a compiled game; the
            processes of the default pool then share a table.
        options: The jobs' options.
        store: An SQLite file that keeps the results of jobs, and is read before a job starts; several processes may use it at a
            time. With it, a solve that was interrupted continues where it was.
        on_job: Called after each job.

    Returns:
        The result, as of `solve` with `algorithm="proof"`: wins, draws and margins without the plies to them.

    Raises:
        OptionError: A setting is out of range, the rules cannot be sent, or workers keep ending at the same position.
        MinimaxerError: As in `solve`, if game or options cannot be searched at all.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> with ThreadPoolExecutor() as pool:
        ...     solve_by_jobs(TicTacToe(), executor=pool, job_nodes=200).value
        0
    """
    check_whole("job_nodes", job_nodes, 1)
    limits = Limits(seconds=seconds)
    given = defaults_for(algorithm, game) if options is None else options
    given = asking(goal, given, algorithm) if algorithm == "proof" else given
    setup, guard = Setup(game=game, options=given, algorithm=algorithm), Guard()

    def solved() -> SearchResult[M]:
        with closing(_Master(setup, state, goal, job_nodes, store, on_job, guard)) as master:
            return master.solve(executor, workers, limits)

    return bounded(seconds, solved, guard)


def _usable(setup: Setup[Any, Any]) -> Capabilities[Any, Any]:
    """Checks that jobs can solve the game, and compiles the code that workers need; returns the capabilities."""
    found = capabilities(setup.game, ignore=setup.options.ignore)
    if players_of(setup.game) > 2 or found.chances is not None:
        raise OptionError("expected a game for one or two players without chance; solve others by minimaxer.solve")
    with closing(create(setup)) as search:
        search.ready()
    return found


def _shared_memory(setup: Setup[Any, Any]) -> Any:
    """Memory for a table that all processes on this machine share; None if each has its own."""
    with closing(create(setup)) as search:
        if not isinstance(search, Sharing):
            return None
        try:
            return search.shared_memory()
        except OSError as error:
            LOG.warning("workers have a table each, since there is no memory that they could share (%s)", error)
            return None


class _Master(Generic[S, M]):
    """Keeps the upper tree, and starts jobs for its leaves."""

    def __init__(
        self,
        setup: Setup[S, M],
        state: S | None,
        goal: float | None,
        job_nodes: int,
        store: str | Path | None,
        on_job: Callable[[JobReport[S]], object] | None,
        guard: Guard,
    ) -> None:
        state = setup.game.initial() if state is None else state
        self._guard: Final = guard
        found, game = _usable(setup), setup.game
        self._packed: Final = packed(setup, "give executor=ThreadPoolExecutor()")
        self._setup: Final = setup
        self._job_nodes: Final = job_nodes
        self._on_job: Final = on_job
        self._engine: Final = f"jobs/{setup.algorithm}"
        self._notation: Final[Notation[S, M]] = Notation(game, found)
        self._store: Final = None if store is None else Store(store, described(game))
        self._tree: Final = UpperTree(game, found, state)
        self._jobs = self._nodes = 0
        self._out: Final[dict[Future[Finding], Upper]] = {}
        root = self._tree.root
        questions = opening_questions(game, found, state, goal)
        self._case: Final[Case[M]] = Case(root.player or 0, 2, [], questions, View(state, game, found))

    def solve(self, executor: Executor | None, workers: int | None, limits: Limits) -> SearchResult[M]:
        """Answers one question after the other, until the value is known or time is up."""
        began = time.perf_counter()
        until = None if limits.seconds is None else began + limits.seconds
        stop = StopReason.FINISHED if self._tree.root.player is None else StopReason.SOLVED
        if stop is StopReason.FINISHED:
            self._case.questions.low = self._case.questions.high = self._tree.root.low
            return self._written(stop, began, 0)
        hands = worker_source(executor, workers, partial(_shared_memory, self._setup))
        try:
            while not self._case.questions.is_done:
                if not self._asked(self._case.questions.next(), hands, until):
                    stop = StopReason.SECONDS
                    break
        finally:
            for future in self._out:
                future.cancel()
            hands.close()
        return self._written(stop, began, hands.size)

    def _asked(self, goal: float, hands: WorkerSource, until: float | None) -> bool:
        """Asks a question; True if it was answered in time."""
        tree = self._tree
        tree.ask(goal)
        while tree.answer is None and (until is None or time.perf_counter() < until):
            self._hand_out(hands, until)
            self._gather(hands, until)
        for future, leaf in self._out.items():  # their answers are to another question
            tree.put_back(leaf)
            future.cancel()
        self._out.clear()
        root = tree.root
        self._case.note(goal, Answer(root.proof, root.disproof, root.low, root.high))
        if self._store is not None and tree.answer is not None:
            self._store.add(self._text(root), Known(root.low, root.high, self._as_text(root.state, tree.line()[0])))
        return tree.answer is not None

    def _hand_out(self, hands: WorkerSource, until: float | None) -> None:
        """Starts jobs for all free workers, as far as there are leaves."""
        tree = self._tree
        left = None if until is None else max(_SHORTEST, until - time.perf_counter())
        while tree.answer is None and len(self._out) < hands.size and (leaf := tree.pick()) is not None:
            nodes = self._job_nodes << leaf.tries
            if not self._is_stored(leaf, nodes):
                with self._guard.paused():
                    future = hands.submit(look, self._packed, leaf.state, tree.goal, nodes, left)
                self._out[future] = leaf

    def _is_stored(self, leaf: Upper, nodes: int) -> bool:
        """True if the store has a result that makes the job unnecessary; the leaf takes it."""
        if self._store is None:
            return False
        known = self._store.known(self._text(leaf))
        if known.nodes < nodes and known.low < self._tree.goal <= known.high:
            return False
        leaf.pv = self._notation.read_line(leaf.state, known.line)
        self._tree.take(leaf, known.low, known.high, (1.0, 1.0))
        return True

    def _gather(self, hands: WorkerSource, until: float | None) -> None:
        """Waits for a job, and takes the results of all that are done."""
        if not self._out:
            return
        left = None if until is None else min(max(0.0, until - time.perf_counter()), threading.TIMEOUT_MAX)
        has_died = False
        for leaf, future in first_of(self._out, left):
            error = future.exception()
            if error is None:
                self._take(leaf, future.result())
            elif isinstance(error, MinimaxerError):
                raise error
            else:
                has_died |= isinstance(error, BrokenExecutor)
                self._try_again(leaf, error)
        if has_died:
            for leaf in self._out.values():
                self._tree.put_back(leaf)
            self._out.clear()
            hands.renew()

    def _try_again(self, leaf: Upper, error: BaseException) -> None:
        """Frees a leaf whose worker died; raises OptionError if that happens again and again."""
        leaf.deaths += 1
        if leaf.deaths >= MOST_DEATHS:
            raise OptionError(
                f"expected workers to solve {self._text(leaf)}, but {leaf.deaths} ended there, the last with "
                f"{type(error).__name__}: {error}; try minimaxer.solve on it"
            ) from error
        self._tree.put_back(leaf)

    def _take(self, leaf: Upper, found: Finding) -> None:
        self._jobs += 1
        self._nodes += found.nodes
        leaf.pv = found.line
        if self._store is not None:
            self._store.add(self._text(leaf), Known(found.low, found.high, self._as_text(leaf.state, found.line), found.nodes))
        self._tree.take(leaf, found.low, found.high, found.hardness)
        if self._on_job is not None:
            tree, root = self._tree, self._tree.root
            report: JobReport[S] = JobReport(
                jobs=self._jobs,
                nodes=self._nodes,
                positions=len(tree),
                expanded=tree.expanded,
                goal=tree.goal,
                proof=root.proof,
                disproof=root.disproof,
                low=root.low,
                high=root.high,
                state=leaf.state,
            )
            with self._guard.paused():
                self._on_job(report)

    def _text(self, leaf: Upper) -> str:
        return self._notation.write_position(leaf.state)

    def _as_text(self, state: S, line: tuple[M, ...]) -> tuple[str, ...]:
        return tuple(self._notation.write_line(state, line))

    def _written(self, stop: StopReason, began: float, workers: int) -> SearchResult[M]:
        case, tree, root = self._case, self._tree, self._tree.root
        case.candidates = [
            Candidate(move, child.low, child.high, child.proof, child.disproof)
            for move, child in zip(root.moves, root.children, strict=True)
        ]
        case.line, case.end = tree.line()
        if not case.candidates and case.line:  # one job was enough
            case.candidates = [Candidate(case.line[0], root.low, root.high)]
        statistics = Statistics(
            nodes=self._nodes,
            created=len(tree),
            seconds=time.perf_counter() - began,
            workers=Workers(asked=workers, scheme="jobs", nodes=(self._nodes,), note=None) if workers else None,
        )
        details = ProofDetails(
            goal=tree.goal,
            proven=tree.answer,
            proof=root.proof,
            disproof=root.disproof,
            questions=case.questions.asked,
            expanded=tree.expanded,
            longest=len(case.line),
        )
        return written(case, stop=stop, engine=self._engine, statistics=statistics, details=details)

    def close(self) -> None:
        """Closes the store."""
        if self._store is not None:
            self._store.close()
