"""Networks: what they learn is what plain minimax says, steps go down the slope, and both tiers evaluate alike."""

from __future__ import annotations

import json
import pickle
import threading
import time
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.learning import evaluation, network, source
from minimaxer.learning.cells import Board, Cells, Item, Leaf
from minimaxer.learning.evaluation import LearntEvaluation
from minimaxer.learning.learner import codes_of
from minimaxer.learning.network import blank_network, fitted, packed
from minimaxer.learning.source import FINENESS, LANE_STEPS, MOST_WEIGHT, lane_limit, size_of
from minimaxer.learning.symmetries import _image
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

from ..needs import needs_llvmlite
from .games import Dice, Heap, Marks, Shares, Sticks, minimax, reachable
from .test_trainer import changed

np = pytest.importorskip("numpy")
OPTIONS = mx.NetworkOptions(width=8, nodes=20, explore=0.2, opening=6, trace=0.1, passes=30, seed=1)
SMALL: dict[str, Any] = {"games": 600, "rounds": 3, "test_rounds": 0, "options": OPTIONS}


def filled(learnt: LearntEvaluation, seed: int, most: float) -> LearntEvaluation:
    """The network with random numbers."""
    rng = Random(seed)
    numbers = array("d", array("f", (rng.uniform(-most, most) for _ in learnt.numbers)))
    return LearntEvaluation(learnt.game, learnt.cells, learnt.patterns, learnt.scale, numbers, learnt.symmetries, learnt.width)


def blank(game: Any, **settings: Any) -> LearntEvaluation:
    return blank_network(game, mx.NetworkOptions(**{"width": 8, **settings}), lambda text: None)


def recorded(game: Any, games: int | None, threads: int = 2, **settings: Any) -> tuple[Any, LearntEvaluation]:
    """The positions of a blank network's games, and the network."""
    from minimaxer.learning.native.self_play import NetworkTeam

    options = evolve(OPTIONS, **settings)
    team = NetworkTeam(mx.compile(game), blank_network(game, options, lambda text: None), options, 0, threads)
    team.teach(games=games, seconds=1e-3 if games is None else None)
    return team._positions, team.network


@needs_llvmlite
@pytest.mark.parametrize("game", [Sticks(), pytest.param(Marks(), marks=pytest.mark.thorough)])
def test_who_wins_is_learnt_from_searches(game: Any) -> None:
    """Behind moves that keep what plain minimax promises, the evaluation has its sign."""
    found = mx.train(mx.compile(game), **SMALL).evaluation
    running = [state for state in reachable(game) if minimax(game, state)]
    right = sum((found(state) > 0) == (minimax(game, state) > 0) for state in running)
    assert right >= 0.75 * len(running) > 5


@needs_llvmlite
@pytest.mark.thorough
def test_margins_are_learnt_in_their_own_unit() -> None:
    """The evaluation is near the margin of perfect play."""
    game = Shares()
    found = mx.train(mx.compile(game), **SMALL).evaluation
    assert found.scale.margins
    assert abs(found(game.initial()) - minimax(game, game.initial())) <= 2


class Again(Sticks):
    """Up to three sticks are taken; who takes one moves again, and who cannot move has lost."""

    def moves(self, state: Heap) -> Iterator[int]:
        for taken in (1, 2, 3):
            if taken <= state.left:
                yield taken

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move, state.player if move == 1 and state.left > 1 else 1 - state.player)

    def outcome(self, state: Heap) -> None:
        return None

    def stuck(self, state: Heap) -> float:
        return mx.WIN if state.player == 1 else mx.LOSS


class Floats(Again):
    """The same for margins that are fractions."""

    def stuck(self, state: Heap) -> float:
        return 2.5 if state.player == 1 else -1.25


@needs_llvmlite
@pytest.mark.parametrize(
    "game", [Sticks(), Marks(), Shares(), *(pytest.param(each, marks=pytest.mark.thorough) for each in (Again(), Floats()))]
)
def test_positions_have_the_value_of_plain_minimax(game: Any) -> None:
    """Searches that see the end find it, and so do those that follow, and results, unless random moves come before: all are right."""
    for share in (0.0, 0.5, 1.0):
        found, learnt = recorded(game, 60, nodes=5000, explore=0.4, trace=share, opening=3)
        places = codes_of(learnt)
        wanted = {(places(each), game.player(each)): minimax(game, each) for each in reachable(game) if [*game.moves(each)]}
        begins = network._begins(learnt)
        seen = set()
        for contents, mover, _, value in found.tolist():
            position = tuple((np.array(contents) + begins).tolist()), mover
            seen.add(position)
            exact = float(network.shares(learnt.scale, np.array([wanted[position]]))[0])
            assert value == pytest.approx(exact)
        assert len(seen) > 5
        assert set(found["game"]) <= set(range(60))


@needs_llvmlite
def test_positions_have_the_values_of_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing was met before, they are those of the last depth that `search` ends with as many nodes; games are whole."""
    from minimaxer.learning.native import layout as w, self_play

    game, rows = ConnectFour(), []
    compiled = mx.compile(game)
    monkeypatch.setattr(self_play.NetworkTeam, "_first", lambda *_: game.evaluate)
    keep = self_play._Player._keep

    def noted(player: Any, count: int) -> None:
        shapes, words = player.kernel.shapes, player.record.words
        for place in range(count):
            begin = w.RECORD_HEAD + place * player._width
            row = words[begin : begin + player._width].tolist()
            rows.append((*row[:4], shapes.state.rebuild(row[w.ROW_STATE :])))
        keep(player, count)

    monkeypatch.setattr(self_play._Player, "_keep", noted)
    positions, _ = recorded(game, 30, 1, nodes=60, opening=4, explore=0.0)
    assert len(rows) == len(positions)
    firsts = [row for number, row in enumerate(rows) if row[3] != rows[number - 1][3]]
    assert len(firsts) == 30
    search = mx.Search(compiled, mx.AlphaBetaOptions(table="256KB"))
    for value, _, mover, _, state in firsts:
        search.close()  # which forgets what it has found
        first, *deeper = search.iterate(state, mx.Limits(depth=7))
        ends = [first, *(each for each in deeper if each.statistics.nodes < 60)]
        last = next((each for each in ends if mx.is_decisive(each.value)), ends[-1])
        assert (value, mover) == (last.value, game.player(state))
    for one, other in pairwise(rows):
        if one[3] == other[3]:
            assert other[4] in [game.play(one[4], move) for move in game.moves(one[4])]
            assert one[1] == other[1]


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
@pytest.mark.parametrize("game", [Marks(), ConnectFour(), pytest.param(Breakthrough(), marks=pytest.mark.thorough)])
def test_both_tiers_evaluate_alike(game: Any) -> None:
    """Searches to a depth have the same value, whatever the numbers; also on a board that has bit 63."""
    fast = mx.compile(game)
    for seed, most in ((1, 0.5), (2, 1e9)):
        learnt = filled(blank(game), seed, most)
        for state in mx.testing.random_states(game, 6, seed=2):
            if game.outcome(state) is None:
                values = {mx.search(each, state, depth=2, evaluate=learnt).value for each in (game, fast)}
                assert len(values) == 1


@pytest.mark.parametrize(
    "boards",
    [
        {64: ("a", "b")},
        {60: ("a", "b", "c"), 40: ("d",)},
        {62: ("a",), 50: ("b", "c"), 33: ("d", "e", "f", "g")},
        {-40: ("a",), 50: ("b", "c")},
    ],
)
@pytest.mark.parametrize("most", [0.3, 1e9])
def test_men_alone_add_up_to_all_cells(boards: dict[int, tuple[str, ...]], most: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """For boards of several integers, and boards within others; where some have bits of their own, all cells are added up."""
    known = [
        Board(tuple(f"state.{name}" for name in names), tuple(range(max(0, 64 + end if end < 0 else 0), end if end > 0 else 64)))
        for end, names in boards.items()
    ]
    cells = Cells(tuple(known), (Item("state.z", (Leaf("", (0, 4), True),)),))
    rng, names = Random(5), [name for each in boards.values() for name in each]
    patterns, scale = source.single_cells(cells), source.Scale(most=1.0, margins=False, chance=False, movers=2)
    numbers = array("d", (rng.uniform(-most, most) for _ in range(source.table_size(cells, patterns, 2, 8))))
    fast = LearntEvaluation(Marks(), cells, patterns, scale, numbers, (), 8)
    assert bool(source.men(cells)) == (min(boards) > 0)
    for module in (source, evaluation):
        monkeypatch.setattr(module, "men", lambda cells: [])
    slow = LearntEvaluation(Marks(), cells, patterns, scale, numbers, (), 8)
    for _ in range(60):
        state = SimpleNamespace(player=rng.randrange(2), z=rng.randrange(5))
        free = (1 << 64) - 1
        for name in names:
            bits = rng.getrandbits(64) & rng.getrandbits(64) & free
            free &= ~bits
            setattr(state, name, bits - (1 << 64) if bits >> 63 and rng.random() < 0.5 else bits)
        assert fast(state) == slow(state)


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
    positions = packed(learnt, *map(np.array, zip(*row, strict=True)))
    taught, error = fitted(learnt, positions, 80 * len(row), 1)
    assert error < 0.2 < fitted(learnt, positions, len(row), 1)[1]
    ends = len(taught.numbers) - taught.scale.movers * (taught.width + 1)
    assert max(map(abs, taught.numbers[:ends])) <= lane_limit(len(taught.patterns)) + 1e-6
    assert max(map(abs, taught.numbers[ends:])) <= MOST_WEIGHT
    assert fitted(learnt, positions, 1 << 40, 1, time.perf_counter() + 0.2)[1] < 1.0
    assert fitted(learnt, positions, 80 * len(row), 1)[0] == taught != fitted(learnt, positions, 80 * len(row), 2)[0]


@needs_llvmlite
def test_networks_survive_files_and_training_goes_on(tmp_path: Path) -> None:
    """A file holds the same function; the same settings go on from it, by other games, and others are refused."""
    path, game = tmp_path / "marks", mx.compile(Marks())
    first = mx.train(game, **SMALL | {"games": 60}, threads=1, path=path)
    loaded = LearntEvaluation.load(Marks(), path)
    assert loaded == first.evaluation == pickle.loads(pickle.dumps(loaded))
    assert {loaded(state) for state in reachable(Marks())} == {first.evaluation(state) for state in reachable(Marks())} != {0}
    again = mx.train(game, **SMALL | {"games": 60}, threads=3)
    assert again.evaluation == first.evaluation
    more = mx.train(game, **SMALL | {"games": 120}, path=path)
    assert [row.games for row in more.rounds] == [20, 40, 60, 100, 120]
    assert more.evaluation != first.evaluation
    with pytest.raises(
        mx.NotationError, match=r"trained with other settings: width=8 .*; expected width=4 .*; name another file"
    ):
        mx.train(game, **SMALL | {"options": mx.NetworkOptions(width=4)}, path=path)
    for width in (6, 1024, 12, -4):
        with pytest.raises(mx.NotationError, match="is damaged, or was written by another program"):
            LearntEvaluation.load(Marks(), changed(path, lambda head, width=width: head.update(width=width), tmp_path / "bad"))
    with pytest.raises(mx.NotationError, match="is damaged, or was written by another program"):
        LearntEvaluation.load(Marks(), changed(path, lambda head: head["patterns"].reverse(), tmp_path / "turned"))
    settings = str(OPTIONS).replace("width=8", "width=4")  # as nobody writes it
    other = changed(path, lambda head: head.update(settings=settings), tmp_path / "other")
    with pytest.raises(mx.NotationError, match="trained with other settings"):
        mx.train(game, **SMALL | {"options": evolve(OPTIONS, width=4)}, path=other)


def test_a_network_of_a_board_with_many_images_is_read_again(tmp_path: Path) -> None:
    """Images are only learnt from, so they do not count as cells."""
    learnt = filled(blank(Reversi(), width=4), 1, 0.3)
    assert len(learnt.symmetries) == 7
    learnt.save(tmp_path / "reversi")
    assert LearntEvaluation.load(Reversi(), tmp_path / "reversi") == learnt


@needs_llvmlite
def test_ctrl_c_amid_games_loses_only_these(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They do not count, so the first round plays by what it began with."""
    from minimaxer.learning.native import self_play

    path, game = tmp_path / "marks", mx.compile(Marks())

    def pressed(*_: Any) -> Any:
        raise KeyboardInterrupt

    for place, name in ((self_play._Player, "_keep"), (self_play, "fitted")):
        threads = threading.active_count()
        with monkeypatch.context() as patch:
            patch.setattr(place, name, pressed)
            with pytest.raises(KeyboardInterrupt):
                mx.train(game, **SMALL, path=path)
        assert threading.active_count() <= threads + 1
        assert LearntEvaluation.load(game, path) == blank_network(Marks(), OPTIONS, lambda text: None)
    whole = mx.train(game, **SMALL | {"games": 60})
    assert mx.train(game, **SMALL | {"games": 60}, path=path).evaluation == whole.evaluation


@needs_llvmlite
def test_what_networks_cannot_learn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules in Python, chance, cells with too many values, a width that does not fill words, and a Python without numpy."""
    with pytest.raises(mx.GameError, match=r"millions of positions: expected compiled rules; pass minimaxer.compile\(game\)"):
        mx.train(Marks(), **SMALL)
    with pytest.raises(mx.GameError, match="networks are for games without chance; train one with patterns"):
        mx.train(mx.compile(Dice()), **SMALL)
    with pytest.raises(mx.OptionError, match="expected width to be a multiple of 4, got 6"):
        mx.NetworkOptions(width=6)
    monkeypatch.setattr(network, "_MOST_ROWS", 3)
    with pytest.raises(mx.GameError, match="expected at most 256 cells with 3 values together, got 1 with"):
        mx.train(mx.compile(Sticks()), **SMALL)
    monkeypatch.setattr(network, "np", None)
    with pytest.raises(mx.errors.MissingExtraError, match=r"needs numpy.*: pip install 'numpy"):
        mx.train(Sticks(), **SMALL)


class Broken(Marks):
    """Rules that fail in the midst of a game: by an error, or by a player who is none."""

    def __init__(self, *, raises: bool) -> None:
        self.raises = raises

    def player(self, state: Any) -> int:
        marked = sum(each is not state.squares[0] for each in state.squares)
        if marked != 4:
            return super().player(state)
        if self.raises:
            raise ZeroDivisionError("too many")
        return 7


@needs_llvmlite
def test_games_that_cannot_be_played_are_told() -> None:
    """The error is that of the rules, or says where they break the protocol; all threads end."""
    from minimaxer.learning.native.self_play import NetworkTeam

    before = threading.active_count()
    for raises, error, told in (
        (True, ZeroDivisionError, "too many"),
        (False, mx.errors.RulesError, "the game broke a rule of the protocol in Row"),
    ):
        game = mx.compile(Broken(raises=raises), check=False)
        with pytest.raises(error, match=told):
            NetworkTeam(game, blank(Marks()), OPTIONS, 0, 2).teach(games=200)
    assert threading.active_count() <= before + 1


@needs_llvmlite
def test_time_ends_a_round() -> None:
    """Games stop by the clock; some were learnt from."""
    found = mx.train(mx.compile(Sticks()), **SMALL | {"games": None, "seconds": 0.3, "rounds": 1})
    assert found.rounds[-1].games > 0
    assert len(found.rounds) == 1


@needs_llvmlite
def test_a_round_has_a_game_however_short_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that ends before any game does is overdrawn by one."""
    from minimaxer.learning.native.self_play import NetworkTeam

    game = ConnectFour()
    monkeypatch.setattr(NetworkTeam, "_first", lambda *_: game.evaluate)
    team = NetworkTeam(mx.compile(game), blank(game), evolve(OPTIONS, nodes=3_000), 0, 2)
    assert team.teach(seconds=1e-4).games == 1
    assert 0 < len(team._positions) <= 42


@needs_llvmlite
def test_games_do_not_depend_on_the_thread_that_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game knows what another has found out, and all come in the order of their numbers."""
    from minimaxer.learning.native.self_play import NetworkTeam

    game = ConnectFour()
    monkeypatch.setattr(NetworkTeam, "_first", lambda *_: game.evaluate)
    one, other = (recorded(game, 90, threads, nodes=200)[0].tobytes() for threads in (1, 3))
    assert one == other


@needs_llvmlite
@pytest.mark.parametrize("game", [Marks(), pytest.param(Breakthrough(), marks=pytest.mark.thorough)])
def test_codes_are_the_same_from_python(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two pieces of code lay out states in different ways, Python gives what native code gives otherwise."""
    from minimaxer.compiler.runtime.layout import Layout

    native, _ = recorded(game, 12)
    with monkeypatch.context() as patch:
        patch.setattr(Layout, "__eq__", lambda one, other: False)
        slow, _ = recorded(game, 12)
        recorded(game, None)  # where time ends, there may be no rows
    assert native.tobytes() == slow.tobytes()


@needs_llvmlite
def test_the_command_trains_a_network(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its options are those of networks; searches take the file."""
    path = str(tmp_path / "ttt")
    command = ["train", "tic_tac_toe", "--out", path, "--games", "20", "--rounds", "1", "--test", "0"]
    assert main([*command, "--network", "8", "--seed", "2", "--no-symmetries", "--threads", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["cells"], data["symmetries"], data["rounds"][0]["games"]) == (9, 0, 20)
    assert main(["search", "tic_tac_toe", "--evaluate", path, "--depth", "2", "--tier", "tree"]) == 0
    assert "value" in capsys.readouterr().out
    assert main([*command, "--network", "8", "--tier", "tree"]) == 2
    assert "contradictory options: --network needs compiled rules, --tier tree has none; leave one" in capsys.readouterr().err
    for option in ("length", "size", "rate"):
        assert main([*command, "--network", "8", f"--{option}", "1"]) == 2
        told = f"contradictory options: --network learns no patterns, which --{option} is about; leave one of them out"
        assert told in capsys.readouterr().err
