"""Random games and the balance of a game: against plain random games here, and against distributions that are known."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.play.balance import GAMES, Mean, Playouts
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

from ..native.games import FloatGame, StuckGame
from ..needs import needs_llvmlite
from ..random_trees import StuckTree

TIERS: Final = ["tree", pytest.param("compiled", marks=needs_llvmlite)]
"""Both tiers, the native one where it can be."""


def in_tier(game: Any, tier: str) -> Any:
    """The game, compiled or not."""
    return mx.compile(game) if tier == "compiled" else game


def plain(game: Any, number: int, seed: int) -> tuple[Counter[Any], Counter[int], Counter[int]]:
    """Outcomes, lengths and numbers of moves of random games, played here in the plainest way."""
    rng = Random(seed)
    outcomes, lengths, turns = Counter[Any](), Counter[int](), Counter[int]()
    for _ in range(number):
        state, plies = game.initial(), 0
        while (outcome := game.outcome(state)) is None:
            if game.player(state) == mx.CHANCE:
                moves, weights = zip(*game.chances(state), strict=True)
                (move,) = rng.choices(moves, weights)
            else:
                legal = list(game.moves(state))
                if not legal:
                    outcome = game.stuck(state)
                    break
                turns[len(legal)] += 1
                move = rng.choice(legal)
            state, plies = game.play(state, move), plies + 1
        outcomes[outcome] += 1
        lengths[plies] += 1
    return outcomes, lengths, turns


def differ(one: list[float], other: list[float]) -> float:
    """The deviations by which the chi-square of two rows of counts lies above what it is expected to be."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a + b > 0]
    scale = math.sqrt(sum(b for _, b in pairs) / sum(a for a, _ in pairs))
    chi = sum((a * scale - b / scale) ** 2 / (a + b) for a, b in pairs)
    freedom = len(pairs) - 1
    return (chi - freedom) / math.sqrt(2 * max(1, freedom))


def same_mean(found: Mean, counts: Counter[Any], value: Callable[[Any], float]) -> bool:
    """True if an average is within four standard errors of that of counts."""
    number = counts.total()
    mean = sum(value(each) * count for each, count in counts.items()) / number
    spread = math.sqrt(sum(count * (value(each) - mean) ** 2 for each, count in counts.items())) / number
    return abs(found.value - mean) <= 4 * math.hypot(found.error, spread) + 1e-12


class Two(NamedTuple):
    """Two numbers that the players chose, -1 for none."""

    first: int = -1
    second: int = -1


class Higher:
    """Each player chooses one of two or three numbers; the higher one wins. First move 0 never wins, move 2 wins two of three."""

    def initial(self) -> Two:
        return Two()

    def player(self, state: Two) -> int:
        return 0 if state.first < 0 else 1

    def moves(self, state: Two) -> range:
        return range(4) if state.first < 0 else range(1 if state.first == 0 else 3)

    def play(self, state: Two, move: int) -> Two:
        return Two(move, -1) if state.first < 0 else Two(state.first, move)

    def outcome(self, state: Two) -> int | None:
        if state.second < 0:
            return None
        return mx.WIN if state.first > state.second else mx.LOSS if state.first < state.second else mx.DRAW


class Thrown(NamedTuple):
    """What a die showed, 0 before it was thrown, and whether the player has taken it."""

    face: int = 0
    taken: bool = False


class Die:
    """Chance throws a die with odds 1, 2, 3; the only player has one move, which brings that much."""

    players = 2
    value_range = (-3, 3)

    def initial(self) -> Thrown:
        return Thrown()

    def player(self, state: Thrown) -> int:
        return mx.CHANCE if state.face == 0 else 0

    def chances(self, state: Thrown) -> Iterator[tuple[int, float]]:
        for face in (1, 2, 3):
            yield face, face / 6

    def moves(self, state: Thrown) -> tuple[int, ...]:
        return (0,)

    def play(self, state: Thrown, move: int) -> Thrown:
        return Thrown(move, False) if state.face == 0 else Thrown(state.face, True)

    def outcome(self, state: Thrown) -> int | None:
        return (0, -1, 2, 3)[state.face] if state.taken else None


class Endless:
    """A walk that ends in one case of a thousand."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state & 1

    def moves(self, state: int) -> range:
        return range(1, 3)

    def play(self, state: int, move: int) -> int:
        return (state + move) % 1_000_000

    def outcome(self, state: int) -> int | None:
        return mx.WIN if state == 999_999 else None


class Party:
    """Three players choose one of two moves each; payoffs add up to 6."""

    players = 3
    payoff_sum = 6

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[0]

    def moves(self, state: tuple[int, int]) -> range:
        return range(2)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + 1, state[1] + move

    def outcome(self, state: tuple[int, int]) -> tuple[int, int, int] | None:
        if state[0] < 3:
            return None
        return (6, 0, 0) if state[1] == 0 else (2, 2, 2) if state[1] == 3 else (1, 2, 3)


@pytest.mark.parametrize("tier", TIERS)
def test_a_small_game_has_its_known_shares(tier: str) -> None:
    """Of wins, by first move too; lengths and turns are exact."""
    found = mx.playouts(in_tier(Higher(), tier), games=4_000, seed=3)
    assert (found.tier, found.player, found.games) == (tier, "random", 4_000)
    assert (found.plies, found.lengths) == (Mean(2.0, 0.0, 4_000), (2,) * 7)
    assert (found.most_moves, found.cut.value, found.payoffs, found.played) == (4, 0.0, (), None)
    shares = {"0": (0, 1), "1": (1, 1), "2": (2, 1), "3": (3, 0)}
    assert list(found.first_moves) == list(shares)
    assert sum(each.games for each in found.first_moves.values()) == 4_000
    for move, (won, _) in shares.items():
        mean = found.first_moves[move]
        number = 1 if move == "0" else 3
        assert abs(mean.games - 1_000) < 4 * math.sqrt(4_000 * 0.25 * 0.75)
        expected = float(Fraction(won, number))
        assert abs(mean.value - expected) <= 4 * math.sqrt(expected * (1 - expected) / mean.games)
        assert mean.error == pytest.approx(math.sqrt(mean.value * (1 - mean.value) / mean.games))
    draws = Fraction(1, 4) * (1 + Fraction(1, 3) + Fraction(1, 3))
    assert abs(found.draws.value - draws) < 4 * found.draws.error
    assert sum(each.value for each in found.wins) + found.draws.value == pytest.approx(1)
    assert found.forced == pytest.approx(found.first_moves["0"].games / 8_000)
    assert found.branching == pytest.approx((4 + 3) / 2 - found.first_moves["0"].games / 4_000)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("game", "number"),
    [
        (TicTacToe(), 1_500),
        (ConnectFour(width=5, height=4), 800),
        (Pig(goal=20), 600),
        (StuckGame(), 1_500),
        (FloatGame(), 1_500),
    ],
    ids=lambda each: type(each).__name__,
)
def test_games_are_those_of_plain_play(game: Any, number: int, tier: str) -> None:
    """The same results, lengths and choice, up to what is due to chance: also with dice, margins and ends without a move."""
    games = number if tier == "tree" else 10 * number
    found = mx.playouts(in_tier(game, tier), games=games, seed=5)
    outcomes, lengths, turns = plain(game, number, seed=7)
    results = [sum(count for each, count in outcomes.items() if wins(each)) for wins in (_won, _lost, _drawn)]
    shares = [found.wins[0], found.wins[1], found.draws]
    assert differ([share.value * games for share in shares], [float(count) for count in results]) < 4
    assert same_mean(found.plies, lengths, float)
    mean = sum(moves * count for moves, count in turns.items()) / turns.total()
    assert found.branching == pytest.approx(mean, rel=0.05)
    assert found.forced == pytest.approx(turns[1] / turns.total(), abs=0.03)
    if found.payoffs:
        assert same_mean(found.payoffs[0], outcomes, float)
    assert bool(found.payoffs) == any(each not in (mx.WIN, mx.LOSS, mx.DRAW) for each in outcomes)


def _won(outcome: float) -> bool:
    return outcome > 0


def _lost(outcome: float) -> bool:
    return outcome < 0


def _drawn(outcome: float) -> bool:
    return outcome == 0


@needs_llvmlite
def test_results_and_lengths_are_distributed_as_in_plain_play() -> None:
    """By a chi-square over each length with each result; the quantiles of lengths are those of plain play."""
    from minimaxer.native.perft import RandomPlayer

    game = ConnectFour(width=4, height=4)
    outcomes, lengths, _ = plain(game, 3_000, seed=1)
    player = RandomPlayer(mx.compile(game), game.initial(), 2_000)
    rows = [row for seed in range(6) for row in player.play(500, seed)]
    player.close()
    assert player.turns.total() == sum(plies for *_, plies in rows)
    both: list[tuple[Counter[Any], Counter[Any]]] = [
        (Counter(plies for *_, plies in rows), lengths),
        (Counter(payoffs[0] for _, payoffs, _ in rows), outcomes),
    ]
    for native, python in both:
        keys = sorted(native.keys() | python.keys())
        assert differ([float(native[key]) for key in keys], [float(python[key]) for key in keys]) < 4
    found, rows_in_order = mx.playouts(mx.compile(game), games=3_000, seed=2), sorted(lengths.elements())
    assert (found.lengths[0], found.lengths[-1]) == (rows_in_order[0], rows_in_order[-1])
    for quantile, part in zip(found.lengths[1:-1], (5, 25, 50, 75, 95), strict=True):
        share = sum(length <= quantile for length in rows_in_order) / 3_000
        below = sum(length < quantile for length in rows_in_order) / 3_000
        assert below - 0.04 < part / 100 < share + 0.04


@pytest.mark.parametrize(("tier", "games"), [("tree", 1_000), pytest.param("compiled", 100_000, marks=needs_llvmlite)])
def test_tic_tac_toe_has_its_exact_shares(tier: str, games: int) -> None:
    """Those that follow from counting all games, each as likely as its moves together."""
    shares = {mx.WIN: Fraction(737, 1260), mx.LOSS: Fraction(121, 420), mx.DRAW: Fraction(8, 63)}
    assert sum(shares.values()) == 1
    found = mx.playouts(in_tier(TicTacToe(), tier), games=games, seed=11)
    for mean, share in zip((*found.wins, found.draws), shares.values(), strict=True):
        assert abs(mean.value - share) < 4 * mean.error


@pytest.mark.parametrize("tier", TIERS)
def test_chance_begins_and_pays(tier: str) -> None:
    """Outcomes are drawn by their odds, are plies, and are no turns; there is no table of first moves."""
    found = mx.playouts(in_tier(Die(), tier), games=3_000, seed=1)
    assert (found.first_moves, found.forced, found.branching, found.most_moves) == ({}, 1.0, 1.0, 1)
    assert found.plies.value == 2
    expected = (-1 * 1 + 2 * 2 + 3 * 3) / 6
    assert abs(found.payoffs[0].value - expected) < 4 * found.payoffs[0].error
    assert abs(found.wins[0].value - 5 / 6) < 4 * found.wins[0].error


@pytest.mark.parametrize("tier", TIERS)
def test_three_players_have_payoffs(tier: str) -> None:
    """One for each, and whoever has the highest wins."""
    found = mx.playouts(in_tier(Party(), tier), games=2_000, seed=4)
    assert sum(each.value for each in found.payoffs) == pytest.approx(6)
    for mean, expected in zip(found.payoffs, (14 / 8, 14 / 8, 20 / 8), strict=True):
        assert abs(mean.value - expected) < 4 * mean.error
    for won, expected in zip((*found.wins, found.draws), (1 / 8, 0, 6 / 8, 1 / 8), strict=True):
        assert abs(won.value - expected) <= 4 * won.error
    assert "payoff of player 2" in str(found)


@pytest.mark.parametrize("tier", TIERS)
def test_passes_are_turns_with_one_move(tier: str) -> None:
    """As the rules list them."""
    game = Reversi(size=4)
    found = mx.playouts(in_tier(game, tier), games=100, seed=1)
    *_, turns = plain(game, 100, seed=2)
    assert found.forced == pytest.approx(turns[1] / turns.total(), abs=0.05)
    assert found.forced > 0.1


@pytest.mark.parametrize("tier", TIERS)
def test_endless_games_are_cut_off(tier: str) -> None:
    """After 2,000 plies; games that were have no result, but a length."""
    found = mx.playouts(in_tier(Endless(), tier), games=3, seed=1)
    assert (found.cut, found.draws.value, found.plies.value) == (Mean(1.0, 0.0, 3), 0.0, 2_000)
    near = mx.playouts(in_tier(Endless(), tier), 999_990, games=20, seed=1)
    assert 0 < near.cut.value < 1
    assert near.cut.value + near.wins[0].value == pytest.approx(1)


def test_ends_without_a_move() -> None:
    """Have what `stuck` says, in Python too."""
    found = mx.playouts(StuckTree(seed=4, ends=30), games=50, seed=1)
    assert found.draws.value < 1


@pytest.mark.parametrize("tier", TIERS)
def test_a_seed_gives_the_same_games(tier: str) -> None:
    """All but the time; another one gives others, and so does none."""
    game = in_tier(ConnectFour(width=4, height=4), tier)
    one, same, other = (mx.playouts(game, games=60, seed=seed) for seed in (1, 1, 2))
    assert one == same != other
    assert mx.playouts(game, games=60) != mx.playouts(game, games=60)


@needs_llvmlite
def test_threads_play_the_same_games() -> None:
    """Whatever their number; each tells its progress."""
    fast, told = mx.compile(ConnectFour()), list[Progress]()
    one = mx.playouts(fast, games=5_003, seed=9)
    assert mx.playouts(fast, games=5_003, seed=9, threads=3, on_progress=told.append) == one
    assert one.games == 5_003
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert (told[-1].done, told[-1].total, str(told[-1]).startswith("playing: 5,003 of 5,003 games")) == (5_003, 5_003, True)


@needs_llvmlite
def test_a_game_being_compiled_is_played_either_way() -> None:
    """Natively once it is ready."""
    pending = mx.compile(TicTacToe(), background=True)
    assert mx.playouts(pending, games=5, seed=1).games == 5
    assert pending.wait(60)
    assert mx.playouts(pending, games=5, seed=1).tier == "compiled"
    assert mx.playouts(pending, games=1_000, seed=1, threads=2) == mx.playouts(mx.compile(TicTacToe()), games=1_000, seed=1)


def test_a_state_may_be_given() -> None:
    """Games begin there; not where the game is over."""
    game = TicTacToe()
    found = mx.playouts(game, game.parse("xx.oo...."), games=30, seed=1)
    assert found.first_moves["3"] == Mean(1.0, 0.0, found.first_moves["3"].games)
    with pytest.raises(mx.errors.FinishedGameError, match=r"expected a state in which the game runs, got .*, where it is over"):
        mx.playouts(game, game.parse("xxxoo...."))


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"games": 0}, "expected games to be a whole number from 1 to 10,000,000, got 0"),
        ({"games": 2.5}, "expected games to be a whole number from 1 to 10,000,000, got 2.5"),
        ({"threads": 0}, "expected threads to be a whole number from 1 to 256, got 0"),
        ({"threads": 2}, "threads=2 is for compiled games; give"),
        ({"seed": "x"}, "expected seed to be a whole number or None, got 'x'"),
        ({"on_progress": 3}, "expected on_progress to be callable, got 3"),
    ],
)
def test_wrong_arguments(given: dict[str, Any], text: str) -> None:
    """Are said with what was expected, by both functions."""
    for function in (mx.playouts, mx.balance):
        with pytest.raises(mx.OptionError) as raised:
            function(TicTacToe(), **given)
        assert str(raised.value).startswith(text)


def test_wrong_players() -> None:
    """Nothing is played before a player is known to be one; one that fails ends all."""
    with pytest.raises(mx.OptionError, match=r"expected a player: .*, got 3"):
        mx.balance(Nim(), player=3)
    with pytest.raises(mx.OptionError, match="levels are for games of two"):
        mx.balance(ChineseCheckers(size=1, players=3), player=mx.Level(1))
    with pytest.raises(mx.OptionError, match="expected <lambda> to play to the end, but player 0 gave an illegal move: 99"):
        mx.balance(Nim(), games=3, player=lambda state: 99)


class Broken(Higher):
    """Rules that give what no rules may, at the second ply."""

    def outcome(self, state: Two) -> Any:
        return None if state.second < 0 else mx.WIN + 5


class BrokenParty(Party):
    """Payoffs beyond their sum."""

    def outcome(self, state: tuple[int, int]) -> tuple[int, int, int] | None:
        return None if state[0] < 3 else (7, 0, -1)


class Stuck(Higher):
    """No move, and no outcome."""

    def moves(self, state: Two) -> range:
        return range(2 if state.first < 0 else 0)


class Stranger(Higher):
    """A player whom nobody knows."""

    def player(self, state: Two) -> int:
        return 0 if state.first < 0 else 7


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("game", "error", "text"),
    [
        (Broken(), mx.errors.ScoreError, "outcome"),
        (BrokenParty(), mx.errors.ScoreError, r"outcome\(\) gave \(7, 0, -1\)"),
        (Stuck(), mx.RulesError, "is empty although outcome"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_broken_rules_are_told(game: Any, error: type[Exception], text: str, tier: str) -> None:
    """With the same error in both tiers."""
    game = mx.compile(game, check=False) if tier == "compiled" else game
    with pytest.raises(error, match=text):
        mx.playouts(game, games=5, seed=1)


@needs_llvmlite
def test_a_player_nobody_knows_is_told() -> None:
    """By its number."""
    with pytest.raises(mx.RulesError, match=r"player\(.*\) gave 7; expected 0 or 1"):
        mx.playouts(mx.compile(Stranger(), check=False), games=5, seed=1)


def test_the_balance_has_a_player_s_games() -> None:
    """One where all would be alike, else as many as random ones; the text has both, and JSON can be written of it."""
    game = TicTacToe()
    found = mx.balance(game, games=40, player=mx.Player(limits=mx.Limits(depth=2), name="two plies"), seed=1)
    assert evolve(found, played=None) == mx.playouts(game, games=40, seed=1)
    assert found.played is not None
    assert (found.played.player, found.played.games) == ("two plies", 1)
    level = mx.balance(game, games=4, player=mx.Level(3), seed=1)
    assert level.played is not None
    assert (level.played.player, level.played.games) == ("level 3", 4)
    assert level == mx.balance(game, games=4, player=mx.Level(3), seed=1)
    assert [line.split(",")[1] for line in str(level).splitlines() if "games/s" in line] == [" player random", " player level 3"]
    assert "4 games, player random, in Python: " in str(level)
    row = json.loads(json.dumps(level.to_dict()))
    assert row["played"]["wins"][0] == {"value": level.played.wins[0].value, "error": level.played.wins[0].error, "games": 4}
    assert row["first_moves"].keys() == level.first_moves.keys()
    assert mx.balance(game, games=3, seed=1).played is None


@needs_llvmlite
def test_a_random_player_is_played_natively() -> None:
    """As fast as random games, which its games are."""
    found = mx.balance(mx.compile(TicTacToe()), games=700, player="random", seed=1)
    assert found.played is not None
    assert found.played == evolve(found, played=None)


def test_one_player_wins_above_nothing() -> None:
    """A game for one is no duel."""

    class Alone(Higher):
        players = 1

        def player(self, state: Two) -> int:
            return 0

    found = mx.playouts(Alone(), games=200, seed=1)
    assert len(found.wins) == 1
    assert found.wins[0].value + found.draws.value < 1


def test_an_error_of_progress_ends_the_games() -> None:
    """Whoever raises it gets it."""

    def stop(progress: Progress) -> None:
        raise InterruptedError(progress.done)

    with pytest.raises(InterruptedError):
        mx.playouts(Nim(), games=10, on_progress=stop)


@needs_llvmlite
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_progress_ends_native_games(threads: int) -> None:
    """At the next batch, on any number of threads."""
    told = list[int]()

    def stop(progress: Progress) -> None:
        told.append(progress.done)
        raise InterruptedError(progress.done)

    with pytest.raises(InterruptedError):
        mx.playouts(mx.compile(Nim()), games=1_000_000, threads=threads, on_progress=stop)
    assert len(told) < 100


def test_the_text_says_what_was_counted() -> None:
    """A line for each."""
    text = str(mx.playouts(Nim(heaps=(1, 1)), games=GAMES, seed=1))
    first, *rest = text.splitlines()
    assert first.startswith("1,000 games, player random, in Python: ")
    assert rest[0] == "  player 0 wins  0 ± 0"
    assert "  plies  2 ± 0, from 2 to 2, half of them up to 2" in rest
    assert "  moves  1.5 a turn, at most 2, one only in 50.0% of turns" in rest
    assert isinstance(mx.playouts(Nim(), games=1), Playouts)
