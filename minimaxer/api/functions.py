"""The functions most people need: one call, one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import MethodType
from typing import TypeVar, cast

from attrs import evolve

from ..base.checks import check_whole, front_door, front_door_but
from ..errors import FinishedGameError
from ..families.hybrid.options import UnevaluatedOptions
from ..families.proof.options import asking
from ..game.protocol import Game, M, S, Score
from ..game.weights import Weights, reweighted
from ..native import CompiledGame, compile_game
from ..searching.limits import Limits, StopReason
from ..searching.options import AlphaBetaOptions, Options
from ..searching.result import SearchResult, with_rows
from ..searching.schemes import Parallel
from ..searching.setup import Setup
from .methods import defaults_for, defaults_to_play
from .search import Search

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
    evaluate: Callable[[S], Score] | None = None,
    on_depth: Callable[[SearchResult[M]], object] | None = None,
) -> SearchResult[M]:
    """Looks ahead and gives the best move found, its value and the line expected.

    Args:
        game: The rules.
        state: Where to search; the initial state by default.
        depth: Most plies to look ahead.
        seconds: Longest time, in seconds. With no limit at all, 1 second.
        nodes: Most nodes visited, by all workers together.
        simulations: Most games played out, by `montecarlo`.
        threads: Most workers; see `Search` for which games they help.
        parallel: How they share the work, as in `Search`: `auto`, `abdada`, `lazy_smp` or `processes`.
        algorithm: `auto`, `fixed`, `alphabeta`, `pvs`, `mtdf` or `minimax`; where chance decides `expectimax`, `star1` or
            `star2`; for three and more `maxn`, `paranoid` or `brs`; for all `montecarlo`; `proof` to prove a win or a bound.
        options: How to search; the defaults are the fast ones.
        goal: The question of `proof`: does player 0 get at least this much, or `mx.WIN`, or not lose (0)?
        evaluate: A static evaluation to use instead of the game's: state to number for player 0.
        on_depth: Called with the result after each depth that was finished.

    Returns:
        The result; its values are for player 0.

    Raises:
        GameError: The game lacks a method, or one has another signature than the protocol's.
        OptionError: Limits, algorithm or options are out of range or contradict one another.
        RulesError: A method of the game gave something that no rules can mean.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> search(TicTacToe(), depth=9).value
        0
    """
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    options = asking(goal, defaults_for(algorithm, game, evaluate) if options is None else options, algorithm)
    engine = Search(game, options, algorithm=algorithm, evaluate=evaluate, threads=threads, parallel=parallel)
    with closing(engine):
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
    evaluate: Callable[[S], Score] | None = None,
) -> M:
    """The move that `search` with the same arguments gives; by playouts where nothing evaluates the game, also to a depth.

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
    result = search(
        game,
        state,
        depth=depth,
        seconds=seconds,
        nodes=nodes,
        simulations=simulations,
        threads=threads,
        parallel=parallel,
        algorithm=algorithm,
        options=options,
        evaluate=evaluate,
    )
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
    evaluate: Callable[[S], Score] | None = None,
    store: str | Path | None = None,
    on_depth: Callable[[SearchResult[M]], object] | None = None,
) -> SearchResult[M]:
    """The game-theoretic value, a best move and the line to the end.

    Looks deeper and deeper, with a transposition table, until the value cannot change. Wins come out as quick and losses as slow
    as the other side allows. A game that need not end may never be solved: give a limit.

    Args:
        game: The rules.
        state: Where to search; the initial state by default.
        seconds: Longest time, in seconds; none by default.
        nodes: Most nodes visited; none by default.
        simulations: Most games played out, by `montecarlo`.
        threads: As in `search`.
        parallel: As in `search`.
        algorithm: As in `search`.
        options: How to search; a table of 64 MB by default.
        goal: As in `search`; without one, `proof` asks until the value is known. Compiled games answer such a question by
            `alphabeta`, `pvs` and `mtdf` too, which do not look for the value then.
        evaluate: As in `search`; it only helps the ordering here.
        store: An SQLite file of one game's solved positions, for one or two players without chance: what it knows is read, and
            the result's `engine` is `store`; what is solved is added. Several processes may use it at a time.
        on_depth: Called with the result after each depth that was finished.

    Returns:
        The result; `solved` is False where a limit came first.

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
    engine = Search(game, options, algorithm=algorithm, evaluate=evaluate, threads=threads, parallel=parallel)
    with closing(engine):
        if store is None:
            return engine.solve(state, limits, on_depth=on_depth)
        from .store import SolvedStore  # which needs SQLite, and most have no use for it

        setup = Setup(game=game, options=options, algorithm=algorithm)
        with closing(SolvedStore[S, M](store, setup)) as kept:
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
    evaluate: Callable[[S], Score] | None = None,
    on_depth: Callable[[SearchResult[M]], object] | None = None,
) -> SearchResult[M]:
    """The best moves with their exact values and lines, best first, in the result's `moves`.

    Args:
        game: The rules.
        state: Where to search; the initial state by default.
        lines: How many moves to give, from 1.
        depth: As in `search`, like all that follow.
        seconds: Longest time, in seconds.
        nodes: Most nodes visited.
        simulations: Most games played out, by `montecarlo`.
        threads: Most workers.
        parallel: How they share the work.
        algorithm: The algorithm by name.
        options: How to search; `exact_moves` is switched on.
        evaluate: A static evaluation to use instead of the game's.
        on_depth: Called with the result after each depth that was finished.

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
    result = search(
        game,
        state,
        depth=depth,
        seconds=seconds,
        nodes=nodes,
        simulations=simulations,
        threads=threads,
        parallel=parallel,
        algorithm=algorithm,
        options=options,
        evaluate=evaluate,
        on_depth=on_depth,
    )
    return with_rows(result, lines)


def valuing_moves(
    game: Game[S, M], algorithm: str, options: Options | None, evaluate: Callable[[S], Score] | None = None
) -> Options:
    """The options with which a search gives every move of the root its exact value, where its family can."""
    options = defaults_for(algorithm, game, evaluate) if options is None else options
    return evolve(options, exact_moves=True) if isinstance(options, AlphaBetaOptions) else options


@front_door
def with_weights(game: G, weights: Weights | Mapping[str, float]) -> G:
    """The game with other weights of its evaluation; a compiled game with other weights is the same code, and ready at once.

    Both games may be searched side by side. The rules object is copied; the one that is given does not change.

    Args:
        game: A game with an attribute `weights`, compiled or not.
        weights: All of them, as `mx.Weights`, or those that change, by name.

    Raises:
        GameError: The game has no weights.
        OptionError: A weight is unknown or no number, or a float where weights are whole numbers.

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


@front_door
def compile(  # noqa: A001  # `mx.compile` is what it does
    game: Game[S, M], *, evaluate: Callable[[S], Score] | None = None, check: bool = True
) -> CompiledGame[S, M]:
    """Makes native code of a game's rules, for searches a hundred times as fast; the result is a game itself.

    Code is kept on disk and made again when the rules change. What can be compiled is listed in the documentation, "Compiled
    games". The search by default is compiled too, so that it keeps its limits of time from the first time on. Other searches, as
    with another algorithm, are compiled when they are first asked for, and their result's `compile_seconds` tells how long that
    took. Progress goes to the logger `minimaxer`.

    Args:
        game: The rules: a rules object whose states are numbers and (Named)tuples of them.
        evaluate: A static evaluation to use instead of the game's: state to number for player 0.
        check: When compiled for the first time, play random games in Python and natively and compare everything.

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
    compiled = compile_game(game, evaluate, check)
    Search(compiled).ready()
    return compiled
