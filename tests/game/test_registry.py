"""Finding games by name."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala, kalah_paper
from minimaxer_games.nim import Nim

OWN = """
from minimaxer_games.nim import Nim
class Empty: pass
GAME = Nim(heaps=(1, 2))
def make(size=2): return Nim(heaps=(size, size))
def need(size): return Nim(heaps=(size,))
class Holder:
    inner = Nim
class Sticks:
    def __init__(self, left=5, player=0): self.left, self.player = left, player
    def moves(self): return range(1, min(3, self.left) + 1)
    def play(self, taken): return Sticks(self.left - taken, 1 - self.player)
    def outcome(self): return None if self.left else (1 if self.player == 1 else -1)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of the user's."""
    (tmp_path / "own_games.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_games", raising=False)
    return "own_games"


def test_the_bundled_games_are_registered() -> None:
    """Under the entry-point group, like anybody's."""
    assert set(mx.games()) >= {"connect_four", "kalah_benchmark", "kalah_paper", "mancala", "nim", "tic_tac_toe"}


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("connect_four", ConnectFour()),
        ("connect_four:width=5,height=4", ConnectFour(width=5, height=4)),
        ("mancala:houses=4,seeds=3,extra_turn=False,rest=nobody", Mancala(houses=4, seeds=3, extra_turn=False, rest="nobody")),
        ("kalah_paper:houses=4", kalah_paper(4)),
        ("nim:heaps=3+4", Nim(heaps=(3, 4))),
        ("nim:heaps=7", Nim(heaps=(7,))),
        ("minimaxer_games.nim:Nim", Nim()),
        ("minimaxer_games.nim:Nim:heaps=1+1", Nim(heaps=(1, 1))),
    ],
)
def test_names_and_fields(name: str, game: object) -> None:
    """A name with fields gives the rules object; so do a module and an object in it."""
    assert mx.find_game(name) == game


def test_objects_functions_and_attributes_of_a_users_module(own: str) -> None:
    """A finished object, a function that makes one, and a dotted attribute all work."""
    assert mx.find_game(f"{own}:GAME") == Nim(heaps=(1, 2))
    assert mx.find_game(f"{own}:make:size=3") == Nim(heaps=(3, 3))
    assert mx.find_game(f"{own}:Holder.inner") == Nim()


@pytest.mark.parametrize("value", ["0x" + "f" * 5000, "-" * 900 + "x", "(" * 500, "\\d", "1is", "9" * 5000, "+" * 5000])
def test_values_that_are_no_literals(value: str) -> None:
    """Are texts, which the game refuses; nothing is warned of."""
    with pytest.raises(mx.OptionError, match="expected heaps to be whole numbers from 0, such as"):
        mx.find_game(f"nim:heaps={value}")


def test_a_class_of_states(own: str) -> None:
    """It is made into a game at once."""
    game = mx.find_game(f"{own}:Sticks")
    assert mx.solve(game, options=mx.AlphaBetaOptions()).move == 1


@pytest.mark.parametrize("code", ["def x(:", "raise RuntimeError('no')", "import sys; sys.exit(3)"])
def test_a_module_that_fails(code: str, tmp_path: Path) -> None:
    """Whatever it raises is told in one line."""
    file = tmp_path / "failing_game.py"
    file.write_text(code)
    with pytest.raises(
        mx.errors.UnknownGameError, match=r"cannot import '.*failing_game.py': (SyntaxError|RuntimeError|SystemExit): "
    ):
        mx.find_game(f"{file}:Game")


def test_a_name_that_is_none() -> None:
    """The error says so."""
    with pytest.raises(mx.errors.UnknownGameError, match="expected the name of a game, got None"):
        mx.find_game(None)  # type: ignore[arg-type]  # wrong on purpose


def test_a_file_of_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path to a file works without any import path; what lies beside the file can be imported from it."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "beside_my_game.py").write_text("SIZE = 9")
    file = tmp_path / "my_game.py"
    file.write_text("import beside_my_game\nfrom minimaxer_games.nim import Nim\nGAME = Nim(heaps=beside_my_game.SIZE)")
    assert mx.find_game(f"{file}:GAME") == Nim(heaps=(9,))


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("connect4", mx.errors.UnknownGameError, "no game is named 'connect4'; did you mean 'connect_four'? known: "),
        ("poker", mx.errors.UnknownGameError, "no game is named 'poker'; known: "),
        ("no_such_module:Game", mx.errors.UnknownGameError, "cannot import 'no_such_module'"),
        ("no/such/file.py:Game", mx.errors.UnknownGameError, "cannot import 'no/such/file.py'"),
        ("minimaxer_games.nim:Nam", mx.errors.UnknownGameError, "'minimaxer_games.nim' has no 'Nam'"),
        ("connect_four:depth=4", mx.OptionError, "connect_four has no field 'depth'; it has width, height, connect"),
        (
            "connect_four:width",
            mx.OptionError,
            "expected fields as name=value separated by commas after 'connect_four', got 'width'",
        ),
        ("connect_four:width=x", mx.OptionError, "expected width to be a whole number from 1 to 35, got 'x'"),
        ("own_games:GAME:heaps=2", mx.OptionError, "own_games:GAME is a finished rules object and takes no fields, got heaps=2"),
        ("own_games:need", mx.OptionError, "own_games:need needs size; write own_games:need:size=..."),
        ("nim:heaps=2,heaps=3", mx.OptionError, "heaps is given twice after 'nim'"),
        ("../own_games:GAME", mx.errors.UnknownGameError, "cannot import '../own_games'"),
        ("missing.py", mx.errors.UnknownGameError, "cannot import 'missing.py': FileNotFoundError"),
        ("own_games:Empty", mx.GameError, "Empty has no method initial()"),
    ],
)
def test_bad_names(name: str, error: type[Exception], message: str, own: str) -> None:
    """What cannot be found or made is said, with what there is."""
    with pytest.raises(error) as caught:
        mx.find_game(name)
    assert message in str(caught.value)


def test_a_file_with_the_name_of_an_installed_module(tmp_path: Path) -> None:
    """Is refused: whatever else imports that module would get the file."""
    for name, where in (
        ("json", "Python's own module json"),
        ("attrs", "the installed module .*__init__.py"),
        ("__main__", "Python's own module __main__"),
    ):
        file = tmp_path / f"{name}.py"
        file.write_text("raise SystemExit('it was run')")
        with pytest.raises(
            mx.errors.UnknownGameError, match=rf"ImportError: {where} has the same name, and goes first; rename the file"
        ):
            mx.find_game(f"{file}:Game")


def test_a_module_that_an_installed_one_hides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says which module was found instead of the one in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("class Game: pass")
    with pytest.raises(mx.errors.UnknownGameError) as caught:
        mx.find_game("json:Game")
    assert str(caught.value) == (
        f"'json' has no 'Game'; it is {json.__file__}, since what is installed goes first; rename json.py"
    )


def test_folders_go_behind_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders of a file and the current one are looked in last."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = list(sys.path)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    file = tmp_path / "last_game.py"
    file.write_text("from minimaxer_games.nim import Nim")
    assert mx.find_game(f"{file}:Nim") == Nim()
    assert sys.path == [*before, str(tmp_path), str(tmp_path / "here")]


def test_a_module_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is found, with its neighbours; nothing is added for an installed one."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = list(sys.path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "neighbour_of_it.py").write_text("SIZE = 3")
    (tmp_path / "game_of_here.py").write_text(
        "import neighbour_of_it\nfrom minimaxer_games.nim import Nim\nGAME = Nim(heaps=neighbour_of_it.SIZE)"
    )
    assert mx.find_game("minimaxer_games.nim:Nim") == Nim()
    assert sys.path == before
    assert mx.find_game("game_of_here:GAME") == Nim(heaps=(3,))
    assert sys.path == [*before, str(tmp_path)]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("class Race: pass", "race_0.py holds no class with the methods initial, player, moves, play, outcome; name one, as in"),
        ("from minimaxer_games.nim import Nim", "holds no class with the methods"),
        ("class One(Base): pass\nclass Two(Base): pass", "holds several games: One, Two; name one, as in race_2.py:One"),
        ("class One(Base): pass", "One"),
        ("class One(Base): pass\nclass Two(Base): pass\nGAME = Two()", "Two"),
        ("class One(Base): pass\nGAME = One()\nOTHER = One()", "holds several games: GAME, OTHER; name one"),
        ("class One(Base): pass\nclass Two(One): pass\nALIAS = Two", "Two"),
        ("GAME = Base(heaps=(2, 1))", "Nim"),
        (OWN[OWN.index("class Sticks") :], ""),
    ],
)
def test_a_file_with_one_game_needs_no_name_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, source: str, wanted: str
) -> None:
    """Its only rules object, or its only class; of several, the error lists the names."""
    monkeypatch.chdir(tmp_path)
    name = f"race_{request.node.callspec.indices['source']}"
    base = "from minimaxer_games.nim import Nim as Inherited\nBase = Inherited\n" if "Base" in source else ""
    (tmp_path / f"{name}.py").write_text(base + source)
    monkeypatch.setattr(sys, "path", [*sys.path])
    try:
        if " " in wanted:
            with pytest.raises(mx.errors.UnknownGameError, match=re.escape(wanted)):
                mx.find_game(f"{name}.py")
        elif wanted:
            assert type(mx.find_game(f"{name}.py")).__name__ == wanted
        else:
            assert mx.search(mx.find_game(f"{name}.py"), depth=2).move is not None
    finally:
        sys.modules.pop(name, None)
