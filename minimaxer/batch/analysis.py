"""`analyse_many`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic

from attrs import asdict, field, frozen

from ..api.methods import Evaluating, defaults_for, is_evaluated
from ..api.search import Search, setup_of
from ..api.store import SolvedStore
from ..base.checks import front_door_but
from ..errors import OptionError
from ..game.notation import Notation
from ..game.protocol import Game, M, S
from ..native import CompiledGame
from ..native.game import described, named
from ..searching.limits import Limits
from ..searching.options import Options
from ..searching.result import SearchResult
from ..searching.setup import Setup
from .ledger import Ledger
from .workforce import Work, check_pool, outcomes


@frozen(kw_only=True)
class Job(Work):
    """The work to be done on every position: a search or a solve with its limits."""

    setup: Setup[Any, Any]
    limits: Limits
    solve: bool
    about = "looked at this position"
    largest_batch = 50

    def search(self) -> Search[Any, Any]:
        """Creates a search."""
        setup = self.setup
        evaluate: Evaluating[Any] = setup.evaluate if setup.learn is None else "auto"
        return Search(setup.game, setup.options, algorithm=setup.algorithm, evaluate=evaluate)

    @property
    def settings(self) -> str:
        """All settings as text."""
        setup = self.setup
        given = {name: value for name, value in asdict(self.limits).items() if value is not None}
        judged = {} if setup.learn is None or is_evaluated(setup.capabilities()) else {"evaluate": "auto"}
        judged |= {} if setup.evaluate is None else {"evaluate": named(setup.evaluate)}
        settings = {**given, "algorithm": setup.algorithm, **setup.options.changed(), **judged}
        parts = [f"{name}={value}" for name, value in settings.items()]
        return " ".join(["solve" if self.solve else "search", described(setup.game), *parts])

    @contextmanager
    def worker(self) -> Iterator[Callable[[Any], SearchResult[Any]]]:
        """Gives the function that analyses a position, with one search for all."""
        with closing(self.search()) as engine:
            look = engine.solve if self.solve else engine.run

            def looked(state: Any) -> SearchResult[Any]:
                if state is None:
                    raise OptionError("expected a state, got None")
                return look(state, self.limits)

            yield looked


@frozen(kw_only=True)
class Analysis(Generic[S, M]):
    """The result for one of many positions.

    Attributes:
        number: The position's number, from 0.
        state: The position.
        result: The search's result; None if it failed, or if an earlier run had written the row.
        error: The error message; None if there is none.
        row: The result as plain data, as in the file of results.
    """

    number: int
    state: S
    result: SearchResult[M] | None
    error: str | None
    row: dict[str, Any] = field(repr=False)


@front_door_but("workers", "executor")
def analyse_many(
    game: Game[S, M],
    states: Iterable[S],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    solve: bool = False,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    options: Options | None = None,
    evaluate: Evaluating[S] = "auto",
    path: str | Path | None = None,
    store: str | Path | None = None,
    on_result: Callable[[Analysis[S, M]], object] | None = None,
) -> list[Analysis[S, M]]:
    """Searches or solves many positions in parallel, and returns the results in their order.

    Each worker searches one position at a time, with one thread. A position that fails does not affect the others: its `error`
    says what went wrong. In a script, call it under `if __name__ == "__main__":`, like everything that starts processes. Without
    processes, as in a browser, the positions are searched one after the other, with a warning in the log `minimaxer`.

    Args:
        game: The rules. They are sent to the workers, which must be able to import them; compiled games too.
        states: The positions.
        executor: Any `concurrent.futures.Executor`, such as Dask's `client.get_executor()`, left open; else a pool of processes.
        workers: Number of processes of the default pool, which must then be available; by default one for each processor.
        solve: True to solve, as `minimaxer.solve` does, rather than search.
        depth: As in `search`, like all limits for each position.
        seconds: Longest time, in seconds.
        nodes: Most nodes visited.
        algorithm: As in `search`.
        options: As in `search`.
        evaluate: As in `search`; a function that the workers can import.
        path: A file of JSON lines to which each result is written at once; what it holds is computed again only if it failed.
        store: With `solve`, an SQLite file of solved positions: those in it are not solved again, and the others are added.
        on_result: Called with each result, in order, as soon as it and all before it are known.

    Returns:
        One `Analysis` for each position, in order.

    Raises:
        OptionError: A setting is out of range, the rules cannot be sent to workers, or no processes can be started.
        NotationError: The file cannot be written, or holds other results.
        MinimaxerError: As in `search`, if the game or the options cannot be searched at all.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from minimaxer_games.nim import Nim
        >>> with ThreadPoolExecutor() as pool:
        ...     found = analyse_many(Nim(), map(Nim().parse, ["1,2", "2,2"]), executor=pool, solve=True)
        >>> [each.result.winner for each in found]
        [0, 1]
    """
    check_pool(executor, workers)
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes)
    if solve and depth is not None:
        raise OptionError("contradictory options: solving goes to any depth; leave out depth")
    if store is not None and not solve:
        raise OptionError("contradictory options: store keeps solved positions; take solve=True, or leave store out")
    options = defaults_for(algorithm, game, evaluate) if options is None else options
    job = Job(setup=setup_of(game, options, algorithm=algorithm, evaluate=evaluate), limits=limits, solve=solve)
    with closing(job.search()) as engine:  # tried out early, which also compiles the code that the workers need
        if isinstance(game, CompiledGame):
            engine.run(game.initial(), Limits(nodes=1))
    with closing(_Desk(job, list(states), path, store, on_result)) as desk:
        return desk.work(executor, workers)


class _Desk(Generic[S, M]):
    """Collects results in the order of the positions, writes them down and passes them on."""

    def __init__(
        self,
        job: Job,
        positions: list[S],
        path: str | Path | None,
        store: str | Path | None,
        on_result: Callable[[Analysis[S, M]], object] | None,
    ) -> None:
        self._job: Final = job
        self._notation: Final[Notation[S, M]] = Notation(job.setup.game)
        self._settings: Final = job.settings
        self._positions: Final = positions
        self._texts: Final = [self._text(state) for state in positions]
        self._store: Final[SolvedStore[S, M] | None] = None if store is None else SolvedStore(store, job.setup)
        self._ledger: Final = None if path is None else Ledger(path, self._texts, self._settings)
        self._earlier: Final = {} if self._ledger is None else self._ledger.done
        self._on_result: Final = on_result
        self._solved: Final = {
            number: result
            for number, (state, text) in enumerate(zip(positions, self._texts, strict=True))
            if self._store is not None and number not in self._earlier and (result := self._store.known(state, text)) is not None
        }
        self._found: Final[list[Analysis[S, M]]] = []

    def _text(self, state: S) -> str:
        try:
            return self._notation.write_position(state)
        except Exception:  # it is no state of the game, which its search will say
            return repr(state)

    def work(self, executor: Executor | None, workers: int | None) -> list[Analysis[S, M]]:
        """Has the work done that nothing is known of; returns all results."""
        count = len(self._positions)
        todo = [number for number in range(count) if number not in self._earlier and number not in self._solved]
        for number, (result, error) in outcomes(self._job, self._positions, todo, executor, workers):
            self._tell_earlier(number)
            if self._store is not None and result is not None:
                self._store.add(self._texts[number], self._positions[number], result)
            self._write(number, result, error)
        self._tell_earlier(count)
        return self._found

    def _write(self, number: int, result: SearchResult[M] | None, error: str | None) -> None:
        row: dict[str, Any] = {"number": number, "position": self._texts[number], "settings": self._settings}
        if result is not None:
            try:
                row |= result.to_dict(partial(self._notation.write_line, self._positions[number]))
            except Exception as problem:  # the game's notation may raise anything; it is told with the position
                result, error = None, f"{type(problem).__name__}: {problem} (writing down the moves)"
        row["error"] = error
        if self._ledger is not None:
            self._ledger.add(row)
        self._tell(number, result, error, row)

    def _tell_earlier(self, until: int) -> None:
        """Passes on the results of earlier runs, or of the store, for positions before that number."""
        for number in range(len(self._found), until):
            if number in self._earlier:
                self._tell(number, None, None, self._earlier[number])
            else:
                self._write(number, self._solved[number], None)

    def _tell(self, number: int, result: SearchResult[M] | None, error: str | None, row: dict[str, Any]) -> None:
        self._found.append(Analysis(number=number, state=self._positions[number], result=result, error=error, row=row))
        if self._on_result is not None:
            self._on_result(self._found[-1])

    def close(self) -> None:
        """Closes the files."""
        for each in (self._store, self._ledger):
            if each is not None:
                each.close()
