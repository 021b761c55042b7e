"""Compiled code on disk: right for every game, stale by itself, harmless when it cannot be used."""

from __future__ import annotations

import ast
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from attrs import evolve, field, frozen

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.compiler import cache
from minimaxer.native import compile_game
from minimaxer.native.digest import digest_and_weights
from minimaxer.native.report import CompileReport
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim

from ..processes import PATIENCE

pytestmark = pytest.mark.thorough


class State(NamedTuple):
    left: int
    player: int


FACTOR = 3


def weigh(number: int) -> int:
    return number * FACTOR


@frozen
class Countdown:
    """A small game whose evaluation depends on a field, a global and a helper."""

    weight: int = 2
    start: int = field(default=7, repr=False)
    table: tuple[int, ...] = field(default=(1, 2, 3), repr=False)

    def initial(self) -> State:
        return State(self.start, 0)

    def player(self, state: State) -> int:
        return state.player

    def moves(self, state: State) -> Iterator[int]:
        for taken in range(1, 3):
            if taken <= state.left:
                yield taken

    def play(self, state: State, taken: int) -> State:
        return State(state.left - taken, 1 - state.player)

    def outcome(self, state: State) -> int | None:
        if state.left > 0:
            return None
        return mx.LOSS if state.player == 0 else mx.WIN

    def evaluate(self, state: State) -> int:
        return weigh(state.left) * self.weight + self.table[state.left % 3]


def digest(game: Any) -> str:
    return compile_game(game, check=False).variant().digest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and nothing said of one yet."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    cache._warn.cache_clear()
    return tmp_path


def value(game: Any, depth: int, evaluate: Any = None) -> float:
    """The value by plain alpha-beta, whose kernel takes the least time to compile."""
    return mx.search(game, depth=depth, algorithm="fixed", evaluate=evaluate).value


def test_the_digest_follows_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that rules read, also one hidden from `repr`, a global behind a helper, a default: each changes it."""
    game = Countdown()
    first = digest(game)
    assert digest(Countdown()) == first
    assert digest(evolve(game, weight=3)) != first
    assert digest(evolve(game, table=(1, 2, 4))) != first
    assert digest(evolve(game, start=9)) == first, "only initial reads it"
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 5)
    assert digest(game) != first


@frozen
class Judge:
    """An object of constants alone, with a method and tables of its own."""

    step: int = 2

    @cached_property
    def worth(self) -> tuple[int, ...]:
        return tuple(FACTOR * number for number in range(20))

    def value(self, state: State) -> int:
        return self.worth[state.left] * self.step


@frozen
class Judged(Countdown):
    """Leaves its evaluation to such an object."""

    @cached_property
    def judge(self) -> Judge:
        return Judge()

    def evaluate(self, state: State) -> int:
        return self.judge.value(state)


def doubled(judge: Judge, state: State) -> int:
    return judge.worth[state.left] * judge.step * 2


def test_the_digest_follows_objects_of_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another method of an object whose fields are the same changes it, and so does what it reads besides its fields."""
    first = digest(Judged())
    assert digest(Judged()) == first
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules[__name__], "FACTOR", 5)
        assert digest(Judged()) != first
    monkeypatch.setattr(Judge, "value", doubled)
    assert digest(Judged()) != first


class Kept:
    """An object that stands for no value, since it holds a list."""

    def __init__(self, *worth: int) -> None:
        self.worth = [*worth]

    def of(self, number: int) -> int:
        return self.worth[number]


class Worth:
    """An object of a plain class that stands for a value."""

    def __init__(self, worth: int) -> None:
        self.worth = worth

    def of(self, number: int) -> int:
        return self.worth + number


def plus(number: int) -> int:
    return number + 1


def minus(number: int) -> int:
    return number - 1


TABLE: Any = None


def reading(state: State) -> Any:
    return TABLE[0].worth + TABLE[1].of(state.left)


def digest_of_table(table: Any) -> str:
    """The digest of a method that reads a table of the module."""
    global TABLE
    TABLE = table
    return digest_and_weights({"evaluate": reading}, Countdown().initial())[0]


HELD = {
    "functions": ([plus, minus], [minus, plus], [plus]),
    "values": ([Worth(1), Worth(2)], [Worth(2), Worth(1)], [Worth(1)]),
    "objects": ([Kept(1), Kept(2)], [Kept(2), Kept(1)], [Kept(1)], [Kept(1, 3), Kept(2)]),
    "nested": ({"a": (Worth(1), plus)}, {"a": (Worth(2), plus)}, {"a": (Worth(1), minus)}, {"b": (Worth(1), plus)}),
}


@pytest.mark.parametrize("kind", HELD)
def test_the_digest_follows_what_tables_hold(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other functions or objects in a table of the module, or other methods of theirs, are other code."""
    found = [digest_of_table(table) for table in HELD[kind]]
    assert len({*found}) == len(found)
    assert [digest_of_table(table) for table in HELD[kind]] == found
    if kind in ("values", "objects"):
        cls = Worth if kind == "values" else Kept
        monkeypatch.setattr(cls, "of", lambda _, number: number + 7)
        assert digest_of_table(HELD[kind][0]) not in found


def imports(file: Path) -> set[Path]:
    """The package's modules that one of them imports."""
    found = set[Path]()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            found |= {folder.with_suffix(".py"), *(folder / f"{each.name}.py" for each in node.names)}
    return {path for path in found if path.is_file()}


def test_the_digest_follows_the_package(tmp_path: Path) -> None:
    """Each module that compiled code is made of or by changes every digest; those that only use it change none."""
    shutil.copytree(Path(mx.__file__).parent, tmp_path / "minimaxer", ignore=shutil.ignore_patterns("__pycache__"))
    package = tmp_path / "minimaxer"
    native, alphabeta = package / "native", package / "families" / "alphabeta" / "native"
    made_of = {package / "compiler" / "package_functions.py", *package.rglob("kernels/*.py")}
    files = made_of | {native / "build.py", native / "checking.py"}
    while more := {path for file in files for path in imports(file) if {"compiler", "native"} & {*path.parts}} - files:
        files |= more
    files |= {path for file in made_of for path in imports(file)}
    assert {"bits.py", "scores.py", "tuples.py", "layout.py", "rules.py"} <= {file.name for file in files}
    callers = [alphabeta / f"{name}.py" for name in ("kernel", "report", "native_search", "search")]
    callers += [native / f"{name}.py" for name in ("base_search", "game", "perft", "runner")]
    callers += [package / "compiler" / "runtime" / "memory.py", package / "compiler" / "cache.py"]
    files -= set(callers)
    source = """
import sys
from minimaxer.native import digest
def now():
    digest._environment.cache_clear()
    return digest.digest_and_weights({}, 0)[0]
for file in sys.argv[1:]:
    before = now()
    with open(file, "a") as module:
        module.write("# changed")
    print(file, now() != before)
"""
    command = [sys.executable, "-c", source, *map(str, sorted(files)), *map(str, callers)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stderr == ""
    wanted = [f"{file} True" for file in sorted(files)] + [f"{file} False" for file in callers]
    assert done.stdout.splitlines() == wanted


def test_a_changed_global_changes_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled again in the same process, the game has the new value."""
    before = value(compile_game(Countdown(), check=False), 1)
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 50)
    after = value(compile_game(Countdown(), check=False), 1)
    assert after == value(Countdown(), 1)
    assert before != after


def test_variants_keep_apart() -> None:
    """Two variants of a game in one process and one cache give each its own values."""
    games = [Countdown(weight=weight) for weight in (2, 5, 11)]
    for _ in range(2):
        for game in games:
            assert value(compile_game(game, check=False), 3) == value(game, 3)


def test_what_was_compared_is_not_compared_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant that knows less of a game is made of methods that were compared; another evaluation was not."""
    compared = []

    def compare(game: Any, found: Any, *_: Any) -> CompileReport:
        compared.append(found.evaluate)
        return CompileReport(states=1)

    monkeypatch.setattr("minimaxer.native.checking.compare", compare)
    game = Countdown()
    fast = compile_game(game)
    assert compared == [game.evaluate]
    fast.variant({"evaluate"})
    assert len(compared) == 1
    fast.variant({"order"}, minus_left)
    assert compared[1:] == [minus_left]


def minus_left(state: State) -> int:
    return -state.left


def test_the_second_process_compiles_nothing(folder: Path) -> None:
    """It loads the code, without importing the compiler."""
    source = """
import sys
import minimaxer as mx
from minimaxer.native import compile_game
from minimaxer_games.nim import Nim
result = mx.search(compile_game(Nim()), depth=5, algorithm="fixed")
print(result.engine, result.value, "minimaxer.compiler.program" in sys.modules)
"""
    first, second = (_run(source, folder) for _ in range(2))
    assert first.split() == ["compiled/fixed", first.split()[1], "True"]
    assert second.split() == ["compiled/fixed", first.split()[1], "False"]


def _run(source: str, folder: Path) -> str:
    environment = {**os.environ, "MINIMAXER_CACHE_DIR": str(folder)}
    arguments = [sys.executable, "-c", source]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


SCRIPT = """
from typing import NamedTuple
import minimaxer as mx
from minimaxer.native import compile_game
class S(NamedTuple):
    left: int
    player: int
class G:
    def initial(self): return S(5, 0)
    def player(self, s): return s.player
    def moves(self, s): return range(1, min(s.left, 2) + 1)
    def play(self, s, n): return S(s.left - n, 1 - s.player)
    def outcome(self, s):
        if s.left: return None
        return mx.LOSS if s.player == 0 else mx.WIN
print(mx.search(compile_game(G()), depth=5, algorithm="fixed").move)
"""


def _started(folder: Path, script: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "MINIMAXER_CACHE_DIR": str(folder)}
    arguments = [sys.executable, "-c", script]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def test_processes_at_once_compile_a_game_once(folder: Path) -> None:
    """Three need the same game; one compiles it, all are right, and nothing is left half written."""
    loud = "import logging\nlogging.basicConfig(level=logging.INFO)\n" + SCRIPT
    running = [_started(folder, loud) for _ in range(3)]
    told = [process.communicate(timeout=PATIENCE) for process in running]
    assert [out for out, _ in told] == ["2\n"] * 3
    assert sum(errors.count("compiling __main__.G") for _, errors in told) == 1
    assert sum(errors.count("compiling the plain kernel") for _, errors in told) == 1
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize("background", [False, True])
def test_a_process_killed_at_any_moment_harms_nothing(folder: Path, background: bool) -> None:
    """The next one answers right, and leaves no unfinished file of it."""
    script = SCRIPT.replace("compile_game(G())", "mx.compile(G(), background=True)") if background else SCRIPT
    rng = Random(background)
    for _ in range(6):
        process = _started(folder, script)
        time.sleep(rng.uniform(0.1, 1.5))
        process.kill()
        process.communicate()
    (entry,) = [*folder.glob("minimaxer/code/*"), folder / "minimaxer" / "code" / "none"][:1]
    if entry.is_dir():
        (entry / "tmp0123456789abcdef.part").write_bytes(b"half")
        (entry / "plain.code").unlink(missing_ok=True)
    assert _started(folder, SCRIPT).communicate(timeout=PATIENCE)[0] == "2\n"
    assert not list(folder.rglob("*.part"))


def test_a_refused_game_leaves_no_folder(folder: Path) -> None:
    class Refused(Countdown):
        def evaluate(self, state: State) -> int:
            return len(open(__file__).read())

    with pytest.raises(mx.CompileError):
        compile_game(Refused())
    assert not list(folder.glob("minimaxer/code/*"))


def test_damaged_files_are_made_again(folder: Path) -> None:
    """Whatever is wrong with a file, the game is compiled anew."""
    game = Countdown(weight=7)
    before = value(compile_game(game, check=False), 4)
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.name for path in files} == {"facts.json", "plain.code"}
    for damage in (b"", b"nonsense", files[0].read_bytes()[:-9]):
        for path in files:
            path.write_bytes(damage)
        assert value(compile_game(game, check=False), 4) == before


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The game compiles all the same, and it is said once that nothing is kept."""
    cache._warn.cache_clear()
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path / "file" / "below"))
    assert value(compile_game(Countdown(weight=8), check=False), 3) == value(Countdown(weight=8), 3)
    assert len(_reasons(caplog)) == 1
    assert _reasons(caplog)[0].startswith(f"{PLAIN}[Errno 20] Not a directory: ")


def test_stale_entries_are_dropped(folder: Path) -> None:
    """Of one game a few are kept, those used last."""
    entries = folder / cache.FOLDER
    for number in range(40):
        store = cache.Store("pack.Game", f"{number:020}")
        store.save_facts({"number": number})
        os.utime(entries / f"pack_Game-{number:020}", (2e9 + number, 2e9 + number))
    cache.Store("pack.Game", "a" * 20).save_facts({})
    kept = sorted(path.name for path in entries.iterdir())
    assert len(kept) <= 25
    assert "pack_Game-" + "a" * 20 in kept
    assert "pack_Game-" + "39".zfill(20) in kept


def test_what_others_made_is_never_deleted(folder: Path) -> None:
    """Old folders beside the entries, among them, with names like theirs, or with another file in them, all stay."""
    entries = folder / cache.FOLDER
    entries.mkdir(mode=0o700, parents=True)
    with_photo = f"pack_Game-{'b' * 20}"
    foreign = [folder / "thesis", folder / f"pack_Game-{'0' * 20}", entries / "notes-2020", entries / with_photo]
    for each in foreign:
        each.mkdir()
        (each / "facts.json").write_text("{}")
    (entries / with_photo / "photo.jpg").write_text("the only copy")
    link = entries / f"pack_Game-{'c' * 20}"
    link.symlink_to(folder / "thesis")
    own = entries / f"pack_Game-{'d' * 20}"
    own.mkdir()
    (own / "facts.json").write_text("{}")
    before = {path for path in folder.rglob("*") if own not in (path, path.parent)}
    for each in (*foreign, own):
        os.utime(each, (1e9, 1e9))
    cache.Store("pack.Game", "a" * 20).save_facts({})
    assert not own.exists()
    assert before - set(folder.rglob("*")) == set()


def _reasons(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]


PLAIN = "compiled code is not kept on disk, so that every process compiles anew: "


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no file modes")
def test_folders_are_made_for_this_user_alone(folder: Path) -> None:
    """Whatever the umask: nobody else can put a file in any folder that was made, or change one."""
    before = os.umask(0)
    try:
        cache.Store("pack.Game", "a" * 20).save_facts({})
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.rglob("*")}
    assert modes == {"minimaxer": 0o700, "code": 0o700, "pack_Game-" + "a" * 20: 0o700, "facts.json": 0o600}


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no file modes")
@pytest.mark.parametrize("part", ["folder", "entry", "file"])
def test_what_others_may_write_to_is_not_read(folder: Path, part: str, caplog: pytest.LogCaptureFixture) -> None:
    """A folder of entries, an entry, or a file that has been open to others is left alone, which is said once."""
    store = cache.Store("pack.Game", "a" * 20)
    store.save_facts({"number": 1})
    assert store.load_facts() == {"number": 1}
    entries = folder / cache.FOLDER
    entry = entries / ("pack_Game-" + "a" * 20)
    path = {"folder": entries, "entry": entry, "file": entry / "facts.json"}[part]
    path.chmod(path.stat().st_mode | 0o022)
    assert [store.load_facts() for _ in range(2)] == [None, None]
    assert _reasons(caplog) == [f"{PLAIN}{path} may be written by other users (chmod go-w mends that)"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no users")
@pytest.mark.parametrize("part", ["folder", "entry", "file"])
def test_what_belongs_to_another_user_is_not_read(
    folder: Path, part: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Planted by another user, it is neither read nor written to; where the tests run as root, it truly is another's."""
    store = cache.Store("pack.Game", "a" * 20)
    store.save_facts({"number": 1})
    entries = folder / cache.FOLDER
    entry = entries / ("pack_Game-" + "a" * 20)
    path = {"folder": entries, "entry": entry, "file": entry / "facts.json"}[part]
    if os.getuid() == 0:
        os.chown(path, 65534, -1)
    else:
        mine, seen = os.getuid(), {"folder": 1, "entry": 2, "file": 3}[part]
        asked = iter(range(1, 100))
        monkeypatch.setattr(os, "getuid", lambda: mine + 1 if next(asked) == seen else mine)
    assert store.load_facts() is None
    assert _reasons(caplog) == [f"{PLAIN}{path} belongs to another user"]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can act for another user")
def test_code_planted_by_another_user_does_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that another user compiled into a folder both know is not loaded: the game is compiled, and nothing is stored."""
    shared = tmp_path / "shared"
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(shared))
    game = Countdown(weight=13)
    assert value(compile_game(game), 2) == value(game, 2)
    planted = [path for path in shared.rglob("*") if path.is_file()]
    for path in (shared, *shared.rglob("*")):
        os.chown(path, 65534, 65534)
    before = {path: path.stat().st_mtime_ns for path in planted}
    loaded: list[str] = []
    monkeypatch.setattr(cache.Store, "load_code", _noting(cache.Store.load_code, loaded))
    assert value(compile_game(game), 2) == value(game, 2)
    assert set(loaded) == {"plain: None"}
    assert {path: path.stat().st_mtime_ns for path in planted} == before


def _noting(load: Any, loaded: list[str]) -> Any:
    def load_code(self: Any, kernel: str, decision: str) -> Any:
        code = load(self, kernel, decision)
        loaded.append(f"{kernel}: {code}")
        return code

    return load_code


def test_without_a_home_nothing_is_stored(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """There is no folder with a name that anybody can guess: code is compiled for this process alone."""
    cache._warn.cache_clear()

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("MINIMAXER_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    store = cache.Store("pack.Game", "a" * 20)
    store.save_facts({})
    assert store.load_facts() is None
    assert _reasons(caplog) == [f"{PLAIN}this user has no home folder; MINIMAXER_CACHE_DIR can name a folder"]


def test_compiled_games_pickle() -> None:
    """As game and settings; the copy is searched like the original."""
    fast = compile_game(Nim(heaps=(2, 3)))
    copy = pickle.loads(pickle.dumps(fast))
    assert repr(copy) == repr(fast) == "compile(Nim(heaps=(2, 3)))"
    assert value(copy, 4) == value(fast, 4)


def test_a_compiled_game_is_a_game() -> None:
    """Its methods are the original's, in Python; capabilities are found; it may be compiled again."""
    game = ConnectFour()
    fast = compile_game(compile_game(game))
    state = fast.play(fast.initial(), 3)
    assert state == game.play(game.initial(), 3)
    assert list(fast.moves(state)) == list(game.moves(state))
    assert (fast.player(state), fast.outcome(state)) == (1, None)
    assert {each.name for each in mx.capabilities(fast)} == {each.name for each in mx.capabilities(game)}
    assert mx.perft(fast, depth=5) == mx.perft(game, depth=5)
    with pytest.raises(AttributeError):
        _ = fast.no_such_thing


def test_another_evaluation() -> None:
    """An `evaluate` given to `compile` or to `search` is compiled and used."""

    def left(state: State) -> int:
        return state.left

    fast = compile_game(Countdown(), evaluate=left)
    assert value(fast, 2) == value(Countdown(), 2, left)
    assert value(compile_game(Countdown()), 2, left) == value(fast, 2)


class Factors:
    """Rules within rules, two of whose fields are read in different methods."""

    def __init__(self, first: int, second: int) -> None:
        self.first = first
        self.second = second


class Defaulted(NamedTuple):
    one: int
    two: int = 5


def read_from(game: Any, number: int) -> int:
    return game.factor * number


class Roundabout(Countdown):
    """Reads what it depends on by detours."""

    factors: Any

    def __init__(self, factor: int, second: int) -> None:
        super().__init__()
        object.__setattr__(self, "factor", factor)
        object.__setattr__(self, "factors", Factors(1, second))

    def evaluate(self, state: State) -> int:
        return read_from(self, state.left) + self.factors.first + self.margin(state) + Defaulted(state.left).two

    def margin(self, state: State) -> int:
        return self.factors.second * state.left


class Slotless(Roundabout):
    """With a dict for its fields."""


def test_the_digest_follows_detours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper that takes the rules, a field of a field, a NamedTuple's default: each changes the digest and the result."""
    digests = {digest(Slotless(factor, second)) for factor in (2, 3) for second in (4, 5)}
    assert len(digests) == 4
    game = Slotless(2, 4)
    before = digest(game)
    monkeypatch.setattr(Defaulted, "_field_defaults", {"two": 9})
    assert compile_game(game, check=False).variant().digest != before
    for factor, second in ((2, 4), (7, 4), (2, 9)):
        game = Slotless(factor, second)
        monkeypatch.undo()
        assert value(compile_game(game, check=False), 1) == value(game, 1)


@pytest.mark.parametrize("has_code", [False, True])
@pytest.mark.parametrize("part", ["state", "move"])
def test_classes_that_a_function_made_are_known_again(folder: Path, part: str, has_code: bool) -> None:
    """Where the facts on disk name one, which nobody finds by its name: with the kernel, and broken off before it was made."""

    class Pair(NamedTuple):
        number: int
        other: int

    class Local(Countdown):
        def initial(self) -> Any:
            return Pair(5, 0) if part == "state" else (5, 0)

        def player(self, state: Any) -> int:
            return state[1]

        def moves(self, state: Any) -> Any:
            return [Pair(each, 0) if part == "move" else (each, 0) for each in range(1, min(2, state[0]) + 1)]

        def play(self, state: Any, move: Any) -> Any:
            left, player = state[0] - move[0], 1 - state[1]
            return Pair(left, player) if part == "state" else (left, player)

        def outcome(self, state: Any) -> Any:
            return None if state[0] else (-1 if state[1] == 0 else 1)

        def evaluate(self, state: Any) -> int:
            return 0

    first = mx.search(compile_game(Local()), depth=6, algorithm="fixed")
    if not has_code:
        for each in folder.rglob("*.code"):
            each.unlink()
    again = mx.search(compile_game(Local()), depth=6, algorithm="fixed")
    assert (again.value, again.move, type(again.move)) == (first.value, first.move, type(first.move))
    assert type(again.move) is (Pair if part == "move" else tuple)
