"""Proof-number search in both tiers: counts of the reference data, values of plain minimax, cycles, limits and bad options."""

from __future__ import annotations

import json
import math
import pickle
import threading
from contextlib import closing
from functools import cache
from typing import Any

import pytest
from attrs import evolve, frozen

import minimaxer as mx
from minimaxer.base.scores import DECISIVE, DRAW, LOSS, WIN
from minimaxer.errors import OptionError, RulesError
from minimaxer.families.proof.options import ProofDetails
from minimaxer.families.proof.proven import Answer, Questions, number_of
from minimaxer.families.proof.tree.search import expand
from minimaxer.native import compile_game
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from ... import refdata
from ...native.games import BoundedGame, FloatGame, HashedGame, MirroredGame, StuckGame
from ...needs import HAS_LLVMLITE
from ...oracle import solved_value
from ...random_trees import BoundedGraph

TIERS = [
    "tree",
    pytest.param("compiled", marks=pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")),
]
SLOW_TIERS = ["tree", pytest.param("compiled", marks=[*TIERS[1].marks, pytest.mark.thorough])]  # type: ignore[attr-defined]  # above
"""The same where a game of its own has to be compiled."""
NEEDS_LLVMLITE = pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
SLOW = pytest.mark.thorough
LONG = HashedGame(length=200, ends=0).start(2)
"""A place far from every end."""
OPEN = 9
"""Stands for the result of a place whose game runs."""


@frozen
class Tree:
    """An AND/OR tree of the reference data: a leaf that counts is a win for player 0."""

    nodes: dict[int, Any]

    def initial(self) -> int:
        return 1

    def player(self, node: int) -> int:
        return 1 - int(self.nodes[node]["or"])

    def moves(self, node: int) -> range:
        return range(len(self.nodes[node]["kids"]))

    def play(self, node: int, move: int) -> int:
        return int(self.nodes[node]["kids"][move]["id"])

    def outcome(self, node: int) -> int | None:
        leaf = self.nodes[node].get("leaf")
        return None if leaf is None else WIN if leaf else LOSS


def numbered(node: Any) -> dict[int, Any]:
    """The nodes of a tree by their numbers."""
    return {node["id"]: node} | {number: each for kid in node.get("kids", ()) for number, each in numbered(kid).items()}


@frozen(hash=True)
class Graphs:
    """Graphs with cycles, all in one: who moves, where the successors of each place begin, these, and results in place of wins."""

    players: tuple[int, ...]
    starts: tuple[int, ...]
    successors: tuple[int, ...]
    results: tuple[int, ...]

    def initial(self) -> int:
        return 0

    def player(self, place: int) -> int:
        return self.players[place]

    def moves(self, place: int) -> range:
        return range(self.starts[place + 1] - self.starts[place])

    def play(self, place: int, move: int) -> int:
        return self.successors[self.starts[place] + move]

    def outcome(self, place: int) -> int | None:
        result = self.results[place]
        if result == OPEN:
            return None
        return result * mx.WIN


@cache
def graphs(name: str) -> tuple[Graphs, tuple[int, ...], tuple[int, ...]]:
    """The graphs of a file as one, their roots, and the value of each place."""
    players: list[int] = []
    starts: list[int] = []
    successors: list[int] = []
    results, roots, values = [], [], []
    for graph in json.loads(refdata.path(name).read_text(encoding="utf-8"))["graphs"]:
        base = len(players)
        roots.append(base)
        for player, following, terminal, value in zip(
            graph["player"], graph["succ"], graph["terminal"], graph["value"], strict=True
        ):
            players.append(player)
            starts.append(len(successors))
            successors += [base + each for each in following]
            over = terminal if terminal is not None else OPEN if following else DRAW
            results.append(over)
            values.append(value * WIN)
    starts.append(len(successors))
    return Graphs(tuple(players), tuple(starts), tuple(successors), tuple(results)), tuple(roots), tuple(values)


@cache
def in_tier(game: Any, tier: str) -> Any:
    """The game, compiled where that is asked for."""
    return compile_game(game, check=False) if tier == "compiled" else game


@cache
def hashed(kind: type[HashedGame], tier: str) -> Any:
    """A random game, compiled once for all its shapes."""
    return compile_game(kind(), check=False) if tier == "compiled" else kind()


def told(result: mx.SearchResult[Any]) -> ProofDetails:
    """What a search for a proof tells of itself."""
    assert isinstance(result.details, ProofDetails)
    return result.details


def result_of(score: float) -> float:
    """The result that a score stands for."""
    return score if abs(score) < DECISIVE else WIN if score > 0 else LOSS


def minimax(game: Any, state: Any) -> float:
    """What player 0 gets under best play: plain minimax of results."""
    moves = list(game.moves(state)) if game.outcome(state) is None else []
    if not moves:
        outcome: float = game.stuck(state) if game.outcome(state) is None else game.outcome(state)
        return outcome
    values = [minimax(game, game.play(state, move)) for move in moves]
    return max(values) if game.player(state) == 0 else min(values)


# --- reference data ---------------------------------------------------------------------------------------------------------


def test_trees_of_the_reference_data() -> None:
    """Result, nodes expanded and created: to the unit."""
    for row in json.loads(refdata.path("pn/pn_order_trees.json").read_text(encoding="utf-8"))["trees"]:
        result = mx.solve(Tree(numbered(row["tree"])), algorithm="proof", goal=mx.WIN)
        found = told(result).proven, told(result).expanded, result.created
        assert found == (row["proved"], row["expanded"], row["created"])


def test_the_order_of_expansion(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of the reference data: the leftmost of the most proving leaves."""
    order: list[int] = []

    def noted(tree: Any, node: Any, count: Any) -> None:
        order.append(node.state)
        expand(tree, node, count)

    monkeypatch.setattr("minimaxer.families.proof.tree.search.expand", noted)
    for row in json.loads(refdata.path("pn/pn_order_trees.json").read_text(encoding="utf-8"))["trees"][:30]:
        order.clear()
        mx.solve(Tree(numbered(row["tree"])), algorithm="proof", goal=mx.WIN)
        assert order == row["order"]


def test_tic_tac_toe_of_the_reference_data() -> None:
    """Two questions for each of seven boards, with the nodes that plain proof-number search takes."""
    game = TicTacToe()
    for row in refdata.rows("pn/pn_tic_tac_toe.csv"):
        if row["board"] == "." * 9 and row["question"] == "X wins":
            continue  # the longest
        goal = mx.WIN if row["question"] == "X wins" else mx.DRAW
        options = mx.ProofOptions(ignore={"order", "bounds"})
        result = mx.solve(game, game.parse(row["board"].lower()), algorithm="proof", goal=goal, options=options)
        found = told(result).proven, told(result).expanded, result.created
        assert found == (row["proved"] == "1", int(row["expanded"]), int(row["created"])), row


@pytest.mark.parametrize("tier", TIERS)
def test_no_root_of_the_cyclic_graphs_is_wrong(tier: str) -> None:
    """A table that stores draws by repetition without the way to them gets every one of these wrong."""
    game, roots, values = graphs("pn/ghi_graphs.json")
    for place in roots:
        with closing(mx.Search(in_tier(game, tier), mx.ProofOptions(memory="64KB"), algorithm="proof")) as search:
            result = search.solve(place)
        assert (result.value, result.solved) == (values[place], True), place
        for row in result.moves:  # a way back to the root is a draw in its proof, and yet no more than the root is worth
            behind = values[game.play(place, row.move)]
            low = -math.inf if row.bound is mx.Bound.UPPER or row.value is None else row.value
            high = math.inf if row.bound is mx.Bound.LOWER or row.value is None else row.value
            assert low <= behind <= high, (place, row)


def test_a_line_of_a_bound_that_ends_the_game_reaches_it() -> None:
    """Where it says that player 0 gets at least so much, its end gives as much, or the line is not finished."""
    seen = 0
    for seed in range(200):
        game = BoundedGraph(seed=seed)
        for nodes in (3, 6, 12):
            result = mx.search(game, algorithm="proof", nodes=nodes)
            if result.finished:
                state = 0
                for move in result.pv:
                    state = game.play(state, move)
                end = result_of(game.outcome(state) or 0)
                holds = {
                    mx.Bound.EXACT: end == result.value,
                    mx.Bound.LOWER: end >= result.value,
                    mx.Bound.UPPER: end <= result.value,
                }
                assert holds[result.bound], (seed, nodes)
                seen += 1
    assert seen > 20


@NEEDS_LLVMLITE
def test_a_table_filled_from_elsewhere_proves_nothing_wrong() -> None:
    """One table for all places of all graphs, one after the other: what is kept holds on every way."""
    game, _, values = graphs("pn/ghi_graphs.json")
    with closing(mx.Search(in_tier(game, "compiled"), algorithm="proof")) as search:
        found = [search.solve(place).value for place in range(len(values))]
    assert found == list(values)


@pytest.mark.parametrize("tier", TIERS)
def test_nothing_holds_on_another_way_after_a_move(tier: str) -> None:
    """A search broken off anywhere and advanced by a move: draws by repetition of the way before it count no longer."""
    game, roots, values = graphs("pn/ghi_graphs.json")
    rules, asked = in_tier(game, tier), 0
    for place in roots:
        for nodes in (1, 2, 3, 5, 8, 13):
            with closing(mx.Search(rules, mx.ProofOptions(memory="64KB"), algorithm="proof")) as search:
                search.run(place, mx.Limits(nodes=nodes))
                after = search.advance(game.moves(place)[nodes % len(game.moves(place))])
                assert search.solve().value == values[after], (place, nodes)
                asked += 1
    assert asked > 50


def test_a_position_that_bounds_decide_still_has_a_move() -> None:
    """Also where it became the root, decided, after a search of the position before."""
    for seed in range(300):
        game = BoundedGraph(seed=seed)
        with closing(mx.Search(game, algorithm="proof")) as search:
            search.run(limits=mx.Limits(nodes=1 + seed % 7))
            state = search.advance(next(iter(game.moves(0))))
            if game.outcome(state) is None:
                result = search.solve()
                assert result.move in set(game.moves(state)), seed
                value = solved_value(game, state, {})
                assert result.value == (value if abs(value) < mx.WIN - 100 else mx.WIN if value > 0 else mx.LOSS), seed


@SLOW
@pytest.mark.parametrize("tier", TIERS)
def test_random_cyclic_graphs(tier: str) -> None:
    """Irregular turns and cycles."""
    game, roots, values = graphs("retrograde/random_cyclic_graphs.json")
    with closing(mx.Search(in_tier(game, tier), algorithm="proof")) as search:
        for place in roots:
            assert search.solve(place).value == values[place]


@SLOW
@NEEDS_LLVMLITE
def test_mates_of_the_reference_data() -> None:
    """Every mate of the small board is proven, for whoever mates, within two million nodes."""
    game = in_tier(ChessLite(), "compiled")
    searches = [mx.Search(game, mx.ProofOptions(goal=goal), algorithm="proof") for goal in (mx.WIN, mx.DRAW)]
    for row in refdata.rows("chesslite/gardner_mates.csv"):
        state = game.parse(row["fen"])
        result = searches[state.player].solve(state, mx.Limits(nodes=2_000_000))
        assert result.winner == state.player, row["fen"]
    for search in searches:
        search.close()


# --- values of plain minimax ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        (HashedGame, {}),
        pytest.param(HashedGame, {"merging": True, "length": 7}, id="transpositions"),
        pytest.param(FloatGame, {}, marks=SLOW),
        pytest.param(StuckGame, {}, marks=SLOW),
        pytest.param(MirroredGame, {}, marks=SLOW),
        pytest.param(BoundedGame, {}, marks=SLOW),
    ],
)
def test_values_are_those_of_minimax(kind: Any, shape: dict[str, Any], tier: str) -> None:
    """Ties, margins, wins, and players who move twice; with one table for all games, natively."""
    game = hashed(kind, tier)
    rules = kind(**shape)
    count = 60 if tier == "compiled" else 8
    with closing(mx.Search(game, algorithm="proof")) as search:
        for seed in range(count):
            state = rules.start(seed)
            result = search.solve(state)
            assert result.solved
            assert (result.value, result.bound) == (minimax(rules, state), mx.Bound.EXACT), seed
            check_mover(rules, state, result)


def check_mover(game: Any, state: Any, result: mx.SearchResult[Any]) -> None:
    """The move is a best one, bounds of the others are true, and the line gets its mover no less than the value."""
    values = {move: minimax(game, game.play(state, move)) for move in game.moves(state)}
    assert values[result.move] == result.value
    mover = game.player(state)
    for row in result.moves:
        if row.value is not None:
            low = row.value if row.bound is not mx.Bound.UPPER else LOSS
            high = row.value if row.bound is not mx.Bound.LOWER else WIN
            assert low <= values[row.move] <= high
    for move in result.pv:
        assert move in list(game.moves(state))
        state = game.play(state, move)
    if result.finished:
        outcome = result_of(game.outcome(state) if game.outcome(state) is not None else game.stuck(state))
        assert outcome >= result.value if mover == 0 else outcome <= result.value


@pytest.mark.parametrize("tier", TIERS)
def test_every_goal_is_answered_right(tier: str) -> None:
    """One question: the bound is true, and as strong as the results that were seen."""
    game, rules = hashed(HashedGame, tier), HashedGame()
    for seed in range(12 if tier == "tree" else 30):
        state = rules.start(seed)
        value = minimax(rules, state)
        for goal in (mx.WIN, 2, 0.5, 0, -1):
            with closing(mx.Search(game, mx.ProofOptions(goal=goal), algorithm="proof")) as search:
                result = search.solve(state)
            assert told(result).proven is (value >= goal)
            assert result.stop is mx.StopReason.SOLVED
            assert (result.value >= goal) if told(result).proven else (result.value < goal)
            if result.bound is not mx.Bound.EXACT:
                assert result.bound is (mx.Bound.LOWER if value >= goal else mx.Bound.UPPER)
            assert result.value <= value if told(result).proven else result.value >= value


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("game", "text", "winner"),
    [
        pytest.param(ConnectFour(), "4444445262", None, marks=SLOW),
        (TicTacToe(), "x........", None),
        pytest.param(Nim(), "2,4,5", 0, marks=SLOW),
        pytest.param(Domineering(rows=4, columns=4), "", 0, marks=SLOW),
        pytest.param(Breakthrough(columns=3, rows=5, men=1), "", None, marks=SLOW),
    ],
)
def test_bundled_games(game: Any, text: str, winner: int | None, tier: str) -> None:
    """Their results are those that alpha-beta finds."""
    if tier == "tree" and isinstance(game, (ConnectFour, Domineering)):
        pytest.skip("takes too long on a tree")
    state = game.parse(text) if text else game.initial()
    expected = mx.solve(in_tier(game, tier), state)
    result = mx.solve(in_tier(game, tier), state, algorithm="proof")
    assert (result.value, result.solved) == (result_of(expected.value), True)
    assert winner is None or result.winner == winner


@pytest.mark.parametrize("tier", SLOW_TIERS)
def test_margins_are_closed_in_on(tier: str) -> None:
    """Kalah: what is banked is left out of keys, and one table answers all questions."""
    game = Mancala(houses=2, seeds=2)
    expected = mx.solve(game)
    result = mx.solve(in_tier(game, tier), algorithm="proof")
    assert (result.value, result.solved, result.bound) == (expected.value, True, mx.Bound.EXACT)
    assert told(result).questions > 1


# --- questions --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [WIN, LOSS, 0, 1, -1, 7, -30, 2.5, DECISIVE - 1, 1 - DECISIVE])
@pytest.mark.parametrize("guess", [None, 0, 5, -4])
@pytest.mark.parametrize("knows", [True, False])
def test_questions_find_every_value(value: float, guess: float | None, knows: bool) -> None:
    """Whatever is guessed, and also where answers say nothing beyond the question."""
    questions = Questions(None, guess)
    while not questions.is_done:
        goal = questions.next()
        assert questions.low < goal <= questions.high
        assert questions.asked < 200
        if value >= goal:
            questions.note(goal, Answer(0, math.inf, value if knows else goal, -math.inf))
        else:
            below = math.ceil(goal) - 1 if isinstance(value, int) else math.nextafter(goal, -math.inf)
            questions.note(goal, Answer(math.inf, 0, math.inf, value if knows else LOSS if below <= -DECISIVE else below))
    assert questions.low == questions.high == value


def test_proof_numbers_are_told() -> None:
    """The greatest stands for infinity, which is null in JSON."""
    assert (number_of(3, 9), number_of(9, 9)) == (3, math.inf)
    result = mx.solve(TicTacToe(), algorithm="proof", goal=mx.WIN, nodes=50)
    assert result.details.to_dict()["proven"] is None
    assert str(result.details).startswith("player 0 wins: open, proof number ")
    answered = mx.solve(TicTacToe(), TicTacToe().parse("xx.oo...."), algorithm="proof", goal=mx.WIN)
    assert json.loads(json.dumps(answered.to_dict()))["disproof"] is None
    assert str(answered.details) == "player 0 wins: proven"
    assert str(evolve(told(answered), goal=3, proven=False)) == "player 0 gets at least 3: refuted"
    assert pickle.loads(pickle.dumps(answered)).details == answered.details


# --- limits and stop --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_a_limit_leaves_the_question_open(tier: str) -> None:
    """And the result says so, with a move to play; more nodes then answer it."""
    game = in_tier(TicTacToe(), tier)
    with closing(mx.Search(game, mx.ProofOptions(goal=mx.DRAW), algorithm="proof")) as search:
        result = search.solve(None, mx.Limits(nodes=100))
        assert (result.stop, result.solved, told(result).proven) == (mx.StopReason.NODES, False, None)
        assert (result.value_text, result.winner, result.plies_to_end) == ("not known", None, None)
        assert result.move in range(9)
        assert len(result.moves) == 9
        assert any(row.value_text == "open" for row in result.moves)
        assert 0 < result.nodes <= (100 if tier == "tree" else 120)
        assert told(search.solve(None)).proven is True


@pytest.mark.parametrize("tier", TIERS)
def test_stop_ends_a_search(tier: str) -> None:
    """From another thread; the result stays usable."""
    with closing(mx.Search(hashed(HashedGame, tier), algorithm="proof")) as search:
        search.ready()
        is_done = threading.Event()
        thread = threading.Thread(target=lambda: stop_until(search, is_done))
        thread.start()
        result = search.solve(LONG, mx.Limits(seconds=30))
        is_done.set()
        thread.join()
    assert result.stop is mx.StopReason.STOPPED
    assert result.move is not None


def stop_until(search: Any, is_done: threading.Event) -> None:
    """Stops a search again and again: a stop before it begins does nothing."""
    while not is_done.wait(0.02):
        search.stop()


@pytest.mark.parametrize("tier", TIERS)
def test_time_ends_a_search(tier: str) -> None:
    """And `search` looks at the clock likewise."""
    result = mx.search(hashed(HashedGame, tier), LONG, seconds=0.02, algorithm="proof")
    assert result.stop is mx.StopReason.SECONDS
    assert not result.solved


@pytest.mark.parametrize("tier", TIERS)
def test_a_small_memory_is_enough(tier: str) -> None:
    """Results of little work are dropped and found again."""
    result = mx.solve(in_tier(TicTacToe(), tier), algorithm="proof", goal=0, options=mx.ProofOptions(memory="64KB"))
    assert told(result).proven is True


@pytest.mark.parametrize("tier", TIERS)
def test_a_search_follows_the_game(tier: str) -> None:
    """It goes on where the moves played have led, and begins anew elsewhere."""
    game = in_tier(TicTacToe(), tier)
    with closing(mx.Search(game, algorithm="proof")) as search:
        assert search.solve(TicTacToe().parse("xx.oo....")).winner == 0
        search.advance(8)
        assert search.solve().winner == 1
        assert search.size_bytes > 0
        results = list(search.iterate(TicTacToe().initial(), mx.Limits(nodes=1_000_000)))
    assert [told(result).goal for result in results] == [mx.WIN, 0]
    assert [result.stop for result in results] == [mx.StopReason.DEPTH, mx.StopReason.SOLVED]
    assert (results[0].value, results[0].bound) == (0, mx.Bound.UPPER)


@pytest.mark.parametrize("tier", TIERS)
def test_finished_games_have_their_result(tier: str) -> None:
    """Without a question."""
    result = mx.solve(in_tier(TicTacToe(), tier), TicTacToe().parse("xxxoo...."), algorithm="proof")
    assert (result.stop, result.value, result.solved, result.move) == (mx.StopReason.FINISHED, WIN, True, None)
    assert (result.value_text, result.nodes) == ("player 0 wins", 0)


def test_the_tree_can_be_looked_at() -> None:
    """With the numbers of its nodes."""
    search = mx.Search(TicTacToe(), mx.ProofOptions(goal=mx.WIN), algorithm="proof")
    search.run(TicTacToe().parse("xx.oo...."), mx.Limits(nodes=5))
    shown = search.tree.render(depth=1)
    assert "root: player 0, proven, solved" in shown
    search.run(TicTacToe().initial(), mx.Limits(nodes=12))
    assert "proof number 1, disproof number" in search.tree.render(depth=1)


@pytest.mark.parametrize("tier", SLOW_TIERS)
def test_no_game_is_too_long(tier: str) -> None:
    """Neither recursion nor a thread's stack limits a search; the line runs to the end."""
    length = 300 if tier == "tree" else 12_000
    result = mx.solve(in_tier(Walk(), tier), 12_000 - length, algorithm="proof", goal=mx.WIN)
    assert (told(result).proven, told(result).longest, result.finished) == (True, length, length < 10_000)


@frozen
class Walk:
    """A game of one move a turn, which player 0 wins at its end."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state // 3 % 2

    def moves(self, state: int) -> range:
        return range(1, 2)

    def play(self, state: int, move: int) -> int:
        return state + move

    def outcome(self, state: int) -> int | None:
        return None if state < 12_000 else mx.WIN


# --- what is refused --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"goal": "win"}, "expected goal to be mx.WIN, 0 for a draw, or another number between -900000 and 900000"),
        ({"goal": mx.LOSS}, "expected goal to be mx.WIN, 0 for a draw"),
        ({"goal": math.nan}, "expected goal to be mx.WIN, 0 for a draw"),
        ({"epsilon": -1}, "expected epsilon to be a number from 0 to 1,000, got -1"),
        ({"mobility": 1}, "expected mobility to be True or False, got 1"),
        ({"memory": "1KB"}, "expected memory to be a size from 64KB, such as '512MB', got '1KB'"),
        ({"ignore": {"magic"}}, "expected names of capabilities to ignore, got magic"),
    ],
)
def test_bad_options(given: dict[str, Any], message: str) -> None:
    """They are refused when they are made."""
    with pytest.raises(OptionError) as caught:
        mx.ProofOptions(**given)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("game", "given", "message"),
    [
        (TicTacToe(), {"goal": 0, "algorithm": "auto"}, "expected algorithm='proof' with goal=0, the question it answers, got"),
        (TicTacToe(), {"goal": 0, "options": mx.ProofOptions(goal=1)}, "contradictory options: goal=0 and ProofOptions(goal=1"),
        (TicTacToe(), {"options": mx.AlphaBetaOptions()}, "expected options to be ProofOptions(...), got AlphaBetaOptions("),
        (TicTacToe(), {"evaluate": lambda state: 0}, "proof-number search evaluates nothing; leave evaluate out, or take 'auto'"),
        (TicTacToe(), {"simulations": 3}, "simulations are counted by 'montecarlo' and 'ismcts'; give nodes or seconds"),
        (TicTacToe(), {"threads": 2, "parallel": "abdada"}, "proof-number search has one worker; leave threads and parallel out"),
        (
            TicTacToe(),
            {"options": mx.ProofOptions(epsilon=0.5, mobility=False)},
            "contradictory options: proof-number search on a tree has no use for epsilon, mobility; leave out or compile the game",
        ),
        (Pig(), {}, "proof is for games without chance, and this one has chances(state); take 'auto' or 'star1'"),
        ("chinese_checkers:players=3", {}, "proof is for games for one or two, and this one has players = 3"),
        ("whist", {}, "proof sees the whole state, and this game hides a part of it from the player to move"),
    ],
)
def test_what_it_is_not_for(game: Any, given: dict[str, Any], message: str) -> None:
    """It is refused by name."""
    game = mx.find_game(game) if isinstance(game, str) else game
    with pytest.raises(OptionError) as caught:
        mx.solve(game, **{"algorithm": "proof"} | given)
    assert message in str(caught.value)


def test_no_depth_is_looked_to() -> None:
    """A limit of depth is refused."""
    with pytest.raises(OptionError, match="proof-number search looks to no depth; give nodes or seconds"):
        mx.search(TicTacToe(), depth=3, algorithm="proof")


@pytest.mark.parametrize("tier", TIERS)
def test_one_worker_works(tier: str) -> None:
    """However many were asked for; the result says so."""
    result = mx.solve(in_tier(TicTacToe(), tier), TicTacToe().parse("xx.oo...."), algorithm="proof", threads=2)
    assert result.workers is not None
    assert result.workers.note == "proof-number search has one worker; leave threads and parallel out"


@pytest.mark.parametrize("tier", SLOW_TIERS)
def test_broken_rules_are_told(tier: str) -> None:
    """A position without moves whose game runs is an error in both tiers."""
    game = in_tier(Broken(), tier)
    with pytest.raises(RulesError, match="is empty although outcome"):
        mx.solve(game, algorithm="proof", goal=mx.WIN)


@frozen
class Broken:
    """A game that says in no way how it ends."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> range:
        return range(0 if state > 2 else 2)

    def play(self, state: int, move: int) -> int:
        return state + 1 + move

    def outcome(self, state: int) -> int | None:
        return None if state < 90 else mx.WIN
