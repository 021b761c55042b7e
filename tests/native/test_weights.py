"""Weights are read at run time: other weights are the same code, and games with different ones are searched side by side."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest
from attrs import frozen

import minimaxer as mx

from ..needs import needs_llvmlite

pytestmark = needs_llvmlite
EXACT = mx.AlphaBetaOptions(table_depth="exact")


class Rows(NamedTuple):
    one: int
    other: int
    left: int
    player: int


@frozen
class Rising:
    """Eight times, add one, two or three to one's own row, or take one from the other's."""

    weights: mx.Weights = mx.Weights(row=3, odd=-2, late=1)

    def initial(self) -> Rows:
        return Rows(0, 0, 8, 0)

    def player(self, state: Rows) -> int:
        return state.player

    def moves(self, state: Rows) -> range:
        return range(4)

    def play(self, state: Rows, move: int) -> Rows:
        one, other, left, player = state
        mine, theirs = (one, other) if player == 0 else (other, one)
        mine, theirs = (mine + move, theirs) if move else (mine, theirs * 2 % 7)
        return Rows(mine, theirs, left - 1, 1) if player == 0 else Rows(theirs, mine, left - 1, 0)

    def outcome(self, state: Rows) -> int | None:
        return None if state.left else state.one - state.other

    def features(self, state: Rows) -> tuple[int, int, int]:
        return state.one - state.other, state.one % 2 - state.other % 2, state.left * (state.one % 3 - state.other % 3)


@frozen
class Written(Rising):
    """With an evaluation of its own, which reads the weights in each of the ways there are."""

    weights: mx.Weights = mx.Weights(row=0.5, odd=-0.25, late=0.125)

    def evaluate(self, state: Rows) -> float:
        row, odd, late = self.features(state)
        weights = self.weights
        place = state.left % len(weights)
        return weights.row * row + weights[1] * odd + sum(weights) * late + weights[place]


@pytest.fixture(scope="module", params=[Rising(), Written()], ids=["features", "evaluate"])
def game(request: pytest.FixtureRequest) -> Any:
    """Compiled once."""
    return mx.compile(request.param)


@pytest.mark.thorough
def test_tiers_agree_after_weights_change(game: Any) -> None:
    """Without compiling again, and while a search with other weights is kept."""
    rng = Random(1)
    kept = mx.Search(game, EXACT)
    first = kept.run(limits=mx.Limits(depth=3)).value
    for _ in range(20):
        numbers = {name: rng.randint(-9, 9) * (1 if game.weights.are_whole else 0.5) for name in game.weights.names}
        other = mx.with_weights(game, numbers)
        found = mx.search(other, depth=3, options=EXACT)
        assert found.value == mx.search(other.game, depth=3).value
        assert other.compile_seconds == 0
        assert mx.search(game, depth=3, options=EXACT).value == first
    assert kept.run(game.initial(), mx.Limits(depth=3)).value == first


def test_weights_are_no_part_of_the_code(game: Any) -> None:
    """The digest leaves their values out; what a search was saved with holds them."""
    other = mx.with_weights(game, dict.fromkeys(game.weights.names, 1 if game.weights.are_whole else 1.0))
    one, two = game.variant(), other.variant()
    assert one.digest == two.digest
    assert one.identity != two.identity


def test_a_saved_search_is_not_taken_up_with_other_weights(game: Any, tmp_path: Any) -> None:
    """Its table holds values by the old ones."""
    search = mx.Search(game, EXACT)
    search.run(limits=mx.Limits(depth=2))
    search.save(tmp_path / "saved")
    assert mx.Search.restore(tmp_path / "saved", game).run(limits=mx.Limits(depth=2)).depth == 2
    with pytest.raises(mx.errors.SavedSearchError, match="by the same rules"):
        mx.Search.restore(tmp_path / "saved", mx.with_weights(game, {"row": 7 if game.weights.are_whole else 7.0}))


def test_an_evaluation_given_beside_the_game_reads_its_weights() -> None:
    """A method of the game that is given as the evaluation goes with the new weights."""
    rules = Written()
    game = mx.compile(rules, evaluate=rules.evaluate)
    other = mx.with_weights(game, {"row": 5.0})
    assert mx.search(other, depth=2, options=EXACT).value == mx.search(mx.with_weights(rules, {"row": 5.0}), depth=2).value


def test_compiled_games_are_tuned(game: Any) -> None:
    """Natively, without compiling for new weights, and with the same result each time."""
    settings: dict[str, Any] = {
        "player": mx.Player(limits=mx.Limits(nodes=50)),
        "games": 12,
        "rounds": 2,
        "test_rounds": 4,
        "openings": 2,
    }
    with ThreadPoolExecutor(1) as team:
        one, other = (mx.tune(game, **settings, executor=team) for _ in range(2))
    assert one.rounds == other.rounds
    assert one.weights != game.weights
    assert one.match is not None
    assert not one.match.forfeits
    assert mx.with_weights(game, one.weights).compile_seconds == 0


def test_a_game_compiled_with_another_evaluation_is_not_tuned() -> None:
    """Its weights are not what is searched with."""
    rules = Written()
    with pytest.raises(mx.OptionError, match=r"expected a game compiled with its own evaluation, .* leave evaluate= out$"):
        mx.tune(mx.compile(rules, evaluate=rules.evaluate))


class Within(Rising):
    kept: ClassVar = (mx.Weights(row=1),)

    def evaluate(self, state: Rows) -> float:
        return self.kept[0].row * state.one


class Misspelt(Rising):
    def evaluate(self, state: Rows) -> float:
        return self.weights.rows * state.one


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Within(), "reads weights that are made anew, or kept within something else; keep them in an attribute of the game"),
        (Misspelt(), "there is no weight 'rows'; known: row, odd, late"),
    ],
)
def test_weights_that_cannot_be_read_are_refused(game: Any, told: str) -> None:
    """In words that say what to do."""
    with pytest.raises(mx.CompileError, match=told):
        mx.compile(game)
