"""Many positions with workers of every kind: in order, none lost, and taken up again where it ended."""

from __future__ import annotations

import ast
import importlib.util
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.batch import Analysis, workforce as pool
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.tic_tac_toe import TicTacToe

from ..native.games import HashedGame, Place
from ..processes import PATIENCE, SHARED_MEMORY, comes_true, is_alive, started

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
GAME = HashedGame()
STATES = [GAME.start(seed) for seed in range(30)]


class Fragile(HashedGame):
    """Fails on some positions."""

    def evaluate(self, place: Place) -> int:
        if place.seed % 7 == 3:
            raise ValueError(f"no idea about {place.seed}")
        return super().evaluate(place)


class Deadly(HashedGame):
    """Takes the process down on some positions."""

    def evaluate(self, place: Place) -> int:
        if place.seed % 11 == 5 and multiprocessing.parent_process() is not None:
            os._exit(1)
        return super().evaluate(place)


class Inline(Executor):
    """The simplest executor there is: it does the work as it comes."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def expected(game: Any, states: list[Any], depth: int) -> list[tuple[Any, Any]]:
    """Value and move of each position, one after the other."""
    results = [mx.search(game, state, depth=depth) for state in states]
    return [(result.value, result.move) for result in results]


@pytest.fixture(params=["own", "processes", "threads", "inline"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    """Executors of several kinds; None for the default pool."""
    if request.param == "own":
        yield None
    elif request.param == "inline":
        yield Inline()
    elif request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    else:
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield pool


def test_results_come_in_order(executor: Executor | None) -> None:
    """The same values and moves as one by one; told one by one as well."""
    told: list[int] = []
    found = mx.analyse_many(GAME, STATES, executor=executor, depth=4, on_result=lambda each: told.append(each.number))
    assert told == list(range(30))
    assert [each.state for each in found] == STATES
    assert [(each.result.value, each.result.move) for each in found if each.result is not None] == expected(GAME, STATES, 4)
    assert all(each.error is None for each in found)
    assert multiprocessing.active_children() == [] or executor is not None


def test_with_dask() -> None:
    """A cluster's executor, where Dask is installed."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("dask.distributed is not installed; it is an optional test dependency")
    source = """
import minimaxer as mx
from dask.distributed import Client
from tests.native.games import HashedGame
if __name__ == "__main__":
    game = HashedGame()
    states = [game.start(seed) for seed in range(20)]
    with Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        found = mx.analyse_many(game, states, executor=client.get_executor(), depth=4)
    print([each.result.value for each in found] == [mx.search(game, state, depth=4).value for state in states])
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "True\n", done.stderr


def test_a_position_that_fails_leaves_the_others_alone(executor: Executor | None) -> None:
    """Its error is told in its place."""
    game = Fragile()
    found = mx.analyse_many(game, STATES, executor=executor, depth=3)
    failed = {each.number: each.error for each in found if each.error is not None}
    assert failed == {number: f"ValueError: no idea about {number}" for number in range(30) if number % 7 == 3}
    assert all(each.result is not None for each in found if each.number not in failed)
    assert found[3].row == {"number": 3, "position": repr(STATES[3]), "settings": found[3].row["settings"], "error": failed[3]}


@pytest.mark.thorough
def test_a_position_that_kills_its_worker_leaves_the_others_alone() -> None:
    """In the default pool, which begins anew."""
    game = Deadly()
    found = mx.analyse_many(game, STATES, workers=2, depth=3)
    failed = {each.number: each.error for each in found if each.error is not None}
    assert failed == dict.fromkeys((5, 16, 27), "the worker process ended while it looked at this position")
    assert [each.number for each in found] == list(range(30))
    assert multiprocessing.active_children() == []


def test_a_broken_executor_of_the_users_loses_nothing(tmp_path: Path) -> None:
    """What it did not do is told, and done the next time."""
    path = tmp_path / "out.jsonl"
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = mx.analyse_many(Deadly(), STATES, executor=pool, depth=3, path=path)
    assert len(found) == 30
    assert all(each.error is not None and each.error.startswith("BrokenProcessPool: ") for each in found[5:])
    with ThreadPoolExecutor(1) as threads:
        found = mx.analyse_many(Deadly(), STATES, executor=threads, depth=3, path=path)
    assert all(each.error is None for each in found)


def test_it_goes_on_where_it_ended(tmp_path: Path) -> None:
    """A file that was cut anywhere is completed, and holds the same rows in the same order."""
    path = tmp_path / "out.jsonl"
    found = mx.analyse_many(GAME, STATES, executor=Inline(), depth=3, path=path)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert rows == [each.row for each in found]
    whole = path.read_bytes()
    for cut in (0, 10, len(whole) // 2, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:cut])
        again = mx.analyse_many(GAME, STATES, executor=Inline(), depth=3, path=path)
        kept = whole[: cut + 1].count(b"\n")  # a row that lacks nothing but its end is whole
        assert [each.result is None for each in again] == [True] * kept + [False] * (30 - kept)
        timeless = [{**row, "seconds": 0, "nps": 0} for row in rows]
        assert [{**each.row, "seconds": 0, "nps": 0} for each in again] == timeless
        assert [{**json.loads(line), "seconds": 0, "nps": 0} for line in path.read_text().splitlines()] == timeless


def test_what_failed_is_tried_again(tmp_path: Path) -> None:
    """An error in the file is no result."""
    path = tmp_path / "out.jsonl"
    mx.analyse_many(Fragile(), STATES[:5], executor=Inline(), depth=3, path=path)
    again = mx.analyse_many(Fragile(), STATES[:5], executor=Inline(), depth=3, path=path)
    assert [each.number for each in again if each.error is not None] == [3]
    assert [each.result is None for each in again] == [True] * 5
    assert len(path.read_text().splitlines()) == 6


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 1 of {path} is no result; give another file for the results, or take the line out"),
        ('{"number": 0}', "line 1 of {path} is no result; give another file for the results, or take the line out"),
        (
            '{"number": 0, "position": "here", "settings": "search"}',
            "line 1 of {path} was made with search, not {settings}; give another file for the results",
        ),
        (
            '{"number": 0, "position": "here", "settings": "{settings}"}',
            "line 1 of {path} is about position 0, 'here', which is not the one to be looked at now; give another file for the "
            "results",
        ),
        (
            '{"number": 99, "position": "here", "settings": "{settings}"}',
            "line 1 of {path} is about position 99, 'here', which is not the one to be looked at now; give another file for the "
            "results",
        ),
    ],
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, line: str, message: str) -> None:
    """And the error says what it holds."""
    path = tmp_path / "out.jsonl"
    settings = f"search {GAME!r} depth=3 algorithm=auto"
    path.write_text(line.replace("{settings}", settings) + "\n")
    before = path.read_bytes()
    with pytest.raises(mx.NotationError) as caught:
        mx.analyse_many(GAME, STATES, executor=Inline(), depth=3, path=path)
    assert str(caught.value) == message.replace("{path}", str(path)).replace("{settings}", settings)
    assert path.read_bytes() == before


@pytest.mark.parametrize("ours", [0, 2])
@pytest.mark.parametrize(
    "text",
    [
        b"the notes of a year, in a file without a final newline",
        b'{"number": 1, "position": "of something else", "settings": "and',
        b'{"number": 31, "position": ',
        b'{"number": 1}',
        b"[" * 100_000,
        b"\xff\xfe",
        b"\r",
    ],
)
def test_a_text_without_a_final_newline_is_left_as_it_is(tmp_path: Path, ours: int, text: bytes) -> None:
    """What is no beginning of a row of this work is not taken for one that was cut short, even behind rows that are of it."""
    path = tmp_path / "out.jsonl"
    mx.analyse_many(GAME, STATES[:ours], executor=Inline(), depth=3, path=path)
    before = path.read_bytes() + text
    path.write_bytes(before)
    with pytest.raises(mx.NotationError) as caught:
        mx.analyse_many(GAME, STATES, executor=Inline(), depth=3, path=path)
    assert str(caught.value) == (
        f"line {ours + 1} of {path} is no result; give another file for the results, or take the line out"
    )
    assert path.read_bytes() == before


def test_a_row_is_cut_short_only_behind_rows_of_the_same_work(tmp_path: Path) -> None:
    """The file stays as it was where an earlier line is something else."""
    path = tmp_path / "out.jsonl"
    mx.analyse_many(GAME, STATES[:2], executor=Inline(), depth=3, path=path)
    before = b"first, some text\n" + path.read_bytes()[:-20]
    path.write_bytes(before)
    with pytest.raises(mx.NotationError, match=r"^line 1 of .* is no result; "):
        mx.analyse_many(GAME, STATES, executor=Inline(), depth=3, path=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("missing", [1, 2, 30])
def test_the_last_row_may_lack_its_end(tmp_path: Path, missing: int) -> None:
    """A whole one is kept and gets its newline; one that was cut short is made again; the file then holds one row a position."""
    path = tmp_path / "out.jsonl"
    mx.analyse_many(GAME, STATES[:3], executor=Inline(), depth=3, path=path)
    path.write_bytes(path.read_bytes()[:-missing])
    again = mx.analyse_many(GAME, STATES[:4], executor=Inline(), depth=3, path=path)
    assert [each.result is None for each in again] == [True, True, missing == 1, False]
    assert [json.loads(line)["number"] for line in path.read_bytes().splitlines()] == [0, 1, 2, 3]


def test_lines_end_at_newlines_only(tmp_path: Path) -> None:
    """A carriage return within a line, which JSON takes for a space, ends none."""
    path = tmp_path / "out.jsonl"
    mx.analyse_many(GAME, STATES[:2], executor=Inline(), depth=3, path=path)
    path.write_bytes(path.read_bytes().replace(b'"settings"', b'\r"settings"'))
    again = mx.analyse_many(GAME, STATES[:2], executor=Inline(), depth=3, path=path)
    assert [each.result for each in again] == [None, None]


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A clear error before any work is done."""
    with pytest.raises(mx.NotationError, match=r"^cannot write .*: .*Is a directory"):
        mx.analyse_many(GAME, STATES, executor=Inline(), depth=3, path=tmp_path)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"workers": 0}, "expected workers to be a whole number from 1 to 256, got 0"),
        ({"workers": True}, "expected workers to be a whole number from 1 to 256, got True"),
        (
            {"workers": 2, "executor": Inline()},
            "contradictory options: workers is for the pool of processes made here, and an executor was given",
        ),
        ({"executor": 3}, "expected executor to be a concurrent.futures.Executor, got 3"),
        ({"solve": True, "depth": 3}, "contradictory options: solving goes to any depth; leave out depth"),
        ({"depth": -1}, "expected depth to be a whole number from 1, got -1"),
    ],
)
def test_what_cannot_be_asked_for(given: dict[str, Any], message: str) -> None:
    """Each with what to do instead."""
    with pytest.raises(mx.OptionError) as caught:
        mx.analyse_many(GAME, STATES, **given)
    assert str(caught.value) == message


def test_rules_that_cannot_be_sent() -> None:
    """Processes need them importable; threads do not."""

    class Local(HashedGame):
        pass

    with pytest.raises(mx.OptionError, match=r"^the rules or settings cannot be sent to other processes \(") as caught:
        mx.analyse_many(Local(), STATES, depth=2)
    assert str(caught.value).endswith(
        "); define classes and functions at the top of a module, or give executor=ThreadPoolExecutor()"
    )
    with ThreadPoolExecutor(1) as pool:
        assert len(mx.analyse_many(Local(), STATES, depth=2, executor=pool)) == 30


def test_a_script_without_a_guard(tmp_path: Path) -> None:
    """It is told what to do, rather than left with a broken pool."""
    script = tmp_path / "script.py"
    script.write_text(
        "import minimaxer as mx\nfrom minimaxer_games.nim import Nim\ngame = Nim()\n"
        "mx.analyse_many(game, [game.initial()] * 3, depth=2, workers=1)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "minimaxer.errors.OptionError: worker processes end as soon as they begin; in a script, put what starts them under "
        '`if __name__ == "__main__":`, or give executor=ThreadPoolExecutor()'
    )


class Killed(SpawnProcess):
    """A process that is killed as it begins."""

    def run(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def kills(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[type[SpawnProcess]]]:
    """The kinds of the first processes that a pool makes; those after them are ordinary ones."""
    kinds: list[type[SpawnProcess]] = []

    def process(self: Any, *arguments: Any, **settings: Any) -> SpawnProcess:
        made = (kinds.pop(0) if kinds else SpawnProcess)(*arguments, **settings)
        self.made.append(made)
        return made

    monkeypatch.setattr(pool._Context, "Process", process)
    yield kinds
    assert multiprocessing.active_children() == []


def test_a_worker_that_is_killed_as_the_pool_begins(kills: list[type[SpawnProcess]]) -> None:
    """Another pool does the work."""
    kills += [Killed]
    found = mx.analyse_many(GAME, STATES[:5], workers=2, depth=3)
    assert [each.error for each in found] == [None] * 5


def test_workers_that_are_killed_again_and_again(kills: list[type[SpawnProcess]]) -> None:
    """The error tells by what, and gives no advice on scripts."""
    kills += [Killed] * 2
    with pytest.raises(mx.OptionError) as caught:
        mx.analyse_many(GAME, STATES[:5], workers=2, depth=3)
    assert str(caught.value) == (
        "expected worker processes to begin, but 2 in a row ended at once, the last with exit code -9 (one below 0 is a signal, as "
        "from a system that has too little memory); give executor=ThreadPoolExecutor()"
    )


PROBLEMS = [NotImplementedError("no semaphores"), OSError(38, "Function not implemented"), ImportError("no _multiprocessing")]


@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
def test_a_python_without_processes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path, problem: Exception
) -> None:
    """The work is done in this one, which the log says, one position after the other; rules need not be sent then."""

    class Local(HashedGame):
        pass

    def refuse(*arguments: Any, **settings: Any) -> None:
        raise problem

    monkeypatch.setattr("concurrent.futures.process.ProcessPoolExecutor", refuse)
    path = tmp_path / "out.jsonl"
    rows: list[int] = []
    found = mx.analyse_many(
        Local(), STATES, depth=3, path=path, on_result=lambda each: rows.append(path.read_bytes().count(b"\n"))
    )
    assert [(each.result.value, each.result.move) for each in found if each.result is not None] == expected(GAME, STATES, 3)
    assert rows == list(range(1, 31))
    told = f"{type(problem).__name__}: {problem}"
    assert caplog.messages == [f"this Python starts no processes ({told}); the work is done in this one"]
    with pytest.raises(mx.OptionError) as caught:
        mx.analyse_many(GAME, STATES, depth=3, workers=2)
    assert str(caught.value) == (
        f"expected no workers, since this Python starts no processes ({told}), got 2; leave workers out to have the work done "
        "here, or give executor=ThreadPoolExecutor()"
    )


def test_a_python_that_cannot_even_import_them() -> None:
    """As in a browser: the package can be imported, and looks at many positions."""
    source = (
        "import sys; sys.modules['_multiprocessing'] = None\n"
        "import minimaxer as mx; from minimaxer_games.nim import Nim; game = Nim()\n"
        "print([each.result.depth for each in mx.analyse_many(game, [game.initial()] * 3, depth=2)])\n"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "[2, 2, 2]\n", done.stderr


SCRIPT = """
import multiprocessing
import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from tests.processes import shared_names

def told(found):
    print([child.pid for child in multiprocessing.active_children()], shared_names(), sep=";", flush=True)
    input()  # which never comes

if __name__ == "__main__":
    game = ConnectFour()
    try:
        mx.analyse_many(game, [game.initial()] * 2_000, nodes=200, workers=2, path="out.jsonl", on_result=told)
    except KeyboardInterrupt:
        print("interrupted", multiprocessing.active_children(), flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "killed"])
def test_however_the_process_ends_so_do_its_workers(tmp_path: Path, number: int) -> None:
    """What was found is in the file; no process is left, and no semaphore."""
    (tmp_path / "script.py").write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}  # those of the tracker of semaphores
    process = started([sys.executable, "script.py"], stdin=subprocess.PIPE, cwd=tmp_path, env=environment)
    assert process.stdout is not None
    pids, names = (ast.literal_eval(part) for part in process.stdout.readline().split(";"))
    assert pids
    assert names or not SHARED_MEMORY.exists()
    process.send_signal(number)
    process.wait(PATIENCE)
    out, _ = process.communicate()
    assert out == ("interrupted []\n" if number == signal.SIGINT else "")
    assert comes_true(lambda: not any(is_alive(pid) for pid in pids))
    assert comes_true(lambda: not any((SHARED_MEMORY / name).exists() for name in names))
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [(row["number"], row["error"]) for row in rows] == [(0, None)]


def test_nothing_to_do() -> None:
    """No positions, no workers."""
    assert mx.analyse_many(TicTacToe(), []) == []


def test_solving_many() -> None:
    """With options, on threads of one's own."""
    game = ConnectFour()
    states = [game.parse(text) for text in ("2252576253462244111563365343671351441", "7422341735647741166133573473242566")]
    with ThreadPoolExecutor(2) as pool:
        found = mx.analyse_many(game, states, executor=pool, solve=True, options=mx.AlphaBetaOptions(table="4MB"))
    assert [each.result.value for each in found if each.result is not None] == [mx.solve(game, state).value for state in states]
    assert "table=4MB" in found[0].row["settings"]


class Full(Inline):
    """Takes two batches and no more."""

    def __init__(self) -> None:
        self.taken = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.taken += 1
        if self.taken > 2:
            raise RuntimeError("queue full")
        return super().submit(fn, *args, **kwargs)


def test_an_executor_that_takes_no_more() -> None:
    """What it took is done; the rest says why not."""
    found = mx.analyse_many(GAME, STATES, executor=Full(), depth=3)
    assert found[0].error is None
    assert found[-1].error == "RuntimeError: queue full"


class Quitting(HashedGame):
    """Leaves the program on one position."""

    def evaluate(self, place: Place) -> int:
        if place.seed == 4:
            sys.exit(3)
        return super().evaluate(place)


def test_rules_that_leave_the_program() -> None:
    """They leave only their own position."""
    found = mx.analyse_many(Quitting(), STATES, executor=Inline(), depth=3)
    assert {each.number: each.error for each in found if each.error is not None} == {4: "SystemExit: 3"}


class Deaf(HashedGame):
    """Dies at once on some positions."""

    def outcome(self, place: Place) -> int | None:
        if place.seed == 0 and multiprocessing.parent_process() is not None:
            os._exit(1)
        return super().outcome(place)


def test_a_worker_that_dies_while_others_are_sent() -> None:
    """Nothing is lost where the pool breaks before all is submitted."""
    states = [GAME.start(0)] + [GAME.start(1)] * 6_000
    found = mx.analyse_many(Deaf(length=1), states, workers=1, depth=1)
    assert [each.number for each in found if each.error is not None] == [0]
    assert len(found) == 6_001


class Stubborn(tuple[Any, ...]):
    """A state that cannot be sent."""

    def __reduce__(self) -> Any:
        raise TypeError("stays here")


def test_a_state_that_cannot_be_sent_leaves_the_others_alone() -> None:
    """Nor does one that is no state at all."""
    states: list[Any] = [*STATES[:8], Stubborn(), None, *STATES[8:12]]
    found = mx.analyse_many(GAME, states, workers=1, depth=3)
    failed = {each.number: each.error for each in found if each.error is not None}
    assert set(failed) == {8, 9}
    assert "stays here" in str(failed[8])
    assert failed[9] == "OptionError: expected a state, got None"


class Mute(HashedGame):
    """Cannot write one of its moves."""

    def format_move(self, place: Place, move: int) -> str:
        if place.seed == 2:
            raise KeyError(move)
        return str(move)


def test_notation_that_fails() -> None:
    """Is an error of that position alone."""
    found = mx.analyse_many(Mute(), STATES[:5], executor=Inline(), depth=2)
    assert {each.number for each in found if each.error is not None} == {2}
    assert str(found[2].error).startswith("KeyError: ")
    assert str(found[2].error).endswith(" (writing down the moves)")


def judged_one_way(place: Place) -> int:
    return 1


def judged_another_way(place: Place) -> int:
    return 2


def test_results_of_another_evaluation_are_not_taken_up(tmp_path: Path) -> None:
    """The evaluation belongs to the settings."""
    path = tmp_path / "out.jsonl"
    mx.analyse_many(GAME, STATES, executor=Inline(), depth=2, path=path, evaluate=judged_one_way)
    with pytest.raises(
        mx.NotationError, match=r"line 1 .* was made with .*judged_one_way, not .*judged_another_way; give another file"
    ):
        mx.analyse_many(GAME, STATES, executor=Inline(), depth=2, path=path, evaluate=judged_another_way)


class Nameless:
    """Rules without a `repr` of their own."""

    game = HashedGame()

    def initial(self) -> Place:
        return self.game.initial()

    def player(self, place: Place) -> int:
        return self.game.player(place)

    def moves(self, place: Place) -> Iterator[int]:
        return self.game.moves(place)

    def play(self, place: Place, move: int) -> Place:
        return self.game.play(place, move)

    def outcome(self, place: Place) -> int | None:
        return self.game.outcome(place)


def test_rules_without_a_repr_are_known_again(tmp_path: Path) -> None:
    """By the name of their class."""
    path = tmp_path / "out.jsonl"
    mx.analyse_many(Nameless(), STATES[:3], executor=Inline(), depth=2, path=path)
    again = mx.analyse_many(Nameless(), STATES[:3], executor=Inline(), depth=2, path=path)
    assert all(each.result is None for each in again)
    assert again[0].row["settings"] == "search tests.batch.test_analyse_many.Nameless depth=2 algorithm=auto"


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    """The second is told, and the first goes on undisturbed."""
    path = tmp_path / "out.jsonl"
    told: list[str] = []

    def second(found: Analysis[Any, Any]) -> None:
        with pytest.raises(mx.NotationError) as caught:
            mx.analyse_many(GAME, STATES, executor=Inline(), depth=2, path=path)
        told.append(str(caught.value))

    mx.analyse_many(GAME, STATES[:2], executor=Inline(), depth=2, path=path, on_result=second)
    assert told == [f"{path} is being written by another run; wait for it, or give another file"] * 2
    assert len(path.read_text().splitlines()) == 2


def test_processes_of_others_are_left_alone() -> None:
    """What an interrupted call ends are the processes it made."""
    context = multiprocessing.get_context("spawn")
    other = context.Process(target=time.sleep, args=(60,))

    def interrupt(_: object) -> None:
        if not other.is_alive():
            other.start()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mx.analyse_many(GAME, STATES, workers=1, depth=2, on_result=interrupt)
    assert multiprocessing.active_children() == [other]
    other.kill()
    other.join()


def in_a_daemon(connection: Any) -> None:
    """Tries to start processes where that is not allowed."""
    told = []
    for attempt in (
        lambda: mx.analyse_many(GAME, STATES, workers=1, depth=2),
        lambda: mx.search(GAME, depth=2, threads=2, parallel="processes"),
    ):
        try:
            attempt()
        except mx.OptionError as error:
            told.append(str(error))
    connection.send(told)


def test_daemons_start_no_processes() -> None:
    """And say so."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=in_a_daemon, args=(there,), daemon=True)
    process.start()
    assert here.recv() == [
        "this process is a daemon, which may not start others; give executor=ThreadPoolExecutor()",
        "this process is a daemon, which may not start others; leave out parallel",
    ]
    process.join()
