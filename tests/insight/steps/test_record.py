"""Recordings are true: what they tell agrees with plain minimax, with unwatched searches, and with what these count."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import minimaxer as mx
from minimaxer.insight.steps import RecordedSearch
from minimaxer.insight.steps.running import VARIANTS
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe
from minimaxer_games.whist import Whist

from ...needs import needs_llvmlite
from ...oracle import minimax
from ...random_trees import NoisyTree, OrderedTree, RandomTree, StuckTree, random_trees
from .games import Coin, Menu

TWO_PLAYERS = ("minimax", "alphabeta", "own", "best", "worst", "eager", "pvs", "deepening")
UNORDERED = tuple(name for name in TWO_PLAYERS if name != "own")


def recorded(game: Any, name: str, depth: int = 3, **given: Any) -> RecordedSearch:
    return mx.record(game, depth=depth, variants=[name], **given).searches[0]


def count(search: RecordedSearch, *kinds: str) -> int:
    return sum(step.kind in kinds for step in search.steps)


def states(search: RecordedSearch) -> list[Any]:
    return [node.state for node in search.nodes]


@settings(max_examples=15, deadline=None)
@given(
    st.one_of(
        st.tuples(random_trees(OrderedTree), st.sampled_from(TWO_PLAYERS)),
        st.tuples(st.one_of(random_trees(), random_trees(StuckTree)), st.sampled_from(UNORDERED)),
    )
)
def test_steps_add_up_to_what_the_search_counts(case: tuple[RandomTree, str]) -> None:
    """Entered nodes are the nodes visited, nodes made are those created, and cut-offs are the cut-offs."""
    game, name = case
    search = recorded(game, name, steps=100_000)
    assert count(search, "entered", "again") == search.result.nodes
    assert len(search.nodes) == search.result.created
    if search.algorithm != "minimax":
        assert search.result.cutoffs is not None
        assert count(search, "cut") == search.result.cutoffs.total


@settings(max_examples=15, deadline=None)
@given(random_trees(OrderedTree), st.sampled_from(TWO_PLAYERS))
def test_values_are_those_of_plain_minimax(game: RandomTree, name: str) -> None:
    """Every value that comes up is the true one, or the bound it says it is; the root's is the true one."""
    search = recorded(game, name, steps=100_000)
    plies = [0]
    for node in search.nodes[1:]:
        assert node.parent is not None
        plies.append(plies[node.parent] + 1)
    for step in search.steps:
        if step.kind not in ("better", "passed") or step.child is None:
            continue
        assert step.depth is not None
        assert step.value is not None
        true = minimax(game, search.nodes[step.child].state, step.depth - 1, ply=plies[step.child])
        assert step.bound is not mx.Bound.EXACT or step.value == true
        assert step.bound is not mx.Bound.LOWER or step.value <= true
        assert step.bound is not mx.Bound.UPPER or step.value >= true
    assert search.result.value == minimax(game, game.initial(), search.result.depth)


@settings(max_examples=15, deadline=None)
@given(random_trees(), st.sampled_from(("alphabeta", "eager", "best", "worst", "deepening")))
def test_windows_are_handed_down(game: RandomTree, name: str) -> None:
    """A child is entered with the window that its parent had after the step before."""
    search = recorded(game, name, steps=100_000)
    windows: dict[int, tuple[float | None, float | None]] = {}
    for step in search.steps:
        parent = search.nodes[step.node].parent
        if step.kind == "entered" and parent is not None:
            assert (step.alpha, step.beta) == windows[parent]
        windows[step.node] = step.alpha, step.beta


@settings(max_examples=15, deadline=None)
@given(random_trees(OrderedTree), st.sampled_from(TWO_PLAYERS))
def test_cut_offs_are_where_the_window_is_closed(game: RandomTree, name: str) -> None:
    """Alpha has met beta there, and nowhere else is a move left out."""
    search = recorded(game, name, steps=100_000)
    for step in search.steps:
        if step.kind == "cut":
            assert step.alpha is not None
            assert step.beta is not None
            assert step.alpha >= step.beta
    cut = {step.node for step in search.steps if step.kind == "cut"}
    assert {parent for parent, _ in search.ghosts} <= cut


@settings(max_examples=10, deadline=None)
@given(random_trees(OrderedTree), st.sampled_from(TWO_PLAYERS))
def test_every_move_is_a_node_or_a_ghost(game: RandomTree, name: str) -> None:
    """Of each node with children, no move is missing and none is told twice."""
    search = recorded(game, name, steps=100_000)
    children = Counter(node.parent for node in search.nodes if node.parent is not None)
    ghosts = Counter(parent for parent, _ in search.ghosts)
    for parent, made in children.items():
        assert made + ghosts[parent] == len(list(game.moves(search.nodes[parent].state)))


@settings(max_examples=10, deadline=None)
@given(st.one_of(random_trees(OrderedTree), random_trees(NoisyTree)), st.sampled_from(["alphabeta", "pvs", "mtdf", "minimax"]))
def test_watching_changes_nothing(game: RandomTree, algorithm: str) -> None:
    """A watched search visits the same nodes and finds the same as one that nobody watches."""
    watched = mx.record(game, algorithm=algorithm, depth=4, variants=[], steps=100_000).searches[0].result
    alone = mx.search(game, algorithm=algorithm, depth=4)
    assert (watched.value, watched.pv, watched.nodes, watched.created) == (alone.value, alone.pv, alone.nodes, alone.created)


def test_the_best_order_visits_least_and_the_worst_most() -> None:
    """Of the orders, by the true values of the moves."""
    nodes = {name: recorded(Nim(heaps=(1, 2, 3)), name, 4).result.nodes for name in ("best", "alphabeta", "worst", "minimax")}
    assert nodes["best"] <= nodes["alphabeta"] <= nodes["worst"] <= nodes["minimax"]
    assert nodes["best"] < nodes["worst"]


def test_eager_makes_what_lazy_leaves() -> None:
    """The same nodes are visited; more are made, and there is no ghost."""
    lazy, eager = (recorded(Menu(), name, 2) for name in ("alphabeta", "eager"))
    assert lazy.result.nodes == eager.result.nodes
    assert len(lazy.nodes) == len(eager.nodes) - 2
    assert lazy.ghosts == ((4, "1"), (4, "2"))
    assert eager.ghosts == ()


def test_plain_minimax_is_counted() -> None:
    """Beside every recording of the alpha-beta family."""
    recording = mx.record(Menu(), depth=2)
    assert recording.plain_nodes == next(search for search in recording.searches if search.name == "minimax").result.nodes
    assert recording.is_plain_complete
    assert mx.record(Menu(), variants=["montecarlo"]).plain_nodes is None


def test_a_table_answers() -> None:
    """Positions that come again are told."""
    search = recorded(ConnectFour(), "table", 4)
    assert count(search, "table") > 0
    assert search.result.value == mx.search(ConnectFour(), depth=4, algorithm="minimax").value


def test_pvs_searches_again() -> None:
    """Where a null window was wrong."""
    search = recorded(Menu(), "pvs", 2, evaluate=None)
    turned = [search for search in mx.record(Nim(heaps=(1, 2, 3)), depth=4, variants=["pvs"]).searches if count(search, "again")]
    assert search.result.value == 3
    assert turned


def test_chance_is_told() -> None:
    """Outcomes come with their probability, and the average is the value."""
    search = recorded(Coin(), "expectimax", 2)
    assert [node.probability for node in search.nodes] == [None, None, None, 0.5, 0.5]
    assert search.result.value == 3
    assert {name: mx.record(Pig(), depth=2, variants=[name]).searches[0].result.value for name in ("star1", "star2")} == {
        name: recorded(Pig(), "expectimax", 2).result.value for name in ("star1", "star2")
    }


def test_simulations_have_four_phases() -> None:
    """Each is selection, perhaps expansion, a playout or a known result, and backing up; visits add up."""
    search = mx.record(TicTacToe(), variants=["montecarlo"], simulations=40).searches[0]
    assert count(search, "backed") == 40
    assert count(search, "selected") == 40
    assert count(search, "played", "over") == 40
    last = [step for step in search.steps if step.kind == "backed"][-1]
    assert (last.credits[-1].node, last.credits[-1].visits) == (0, 40)


@pytest.mark.parametrize("game", [Menu(), TicTacToe(), Pig(), Nim(heaps=(1, 2))], ids=["menu", "tic-tac-toe", "pig", "nim"])
def test_each_new_node_is_told_once_between_selection_and_playout(game: Any) -> None:
    """One selection in each simulation, and one expansion of each node, also of the root's first move and of what chance brings."""
    search = mx.record(game, variants=["montecarlo"], simulations=60).searches[0]
    phases = " ".join(step.kind for step in search.steps[1:-1]).removesuffix(" backed").split(" backed ")
    assert all(re.fullmatch("selected( expanded)* (played|over)", each) for each in phases)
    expanded = [step.node for step in search.steps if step.kind == "expanded"]
    assert sorted(expanded) == sorted({credit.node for step in search.steps for credit in step.credits} - {0})
    assert [search.steps[search.nodes[number].made].node for number in expanded] == expanded


def test_three_are_played_out() -> None:
    """Games for many, by what each gets."""
    recording = mx.record(ChineseCheckers(), variants=["montecarlo"], simulations=5)
    search = recording.searches[0]
    assert any("payoffs (" in step.sentence for step in search.steps)
    root = [step for step in search.steps if step.kind == "backed"][-1].credits[-1]
    assert (root.node, root.visits, search.steps[-1].payoffs) == (0, 5, search.result.payoffs)
    played = [step.payoffs for step in search.steps if step.kind in ("played", "over") and step.payoffs is not None]
    assert root.payoffs == pytest.approx([sum(each) / 5 for each in zip(*played, strict=True)])


def test_hidden_cards_are_dealt_for_each_simulation() -> None:
    """The four phases again; what is searched is what the mover knows, so that the recording gives away no card."""
    game = Whist(ranks=4)
    table = game.initial()
    recording = mx.record(game, table, simulations=30)
    (search,) = recording.searches
    assert (search.name, count(search, "backed"), count(search, "played", "over")) == ("ismcts", 30, 30)
    assert count(search, "expanded") > 4
    root = search.nodes[0].state
    assert (root.hands[0], root.hands[1:] != table.hands[1:]) == (table.hands[0], True)
    assert {node.player for node in search.nodes} == {0, 1}
    credited = [step for step in search.steps if step.kind == "backed"][-1].credits[-1]
    assert (credited.node, credited.visits) == (0, 30)
    alone = mx.Search(game, mx.InformationSetOptions(seed=0)).run(root, mx.Limits(simulations=30))
    assert (alone.move, alone.nodes) == (search.result.move, search.result.nodes)
    assert mx.record(game, options=mx.InformationSetOptions(seed=1), simulations=2).searches[0].algorithm == "ismcts"


def test_a_full_recording_says_so() -> None:
    """The search ends there, and the last step tells why."""
    search = mx.record(TicTacToe(), depth=4, variants=["minimax"], steps=50).searches[0]
    assert len(search.steps) == 51
    assert not search.is_complete
    assert search.steps[-1].sentence == (
        "The recording is full: it holds 50 steps, and the search goes on for longer. Give a smaller depth, or more steps."
    )


@pytest.mark.thorough
def test_orders_that_take_too_long_are_left_out() -> None:
    """By default; asked for by name they are an error."""
    names = [search.name for search in mx.record(ConnectFour(), depth=7, steps=100).searches]
    assert "best" not in names
    assert "alphabeta" in names
    assert not mx.record(ConnectFour(), depth=7, steps=100, variants=["alphabeta"]).is_plain_complete


class Hidden(Menu):
    def deal(self, state: Any, player: int, rng: Any) -> Any:
        return state


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"variants": ["negamax"]}, f"expected variants to be among {', '.join(VARIANTS)}; got 'negamax'"),
        ({"variants": "pvs"}, "expected variants to be a list of names such as ['minimax', 'alphabeta'], got 'pvs'"),
        ({"variants": ["pvs", "pvs"]}, "expected each variant once, got ['pvs', 'pvs']"),
        ({"variants": []}, "expected at least one variant, got none; leave variants out for those that fit the game"),
        ({"depth": 0}, "expected depth to be a whole number from 1 to 100, got 0"),
        ({"simulations": 0.5}, "expected simulations to be a whole number from 1 to 100,000, got 0.5"),
        ({"steps": 10**6}, "expected steps to be a whole number from 1 to 100,000, got 1000000"),
        (
            {"algorithm": "fixed"},
            "expected an algorithm that can be recorded, one of minimax, alphabeta, pvs, mtdf, expectimax, star1, star2, maxn, "
            "montecarlo, ismcts; got 'fixed'",
        ),
        ({"algorithm": "pvs", "options": mx.MonteCarloOptions()}, "expected options to be AlphaBetaOptions(...), got Monte"),
        ({"variants": ["star1"]}, "star1 is for games with chance, and this one has no method chances(state); take 'auto'"),
    ],
)
def test_what_cannot_be_recorded_is_refused(given: dict[str, Any], message: str) -> None:
    """In words that say what to do."""
    with pytest.raises(mx.OptionError) as error:
        mx.record(Menu(), **given)
    assert str(error.value).startswith(message)


@needs_llvmlite
def test_compiled_games_are_refused() -> None:
    """They keep no tree."""
    with pytest.raises(mx.OptionError, match=r"^a compiled game is searched without a tree; record the original game$"):
        mx.record(mx.compile(Nim()))


def test_games_that_cannot_be_recorded_are_refused() -> None:
    """Those that hide something, those that are over, and those too large to order."""
    with pytest.raises(mx.OptionError) as sees:
        mx.record(Hidden(), variants=["minimax"])
    assert str(sees.value) == "variant 'minimax' sees all, and this game hides something from the player to move; take 'ismcts'"
    with pytest.raises(mx.OptionError) as hides:
        mx.record(Menu(), variants=["ismcts"])
    assert str(hides.value) == (
        "variant 'ismcts' is for games that hide something, and this one has no method deal(state, player, rng); take 'montecarlo'"
    )
    with pytest.raises(mx.OptionError, match=r"got 'paranoid'; games for more than two by 'maxn' or 'montecarlo'$"):
        mx.record(ChineseCheckers(), algorithm="paranoid")
    with pytest.raises(
        mx.errors.FinishedGameError,
        match=r"^expected a state in which the game runs, got \(0, 1\), where it is over; record an earlier one$",
    ):
        mx.record(Menu(), (0, 1))
    with pytest.raises(mx.OptionError) as many:
        mx.record(ChineseCheckers(), variants=["minimax"])
    assert str(many.value) == "variant 'minimax' is for games for one or two, and this one has players = 3; take 'maxn'"
    with pytest.raises(mx.OptionError) as one:
        mx.record(Menu(), algorithm="maxn")
    assert str(one.value) == "algorithm 'maxn' is for games for three and more, and this one has players = 2; take 'minimax'"
    with pytest.raises(mx.OptionError) as own:
        mx.record(Menu(), variants=["own"])
    assert str(own.value) == "variant 'own' is for games with a method order, and this one has none; take 'alphabeta'"
    with pytest.raises(mx.GameError, match=r"^expected a rules object, got the class Menu; make one, as in Menu\(\)$"):
        mx.record(Menu)  # type: ignore[arg-type]  # as it happens
    with pytest.raises(mx.OptionError) as error:
        mx.record(ConnectFour(), depth=7, variants=["best"])
    assert str(error.value) == (
        "variant 'best' needs the true value of every move, and minimax to depth 7 visits more than 100,000 nodes; give a smaller "
        "depth, or leave 'best' out of the variants"
    )


def test_searches_of_ones_own_stand_in_front() -> None:
    """With the options that were given, alone unless variants are asked for."""
    options = mx.AlphaBetaOptions(aspiration=1.0)
    alone = mx.record(TicTacToe(), depth=3, options=options)
    assert [(search.name, search.algorithm) for search in alone.searches] == [("yours", "alphabeta")]
    beside = mx.record(TicTacToe(), depth=3, algorithm="mtdf", variants=["minimax"])
    assert [search.name for search in beside.searches] == ["yours", "minimax"]
    assert count(beside.searches[0], "again") > 0
    chance = mx.record(Coin(), depth=2, options=mx.AlphaBetaOptions())
    assert chance.searches[0].algorithm == "star1"
