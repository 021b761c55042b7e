"""`Search`: one game, its options, and the tree or table that is kept from search to search, in either tier."""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Sequence
from contextlib import aclosing, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, cast

from attrs import evolve

from ..base.checks import check_state, front_door, front_door_but
from ..base.overdue import Guard, Overdue, overdue_error
from ..base.progress import awaited
from ..base.version import __version__
from ..errors import OptionError, SearchBusyError
from ..families.hybrid.options import UnevaluatedOptions
from ..families.montecarlo.options import MonteCarloDetails, MonteCarloOptions
from ..game.capability import Capabilities
from ..game.following import outcomes_of
from ..game.protocol import Game, M, S
from ..native import CompiledGame, PendingGame
from ..native.game import Wrapped, twin_of
from ..searching.limits import DEFAULT_SECONDS, Limits, StopReason
from ..searching.options import AlphaBetaOptions, Options, differing
from ..searching.pace import pace_of
from ..searching.result import Evaluation, SearchResult
from ..searching.saved import Lasting, Saved, SavedFile, not_kept, opened_file, write
from ..searching.setup import Setup, Tier
from ..searching.validators import Parallel
from .methods import Evaluating, create, defaults_for, is_evaluated, options_class

if TYPE_CHECKING:
    from ..families.alphabeta.tree.search import TreeSearch
    from ..families.alphabeta.tree.tree import Tree
    from ..tables.table import Table


class Search(Generic[S, M]):
    """A search that keeps its tree or table: between iterations, between calls, and from one move of a game to the next.

    Args:
        game: The rules; those of a compiled game are searched natively.
        options: Options of the search; the defaults are the fast ones.
        algorithm: `auto`, `fixed`, `alphabeta`, `pvs`, `mtdf` or `minimax`; where chance decides `expectimax`, `star1` or
            `star2`; for three players and more `maxn`, `paranoid` or `brs`; for all games `montecarlo`, whose options are
            `MonteCarloOptions`; where something is hidden `ismcts` or `sampled`, with `InformationSetOptions` or
            `SampledOptions`; for two players `unevaluated`, with `UnevaluatedOptions`, and to prove a win or a bound of the value
            `proof`, with `ProofOptions`. `auto` is `ismcts` where something is
            hidden, `brs` for three players and `maxn` for more; `unevaluated` where a game for two has neither `evaluate` nor
            `bounds` and no options are given; `star1` where chance decides, `pvs` for compiled games; else the fixed-option
            search where the options and the game's capabilities allow it, or `alphabeta`.
        evaluate: A static evaluation to use instead of the game's: state to number for player 0, or to one for each of many.
            `auto`: the game's own; for a game for two that has none, once it is compiled, `unevaluated` searches to a depth or by
            nodes with one that is learnt from the rules: in some seconds, once for each game, and kept with its code. None: the
            game's own or nothing, so that the value at a depth is that of plain minimax.
        threads: The most workers. Compiled games are searched on threads. Other games stay at one worker, which the result's
            `workers` says, unless `parallel` asks for processes or this Python runs threads side by side.
        parallel: How workers share a search. `auto`: `abdada` for compiled games. `abdada`: at a move that another worker is
            searching, a worker tries the next one first. `lazy_smp`: only the table is shared, and some look one ply deeper.
            `processes`: for games that are not compiled, the same as `abdada` in processes with a table in shared memory.
        tables: Endgame tables of the game, probed at every position of the search. A search from a position that is in
            one plays perfectly from there on. For alpha-beta: on a tree by one worker, natively by any number.

    Raises:
        GameError: The game lacks a method, or one has another signature than the protocol's.
        OptionError: The algorithm is unknown or does not support the options; `threads` or `parallel` is out of range;
            `evaluate` is something else.
        CompileError: The game is a compiled one, and the evaluation cannot be compiled.

    Examples:
        >>> from minimaxer_games.connect_four import ConnectFour
        >>> engine = Search(ConnectFour())
        >>> engine.run(limits=Limits(depth=4)).depth
        4
        >>> _ = engine.advance(3)
        >>> engine.run(limits=Limits(depth=4)).move in range(7)
        True
    """

    @front_door_but("options", "threads")
    def __init__(
        self,
        game: Game[S, M],
        options: Options | None = None,
        *,
        algorithm: str = "auto",
        evaluate: Evaluating[S] = "auto",
        threads: int = 1,
        parallel: Parallel = "auto",
        tables: Sequence[Table[S, M]] = (),
    ) -> None:
        if options is None:
            options = AlphaBetaOptions() if tables and algorithm == "auto" else defaults_for(algorithm, game, evaluate)
        self.game: Final = game
        setup = setup_of(
            game, options, algorithm=algorithm, evaluate=evaluate, threads=threads, parallel=parallel, tables=tuple(tables)
        )
        self._setup: Final = setup
        self._tier: Final[Tier[S, M]] = create(setup)
        self._busy = False
        self._guard: Final = Guard()
        is_seen = is_evaluated(self._tier.found)
        # of a game in Python the range is checked here; of a compiled one it was
        unknown: Any = None if is_seen and isinstance(game, CompiledGame) else outcomes_of(game).unknown
        self._unknown: Final = None if is_seen else unknown[0] if isinstance(unknown, tuple) else unknown
        is_given = setup.evaluate is not None or (isinstance(game, Wrapped) and game.evaluation is not None)
        self._evaluation: Final[Evaluation] = "given" if is_given else "game" if is_seen else "nothing"

    @property
    def options(self) -> Options:
        """The options in use, with defaults filled in."""
        return self._tier.options

    @property
    def algorithm(self) -> str:
        """The name of the algorithm in use."""
        return self._tier.algorithm

    @property
    def found(self) -> Capabilities[S, M]:
        """The game's capabilities."""
        return self._tier.found

    @property
    def tree(self) -> Tree[S, M]:
        """The tree of the last search; a new one at the initial state before the first.

        Raises:
            OptionError: The game is a compiled one, whose search keeps no tree.
        """
        if isinstance(self.game, CompiledGame | PendingGame):
            raise OptionError("a compiled game is searched without a tree; make a Search of the original game to look at one")
        return cast("TreeSearch[S, M]", self._tier).tree

    @property
    def size_bytes(self) -> int:
        """The memory of tree and table, estimated from some hundred nodes; tables that processes share are left out."""
        return self._tier.size_bytes

    @front_door_but("limits")
    def run(
        self, state: S | None = None, limits: Limits | None = None, *, on_depth: Callable[[SearchResult[M]], object] | None = None
    ) -> SearchResult[M]:
        """Searches until a limit is reached or the value cannot change any more.

        Args:
            state: The state to search; by default that of the last search, after the moves played since.
            limits: Limits of the search; 1 second by default.
            on_depth: Called with the result after each finished depth.

        Returns:
            The last finished depth's result, with a better move if the unfinished depth had already proven one.

        Raises:
            SearchBusyError: This object is searching already.
            RulesError: A method of the game returned an invalid value.
        """
        limits = self._checked(state, limits)
        if on_depth is None and limits.clock is None:
            return self._last(state, limits, solving=False)
        return _told(self._deepened(state, limits), on_depth)

    @front_door_but("limits")
    def solve(
        self, state: S | None = None, limits: Limits | None = None, *, on_depth: Callable[[SearchResult[M]], object] | None = None
    ) -> SearchResult[M]:
        """Searches until the game-theoretic value is known, as `minimaxer.solve` does.

        Args:
            state: As in `run`.
            limits: Limits of the search; none by default. A depth limit is ignored.
            on_depth: As in `run`.

        Raises:
            SearchBusyError: This object is searching already.
            RulesError: A method of the game returned an invalid value.
        """
        limits = _NO_LIMITS if limits is None else limits
        _check_given(state, limits)
        self.options.check_limits(limits, solving=True)
        limits = limits.for_one_move
        if on_depth is None:
            return self._last(state, limits, solving=True)
        return _told(self._alone(self._tier.solve(state, limits), state, limits), on_depth)

    @front_door_but("limits")
    def iterate(self, state: S | None = None, limits: Limits | None = None) -> Generator[SearchResult[M], None, None]:
        """Searches depth by depth.

        Args:
            state: As in `run`.
            limits: As in `run`.

        Yields:
            A result after each finished depth, and a last one when a limit ends a depth unfinished. Leaving the loop early is
            fine.

        Raises:
            SearchBusyError: This object is searching already.
            RulesError: A method of the game returned an invalid value.
        """
        yield from self._deepened(state, self._checked(state, limits))

    async def results(self, state: S | None = None, limits: Limits | None = None) -> AsyncGenerator[SearchResult[M], None]:
        """Searches depth by depth on a thread, while the event loop goes on.

        Args:
            state: As in `run`.
            limits: As in `run`.

        Yields:
            The results of `iterate`. Leaving the loop early, or cancelling the task, ends the search.

        Raises:
            SearchBusyError: This object is searching already.
            RulesError: A method of the game returned an invalid value.

        Examples:
            >>> import asyncio
            >>> from minimaxer_games.nim import Nim
            >>> async def think():
            ...     async for result in Search(Nim()).results(limits=Limits(depth=3)):
            ...         print(result.depth)
            >>> asyncio.run(think())
            1
            2
            3
        """
        async with aclosing(awaited(lambda: self.iterate(state, limits), self.stop)) as results:
            async for result in results:
                yield result

    def _checked(self, state: S | None, limits: Limits | None) -> Limits:
        """The limits of a search to a depth, or the default ones."""
        _check_given(state, limits)
        if limits is None or limits == _NO_LIMITS:
            limits = Limits(seconds=DEFAULT_SECONDS)
        self.options.check_limits(limits)
        return limits

    def _deepened(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Yields the results of a search depth by depth; with a clock, until the pace is satisfied."""
        pace = pace_of(limits, self.options)
        if pace is None:
            limits = limits.for_one_move
            yield from self._alone(self._tier.iterate(state, limits), state, limits)
            return
        with closing(self._alone(self._tier.iterate(state, pace.limits), state, pace.limits)) as results:
            for result in results:
                yield result
                if pace.is_enough(result):
                    return

    def _last(self, state: S | None, limits: Limits, *, solving: bool) -> SearchResult[M]:
        if self._busy:
            raise _busy()
        self._busy = True
        try:
            self._guard.begin(_due(limits))
            return self._marked(self._tier.last(state, limits, solving=solving))
        except Overdue as error:
            raise overdue_error(error) from None
        finally:
            self._busy = False
            self._guard.end()

    def _alone(
        self, results: Iterator[SearchResult[M]], state: S | None, limits: Limits
    ) -> Generator[SearchResult[M], None, None]:
        if self._busy:
            raise _busy()
        due = _due(limits)
        try:
            self._busy = True
            while True:
                self._guard.begin(due)
                result = next(results, None)
                self._guard.end()
                if result is None:
                    return
                yield self._marked(result)
        except Overdue as error:
            raise overdue_error(error) from None
        except Exception as error:
            if state is not None:
                check_state(self.game, state, error)
            raise
        finally:
            self._busy = False
            self._guard.end()

    def _marked(self, result: SearchResult[M]) -> SearchResult[M]:
        """The result, with what evaluates positions, and the value of leaves if nothing does."""
        if result.evaluation == "learnt":
            return result
        if result.meaning == "result":  # proofs ask for ends of the game alone
            return evolve(result, evaluation="nothing")
        if self._unknown is None:
            return result if self._evaluation == "game" else evolve(result, evaluation=self._evaluation)
        if isinstance(result.details, MonteCarloDetails) or self.algorithm == "ismcts":
            return evolve(result, evaluation="playouts")
        return evolve(result, evaluation="nothing", unknown=self._unknown)

    def ready(self) -> None:
        """Compiles the kernel of a compiled game now, so that the first search need not wait."""
        self._tier.ready()

    def stop(self) -> None:
        """Ends the running search, from any thread; its result stays usable. Without one it does nothing."""
        self._tier.stop()
        self._guard.stop()

    def close(self) -> None:
        """Frees tree, table, threads and processes at once; a later search starts with new ones.

        Raises:
            SearchBusyError: This object is searching.
        """
        if self._busy:
            raise SearchBusyError("expected no search to be running while its tree is freed; stop() it first")
        self._tier.close()

    @front_door
    def save(self, path: str | Path) -> None:
        """Writes the search to a file, from which `restore` continues: options, position, moves played, tree or table.

        It is data, not code: JSON and bytes, with a digest of the rules and one of the file. A depth searched after `restore`
        visits the nodes that it would have visited here, and simulations go where they would have gone; a value that `solve` had
        begun to narrow down is narrowed down further.

        Args:
            path: The file. An existing one is replaced once the new one is complete.

        Raises:
            OptionError: The algorithm has nothing to save, or an option, a position or a move cannot be written.
            SearchBusyError: This object is searching.
            SavedSearchError: The file cannot be written.
        """
        if self._busy:
            raise SearchBusyError("expected no search to be running while it is saved; stop() it first")
        setup, tier = self._setup, self._tier
        if isinstance(setup.game, PendingGame):
            raise OptionError(
                f"expected a compiled game or its rules, whose search can be saved, got {setup.game!r}; give its "
                "attribute compiled or game to the search"
            )
        if not isinstance(tier, Lasting):
            raise not_kept(setup.game, self.algorithm)
        how = {
            "label": repr(setup.game),
            "version": __version__,
            "compiled": isinstance(setup.game, CompiledGame),
            "evaluate": setup.evaluate is not None,
            "learns": setup.learn is not None,
            "tables": len(setup.tables),
            "algorithm": setup.algorithm,
            "threads": setup.threads,
            "parallel": setup.parallel,
            "kind": type(setup.options).__name__,
            "options": _writable(setup.options),
        }
        saved = tier.saved()
        write(path, Saved({**how, **saved.facts}, saved.parts))

    @classmethod
    @front_door
    def restore(
        cls, path: str | Path, game: Game[S, M], *, evaluate: Evaluating[S] = "auto", tables: Sequence[Table[S, M]] = ()
    ) -> Search[S, M]:
        """Restores a search that `save` wrote to a file.

        Args:
            path: The file.
            game: The rules that it searched, compiled if they were.
            evaluate: The evaluation that it was given, if any; one that it learnt from the rules is learnt again.
            tables: The endgame tables that it was given, if any.

        Raises:
            SavedSearchError: The file cannot be read, does not hold a search, was changed, or was saved by other rules or another
                version.
        """
        with opened_file(path) as file:
            how = file.facts
            evaluate = None if isinstance(evaluate, str) else evaluate
            _check_fit(file, game, evaluate, tables)
            options = _options_of(how["kind"], how["options"])
            threads, parallel = how["threads"], how["parallel"]
            given: Evaluating[S] = "auto" if how["learns"] else evaluate
            search = cls(
                game, options, algorithm=how["algorithm"], evaluate=given, threads=threads, parallel=parallel, tables=tables
            )
            if not isinstance(search._tier, Lasting):
                file.refuse(f"expected a search by an algorithm whose searches can be restored, got {how['algorithm']!r}")
            search._tier.restore(file)
        return search

    def advance(self, move: M) -> S:
        """Plays a move; keeps the part of the tree or the table that still applies.

        Returns:
            The state after the move.

        Raises:
            IllegalMoveError: The move is not legal in the search's state.
            SearchBusyError: This object is searching.
        """
        if self._busy:
            raise SearchBusyError("expected no search to be running while a move is played; stop() it first")
        return self._tier.advance(move)


_NO_LIMITS: Final = Limits()


def setup_of(game: Game[S, M], options: Options, *, evaluate: Evaluating[S], **how: Any) -> Setup[S, M]:
    """The setup of a search; only games that were compiled learn an evaluation. Raises OptionError if `evaluate` is wrong."""
    if evaluate is None or callable(evaluate):
        return Setup(game=game, options=options, evaluate=evaluate, **how)
    if not isinstance(evaluate, str) or evaluate != "auto":
        raise OptionError(f"expected evaluate to be a function of a state, 'auto' or None, got {evaluate!r}")
    compiled = twin_of(game) if isinstance(options, UnevaluatedOptions) else None
    return Setup(game=game, options=options, learn=None if compiled is None else partial(_learnt, compiled), **how)


def _learnt(game: CompiledGame[Any, Any], is_stopped: Callable[[], bool]) -> Any:
    from ..learning.automatic import automatic  # here, since few searches need it

    return automatic(game, is_stopped)


def _writable(options: Options) -> dict[str, object]:
    """The options that differ from the defaults, as plain data for JSON; raises OptionError if one cannot be written."""
    asked: dict[str, object] = {}
    for name, value in differing(options).items():
        if isinstance(value, frozenset):
            asked[name] = sorted(value)
        elif isinstance(value, (bool, int, float, str, type(None))):
            asked[name] = value
        elif type(value) in (AlphaBetaOptions, MonteCarloOptions):
            asked[name] = {"kind": type(value).__name__, "options": _writable(value)}
        else:
            raise OptionError(f"expected options of numbers and text, which can be written to a file, got {name}={value!r}")
    return asked


def _options_of(kind: str, options: dict[str, Any]) -> Options:
    given = {name: _options_of(**value) if isinstance(value, dict) else value for name, value in options.items()}
    read: Options = options_class(kind)(**given)
    return read


def _check_fit(file: SavedFile, game: object, evaluate: object, tables: Sequence[object]) -> None:
    """Raises SavedSearchError if a file has another version, or its search was given something else."""
    how = file.facts
    if how.get("version") != __version__:
        file.refuse(f"expected a search that minimaxer {__version__} saved, got one of minimaxer {how.get('version')}")
    if how["compiled"] and not isinstance(game, CompiledGame):
        file.refuse(f"expected the compiled game that was searched, got {game!r}; compile it")
    if not how["compiled"] and isinstance(game, CompiledGame):
        file.refuse(f"expected the game as it was searched, not compiled, got {game!r}; give its attribute game")
    if how["evaluate"] != (evaluate is not None):
        file.refuse(f"expected {'the' if how['evaluate'] else 'no'} evaluate that the search was given, got {evaluate!r}")
    if how["tables"] != len(tables):
        file.refuse(f"expected the {how['tables']} endgame tables that the search was given, got {len(tables)}")


def _check_given(state: object, limits: object) -> None:
    if not isinstance(limits, Limits | None) or isinstance(state, Limits):
        raise OptionError(f"expected limits=Limits(...) after the state, got state {state!r} and limits {limits!r}")


def _busy() -> SearchBusyError:
    return SearchBusyError("this Search is searching already; wait for it, stop() it, or make another Search")


def _due(limits: Limits) -> float:
    """The `time.perf_counter` at which a search with these limits ends if it begins now."""
    return math.inf if limits.seconds is None else time.perf_counter() + limits.seconds


def _told(
    results: Generator[SearchResult[M], None, None], on_depth: Callable[[SearchResult[M]], object] | None
) -> SearchResult[M]:
    """The last result; calls the function with each result of a finished depth."""
    result: SearchResult[M] | None = None
    with closing(results):
        for result in results:
            if on_depth is not None and result.stop in (StopReason.DEPTH, StopReason.SOLVED):
                on_depth(result)
    assert result is not None
    return result
