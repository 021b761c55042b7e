"""`Search` and the functions: choice among moves, shorten, exact moves, options, evaluation, errors of a game."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala, kalah_benchmark
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from ..oracle import best_moves, move_values
from ..random_trees import Place, RandomTree

OPTIONS = mx.AlphaBetaOptions


class Menu:
    """One move with a known value each, then the game is over."""

    values: tuple[float, ...] = (3, 1, 3, -2, 3)
    mover = 0

    def initial(self) -> int:
        return -1

    def player(self, state: int) -> int:
        return self.mover

    def moves(self, state: int) -> range:
        return range(len(self.values))

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> float | None:
        return None if state < 0 else self.values[state]


class OthersMenu(Menu):
    """The same for player 1, for whom less is better."""

    mover = 1


# --- choice -----------------------------------------------------------------------------------------------------------------


def test_best_is_the_first_of_the_best() -> None:
    """By default the move is the first one that attains the value."""
    assert mx.search(Menu(), depth=1).move == 0
    assert mx.search(OthersMenu(), depth=1).move == 3


def test_random_best_is_any_of_the_equal_best() -> None:
    """All best moves come about equally often, no other one ever does."""
    chosen = Counter(mx.search(Menu(), depth=1, options=OPTIONS(choice="random_best", seed=seed)).move for seed in range(300))
    assert set(chosen) == {0, 2, 4}
    assert all(60 < count < 140 for count in chosen.values())


@pytest.mark.parametrize("game", [Menu(), OthersMenu()])
def test_weighted_choice_follows_its_formula(game: Menu) -> None:
    """A move d points worse is chosen exp(-strength d) times as often; the value given is the chosen move's."""
    strength = 0.5
    results = [
        mx.search(game, depth=1, options=OPTIONS(choice="weighted", strength=strength, seed=seed)) for seed in range(2_000)
    ]
    best = max(game.values) if game.mover == 0 else min(game.values)
    weights = [math.exp(-strength * abs(best - value)) for value in game.values]
    chosen = Counter(result.move for result in results)
    for move, weight in enumerate(weights):
        assert chosen[move] / 2_000 == pytest.approx(weight / sum(weights), abs=0.035)
    assert all(result.move is not None and result.value == game.values[result.move] for result in results)


def test_strength_ranges_from_any_move_to_the_best() -> None:
    """Strength 0 does not look at values; a large one plays the best only."""
    weak = Counter(
        mx.search(Menu(), depth=1, options=OPTIONS(choice="weighted", strength=0, seed=seed)).move for seed in range(500)
    )
    assert all(60 < weak[move] < 140 for move in range(5))
    strong = {mx.search(Menu(), depth=1, options=OPTIONS(choice="weighted", strength=50, seed=seed)).move for seed in range(50)}
    assert strong <= {0, 2, 4}


def test_choices_are_reproducible() -> None:
    """The same seed gives the same moves, game after game."""

    def play(seed: int) -> list[int]:
        engine = mx.Search(ConnectFour(), OPTIONS(choice="random_best", seed=seed))
        moves = []
        for _ in range(6):
            result = engine.run(limits=mx.Limits(depth=2))
            assert result.move is not None
            engine.advance(result.move)
            moves.append(result.move)
        return moves

    assert play(5) == play(5)
    assert len({tuple(play(seed)) for seed in range(8)}) > 1


def test_random_best_on_random_trees_takes_only_tied_best_moves() -> None:
    """Exact values are got for all moves, so that a bound that looks equal is never taken."""
    for seed in range(200):
        tree = RandomTree(seed=seed, branching=4, length=5, spread=1)
        _, best = best_moves(tree, tree.initial(), 4)
        chosen = {mx.search(tree, depth=4, options=OPTIONS(choice="random_best", seed=draw)).move for draw in range(6)}
        assert chosen <= best


def test_shuffled_root_keeps_the_value() -> None:
    """The order of the root's moves changes which tied move is found first, not the value."""
    moves = {mx.search(Menu(), depth=1, options=OPTIONS(shuffle=True, seed=seed)).move for seed in range(30)}
    assert moves == {0, 2, 4}
    game = kalah_benchmark()
    values = {mx.search(game, depth=5, options=OPTIONS(shuffle=True, seed=seed)).value for seed in range(5)}
    assert values == {2}


def test_exact_moves_gives_every_move_its_value() -> None:
    """All root moves come with exact values and lines, best first."""
    game = kalah_benchmark()
    result = mx.search(game, depth=4, options=OPTIONS(exact_moves=True))
    wanted = move_values(game, game.initial(), 4)
    assert {row.move: row.value for row in result.moves} == wanted
    assert [row.value for row in result.moves] == sorted(wanted.values(), reverse=True)
    assert all(row.bound is mx.Bound.EXACT and row.pv[0] == row.move and len(row.pv) == 4 for row in result.moves)


def test_analyse_gives_the_top_lines() -> None:
    """As many as asked for, best first, exact."""
    result = mx.analyse(kalah_benchmark(), depth=4, lines=2)
    full = mx.search(kalah_benchmark(), depth=4, options=OPTIONS(exact_moves=True))
    assert result.moves == full.moves[:2]
    wrong: tuple[Any, ...] = (0, True, "2")
    for lines in wrong:
        with pytest.raises(mx.OptionError, match=f"expected lines to be a whole number from 1, got {lines!r}"):
            mx.analyse(kalah_benchmark(), depth=4, lines=lines)


def test_moves_not_searched_say_so() -> None:
    """A root move that the search did not come to has neither value nor bound."""
    result = mx.search(ConnectFour(), nodes=3)
    unsearched = [row for row in result.moves if row.value is None]
    assert unsearched
    assert all(row.bound is None and row.depth == 0 for row in unsearched)
    assert {row.move for row in result.moves} == set(range(7))


# --- shorten ----------------------------------------------------------------------------------------------------------------


class Detour:
    """A margin that both players can bring about sooner or later: the mover picks the length of the way."""

    def __init__(self, margin: int) -> None:
        self.margin = margin

    def initial(self) -> tuple[int, int]:
        return -1, 0

    def player(self, state: tuple[int, int]) -> int:
        return 0

    def moves(self, state: tuple[int, int]) -> tuple[int, ...]:
        return (5, 1, 3) if state[0] < 0 else (0,)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (move, 1) if state[0] < 0 else (state[0], state[1] + 1)

    def outcome(self, state: tuple[int, int]) -> int | None:
        return self.margin if state[0] == state[1] else None


@pytest.mark.parametrize(("margin", "move"), [(4, 1), (-4, 5)])
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf", "minimax"])
def test_shorten_takes_the_quick_win_and_the_long_defence(algorithm: str, margin: int, move: int) -> None:
    """Of equal margins the winner takes the nearest, the loser the farthest; the value told is the plain margin."""
    result = mx.search(Detour(margin), depth=8, algorithm=algorithm, options=OPTIONS(shorten=True))
    assert (result.move, result.value) == (move, margin)
    assert isinstance(result.value, int)


def test_without_shorten_equal_margins_are_equal() -> None:
    """By default the first way found is taken."""
    assert mx.search(Detour(4), depth=8, options=OPTIONS(deepening=False)).move == 5


# --- evaluation, states, tables ---------------------------------------------------------------------------------------------


def test_evaluate_overrides_the_games_own() -> None:
    """The argument decides; without it the game's own does."""
    game = kalah_benchmark()
    assert mx.search(game, depth=3, evaluate=lambda board: 7).value == 7
    assert mx.search(game, depth=3).value != 7
    with pytest.raises(
        mx.GameError, match=r"the argument has evaluate\(one, two\), but the protocol's method is evaluate\(state\)"
    ):
        mx.search(game, depth=3, evaluate=lambda one, two: 7)  # type: ignore[arg-type, misc]  # wrong on purpose


def test_finished_states_need_no_search() -> None:
    """Where the game is over there is no move, and `best_move` says so."""
    game = TicTacToe()
    won = game.parse("xxxoo....")
    result = mx.search(game, won)
    assert (result.move, result.value, result.stop, result.pv) == (None, mx.WIN, mx.StopReason.FINISHED, ())
    assert (result.solved, result.winner, result.plies_to_end) == (True, 0, 0)
    with pytest.raises(mx.errors.FinishedGameError, match="expected a state in which the game runs, got Board"):
        mx.best_move(game, won)


def test_solving_ends_as_soon_as_nothing_can_change() -> None:
    """A deeper limit costs nothing once the value is known for good."""
    game = TicTacToe()
    state = game.parse("xx.oo....")
    assert mx.search(game, state, depth=5).stop is mx.StopReason.SOLVED
    assert mx.search(game, state, depth=5).nodes == mx.search(game, state, depth=9).nodes


def test_a_table_saves_nodes_and_is_kept() -> None:
    """Transpositions are searched once; a second search of the same `Search` profits from the first."""
    game = ConnectFour(width=4, height=4)
    without = mx.search(game, depth=12)
    engine = mx.Search(game, OPTIONS(table="16MB"))
    first = engine.run(limits=mx.Limits(depth=12))
    assert (first.value, first.table_key) == (without.value, "exact")
    assert first.nodes < 0.7 * without.nodes
    engine.run(game.parse("1"), mx.Limits(depth=2))
    again = engine.run(game.initial(), mx.Limits(depth=12))
    assert again.value == first.value
    assert again.nodes < first.nodes / 2


def test_symmetric_positions_share_an_entry() -> None:
    """With `canonical` the table answers for mirrored positions too."""

    class Mirrored(ConnectFour):
        def canonical(self, board: Any) -> tuple[Any, int]:
            columns = self.format(board).split("/")
            mirror = self._parse_columns("/".join(reversed(columns)))
            return min((board, 0), (mirror, 1))

        def map_move(self, move: int, symmetry: int) -> int:
            return self.width - 1 - move if symmetry else move

    options = OPTIONS(table=100_000, ignore={"order"})
    plain = mx.search(ConnectFour(width=5, height=4), depth=8, options=OPTIONS(table=100_000, ignore={"order", "canonical"}))
    mirrored = mx.search(Mirrored(width=5, height=4), depth=8, options=options)
    assert mirrored.value == plain.value
    assert mirrored.nodes < plain.nodes


def test_an_unhashable_state_needs_a_key() -> None:
    """The error says what to add; with a key the table works."""

    class Lists(Nim):
        def initial(self) -> Any:
            return [1, 2]

        def player(self, state: Any) -> int:
            return int(sum(state) % 2)

        def moves(self, state: Any) -> Iterator[Any]:
            yield from (number for number, size in enumerate(state) if size)

        def play(self, state: Any, move: Any) -> Any:
            return [size - (number == move) for number, size in enumerate(state)]

        def outcome(self, state: Any) -> int | None:
            return None if any(state) else mx.WIN

    with pytest.raises(
        mx.GameError, match=r"a transposition table needs hashable keys, got a state like \[1, 2\]; give the game a method key"
    ):
        mx.solve(Lists(), options=OPTIONS(table="1MB", ignore={"key", "order", "evaluate"}))
    assert mx.solve(Lists(), options=OPTIONS(ignore={"key", "order", "evaluate"})).winner == 0


def test_bounds_cut_off_and_prove() -> None:
    """With `bounds` a decided game is solved without being played out, and the value stays."""

    class Bounded(Mancala):
        def bounds(self, board: Any) -> tuple[float, float]:
            total = sum(board.pits)
            mine, others = board.pits[self.houses], board.pits[-1]
            return 2 * mine - total, total - 2 * others

    plain, bounded = Mancala(houses=3, seeds=2), Bounded(houses=3, seeds=2)
    one, other = mx.solve(plain), mx.solve(bounded)
    assert (one.value, one.solved) == (other.value, other.solved)
    assert other.nodes < one.nodes
    assert mx.search(bounded, depth=3).engine == "tree/alphabeta"


def test_search_moves_narrow_the_search() -> None:
    """Only the moves worth searching are searched, at the root too; any legal move can still be played."""

    class Narrow(ConnectFour):
        def search_moves(self, board: Any) -> list[int]:
            return list(self.moves(board))[:2]

    game = Narrow()
    engine = mx.Search(game)
    result = engine.run(limits=mx.Limits(depth=4))
    assert {row.move for row in result.moves} == {3, 2}
    engine.advance(6)
    assert engine.run(limits=mx.Limits(depth=2)).move in (3, 2)


# --- options ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ordering": "quick"}, "expected ordering to be one of builtin, bubble, early_exit_bubble"),
        ({"lazy_children": 1}, "expected lazy_children to be True or False, got 1"),
        ({"history": "solve"}, "expected history to be True, False or None, got 'solve'"),
        ({"aspiration": 0}, "expected aspiration to be a number above 0, got 0"),
        ({"aspiration": 10**400}, f"expected aspiration to be at most 1e+100, got {10**400}"),
        ({"strength": 1e300, "choice": "weighted"}, "expected strength to be at most 1e+100, got 1e+300"),
        ({"quiescence": -1}, "expected quiescence to be a number of plies from 0 to 100000, got -1"),
        ({"quiescence": 10**22}, "expected quiescence to be a number of plies from 0 to 100000, got 10000000000000000000000"),
        ({"table": 10**13}, "a number of entries from 2 to 1,000,000,000,000 or None, got 10000000000000"),
        ({"table": "999999999999GB"}, "expected a size from 1B to 1048576GB, got '999999999999GB'"),
        ({"memory": "0B"}, "expected a size from 1B to 1048576GB, got '0B'"),
        ({"ignore": 5}, "expected ignore to be names of capabilities, got 5"),
        ({"ignore": [["order"]]}, "expected ignore to be names of capabilities, got [['order']]"),
        ({"table": "much"}, "expected a size such as '64MB', '800KB' or '2GB', got 'much'"),
        (
            {"table": 1},
            "expected table to be a size such as '64MB', a number of entries from 2 to 1,000,000,000,000 or None, got 1",
        ),
        ({"table_depth": "deep", "table": 2}, "expected table_depth to be one of at_least, exact, got 'deep'"),
        ({"memory": 5}, "expected memory to be a size such as '64MB' or None, got 5"),
        (
            {"ignore": {"evaluation"}},
            "expected names of capabilities to ignore, got evaluation; known: all_moves, areas, banked, bounds",
        ),
        ({"choice": "worst"}, "expected choice to be one of best, random_best, weighted, got 'worst'"),
        ({"strength": -1, "choice": "weighted"}, "expected strength to be a number from 0, got -1"),
        ({"seed": "x", "shuffle": True}, "expected seed to be a whole number, got 'x'"),
        ({"strength": 2}, "contradictory options: strength needs choice='weighted'"),
        ({"seed": 1}, "contradictory options: seed needs choice='random_best' or 'weighted', or shuffle=True"),
        ({"table_depth": "exact", "table": None}, "contradictory options: table_depth='exact' needs a table"),
        ({"aspiration": 1, "deepening": False}, "contradictory options: aspiration needs deepening"),
        ({"aspiration": 1, "exact_moves": True}, "contradictory options: aspiration cannot give the exact values"),
        ({"goal": "win"}, "expected goal to be mx.WIN, 0 for a draw, or another number between -900000 and 900000"),
        ({"goal": 1, "aspiration": 1}, "contradictory options: goal asks one question, and aspiration and the exact values"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    """Options out of range or against one another are refused at construction."""
    with pytest.raises(mx.OptionError) as caught:
        OPTIONS(**options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("algorithm", "options", "message"),
    [
        (
            "negascout",
            {},
            "expected algorithm to be one of auto, fixed, minimax, alphabeta, pvs, mtdf, expectimax, star1, star2, maxn, montecarlo, unevaluated, paranoid, brs, ismcts, sampled, proof, got 'negascout'",
        ),
        ("fixed", {"table": "1MB"}, "contradictory options: fixed has no use for table; leave out or take 'alphabeta'"),
        ("minimax", {"ordering": "shell"}, "contradictory options: minimax has no use for ordering"),
        ("mtdf", {"aspiration": 1}, "contradictory options: mtdf has no use for aspiration"),
    ],
)
def test_algorithms_refuse_options_they_have_no_use_for(algorithm: str, options: dict[str, Any], message: str) -> None:
    """No option is taken that would do nothing."""
    with pytest.raises(mx.OptionError) as caught:
        mx.search(Menu(), depth=1, algorithm=algorithm, options=OPTIONS(**options))
    assert message in str(caught.value)


def test_the_fixed_search_refuses_games_it_would_not_do_justice() -> None:
    """A game with `bounds` needs the configurable search; `auto` takes it by itself."""

    class Bounded(Menu):
        def bounds(self, state: int) -> tuple[float, float]:
            return -5, 5

    with pytest.raises(mx.OptionError, match="the fixed-option search does not use the game's bounds; take 'auto'"):
        mx.search(Bounded(), depth=1, algorithm="fixed")
    assert mx.search(Bounded(), depth=1).engine == "tree/alphabeta"
    assert mx.search(Bounded(), depth=1, options=OPTIONS(ignore={"bounds"})).engine == "tree/fixed"


# --- what a user's game may get wrong ---------------------------------------------------------------------------------------


class Broken(Menu):
    """A game of two plies that goes wrong in one way."""

    wrong: Any = None

    def moves(self, state: Any) -> Any:
        return self.wrong if self.name == "moves" and state >= 0 else range(3)

    def play(self, state: Any, move: Any) -> Any:
        return self.wrong if self.name == "play" else (move if state < 0 else 10 + move)

    def player(self, state: Any) -> Any:
        return self.wrong if self.name == "player" and state >= 0 else 0

    def outcome(self, state: Any) -> Any:
        if state >= 10:
            return self.wrong if self.name == "outcome" else 1
        return None

    def evaluate(self, state: Any) -> Any:
        return self.wrong if self.name == "evaluate" else 0

    def bounds(self, state: Any) -> Any:
        return self.wrong if self.name == "bounds" else (-5, 5)

    def order(self, state: Any, move: Any) -> Any:
        return self.wrong if self.name == "order" else 0

    def __init__(self, name: str, wrong: Any) -> None:
        self.name = name
        self.wrong = wrong


BROKEN = [
    ("moves", (), mx.RulesError, "moves(0) is empty although outcome() says that the game runs; give an outcome there"),
    ("moves", None, mx.RulesError, "moves(0) gave None; expected an iterable of moves"),
    ("play", None, mx.RulesError, "play(-1, 0) gave None; expected the next state"),
    ("player", 2, mx.RulesError, "player(0) gave 2; expected 0 or 1"),
    ("player", None, mx.RulesError, "player(0) gave None; expected 0 or 1"),
    ("outcome", float("nan"), mx.errors.ScoreError, "outcome() gave nan in 10; expected mx.WIN, mx.LOSS, or a margin"),
    ("outcome", float("inf"), mx.errors.ScoreError, "outcome() gave inf in 10; expected mx.WIN, mx.LOSS, or a margin"),
    ("outcome", 950_000, mx.errors.ScoreError, "outcome() gave 950000 in 10; expected mx.WIN"),
    (
        "outcome",
        "won",
        mx.errors.ScoreError,
        "outcome() must give a number for player 0, or None while the game runs; got 'won' in 10",
    ),
    (
        "evaluate",
        1_000_000,
        mx.errors.ScoreError,
        "evaluate() gave 1000000 in 0; expected a number for player 0 strictly between",
    ),
    ("evaluate", float("nan"), mx.errors.ScoreError, "evaluate() gave nan in 0; expected a number for player 0"),
    ("evaluate", None, mx.errors.ScoreError, "evaluate() gave None in 0; expected a number for player 0"),
    ("evaluate", "good", mx.errors.ScoreError, "evaluate() gave 'good' in 0; expected a number for player 0"),
    (
        "bounds",
        (mx.WIN, mx.WIN),
        mx.errors.ScoreError,
        "bounds() gave (1000000, 1000000) in -1; expected two numbers (low, high)",
    ),
    ("order", None, mx.errors.ScoreError, "order() gave None for a move in -1; expected an int or a float, bigger for better"),
    ("order", "big", mx.errors.ScoreError, "order() gave 'big' for a move in -1; expected an int or a float, bigger for better"),
    (
        "order",
        float("nan"),
        mx.errors.ScoreError,
        "order() gave nan for a move in -1; expected an int or a float, bigger for better",
    ),
    *(
        (method, wrong, mx.errors.ScoreError, message.format(wrong))
        for wrong in (True, Decimal("1.5"), 1 + 2j, [1.0])
        for method, message in (
            ("outcome", "outcome() must give a number for player 0, or None while the game runs; got {!r} in 10"),
            ("evaluate", "evaluate() gave {!r} in 0; expected a number for player 0 strictly between"),
            ("order", "order() gave {!r} for a move in -1; expected an int or a float, bigger for better"),
        )
    ),
    ("bounds", (True, 3), mx.errors.ScoreError, "bounds() gave (True, 3) in -1; expected two numbers (low, high) for player 0"),
    ("bounds", (0, Decimal(3)), mx.errors.ScoreError, "bounds() gave (0, Decimal('3')) in -1; expected two numbers (low, high)"),
    ("bounds", (3, 1), mx.errors.ScoreError, "bounds() gave (3, 1) in -1; expected two numbers (low, high) for player 0"),
    ("bounds", 3, mx.errors.ScoreError, "bounds() gave 3 in -1; expected two numbers (low, high) for player 0"),
]


@pytest.mark.parametrize(
    ("name", "wrong", "error", "message", "algorithm"),
    [(*case, "alphabeta") for case in BROKEN] + [(*case, "fixed") for case in BROKEN if case[0] != "bounds"],
)
def test_a_broken_game_gets_a_clear_error(name: str, wrong: Any, error: type[Exception], message: str, algorithm: str) -> None:
    """What no rules can mean is reported with the method, what it gave, and where."""
    ignore = {"bounds"} if algorithm == "fixed" else set[str]()
    engine = mx.Search(Broken(name, wrong), OPTIONS(ignore=ignore), algorithm=algorithm)
    with pytest.raises(error) as caught:
        engine.run(limits=mx.Limits(depth=3))
    assert message in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_play_that_changes_its_argument_is_caught_at_the_root() -> None:
    """A list as state, changed in place, is a common slip."""

    class Changing(Menu):
        def initial(self) -> Any:
            return [0]

        def player(self, state: Any) -> int:
            return 0

        def play(self, state: Any, move: int) -> Any:
            state[0] += 1
            return state

        def outcome(self, state: Any) -> int | None:
            return 1 if state[0] > 3 else None

    with pytest.raises(mx.RulesError, match=r"play\(\) changed its argument from \[0\] to \[1\]; it must give a new state"):
        mx.search(Changing(), depth=3)


def test_noisy_moves_that_are_none() -> None:
    """The error names the method."""

    class Quiet(Menu):
        def outcome(self, state: int) -> None:
            return None

        def noisy_moves(self, state: int) -> None:
            return None

    with pytest.raises(mx.RulesError, match=r"noisy_moves\(0\) gave None; expected an iterable of moves"):
        mx.search(Quiet(), depth=1)


def test_search_moves_that_are_empty() -> None:
    """The error names `search_moves`, not `moves`."""

    class Narrow(Menu):
        def search_moves(self, state: int) -> tuple[int, ...]:
            return ()

    with pytest.raises(mx.RulesError, match=r"search_moves\(-1\) is empty although outcome\(\) says that the game runs"):
        mx.search(Narrow(), depth=1)


def test_arguments_of_the_wrong_kind() -> None:
    """Options and limits that are none, and limits in the state's place."""
    with pytest.raises(mx.OptionError, match=r"expected options to be AlphaBetaOptions\(...\), got {'table': 2}"):
        mx.Search(Menu(), {"table": 2})  # type: ignore[arg-type]  # wrong on purpose
    engine = mx.Search(Menu())
    for wrong in ((None, 5), (mx.Limits(depth=2), None)):
        with pytest.raises(mx.OptionError, match=r"expected limits=Limits\(...\) after the state, got state"):
            engine.run(*wrong)


def test_a_shallow_search_after_a_deep_one_forgets_its_line() -> None:
    """Value, depth and line of a result belong together."""
    engine = mx.Search(Nim(heaps=(3, 4, 5)))
    engine.run(limits=mx.Limits(depth=12))
    result = engine.run(limits=mx.Limits(depth=1))
    assert (result.depth, len(result.pv), result.solved, result.finished) == (1, 1, False, False)


def test_close_frees_and_can_be_followed_by_another_search() -> None:
    """A closed `Search` starts with a new tree; a busy one refuses."""
    engine = mx.Search(Menu(), OPTIONS(table=100))
    engine.run(limits=mx.Limits(depth=1))
    engine.close()
    assert engine.run(limits=mx.Limits(depth=1)).value == 3
    loop = engine.iterate(limits=mx.Limits(depth=1))
    next(loop)
    with pytest.raises(mx.errors.SearchBusyError, match="expected no search to be running while its tree is freed"):
        engine.close()
    loop.close()


def test_an_error_in_the_game_loses_no_move() -> None:
    """After an exception from the user's code the next search starts afresh and sees every move."""

    class Moody(ConnectFour):
        angry = True

        def play(self, board: Any, column: int) -> Any:
            if column == 2 and Moody.angry:
                raise LookupError("not now")
            return super().play(board, column)

    engine = mx.Search(Moody(), OPTIONS(ignore={"order"}))
    with pytest.raises(LookupError, match="not now"):
        engine.run(limits=mx.Limits(depth=3))
    Moody.angry = False
    result = engine.run(limits=mx.Limits(depth=3))
    assert {row.move for row in result.moves} == set(range(7))
    assert result.value == mx.search(ConnectFour(), depth=3).value


def test_stuck_decides_where_there_is_no_move() -> None:
    """At the root too the game is over then."""

    class Stuck(Menu):
        def moves(self, state: int) -> range:
            return range(3) if state < 0 else range(0)

        def outcome(self, state: int) -> None:
            return None

        def stuck(self, state: int) -> float:
            return (mx.LOSS, mx.WIN, mx.DRAW)[state]

    result = mx.solve(Stuck())
    assert (result.move, result.value, result.solved) == (1, mx.win_in(1), True)
    over = mx.search(Stuck(), 1, depth=3)
    assert (over.move, over.value, over.stop) == (None, mx.WIN, mx.StopReason.FINISHED)


def test_a_result_reads_well() -> None:
    """`str` names move, value, depth, counts and line; a root move says whether it is a bound."""
    result = mx.search(Menu(), depth=1)
    assert str(result).startswith("0: +3 at depth 1, solved (")
    assert str(result).endswith("tree/fixed, interpreted: mx.compile(game) is 50 to 500 times as fast); line: 0")
    assert [str(row) for row in result.moves] == [f"{row} (depth 1)" for row in ("0: +3", "2: +3", "4: +3", "1: +1", "3: -2")]
    assert str(mx.search(Menu(), nodes=1).moves[-1]) == "4: not searched"


def test_a_result_becomes_plain_data() -> None:
    """`to_dict` holds everything, with moves written as asked."""
    data = mx.search(Menu(), depth=1).to_dict(lambda line: [move * 10 for move in line])
    assert (data["move"], data["value"], data["pv"], data["stop"]) == (0, 3, [0], "solved")
    assert data["moves"][-1] == {"move": 30, "value": -2, "bound": "exact", "depth": 1, "pv": [30]}
    assert mx.search(Menu(), depth=1).to_dict()["pv"] == ["0"]


def test_places_of_random_trees_are_irregular() -> None:
    """The test trees do have players who move twice in a row."""
    tree = RandomTree(seed=3, repeats=60)
    place: Place = tree.initial()
    players = []
    while tree.outcome(place) is None:
        players.append(tree.player(place))
        place = tree.play(place, 0)
    assert any(one == other for one, other in itertools.pairwise(players))
