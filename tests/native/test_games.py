"""The bundled games in both tiers, and known positions solved natively."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native import compile_game
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.mancala import Mancala, kalah_benchmark
from minimaxer_games.nim import Nim
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

from .. import refdata
from ..oracle import minimax
from ..refdata import pons_score

GAMES = (
    ConnectFour(width=4, height=4),
    Mancala(),
    Mancala(houses=3, seeds=2, ends="mover", rest="last_mover"),
    TicTacToe(),
)
CHECKED = (Breakthrough(), ChessLite(), ConnectFour(), Domineering(), DotsAndBoxes(), Mancala(), Nim(), Reversi(), TicTacToe())
KNOWLEDGE = frozenset({"bounds", "search_moves"})


@pytest.mark.thorough
@pytest.mark.parametrize("game", CHECKED, ids=repr)
def test_every_game_compiles(game: Any) -> None:
    """Whatever its methods give in random games is what Python gives."""
    assert compile_game(game, check=True).variant().shapes.state.words > 0


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_both_tiers_agree(game: Any) -> None:
    """Perft, fixed-depth values and moves of both tiers are the same from random positions, with and without a table."""
    fast = mx.compile(game)
    rng = Random(5)
    assert [mx.perft(fast, depth=depth) for depth in range(5)] == [mx.perft(game, depth=depth) for depth in range(5)]
    assert mx.perft(fast, depth=4, finished=True) == mx.perft(game, depth=4, finished=True)
    for algorithm in ("pvs", "mtdf", "alphabeta", "minimax", "fixed"):
        options = mx.AlphaBetaOptions(ignore=KNOWLEDGE)
        if algorithm not in ("minimax", "fixed"):
            options = mx.AlphaBetaOptions(ignore=KNOWLEDGE, table_depth="exact", ordering=rng.choice(["network", "lazy_pick"]))
        engine = mx.Search(fast, options, algorithm=algorithm)
        for _ in range(4):
            state: Any = game.initial()
            for _ in range(rng.randrange(5)):
                if game.outcome(state) is None:
                    state = game.play(state, rng.choice(list(game.moves(state))))
            if game.outcome(state) is None:
                assert engine.run(state, mx.Limits(depth=4)).value == minimax(game, state, 4)
        engine.close()


@pytest.mark.thorough
@pytest.mark.parametrize("game", [each for each in GAMES if each != Mancala()], ids=repr)
@pytest.mark.parametrize("knowledge", [pytest.param(True, marks=pytest.mark.thorough), False])
def test_solved_values_agree(game: Any, knowledge: bool) -> None:
    """Solved natively and on a tree, with the game's knowledge (which published positions need too) and without."""
    options = mx.AlphaBetaOptions(ignore=frozenset() if knowledge else KNOWLEDGE)
    fast = mx.solve(mx.compile(game), options=options)
    slow = mx.solve(game, options=mx.AlphaBetaOptions(table="64MB", ignore=options.ignore))
    assert fast.solved
    assert (fast.value, fast.solved) == (slow.value, slow.solved)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [kalah_benchmark(), ConnectFour()], ids=repr)
def test_node_counts_without_pruning_agree(game: Any) -> None:
    """Plain minimax visits the same nodes in both tiers."""
    options = mx.AlphaBetaOptions(deepening=False, ignore=KNOWLEDGE | {"order"})
    for depth in (1, 3, 5):
        fast = mx.search(mx.compile(game), depth=depth, algorithm="minimax", options=options)
        slow = mx.search(game, depth=depth, algorithm="minimax", options=options)
        assert fast.value == slow.value
        assert abs(fast.nodes - slow.nodes) <= 1  # whether the root counts


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1"])
def test_published_positions_of_connect_four(name: str) -> None:
    """A thousand positions have the scores of their publisher, each with a legal line that ends the game.

    Source: P. Pons, "Solving Connect 4: how to build a perfect AI", test sets.
    """
    game = ConnectFour()
    engine = mx.Search(mx.compile(game))
    for line in refdata.path(f"connect4/Test_{name}").read_text().splitlines():
        text, score = line.split()
        state = game.parse(text)
        result = engine.solve(state)
        assert result.solved
        assert pons_score(text, result) == int(score), text
        assert result.finished
        for move in result.pv:
            assert move in list(game.moves(state))
            state = game.play(state, move)
        assert game.outcome(state) is not None
    engine.close()


def test_kalah_of_the_benchmarks() -> None:
    """The values of the seed's game, depth by depth, and house 5."""
    fast = mx.compile(kalah_benchmark())
    values = {depth: mx.search(fast, depth=depth) for depth in (5, 6, 8, 10, 12)}
    assert [result.value for result in values.values()] == [2, 1, 1, 1, 1]
    assert {result.move for result in values.values()} == {5}


def test_progress_is_told() -> None:
    """`on_depth` sees every depth with its line and the share of the table in use."""
    seen: list[mx.SearchResult[int]] = []
    last = mx.search(mx.compile(ConnectFour()), depth=7, on_depth=seen.append)
    assert [result.depth for result in seen] == list(range(1, 8))
    assert all(len(result.pv) >= result.depth or result.finished for result in seen[:3])
    assert all(result.table_full is not None for result in seen)
    assert (last.value, last.pv) == (seen[-1].value, seen[-1].pv)


def test_a_search_goes_along_with_the_game() -> None:
    """`advance` plays a move, and the next search starts there; an illegal one is refused."""
    engine = mx.Search(mx.compile(ConnectFour()))
    engine.run(limits=mx.Limits(depth=6))
    state = engine.advance(3)
    assert state == ConnectFour().parse("4")
    assert engine.run(limits=mx.Limits(depth=6)).moves
    with pytest.raises(mx.IllegalMoveError, match="99 is no legal move"):
        engine.advance(99)
    with pytest.raises(mx.OptionError, match="without a tree"):
        _ = engine.tree
    engine.close()


@pytest.mark.parametrize(
    ("options", "algorithm", "text"),
    [
        ({"lazy_children": False}, "auto", "compiled games have no use for lazy_children"),
        ({"memory": "1MB"}, "auto", "compiled games have no use for memory"),
        ({"shorten": True}, "auto", "compiled games have no use for shorten"),
        ({"ordering": "counting"}, "auto", "compiled games know the orderings lazy_pick, none"),
        ({"table": "1MB"}, "fixed", "fixed has no use for table"),
        ({"killers": True}, "minimax", "minimax has no use for killers"),
        ({"aspiration": 5}, "mtdf", "mtdf has no use for aspiration"),
        ({}, "best", "expected algorithm to be one of auto, fixed"),
    ],
)
def test_options_that_do_nothing_are_refused(options: dict[str, Any], algorithm: str, text: str) -> None:
    """The error says which."""
    with pytest.raises(mx.OptionError, match=text):
        mx.Search(mx.compile(Nim()), mx.AlphaBetaOptions(**options), algorithm=algorithm)


def test_the_tree_refuses_what_only_compiled_games_have() -> None:
    """And says so."""
    with pytest.raises(mx.OptionError, match="the tree search has no use for killers; leave out or compile the game"):
        mx.search(Nim(), depth=2, options=mx.AlphaBetaOptions(killers=True))
    with pytest.raises(mx.OptionError, match="a tree is searched without one unless asked"):
        mx.search(Nim(), depth=2, options=mx.AlphaBetaOptions(table_depth="exact"))


def test_random_choices() -> None:
    """`random_best` spreads over equal moves and no others; `weighted` is reproducible."""
    fast = mx.compile(TicTacToe())
    state = TicTacToe().parse("x...o....")
    chosen = {
        mx.search(fast, state, depth=3, options=mx.AlphaBetaOptions(choice="random_best", seed=seed)).move for seed in range(30)
    }
    assert len(chosen) > 1
    best = mx.analyse(fast, state, depth=3, lines=9)
    assert chosen <= {row.move for row in best.moves if row.value == best.moves[0].value}
    same = [mx.search(fast, state, depth=3, options=mx.AlphaBetaOptions(choice="weighted", seed=4)).move for _ in range(3)]
    assert len(set(same)) == 1
