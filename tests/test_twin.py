"""The kernels run as plain Python: equal to plain minimax, and to what the machine code does, node for node."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="the kinds of a game's values are found by the compiler")

import minimaxer as mx
from minimaxer.families.alphabeta.native.native_search import NativeSearch
from minimaxer.native.perft import Counter, RandomPlayer
from minimaxer.searching.options import PLAIN
from minimaxer.searching.setup import Setup
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import kalah_benchmark
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from .native.games import (
    BoundedGame,
    FloatGame,
    HashedGame,
    MirroredGame,
    NoisyGame,
    OrderedGame,
    PassingGame,
    StuckGame,
)
from .oracle import minimax
from .twin import TwinGame

GAMES = [HashedGame(merging=True), FloatGame(), OrderedGame(), StuckGame(), MirroredGame(), NoisyGame(), PassingGame()]
GAMES += [BoundedGame()]
SWITCHES = ("killers", "history", "countermoves", "enhanced_cutoffs", "win_distance")


@cache
def twin(game: Any) -> TwinGame:
    """The game, put together once."""
    return TwinGame(game)


def search(game: Any, state: Any, algorithm: str, *, solve: bool = False, depth: int | None = None, **options: Any) -> Any:
    """A search whose kernels Python runs."""
    if algorithm not in PLAIN:
        options.setdefault("table", 64)
    setup = Setup[Any, Any](game=twin(game), options=mx.AlphaBetaOptions(**options), algorithm=algorithm)
    tier = NativeSearch(setup)
    result = tier.last(state, mx.Limits(depth=depth), solving=solve)
    tier.close()
    return result


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_every_kernel_finds_the_oracle_s_value(game: Any) -> None:
    """With options drawn at random, in every algorithm."""
    rng = Random(5)
    algorithms = ["alphabeta", "pvs"]
    algorithms += [] if isinstance(game, NoisyGame) else ["fixed", "minimax"]
    algorithms += [] if isinstance(game, FloatGame) else ["mtdf"]
    for seed in range(25):
        state, depth = game.start(seed), rng.randint(1, 4)
        algorithm = rng.choice(algorithms)
        options: dict[str, Any] = {}
        if algorithm not in PLAIN:
            options = {name: rng.random() < 0.5 for name in SWITCHES}
            options |= {"table_depth": "exact", "null_move": False}
        quiescence = mx.AlphaBetaOptions().quiescence if isinstance(game, NoisyGame) else 0
        result = search(game, state, algorithm, depth=depth, **options)
        assert result.value == minimax(game, state, depth, quiescence=quiescence), (seed, depth, algorithm, options)


@pytest.mark.parametrize(("game", "value"), [(TicTacToe(), 0), (Nim(heaps=(3, 4, 2)), mx.win_in(5))])
def test_small_games_are_solved(game: Any, value: float) -> None:
    """To the value that is known of them."""
    result = search(game, game.initial(), "auto", solve=True)
    assert (result.solved, result.winner) == (True, None if value == 0 else 0)


def test_sequences_are_counted() -> None:
    """Connect four's are published: https://oeis.org/A212693."""
    game: Any = twin(ConnectFour())
    counter = Counter(game)
    assert [counter.count(game.initial(), depth, finished=False) for depth in range(5)] == [1, 7, 49, 343, 2401]
    counter.close()


@pytest.mark.parametrize("game", [ConnectFour(), StuckGame(), FloatGame()], ids=lambda game: type(game).__name__)
def test_random_games_are_those_of_machine_code(game: Any) -> None:
    """Move by move, from the same seed."""
    one, other = (RandomPlayer(each, game.initial(), 7) for each in (twin(game), mx.compile(game)))  # type: ignore[arg-type]
    assert one.play(20, 5) == other.play(20, 5)
    for each in (one, other):
        each.close()
    assert +one.turns == +other.turns


@pytest.mark.parametrize("algorithm", ["auto", "fixed", "mtdf"])
@pytest.mark.parametrize("game", [ConnectFour(), kalah_benchmark()], ids=["connect_four", "kalah"])
def test_machine_code_does_the_same(game: Any, algorithm: str) -> None:
    """The same value, line, nodes and cut-offs."""
    options: dict[str, Any] = {} if algorithm == "fixed" else {"table": 1024}
    native = mx.search(mx.compile(game), depth=5, algorithm=algorithm, options=mx.AlphaBetaOptions(**options))
    python = search(game, game.initial(), algorithm, depth=5, **options)
    assert (python.value, python.pv, python.moves) == (native.value, native.pv, native.moves)
    assert (python.nodes, python.details) == (native.nodes, native.details)
