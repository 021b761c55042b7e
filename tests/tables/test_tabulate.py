"""Tables: reference graphs and boards, and plain minimax where games end."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.base.scores import LONGEST_WIN
from minimaxer.tables import graph
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.higher_lower import HigherLower
from minimaxer_games.mancala import Mancala, kalah_paper
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from .. import refdata
from ..oracle import solved_value
from ..random_trees import RandomTree
from .games import CROSS, LINES, Dodgem, GraphGame, Men, Morris, PongHauKi, RookEnding, reachable

SIGNS = {1: mx.WIN, -1: mx.LOSS, 0: mx.DRAW}


def graphs() -> list[dict[str, Any]]:
    """The graphs of reference."""
    found: list[dict[str, Any]] = json.loads(refdata.path("retrograde/random_cyclic_graphs.json").read_text())["graphs"]
    return found


def test_cyclic_graphs() -> None:
    """Value and plies of every node, in graphs with circles in which the same player moves several times in a row."""
    for row in graphs():
        ends = [None if end is None else SIGNS[end] for end in row["terminal"]]
        game = GraphGame(row["player"], row["succ"], ends)
        table = mx.tabulate(game, range(len(ends)))
        for node, (value, plies) in enumerate(zip(row["value"], row["plies"], strict=True)):
            assert table.plies(node) == plies
            assert table.value(node) == (0 if value == 0 else mx.win_in(plies) if value > 0 else mx.loss_in(plies))


KINGS = (*LINES, (1, 3), (1, 5), (3, 7), (5, 7))
BOARDS: dict[str, Any] = {
    "three_mens_morris_orthogonal": Morris(CROSS),
    "tapatan": Morris(LINES),
    "three_mens_morris_king_moves": Morris(KINGS),
    "tapatan_no_centre_opening": Morris(LINES, centre_first=False),
    "achi": Morris(LINES, men=4),
    "pong_hau_ki": PongHauKi(),
    "dodgem_3x3": Dodgem(),
    "dodgem_4x4": Dodgem(size=4),
}


def seen_by_mover(state: Any) -> Any:
    """What positions with players exchanged have in common, as men that look alike are counted."""
    if not isinstance(state, Men) or state.player == 0:
        return state
    return Men(tuple({1: 2, 2: 1}.get(point, point) for point in state.points), state.left, 0)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] if name == "dodgem_4x4" else []) for name in BOARDS]
)
def test_small_boards(name: str) -> None:
    """How many positions are won, lost and drawn, and the longest win."""
    rows = json.loads(refdata.path("retrograde/small_boards.json").read_text())
    (wanted,) = [row for row in rows if row["game"] == name]
    game = BOARDS[name]
    table = mx.tabulate(game)
    states = reachable(game, game.initial())
    assert len(table) == len(states)
    states = list({seen_by_mover(state): state for state in states}.values())
    assert len(states) == wanted["reachable"]
    found = Counter[str]()
    for state in states:
        value = table.value(state) if game.player(state) == 0 else -table.value(state)
        found["mover_wins" if value > 0 else "mover_loses" if value < 0 else "draws"] += 1
    assert dict(found) == {name: wanted[name] for name in found}
    assert table.plies(game.initial()) == wanted["initial_plies"]
    longest = table.statistics().longest
    assert longest is not None
    assert longest.plies == wanted["longest_win_plies"] == len(longest.line)


@pytest.mark.parametrize(
    "game", [TicTacToe(), Nim(heaps=(1, 2, 3)), DotsAndBoxes(rows=1, columns=2), kalah_paper(3, 2), Mancala(houses=2)]
)
def test_games_that_end(game: Any) -> None:
    """Every value is plain minimax's, also where mirrored positions and those that differ in what is banked are one."""
    table = mx.tabulate(game)
    known: dict[Any, float] = {}
    for state in reachable(game, game.initial()):
        assert table.value(state) == solved_value(game, state, known)
    assert sum(table.statistics().counts.values()) == len(table)


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=30, deadline=None)
def test_random_trees(seed: int, merging: bool) -> None:
    """Wins, margins and draws at any depth, and the best moves: each leads to the same value, and the quickest to the end."""
    game = RandomTree(seed=seed, merging=merging, length=5)
    table = mx.tabulate(game)
    known: dict[Any, float] = {}
    for state in reachable(game, game.initial()):
        value = solved_value(game, state, known)
        assert table.value(state) == value
        if game.outcome(state) is not None:
            assert table.best_moves(state) == []
            continue
        moves = list(game.moves(state))
        behind = {move: table.value(game.play(state, move)) for move in moves}
        wanted = [move for move in moves if mx.is_decisive(value) is False and behind[move] == value]
        wanted = wanted or [
            move
            for move in moves
            if mx.is_decisive(value) and behind[move] in (value + 1, value - 1) and abs(behind[move]) > abs(value)
        ]
        best = table.best_moves(state)
        assert best
        assert set(best) <= set(wanted)


def test_margins_in_circles() -> None:
    """Player 0 may go round, leave for 3 or for -1; player 1 only for 2: who gains by the end hurries."""
    #        0 -> 1, 2    1 -> 0, 3    2 -> 4 -> 5
    game = GraphGame([0, 1, 0, 0, 1, 0], [[1, 2], [0, 3], [4], [], [5], []], [None, None, None, 2, None, 3])
    table = mx.tabulate(game)
    assert [table.value(node) for node in range(6)] == [3, 2, 3, 2, 3, 3]
    assert [table.plies(node) for node in range(6)] == [3, 1, 2, 0, 1, 0]
    assert table.best_moves(0) == [2]
    assert table.line(0) == [2, 4, 5]
    worse = GraphGame([0, 1, 0], [[1, 2], [0], []], [None, None, -1])
    assert [mx.tabulate(worse).value(node) for node in range(3)] == [0, 0, -1]
    assert mx.tabulate(worse).plies(0) is None
    assert mx.tabulate(worse).line(0) == [1, 0]


def test_endless_play_is_lost() -> None:
    """Going round is worse for the one named than any draw, and better than any end that is lost."""
    game = GraphGame([0, 1, 0, 0], [[1, 2], [0], [], [0]], [None, None, -1, None])
    assert mx.tabulate(game, endless=0).value(0) == -1
    assert mx.tabulate(game, endless=1).value(0) == mx.win_in(LONGEST_WIN)
    lost = GraphGame([0, 1, 0], [[1, 2], [0], []], [None, None, mx.LOSS])
    assert mx.tabulate(lost, endless=0).value(0) == mx.loss_in(LONGEST_WIN)
    assert mx.tabulate(lost, endless=0).best_moves(0) == [1]


class Bank(GraphGame):
    """A graph on which places are worth something on the way."""

    def banked(self, node: int) -> int:
        return node % 3


def test_what_is_banked_in_circles() -> None:
    """Positions that differ in what is banked are kept apart where play can go round: they have no value of their own."""
    for row in graphs()[:20]:
        ends = [None if end is None else (5 if end > 0 else -number) for number, end in enumerate(row["terminal"])]
        game = Bank(row["player"], row["succ"], ends)
        table, wanted = mx.tabulate(game, range(len(ends))), mx.tabulate(game, range(len(ends)), ignore={"banked"})
        for node in range(len(ends)):
            assert (table.value(node), table.plies(node)) == (wanted.value(node), wanted.plies(node))


def test_numbers_without_the_bank_are_refused() -> None:
    """Numbers that leave out what is banked are no good where that is ignored; without them the values are the same."""
    game = kalah_paper(2, 1)
    told = (
        r"where something else is banked; with 'banked' ignored a table needs numbers that hold what is banked, or 'index', 'unin"
    )
    with pytest.raises(mx.GameError, match=told):
        mx.tabulate(game, ignore={"banked", "key"})
    apart = mx.tabulate(game, ignore={"banked", "key", "index", "unindex", "tier"})
    assert apart.value(game.initial()) == mx.tabulate(game).value(game.initial()) == mx.solve(game).value


def test_numbers_of_positions() -> None:
    """All positions that a game numbers, and the same values by going from one to the next."""
    game = RookEnding(side=4)
    table = mx.tabulate(game)
    states = [state for number in range(game.size) if (state := game.unindex(number)) is not None]
    assert len(table) == len(states)
    other = mx.tabulate(game, states)
    assert len(other) == len(states)
    for state in states:
        assert (table.value(state), table.plies(state)) == (other.value(state), other.plies(state))
    assert table.statistics().counts == other.statistics().counts
    assert table.statistics().lengths == other.statistics().lengths


def test_without_plies() -> None:
    """Values alone take less room; wins then do not count plies."""
    game = Nim(heaps=(1, 2))
    table = mx.tabulate(game, plies=False)
    assert not table.has_plies
    assert table.value(game.initial()) == mx.WIN
    assert table.plies(game.initial()) is None
    assert table.statistics().longest is None
    assert set(table.best_moves(game.initial())) >= set(mx.tabulate(game).best_moves(game.initial()))


class Unhashable(Nim):
    """States that cannot be hashed."""

    def key(self, state: Any) -> Any:
        return [*state]


class ThreeHanded(TicTacToe):
    """A game for three by its own word."""

    players = 3


class OddNumbers(RookEnding):
    """Numbers that are not those of the positions."""

    def index(self, state: Any) -> int:
        return (super().index(state) + 1) % self.size


class LargeNumbers(RookEnding):
    """Numbers beyond the size."""

    def index(self, state: Any) -> int:
        return super().index(state) + self.size


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: mx.tabulate(Pig()), mx.GameError, "expected a game without chance; mx.solve finds the values"),
        (lambda: mx.tabulate(ThreeHanded()), mx.GameError, "expected a game for one or two players, got one for 3"),
        (lambda: mx.tabulate(HigherLower(), ignore={"chances"}), mx.GameError, "expected a game in which nothing is hidden"),
        (lambda: mx.tabulate(Unhashable()), mx.GameError, r"a table needs hashable states, got one like .*give the game a method key"),
        (lambda: mx.tabulate(Nim(), endless=2), mx.OptionError, "expected endless to be the player who loses by it, 0 or 1"),
        (
            lambda: mx.tabulate(TicTacToe(), memory="100KB"),
            mx.GameError,
            "positions takes about .* bytes, and more are to come, and memory allows 102,400",
        ),
        (lambda: mx.tabulate(RookEnding(), memory="1MB"), mx.GameError, "a table of 532,480 positions takes about"),
        (lambda: mx.tabulate(OddNumbers(side=3)), mx.RulesError, r"unindex\(\d+\) gave .* expected the same number"),
        (lambda: mx.tabulate(LargeNumbers(side=3)), mx.RulesError, r"index\(.*\) gave \d+; expected a whole number from 0 to"),
        (lambda: mx.tabulate(GraphGame([0, 0], [[0], [0]], [None, None])).value(1), mx.errors.TableError, "1 is not in the table, which has 1 positions"),
    ],
)  # fmt: skip
def test_refusals(make: Any, error: type[Exception], message: str) -> None:
    """Each says what was expected, and what to do."""
    with pytest.raises(error, match=message):
        make()


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told how far it has come, and about how long it still takes."""
    monkeypatch.setattr(graph, "_TOLD_EVERY", 0)
    told: list[Progress] = []
    mx.tabulate(RookEnding(side=5), on_progress=told.append)
    assert {each.doing for each in told} <= {"exploring", "settling"}
    assert any(each.seconds_left is not None for each in told)
    assert all(str(each).startswith(each.doing) for each in told)
