"""Several workers from the command line: on one search, on many positions, and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minimaxer.cli import main
from minimaxer.families.alphabeta.tree.workers import team
from minimaxer_games.connect_four import ConnectFour

from ..processes import PATIENCE
from ..refdata import path

TEXTS = ["44444", "4455", "1234567", "445566", "4433", "44", "4", "3456", "4321", "121212"]


class Failing(ConnectFour):
    """Cannot say anything of one position."""

    def evaluate(self, board: object) -> int:
        if self.format(board).startswith("oo"):  # type: ignore[arg-type]
            raise ValueError("no idea")
        return 0


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of one command, on a tree unless it says otherwise."""
    if "--tier" not in arguments:
        arguments = (*arguments, "--tier", "tree")
    try:
        code = main(arguments)
    except SystemExit as stopped:  # argparse leaves this way
        code = int(stopped.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file of positions."""
    name = tmp_path / "positions.txt"
    name.write_text("\n".join(TEXTS) + "\n")
    return str(name)


def test_threads_that_do_not_help_say_why(capsys: pytest.CaptureFixture[str], file: str) -> None:
    """For one position in its answer, for many once at the end."""
    why = "this Python runs one thread at a time, so that threads would only wait for one another; give mx.compile(game), "
    code, out, err = run(capsys, "search", "connect_four", "--depth", "4", "--threads", "2")
    assert (code, err) == (0, "")
    assert f"\nby     1 of 2 workers: {why}" in out
    code, out, err = run(capsys, "search", "connect_four", "--depth", "3", "--threads", "2", "--file", file)
    assert len(out.splitlines()) == len(TEXTS)
    assert err.startswith(f"minimaxer: each by one worker: {why}")
    code, out, err = run(capsys, "search", "connect_four", "--depth", "3", "--threads", "2", "--json")
    assert json.loads(out)["workers"]["used"] == 1


def test_processes_for_a_search(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have visited nodes."""
    monkeypatch.setattr(team, "START_SECONDS", PATIENCE)
    monkeypatch.setattr(team, "FIRST_PATIENCE", 0.0)
    arguments = ("search", "connect_four", "--depth", "8", "--threads", "2", "--parallel", "processes", "--json")
    code, out, _ = run(capsys, *arguments)
    workers = json.loads(out)["workers"]
    assert (code, workers["used"], workers["scheme"]) == (0, 2, "processes")
    assert min(workers["nodes"]) > 0


@pytest.mark.parametrize("as_json", [False, True])
def test_many_positions_with_workers(capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path, as_json: bool) -> None:
    """The same answers in the same order as one by one; a second run has nothing left to do."""
    arguments = ("search", "connect_four", "--depth", "4", "--file", file, *(["--json"] if as_json else []))
    _, alone, _ = run(capsys, *arguments)
    out_file = tmp_path / "out.jsonl"
    code, out, err = run(capsys, *arguments, "--workers", "2", "--out", str(out_file))
    assert (code, err) == (0, "")
    if as_json:
        found = [json.loads(line) for line in out.splitlines()]
        assert [row["value"] for row in found] == [json.loads(line)["value"] for line in alone.splitlines()]
        assert found == [json.loads(line) for line in out_file.read_text().splitlines()]
    else:
        shown = [line.split("  ", 1)[1] for line in out.splitlines()]
        assert shown == [line.split("  ", 1)[1] for line in alone.splitlines()]
    code, out, err = run(capsys, *arguments, "--workers", "2", "--out", str(out_file))
    assert (code, out, err) == (0, "", "minimaxer: 10 positions had been done before\n")


def test_a_position_that_fails(capsys: pytest.CaptureFixture[str], file: str) -> None:
    """Is named, and makes the exit code 1; the others are answered."""
    game = "tests.cli.test_workers:Failing"
    code, out, err = run(capsys, "search", game, "--depth", "2", "--file", file, "--workers", "1")
    assert code == 1
    failed = [line for line in out.splitlines() if "failed" in line]
    assert all(line.endswith("failed: ValueError: no idea") for line in failed)
    assert 0 < len(failed) < len(TEXTS) == len(out.splitlines())
    assert err == f"minimaxer: error: {len(failed)} position{'s' * (len(failed) > 1)} failed; the others are done\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("search", "connect_four", "--workers", "2"),
            "--workers, --executor and --out are for many positions; give them with --file",
        ),
        (
            ("solve", "connect_four", "--out", "x"),
            "--workers, --executor and --out are for many positions; give them with --file",
        ),
        (
            ("search", "connect_four", "--file", "FILE", "--workers", "2", "--threads", "2"),
            "contradictory options: --workers look at one position each, with one thread; leave out --threads",
        ),
        (
            ("search", "connect_four", "--file", "FILE", "--workers", "0"),
            "expected workers to be a whole number from 1 to 256, got 0",
        ),
        (("search", "connect_four", "--threads", "0"), "expected threads to be a whole number from 1 to 256, got 0"),
        (
            ("search", "connect_four", "--threads", "x"),
            "argument --threads: expected a whole number, got 'x' (--help shows the usage)",
        ),
        (
            ("bench", "smp", "connect_four", "--threads", "1,x"),
            "expected --threads to be numbers of workers such as 1,2,4, got '1,x'",
        ),
        (("bench", "smp", "connect_four", "--repeat", "0"), "expected --repeat to be a whole number from 1 to 1,000, got 0"),
        (
            ("bench", "smp", "connect_four", "--solve", "--depth", "3"),
            "contradictory options: --solve goes to any depth; leave out --depth",
        ),
    ],
)
def test_what_cannot_be_asked_for(
    capsys: pytest.CaptureFixture[str], file: str, arguments: tuple[str, ...], message: str
) -> None:
    """One line, exit code 2."""
    code, out, err = run(capsys, *(file if each == "FILE" else each for each in arguments))
    assert (code, out) == (2, "")
    assert err.endswith(f"error: {message}\n")


def test_bench_smp_as_a_table_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each number of workers; one worker is always among them."""
    arguments = ("bench", "smp", "connect_four", "--depth", "5", "--repeat", "1", "--threads", "2")
    code, out, _ = run(capsys, *arguments)
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("connect_four: 1 position searched to depth 5; median of 1; ")
    assert lines[1].split() == ["threads", "seconds", "nodes", "nodes/s", "speed-up", "efficiency", "spread"]
    assert [line.split()[0] for line in lines[2:4]] == ["1", "2"]
    assert lines[4].startswith("2 threads: one worker: this Python runs one thread at a time")
    code, out, _ = run(capsys, *arguments, "--json")
    found = json.loads(out)
    assert (found["game"], found["positions"], found["depth"], found["repeat"]) == ("connect_four", 1, 5, 1)
    assert [row["threads"] for row in found["rows"]] == [1, 2]
    assert found["rows"][0]["speed_up"] == 1.0
    assert set(found["rows"][0]) == {"threads", "seconds", "nodes", "nps", "speed_up", "efficiency", "spread", "note"}


def test_bench_smp_finds_a_depth_and_solves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By default the depth is one that takes some time; or positions are solved."""
    code, out, _ = run(capsys, "bench", "smp", "tic_tac_toe", "--repeat", "1", "--threads", "1", "--json")
    assert code == 0
    assert 1 <= json.loads(out)["depth"] <= 9  # less on a busy machine
    rows = path("connect4/Test_L3_R1").read_text().splitlines()[:20]
    name = tmp_path / "some.txt"
    name.write_text("\n".join(rows))
    code, out, _ = run(
        capsys, "bench", "smp", "connect_four", "--solve", "--file", str(name), "--repeat", "1", "--threads", "1", "--json"
    )
    found = json.loads(out)
    assert (code, found["positions"], found["depth"]) == (0, 20, None)
