"""A disk that is full: whatever a command was writing, what was there before still is."""

from __future__ import annotations

import contextlib
import io
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.play.levels.level import Ladder, Point
from minimaxer.play.players import Anybody, Player

from .needs import thorough_but

resource = pytest.importorskip("resource", reason="needs limits of files, which Windows has not")

NIM: Final = "nim:heaps=2+3"
MATCH: Final = ["match", NIM, "--player", "depth=1", "--player", "depth=2", "--workers", "1"]
TUNE: Final = ["tune", NIM, "--options", "exploration=0.1:3", "--algorithm", "montecarlo", "--nodes", "20", "--workers", "1"]
SEMAPHORE: Final = 64
"""Bytes that are left for what processes share, which is a file too."""
LADDER: Final = Ladder(
    steps=(Anybody(), Player(limits=mx.Limits(depth=1))),
    points=(Point(place=0, elo=0), Point(place=1, elo=200)),
    elos=(100.0, 200.0),
    games=1,
)
"""What is written as levels, which would take a while to measure."""
REPLACING: Final[dict[str, list[str]]] = {
    "match": [*MATCH, "--rounds", "2", "--records", "{file}"],
    "review": ["review", NIM, "{games}", "--depth", "2", "--svg", "{file}"],
    "solve": ["solve", "nim:heaps=3+4+5", "--nodes", "50", "--resume", "{file}"],
    "tabulate": ["tabulate", NIM, "--out", "{file}"],
    "prove": ["prove", NIM, "--out", "{file}"],
    "show": ["show", NIM, "--out", "{file}"],
    "tune": [*TUNE, "--steps", "1", "--pairs", "1", "--test", "1", "--out", "{file}"],
}
SLOW: Final[dict[str, list[str]]] = {
    "lab": ["lab", NIM, "--depth", "3", "--positions", "1", "--svg", "{file}"],
    "levels": ["levels", NIM, "--seconds", "0.1", "--workers", "1", "--tier", "tree", "--out", "{file}"],
    "train": ["train", "tic_tac_toe", "--games", "{games_played}", "--test", "1", "--threads", "1", "--out", "{file}"],
}
GROWING: Final[dict[str, tuple[list[str], list[str]]]] = {
    "match": ([*MATCH, "--out", "{file}", "--rounds", "1"], [*MATCH, "--out", "{file}", "--rounds", "3"]),
    "search": (
        ["search", NIM, "--file", "{positions}", "--depth", "3", "--out", "{file}"],
        ["search", NIM, "--file", "{more}", "--depth", "3", "--out", "{file}"],
    ),
    "book": (["book", NIM, "{file}", "{games}"], ["book", NIM, "{file}", "{others}"]),
    "solve": (
        ["solve", NIM, "--position", "1,2/0", "--store", "{file}"],
        ["solve", NIM, "--file", "{more}", "--store", "{file}"],
    ),
}


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file of this process grows beyond that: the system refuses to write more, as where the disk is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What commands read."""
    folder = tmp_path_factory.mktemp("given")
    (folder / "positions").write_text("1,2/0\n")
    (folder / "more").write_text("1,2/0\n2,2/0\n2,3/0\n0,3/1\n")
    for name, rounds in (("games", "1"), ("others", "20")):
        with contextlib.redirect_stdout(io.StringIO()):
            assert main([*MATCH, "--rounds", rounds, "--records", str(folder / name)]) == 0
    return folder


@pytest.fixture
def files(folder: Path, tmp_path: Path) -> dict[str, str]:
    """What commands read and write, by the names above."""
    return {each.name: str(each) for each in folder.iterdir()} | {"file": str(tmp_path / "file"), "games_played": "40"}


def run(arguments: list[str], files: dict[str, str]) -> int:
    """The exit code of a command."""
    return main([each.format(**files) for each in arguments])


@pytest.mark.parametrize("name", thorough_but([*REPLACING, *SLOW], *REPLACING))
def test_a_file_that_cannot_be_replaced_stays(
    name: str, files: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last byte, with nothing beside it; and the reason is told."""
    path = Path(files["file"])
    monkeypatch.chdir(path.parent)
    monkeypatch.setattr("minimaxer.cli.commands.levels.measure_levels", lambda game, **settings: LADDER)
    command = (REPLACING | SLOW)[name]
    assert run(command, files) == 0
    before = path.read_bytes()
    capsys.readouterr()
    files["games_played"] = "80"  # what has been played is not played again
    for room in (SEMAPHORE, max(SEMAPHORE, len(before) // 2)):
        with room_for(room):
            code = run(command, files)
        assert (code, f"cannot write {path}: File too large" in capsys.readouterr().err) == (2, True)
        assert path.read_bytes() == before
        assert sorted(each.name for each in path.parent.iterdir()) == ["file"]


def content(path: Path) -> list[str]:
    """Lines, or of a database what would make it again."""
    data = path.read_bytes()
    if not data.startswith(b"SQLite"):
        return data.decode().splitlines()
    with contextlib.closing(sqlite3.connect(path)) as base:
        return list(base.iterdump())


@pytest.mark.parametrize("name", thorough_but(["book", "solve", "match", "search"], "book", "solve"))
def test_a_file_that_cannot_grow_keeps_what_it_holds(
    name: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """And takes the rest later."""
    path = Path(files["file"])
    first, more = GROWING[name]
    assert run(first, files) == 0
    size, before = path.stat().st_size, content(path)
    rooms = (SEMAPHORE, size // 2, size, size + 20)
    for room in rooms if name in ("match", "search") else rooms[:2]:  # there is room within a database for some rows
        with room_for(room):
            assert run(more, files) == 2
        assert str(path) in capsys.readouterr().err
        assert {*before} <= {*content(path)}
    assert run(more, files) == 0
    assert {*before} < {*content(path)}
