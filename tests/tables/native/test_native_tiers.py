"""Native tables made tier by tier: what Python finds, refusals, interrupts, and their use in searches."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.native import compile_game
from minimaxer.tables import graph
from minimaxer.tables.native import making
from minimaxer_games.mancala import kalah_paper

from ...needs import needs_llvmlite
from .test_native_tables import same

pytestmark = [needs_llvmlite, pytest.mark.thorough]
GAME = kalah_paper(3, 2)


@pytest.fixture(scope="module")
def compiled() -> Any:
    """Kalah on a board of three houses a side, compiled."""
    return compile_game(GAME)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_by_threads(compiled: Any, threads: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every value is what Python finds, and stays so in a file."""
    monkeypatch.setattr(making, "_FEW_BY_MARGIN", 64)
    table, wanted = mx.tabulate(compiled, tiers=8, threads=threads), mx.tabulate(GAME, tiers=8)
    states = [state for number in range(len(table.places)) if (state := GAME.unindex(number)) is not None]
    one_sided = math.comb(8 + 3, 3) - 1  # the seeds left are in the houses of one player, and the game is over
    assert len(states) == len(table) == 2 * (math.comb(8 + 6, 6) - 2 * one_sided)
    same(table, wanted, states)
    table.save(tmp_path / "low.table")
    same(mx.Table.load(GAME, tmp_path / "low.table"), wanted, states)
    assert table.tier == 8


@pytest.mark.parametrize("threads", [1, 2])
def test_solving_with_low_tiers(compiled: Any, threads: int) -> None:
    """The paper's value, with fewer nodes the more tiers there are; with all of them there is nothing to search."""
    nodes = []
    for tiers in (3, 6, 9):
        result = mx.Search(compiled, threads=threads, tables=[mx.tabulate(compiled, tiers=tiers)]).solve()
        assert (result.value, result.solved, result.finished) == (4, True, True)
        nodes.append(result.statistics.nodes)
    assert threads > 1 or nodes[0] > nodes[1] > nodes[2]
    assert mx.Search(compiled, tables=[mx.tabulate(compiled)]).solve().engine == "tree/table"


def test_an_interrupt_keeps_finished_tiers(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has the tiers that were finished."""
    monkeypatch.setattr(graph, "_TOLD_EVERY", 0)

    def stop(progress: Progress) -> None:
        if progress.done > 200:
            raise KeyboardInterrupt

    table = mx.tabulate(compiled, on_progress=stop)
    assert table.contents.interrupted
    assert table.tier is not None
    assert 2 <= table.tier < 12
    states = [state for number in range(len(table.places)) if (state := GAME.unindex(number)) is not None]
    same(table, mx.tabulate(GAME, tiers=table.tier), states)


@frozen
class Numbers:
    """Numbers that fall to 0, by one or two; every second one taken is a point for who takes it."""

    most: int = 40
    size: int = 82
    fault: str = ""

    def initial(self) -> tuple[int, int, int]:
        return self.most, 0, 0

    def player(self, state: tuple[int, int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int, int]) -> Any:
        yield 1
        if state[0] > 1:
            yield 2
        if self.fault == "round" and state[0] == 20:
            yield 0

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        left, player, lead = state
        gain = 1 if (left - move) % 3 == 0 else 0
        if self.fault == "rising" and left == 20:
            return left + 15, 1 - player, lead
        return left - move, 1 - player, lead + (gain if player == 0 else -gain)

    def outcome(self, state: tuple[int, int, int]) -> int | None:
        if self.fault == "win" and state[0] == 0:
            return mx.WIN
        return None if state[0] else state[2]

    def key(self, state: tuple[int, int, int]) -> int:
        return state[0]

    def banked(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def index(self, state: tuple[int, int, int]) -> int:
        return 2 * state[0] + state[1]

    def unindex(self, number: int) -> tuple[int, int, int]:
        return number // 2, number % 2, 0

    def tier(self, state: tuple[int, int, int]) -> int:
        return state[0] // 10


@pytest.mark.parametrize(
    ("fault", "error", "message"),
    [
        ("win", mx.RulesError, "a game with banked ended with 1e"),
        ("rising", mx.RulesError, "and no move to raise the tier"),
        ("round", mx.RulesError, "play within tier 2 goes round, or on for too long"),
    ],
)
def test_broken_games(fault: str, error: type[Exception], message: str) -> None:
    """Each is told; without the fault the table is Python's."""
    game = Numbers(fault=fault)
    with pytest.raises(error, match=message):
        mx.tabulate(compile_game(game, check=False))
    with pytest.raises(error):
        mx.tabulate(game)


def test_refusals(compiled: Any) -> None:
    """What does not fit."""
    with pytest.raises(
        mx.GameError, match=r"takes about 24,[0-9]* bytes, and memory allows 20,480; give memory= more, or tiers=10, the "
    ):
        mx.tabulate(compiled, memory="20KB")


@pytest.mark.thorough
@pytest.mark.parametrize(("board", "value"), {(4, 4): 2, (5, 3): 8, (6, 3): 2, (5, 4): 12}.items())
def test_kalah_of_the_paper(board: tuple[int, int], value: int) -> None:
    """Margins of G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", 2000, with tables of few seeds left."""
    game = compile_game(kalah_paper(*board), check=False)
    result = mx.Search(game, threads=2, tables=[mx.tabulate(game, tiers=8)]).solve()
    assert (result.value, result.solved) == (value, True)
    state = game.initial()
    for move in result.pv:
        state = game.play(state, move)
    assert game.outcome(state) == value
