"""Monte Carlo tree search in both tiers: what is proven is true, means are those of playouts, trees are kept and bounded."""

from __future__ import annotations

import json
import math
import threading
from functools import cache
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.base.scores import LOSS, WIN
from minimaxer.errors import OptionError, RulesError
from minimaxer.families.montecarlo.options import MonteCarloDetails
from minimaxer.game.protocol import CHANCE
from minimaxer.native import compile_game

from ... import refdata
from ...native.random_places import PARTIES, Dice, Duel, Place, place_of
from ...needs import HAS_LLVMLITE
from ...processes import threads_since

TIERS = [
    "tree",
    pytest.param("compiled", marks=pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")),
]
Options = mx.MonteCarloOptions


def in_tiers(*names: Any, compiled: int = 1) -> list[Any]:
    """Games in tiers: all on a tree, the first ones natively too, since compiling takes seconds."""
    return [
        pytest.param(
            name,
            "tree" if isinstance(tier, str) else "compiled",
            id=f"{getattr(name, '__name__', name)} {number}",
            marks=getattr(tier, "marks", ()),
        )
        for number, tier in enumerate(TIERS)
        for place, name in enumerate(names)
        if number == 0 or place < compiled
    ]


@cache
def in_tier(kind: Any, tier: str) -> Any:
    """The game, compiled where that is asked for."""
    game = mx.find_game(kind) if isinstance(kind, str) else kind()
    return compile_game(game) if tier == "compiled" else game


def searched(kind: Any, tier: str, state: Any = None, simulations: int = 2_000, **options: Any) -> mx.SearchResult[Any]:
    """The result of a search with a seed."""
    given: dict[str, Any] = {"seed": 1, "memory": "64MB"} | options
    engine = mx.Search(in_tier(kind, tier), Options(**given), algorithm="montecarlo")
    try:
        return engine.run(state, mx.Limits(simulations=simulations))
    finally:
        engine.close()


def best(game: Any, state: Any) -> float:
    """The outcome under best play, for player 0, or its average where chance decides."""
    outcome = game.outcome(state)
    if outcome is not None:
        return float(outcome)
    player = game.player(state)
    if player == CHANCE:
        return math.fsum(chance * best(game, game.play(state, move)) for move, chance in game.chances(state))
    return (max, min)[player](best(game, game.play(state, move)) for move in game.moves(state))


def equilibria(game: Any, state: Any) -> set[tuple[float, ...]]:
    """All payoffs of best play by more than two, however ties are broken."""
    outcome = game.outcome(state)
    moves = [] if outcome is not None else list(game.moves(state))
    if outcome is None and not moves:
        outcome = game.stuck(state)
    if outcome is not None:
        return {tuple(outcome)}
    after = [equilibria(game, game.play(state, move)) for move in moves]
    mover = game.player(state)
    least = [min(each[mover] for each in found) for found in after]
    return {
        each
        for number, found in enumerate(after)
        for each in found
        if all(each[mover] >= low for other, low in enumerate(least) if other != number)
    }


# --- what is proven ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_what_is_proven_is_true(tier: str) -> None:
    """Of random trees with wins, margins and irregular turns: the root, and each of its moves; all are proven in the end."""
    game: Any = Duel()
    for seed in range(150):
        state = place_of(seed)
        if game.outcome(state) is not None:
            continue
        found = searched(Duel, tier, state, 20 + 13 * seed)
        for row in found.moves:
            if row.bound is mx.Bound.EXACT:
                assert row.value == best(game, game.play(state, row.move)), (seed, row)
                assert row.error == 0
        if found.solved:
            assert found.value == best(game, state), seed
            assert best(game, game.play(state, found.move)) == found.value, seed
    everything = searched(Duel, tier, place_of(7), 1_000_000)
    assert everything.solved
    assert everything.stop is mx.StopReason.SOLVED
    assert everything.value == best(game, place_of(7))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "tier"), in_tiers("tic_tac_toe", "kalah_paper:houses=2,seeds=2", "nim", "domineering:rows=3,columns=4", compiled=2)
)
def test_small_games_are_solved(name: str, tier: str) -> None:
    """As the solver solves them."""
    found = mx.Search(in_tier(name, tier), Options(seed=2), algorithm="montecarlo").solve()
    exact = mx.solve(mx.find_game(name))
    assert found.solved
    if mx.is_decisive(exact.value):
        assert found.value == (WIN if exact.value > 0 else LOSS)
        assert found.winner == exact.winner
    else:
        assert found.value == exact.value


@pytest.mark.thorough
@pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
@pytest.mark.parametrize(
    "name",
    ["connect_four:width=5,height=4", "tic_tac_toe", "domineering:rows=4,columns=4", "kalah_paper:houses=3,seeds=2", "nim"],
)
def test_what_is_proven_of_many_positions_is_what_the_solver_says(name: str) -> None:
    """200 positions of random games each: every move that is proven, and the root."""
    game, rng, seen = mx.find_game(name), Random(1), 0
    while seen < 200:
        state = game.initial()
        for _ in range(rng.randint(0, 14)):
            if game.outcome(state) is not None:
                break
            state = game.play(state, rng.choice(list(game.moves(state))))
        if game.outcome(state) is not None:
            continue
        seen += 1
        found = searched(name, "compiled", state, rng.choice((50, 500, 5_000)), seed=seen)
        exact = {
            row.move: row.value
            for row in mx.Search(in_tier(name, "compiled"), mx.AlphaBetaOptions(exact_moves=True)).solve(state).moves
        }
        for row in found.moves:
            if row.bound is mx.Bound.EXACT:
                value = exact[row.move]
                assert value is not None
                assert row.value == (WIN if value > 0 else LOSS) if mx.is_decisive(value) else row.value == value, (state, row)


@pytest.mark.thorough
@pytest.mark.parametrize("tier", TIERS)
def test_stops_and_moves_leave_nothing_behind(tier: str) -> None:
    """At random moments: results stay legal, trees stay within their memory, and threads end with the search."""
    rng, game, begun = Random(7), in_tier("connect_four", tier), threads_since()
    engine = mx.Search(game, Options(seed=1, memory="1MB"), algorithm="montecarlo")
    state = game.initial()
    for _ in range(100 if tier == "compiled" else 30):
        timer = threading.Timer(rng.random() * 0.01, engine.stop)
        timer.start()
        found = engine.run(state, mx.Limits(seconds=5))
        timer.join()
        assert engine.size_bytes < 2_000_000
        assert found.move in game.moves(state)
        state = engine.advance(rng.choice(list(game.moves(state))))
        if game.outcome(state) is not None:
            state = game.initial()
    engine.close()
    assert begun() == 0


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "tier"), in_tiers(*(each for each in PARTIES if not hasattr(each, "chances")), compiled=2))
def test_payoffs_of_many_that_are_proven_are_an_equilibrium(kind: Any, tier: str) -> None:
    """Whatever way ties are broken; and some are proven."""
    game, proven = kind(), 0
    for seed in range(40):
        state = place_of(seed)
        found = searched(kind, tier, state, 3_000)
        if found.solved and found.stop is not mx.StopReason.FINISHED:
            proven += 1
            assert found.payoffs is not None
            assert tuple(found.payoffs) in equilibria(game, state), (seed, found)
    assert proven > 5


@pytest.mark.parametrize("tier", TIERS)
def test_a_proven_move_is_never_left_for_a_worse_one(tier: str) -> None:
    """A win that is there is played, however seldom it was visited, and a loss that is proven is not, while another is open."""
    won = mx.find_game("connect_four")
    state: Any = won.parse("xxx/ooo/////")  # type: ignore[attr-defined]
    found = searched("connect_four", tier, state, 200)
    assert won.outcome(won.play(state, found.move)) == WIN or found.solved
    for seed in range(60):
        state = place_of(seed)
        if Duel().outcome(state) is not None:
            continue
        found = searched(Duel, tier, state, 60)
        sign = 1 if Duel().player(state) == 0 else -1
        proven = [sign * row.value for row in found.moves if row.bound is mx.Bound.EXACT and row.value is not None]
        chosen = found.moves[0]
        assert chosen.move == found.move
        assert chosen.value is not None
        assert not proven or sign * chosen.value >= max(proven), (seed, found.moves)


# --- what is not ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_without_the_solver_means_lie_in_their_error(tier: str) -> None:
    """Dice: a root where chance decides is the average of playouts, which plain enumeration knows for two plies."""
    game = Dice()
    seeds = [seed for seed in range(80) if game.outcome(place_of(seed)) is None and game.player(place_of(seed)) == CHANCE][:8]
    for seed in seeds:
        state = place_of(seed)
        found = searched(Dice, tier, state, 4_000, solver=False)
        assert found.move is None
        assert [row.probability for row in found.moves] == sorted((row.probability for row in found.moves), reverse=True)  # type: ignore[type-var]
        for row in found.moves:
            assert row.visits is not None
            assert row.probability is not None
            expected = 4_000 * row.probability
            assert abs(row.visits - expected) < 6 * math.sqrt(expected) + 1
        mean = sum((row.visits or 0) * (row.value or 0) for row in found.moves) / 4_000
        assert found.value == pytest.approx(mean, rel=1e-6, abs=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("tier", TIERS)
def test_the_best_move_is_found_in_the_end_also_without_proofs(tier: str) -> None:
    """On random trees the share of visits of optimal moves grows towards 1."""
    game, shares = Duel(), []
    for seed in range(30):
        state = place_of(seed)
        if game.outcome(state) is not None:
            continue
        value = best(game, state)
        good = {move for move in game.moves(state) if best(game, game.play(state, move)) == value}
        found = searched(Duel, tier, state, 20_000 if tier == "compiled" else 3_000, solver=False, exploration=1)
        shares.append(
            sum(row.visits or 0 for row in found.moves if row.move in good) / sum(row.visits or 0 for row in found.moves)
        )
    assert sum(shares) / len(shares) > 0.85


class PGame:
    """A tree whose edges add up: the sign of the sum at the leaf says who wins. Source: of the rows, refdata says how."""

    def __init__(self, branching: int, depth: int, seed: int) -> None:
        self.branching, self.depth, self.seed = branching, depth, seed

    def initial(self) -> tuple[int, int, int]:
        return 0, 0, 0

    def player(self, state: tuple[int, int, int]) -> int:
        return state[1] % 2

    def moves(self, state: tuple[int, int, int]) -> range:
        return range(self.branching)

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        node, ply, total = state
        child = node * self.branching + 1 + move
        value = _split_mix((self.seed << 40) ^ child) % 128
        return child, ply + 1, total + (value if ply % 2 == 0 else -value)

    def outcome(self, state: tuple[int, int, int]) -> int | None:
        if state[1] < self.depth:
            return None
        return WIN if state[2] > 0 else LOSS if state[2] < 0 else 0


def _split_mix(x: int) -> int:
    x = x + 0x9E3779B97F4A7C15 & 2**64 - 1
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
    x = (x ^ x >> 27) * 0x94D049BB133111EB & 2**64 - 1
    return x ^ x >> 31


def p_games() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(refdata.path("mcts/p_games.json").read_text())["rows"]
    return found


def test_p_games_of_others_are_played_well() -> None:
    """Also those in which random play deceives: with proofs, the value of the tree is found and a best move played."""
    rows = p_games()
    for row in [*[row for row in rows if row["deceptive"]][:12], *rows[::12]]:
        game = PGame(row["branching"], row["depth"], row["seed"])
        engine = mx.Search(game, Options(seed=1), algorithm="montecarlo")
        found = engine.run(limits=mx.Limits(simulations=20_000))
        assert row["move_values"][found.move] == row["value"], row
        if found.solved:
            assert found.value == WIN * row["value"]


# --- searches that go on ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "tier"), in_tiers("connect_four", "pig:goal=15", "chinese_checkers:rounds=3,size=1", compiled=2)
)
def test_the_tree_is_kept_through_a_game(name: str, tier: str) -> None:
    """What is below the move that was played is known at once; the rest is dropped, and no state is one of another game."""
    game = in_tier(name, tier)
    engine = mx.Search(game, Options(seed=3, memory="16MB"), algorithm="montecarlo")
    rng, state = Random(1), game.initial()
    for _ in range(12):
        found = engine.run(None, mx.Limits(simulations=150))
        if found.stop is mx.StopReason.FINISHED:
            break
        row = max(found.moves, key=lambda each: each.visits or 0) if rng.random() < 0.7 else rng.choice(found.moves)
        state = game.play(state, row.move)
        assert engine.advance(row.move) == state
        if row.visits and game.outcome(state) is None:
            after = engine.run(None, mx.Limits(simulations=1))
            assert isinstance(after.details, MonteCarloDetails)
            assert row.visits <= after.details.visits <= row.visits + 1 or after.solved
    engine.close()


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("nodes", [30, 100])
def test_short_searches_add_up(tier: str, nodes: int) -> None:
    """Whatever a search has to measure first: the next one continues where it stopped, as long as a simulation fits in."""
    engine = mx.Search(in_tier("nim", tier), Options(seed=1), algorithm="montecarlo")
    searches = (engine.run(None, mx.Limits(nodes=nodes)) for _ in range(2_000))
    assert any(found.solved for found in searches)
    engine.close()


@pytest.mark.parametrize("tier", TIERS)
def test_memory_is_bounded(tier: str) -> None:
    """The tree fills what it may, and no more; simulations go on."""
    engine = mx.Search(in_tier("connect_four", tier), Options(seed=1, memory="256KB"), algorithm="montecarlo")
    found = engine.run(limits=mx.Limits(simulations=20_000 if tier == "compiled" else 3_000))
    assert isinstance(found.details, MonteCarloDetails)
    assert found.details.simulations == (20_000 if tier == "compiled" else 3_000)
    assert 0.3 < found.details.memory_full <= 1.1
    assert engine.size_bytes < (270_000 if tier == "compiled" else 400_000)  # where the sizes of nodes are sampled
    engine.close()


@pytest.mark.parametrize("tier", TIERS)
def test_it_stops_when_asked(tier: str) -> None:
    """By nodes, by time, and from another thread; the result is one all the same."""
    engine = mx.Search(in_tier("connect_four", tier), Options(seed=1, memory="16MB"), algorithm="montecarlo")
    assert engine.run(None, mx.Limits(nodes=500)).stop is mx.StopReason.NODES
    assert engine.run(None, mx.Limits(seconds=0.02)).stop is mx.StopReason.SECONDS
    timer = threading.Timer(0.05, engine.stop)
    timer.start()
    found = engine.run(None, mx.Limits(seconds=60))
    timer.join()
    assert found.stop is mx.StopReason.STOPPED
    assert found.move in range(7)
    engine.close()


@pytest.mark.parametrize("tier", TIERS)
def test_results_come_as_the_search_goes_on(tier: str) -> None:
    """After so many simulations, twice as many, and so on; the last says why it ended."""
    engine = mx.Search(in_tier("connect_four", tier), Options(seed=1, memory="16MB"), algorithm="montecarlo")
    results = list(engine.iterate(None, mx.Limits(simulations=3_000)))
    done = [result.details.simulations for result in results if isinstance(result.details, MonteCarloDetails)]
    assert done == ([1_024, 2_048, 3_000] if tier == "compiled" else [64, 128, 256, 512, 1_024, 2_048, 3_000])
    assert results[-1].stop is mx.StopReason.SIMULATIONS
    data = json.loads(json.dumps(results[-1].to_dict()))
    assert data["simulations"] == 3_000
    assert data["moves"][0]["visits"] == max(row["visits"] for row in data["moves"])
    assert data["win_probability"] == pytest.approx((results[-1].value / WIN + 1) / 2)
    engine.close()


@pytest.mark.parametrize("tier", TIERS)
def test_the_same_seed_gives_the_same_search(tier: str) -> None:
    """And another one another; weighted choices are drawn by visits."""
    one, same, other = (searched("connect_four", tier, None, 700, seed=seed) for seed in (5, 5, 6))
    assert [(row.move, row.visits, row.value) for row in one.moves] == [(row.move, row.visits, row.value) for row in same.moves]
    assert [(row.move, row.visits) for row in one.moves] != [(row.move, row.visits) for row in other.moves]
    drawn = {searched("connect_four", tier, None, 40, seed=seed, choice="weighted").move for seed in range(25)}
    assert len(drawn) > 3


@pytest.mark.parametrize("tier", TIERS)
def test_playouts_take_wins_where_they_should_and_end_somewhere(tier: str) -> None:
    """With `decisive` a playout wins at once; one that is cut short counts by the evaluation."""
    state = mx.find_game("connect_four").parse("xx/o/x//oo//")  # type: ignore[attr-defined]
    plain, decisive = (searched("connect_four", tier, state, 500, decisive=each) for each in (False, True))
    assert isinstance(plain.details, MonteCarloDetails)
    assert isinstance(decisive.details, MonteCarloDetails)
    assert decisive.details.playout_plies < plain.details.playout_plies
    short = searched("kalah_paper:houses=2,seeds=2", tier, None, 300, playout_plies=1)
    assert isinstance(short.details, MonteCarloDetails)
    assert short.details.playout_plies <= 1
    assert abs(short.value) < 10


@pytest.mark.parametrize("tier", TIERS)
def test_a_finished_game_has_its_outcome(tier: str) -> None:
    state = mx.find_game("tic_tac_toe").parse("xxxoo....")  # type: ignore[attr-defined]
    found = searched("tic_tac_toe", tier, state)
    assert (found.stop, found.value, found.move, found.moves, found.solved) == (mx.StopReason.FINISHED, WIN, None, (), True)


def test_a_selection_of_ones_own_is_followed() -> None:
    """A function of the node and the exploration; on a tree only."""

    def greedy(node: Any, exploration: float) -> Any:
        return max(node.children, key=lambda child: child.payoffs[node.player] if child.payoffs else math.inf)

    found = searched("tic_tac_toe", "tree", None, 300, selection=greedy, solver=False)
    visits = sorted((row.visits or 0 for row in found.moves), reverse=True)
    assert visits[0] > 150
    if HAS_LLVMLITE:
        with pytest.raises(OptionError) as error:
            mx.Search(in_tier("tic_tac_toe", "compiled"), Options(selection=greedy), algorithm="montecarlo")
        assert str(error.value) == (
            "a selection of your own is for trees; leave selection out, or give the game that is not compiled"
        )


@pytest.mark.parametrize("tier", TIERS)
def test_rules_that_break_are_told(tier: str) -> None:
    """In the words of other searches, and the search can be used again."""

    class Stops(Duel):
        def moves(self, place: Place) -> Any:
            yield from range(0 if place.ply == 3 else 2)

        def outcome(self, place: Place) -> int | None:
            return 0 if place.ply > 6 else None

    game = compile_game(Stops()) if tier == "compiled" else Stops()
    engine: mx.Search[Any, Any] = mx.Search(game, Options(seed=1), algorithm="montecarlo")
    for _ in range(2):
        with pytest.raises(RulesError, match="is empty although outcome"):
            engine.run(None, mx.Limits(simulations=500))


class Strange(Duel):
    """A game that names a player that there is not, somewhere in its middle."""

    def player(self, place: Place) -> int:
        return 7 if place.ply == 4 else place.ply % 2

    def outcome(self, place: Place) -> int | None:
        return 0 if place.ply > 6 else None


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("decisive", [False, True])
def test_a_player_that_there_is_not_is_noticed_in_playouts(tier: str, decisive: bool) -> None:
    """Also before the tree has come there."""
    game = compile_game(Strange(), check=False) if tier == "compiled" else Strange()
    engine: mx.Search[Any, Any] = mx.Search(game, Options(seed=1, decisive=decisive), algorithm="montecarlo")
    with pytest.raises(RulesError, match="gave 7; expected 0 or 1"):
        engine.run(None, mx.Limits(simulations=3))
    engine.close()


def test_a_selection_that_gives_no_child_is_refused() -> None:
    with pytest.raises(OptionError) as error:
        searched("tic_tac_toe", "tree", None, 300, selection=lambda node, exploration: None)
    assert str(error.value) == "expected selection to give one of the node's children, got None"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exploration": -1}, "expected exploration to be a number from 0, got -1"),
        ({"playout_plies": -1}, "expected playout_plies to be a whole number from 0 to 16,384, got -1"),
        ({"solver": 1}, "expected solver to be True or False, got 1"),
        ({"choice": "any"}, "expected choice to be one of best, weighted, got 'any'"),
        (
            {"selection": "max"},
            "expected selection to be one of auto, uct, puct, or a function of a node and the exploration, got 'max'",
        ),
        ({"seed": 1.5}, "expected seed to be a whole number, got 1.5"),
        ({"memory": "1KB"}, "expected memory to be a size from 64KB, such as '512MB', got '1KB'"),
        ({"ignore": "speed"}, "expected names of capabilities to ignore, got speed; known: "),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        Options(**options)
    assert str(error.value).startswith(message)


def test_wrong_limits_and_families_are_refused() -> None:
    game = mx.find_game("tic_tac_toe")
    for call, message in (
        (
            lambda: mx.search(game, depth=3, algorithm="montecarlo"),
            "playouts look to no depth; give simulations, nodes or seconds",
        ),
        (
            lambda: mx.Search(game).run(None, mx.Limits(simulations=3)),
            "simulations are counted by 'montecarlo' and 'ismcts'; give depth, nodes or seconds",
        ),
        (
            lambda: mx.Search(game, mx.AlphaBetaOptions(killers=True), algorithm="montecarlo"),
            "expected options to be MonteCarloOptions(...), got ",
        ),
        (lambda: mx.Search(game, Options()), "expected options to be AlphaBetaOptions(...), got "),
    ):
        with pytest.raises(OptionError) as error:
            call()
        assert str(error.value).startswith(message)


def test_trees_are_shown() -> None:
    """As text and as pictures: visits, means, and what is proven; with dice, and with three players."""
    for name, words in (
        ("tic_tac_toe", ("root: player 0, 300 visits, on average ", "  *", " visits</text>", "line expected")),
        ("pig:goal=3", ("chance", "over, ")),
        ("chinese_checkers:rounds=2", ("on average (",)),
    ):
        engine = mx.Search(mx.find_game(name), Options(seed=1), algorithm="montecarlo")
        engine.run(None, mx.Limits(simulations=300))
        shown = engine.tree.render(depth=3) + str(mx.draw_tree(engine.tree, nodes=60))
        assert all(word in shown for word in words), name
    engine = mx.Search(mx.find_game("nim:heaps=1+1"), Options(seed=1), algorithm="montecarlo")
    engine.run(None, mx.Limits(simulations=50))
    assert "root: player 0, " in engine.tree.render()
    assert engine.tree.render().splitlines()[0].endswith(", solved")
    assert "= " in str(mx.draw_tree(engine.tree))


def test_one_worker_searches_on_a_tree_and_says_so() -> None:
    """However many are asked for; a scheme for several is refused."""
    game = in_tier("tic_tac_toe", "tree")
    found = mx.Search(game, algorithm="montecarlo", threads=2).run(None, mx.Limits(simulations=20))
    assert found.workers is not None
    assert (found.workers.asked, found.workers.used, found.workers.note) == (
        2,
        1,
        "Monte Carlo tree search of rules in Python has one worker; give mx.compile(game), or leave threads out",
    )
    with pytest.raises(OptionError) as error:
        mx.Search(game, algorithm="montecarlo", threads=2, parallel="processes")
    assert str(error.value) == (
        "contradictory options: parallel='processes': Monte Carlo tree search shares its tree in one way; leave parallel out"
    )


def test_changed_options_are_told() -> None:
    assert Options(exploration=0.5, decisive=True).changed() == {"exploration": 0.5, "decisive": True}
    player = mx.Player(limits=mx.Limits(simulations=50), algorithm="montecarlo", options=Options(exploration=0.5))  # type: ignore[var-annotated]
    assert player.name == "simulations=50 algorithm=montecarlo exploration=0.5"
    assert player.is_random
