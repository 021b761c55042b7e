"""Max^n in recordings: the payoffs of all, told as the search has them, with its cut-offs in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import minimaxer as mx
from minimaxer.insight.steps import RecordedSearch
from minimaxer.insight.steps.payoff_recorder import payoffs_text
from minimaxer_games.chinese_checkers import ChineseCheckers

from ...oracle import maxn
from ...random_trees import OrderedParty, PartyTree
from .games import Cake, Coin, Menu


@st.composite
def parties(draw: st.DrawFn) -> PartyTree:
    """Three to five players, constant sums or none, chance, an order, floats."""
    seed = draw(st.integers(0, 100_000))
    kind = draw(st.sampled_from([PartyTree, OrderedParty]))
    chance = draw(st.sampled_from([0, 0, 25]))
    return kind(seed, 3 + seed // 3 % 3, total=(None, 4, 12)[seed % 3], percentage=chance, fractions=seed % 7 == 0)


def recorded(game: Any, depth: int = 4, **options: Any) -> RecordedSearch:
    chosen = mx.AlphaBetaOptions(**{"deepening": False, **options})
    return mx.record(game, depth=depth, algorithm="maxn", options=chosen, steps=100_000).searches[0]


def close(one: Sequence[float | None], other: Sequence[float]) -> bool:
    """Whether payoffs are equal but for the rounding of averages."""
    return all(a is not None and math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12) for a, b in zip(one, other, strict=True))


OPTIONS = st.sampled_from([{}, {"deepening": True}, {"exact_moves": True}, {"deepening": True, "ordering": "lazy_pick"}])


@settings(max_examples=30, deadline=None)
@given(parties(), OPTIONS)
def test_payoffs_are_those_of_plain_maxn(game: PartyTree, options: dict[str, Any]) -> None:
    """Every tuple that is told is the true one; of a position that was cut off, its mover gets at least so much."""
    search = recorded(game, **options)
    assert search.steps[-1].payoffs == search.result.payoffs
    for step in search.steps[:-1]:
        if step.payoffs is None:
            continue
        assert step.depth is not None
        node, depth = (step.node, step.depth) if step.child is None else (step.child, step.depth - 1)
        true = maxn(game, search.nodes[node].state, depth)
        if None not in step.payoffs:
            assert close(step.payoffs, true)
            continue
        mover = search.nodes[node].player
        least = step.payoffs[mover]
        assert least is not None
        assert least <= true[mover] + 1e-9
        assert [each for place, each in enumerate(step.payoffs) if place != mover] == [None] * (game.players - 1)


@settings(max_examples=30, deadline=None)
@given(parties(), OPTIONS)
def test_watching_changes_nothing(game: PartyTree, options: dict[str, Any]) -> None:
    """The same is found with the same work: nodes entered are those visited, nodes made those created."""
    search = recorded(game, **options)
    alone = mx.search(game, depth=4, algorithm="maxn", options=mx.AlphaBetaOptions(**{"deepening": False, **options}))
    watched = search.result
    assert (watched.payoffs, watched.pv, watched.nodes, watched.created) == (alone.payoffs, alone.pv, alone.nodes, alone.created)
    assert sum(step.kind == "entered" for step in search.steps) == alone.nodes
    assert len(search.nodes) == alone.created
    cut = {step.node for step in search.steps if step.kind == "cut"}
    assert {parent for parent, _ in search.ghosts} <= cut


@settings(max_examples=30, deadline=None)
@given(parties(), OPTIONS)
def test_who_moves_takes_what_is_told(game: PartyTree, options: dict[str, Any]) -> None:
    """The move that a node takes last is the one whose payoffs it comes back with."""
    search = recorded(game, **options)
    taken: dict[int, Any] = {}
    for step in search.steps:
        if step.kind == "better":
            taken[step.node] = step.payoffs
        elif step.kind == "entered":
            taken.pop(step.node, None)
        elif step.child in taken and step.kind in ("passed", "weighed") and step.payoffs is not None:
            assert step.payoffs == taken[step.child] or None in step.payoffs


def test_all_kinds_of_steps_occur() -> None:
    """With and without chance and constant sums, deepening or not."""
    kinds, sentences = set(), []
    for seed in range(24):
        game = PartyTree(seed, 3, total=(None, 4)[seed % 2], percentage=25 * (seed % 3 == 0))
        for step in recorded(game, deepening=seed % 2 == 1).steps:
            kinds.add(step.kind)
            sentences.append(step.sentence)
    assert kinds == {
        "start", "depth", "made", "entered", "judged", "over", "known", "better", "passed", "weighed", "cut", "root", "end"
    }  # fmt: skip
    for part in (
        "and nobody can get more, so 1 move is left out.",
        "; of equal moves the first counts, so move ",
        "Chance decides here: each payoff is the average of what may come.",
        "its payoffs go into the averages with that weight.",
        "; they count in the averages with weight 0.",
        "was searched before, and that answers now: payoffs (",
        "Depth 2 begins: one ply deeper than before, the best moves of the depth before first.",
        " as move 1 does, and comes before it; payoffs (",
        "The root comes back with payoffs (",
        "; once it gets more than ",
    ):
        assert any(part in sentence for sentence in sentences), part
    assert not any("{" in sentence for sentence in sentences)


def test_maxn_is_told_step_by_step() -> None:
    """The whole search of a cake that three share, which can be followed by hand."""
    assert [step.sentence for step in mx.record(Cake(), depth=2, variants=["maxn"]).searches[0].steps if step.kind != "made"] == [
        "The search begins. At the root, player 0 is to move; the search looks 2 plies ahead.",
        "The root is entered, 2 plies left. Player 0 moves here, and wants its own payoff to be great.",
        "Move 0 is entered, 1 ply left. Player 1 moves here, and wants its own payoff to be great.",
        "Move 0 is entered.",
        "The game is over at move 0: payoffs (4, 3, 3).",
        "Player 1 takes move 0: it brings 3, the best so far; payoffs (4, 3, 3).",
        "Move 1 is entered.",
        "The game is over at move 1: payoffs (3, 5, 2).",
        "Player 1 takes move 1: it brings 5, the best so far; payoffs (3, 5, 2).",
        "Move 2 is entered.",
        "The game is over at move 2: payoffs (5, 5, 0).",
        "Move 2 also brings 5 to player 1; of equal moves the first counts, so move 1 stays; payoffs (5, 5, 0).",
        "Player 0 takes move 0: it brings 3, the best so far; payoffs (3, 5, 2).",
        "Move 1 is entered, 1 ply left. Player 1 moves here; once it gets 7 or more, player 0 has no use for this position.",
        "Move 0 is entered.",
        "The game is over at move 0: payoffs (6, 1, 3).",
        "Player 1 takes move 0: it brings 1, the best so far; payoffs (6, 1, 3).",
        "Move 1 is entered.",
        "The game is over at move 1: payoffs (2, 7, 1).",
        "Player 1 takes move 1: it brings 7, the best so far; payoffs (2, 7, 1).",
        "Cut-off at move 1: player 1 gets 7 here. It and player 0 share 10 at most, so 3 at most is left for player 0, which has 3 already by another move: 1 move is left out.",
        "Move 1 was cut off: it brings no more to player 0 than move 0 with 3. Nothing changes.",
        "Move 2 is entered, 1 ply left. Player 1 moves here; once it gets 7 or more, player 0 has no use for this position.",
        "Move 0 is entered.",
        "The game is over at move 0: payoffs (0, 10, 0).",
        "Player 1 takes move 0: it brings 10, the best so far; payoffs (0, 10, 0).",
        "Cut-off at move 2: player 1 gets 10 here. It and player 0 share 10 at most, so 0 at most is left for player 0, which has 3 already by another move: 1 move is left out.",
        "Move 2 was cut off: it brings no more to player 0 than move 0 with 3. Nothing changes.",
        "The root brings payoffs (3, 5, 2), by move 0.",
        "The search ends with move 0 (payoffs (3, 5, 2)). It visited 10 nodes.",
    ]  # fmt: skip


class Cakewalk(Cake):
    """Nothing is judged, and who cannot move has gone."""

    SHARES = (((4, 3, 3), (3, 5, 2)), ())

    def stuck(self, path: tuple[int, ...]) -> tuple[int, ...]:
        return 2, 4, 4


def test_payoffs_without_moves_or_an_evaluation() -> None:
    """Where there is no move, and at the last ply of a game without an evaluation."""
    sentences = [step.sentence for step in recorded(Cakewalk(), 2).steps]
    assert "There is no move at move 1: payoffs (2, 4, 4)." in sentences
    assert "Move 1 brings 2 to player 0, less than move 0 with 3: nothing changes; payoffs (2, 4, 4)." in sentences
    unjudged = [step.sentence for step in recorded(Cake(), 1).steps]
    assert "No plies are left, and the game has no evaluation: move 0 counts as payoffs (3.333, 3.333, 3.333)." in unjudged
    assert payoffs_text((None, 7, None)) == "at least 7 for player 1"


class Feast(Cake):
    """The first move already brings player 0 everything."""

    SHARES = (((10, 0, 0),), ((3, 3, 4),))


def test_roots_that_want_every_value_are_not_cut_off() -> None:
    """Under `exact_moves` each move is searched, whatever the first one brings."""
    cut = [[step.node for step in recorded(Feast(), 2, exact_moves=exact).steps if step.kind == "cut"] for exact in (False, True)]
    assert cut == [[0], []]


def test_games_for_many_are_searched_and_played_out() -> None:
    """By default, without a count of plain minimax, which is not for them; options alone ask for max^n."""
    recording = mx.record(ChineseCheckers(size=1), depth=2, simulations=3)
    assert [search.name for search in recording.searches] == ["maxn", "montecarlo"]
    assert recording.plain_nodes is None
    assert recording.searches[0].result.payoffs == mx.search(ChineseCheckers(size=1), depth=2, algorithm="maxn").payoffs
    assert mx.record(Cake(), depth=1, options=mx.AlphaBetaOptions()).searches[0].algorithm == "maxn"


@pytest.mark.parametrize("game", [Menu(), Coin()])
def test_games_for_two_have_no_maxn(game: Any) -> None:
    """They have minimax, which is the same for them."""
    with pytest.raises(mx.OptionError) as error:
        mx.record(game, variants=["maxn"])
    assert str(error.value) == ("variant 'maxn' is for games for three and more, and this one has players = 2; take 'minimax'")


def test_a_full_recording_says_so() -> None:
    """The search ends there."""
    search = mx.record(ChineseCheckers(), depth=3, variants=["maxn"], steps=50).searches[0]
    assert (len(search.steps), search.is_complete) == (51, False)
    assert search.steps[-1].sentence.startswith("The recording is full: it holds 50 steps")
