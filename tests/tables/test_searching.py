"""Tables in searches, in play, and on the command line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer_games.mancala import kalah_paper
from minimaxer_games.tic_tac_toe import TicTacToe

from ..oracle import solved_value, towards_zero
from ..random_trees import RandomTree
from .games import Dodgem, GraphGame, RookEnding

GAME = TicTacToe()


@cache
def late_table(game: Any, plies: int) -> mx.Table[Any, Any]:
    """The table of all positions from that many plies after the start on."""
    states = [game.initial()]
    for _ in range(plies):
        states = [game.play(state, move) for state in states if game.outcome(state) is None for move in game.moves(state)]
    return mx.tabulate(game, states)


@pytest.mark.parametrize("algorithm", ["auto", "alphabeta", "pvs", "mtdf"])
@pytest.mark.parametrize(
    "game", [GAME, kalah_paper(2, 2), RandomTree(seed=3, length=6), RandomTree(seed=8, length=6, merging=True)]
)
def test_positions_on_the_way(game: Any, algorithm: str) -> None:
    """A search that meets tables everywhere knows the value at once, with plies as from the root, and so does a solver."""
    table = late_table(game, 3)
    known: dict[Any, float] = {}
    value = solved_value(game, game.initial(), known)
    with_table = mx.Search(game, algorithm=algorithm, tables=[table])
    found = with_table.run(limits=mx.Limits(depth=3))
    assert (found.value, found.solved) == (value, True)
    solved = mx.Search(game, algorithm=algorithm, tables=[table]).solve()
    assert (solved.value, solved.solved) == (value, True)
    assert solved.move is not None
    assert towards_zero(solved_value(game, game.play(game.initial(), solved.move), known), 1) == value


def test_the_position_that_is_searched() -> None:
    """Its value, its moves with their values, and the line come from the table, also after moves were played."""
    game = Dodgem()
    search = mx.Search(game, tables=[mx.tabulate(game)])
    result = search.run(limits=mx.Limits(depth=1))
    assert result.engine == "tree/table"
    assert (result.plies_to_end, result.winner, result.solved, result.finished) == (19, 0, True, True)
    assert len(result.pv) == 19
    rows = [row.value or 0 for row in result.moves]
    assert rows == sorted(rows, reverse=True)
    assert result.moves[0].move == result.move == result.pv[0]
    state = search.advance(result.move)
    after = search.run(limits=mx.Limits(depth=1))
    assert (after.plies_to_end, after.winner) == (18, 0)
    assert state == game.play(game.initial(), result.move)
    assert result.view is not None
    json.dumps(result.to_dict())


def test_perfect_play_in_circles() -> None:
    """Who has a win gets there in time, whatever the other one does; searches without a table go round."""
    game, rng = Dodgem(), Random(4)
    search = mx.Search(game, tables=[mx.tabulate(game)])
    for _ in range(5):
        state, plies = game.initial(), 0
        while game.outcome(state) is None and (moves := list(game.moves(state))):
            move = search.run(state, mx.Limits(depth=1)).move if state.player == 0 else rng.choice(moves)
            assert move is not None
            state, plies = game.play(state, move), plies + 1
        assert plies <= 19
        assert (game.stuck(state) if game.outcome(state) is None else game.outcome(state)) == mx.WIN


def test_draws_by_going_round() -> None:
    """A drawn position has a line that goes round, and ends where it does."""
    game = RookEnding(side=3)
    state = next(state for number in range(game.size) if (state := game.unindex(number)) and state.rook < 0)
    assert mx.Search(game, tables=[mx.tabulate(game)]).run(state, mx.Limits(depth=2)).value == 0
    circle = GraphGame([0, 1, 0], [[1, 2], [0], []], [None, None, mx.LOSS])
    result = mx.Search(circle, tables=[mx.tabulate(circle)]).solve()
    assert (result.value, result.pv, result.finished, result.solved) == (0, (1, 0), False, True)


def test_choice_among_moves() -> None:
    """With another choice than the best the moves' values are the table's."""
    search = mx.Search(GAME, mx.AlphaBetaOptions(choice="random_best", seed=1), tables=[late_table(GAME, 0)])
    state = GAME.play(GAME.initial(), 0)
    assert search.run(state, mx.Limits(depth=2)).move == 4


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: mx.Search(GAME, tables=[late_table(kalah_paper(2, 2), 3)]), r"expected tables of TicTacToe\(.*got <table of"),
        (lambda: mx.Search(GAME, tables=cast("Any", ["ttt.table"])), "got 'ttt.table'"),
        (lambda: mx.Search(GAME, tables=[mx.tabulate(GAME, plies=False)]), "expected a table that counts plies to wins"),
        (lambda: mx.Search(GAME, algorithm="fixed", tables=[late_table(GAME, 3)]), "fixed looks nothing up in tables"),
        (lambda: mx.Search(GAME, algorithm="montecarlo", tables=[late_table(GAME, 3)]), "looked up by alpha-beta alone"),
        (lambda: mx.Search(GAME, threads=2, tables=[late_table(GAME, 3)]), "looked up by one worker on a tree"),
        (
            lambda: mx.Search(GAME, mx.AlphaBetaOptions(shorten=True), tables=[late_table(GAME, 3)]),
            "shorten counts plies to margins, which tables do not",
        ),
    ],
)  # fmt: skip
def test_refusals(make: Any, message: str) -> None:
    """Each says what does not fit, and what to do."""
    with pytest.raises(mx.OptionError, match=message):
        make()


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table is made, told of, and looked up in by what searches."""
    file = str(tmp_path / "ttt.table")
    assert main(["tabulate", "tic_tac_toe", "--out", file, "--tier", "tree", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["positions"] == len(late_table(GAME, 0))
    assert main(["solve", "tic_tac_toe", "--tables", file, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["value"], answer["engine"]) == (0, "tree/table")
    assert main(["play", "tic_tac_toe", "--side", "none", "--tables", file]) == 0
    assert "draw" in capsys.readouterr().out
    assert (
        main(
            [
                "tabulate",
                "tic_tac_toe",
                "--out",
                file,
                "--tier",
                "tree",
                "--position",
                "xx.oo....",
                "--without-plies",
                "--memory",
                "9MB",
            ]
        )
        == 0
    )
    assert "player 0 wins" in capsys.readouterr().out
    assert main(["search", "tic_tac_toe", "--tables", file, "--depth", "1"]) == 2
    assert "expected a table that counts plies to wins" in capsys.readouterr().err
    assert main(["solve", "tic_tac_toe", "--tables", file, "--workers", "2"]) == 2
    assert "--tables is for one process" in capsys.readouterr().err
    assert main(["tabulate", "pig", "--out", file]) == 2
    assert "expected a game without chance" in capsys.readouterr().err
