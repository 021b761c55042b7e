"""`analyse_many`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic

from attrs import field, frozen

from ..api.methods import defaults_for
from ..api.store import SolvedStore
from ..base.checks import front_door_but
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.notation import Notation
from ..game.protocol import Game, M, S, Score
from ..native import CompiledGame
from ..searching.limits import Limits
from ..searching.options import Options
from ..searching.result import SearchResult
from ..searching.setup import Setup
from .job import Job
from .ledger import Ledger
from .workforce import check_crew, outcomes


@frozen(kw_only=True)
class Analysis(Generic[S, M]):
    """What was found out about one of many positions.

    Attributes:
        number: The position's number, from 0.
        state: The position.
        result: What the search gave; None where it failed, or where an earlier run had written the row.
        error: What went wrong; None where nothing did.
        row: All of it as plain data, as in the file of results.
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
    evaluate: Callable[[S], Score] | None = None,
    path: str | Path | None = None,
    store: str | Path | None = None,
    on_result: Callable[[Analysis[S, M]], object] | None = None,
) -> list[Analysis[S, M]]:
    """Searches or solves many positions side by side, and gives what was found in their order.

    Each worker looks at one position at a time, with one thread. A position that fails does not touch the others: its `error`
    says what went wrong. In a script, call it under `if __name__ == "__main__":`, as all that starts processes. A Python that
    starts none, such as one in a browser, looks at the positions one after the other, and says so in the log `minimaxer`.

    Args:
        game: The rules. They are sent to the workers, which must be able to import them; compiled games too.
        states: The positions.
        executor: Does the work: any `concurrent.futures.Executor`, such as Dask's `client.get_executor()`; it is left open. By
            default a pool of processes.
        workers: How many processes the default pool has, where there must be some; by default one for each processor.
        solve: Whether to solve, as `minimaxer.solve` does, rather than search.
        depth: As in `search`, like all limits for each position.
        seconds: Longest time, in seconds.
        nodes: Most nodes visited.
        algorithm: As in `search`.
        options: As in `search`.
        evaluate: As in `search`; a function that the workers can import.
        path: A file of JSON lines that each result is written to at once. What it holds already is not done again, but for
            positions that failed.
        store: With `solve`, an SQLite file of solved positions, as in `minimaxer.solve`: those that it knows are not solved
            again, and the others are added.
        on_result: Called with each result, in order, as soon as it and all before it are there.

    Returns:
        One `Analysis` for each position, in order.

    Raises:
        OptionError: A setting is out of range, the rules cannot be sent to workers, or there can be no processes.
        NotationError: The file cannot be written, or holds the results of something else.
        MinimaxerError: As in `search`, where the game or the options cannot be searched at all.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from minimaxer_games.nim import Nim
        >>> game = Nim()
        >>> states = [game.parse("1,2"), game.parse("2,2")]
        >>> with ThreadPoolExecutor() as pool:
        ...     found = analyse_many(game, states, executor=pool, solve=True)
        >>> [each.result.winner for each in found]
        [0, 1]
    """
    check_crew(executor, workers)
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes)
    if solve and depth is not None:
        raise OptionError("contradictory options: solving goes to any depth; leave out depth")
    if store is not None and not solve:
        raise OptionError("contradictory options: store keeps solved positions; take solve=True, or leave store out")
    options = defaults_for(algorithm, game, evaluate) if options is None else options
    setup = Setup(game=game, options=options, algorithm=algorithm, evaluate=evaluate)
    job = Job(setup=setup, limits=limits, solve=solve)
    positions = list(states)
    _try_out(job)
    desk = _Desk(job, positions, path, store, on_result)
    try:
        for number, (result, error) in outcomes(job, positions, desk.todo, executor, workers):
            desk.take(number, result, error)
        desk.tell_earlier(len(positions))
    finally:
        desk.close()
    return desk.found


class _Desk(Generic[S, M]):
    """Takes what was found in order of the positions, writes it down and passes it on."""

    def __init__(
        self,
        job: Job,
        positions: list[S],
        path: str | Path | None,
        store: str | Path | None,
        on_result: Callable[[Analysis[S, M]], object] | None,
    ) -> None:
        self._notation: Final[Notation[S, M]] = Notation(job.setup.game, capabilities(job.setup.game))
        self._settings: Final = job.settings
        self._positions: Final = positions
        self._texts: Final = [self._text(state) for state in positions]
        self._store: Final[SolvedStore[S, M] | None] = None if store is None else SolvedStore(store, job.setup)
        self._ledger: Final = None if path is None else Ledger(path, self._texts, self._settings)
        self._earlier: Final = {} if self._ledger is None else self._ledger.done
        self._on_result: Final = on_result
        self._solved: Final = {} if self._store is None else dict(self._known(self._store))
        self.todo: Final = [
            number for number in range(len(positions)) if number not in self._earlier and number not in self._solved
        ]
        self.found: Final[list[Analysis[S, M]]] = []

    def _known(self, store: SolvedStore[S, M]) -> Iterator[tuple[int, SearchResult[M]]]:
        """What the store knows of the positions that no earlier run has written down."""
        for number, (state, text) in enumerate(zip(self._positions, self._texts, strict=True)):
            if number not in self._earlier and (result := store.known(state, text)) is not None:
                yield number, result

    def _text(self, state: S) -> str:
        try:
            return self._notation.write_position(state)
        except Exception:  # it is no state of the game, which its search will say
            return repr(state)

    def take(self, number: int, result: SearchResult[M] | None, error: str | None) -> None:
        """Takes what was found out about the position of that number."""
        self.tell_earlier(number)
        if self._store is not None and result is not None:
            self._store.add(self._texts[number], self._positions[number], result)
        self._write(number, result, error)

    def _write(self, number: int, result: SearchResult[M] | None, error: str | None) -> None:
        """Writes a row, and passes it on."""
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

    def tell_earlier(self, until: int) -> None:
        """Passes on what earlier runs, or the store, had found about positions before that number."""
        for number in range(len(self.found), until):
            if number in self._earlier:
                self._tell(number, None, None, self._earlier[number])
            else:
                self._write(number, self._solved[number], None)

    def _tell(self, number: int, result: SearchResult[M] | None, error: str | None, row: dict[str, Any]) -> None:
        self.found.append(Analysis(number=number, state=self._positions[number], result=result, error=error, row=row))
        if self._on_result is not None:
            self._on_result(self.found[-1])

    def close(self) -> None:
        """Closes the files."""
        if self._store is not None:
            self._store.close()
        if self._ledger is not None:
            self._ledger.close()


def _try_out(job: Job) -> None:
    """Finds out here whether game and options go together, and compiles what the workers then find ready."""
    with closing(job.search()) as engine:
        if isinstance(job.setup.game, CompiledGame):
            engine.run(job.setup.game.initial(), Limits(nodes=1))
