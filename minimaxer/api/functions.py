"""The most common functions: one call, one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import MethodType
from typing import Literal, TypeVar, cast, overload

from attrs import evolve

from ..base.checks import check_whole, front_door, front_door_but
from ..base.progress import OnProgress, ignored
from ..errors import FinishedGameError
from ..families.hybrid.options import UnevaluatedOptions
from ..families.proof.options import asking
from ..game.protocol import Game, M, S, Score
from ..game.weights import Weights, reweighted
from ..native import CompiledGame, PendingGame, compile_game
from ..searching.limits import Limits, StopReason
from ..searching.options import AlphaBetaOptions, Options
from ..searching.result import SearchResult, with_rows
from ..searching.setup import Setup
from ..searching.validators import Parallel
from .methods import Evaluating, defaults_for, defaults_to_play
from .search import Search
from .store import SolvedStore

G = TypeVar("G")


@front_door_but("depth", "seconds", "nodes", "simulations", "threads", "options", "goal")
def search(
    game: Game[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    threads: int = 1,
    parallel: Parallel = "auto",
    algorithm: str = "auto",
    options: Options | None = None,
    goal: float | None = None,
    evaluate: Evaluating[S] = "auto",
    on_depth: Callable[[SearchResult[M]], object] | None = None,
) -> SearchResult[M]:
    """Searches a position; returns the best move found, its value and the principal variation.

    Args:
        game: The rules.
        state: Where to search; the initial state by default.
        depth: Largest depth, in plies.
        seconds: Longest time, in seconds; 1 second if no limit is given.
        nodes: Node limit for all workers together.
        simulations: Largest number of playouts, for `montecarlo`.
        threads: Largest number of workers; see `Search` for the games in which they help.
        parallel: How they share the work, as in `Search`: `auto`, `abdada`, `lazy_smp` or `processes`.
        algorithm: `auto`, `fixed`, `alphabeta`, `pvs`, `mtdf` or `minimax`; where chance decides `expectimax`, `star1` or
            `star2`; for three and more `maxn`, `paranoid` or `brs`; for all `montecarlo`; `proof` to prove a win or a bound.
        options: Options of the search; the defaults are the fast ones.
        goal: The question of `proof`: does player 0 get at least this value, such as `mx.WIN` or 0 for not losing?
        evaluate: A static evaluation to use instead of the game's: state to number for player 0. `auto`: the game's own; for a
            game that has none, once it is compiled, searches to a depth or by nodes use one that is learnt from the rules, which
            takes some seconds once. None: the game's own or nothing.
        on_depth: Called with the result after each finished depth.

    Returns:
        The result; its values are for player 0.

    Raises:
        GameError: The game lacks a method, or one has another signature than the protocol's.
        OptionError: Limits, algorithm or options are out of range or contradict one another.
        RulesError: A method of the game returned an invalid value.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> search(TicTacToe(), depth=9).value
        0
    """
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    options = asking(goal, defaults_for(algorithm, game, evaluate) if options is None else options, algorithm)
    with closing(Search(game, options, algorithm=algorithm, evaluate=evaluate, threads=threads, parallel=parallel)) as engine:
        return engine.run(state, limits, on_depth=on_depth)


@front_door_but("depth", "seconds", "nodes", "simulations", "threads", "options")
def best_move(
    game: Game[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    threads: int = 1,
    parallel: Parallel = "auto",
    algorithm: str = "auto",
    options: Options | None = None,
    evaluate: Evaluating[S] = "auto",
) -> M:
    """The move that `search` finds with these arguments; by playouts if there is no evaluation, also with a depth limit.

    Raises:
        FinishedGameError: The game is over in that state, or chance decides there.
        MinimaxerError: As in `search`.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> best_move(Nim(heaps=(1, 2, 4)))
        Take(heap=2, sticks=1)
    """
    if options is None:
        options = defaults_to_play(algorithm, game, evaluate)
        if isinstance(options, UnevaluatedOptions):
            options = evolve(options, seed=0)  # the same every time, as far as time does not decide
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    with closing(Search(game, options, algorithm=algorithm, evaluate=evaluate, threads=threads, parallel=parallel)) as engine:
        result = engine.run(state, limits)
    if result.move is None and result.stop is not StopReason.FINISHED:
        given = game.initial() if state is None else state
        raise FinishedGameError(f"expected a state in which a player moves, got {given!r}, where chance decides")
    if result.move is None:
        raise FinishedGameError(f"expected a state in which the game runs, got {state!r}, where it is over")
    return result.move


@front_door_but("seconds", "nodes", "simulations", "threads", "options", "goal")
def solve(
    game: Game[S, M],
    state: S | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    threads: int = 1,
    parallel: Parallel = "auto",
    algorithm: str = "auto",
    options: Options | None = None,
    goal: float | None = None,
    evaluate: Evaluating[S] = "auto",
    store: str | Path | None = None,
    on_depth: Callable[[SearchResult[M]], object] | None = None,
) -> SearchResult[M]:
    """The game-theoretic value, a best move and the line to the end.

    Deepens the search, with a transposition table, until the value cannot change. Wins come out as quick and losses as slow
    as the other side allows. A game that need not end may never be solved: set a limit.

    Args:
        game: The rules.
        state: Where to search; the initial state by default.
        seconds: Longest time, in seconds; none by default.
        nodes: Node limit; none by default.
        simulations: Largest number of playouts, for `montecarlo`.
        threads: As in `search`.
        parallel: As in `search`.
        algorithm: As in `search`.
        options: Options of the search; a table of 64 MB by default.
        goal: As in `search`; without one, `proof` asks until the value is known. In compiled games `alphabeta`, `pvs` and
            `mtdf` can also answer the question, without finding the value.
        evaluate: As in `search`; it only helps the ordering here.
        store: An SQLite file of one game's solved positions, for one or two players without chance: known results are read,
            with `store` as their `engine`; new ones are added. Several processes may use it at a time.
        on_depth: Called with the result after each finished depth.

    Returns:
        The result; `solved` is False if a limit came first.

    Raises:
        MinimaxerError: As in `search`.

    Examples:
        >>> from minimaxer_games.connect_four import ConnectFour
        >>> game = ConnectFour()
        >>> str(solve(game, game.parse("444444"), nodes=10).stop.value)
        'nodes'
    """
    limits = Limits(seconds=seconds, nodes=nodes, simulations=simulations)
    options = asking(goal, defaults_for(algorithm, game, evaluate) if options is None else options, algorithm)
    with closing(Search(game, options, algorithm=algorithm, evaluate=evaluate, threads=threads, parallel=parallel)) as engine:
        if store is None:
            return engine.solve(state, limits, on_depth=on_depth)
        with closing(SolvedStore[S, M](store, Setup(game=game, options=options, algorithm=algorithm))) as kept:
            given = game.initial() if state is None else state
            return kept.solve(given, lambda: engine.solve(given, limits, on_depth=on_depth))


@front_door_but("depth", "seconds", "nodes", "simulations", "threads", "options", "lines")
def analyse(
    game: Game[S, M],
    state: S | None = None,
    *,
    lines: int = 3,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    threads: int = 1,
    parallel: Parallel = "auto",
    algorithm: str = "auto",
    options: Options | None = None,
    evaluate: Evaluating[S] = "auto",
    on_depth: Callable[[SearchResult[M]], object] | None = None,
) -> SearchResult[M]:
    """The best moves with their exact values and lines, best first, in the result's `moves`.

    Args:
        game: The rules.
        state: Where to search; the initial state by default.
        lines: Number of moves to return, from 1.
        depth: As in `search`, like all that follow.
        seconds: Longest time, in seconds.
        nodes: Node limit.
        simulations: Largest number of playouts, for `montecarlo`.
        threads: Largest number of workers.
        parallel: How they share the work.
        algorithm: The algorithm by name.
        options: Options of the search; `exact_moves` is switched on.
        evaluate: As in `search`.
        on_depth: Called with the result after each finished depth.

    Raises:
        OptionError: `lines` is below 1, or as in `search`.
        MinimaxerError: As in `search`.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> [row.move for row in analyse(Nim(heaps=(1, 2, 4)), depth=7, lines=1).moves]
        [Take(heap=2, sticks=1)]
    """
    check_whole("lines", lines, 1)
    options = valuing_moves(game, algorithm, options, evaluate)
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    with closing(Search(game, options, algorithm=algorithm, evaluate=evaluate, threads=threads, parallel=parallel)) as engine:
        result = engine.run(state, limits, on_depth=on_depth)
    return with_rows(result, lines)


def valuing_moves(game: Game[S, M], algorithm: str, options: Options | None, evaluate: Evaluating[S] = None) -> Options:
    """Options with which a search gives every root move its exact value, if its family supports that."""
    options = defaults_for(algorithm, game, evaluate) if options is None else options
    return evolve(options, exact_moves=True) if isinstance(options, AlphaBetaOptions) else options


@front_door
def with_weights(game: G, weights: Weights | Mapping[str, float]) -> G:
    """A copy of the game with other evaluation weights; a compiled game keeps its code, and is ready at once.

    Both games may be searched at the same time. The given rules object does not change.

    Args:
        game: A game with an attribute `weights`, compiled or not.
        weights: All weights, as `mx.Weights`, or those that change, by name.

    Raises:
        GameError: The game has no weights.
        OptionError: A weight is unknown or not a number, or a float where weights are whole numbers.

    Examples:
        >>> from attrs import frozen
        >>> from minimaxer_games.nim import Nim
        >>> @frozen
        ... class Judged(Nim):
        ...     weights: Weights = Weights(heaps=2, sticks=-1)
        >>> with_weights(Judged(), {"sticks": 5}).weights
        Weights(heaps=2, sticks=5)
    """
    if not isinstance(game, CompiledGame):
        return reweighted(game, weights)
    other = reweighted(game.game, weights)
    evaluate = game.evaluation
    if isinstance(evaluate, MethodType) and evaluate.__self__ is game.game:
        evaluate = MethodType(evaluate.__func__, other)
    return cast("G", compile_game(other, evaluate, game.check))


@overload
def compile(  # noqa: A001
    game: Game[S, M],
    *,
    evaluate: Callable[[S], Score] | None = None,
    check: bool = True,
    background: Literal[False] = False,
    on_progress: OnProgress = ignored,
) -> CompiledGame[S, M]: ...
@overload
def compile(  # noqa: A001
    game: Game[S, M],
    *,
    evaluate: Callable[[S], Score] | None = None,
    check: bool = True,
    background: Literal[True],
    on_progress: OnProgress = ignored,
) -> PendingGame[S, M]: ...
@front_door
def compile(  # noqa: A001  # `mx.compile` is what it does
    game: Game[S, M],
    *,
    evaluate: Callable[[S], Score] | None = None,
    check: bool = True,
    background: bool = False,
    on_progress: OnProgress = ignored,
) -> CompiledGame[S, M] | PendingGame[S, M]:
    """Compiles a game's rules to native code, for searches a hundred times as fast; the result is a game itself.

    Code is cached on disk and compiled again when the rules change. The documentation lists what can be compiled, under
    "Compiled games". The default search is compiled too, so that it keeps its time limits from the first call on. Other
    searches, such as with another algorithm, are compiled when they are first used; their result's `compile_seconds` holds
    the time that took. Progress goes to the logger `minimaxer`. Do not change the rules afterwards; as long as the result is in
    use, searches of `game` itself take the evaluation that it learns, so that both give the same values.

    Args:
        game: The rules: a rules object whose states are numbers and (Named)tuples of them.
        evaluate: A static evaluation to use instead of the game's: state to number for player 0.
        check: When compiled for the first time, play random games in Python and natively and compare everything.
        background: True to compile on another thread, and to get a `PendingGame` at once: searches of it begin on a tree and go
            on natively as soon as they can.
        on_progress: Called as each part of the work begins, with what is being done and how far it is.

    Raises:
        CompileError: The rules use something that cannot be compiled; the message says where, what, and what to write instead.
        MissingExtraError: llvmlite is not installed.
        GameError: The game lacks a method, or one has another signature than the protocol's.
        RulesError: One call of the rules takes more than 5 s.

    Examples:
        >>> from minimaxer_games.connect_four import ConnectFour
        >>> fast = compile(ConnectFour())  # doctest: +SKIP
        >>> search(fast, depth=12).value  # doctest: +SKIP
        0
    """
    if background:
        return PendingGame(game, evaluate, check, on_progress)
    compiled = compile_game(game, evaluate, check, on_progress=on_progress)
    Search(compiled).ready()
    return compiled
