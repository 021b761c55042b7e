"""Quiescence in recordings: what it sees is there to be seen, is true, and costs nothing where nobody watches."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import minimaxer as mx
from minimaxer.families.alphabeta.tree.searcher import Quiescence
from minimaxer.families.alphabeta.tree.selection import searcher
from minimaxer.families.alphabeta.tree.tree import Tree
from minimaxer.insight.steps import RecordedSearch
from minimaxer.searching.limits import Control, Limits
from minimaxer_games.chess_lite import ChessLite

from ...oracle import quiet
from ...random_trees import NoisyTree, random_trees
from .games import Coin, Menu, Trade

METHODS = ("alphabeta", "pvs", "mtdf", "minimax")
PLIES = 3
BEYOND = st.tuples(random_trees(NoisyTree), st.sampled_from(METHODS), st.booleans())


def recorded(game: Any, algorithm: str = "alphabeta", depth: int = 2, **options: Any) -> RecordedSearch:
    chosen = mx.AlphaBetaOptions(**{"quiescence": PLIES, "deepening": False, **options})
    return mx.record(game, depth=depth, algorithm=algorithm, options=chosen, steps=100_000).searches[0]


def sentences_of(search: RecordedSearch) -> list[str]:
    """The sentences, with hyphens for minus signs."""
    return [step.sentence.replace("\N{MINUS SIGN}", "-") for step in search.steps]


def plies(search: RecordedSearch) -> list[int]:
    """Plies from the root, by node."""
    found = [0]
    for node in search.nodes[1:]:
        assert node.parent is not None
        found.append(found[node.parent] + 1)
    return found


@settings(max_examples=25, deadline=None)
@given(BEYOND)
def test_values_beyond_the_limit_are_those_of_plain_quiescence(drawn: tuple[NoisyTree, str, bool]) -> None:
    """Each that is told, of a leaf, of standing pat, at the last ply, and coming up, or the bound that it says it is."""
    game, algorithm, deepening = drawn
    search = recorded(game, algorithm, deepening=deepening)
    ply = plies(search)
    static = {step.node for step in search.steps if step.beyond and step.kind in ("judged", "over", "stuck")}
    for step in search.steps:
        assert step.child not in static or step.bound is mx.Bound.EXACT
        if step.value is None or not (step.beyond or (step.kind == "judged" and step.depth == 0)):
            continue
        assert step.depth is not None
        node, depth = (step.node, step.depth) if step.child is None else (step.child, step.depth - 1)
        left = 0 if step.kind == "pat" else PLIES + depth
        true = quiet(game, search.nodes[node].state, ply[node], left, shorten=False)
        assert step.bound is not mx.Bound.EXACT or step.value == true
        assert step.bound is not mx.Bound.LOWER or step.value <= true
        assert step.bound is not mx.Bound.UPPER or step.value >= true


@settings(max_examples=25, deadline=None)
@given(BEYOND)
def test_watching_changes_nothing(drawn: tuple[NoisyTree, str, bool]) -> None:
    """The same is found with the same work; each position visited is a step, and nodes beyond the limit are not the tree's."""
    game, algorithm, deepening = drawn
    search = recorded(game, algorithm, deepening=deepening)
    options = mx.AlphaBetaOptions(quiescence=PLIES, deepening=deepening)
    alone = mx.search(game, depth=2, algorithm=algorithm, options=options)
    watched = search.result
    assert (watched.value, watched.pv, watched.nodes, watched.created) == (alone.value, alone.pv, alone.nodes, alone.created)
    assert sum(step.kind in ("entered", "again", "noisy") for step in search.steps) == alone.nodes
    assert sum(not node.beyond for node in search.nodes) == alone.created


@settings(max_examples=25, deadline=None)
@given(BEYOND)
def test_windows_are_handed_down(drawn: tuple[NoisyTree, str, bool]) -> None:
    """A node beyond the limit is entered with the window that its parent has; a cut-off is where it is closed."""
    search = recorded(*drawn[:2])
    windows: dict[int, tuple[float | None, float | None]] = {}
    for step in search.steps:
        if step.kind == "noisy":
            parent = search.nodes[step.node].parent
            assert parent is not None
            assert (step.alpha, step.beta) == windows[parent]
        if step.kind == "cut":
            assert step.alpha is not None
            assert step.beta is not None
            assert step.alpha >= step.beta
        windows[step.node] = step.alpha, step.beta


@settings(max_examples=25, deadline=None)
@given(BEYOND)
def test_each_noisy_move_is_tried_or_spared(drawn: tuple[NoisyTree, str, bool]) -> None:
    """Of positions where any could be tried, none is missing and none told twice."""
    game, algorithm, _ = drawn
    search = recorded(game, algorithm)
    last = {step.node for step in search.steps if step.beyond and step.kind in ("judged", "over")}
    seen = {step.node for step in search.steps if step.beyond} - last
    for number in seen:
        state = search.nodes[number].state
        moves = game.moves(state) if game.must_move(state) else game.noisy_moves(state)
        tried = [node.move for node in search.nodes if node.parent == number and node.beyond]
        spared = [move for parent, move in search.spared if parent == number]
        assert sorted(tried + spared) == sorted(map(str, moves))


def test_all_kinds_of_steps_occur() -> None:
    """Standing pat, forced moves, the last ply, the end of the game, cut-offs of both kinds."""
    kinds, sentences = set(), []
    for seed in range(12):
        game = NoisyTree(seed=seed, branching=4, length=6, ends=20)
        for step in recorded(game, quiescence=2, deepening=seed % 2 == 0).steps:
            if step.beyond:
                kinds.add(step.kind)
                sentences.append(step.sentence)
    assert kinds == {"noisy", "pat", "forced", "judged", "over", "better", "passed", "cut"}
    for part in ("lies 2 plies beyond the limit, where quiescence ends: the evaluation says", "here by standing pat, and player",
                 "every move is tried here.", "must move, by the game's must_move, and may not stand pat: every move is tried."):  # fmt: skip
        assert any(part in sentence for sentence in sentences), part
    assert not any("{" in sentence for sentence in sentences)


def test_quiescence_is_told_step_by_step() -> None:
    """The whole search of a trade that can be followed by hand."""
    assert sentences_of(mx.record(Trade(), depth=1, variants=["quiescence"]).searches[0]) == [
        "The search begins. At the root, player 0 is to move; the search looks 1 ply ahead.",
        "The root is entered, 1 ply left. Player 0 moves here; the window is open, so every value matters.",
        "Move q is entered with no plies left, with an open window: from here only quiescence looks on.",
        "At move q, player 1 may stand pat, that is make no noisy move: the evaluation says +1, so beta falls to +1.",
        "Move x is noisy, so it is tried 1 ply beyond the limit, with the window (-∞, +1).",
        "At move x, player 0 may stand pat, that is make no noisy move: the evaluation says -8, so alpha rises to -8.",
        "Move c is noisy, so it is tried 2 plies beyond the limit, with the window (-8, +1).",
        "At move c, player 1 may stand pat, that is make no noisy move: the evaluation says -3, so beta falls to -3. There is no noisy move, so that is its value.",
        "Move c is worth -3: the best for player 0 so far, so alpha rises to -3.",
        "Move x is worth -3: the best for player 1 so far, so beta falls to -3.",
        "Quiescence comes back to move q, after a look at 2 positions beyond the limit: it is worth -3.",
        "Move q is worth -3: the best for player 0 so far, so alpha rises to -3.",
        "Move w is made as a child of the root: only now, because it is its turn.",
        "Move w is entered with no plies left, with the window (-3, ∞): from here only quiescence looks on.",
        "At move w, player 1 may stand pat, that is make no noisy move: the evaluation says 0, so beta falls to 0.",
        "Move x is noisy, so it is tried 1 ply beyond the limit, with the window (-3, 0).",
        "At move x, player 0 may stand pat, that is make no noisy move: the evaluation says +4, so alpha rises to +4.",
        "Cut-off at move x: player 0 has +4 here by standing pat, and player 1 is sure of 0 elsewhere and will not come here, so no move was left anyway.",
        "Move x is worth at least +4. Nothing changes: player 1 already has 0.",
        "Quiescence comes back to move w, after a look at 1 position beyond the limit: it is worth 0.",
        "Move w is worth 0: the best for player 0 so far, so alpha rises to 0.",
        "The root is worth 0, by move w.",
        "The search ends with move w (0). It visited 6 nodes, 3 of them beyond the limit; plain minimax visits 3, none of them there.",
    ]  # fmt: skip


class Stuck(Trade):
    """Who must move has no move left at the end."""

    def must_move(self, state: str) -> bool:
        return state == "q"

    def moves(self, state: str) -> str:
        return "" if state == "q" else super().moves(state)

    def stuck(self, state: str) -> int:
        return -7


class Dice(Coin):
    """The coin is thrown beyond the limit."""

    def outcome(self, state: str) -> int | None:
        return None if state in ("", "n", "nc") else 1

    def player(self, state: str) -> int:
        return mx.CHANCE if state == "nc" else 0

    def moves(self, state: str) -> str:
        return "c" if state else "n"

    noisy_moves = moves


def test_where_quiescence_cannot_go_on() -> None:
    """A leaf whose mover must move and cannot; chance, which is no move to choose."""
    told = sentences_of(recorded(Stuck(), depth=1, ignore={"evaluate"}))
    assert told[3:7] == [
        "At move q, player 1 must move, by the game's must_move, and may not stand pat: every move is tried.",
        "There is no move at move q: -7.",
        "Move q is worth -7: the best for player 0 so far, so alpha rises to -7.",
        "Move w is made as a child of the root: only now, because it is its turn.",
    ]
    assert "without an evaluation that counts as 0, so beta falls to 0." in " ".join(told)
    chance = sentences_of(recorded(Dice(), "star1", depth=1))
    assert (
        "At move c chance decides, and quiescence goes no further: without an evaluation that counts as 50.00 % for player 0."
        in chance
    )


def test_null_windows_of_quiescence_ask_too() -> None:
    """What is cut off there answers what the null window asks; standing pat may change nothing."""
    sentences = [step.sentence for seed in range(8) for step in recorded(NoisyTree(seed=seed, branching=4), "pvs", 3).steps]
    assert any("by standing pat, which answers what the null window asks" in sentence for sentence in sentences)
    assert any("and the window stays as it is." in sentence for sentence in sentences)


def test_leaves_searched_again_have_the_same_nodes() -> None:
    """However often quiescence comes there, each position is one node, and spared is what was never tried."""
    for seed in range(8):
        search = recorded(NoisyTree(seed=seed, branching=4), "mtdf", 3)
        assert len({(node.parent, node.move, node.beyond) for node in search.nodes}) == len(search.nodes)
        assert not {(node.parent, node.move) for node in search.nodes if node.beyond} & set(search.spared)


def test_nobody_pays_who_does_not_watch() -> None:
    """The quiescence of a plain search is the plain one."""
    game = NoisyTree(seed=1)
    plain = searcher("alphabeta", Tree(game), Control(Limits(depth=1)), mx.AlphaBetaOptions(), None)
    assert type(plain._quiescence) is Quiescence


def test_games_with_noisy_moves_have_it_beside_the_others() -> None:
    """By default; elsewhere it is refused."""
    assert [search.name for search in mx.record(ChessLite(), depth=1, steps=50).searches][-1] == "quiescence"
    assert "quiescence" not in [search.name for search in mx.record(Menu(), depth=1).searches]
    with pytest.raises(mx.OptionError) as error:
        mx.record(Menu(), variants=["quiescence"])
    assert str(error.value) == (
        "variant 'quiescence' is for games with a method noisy_moves, and this one has none; take 'alphabeta'"
    )
