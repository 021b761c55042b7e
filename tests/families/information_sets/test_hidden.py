"""Games with hidden information: what is looked at, what is found, and what is refused."""

from __future__ import annotations

import threading
from random import Random
from typing import Any, cast

import pytest

import minimaxer as mx
from minimaxer_games.nim import Nim

from .games import MontyHall, Sealed, Table, Tricks

ISMCTS = mx.InformationSetOptions(seed=1)
SAMPLED = mx.SampledOptions(seed=1)
SEARCHES: list[Any] = [("ismcts", ISMCTS, mx.Limits(simulations=400)), ("sampled", SAMPLED, mx.Limits(depth=8))]


def expectation_over_deals(game: Any, state: Any) -> dict[Any, float]:
    """What each move of the root is worth to player 0 if everybody saw all from then on, over all deals alike."""
    worth: dict[Any, float] = {}
    deals = list(all_deals(game, state))
    for move in game.moves(state):
        values = [minimax(game, game.play(deal, move)) for deal in deals]
        worth[move] = sum(values) / len(values)
    return worth


def all_deals(game: Tricks, state: Table) -> Any:
    """Every state of a trick game that the mover cannot tell from this one."""
    from itertools import combinations

    mine = state.hands[state.mover]
    unseen = [card for card in range(game.cards) if card not in mine and card != state.led]
    for other in combinations(unseen, len(state.hands[1 - state.mover])):
        hands = (mine, other) if state.mover == 0 else (other, mine)
        yield state._replace(hands=hands)


def rows(game: Any, state: Any, options: Any, algorithm: str, limits: mx.Limits) -> list[tuple[Any, ...]]:
    """What a new search finds of each move."""
    engine = mx.Search(game, options, algorithm=algorithm)
    result = engine.run(state, limits)
    engine.close()
    return [(row.move, row.value, row.visits) for row in result.moves]


def play_to_the_end(game: Any, engine: mx.Search[Any, Any], state: Any, limits: mx.Limits) -> None:
    """Plays a game, looks at each move, and at what the search says of its end."""
    while game.outcome(state) is None:
        move = engine.run(None, limits).move
        assert move in game.moves(state)
        state = engine.advance(move)
    over = engine.run(state, limits)
    assert over.stop is mx.StopReason.FINISHED
    assert over.value == game.outcome(state)


def minimax(game: Any, state: Any) -> float:
    """The value with open hands."""
    outcome = game.outcome(state)
    if outcome is not None:
        return float(outcome)
    values = [minimax(game, game.play(state, move)) for move in game.moves(state)]
    return max(values) if game.player(state) == 0 else min(values)


@pytest.mark.parametrize("seed", range(6))
def test_many_deals_are_the_average_of_all(seed: int) -> None:
    game = Tricks(cards=7, held=3, seed=seed)
    state = game.initial()
    expected = expectation_over_deals(game, state)
    result = mx.solve(game, state, algorithm="sampled", options=mx.SampledOptions(seed=seed, deals=2000))
    assert {row.move: row.value for row in result.moves} == pytest.approx(expected, abs=0.12)
    for row in result.moves:
        assert row.value is not None
        assert row.error is not None
        assert abs(row.value - expected[row.move]) <= 2.2 * row.error + 1e-9
    assert result.to_dict()["deals"] == 2000
    assert result.to_dict()["different"] == len(list(all_deals(game, state)))
    assert not result.solved


def test_one_deal_is_a_search_with_open_hands() -> None:
    game = Tricks(seed=3)
    result = mx.search(game, algorithm="sampled", depth=8, options=mx.SampledOptions(deals=1, seed=5))
    deal = game.deal(game.initial(), 0, Random(5))
    everything = mx.AlphaBetaOptions(ignore={"deal"}, exact_moves=True)
    open_hands = mx.search(game, deal, depth=8, options=everything)
    assert {row.move: row.value for row in result.moves} == {row.move: row.value for row in open_hands.moves}


@pytest.mark.parametrize("combine", ["average", "vote"])
def test_who_may_choose_a_door_switches(combine: Any) -> None:
    game = MontyHall()
    state = game.play(game.play(game.initial(), 0), 1)
    result = mx.search(game, state, depth=4, algorithm="sampled", options=mx.SampledOptions(seed=1, deals=400, combine=combine))
    assert result.move == 2
    assert result.value == pytest.approx(2 / 3, abs=0.08)


def test_the_tree_of_what_is_seen_knows_that_nobody_knows() -> None:
    game = MontyHall()
    seeing_all = mx.search(game, depth=4, algorithm="sampled", options=SAMPLED)
    assert seeing_all.value == 1  # in each deal the car's place is known: strategy fusion
    seeing = mx.search(game, simulations=3000, algorithm="ismcts", options=ISMCTS)
    assert seeing.value == pytest.approx(2 / 3, abs=0.06)
    assert seeing.to_dict()["deals"] == 3000


@pytest.mark.parametrize(("algorithm", "options", "limits"), SEARCHES)
def test_nobody_looks_at_what_the_mover_cannot_see(algorithm: str, options: Any, limits: mx.Limits) -> None:
    game = Tricks(seed=2)
    sealed = game.initial()._replace(hands=(game.initial().hands[0], cast("Any", Sealed())))

    class Dealing(Tricks):
        def deal(self, state: Table, player: int, rng: Random) -> Table:
            mine = state.hands[player]
            unseen = [card for card in range(self.cards) if card not in mine and card != state.led]
            return state._replace(hands=(mine, tuple(sorted(rng.sample(unseen, len(mine))))))

        def outcome(self, state: Table) -> float | None:
            return None if state.hands[state.mover] or state.led >= 0 else state.margin

    engine = mx.Search(Dealing(seed=2), options, algorithm=algorithm)
    assert engine.run(sealed, limits).move in game.initial().hands[0]
    engine.close()


@pytest.mark.parametrize(("algorithm", "options", "limits"), SEARCHES)
def test_what_is_found_depends_on_what_is_seen_alone(algorithm: str, options: Any, limits: mx.Limits) -> None:
    game = Tricks(seed=4)
    state = game.initial()
    found = [rows(game, other, options, algorithm, limits) for other in list(all_deals(game, state))[:4]]
    assert found == [found[0]] * 4


def test_auto_deals_where_something_is_hidden() -> None:
    assert mx.search(Tricks(), simulations=50).engine == "tree/ismcts"
    assert mx.search(Tricks(), depth=3, options=mx.AlphaBetaOptions(ignore={"deal"})).engine == "tree/fixed"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"algorithm": "pvs"},
            "pvs sees the whole state, and this game hides a part of it from the player to move; take 'ismcts' or 'sampled', or "
            "ignore={'deal'} in the options, to have it look at everything",
        ),
        (
            {"algorithm": "ismcts", "options": mx.InformationSetOptions(ignore={"deal"})},
            "ismcts is for games with deal(state, player, rng), which is to be ignored; take 'auto'",
        ),
        (
            {"algorithm": "ismcts", "depth": 3},
            "ismcts looks to no depth; give simulations, nodes or seconds, or take algorithm='sampled'",
        ),
        (
            {"algorithm": "sampled", "simulations": 3},
            "simulations are counted by 'montecarlo' and 'ismcts'; give depth, nodes or seconds",
        ),
        ({"options": mx.MonteCarloOptions()}, "expected options to be InformationSetOptions(...), got MonteCarloOptions("),
        (
            {"algorithm": "ismcts", "parallel": "abdada", "threads": 2},
            "contradictory options: parallel='abdada': information-set search has one worker; leave threads and parallel out",
        ),
    ],
)
def test_what_does_not_fit_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(mx.OptionError) as caught:
        mx.search(Tricks(), **settings)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_games_without_secrets_need_no_deals(algorithm: str) -> None:
    with pytest.raises(mx.OptionError) as caught:
        mx.search(Nim(), algorithm=algorithm)
    assert str(caught.value) == f"{algorithm} is for games with deal(state, player, rng), which this one has not; take 'auto'"


def test_what_cannot_be_proven_is_not_solved_for_ever() -> None:
    with pytest.raises(mx.OptionError) as caught:
        mx.solve(Tricks())
    assert str(caught.value) == "ismcts proves nothing; give simulations, nodes or seconds, or take algorithm='sampled'"
    assert not mx.solve(Tricks(), simulations=20).solved
    assert mx.search(Tricks(), depth=1, algorithm="sampled").value_text.startswith("0 (blind: ")


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_a_move_is_given_however_little_time_there_is(algorithm: str) -> None:
    assert mx.search(Tricks(), seconds=1e-9, algorithm=algorithm).move in Tricks().initial().hands[0]


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_who_has_no_move_is_at_the_end(algorithm: str) -> None:
    class Stuck(Tricks):
        def outcome(self, state: Table) -> None:
            return None

        def stuck(self, state: Table) -> float:
            return state.margin

    game = Stuck()
    result = mx.search(game, game.initial()._replace(hands=((), ()), margin=3), algorithm=algorithm, nodes=100)
    assert (result.value, result.move, result.stop, result.solved) == (3, None, mx.StopReason.FINISHED, True)


class Wrong(Tricks):
    """A game whose `deal` gives what it was told to."""

    def __init__(self, given: Any) -> None:
        super().__init__()
        self.given = given

    def deal(self, state: Table, player: int, rng: Random) -> Any:
        return self.given


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "gave None; expected a state"),
        (Table(((1,), (2,)), -1, 1, 0), "where player 1 moves; expected one where player 0 does"),
        (Table(((), ()), -1, 0, 2), "where the game is over; expected one where it runs"),
    ],
)
def test_deals_of_another_position_are_told(algorithm: str, given: Any, message: str) -> None:
    with pytest.raises(mx.RulesError) as caught:
        mx.search(Wrong(given), algorithm=algorithm)
    assert str(caught.value).startswith("deal(Table(hands=((")
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_where_chance_decides_nobody_looks(algorithm: str) -> None:
    game = MontyHall()
    state = game.play(game.initial(), 0)
    with pytest.raises(mx.OptionError) as caught:
        mx.search(game, state, algorithm=algorithm)
    assert str(caught.value) == f"expected a state in which a player moves, whose view it is that is searched, got {state!r}"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"deals": 0}, "expected deals to be a whole number from 1 to 100,000, got 0"),
        ({"combine": "most"}, "expected combine to be one of average, vote, got 'most'"),
        ({"each": 3}, "expected each to be AlphaBetaOptions(...), for the search of each deal, got 3"),
        (
            {"each": mx.AlphaBetaOptions(choice="random_best")},
            "contradictory options: the search of each deal tells all values; leave out choice='random_best'",
        ),
        ({"seed": 1.5}, "expected seed to be a whole number, got 1.5"),
        ({"ignore": 5}, "expected ignore to be names of capabilities, got 5"),
    ],
)
def test_options_of_sampling_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(mx.OptionError) as caught:
        mx.SampledOptions(**settings)
    assert str(caught.value) == message


@pytest.mark.parametrize("given", [(0, 1), [0, 1], -2])
def test_simultaneous_moves_are_refused_by_name(given: Any) -> None:
    class Both(Nim):
        def player(self, state: Any) -> Any:
            return given

    with pytest.raises(mx.RulesError, match=r"players who choose at the same time \(simultaneous moves\) are not searched"):
        mx.search(Both())


@pytest.mark.parametrize(("algorithm", "options", "limits"), SEARCHES)
def test_whole_games_are_played(algorithm: str, options: Any, limits: mx.Limits) -> None:
    game = Tricks(seed=7)
    engine, state = mx.Search(game, options, algorithm=algorithm), game.initial()
    play_to_the_end(game, engine, state, limits)
    with pytest.raises(mx.IllegalMoveError):
        engine.advance(99)
    engine.close()


def test_equal_seeds_find_the_same() -> None:
    for algorithm, options, limits in SEARCHES:
        rows = [mx.Search(Tricks(), options, algorithm=algorithm).run(None, limits).moves for _ in range(2)]
        assert rows[0] == rows[1]


@pytest.mark.parametrize("limits", [mx.Limits(seconds=0.05), mx.Limits(nodes=300)])
@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_limits_are_kept(algorithm: str, limits: mx.Limits) -> None:
    result = mx.Search(Tricks(cards=16, held=7), algorithm=algorithm).run(None, limits)
    assert result.move is not None
    if limits.nodes is not None:
        assert result.nodes <= limits.nodes + 20


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_stopping_from_another_thread(algorithm: str) -> None:
    engine = mx.Search(Tricks(cards=20, held=10), algorithm=algorithm)
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    result = engine.run(None, mx.Limits(seconds=60))
    assert result.stop is mx.StopReason.STOPPED
    assert result.move is not None


def test_results_are_written_and_drawn() -> None:
    engine = mx.Search(Tricks(), ISMCTS, algorithm="ismcts")
    result = engine.run(None, mx.Limits(simulations=64))
    assert result.to_dict()["deals"] == 64
    assert "<svg" in str(mx.draw_tree(engine.tree))
    sampled = mx.search(Tricks(), depth=8, algorithm="sampled", options=SAMPLED)
    assert sampled.to_dict()["deals"] == 20
    assert sampled.to_dict()["deals_solved"] == 20


@pytest.mark.thorough
def test_sampling_beats_one_deal_and_lots() -> None:
    """A few games only: the figures are measured elsewhere."""
    game = Tricks(cards=12, held=5, seed=11)
    match = mx.play_match(
        game,
        [mx.Player(algorithm="sampled", limits=mx.Limits(depth=10), name="twenty"), "random"],
        rounds=20,
        openings=[Tricks(cards=12, held=5, seed=seed).initial() for seed in range(20)],
        seed=1,
    )
    assert match.points[0] > match.points[1]
