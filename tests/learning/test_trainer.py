"""Training as a whole: small games in Python, files that go on, errors, and the command."""

from __future__ import annotations

import enum
import hashlib
import json
import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.cli.commands.match import contestant_from
from minimaxer.learning import files
from minimaxer.learning.evaluation import LearntEvaluation
from minimaxer.learning.learner import PlainTeam
from minimaxer.learning.result import Duel, Training, TrainingOptions, TrainingRound
from minimaxer.learning.source import Scale, looks
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.tic_tac_toe import TicTacToe

from .games import Dice, Marks, Roll, Shares, Sticks, minimax, reachable

OPTIONS = TrainingOptions(patterns=4, length=3, seed=1)
SMALL: dict[str, Any] = {"games": 300, "rounds": 2, "test_rounds": 0, "options": OPTIONS}


@pytest.fixture
def team() -> Iterator[Executor]:
    """One thread, so that nothing is sent anywhere."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.mark.parametrize("game", [Sticks(), Marks()])
def test_who_wins_is_learnt_from_the_rules(game: Any) -> None:
    """Behind moves that keep what plain minimax promises, the evaluation has its sign."""
    found = mx.train(game, **SMALL | {"games": 1500, "options": evolve(OPTIONS, explore=0.3)}).evaluation
    running = [state for state in reachable(game) if minimax(game, state)]
    right = sum((found(state) > 0) == (minimax(game, state) > 0) for state in running)
    assert right >= 0.9 * len(running) > 5


def test_margins_are_learnt_in_their_own_unit() -> None:
    """The evaluation is near the margin of perfect play."""
    game = Shares()
    found = mx.train(game, **SMALL | {"games": 3000, "options": evolve(OPTIONS, explore=0.3, length=2)}).evaluation
    assert found.scale.margins
    assert abs(found(game.initial()) - minimax(game, game.initial())) <= 2
    assert max(abs(found(state) - minimax(game, state)) for state in reachable(game)) <= 4


def test_dice_are_learnt_as_utilities() -> None:
    """Evaluations stay within the range of values, and the search by them takes the better chance."""
    game = Dice()
    found = mx.train(game, **SMALL | {"games": 2000}).evaluation
    assert found.scale.movers == 3
    last = Roll(1, 0, rolls=False)
    assert mx.LOSS <= found(game.initial()) <= mx.WIN
    assert found(last) > 0 > found(last._replace(player=1))
    assert mx.search(game, game.initial(), depth=2, evaluate=found).move in (0, 1)


def test_a_value_goes_where_temporal_differences_say() -> None:
    """One game of four positions, by hand: lambda-returns from its end, a rate of its own for each number."""
    options = TrainingOptions(rate=0.5, explore=0.0, trace=0.5, opening=0)
    scale = Scale(most=1.0, margins=True, chance=False, movers=2)
    team = PlainTeam(Sticks(), lambda state: (0,), 3, 1, options, scale, 0)
    team.learn([((0,), 0.0, False), ((1,), 0.25, True), ((2,), 1.0, False)])
    assert list(team.part(0)) == [0.5 * (0.5 * 0.0 + 0.5 * 0.25), 0.5 * 0.25, 0.5]  # the trace ends behind the second
    team.learn([((2,), -1.0, False)])  # an error of -1.5: the rate shrinks only after it
    assert list(team.part(0))[2] == 0.5 - 0.5 * 1.5
    assert (list(team.part(1))[2], list(team.part(2))[2]) == (-0.5, 2.5)
    team.learn([((2,), 0.75, False)])
    assert list(team.part(0))[2] == pytest.approx(-0.25 + 0.5 * (0.5 / 2.5) * 1.0)


class Now:
    class Mood(enum.Enum):
        """How it is."""

        GOOD, BAD = range(2)


class Then:
    class Mood(enum.Enum):
        """How it was."""

        GOOD, BAD = range(2)


class Moods(Sticks):
    """Two Enums of the same name, of which the second comes late; in a list, which no table can hold."""

    def initial(self) -> Any:
        return [4, 0, Now.Mood.GOOD, None]

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[int]:
        yield from (1, 2, 3)

    def play(self, state: Any, move: int) -> Any:
        left, player, now, then = state
        late = Then.Mood.BAD if left == 2 else then
        return [left - 1, 1 - player, Now.Mood.BAD if move == 2 else now, Then.Mood.GOOD if move == 3 else late]

    def outcome(self, state: Any) -> int | None:
        return None if state[0] else mx.WIN if state[2] is Now.Mood.BAD else mx.LOSS


def test_enums_and_lists_survive_files(tmp_path: Path) -> None:
    """Each member is found again as it was, whatever its class is called."""
    found = mx.train(Moods(), **SMALL).evaluation
    found.save(tmp_path / "moods")
    loaded = LearntEvaluation.load(Moods(), tmp_path / "moods")
    assert loaded == found
    assert loaded.cells == found.cells
    with pytest.raises(mx.GameError, match="was learnt of other rules"):
        LearntEvaluation.load(Sticks(), tmp_path / "moods")


def test_training_goes_on_from_its_file(team: Executor, tmp_path: Path) -> None:
    """What was learnt before Ctrl-C is there, and the file can be loaded; other settings are refused."""
    path = tmp_path / "sticks.learnt"

    def stop(found: Training) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mx.train(Sticks(), **SMALL, path=path, on_round=stop)
    assert LearntEvaluation.load(Sticks(), path).patterns
    told: list[str] = []
    seen: list[Training] = []
    found = mx.train(Sticks(), **SMALL, path=path, tell=told.append, on_round=seen.append)
    assert [row.games for row in found.rounds] == [150, 300]
    assert len(seen) == 1
    assert told == ["round 2: playing, 150 games so far"]
    assert LearntEvaluation.load(Sticks(), path) == found.evaluation
    again = mx.train(Sticks(), **SMALL, path=path)
    assert (again.rounds, again.evaluation) == (found.rounds, found.evaluation)
    with pytest.raises(mx.NotationError, match=r"holds an evaluation trained with other settings: .*; name another file"):
        mx.train(Sticks(), **SMALL | {"options": evolve(OPTIONS, length=2)}, path=path)
    with pytest.raises(mx.NotationError, match="cannot write"):
        mx.train(Sticks(), **SMALL, path=tmp_path / "none" / "sticks.learnt")


def test_ctrl_c_amid_games_keeps_what_they_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that had been learnt from are counted, and training goes on behind them."""
    path, played = tmp_path / "sticks.learnt", PlainTeam.played

    def interrupted(team: PlainTeam) -> Any:
        if team.games == 20:
            raise KeyboardInterrupt
        return played(team)

    monkeypatch.setattr(PlainTeam, "played", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mx.train(Sticks(), **SMALL, path=path)
    learnt, kept = files.read(LearntEvaluation, Sticks(), path)
    assert (kept.games, kept.curve) == (20, ())
    assert any(learnt.numbers)
    monkeypatch.undo()
    assert [row.games for row in mx.train(Sticks(), **SMALL, path=path).rounds] == [170, 300]


def test_the_curve_tells_of_matches(team: Executor) -> None:
    """Against evaluation 0 in every round, and against the round before from the second on."""
    found = mx.train(Marks(), **SMALL | {"test_rounds": 3}, limits=mx.Limits(depth=1), executor=team)
    first, second = found.rounds
    assert first.nothing is not None
    assert first.before is None
    assert second.before is not None
    assert second.before.games == 6
    assert str(found).splitlines()[0].startswith("6 patterns over 6 cells, each also at 1 image, ")
    assert "over evaluation 0" in str(second)
    data = json.loads(json.dumps(found.to_dict()))
    assert TrainingRound.from_dict(data["rounds"][1]) == second
    lost = Duel(games=4, score=0.0, elo=float("-inf"), error=float("inf"))
    row = evolve(second, nothing=lost)
    assert str(lost) == "0.0%"
    assert TrainingRound.from_dict(json.loads(json.dumps(row.to_dict()))) == row


def test_an_evaluation_survives_files_and_processes(tmp_path: Path) -> None:
    """Enums and texts too; it is the same function, and equal."""
    found = mx.train(Marks(), **SMALL).evaluation
    found.save(tmp_path / "marks")
    loaded = LearntEvaluation.load(Marks(), tmp_path / "marks")
    sent = pickle.loads(pickle.dumps(found))
    assert loaded == sent == found
    assert hash(loaded) == hash(found)
    assert found != 3
    assert {loaded(state) for state in reachable(Marks())} == {found(state) for state in reachable(Marks())} != {0}
    assert repr(found).startswith("<evaluation of Marks by ")
    player: mx.Player[Any, Any] = mx.Player(limits=mx.Limits(depth=1), evaluate=found)
    assert found.digest in player.described(Marks())


def changed(path: Path, change: Any, to: Path) -> Path:
    """The file with another head, whose check sum is right."""
    data, begin = path.read_bytes(), len(files.MAGIC) + 40
    size = int.from_bytes(data[begin - 40 : begin - 32], "little")
    head = json.loads(data[begin : begin + size])
    change(head)
    text = json.dumps(head).encode()
    body = data[begin + size :]
    to.write_bytes(files.MAGIC + len(text).to_bytes(8, "little") + hashlib.sha256(text + body).digest() + text + body)
    return to


STRANGE = (
    "state.left) or print(1",
    "state.right",
    "state.left[0]",
    "print(state)",
    "state.__class__",
    "state._replace(left=1)",
    "state.index(1)",
    "len",
    "game.left",
    "[each for each in state][0]",
    "(lambda: state)().left",
    "state.left if state.left else 1",
    "f'{state}'",
    "(" * 300 + "state.left" + ")" * 300,
    "state.left" + " and state.left" * 300,
    "state.left #",
    "state(1)",
    "len(len)",
    "-state.left",
    "state.left in state",
    "state.left.count(1)",
    "(state.index,)[0](1)",
    "('{}'.format,)[0](state)",
    "(state.left.__class__,)[0]",
    "state.left and state",
    7,
)
"""Places that no cell has."""


def test_a_strange_file_is_refused(tmp_path: Path) -> None:
    """Whatever is in it, nothing of it is run: paths are the game's own, and numbers are numbers."""
    found = mx.train(Sticks(), **SMALL).evaluation
    path, other = tmp_path / "good", tmp_path / "bad"
    found.save(path)
    load = partial(LearntEvaluation.load, Sticks())
    with pytest.raises(mx.NotationError, match="cannot read"):
        load(other)
    other.write_bytes(b"minimaxer table\n" * 10)
    with pytest.raises(mx.NotationError, match="is no learnt evaluation; expected a file that minimaxer train wrote"):
        load(other)
    other.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(mx.NotationError, match="is damaged: its check sum is another"):
        load(other)
    for version, todo in ((9, "use a newer program"), (2, "train anew")):
        with pytest.raises(
            mx.NotationError, match=f"has version {version} of the format, and this program reads 3 and 4; {todo}"
        ):
            load(changed(path, lambda head, version=version: head.update(version=version), other))
    head = b"[" * 100_000
    other.write_bytes(files.MAGIC + len(head).to_bytes(8, "little") + hashlib.sha256(head).digest() + head)
    with pytest.raises(mx.NotationError, match="is damaged, or was written by another program"):
        load(other)
    with pytest.raises(mx.GameError, match=r"was learnt of other rules: .*train anew, or give those rules"):
        LearntEvaluation.load(Shares(), path)

    def set_item(**given: Any) -> Any:
        return lambda head: head["items"][0].update(given)

    strange = [
        *(set_item(path=path) for path in STRANGE),
        *(
            set_item(guard=guard)
            for guard in ("print(state)", "state", "(state.index,)[0](1) is not None", "len(state) > state.left")
        ),
        set_item(leaves=[]),
        *(set_item(leaves=[{"path": "", "values": values}]) for values in (["1", 2], [1, 2.5], [0, 10_000])),
        set_item(leaves=[{"path": ".real", "values": [0, 1]}, {"path": ".imag + print(1)", "values": [0, 1]}]),
        lambda head: head["patterns"][0].update(items=[7]),
        lambda head: head["patterns"][0].update(items=[]),
        lambda head: head["patterns"][0].update(bits=[3, 3]),
        lambda head: head["scale"].update(movers=1),
        lambda head: head["scale"].update(most=float("nan")),
        lambda head: head["parts"].update(numbers=1),
        lambda head: head.pop("curve"),
        lambda head: head.update(curve=[{"seconds": 1}]),
        lambda head: head.update(boards=[{"paths": ["state.left"], "bits": [99]}]),
        lambda head: head.update(boards=[{"paths": ["print(state)"], "bits": [0]}]),
    ]
    for change in strange:
        with pytest.raises(mx.NotationError, match="is damaged, or was written by another program"):
            load(changed(path, change, other))
    found.numbers[0] = float("nan")
    found.save(other)
    with pytest.raises(mx.NotationError, match="a number is none"):
        load(other)


class Three(Sticks):
    players = 3


class Hidden(Sticks):
    def deal(self, state: Any, player: int, rng: Any) -> Any:
        return state


@pytest.mark.parametrize(
    ("game", "settings", "error", "told"),
    [
        (Three(), {}, mx.GameError, "expected a game for two with nothing hidden: one number says"),
        (Hidden(), {}, mx.GameError, "expected a game for two with nothing hidden: one number says"),
        (Sticks(), {"seconds": 1}, mx.OptionError, "contradictory options: seconds and games both say when training ends"),
        (Sticks(), {"games": None, "seconds": 0}, mx.OptionError, "expected seconds to be above 0, got 0"),
        (Sticks(), {"games": 0}, mx.OptionError, "expected games to be a whole number from 1 to .*, got 0"),
        (Sticks(), {"rounds": 0}, mx.OptionError, "expected rounds to be a whole number from 1 to 10,000, got 0"),
        (
            Sticks(),
            {"options": mx.Limits()},
            mx.OptionError,
            "expected options to be a TrainingOptions or NetworkOptions, got Limits",
        ),
    ],
)
def test_what_cannot_be_trained_is_refused(game: Any, settings: dict[str, Any], error: Any, told: str) -> None:
    """Before any game is played."""
    with pytest.raises(error, match=told):
        mx.train(game, **SMALL | settings)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"patterns": 500}, "expected patterns to be a whole number from 1 to 256, got 500"),
        ({"length": 0}, "expected length to be a whole number from 1 to 20, got 0"),
        ({"size_bytes": 5}, "expected size_bytes to be a whole number from 1,024 to .*, got 5"),
        ({"rate": 0}, "expected rate to be a number above 0 and to 1, got 0"),
        ({"explore": 2}, "expected explore to be a number from 0 to 1, got 2"),
        ({"trace": "a"}, "expected trace to be a number from 0 to 1, got 'a'"),
        ({"opening": -1}, "expected opening to be a whole number from 0 to .*, got -1"),
        ({"symmetries": 1}, "expected symmetries to be True or False, got 1"),
        ({"seed": 0.5}, "expected seed to be a whole number, got 0.5"),
    ],
)
def test_options_out_of_range_are_refused(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(mx.OptionError, match=told):
        TrainingOptions(**settings)


class Wide(Sticks):
    """A row of many squares; each move fills any two of them, and after some moves the game is over."""

    def __init__(self, size: int) -> None:
        self.size = size

    def initial(self) -> Any:
        return (0,) * self.size, 0, 0

    def player(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> Iterator[int]:
        yield from range(self.size // 2)

    def play(self, state: Any, move: int) -> Any:
        squares = tuple(1 if square // 2 == move else each for square, each in enumerate(state[0]))
        return squares, state[1] + 1, 1 - state[2]

    def outcome(self, state: Any) -> int | None:
        return (mx.WIN if state[0][0] else mx.LOSS) if state[1] == 12 else None


def test_large_boards_leave_less_room_for_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number or name is looked at by itself, the 240 that change most; patterns of several get what is left."""
    monkeypatch.setattr("minimaxer.learning.learner._GAMES", 60)
    options = TrainingOptions(patterns=60, length=2, symmetries=False)
    found = mx.train(Wide(256), games=1, rounds=1, test_rounds=0, options=options).evaluation
    assert len(found.patterns) == len(looks(found.patterns, ())) == 256
    assert sum(len(pattern.items) == 1 for pattern in found.patterns) == 240


def test_the_command_trains_and_others_load(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It prints the curve; `search`, `match` and `play` take the file, and it shows in what they find."""
    path = str(tmp_path / "three.learnt")
    small = ["--games", "40", "--rounds", "2", "--test", "0", "--patterns", "4", "--length", "3", "--tier", "tree"]
    assert main(["train", "tic_tac_toe", "--out", path, *small]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "20 games   error" in shown[0]
    assert shown[-1].startswith("4 patterns over 9 cells, each also at 7 images, ")
    assert main(["train", "tic_tac_toe", "--out", path, *small, "--json"]) == 0
    assert [row["games"] for row in json.loads(capsys.readouterr().out)["rounds"]] == [20, 40]
    assert main(["search", "tic_tac_toe", "--evaluate", path, "--depth", "1", "--tier", "tree", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] != 0
    player = contestant_from(f"depth=1,evaluate={path}", TicTacToe(), lambda rules: rules)
    assert isinstance(player, mx.Player)
    assert player.evaluate == LearntEvaluation.load(TicTacToe(), path)
    same = contestant_from(f"rules=tic_tac_toe,evaluate={path}", ConnectFour(), lambda rules: rules)
    assert isinstance(same, mx.Player)
    assert same.evaluate == player.evaluate
    assert main(["play", "tic_tac_toe", "--side", "none", "--depth", "1", "--evaluate", path, "--tier", "tree"]) == 0
    assert main(["play", "nim", "--side", "none", "--depth", "1", "--evaluate", path, "--tier", "tree"]) == 2
    assert "was learnt of other rules" in capsys.readouterr().err
    positions = tmp_path / "positions"
    positions.write_text(".........\n")
    many = ["search", "tic_tac_toe", "--evaluate", path, "--file", str(positions), "--workers", "1"]
    assert main(many) == 2
    assert "contradictory options: --evaluate is for one process" in capsys.readouterr().err
    many[many.index(path)] = "none"
    assert main([*many, "--depth", "2", "--tier", "tree"]) == 0
