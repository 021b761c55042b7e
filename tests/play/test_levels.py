"""Levels: what the file says is what is played, they rise, follow a person, and say what is wrong."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.errors import NotationError, OptionError
from minimaxer.play.levels import measuring
from minimaxer.play.levels.level import (
    Blend,
    Ladder,
    Point,
    between,
    file_of,
    next_level,
    read_ladder,
    results_file,
    take_result,
    write_ladder,
)
from minimaxer.play.levels.measuring import _candidates, _openings, measure_levels, verify_levels
from minimaxer.play.players import Anybody, Choice, Player
from minimaxer.play.playing import openings
from minimaxer.play.session import Session

from ..native.games import HashedGame

TIC = mx.find_game("tic_tac_toe")


def ladder(**changed: Any) -> Ladder:
    """Three steps, of which the middle one is worth 100 Elo and the last 300."""
    steps: Any = (Anybody(), Player(limits=mx.Limits(depth=1)), Player(limits=mx.Limits(nodes=64)))
    points = tuple(Point(place=place, elo=elo) for place, elo in ((0, 0), (1, 100), (2, 300)))
    given: dict[str, Any] = {"steps": steps, "points": points, "elos": (100.0, 200.0, 300.0), "games": 7}
    return Ladder(**given | changed)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with levels of tic-tac-toe."""
    return write_ladder(TIC, ladder(), tmp_path / "levels.json")


def test_levels_lie_where_their_strength_was_measured() -> None:
    """By lines between what was measured; also between two levels, and by Elo."""
    found = ladder()
    assert [found.place_of(level) for level in (0, 0.5, 1, 2, 2.5, 3)] == [0, 0.5, 1, 1.5, 1.75, 2]
    assert found.level_of(150) == 1.5
    assert found.elo_of(2.5) == 250
    assert between([0, 1, 3], [0, 10, 50], 3) == 50


def test_what_is_written_is_read(file: Path) -> None:
    """Beside other games in the same file, and compiled or not."""
    assert read_ladder(TIC, file) == ladder()
    write_ladder(mx.find_game("nim"), ladder(games=9), file)
    assert read_ladder(TIC, file) == ladder()
    assert read_ladder(mx.find_game("nim"), file).games == 9


def test_one_level_is_not_written(tmp_path: Path) -> None:
    """It leaves no choice; the file is not made."""
    with pytest.raises(mx.OptionError, match=r"expected at least two levels, got one: in 7 games no search was clearly stronger"):
        write_ladder(TIC, ladder(elos=(100.0,)), tmp_path / "levels.json")
    assert not (tmp_path / "levels.json").exists()


def test_a_blend_draws_as_often_as_its_place_says() -> None:
    """Of 2,000 moves at 1.25, a quarter are those of step 2."""

    class Says:
        name, limits, is_random = "says", None, False

        def __init__(self, move: int) -> None:
            self.move = move

        def described(self, game: Any) -> str:
            return f"says {self.move}"

        def create(self, game: Any, seed: int) -> Any:
            return self

        def choose(self, session: Any) -> Choice[int]:
            return Choice(self.move)

        def close(self) -> None:
            """Nothing is kept."""

    blend = Blend((Says(0), Says(1), Says(2)), 1.25, "a quarter")
    chooser = blend.create(TIC, 5)
    session: Session[Any, Any] = Session(TIC)
    moves = [chooser.choose(session).move for _ in range(2_000)]
    assert 0 not in moves
    assert 430 < moves.count(2) < 570
    again = blend.create(TIC, 5)
    assert [again.choose(session).move for _ in range(2_000)] == moves
    assert blend.described(TIC) == "place 1.25 of says 0, says 1, says 2"


class Captures:
    """Every position has captures without an end, of which the second player's lose."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1] % 2

    def moves(self, state: tuple[int, int]) -> range:
        return range(4)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] * 4 + move) % 1009, state[1] + 1

    def outcome(self, state: tuple[int, int]) -> float | None:
        return 0 if state[1] > 60 else None

    def noisy_moves(self, state: tuple[int, int]) -> range:
        return self.moves(state)

    def evaluate(self, state: tuple[int, int]) -> int:
        return (state[0] * 7919 % 101 - 50) - 60 * (state[1] % 2)


def test_no_search_of_a_level_is_endless() -> None:
    """A step of one ply, with all captures behind it, ends as the longest search of a level does."""
    steps: Any = (Anybody(), Player(limits=mx.Limits(depth=1)))
    blend = Blend(steps, 1.0, "one ply")
    assert blend.described(Captures()).endswith("nodes=16384")
    chosen = blend.create(Captures(), 1).choose(Session(Captures()))
    assert chosen.result is not None
    assert chosen.result.nodes <= 16384
    assert Blend((Player(limits=mx.Limits(nodes=64)),), 0, "few").steps[0] == Player(limits=mx.Limits(nodes=64))


def test_a_level_plays_in_a_match(file: Path) -> None:
    """The highest beats random play, which is level 0; the names say which."""
    players = [mx.Level(3, path=file), mx.Level(elo=0, path=file)]
    with ThreadPoolExecutor(1) as pool:
        match = mx.play_match(TIC, players, rounds=12, openings=1, executor=pool)
    assert match.names == ("level 3", "0 Elo")
    assert match.points[0] > match.points[1]


@pytest.mark.thorough
def test_levels_are_measured_and_hold_what_they_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game in which a look ahead pays; the highest is stronger than random play, also in games that it was not measured by."""
    looks = count()
    monkeypatch.setattr("minimaxer.play.levels.measuring.time", SimpleNamespace(monotonic=lambda: next(looks)))
    with ThreadPoolExecutor(1) as pool:
        found = measure_levels(TIC, seconds=30, nodes=256, executor=pool)  # a second for each look at the clock
        assert found.elos[-1] > 150
        assert found.steps[0] == Anybody()
        checks = list(verify_levels(TIC, Ladder(**{**vars_of(found), "elos": (found.elos[-1],)}), rounds=40, executor=pool))
    assert [each.level for each in checks] == [1]
    assert checks[0].promised == found.elos[-1]
    assert checks[0].found.value > 0


def test_matches_are_short_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search is tried against the one before, but not by a whole match."""
    looks = count(step=100)
    monkeypatch.setattr("minimaxer.play.levels.measuring.time", SimpleNamespace(monotonic=lambda: next(looks)))
    with ThreadPoolExecutor(1) as pool:
        assert measure_levels(TIC, seconds=1, nodes=256, seed=1, executor=pool).games < 2 * measuring._FEW_ROUNDS


def test_levels_of_hidden_cards_are_searches_that_deal() -> None:
    """They look to no depth."""
    steps = list(_candidates(mx.find_game("whist:ranks=3"), 1_024, 1))
    assert [step.limits for step in steps] == [mx.Limits(nodes=nodes) for nodes in (64, 256, 1_024)]
    assert [step.options for step in steps] == [None] * 3
    assert {step.algorithm for step in steps} == {"auto"}


@pytest.mark.thorough
def test_games_of_hidden_cards_begin_from_many_deals() -> None:
    """Otherwise all would be of the one deal that the game begins with."""
    game = mx.find_game("whist:ranks=3")
    dealt = _openings(game, 1)
    plain = openings(game, None, len(dealt), 1)
    assert len(dealt) > 20
    assert sum(one != other for one, other in zip(dealt, plain, strict=True)) > len(dealt) / 2
    assert [game.player(state) for state in dealt] == [game.player(state) for state in plain]


def vars_of(found: Ladder) -> dict[str, Any]:
    return {"steps": found.steps, "points": found.points, "games": found.games}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"elos": (200.0, 100.0)}, "expected levels that rise, got [0.0, 200.0, 100.0]"),
        ({"points": (Point(place=0, elo=0),)}, "expected strengths that rise, got [0]"),
        (
            {"points": (Point(place=0, elo=0), Point(place=3, elo=9))},
            "expected places from 0, of 0 Elo, to at most 2, got (Point(place=0, elo=0), Point(place=3, elo=9))",
        ),
    ],
)
def test_a_ladder_rises(changed: Any, message: str) -> None:
    with pytest.raises(OptionError) as error:
        ladder(**changed)
    assert str(error.value) == message.replace("strengths", "places") if "[0]" in message else str(error.value) == message


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: mx.Level(), "expected either level or elo, as in mx.Level(3) or mx.Level(elo=400)"),
        (lambda: mx.Level(1, elo=2), "expected either level or elo, as in mx.Level(3) or mx.Level(elo=400)"),
        (lambda: mx.Level("3"), "expected level to be a number from 0, got '3'"),  # type: ignore[arg-type]
        (lambda: ladder().place_of(4), "expected level to be from 0, random play, to 3, got 4; this game has 3 levels"),
        (lambda: ladder().level_of(301), "expected elo to be from 0, random play, to 300, got 301; this game has 3 levels"),
        (lambda: measure_levels(TIC, seconds=0), "expected seconds to be a number above 0, got 0"),
        (
            lambda: measure_levels(mx.find_game("chinese_checkers")),
            "levels are measured for games of two, and this one is for 3",
        ),
    ],
)
def test_wrong_levels_are_refused(make: Any, message: str) -> None:
    with pytest.raises(OptionError) as error:
        make()
    assert str(error.value) == message


def test_a_game_without_levels_says_how_to_get_them(file: Path, tmp_path: Path) -> None:
    """Whether the file is missing, or has those of others."""
    game = mx.find_game("nim:heaps=1+2")
    with pytest.raises(OptionError) as error:
        read_ladder(game, file)
    assert str(error.value) == (
        "no levels of Nim(heaps=(1, 2)) were measured in levels.json; there are those of "
        f"{next(iter(json.loads(file.read_text())))}; let `minimaxer levels` play them out"
    )
    with pytest.raises(OptionError, match=r"no levels of .* were measured in none\.json; let `minimaxer levels`"):
        read_ladder(game, tmp_path / "none.json")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    """No JSON, no object, or an object without what a ladder has."""
    file = tmp_path / "levels.json"
    for text, message in (
        ("{", "to hold levels by game: "),
        ("", "to hold levels by game: "),
        ("[]", "to hold levels by game: expected dict, got []"),
        (json.dumps({repr(TIC): {"steps": []}}), "does not hold levels of"),
    ):
        file.write_text(text)
        with pytest.raises(NotationError) as error:
            read_ladder(TIC, file)
        assert message in str(error.value)
    with pytest.raises(NotationError, match="cannot write"):
        write_ladder(TIC, ladder(), tmp_path / "no" / "folder.json")


def test_a_game_without_a_file_says_so() -> None:
    """As one typed at a prompt."""
    namespace: dict[str, Any] = {"__name__": "prompt"}
    exec("class Typed:\n    pass", namespace)
    with pytest.raises(OptionError, match=r"is written in no file that its levels could lie beside; give path=\.\.\."):
        file_of(namespace["Typed"]())


def test_the_file_lies_beside_the_module() -> None:
    """Named as the module, or as the folder of a package; that of a compiled game is the same."""
    assert file_of(TIC).name == "tic_tac_toe.levels.json"
    assert file_of(mx.find_game("chess_lite")).name == "chess_lite.levels.json"
    assert file_of(HashedGame()).name == "games.levels.json"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is remembered."""
    monkeypatch.setenv("MINIMAXER_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


def test_an_adaptive_level_follows_results(state: Path, file: Path) -> None:
    """Up by wins and down by losses, at first by whole levels, within what there is."""
    assert next_level(TIC) == mx.Level(2.0)
    level = mx.Level(2.0, path=file)
    assert take_result(TIC, level, 1).level == 3
    assert next_level(TIC) == mx.Level(3.0)
    assert take_result(TIC, mx.Level(3.0, path=file), 1).level == 3
    assert take_result(TIC, level, 0.5).level == 2
    assert take_result(TIC, level, 0).level == 1
    assert take_result(TIC, level, 0).level == 1.5
    assert mx.Level(elo=150, path=file).after(1, TIC).level == 2


def test_a_file_of_results_that_is_none_is_refused(state: Path, file: Path) -> None:
    """Nothing of it is lost."""
    state.mkdir()
    results_file().write_text("[]")
    with pytest.raises(NotationError, match="to hold levels by game; delete it to begin anew"):
        next_level(TIC)
    assert results_file().read_text() == "[]"


def test_where_results_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the user's folder for such data."""
    monkeypatch.delenv("MINIMAXER_STATE_DIR", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert results_file() == tmp_path / "minimaxer" / "levels.json"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert results_file() == tmp_path / "local" / "minimaxer" / "levels.json"


def test_games_that_cannot_be_played_are_told() -> None:
    """Rather than measured."""

    class Breaks(HashedGame):
        def play(self, state: Any, move: Any) -> Any:
            raise ValueError("no such thing")

    with ThreadPoolExecutor(1) as pool, pytest.raises((mx.MinimaxerError, ValueError), match="no such thing"):
        measure_levels(Breaks(), seconds=1, executor=pool)


class Lot:
    """A game of chance in disguise: whatever is played, the same side has won."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[0] % 2

    def moves(self, state: tuple[int, int]) -> tuple[int, ...]:
        return (0, 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + 1, 2 * state[1] + move

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] < 4 else mx.WIN


@pytest.mark.thorough
def test_games_without_a_better_move_have_no_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is told; and likewise where levels turn out to be no stronger than random play."""
    curve = measuring._Arena.curve
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(mx.OptionError, match="no search plays better than random play, so this game has no levels"):
            measure_levels(Lot(), seconds=0.2, executor=pool)
        monkeypatch.setattr(measuring._Arena, "curve", lambda arena, only=None: curve(arena, only)[: None if only is None else 1])
        with pytest.raises(
            mx.OptionError, match=r"no level was stronger than random play in \d+ games; more time may tell them apart"
        ):
            measure_levels(TIC, seconds=0.5, nodes=64, executor=pool)
