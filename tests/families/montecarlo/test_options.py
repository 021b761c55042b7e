"""Options of Monte Carlo tree search: both tiers choose alike, evaluations count in the units of results, priors are looked at."""

from __future__ import annotations

from typing import Any

import pytest

import minimaxer as mx
from minimaxer.base.scores import WIN
from minimaxer.errors import OptionError, ScoreError
from minimaxer.families.montecarlo.options import (
    LONG_PLAYOUT,
    PUCT_EXPLORATION,
    SHORT_PLAYOUT,
    UCT_EXPLORATION,
    MonteCarloDetails,
)
from minimaxer.native import compile_game

from ...native.random_places import Duel, Place, place_of
from ...needs import HAS_LLVMLITE
from .test_montecarlo import TIERS, Options, best, in_tier, searched

NEEDS_LLVMLITE = pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")


class Weighted(Duel):
    """A random tree with priors, some of them or all 0, and evaluations in the units of margins."""

    def prior(self, place: Place, move: int) -> float:
        return max(0, self.roll(place, 8 + move, 6) - 2) / 4

    def evaluate(self, place: Place) -> int:
        return self.roll(place, 6, 7) - 3


class Marked(Duel):
    """A random tree in which the last move has nine tenths of the prior."""

    def prior(self, place: Place, move: int) -> float:
        return 9.0 * (self.roll(place, 2, 4) or 1) if move == self.roll(place, 2, 4) else 1.0


class Unsure(Duel):
    """A tree whose priors go below 0 in one position."""

    def prior(self, place: Place, move: int) -> float:
        return -1.0 if place.ply == 2 else 1.0


# --- both tiers alike -------------------------------------------------------------------------------------------------------


def visits_of(engine: Any, simulations: int) -> list[tuple[str, int]]:
    """How often each move was followed, by its name."""
    return sorted((str(row.move), row.visits) for row in engine.run(None, mx.Limits(simulations=simulations)).moves)


@NEEDS_LLVMLITE
@pytest.mark.parametrize(
    ("selection", "implicit"),
    [
        ("puct", 0.4),
        pytest.param("uct", 0.0, marks=pytest.mark.thorough),
        pytest.param("puct", 0.0, marks=pytest.mark.thorough),
        pytest.param("uct", 0.4, marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize(
    ("name", "scale"), [("breakthrough:columns=5,rows=6", 20.0), pytest.param("mancala", 0.0, marks=pytest.mark.thorough)]
)
def test_both_tiers_follow_the_same_moves(name: Any, scale: float, selection: str, implicit: float) -> None:
    """Where evaluations stand for playouts nothing is drawn by lot: visits are equal, also after the tree was cut down to a move.

    As long as nothing was visited so often that native code simulates in batches.
    """
    given: dict[str, Any] = {
        "seed": 1,
        "playout_plies": 0,
        "evaluation_scale": scale,
        "selection": selection,
        "implicit": implicit,
        "ignore": {"order"} if selection == "uct" else set(),  # a tree tries moves by it, native code as they come
    }
    tree, native = (mx.Search(in_tier(name, tier), Options(**given), algorithm="montecarlo") for tier in ("tree", "compiled"))
    assert visits_of(tree, 500) == visits_of(native, 500)
    move = native.run(None, mx.Limits(simulations=1)).move
    tree.run(None, mx.Limits(simulations=1))
    assert tree.advance(move) == native.advance(move)
    assert visits_of(tree, 250) == visits_of(native, 250)
    native.close()


# --- priors -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_what_is_proven_with_priors_is_true(tier: str) -> None:
    """Whatever they and the evaluations say; in the end everything is proven."""
    game: Any = Weighted()
    for seed in range(80):
        state = place_of(seed)
        if game.outcome(state) is not None:
            continue
        found = searched(Weighted, tier, state, 20 + 13 * seed, selection="puct")
        for row in found.moves:
            if row.bound is mx.Bound.EXACT:
                assert row.value == best(game, game.play(state, row.move)), (seed, row)
    everything = searched(Weighted, tier, place_of(7), 1_000_000)
    assert everything.solved
    assert everything.value == best(game, place_of(7))


@pytest.mark.parametrize("tier", TIERS)
def test_likely_moves_are_tried_first(tier: str) -> None:
    """The first simulations go where the prior is greatest, whatever the order of the moves."""
    game, seen = Marked(), 0
    for seed in range(60):
        state = place_of(seed)
        moves = list(game.moves(state))
        if game.outcome(state) is not None or len(moves) < 3:
            continue
        if game.outcome(game.play(state, moves[-1])) is not None:  # which a tree knows without a visit
            continue
        found = searched(Marked, tier, state, 1)
        (row,) = (row for row in found.moves if row.visits)
        assert row.move == moves[-1]
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("tier", TIERS)
def test_a_prior_below_0_is_refused(tier: str) -> None:
    """With the state in which the game gave it; and the search can be used again."""
    game = compile_game(Unsure(), check=False) if tier == "compiled" else Unsure()
    engine: mx.Search[Any, Any] = mx.Search(game, Options(seed=1), algorithm="montecarlo")
    for _ in range(2):
        with pytest.raises(ScoreError) as error:
            engine.run(place_of(7), mx.Limits(simulations=500))
        assert str(error.value).startswith("prior() gave -1.0 for a move in Place(")
        assert str(error.value).endswith("; expected a finite number from 0, bigger for better")
    engine.close()


@NEEDS_LLVMLITE
def test_a_prior_that_is_no_number_does_not_compile() -> None:
    class Wordy(Duel):
        def prior(self, place: Place, move: int) -> Any:
            return (1.0, 2.0)

    with pytest.raises(mx.CompileError, match="expected a number on every path"):
        mx.compile(Wordy())


def test_the_rule_fits_the_game() -> None:
    """By default PUCT where the game has a prior or an order, with an exploration of its own."""
    options, plain, weighted = Options(), mx.capabilities(Duel()), mx.capabilities(Weighted())
    assert not options.follows_priors(plain)
    assert options.follows_priors(weighted)
    assert options.follows_priors(mx.capabilities(mx.find_game("connect_four")))
    assert not options.follows_priors(mx.capabilities(Weighted(), ignore={"prior"}))
    assert Options(selection="puct").follows_priors(plain)
    assert not Options(selection="uct").follows_priors(weighted)
    assert (options.settled(plain).exploration, options.settled(plain).playout_plies) == (UCT_EXPLORATION, LONG_PLAYOUT)
    assert (options.settled(weighted).exploration, options.settled(weighted).playout_plies) == (PUCT_EXPLORATION, SHORT_PLAYOUT)
    given = Options(exploration=0.3, playout_plies=0)
    assert given.settled(weighted) == given


# --- evaluations ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_evaluations_stand_for_shares_of_a_win(tier: str) -> None:
    """Where games end in wins and losses, in units of what evaluations are like; what is known of moves stays a chance."""
    state = mx.find_game("breakthrough:columns=5,rows=6").parse("ooooo/o..../...../...../xxxxx/xxxxx/0")  # type: ignore[attr-defined]
    given: dict[str, Any] = {"playout_plies": 0, "implicit": 0.0, "solver": False}
    measured, raw, wide = (
        searched("breakthrough:columns=5,rows=6", tier, state, 300, **given, evaluation_scale=scale) for scale in (None, 0, 1e9)
    )
    assert WIN / 10 < measured.value < WIN
    assert measured.win_probability is not None
    assert 0 < raw.value < 1_000
    assert abs(wide.value) < 1


@pytest.mark.parametrize("tier", TIERS)
def test_evaluations_of_margins_count_as_they_are(tier: str) -> None:
    """Seeds in the stores, in a game that ends by their difference."""
    found = searched("mancala", tier, None, 300, playout_plies=0, implicit=0.0)
    assert abs(found.value) < 30
    assert found.win_probability is None


@pytest.mark.parametrize("tier", TIERS)
def test_evaluations_find_a_threat_without_playouts(tier: str) -> None:
    """Backed up by minimax, they tell the move that the mean of blind results does not."""
    state = mx.find_game("dots_and_boxes:rows=2,columns=2").parse("--/|.|/--/.|./../0/0")  # type: ignore[attr-defined]
    game = in_tier("dots_and_boxes:rows=2,columns=2", tier)
    exact = mx.solve(mx.find_game("dots_and_boxes:rows=2,columns=2"), state)
    found = mx.search(game, state, simulations=400, algorithm="montecarlo", options=Options(seed=1, implicit=1.0))
    assert found.move is not None
    after = mx.solve(mx.find_game("dots_and_boxes:rows=2,columns=2"), game.play(state, found.move))
    assert after.value == exact.value


# --- playouts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("tier", TIERS)
def test_playouts_by_order_take_the_better_of_some_moves(tier: str) -> None:
    """In connect four those that threaten most, so that games end sooner; one choice is any move."""
    one, some = (searched("connect_four", tier, None, 400, playout_choices=choices, playout_plies=1_000) for choices in (1, 6))
    assert isinstance(one.details, MonteCarloDetails)
    assert isinstance(some.details, MonteCarloDetails)
    assert some.details.playout_plies < 0.8 * one.details.playout_plies
    blind = searched("connect_four", tier, None, 400, playout_choices=6, ignore={"order"})
    plain = searched("connect_four", tier, None, 400, playout_choices=1, ignore={"order"})
    assert [row.visits for row in blind.moves] == [row.visits for row in plain.moves]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"playout_choices": 0}, "expected playout_choices to be a whole number from 1 to 1,000, got 0"),
        ({"evaluation_scale": -1}, "expected evaluation_scale to be a number from 0, got -1"),
        ({"implicit": 1.5}, "expected implicit to be a number from 0 to 1, got 1.5"),
        ({"implicit": True}, "expected implicit to be a number from 0 to 1, got True"),
        ({"exploration": -1}, "expected exploration to be a number from 0, got -1"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        Options(**options)
    assert str(error.value) == message
