"""One position as many jobs: the value of plain minimax whoever works, nothing lost when workers die, and a store to go on from."""

from __future__ import annotations

import importlib.util
import json
import multiprocessing
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.api.methods import create
from minimaxer.base.scores import result_of
from minimaxer.batch.jobs import solving, team as job
from minimaxer.batch.jobs.team import UpperTree
from minimaxer.cli import main
from minimaxer.families.proof.options import ProofDetails
from minimaxer.searching.setup import Setup, Sharing
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from ..native.games import HashedGame
from ..needs import HAS_LLVMLITE
from ..oracle import minimax
from ..processes import PATIENCE
from .test_analyse_many import Inline

SMALL = ConnectFour(width=4, height=4)
LOW = ConnectFour(width=4, height=3)


@pytest.fixture
def pool() -> Iterator[Executor]:
    """Three threads."""
    with ThreadPoolExecutor(3) as pool:
        yield pool


class Circle:
    """A ring of places that both may walk for ever, with some ends; rules that go round."""

    def __init__(self, ends: dict[int, int], size: int = 6) -> None:
        self.ends = ends
        self.size = size

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1, -1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] + move) % self.size, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return self.ends.get(state[0])


def details_of(found: mx.SearchResult[Any]) -> ProofDetails:
    """What only proof-number search tells."""
    assert isinstance(found.details, ProofDetails)
    return found.details


def endless_value(game: Circle) -> float:
    """The value where endless play is a draw: the greatest result that player 0 forces, by going through all states again and again."""
    states = [(place, player) for place in range(game.size) for player in (0, 1)]

    def forces(goal: float) -> bool:
        holds = dict.fromkeys(states, goal <= 0)  # what going round is worth
        for _ in states:
            for state in states:
                result = game.outcome(state)
                after = [holds[game.play(state, move)] for move in game.moves(state)]
                best = any(after) if game.player(state) == 0 else all(after)
                holds[state] = best if result is None else result >= goal
        return holds[game.initial()]

    return max(goal for goal in (*game.ends.values(), 0) if forces(goal))


@pytest.mark.parametrize("algorithm", ["proof", "alphabeta"])
def test_values_are_those_of_plain_minimax(pool: Executor, algorithm: str) -> None:
    """Of random trees with margins and irregular turns, by small jobs; the move is one of the best, the line legal."""
    game = HashedGame(length=6, branching=3)
    expanded = 0
    for seed in range(40):
        state = game.start(seed)
        if game.outcome(state) is not None:
            continue
        found = mx.solve_by_jobs(game, state, executor=pool, workers=3, job_nodes=15, algorithm=algorithm)
        wanted = result_of(minimax(game, state, 20))
        assert (found.value, found.solved, found.bound) == (wanted, True, mx.Bound.EXACT)
        assert found.move is not None
        assert result_of(minimax(game, game.play(state, found.move), 20)) == wanted
        for move in found.pv:
            assert move in list(game.moves(state))
            state = game.play(state, move)
        expanded += details_of(found).expanded
    assert expanded > 60


@pytest.mark.thorough
@pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
def test_alpha_beta_answers_questions_with_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Natively: values are those of plain minimax, by workers that share a table, for all the questions that it takes."""
    game: Any = mx.compile(HashedGame(length=6, branching=3), check=False)
    search = create(Setup(game=game, options=mx.AlphaBetaOptions(), algorithm="pvs"))
    assert isinstance(search, Sharing)
    monkeypatch.setattr(job, "_TABLES", [search.shared_memory()])
    expanded = 0
    with ThreadPoolExecutor(2) as pool:
        for seed in range(60):
            state = game.start(seed)
            if game.outcome(state) is not None:
                continue
            found = mx.solve_by_jobs(game, state, executor=pool, workers=2, job_nodes=15, algorithm="pvs")
            assert (found.value, found.solved) == (result_of(minimax(game.game, state, 20)), True)
            expanded += details_of(found).expanded
    assert expanded > 30


@pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
def test_processes_share_a_table() -> None:
    """What one question has found out helps with the next."""
    game = mx.compile(SMALL, check=False)
    found = mx.solve_by_jobs(game, workers=2, job_nodes=2_000, algorithm="pvs")
    assert (found.value, found.solved) == (0, True)
    assert details_of(found).questions == 2


def test_memory_that_is_not_there(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is told, and each worker has a table of its own."""

    class Poor:
        def shared_memory(self) -> Any:
            raise OSError("no room")

        def share(self, memory: Any) -> None: ...
        def close(self) -> None: ...

    monkeypatch.setattr(solving, "create", lambda setup: Poor())
    assert solving._shared_memory(Setup(game=LOW, options=mx.AlphaBetaOptions())) is None
    assert "workers have a table each, since there is no memory that they could share (no room)" in caplog.text


def test_one_question(pool: Executor) -> None:
    """Is answered without the rest of the value."""
    found = mx.solve_by_jobs(SMALL, goal=mx.WIN, executor=pool, job_nodes=2_000)
    assert (found.value, found.bound, found.solved) == (0, mx.Bound.UPPER, False)
    assert not details_of(found).proven
    assert found.stop is mx.StopReason.SOLVED


def test_play_that_goes_round(pool: Executor) -> None:
    """Is a draw where nobody can do better; the upper tree goes on without a circle."""
    for ends in ({3: mx.WIN}, {3: mx.LOSS}, {2: mx.WIN, 4: mx.WIN}, {1: mx.LOSS, 5: mx.LOSS}, {5: 2, 2: -1}):
        game = Circle(ends)
        assert mx.solve_by_jobs(game, executor=pool, job_nodes=3).value == endless_value(game)


def test_finished_games_and_one_move(pool: Executor) -> None:
    """No job, or one."""
    game = TicTacToe()
    over = game.parse("xxxoo....")
    found = mx.solve_by_jobs(game, over, executor=pool)
    assert (found.value, found.stop, found.nodes, found.move) == (mx.WIN, mx.StopReason.FINISHED, 0, None)
    found = mx.solve_by_jobs(game, game.parse("xx.oo...."), executor=pool)
    assert (found.value, found.move, found.winner) == (mx.WIN, 2, 0)
    assert found.workers is not None
    assert found.workers.scheme == "jobs"


def test_reports_and_time(pool: Executor) -> None:
    """After each job, and no longer than asked for."""
    reports: list[Any] = []
    found = mx.solve_by_jobs(SMALL, executor=pool, workers=2, job_nodes=100, seconds=0.5, on_job=reports.append)
    assert (found.stop, found.solved) == (mx.StopReason.SECONDS, False)
    assert [each.jobs for each in reports] == list(range(1, len(reports) + 1))
    assert reports[-1].nodes == found.nodes
    assert reports[-1].expanded <= reports[-1].positions
    assert reports[0].low <= 0 <= reports[0].high


def test_what_is_stored_is_not_done_again(pool: Executor, tmp_path: Path) -> None:
    """A solve that was broken off goes on; one that was finished needs no job; another game's rows are none of ours."""
    path = tmp_path / "found.db"
    reports: list[Any] = []

    def stop(report: Any) -> None:
        if report.jobs == 60:
            raise KeyboardInterrupt

    def solved(game: Any = LOW, on_job: Callable[[Any], object] | None = None) -> mx.SearchResult[Any]:
        return mx.solve_by_jobs(game, executor=pool, workers=2, job_nodes=100, store=path, on_job=on_job)

    with pytest.raises(KeyboardInterrupt):
        solved(on_job=stop)
    assert solved(on_job=reports.append).value == 0
    assert reports[0].jobs == 1
    assert reports[0].expanded > 30  # by what 60 jobs had found out
    again = solved()
    assert (again.value, again.nodes, again.solved) == (0, 0, True)
    assert solved(ConnectFour(width=3, height=3, connect=3)).nodes > 0
    with sqlite3.connect(path) as file:
        assert {game for (game,) in file.execute("SELECT DISTINCT game FROM found")} >= {repr(LOW)}


@frozen
class Fatal(Nim):
    """Takes one worker process down, which leaves a file."""

    once: str = ""

    def outcome(self, state: Any) -> int | None:
        if multiprocessing.parent_process() is not None and not Path(self.once).exists():
            Path(self.once).touch()
            os._exit(1)
        return super().outcome(state)


class Always(Nim):
    """Takes every worker process down."""

    def outcome(self, state: Any) -> int | None:
        if multiprocessing.parent_process() is not None:
            os._exit(1)
        return super().outcome(state)


@pytest.mark.thorough
def test_jobs_of_workers_that_die_are_handed_out_again(tmp_path: Path) -> None:
    """Nothing is lost."""
    game = Fatal(heaps=(3, 4), once=str(tmp_path / "flag"))
    found = mx.solve_by_jobs(game, workers=2, job_nodes=50)
    assert (tmp_path / "flag").exists()
    assert found.winner == mx.solve(Nim(heaps=(3, 4))).winner
    assert multiprocessing.active_children() == []


@pytest.mark.thorough
def test_workers_that_always_die_are_told() -> None:
    """With the position that they were at."""
    with pytest.raises(
        mx.OptionError, match=r"expected workers to solve 3,4/0, but 5 ended there, the last with BrokenProcessPool"
    ):
        mx.solve_by_jobs(Always(heaps=(3, 4)), workers=2)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"job_nodes": 0}, "expected job_nodes to be a whole number from 1, got 0"),
        ({"workers": 0}, "expected workers to be a whole number from 1 to 256, got 0"),
        ({"executor": 3}, "expected executor to be a concurrent.futures.Executor, got 3"),
        ({"seconds": -1}, "expected seconds to be a number above 0, got -1"),
        ({"goal": "much"}, "expected goal to be mx.WIN, 0 for a draw, or another number"),
    ],
)
def test_bad_settings(given: dict[str, Any], told: str) -> None:
    """Are told before anything begins."""
    with pytest.raises(mx.OptionError, match=told.replace("(", r"\(")):
        mx.solve_by_jobs(Nim(), **given)


def test_games_that_are_something_else(pool: Executor) -> None:
    """Dice, and more players."""
    for name in ("pig", "chinese_checkers"):
        with pytest.raises(mx.OptionError):
            mx.solve_by_jobs(mx.find_game(name), executor=pool)
    told = "expected a game for one or two players without chance; solve others by minimaxer.solve"
    with pytest.raises(mx.OptionError, match=told):
        mx.solve_by_jobs(mx.find_game("pig"), executor=pool, algorithm="star1")


def test_files_that_are_no_store(tmp_path: Path) -> None:
    """Text, a database of something else, a folder."""
    text, other = tmp_path / "text", tmp_path / "other.db"
    text.write_text("not a database, but a text that is long enough to be told from one" * 9)
    with sqlite3.connect(other) as file:
        file.execute("CREATE TABLE mine (a)")
    for path in (text, other, tmp_path):
        with pytest.raises(mx.OptionError, match=r"(as|to be) a file of what is known of positions"):
            mx.solve_by_jobs(Nim(), executor=Inline(), store=path)


def test_a_leaf_that_is_handed_out_counts_as_hard() -> None:
    """So that the next one is another; once all of the best line are out, there is none."""
    game = TicTacToe()
    tree = UpperTree(game, mx.capabilities(game), game.initial())
    root = tree.pick()
    assert root is tree.root
    assert tree.pick() is None
    tree.take(root, mx.LOSS, mx.WIN, (1.0, 1.0))
    picked = [tree.pick() for _ in range(9)]
    assert len({id(each) for each in picked}) == 9
    assert tree.root.proof > 1
    assert tree.pick() is None
    for leaf in picked:
        assert leaf is not None
        tree.put_back(leaf)
    assert tree.root.proof == 1


@pytest.mark.thorough
def test_with_dask() -> None:
    """The same value by a cluster's executor, where Dask is installed."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("dask.distributed is not installed; it is an optional test dependency")
    source = """
import minimaxer as mx
from dask.distributed import Client
from minimaxer_games.connect_four import ConnectFour
if __name__ == "__main__":
    game, reports = ConnectFour(width=4, height=3), []
    with Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        executor = client.get_executor()
        found = mx.solve_by_jobs(game, executor=executor, workers=2, job_nodes=500, on_job=reports.append)
    print(found.value == mx.solve(game).value, found.solved, len(reports) > 4)
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "True True True\n", done.stderr


POOL = ThreadPoolExecutor(1)
"""An executor that commands find here."""


def made() -> Executor:
    """One that is made for a command."""
    return ThreadPoolExecutor(1)


@pytest.mark.parametrize("name", ["POOL", "made"])
def test_an_executor_on_the_command_line(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Does jobs, and looks at the positions of a file; one that was there before is left open."""
    executor = ["--tier", "tree", "--executor", f"{__name__}:{name}", "--json"]
    rows = tmp_path / "rows"
    rows.write_text("xx.oo....\n")
    for more in (["--jobs", "300", "--workers", "1", "--position", "xx.oo...."], ["--file", str(rows)]):
        assert main(["solve", "tic_tac_toe", *more, *executor]) == 0
        assert json.loads(capsys.readouterr().out)["winner"] == 0
    assert POOL.submit(int).result() == 0


def test_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With a store; what does not go with jobs is refused."""
    asked = ["solve", "tic_tac_toe", "--tier", "tree", "--jobs", "300", "--workers", "1", "--position", "xx.oo...."]
    assert main([*asked, "--store", str(tmp_path / "found.db"), "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["winner"], row["engine"], row["workers"]["scheme"]) == (0, "jobs/proof", "jobs")
    for more, told in (
        (["--executor", "nothing"], "of an executor or a function that gives one, got 'nothing': expected a module, a colon"),
        (["--executor", "os:nothing"], "of an executor or a function that gives one, got 'os:nothing': 'os' has no 'nothing'"),
        (["--executor", "os:getcwd"], "of an executor or a function that gives one, got 'os:getcwd', which gives '/"),
        (["--nodes", "5"], "expected one position, --workers and --seconds with --jobs, got --nodes too; leave it out"),
        (["--threads", "2"], "expected --workers with --jobs, got --threads; each job has one thread"),
    ):
        assert main([*asked, *more]) == 2
        assert told in capsys.readouterr().err
