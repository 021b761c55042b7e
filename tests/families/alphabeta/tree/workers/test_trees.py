"""Several workers on a game that is not compiled: in processes, on threads, or one alone that says why."""

from __future__ import annotations

import ast
import enum
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

import minimaxer as mx
from minimaxer.families.alphabeta.tree import search
from minimaxer.families.alphabeta.tree.workers import shared_memory as helper, team
from minimaxer.families.alphabeta.tree.workers.shared_memory import SharedMemory
from minimaxer.searching import validators as schemes
from minimaxer.searching.limits import StopSearch
from minimaxer.tables.codes import stable_hash
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala

from .....native.games import BoundedGame, FloatGame, HashedGame, MirroredGame, NoisyGame, Place, StuckGame
from .....oracle import best_moves, check_line, minimax
from .....processes import PATIENCE, comes_true, is_alive, started, threads_since


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers join from the first node on, so that small searches are shared too."""
    monkeypatch.setattr(team, "PATIENCE", 0.0)
    monkeypatch.setattr(team, "FIRST_PATIENCE", 0.0)
    monkeypatch.setattr(team, "LEAST_SHARE", 1)
    monkeypatch.setattr(team, "START_SECONDS", PATIENCE)


@pytest.fixture(params=["processes", "threads", "threads, lazily"])
def given(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """How to ask for three workers; threads as on a Python that runs them side by side."""
    if request.param == "processes":
        return {"threads": 3, "parallel": "processes"}
    monkeypatch.setattr(search, "is_free_threaded", lambda: True)
    return {"threads": 3, "parallel": "lazy_smp" if "lazily" in request.param else "auto"}


@pytest.mark.thorough
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "game",
    [
        HashedGame(),
        HashedGame(merging=True, length=8),
        pytest.param(FloatGame(), marks=pytest.mark.thorough),
        StuckGame(),
        pytest.param(MirroredGame(length=5), marks=pytest.mark.thorough),
        NoisyGame(),
    ],
    ids=["plain", "merging", "floats", "stuck", "mirrored", "noisy"],
)
def test_fixed_depths_equal_plain_minimax(game: Any, given: dict[str, Any]) -> None:
    """With `table_depth="exact"`, value and move are those of plain minimax; so are the moves' exact values."""
    rng = Random(8)
    for exact_moves in (False, True):
        engine = mx.Search(game, mx.AlphaBetaOptions(table="1MB", table_depth="exact", exact_moves=exact_moves), **given)
        used = 0
        for seed in range(20):
            state, depth = game.start(seed), rng.randint(3, 6)
            result = engine.run(state, mx.Limits(depth=depth))
            quiescence = 32 if hasattr(game, "noisy_moves") else 0
            value, moves = best_moves(game, state, depth, quiescence=quiescence)
            assert (result.value, result.move in moves) == (value, True), (state, depth)
            check_line(game, state, result)
            assert result.workers is not None
            used = max(used, result.workers.used)
        assert used == 3
        engine.close()


@pytest.mark.thorough
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "game",
    [HashedGame(merging=True, length=7), StuckGame(), BoundedGame(), pytest.param(FloatGame(), marks=pytest.mark.thorough)],
    ids=["merging", "stuck", "bounded", "floats"],
)
def test_solved_values_are_true(game: Any, given: dict[str, Any]) -> None:
    """The game-theoretic value, and a move that keeps it."""
    engine = mx.Search(game, **given)
    for seed in range(20):
        state = game.start(seed)
        result = engine.solve(state)
        expected = minimax(game, state, 99)
        assert (result.solved, result.value) == (True, expected), state
        assert minimax(game, game.play(state, result.move), 99, ply=1) == expected
    engine.close()


@pytest.mark.thorough
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("game", "depth"), [(ConnectFour(), 7), (Mancala(), 7)])
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_fixed_depths_of_the_bundled_games(game: Any, depth: int, algorithm: str) -> None:
    """The values of one worker."""
    options = mx.AlphaBetaOptions(table="4MB", table_depth="exact", ignore={"bounds", "search_moves"})
    engine = mx.Search(game, options, algorithm=algorithm, threads=2, parallel="processes")
    for move in list(game.moves(game.initial()))[:3]:
        state = game.play(game.initial(), move)
        alone = mx.search(game, state, depth=depth, options=options, algorithm=algorithm)
        shared = engine.run(state, mx.Limits(depth=depth))
        assert (shared.value, shared.depth, shared.engine) == (alone.value, depth, f"tree/{algorithm}")
        check_line(game, state, shared)
    engine.close()


@pytest.mark.thorough
@pytest.mark.usefixtures("at_once")
def test_stopped_at_random_moments(given: dict[str, Any]) -> None:
    """By nodes, by the clock and from another thread: the answer is legal, and nothing is left behind."""
    rng, begun = Random(9), threads_since()
    for game in (ConnectFour(), Mancala()):
        engine = mx.Search(game, mx.AlphaBetaOptions(table="1MB"), **given)
        for round_ in range(15):
            state: Any = game.initial()
            for _ in range(rng.randrange(6)):
                state = game.play(state, rng.choice(list(game.moves(state))))
            if game.outcome(state) is not None:
                continue
            limits = mx.Limits(seconds=rng.choice([1e-6, 1e-3, 1e-2, 5e-2]))
            timer = None
            if round_ % 3 == 0:
                limits = mx.Limits(nodes=rng.choice([1, 50, 500, 2_000]))
            elif round_ % 3 == 1:
                timer = threading.Timer(rng.choice([0.0, 0.001, 0.02]), engine.stop)
                limits = mx.Limits(depth=60, seconds=0.05)
                timer.start()
            result = engine.run(state, limits)
            if timer is not None:
                timer.join()
            check_line(game, state, result)
            if limits.nodes is not None:
                assert result.nodes <= limits.nodes
        for result in engine.iterate(game.initial()):
            if result.depth == 4:
                break
        engine.close()
    assert begun() == 0
    assert multiprocessing.active_children() == []


def test_a_helper_called_off_at_its_limit_stays_within_it() -> None:
    """The visit that it does not make any more counts neither in its result nor on the board."""
    board = SharedMemory(SharedMemory.local_memory(1 << 10))
    control = helper._HelpersControl(mx.Limits(nodes=5), board, 0, lambda: True)
    for nodes in range(1, 6):
        control.poll(nodes)
    board.stop()
    with pytest.raises(StopSearch):
        control.poll(6)
    assert (control.nodes, board.nodes(0)) == (5, 5)


class Trap(HashedGame):
    """Its evaluation breaks deep in the tree."""

    def evaluate(self, place: Place) -> int:
        return 1 // (0 if place.ply > 5 else 1)


@pytest.mark.usefixtures("at_once")
def test_an_error_in_one_worker_ends_all(given: dict[str, Any]) -> None:
    """It is raised, whoever met it, and the same object can be used again."""
    game = Trap(length=12, ends=0)
    engine = mx.Search(game, mx.AlphaBetaOptions(table="1MB"), **given)
    for seed in range(4):
        with pytest.raises(ZeroDivisionError):
            engine.run(game.start(seed), mx.Limits(depth=8))
    good = HashedGame()
    engine.close()
    assert mx.search(good, depth=4, **given).depth == 4
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("at_once")
def test_a_killed_helper_is_done_without(caplog: pytest.LogCaptureFixture) -> None:
    """The search goes on, later ones say so, and a closed one starts helpers anew."""
    engine = mx.Search(ConnectFour(), threads=2, parallel="processes")
    engine.run(limits=mx.Limits(depth=6))
    (child,) = multiprocessing.active_children()

    def kill(result: mx.SearchResult[int]) -> None:
        child.kill()
        child.join()

    for text in ("", "44"):
        result = engine.run(ConnectFour().parse(text), mx.Limits(depth=8), on_depth=kill)
        assert result.depth == 8
    assert result.workers is not None
    assert result.workers.note == "its helping processes have ended by themselves; close the Search to start others"
    engine.close()
    again = engine.run(limits=mx.Limits(depth=6))
    assert again.workers is not None
    assert again.workers.used == 2
    engine.close()
    assert multiprocessing.active_children() == []


def test_a_forgotten_search_ends_its_processes() -> None:
    """Without `close` too."""
    engine = mx.Search(ConnectFour(), threads=3, parallel="processes")
    engine.run(limits=mx.Limits(seconds=0.5))
    assert len(multiprocessing.active_children()) == 2
    del engine
    assert comes_true(lambda: multiprocessing.active_children() == [])


SCRIPT = """
import itertools, multiprocessing
import minimaxer as mx
from minimaxer.families.alphabeta.tree.workers import team
from minimaxer_games.connect_four import ConnectFour
from tests.processes import shared_names

if __name__ == "__main__":
    team.FIRST_PATIENCE = team.PATIENCE = 0.0
    game = ConnectFour()
    engine = mx.Search(game, threads=3, parallel="processes")
    told = False
    try:
        for text in itertools.cycle(["4", "44", "3", "43"]):
            result = engine.run(game.parse(text), mx.Limits(depth=6))
            if result.workers.used == 3 and not told:
                told = True
                print([child.pid for child in multiprocessing.active_children()], shared_names(), sep=";", flush=True)
    except KeyboardInterrupt:
        engine.close()
        print("interrupted", multiprocessing.active_children(), flush=True)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "killed"])
def test_however_the_process_ends_so_do_its_helpers(tmp_path: Any, number: int) -> None:
    """On Ctrl-C they end with the search; when the process is killed they notice. They share nothing that has a name."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = started([sys.executable, str(script)], env=environment)
    assert process.stdout is not None
    pids, names = (ast.literal_eval(part) for part in process.stdout.readline().split(";"))
    assert (len(pids), names) == (2, [])
    process.send_signal(number)
    process.wait(PATIENCE)
    assert process.communicate()[0] == ("interrupted []\n" if number == signal.SIGINT else "")
    assert comes_true(lambda: not any(is_alive(pid) for pid in pids))


@pytest.mark.usefixtures("at_once")
def test_an_interrupt_that_takes_a_reply_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the reply: the helpers end, and the next search starts others."""
    receive, taken = team.ProcessTeam.receive, list[Any]()

    def interrupted(self: team.ProcessTeam, number: int) -> Any:
        reply = receive(self, number)
        if reply.task and not taken:
            taken.append(reply)
            raise KeyboardInterrupt
        return reply

    monkeypatch.setattr(team.ProcessTeam, "receive", interrupted)
    engine = mx.Search(ConnectFour(), threads=2, parallel="processes")

    def search_until_interrupted() -> None:
        while True:
            engine.run(ConnectFour().initial(), mx.Limits(depth=7))

    with pytest.raises(KeyboardInterrupt):
        search_until_interrupted()
    assert len(taken) == 1
    assert multiprocessing.active_children() == []
    assert engine.run(ConnectFour().initial(), mx.Limits(depth=4)).depth == 4
    engine.close()


def test_one_worker_says_why() -> None:
    """On a Python that runs one thread at a time."""
    assert not schemes.is_free_threaded()
    for scheme in ("auto", "lazy_smp"):
        workers = mx.search(ConnectFour(), depth=3, threads=2, parallel=scheme).workers
        assert workers is not None
        assert (workers.asked, workers.used, workers.scheme) == (2, 1, None)
        assert workers.note == (
            "this Python runs one thread at a time, so that threads would only wait for one another; give mx.compile(game), "
            "whose code needs no such lock, or take parallel='processes'"
        )


def test_a_search_too_short_to_share_says_so() -> None:
    """No process is started for it."""
    workers = mx.search(ConnectFour(), depth=2, threads=2, parallel="processes").workers
    assert workers is not None
    assert workers.note == (
        "the search was over, or its limit of nodes too near, before others could join: the first time they do after 0.2 s, "
        "then after 0.01 s"
    )


class Odd(ConnectFour):
    """Its keys are objects."""

    def key(self, state: Any) -> Any:
        return (object, state)


@pytest.mark.parametrize(
    ("game", "given", "error", "message"),
    [
        (ConnectFour(), {"threads": 0}, mx.OptionError, "expected threads to be a whole number from 1 to 256, got 0"),
        (ConnectFour(), {"threads": True}, mx.OptionError, "expected threads to be a whole number from 1 to 256, got True"),
        (ConnectFour(), {"threads": 2.5}, mx.OptionError, "expected threads to be a whole number from 1 to 256, got 2.5"),
        (ConnectFour(), {"threads": 300}, mx.OptionError, "expected threads to be a whole number from 1 to 256, got 300"),
        (
            ConnectFour(),
            {"threads": 2, "parallel": "magic"},
            mx.OptionError,
            "expected parallel to be one of auto, abdada, lazy_smp, processes, got 'magic'",
        ),
        (
            ConnectFour(),
            {"parallel": "processes"},
            mx.OptionError,
            "contradictory options: parallel='processes' needs threads from 2",
        ),
        (
            ConnectFour(),
            {"threads": 2, "parallel": "abdada"},
            mx.OptionError,
            "parallel='abdada' is for compiled games: give mx.compile(game), or take parallel='processes'",
        ),
        (
            ConnectFour(),
            {"threads": 2, "parallel": "processes", "algorithm": "fixed"},
            mx.OptionError,
            "contradictory options: several workers share a table, and algorithm='fixed' has none; leave it out",
        ),
        (
            ConnectFour(),
            {"threads": 2, "parallel": "processes", "options": mx.AlphaBetaOptions(table=None)},
            mx.OptionError,
            "contradictory options: several workers share a table, and table=None has none; leave it out",
        ),
        (
            Odd(),
            {"threads": 2, "parallel": "processes", "depth": 3},
            mx.GameError,
            "a table that is shared or saved needs keys of numbers, text and tuples, got <class 'object'> in (<class 'object'>, "
            "Board(first=0, second=0, player=0)); give the game a method key(state)",
        ),
    ],
)
def test_what_cannot_be_asked_for(game: Any, given: dict[str, Any], error: type[Exception], message: str) -> None:
    """Each with what to do instead."""
    with pytest.raises(error) as caught:
        mx.search(game, **given)
    assert str(caught.value) == message


def test_rules_that_cannot_be_sent() -> None:
    """They are refused before anything is started."""

    class Local(ConnectFour):
        pass

    with pytest.raises(mx.OptionError, match=r"^the rules or settings cannot be sent to other processes \(") as caught:
        mx.search(Local(), depth=2, threads=2, parallel="processes")
    assert str(caught.value).endswith("); define classes and functions at the top of a module, or leave out parallel")


class Colour(enum.Enum):
    RED = 1


def test_stable_hashes() -> None:
    """Equal in every process, however the key was made; one-to-one for numbers of 64 bits; and told apart by structure."""
    keys: list[Any] = [
        0,
        1,
        -1,
        -2,
        (1, -1),
        (1, -2),
        ((1,), 2),
        (1, (2,)),
        "a",
        ("a", None),
        HashedGame().start(7),
        Colour.RED,
        2**70,
    ]
    keys += [frozenset({1, 2, 3}), 0.5, True, b"x", (True, Colour.RED)]
    source = (
        "from tests.families.alphabeta.tree.workers.test_trees import Colour; from tests.native.games import Place\n"
        "from minimaxer.tables.codes import stable_hash\n"
        f"print([stable_hash(key) for key in {[key for key in keys if not isinstance(key, Colour)][:11]!r}])"
    )
    hashes = {stable_hash(key) for key in keys}
    assert len(hashes) == len(keys)
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True, env=env)
        assert set(eval(done.stdout)) <= hashes
    assert len({stable_hash(number) for number in range(-50_000, 50_000)}) == 100_000
    assert stable_hash(HashedGame().start(7)) == stable_hash(tuple(HashedGame().start(7)))


def test_a_table_of_numbers_is_exact() -> None:
    """A result says whether keys were told apart without fail."""
    options = mx.AlphaBetaOptions(table="1MB")
    assert mx.search(ConnectFour(), depth=3, threads=2, parallel="processes", options=options).table_key == "exact"
    assert mx.search(HashedGame(), depth=3, threads=2, parallel="processes", options=options).table_key == "hashed"


def helping(engine: mx.Search[Any, Any]) -> team.ProcessTeam:
    """The helpers of a search."""
    tier = engine._tier
    assert isinstance(tier, team.TeamSearch)
    assert isinstance(tier._team, team.ProcessTeam)
    return tier._team


class UnreadableError(Exception):
    """Can be pickled, but not unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__("unreadable")


class Raising(HashedGame):
    """Raises it in helpers only, and goes on elsewhere when all of them have."""

    def evaluate(self, place: Place) -> int:
        if multiprocessing.parent_process() is not None:
            raise UnreadableError(1, 2)
        assert comes_true(HAVE_REPLIED[-1])
        return 0


HAVE_REPLIED: list[Callable[[], bool]] = []


@pytest.mark.usefixtures("at_once")
def test_an_error_that_cannot_be_sent_is_told_in_words() -> None:
    """Every time, and no answer to an earlier search is taken for one to a later."""
    engine = mx.Search(Raising(length=14, ends=0), threads=3, parallel="processes")
    HAVE_REPLIED.append(lambda: all(link.poll(0) for link in helping(engine)._links))
    for seed in range(3):
        with pytest.raises(mx.RulesError, match=r"^UnreadableError: unreadable$"):
            engine.run(engine.game.start(seed), mx.Limits(depth=4))  # type: ignore[attr-defined]
    engine.close()
    assert multiprocessing.active_children() == []


class Leaving(HashedGame):
    """Leaves the program, but not in the main thread, which waits for that."""

    left: ClassVar[threading.Event] = threading.Event()

    def evaluate(self, place: Place) -> int:
        if threading.current_thread() is not threading.main_thread():
            self.left.set()
            sys.exit(3)
        assert self.left.wait(PATIENCE)
        return 0


@pytest.mark.usefixtures("at_once")
def test_rules_that_leave_the_program_in_a_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised where the search was asked for."""
    monkeypatch.setattr(search, "is_free_threaded", lambda: True)
    with pytest.raises(SystemExit):
        mx.search(Leaving(length=14, ends=0), depth=4, threads=2)


class Late(HashedGame):
    """Takes its time to get into another process."""

    def __reduce__(self) -> Any:
        return late, ()


def late() -> Late:
    """Minutes pass."""
    if multiprocessing.parent_process() is not None:
        time.sleep(PATIENCE)
    return Late(length=14, ends=0)


def test_helpers_that_are_still_starting_are_not_waited_for() -> None:
    """A limit of time holds, and so does the end."""
    result = mx.search(Late(length=14, ends=0), seconds=0.5, threads=2, parallel="processes")
    assert result.workers is not None
    assert result.workers.used == 1
    assert multiprocessing.active_children() == []


class Bound(tuple[Any, ...]):
    """A state that cannot be sent."""

    def __reduce__(self) -> Any:
        raise TypeError("stays here")


class Boundary(ConnectFour):
    """Its states cannot be sent."""

    def initial(self) -> Any:
        return Bound(super().initial())

    def player(self, board: Any) -> int:
        return 0

    def moves(self, board: Any) -> Any:
        return (1, 2, 3)

    def play(self, board: Any, column: int) -> Any:
        return Bound((*board, column))

    def outcome(self, board: Any) -> Any:
        return None

    def key(self, board: Any) -> Any:
        return len(board)


@pytest.mark.usefixtures("at_once")
def test_a_state_that_cannot_be_sent() -> None:
    """Says what to do, each time."""
    options = mx.AlphaBetaOptions(ignore={"evaluate", "bounds", "search_moves", "order"})
    engine = mx.Search(Boundary(), options, threads=2, parallel="processes")
    for _ in range(2):
        with pytest.raises(
            mx.OptionError, match=r"^the rules or settings cannot be sent to other processes \(TypeError: stays here\)"
        ):
            engine.run(limits=mx.Limits(depth=6))
    engine.close()
    assert multiprocessing.active_children() == []
