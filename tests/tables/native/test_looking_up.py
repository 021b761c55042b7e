"""Endgame tables inside native searches: the values of plain minimax, met by codes and by numbers, with wins and with banks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.native import compile_game
from minimaxer_games.mancala import kalah_paper
from minimaxer_games.tic_tac_toe import TicTacToe

from ...needs import needs_llvmlite
from ...oracle import solved_value, towards_zero
from ..games import RookEnding

pytestmark = needs_llvmlite
GAME = TicTacToe()
KALAH = kalah_paper(2, 2)


def late_table(game: Any, plies: int) -> mx.Table[Any, Any]:
    """The table of all positions from that many plies after the start on."""
    rules = game.game
    states = [rules.initial()]
    for _ in range(plies):
        states = [rules.play(state, move) for state in states if rules.outcome(state) is None for move in rules.moves(state)]
    return mx.tabulate(game, states)


@pytest.fixture(scope="module", params=[GAME, KALAH], ids=["wins", "banks"])
def game(request: pytest.FixtureRequest) -> Any:
    """A compiled game."""
    return compile_game(request.param)


@pytest.fixture(scope="module")
def table(game: Any) -> Any:
    """Its positions from the third ply on."""
    return late_table(game, 3)


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("algorithm", ["auto", "alphabeta", "mtdf"])
def test_positions_on_the_way(game: Any, table: Any, algorithm: str, threads: int) -> None:
    """A search that meets the table everywhere knows the value at once, and its line runs to the end of the game."""
    rules = game.game
    known: dict[Any, float] = {}
    value = solved_value(rules, rules.initial(), known)
    for solving in (False, True):
        search = mx.Search(game, mx.AlphaBetaOptions(table_depth="exact"), algorithm=algorithm, threads=threads, tables=[table])
        result = search.solve() if solving else search.run(limits=mx.Limits(depth=3))
        assert (result.value, result.solved, result.finished) == (value, True, True)
        assert result.engine.startswith("compiled/")
        state = rules.initial()
        for number, move in enumerate(result.pv):
            assert towards_zero(solved_value(rules, state, known), number) == value
            state = rules.play(state, move)
        assert rules.outcome(state) is not None


def looked_up(game: Any, table: Any, state: Any, depth: int, ply: int = 0) -> float:
    """Plain minimax to a depth with the table's positions as ends, the first one left out."""
    if game.outcome(state) is not None:
        return towards_zero(game.outcome(state), ply)
    if ply > 0 and state in table:
        return towards_zero(table.value(state), ply)
    if depth == 0:
        return float(game.evaluate(state)) if hasattr(game, "evaluate") else 0
    values = [looked_up(game, table, game.play(state, move), depth - 1, ply + 1) for move in game.moves(state)]
    return max(values) if game.player(state) == 0 else min(values)


def test_fixed_depths(game: Any, table: Any, tmp_path: Path) -> None:
    """Values to a depth are minimax's over the tables' values, whether a table was just made or read from a file."""
    rules = game.game
    table.save(tmp_path / "late.table")
    loaded = mx.Table.load(rules, tmp_path / "late.table")
    options = mx.AlphaBetaOptions(table_depth="exact", choice="random_best", seed=1)
    few = late_table(game, 4)  # some roots are in it, and are searched all the same where any best move will do
    searches = [mx.Search(game, options, tables=[each, few]) for each in (table, loaded)]
    roots = [rules.play(rules.play(rules.initial(), one), two) for one in (0, 1) for two in (0, 1) if one != two]
    for root in [*roots, *(rules.play(roots[0], move) for move in rules.moves(roots[0]))]:
        if rules.outcome(root) is not None:
            continue
        for depth in (1, 2, 3):
            wanted = looked_up(rules, table, root, depth)
            assert [search.run(root, mx.Limits(depth=depth)).value for search in searches] == [wanted, wanted]


@pytest.mark.thorough
def test_positions_with_numbers() -> None:
    """They are found by these, with the plies to mate; a root that a table has is answered at once."""
    game = RookEnding(side=4)
    compiled = compile_game(game)
    table = mx.tabulate(compiled)
    several = mx.AlphaBetaOptions(choice="random_best", seed=2)
    searching, asking = mx.Search(compiled, several, tables=[table]), mx.Search(compiled, tables=[table])
    lengths = set()
    for number in range(0, game.size, 131):
        state = game.unindex(number)
        if state is not None and list(game.moves(state)) and game.outcome(state) is None:
            searched, asked = searching.run(state, mx.Limits(depth=2)), asking.run(state)
            assert searched.value == asked.value == table.value(state)
            assert (searched.engine, asked.engine) == ("compiled/pvs", "tree/table")
            lengths.add(table.plies(state))
    assert len(lengths) > 5


def test_refusals(game: Any, table: Any) -> None:
    """Tables are found by the same capabilities as those they were made with."""
    if game.game is KALAH:
        left_out = {"key", "banked", "index", "unindex", "tier"}  # the key and the numbers leave out what is banked
        other = mx.tabulate(game.game, ignore=left_out)
        with pytest.raises(mx.OptionError, match="which differs in key, banked, index, tier; ignore the same in both"):
            mx.Search(game, tables=[other])
        assert mx.Search(game, mx.AlphaBetaOptions(ignore=left_out), tables=[other]).run(limits=mx.Limits(depth=1)).value == -2
    for algorithm in ("minimax", "fixed"):
        with pytest.raises(mx.OptionError, match=f"{algorithm} looks nothing up in tables"):
            mx.Search(game, algorithm=algorithm, tables=[table])
