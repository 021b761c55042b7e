"""How a command begins: what it may load, Ctrl-C from the start, and standard output that cannot take what is printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minimaxer_command import main

SCRIPT = ("-P", "-c", "import sys; from minimaxer_command import main; sys.exit(main())")
"""Python's arguments for what the script `minimaxer` does, which lies elsewhere than in the current folder."""
MODULE = ("-m", "minimaxer")

GAME = """
from beside import SIZE

class Sticks:
    def __init__(self, size=SIZE): self.size = size
    def initial(self): return (self.size, 0)
    def player(self, state): return state[1]
    def moves(self, state): return range(1, min(3, state[0]) + 1)
    def play(self, state, taken): return (state[0] - taken, 1 - state[1])
    def outcome(self, state): return None if state[0] else (1 if state[1] == 1 else -1)
    def parse(self, text): return (int(text), 0)
    def format(self, state): return str(state[0])
"""


def run(python: tuple[str, ...], *arguments: str, cwd: Path, **settings: object) -> subprocess.CompletedProcess[str]:
    """One command in a process of its own."""
    command = [sys.executable, *python, *arguments]
    run_it: object = subprocess.run(command, cwd=cwd, text=True, timeout=300, **{"capture_output": True, **settings})  # type: ignore[call-overload]  # settings of any kind
    assert isinstance(run_it, subprocess.CompletedProcess)
    return run_it


MANY = ("--workers", "2", "--file", "some.txt")
ONE = ("--threads", "2", "--parallel", "processes", "--tier", "tree")
"""Many positions, and one, searched by two processes."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game in a file, what the file imports, and files that have the names of modules others need."""
    (tmp_path / "my_sticks.py").write_text(GAME)
    (tmp_path / "beside.py").write_text("SIZE = 7")
    for name in ("llvmlite", "numba", "pstats", "tqdm"):
        (tmp_path / f"{name}.py").write_text(f"print('{name}.py was run')\nraise SystemExit(9)")
    return tmp_path


@pytest.mark.thorough
@pytest.mark.parametrize("python", [SCRIPT, MODULE])
@pytest.mark.parametrize(
    "game",
    [
        "tic_tac_toe",
        "my_sticks:Sticks",
        "my_sticks.py:Sticks",
        pytest.param("minimaxer_games.nim:Nim", marks=pytest.mark.thorough),
    ],
)
def test_installed_modules_go_first(folder: Path, python: tuple[str, ...], game: str) -> None:
    """Files of the current folder take the place of no module, neither for a registered game nor for one of the folder."""
    for command in (("perft", game, "--depth", "1"), ("solve", game, "--tier", "tree")):
        done = run(python, *command, "--json", cwd=folder)
        assert "was run" not in done.stdout
        assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "work"),
    [
        ("my_sticks:Sticks", MANY),
        pytest.param("my_sticks:Sticks", ONE, marks=pytest.mark.thorough),
        pytest.param("my_sticks.py:Sticks", MANY, marks=pytest.mark.thorough),
        ("my_sticks.py:Sticks", ONE),
        ("sub/my_sticks.py:Sticks", MANY),
        ("sub/my_sticks.py:Sticks", ONE),
    ],
)
def test_worker_processes_find_the_game(folder: Path, game: str, work: tuple[str, ...]) -> None:
    """A game of the current folder, or of a file elsewhere with its own neighbours."""
    (folder / "sub").mkdir()
    for name in ("my_sticks.py", "beside.py") if game.startswith("sub") else ():
        (folder / name).rename(folder / "sub" / name)
    (folder / "some.txt").write_text("3\n4\n5\n")
    done = run(MODULE, "search", game, "--depth", "6", *work, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "failed" not in done.stdout
    assert "player" in done.stdout


def test_a_registered_game_leaves_the_search_path_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The current folder is looked in only for games that are named by module or file."""
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    assert main(["perft", "nim:heaps=1", "--depth", "1", "--tier", "tree"]) == 0
    assert sys.path == before


@pytest.mark.parametrize("python", [SCRIPT, MODULE])
def test_interrupted_while_the_game_is_looked_up(tmp_path: Path, python: tuple[str, ...]) -> None:
    """One line, and the exit code 130."""
    (tmp_path / "slow_game.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)")
    done = run(python, "search", "slow_game.py:Game", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_interrupted_while_modules_are_loaded(tmp_path: Path) -> None:
    """The same before any module of the package is there."""
    (tmp_path / "attrs.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = run(SCRIPT, "games", cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_output_in_another_encoding(tmp_path: Path) -> None:
    """Signs that it does not know are replaced; the board is there."""
    for name in ("ascii", "latin-1"):
        environment = {**os.environ, "PYTHONIOENCODING": name}
        done = run(MODULE, "search", "chess_lite", "--depth", "1", "--tier", "tree", cwd=tmp_path, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("5 ? ? ? ? ?\n4 ? ? ? ? ?\n3 . . . . .\n")


COMMANDS = [
    ("games",),
    ("search", "nim", "--depth", "2", "--tier", "tree"),
    ("perft", "nim", "--depth", "2", "--tier", "tree"),
    ("check", "nim", "--games", "1", "--tier", "tree"),
    ("play", "nim", "--side", "none", "--depth", "1", "--tier", "tree"),
    ("--help",),
]


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: str(arguments[0]))
def test_a_full_device(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """One line that says so, and the exit code 2."""
    with open("/dev/full", "w") as full:
        done = run(MODULE, *arguments, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert done.stderr == "minimaxer: error: cannot write to standard output: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="needs a shell that can close standard output")
def test_closed_output(tmp_path: Path) -> None:
    """One line that says so, and the exit code 2."""
    for arguments in COMMANDS:
        command = [sys.executable, *MODULE, *arguments]
        done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *command], cwd=tmp_path, text=True, stderr=subprocess.PIPE)
        assert (done.returncode, done.stderr) == (2, "minimaxer: error: standard output is closed\n"), arguments


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that can close standard error")
def test_closed_errors(tmp_path: Path) -> None:
    """Nothing of what goes to standard error reaches standard output."""
    command = [sys.executable, *MODULE, "solve", "nim:heaps=1", "--position", "x", "--tier", "tree"]
    done = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", *command], cwd=tmp_path, text=True, stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """Is no fault: nothing is said."""
    command = [sys.executable, *MODULE, "perft", "nim", "--depth", "3", "--tier", "tree"]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=300)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
