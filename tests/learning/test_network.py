"""Networks: what they learn is what plain minimax says, steps go down the slope, and both tiers evaluate alike."""

from __future__ import annotations

import json
import pickle
import time
from array import array
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.learning import network
from minimaxer.learning.evaluation import LearntEvaluation
from minimaxer.learning.learner import codes_of
from minimaxer.learning.network import Positions, blank_network, fitted
from minimaxer.learning.source import FINENESS, LANE_STEPS, MOST_WEIGHT, lane_limit, size_of
from minimaxer.learning.symmetries import _image
from minimaxer.play import self_play
from minimaxer.play.self_play import NetworkTeam
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

from ..needs import needs_llvmlite
from .games import Dice, Marks, Shares, Sticks, minimax, reachable
from .test_trainer import changed

np = pytest.importorskip("numpy")
OPTIONS = mx.NetworkOptions(width=8, nodes=20, explore=0.2, opening=6, result=0.1, passes=30, seed=1)
SMALL: dict[str, Any] = {"games": 600, "rounds": 3, "test_rounds": 0, "options": OPTIONS}


@pytest.fixture
def team() -> Iterator[Executor]:
    """One thread, so that nothing is sent anywhere."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


def filled(learnt: LearntEvaluation, seed: int, most: float) -> LearntEvaluation:
    """The network with random numbers."""
    rng = Random(seed)
    numbers = array("d", array("f", (rng.uniform(-most, most) for _ in learnt.numbers)))
    return LearntEvaluation(learnt.game, learnt.cells, learnt.patterns, learnt.scale, numbers, learnt.symmetries, learnt.width)


def blank(game: Any, **settings: Any) -> LearntEvaluation:
    return blank_network(game, mx.NetworkOptions(**{"width": 8, **settings}), lambda text: None)


@pytest.mark.parametrize("game", [Sticks(), Marks()])
def test_who_wins_is_learnt_from_searches(game: Any, team: Executor) -> None:
    """Behind moves that keep what plain minimax promises, the evaluation has its sign."""
    found = mx.train(game, **SMALL, executor=team).evaluation
    running = [state for state in reachable(game) if minimax(game, state)]
    right = sum((found(state) > 0) == (minimax(game, state) > 0) for state in running)
    assert right >= 0.75 * len(running) > 5


def test_margins_are_learnt_in_their_own_unit(team: Executor) -> None:
    """The evaluation is near the margin of perfect play."""
    game = Shares()
    found = mx.train(game, **SMALL, executor=team).evaluation
    assert found.scale.margins
    assert abs(found(game.initial()) - minimax(game, game.initial())) <= 2


@pytest.mark.parametrize("linear", [False, True])
def test_a_step_goes_down_the_slope(linear: bool) -> None:
    """The gradient of each number is what a small change of it does to the error."""
    rng = np.random.default_rng(1)
    rows, width = 6, 4
    numbers = rng.normal(0.1, 0.4, width * (rows + 1) + 2 * (width + 1))
    places, movers = rng.integers(0, rows, (5, 2)), np.array([0, 1, 1, 0, 1])
    wanted = rng.uniform(-1, 1, 5)

    def error(numbers: Any) -> float:
        values = network._Model(numbers, rows, width, 9.0, linear=linear).values(places, movers)
        return float(((values - wanted) ** 2).mean())

    model = network._Model(numbers.copy(), rows, width, 9.0, linear=linear)
    model.learn(places, movers, wanted, 1.0)
    for number, slope in enumerate(model._gradients):
        near = [numbers.copy(), numbers.copy()]
        near[0][number] += 1e-4
        near[1][number] -= 1e-4
        assert slope == pytest.approx((error(near[0]) - error(near[1])) / 2e-4, abs=2e-4), number
    assert error(model.numbers) < error(numbers)


@pytest.mark.parametrize("game", [Sticks(), Marks(), Shares(), TicTacToe(), Breakthrough()])
@pytest.mark.parametrize("most", [0.2, 1e9])
def test_the_source_computes_the_network(game: Any, most: float) -> None:
    """As the model does in floats, but for rounding; numbers however large do not spill from one sum into the next."""
    learnt = filled(blank(game), 3, most)
    limit, places = lane_limit(len(learnt.patterns)), codes_of(learnt)
    numbers = np.array(learnt.numbers)
    ends = len(numbers) - learnt.scale.movers * (learnt.width + 1)
    numbers[:ends] = np.round(numbers[:ends].clip(-limit, limit) * LANE_STEPS) / LANE_STEPS
    numbers[ends:] = np.round(numbers[ends:].clip(-4, 4) * FINENESS) / FINENESS
    rows = ends // learnt.width - 1
    model = network._Model(numbers, rows, learnt.width, limit, linear=True)
    for state in mx.testing.random_states(game, 30, seed=1):
        value = learnt(state)
        total = float(model.values(np.array([places(state)]), np.array([game.player(state)]))[0])
        wanted = total * learnt.scale.unit
        if learnt.scale.margins:
            wanted = min(max(wanted, -learnt.scale.most), learnt.scale.most)
        assert value == pytest.approx(wanted, abs=1.2, rel=1e-3)


@needs_llvmlite
@pytest.mark.parametrize("game", [Marks(), ConnectFour(), Breakthrough()])
def test_both_tiers_evaluate_alike(game: Any) -> None:
    """Searches to a depth have the same value, whatever the numbers; also on a board that has bit 63."""
    fast = mx.compile(game)
    for seed, most in ((1, 0.5), (2, 1e9)):
        learnt = filled(blank(game), seed, most)
        for state in mx.testing.random_states(game, 6, seed=2):
            if game.outcome(state) is None:
                values = {mx.search(each, state, depth=2, evaluate=learnt).value for each in (game, fast)}
                assert len(values) == 1


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour()])
def test_images_are_learnt_from(game: Any) -> None:
    """The places that are learnt as an image of a position are those of the image itself."""
    learnt = blank(game)
    places, columns = codes_of(learnt), network._columns(learnt)
    assert len(columns) == 1 + len(learnt.symmetries) > 1
    begins = np.cumsum([0, *(size_of(learnt.cells, pattern) for pattern in learnt.patterns[:-1])])
    for state in mx.testing.random_states(game, 20, seed=3):
        own = np.array(places(state)) - begins
        for column, symmetry in zip(columns[1:], learnt.symmetries, strict=True):
            assert list(own[column] + begins) == list(places(_image(learnt.cells, symmetry, state)))


def test_some_games_judge_and_numbers_stay_in_range() -> None:
    """Games that are not learnt from judge the network; rows stay within what a sum holds."""
    learnt = blank(Sticks())
    places = codes_of(learnt)
    states = [state for state in reachable(Sticks()) if state.left]
    row = [(places(each), each.player, number, 1.0 if each.left % 3 else -1.0) for number in range(200) for each in states]
    positions = Positions.of(row, len(learnt.patterns))
    taught, error = fitted(learnt, positions, 80 * len(row), 1)
    assert error < 0.2 < fitted(learnt, positions, len(row), 1)[1]
    ends = len(taught.numbers) - taught.scale.movers * (taught.width + 1)
    assert max(map(abs, taught.numbers[:ends])) <= lane_limit(len(taught.patterns)) + 1e-6
    assert max(map(abs, taught.numbers[ends:])) <= MOST_WEIGHT
    assert fitted(learnt, positions, 1 << 40, 1, time.time() + 0.2)[1] < 1.0
    assert fitted(learnt, positions, 80 * len(row), 1)[0] == taught != fitted(learnt, positions, 80 * len(row), 2)[0]


def test_networks_survive_files_and_training_goes_on(tmp_path: Path, team: Executor) -> None:
    """A file holds the same function; the same settings go on from it, by other games, and others are refused."""
    path = tmp_path / "marks"
    first = mx.train(Marks(), **SMALL | {"games": 60}, executor=team, path=path)
    loaded = LearntEvaluation.load(Marks(), path)
    assert loaded == first.evaluation == pickle.loads(pickle.dumps(loaded))
    assert {loaded(state) for state in reachable(Marks())} == {first.evaluation(state) for state in reachable(Marks())} != {0}
    again = mx.train(Marks(), **SMALL | {"games": 60}, executor=team)
    assert again.evaluation == first.evaluation
    more = mx.train(Marks(), **SMALL | {"games": 120}, executor=team, path=path)
    assert [row.games for row in more.rounds] == [20, 40, 60, 100, 120]
    assert more.evaluation != first.evaluation
    with pytest.raises(
        mx.NotationError, match=r"trained with other settings: width=8 .*; expected width=4 .*; name another file"
    ):
        mx.train(Marks(), **SMALL | {"options": mx.NetworkOptions(width=4)}, executor=team, path=path)
    for width in (6, 1024, 12, -4):
        with pytest.raises(mx.NotationError, match="is damaged, or was written by another program"):
            LearntEvaluation.load(Marks(), changed(path, lambda head, width=width: head.update(width=width), tmp_path / "bad"))
    settings = str(OPTIONS).replace("width=8", "width=4")  # as nobody writes it
    other = changed(path, lambda head: head.update(settings=settings), tmp_path / "other")
    with pytest.raises(mx.NotationError, match="trained with other settings"):
        mx.train(Marks(), **SMALL | {"options": evolve(OPTIONS, width=4)}, executor=team, path=other)


def test_a_network_of_a_board_with_many_images_is_read_again(tmp_path: Path) -> None:
    """Images are only learnt from, so they do not count as cells."""
    learnt = filled(blank(Reversi(), width=4), 1, 0.3)
    assert len(learnt.symmetries) == 7
    learnt.save(tmp_path / "reversi")
    assert LearntEvaluation.load(Reversi(), tmp_path / "reversi") == learnt


def test_ctrl_c_amid_games_loses_only_these(tmp_path: Path, team: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    """They do not count, so the first round still learns from results alone."""
    path, game = tmp_path / "marks", Marks()

    def pressed(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(self_play, "fitted", pressed)
        with pytest.raises(KeyboardInterrupt):
            mx.train(game, **SMALL, executor=team, path=path)
    assert LearntEvaluation.load(game, path) == blank_network(game, OPTIONS, lambda text: None)
    whole = mx.train(game, **SMALL | {"games": 60}, executor=team)
    assert mx.train(game, **SMALL | {"games": 60}, executor=team, path=path).evaluation == whole.evaluation


def test_what_networks_cannot_learn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance, cells with too many values, a width that does not fill words, options of patterns, and a Python without numpy."""
    with pytest.raises(mx.GameError, match="networks are for games without chance; train one with patterns"):
        mx.train(Dice(), **SMALL)
    with pytest.raises(mx.OptionError, match="expected width to be a multiple of 4, got 6"):
        mx.NetworkOptions(width=6)
    with pytest.raises(mx.OptionError, match="contradictory options: threads are for patterns; give workers for a network"):
        mx.train(Sticks(), **SMALL, threads=1)
    monkeypatch.setattr(network, "_MOST_ROWS", 3)
    with pytest.raises(mx.GameError, match="expected at most 256 cells with 3 values together, got 1 with"):
        mx.train(Sticks(), **SMALL)
    monkeypatch.setattr(network, "np", None)
    with pytest.raises(mx.errors.MissingExtraError, match=r"needs numpy.*: pip install 'numpy"):
        mx.train(Sticks(), **SMALL)


class Broken(Marks):
    """Rules that fail in the midst of a game."""

    def play(self, state: Any, move: int) -> Any:
        if sum(each is not state.squares[0] for each in state.squares) == 4:
            raise ZeroDivisionError("too many")
        return super().play(state, move)


def test_games_that_cannot_be_played_are_told(team: Executor) -> None:
    """The error says what the rules raised."""
    learnt = blank(Marks())
    with pytest.raises(mx.errors.RulesError, match=r"a game to learn from could not be played: .*too many"):
        NetworkTeam(Broken(), learnt, OPTIONS, 0, team, None).teach(games=20)


def test_time_ends_a_round(team: Executor) -> None:
    """Games stop by the clock; some were learnt from."""
    found = mx.train(Sticks(), **SMALL | {"games": None, "seconds": 0.3, "rounds": 1}, executor=team)
    assert found.rounds[-1].games > 0
    assert len(found.rounds) == 1


def test_the_command_trains_a_network(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its options are those of networks; searches take the file."""
    path = str(tmp_path / "ttt")
    command = ["train", "tic_tac_toe", "--out", path, "--games", "20", "--rounds", "1", "--test", "0", "--tier", "tree"]
    assert main([*command, "--network", "8", "--seed", "2", "--no-symmetries", "--workers", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["cells"], data["symmetries"], data["rounds"][0]["games"]) == (9, 0, 20)
    assert main(["search", "tic_tac_toe", "--evaluate", path, "--depth", "2", "--tier", "tree"]) == 0
    assert "value" in capsys.readouterr().out
    for option in ("length", "size", "rate"):
        assert main([*command, "--network", "8", f"--{option}", "1"]) == 2
        told = f"contradictory options: --network learns no patterns, which --{option} is about; leave one of them out"
        assert told in capsys.readouterr().err
