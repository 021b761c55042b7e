"""Games compiled in the background: searches begin on the tree, move, and never answer anything wrong on the way."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.bridges.engine import Engine
from minimaxer.cli import main
from minimaxer.compiler.compiling import Assembly
from minimaxer.native import compile_game, pending
from minimaxer.web.thinkers import Thinkers
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim

from .. import oracle
from ..processes import PATIENCE, comes_true
from .games import HashedGame

PLAIN = mx.AlphaBetaOptions(table=None, ignore={"bounds"})


class Gate:
    """Compiling waits until the gate is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._open = threading.Event()
        monkeypatch.setattr(pending, "compile_game", self._compile)

    def _compile(self, *given: Any, **named: Any) -> Any:
        assert self._open.wait(60)
        return compile_game(*given, **named)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate(monkeypatch)
    yield made
    made.open()


def tier_of(search: mx.Search[Any, Any]) -> str:
    return search.run(limits=mx.Limits(depth=1)).engine.partition("/")[0]


def moved(search: mx.Search[Any, Any]) -> bool:
    """True once a search goes on natively."""
    return comes_true(lambda: tier_of(search) == "compiled")


def test_a_search_begins_on_the_tree_and_goes_on_natively(gate: Gate) -> None:
    game = mx.compile(Nim(), background=True)
    search = mx.Search(game)
    assert not game.ready
    assert not game.wait(0.01)
    assert search.solve().engine.startswith("tree/")
    gate.open()
    assert game.wait()
    assert game.ready
    assert game.error is None
    assert moved(search)
    assert search.solve(game.initial()).value == mx.solve(Nim()).value
    assert mx.search(game, depth=2).engine.startswith("compiled/")  # a new one need not begin on the tree


@pytest.mark.parametrize("seed", range(12))
def test_values_are_those_of_plain_minimax_wherever_it_moves(gate: Gate, seed: int) -> None:
    """A game is followed from move to move, by state or by `advance`, and the tiers change at a random moment."""
    rng, rules = Random(seed), HashedGame(length=7)
    game = mx.compile(rules, background=True)
    search, state = mx.Search(game, PLAIN), rules.start(seed)
    opens, told = rng.randrange(4), state  # type: Any, Any
    for ply in range(7):
        if rules.outcome(state) is not None:
            break
        if ply == opens:
            gate.open()
            game.wait()
            if rng.random() < 0.5:
                assert waiting(search)
        depth = rng.randrange(1, 4)
        result = search.run(told, mx.Limits(depth=depth))
        value, best = oracle.best_moves(rules, state, depth)
        assert (result.value, result.depth) == (value, min(depth, result.depth))
        assert result.move in best
        move = rng.choice(list(rules.moves(state)))
        state, told = rules.play(state, move), None
        if rng.random() < 0.7:
            assert search.advance(move) == state
        else:
            told = state


@pytest.mark.thorough
def test_it_moves_in_the_midst_of_a_search(gate: Gate) -> None:
    """The result of one search with a time limit is the native one; no depth is shown that is worse than one before."""
    game, depths = mx.compile(ChessLite(), background=True), []

    def watch(result: Any) -> None:
        depths.append(result.depth)
        gate.open()

    result = mx.Search(game).run(limits=mx.Limits(seconds=600, depth=7), on_depth=watch)
    assert result.engine.startswith("compiled/")
    assert result.depth == 7
    assert depths == sorted(depths)


def test_a_depth_on_the_tree_is_broken_off(gate: Gate) -> None:
    """A depth of two million nodes, which takes Python longer than compiling, is not waited for."""
    game, told = mx.compile(HashedGame(branching=75, length=9, ends=0), background=True), []

    def watch(result: Any) -> None:
        told.append((result.engine.partition("/")[0], result.depth))
        if result.depth == 3:
            gate.open()

    mx.Search(game, algorithm="minimax").run(limits=mx.Limits(depth=4), on_depth=watch)
    assert ("tree", 3) in told
    assert ("tree", 4) not in told
    assert told[-1] == ("compiled", 4)


def test_it_can_be_stopped_before_and_after_it_moves(gate: Gate) -> None:
    search: mx.Search[Any, Any] = mx.Search(mx.compile(ChessLite(), background=True))
    for opens, tier in ((False, "tree/"), (True, "compiled/")):
        if opens:
            gate.open()
            assert moved(search)
        threading.Timer(0.3, search.stop).start()
        result = search.run(limits=mx.Limits(seconds=60))
        assert result.stop is mx.StopReason.STOPPED
        assert result.engine.startswith(tier)
    search.close()


def waiting(search: mx.Search[Any, Any]) -> Any:
    """The native search that waits to take over, once there is one."""
    assert comes_true(lambda: search._tier._native is not None)  # type: ignore[attr-defined]
    return search._tier._native  # type: ignore[attr-defined]


def test_a_stop_while_it_moves_is_not_lost(gate: Gate) -> None:
    search: mx.Search[Any, Any] = mx.Search(mx.compile(ChessLite(), background=True))
    tier: Any = search._tier
    move = tier._move

    def moves_as_somebody_stops() -> None:
        if tier._native is not None:
            search.stop()
        move()

    tier._move = moves_as_somebody_stops
    result = search.run(limits=mx.Limits(seconds=60), on_depth=lambda result: gate.open())
    assert result.stop is mx.StopReason.STOPPED
    assert result.seconds < 60
    assert result.move is not None


def test_a_native_search_that_cannot_follow_is_dropped(gate: Gate, caplog: pytest.LogCaptureFixture) -> None:
    """Such as one that meets a state unlike those that its code was made for: the game goes on where it is."""
    search: mx.Search[Any, Any] = mx.Search(mx.compile(Nim(), background=True))
    first = search.run(limits=mx.Limits(depth=2))
    gate.open()
    native = waiting(search)

    def cannot(move: Any) -> Any:
        raise mx.errors.NotationError("an unknown state")

    native.advance = cannot
    assert first.move is not None
    search.advance(first.move)
    assert search.solve().winner == mx.solve(Nim()).winner
    assert tier_of(search) == "tree"
    assert "searched on a tree, since: an unknown state" in caplog.text


def test_another_kernel_need_not_wait_until_the_first_runs_fast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The process that makes the code of a game holds a lock, which is for other processes."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("MINIMAXER_OPTIMISE", "1")
    is_over, was_over, replace = threading.Event(), list[bool](), Assembly.replace

    def held_up(self: Assembly, machine: Any) -> Any:
        was_over.append(is_over.wait(20))
        return replace(self, machine)

    monkeypatch.setattr(Assembly, "replace", held_up)
    game = compile_game(Nim(), hurries=True)
    for algorithm in ("alphabeta", "montecarlo"):
        assert mx.Search(game, algorithm=algorithm).run(limits=mx.Limits(nodes=100)).nodes > 0
    is_over.set()
    assert comes_true(lambda: len(was_over) == 2)
    assert was_over == [True, True]


FORKED = """
import os, time
import minimaxer as mx
from minimaxer.native import pending
from minimaxer_games.nim import Nim

parent, compile_game = os.getpid(), pending.compile_game

def compile(*given, **named):
    if os.getpid() == parent:
        time.sleep(600)
    return compile_game(*given, **named)

pending.compile_game = compile
game = mx.compile(Nim(), background=True)
if os.fork() == 0:
    print(game.wait(60), mx.search(game, depth=3).value == mx.search(Nim(), depth=3).value, flush=True)
    os._exit(0)
os.wait()
print(game.ready, flush=True)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_a_forked_child_compiles_for_itself() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert (done.stdout, done.stderr) == ("True True\nFalse\n", "")


def test_threads_take_short_turns_while_games_are_compiled(gate: Gate) -> None:
    """Else the compiler would wait for the search after each call of LLVM; of two games the last one ends that."""
    before = sys.getswitchinterval()
    games = [mx.compile(Nim(), background=True) for _ in range(2)]
    assert comes_true(lambda: sys.getswitchinterval() < before / 10)
    gate.open()
    assert all(game.wait() for game in games)
    assert comes_true(lambda: sys.getswitchinterval() == before)


def test_repetitions_count_over_the_move(gate: Gate) -> None:
    """A position that was played before it moved still counts as played."""

    class Circle:
        """A token goes round; player 1 wins where it is left, but a repetition is a draw."""

        def initial(self) -> tuple[int, int]:
            return 0, 0

        def player(self, state: tuple[int, int]) -> int:
            return state[1]

        def moves(self, state: tuple[int, int]) -> tuple[int, ...]:
            return (1, 2)

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return (state[0] + move) % 4, 1 - state[1]

        def outcome(self, state: tuple[int, int]) -> int | None:
            return None

        def evaluate(self, state: tuple[int, int]) -> int:
            return state[0] * 10 + state[1]

    options, line = mx.AlphaBetaOptions(repetition=True), (1, 2, 2)
    expected = mx.Search(Circle(), options)
    game = mx.compile(Circle(), background=True)
    search = mx.Search(game, options)
    for each in (expected, search):
        each.run(limits=mx.Limits(depth=1))
        for move in line:
            each.advance(move)
    gate.open()
    game.wait()
    assert waiting(search)
    for depth in range(1, 6):
        result = search.run(limits=mx.Limits(depth=depth))
        assert result.engine.startswith("compiled/")
        assert result.value == expected.run(limits=mx.Limits(depth=depth)).value


class Opening:
    """Rules that read a file, which cannot be compiled."""

    def initial(self) -> int:
        return 3

    def player(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> list[int]:
        return [len(Path(__file__).suffix) - 2]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> int | None:
        return mx.WIN if state == 0 else None


def test_what_cannot_be_compiled_stays_on_the_tree(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    game = mx.compile(Opening(), background=True)
    search = mx.Search(game)
    assert not game.wait()
    assert isinstance(game.error, mx.CompileError)
    with pytest.raises(mx.CompileError, match="Opening"):
        game.compiled  # noqa: B018
    assert search.solve().winner == 0
    assert search.solve().engine.startswith("tree/")
    assert f"searched on a tree, since: {game.reason}" in caplog.text


def test_code_that_differs_from_python_never_answers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level("INFO")

    def differ(*_: object) -> None:
        raise mx.errors.TierError("play gives 1 in Python but 2 compiled")

    monkeypatch.setattr("minimaxer.native.checking.compare", differ)
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    game = mx.compile(HashedGame(spread=97), background=True)
    search = mx.Search(game)
    assert not game.wait()
    with pytest.raises(mx.errors.TierError):
        game.compiled  # noqa: B018
    assert search.run(limits=mx.Limits(depth=2)).engine.startswith("tree/")
    assert "play gives 1 in Python but 2 compiled" in caplog.text


@pytest.mark.parametrize(
    ("settings", "tiers"),
    [
        ({"options": mx.AlphaBetaOptions(table_depth="exact")}, {"compiled"}),
        ({"options": mx.AlphaBetaOptions(trace=True)}, {"tree"}),
        ({"algorithm": "montecarlo"}, {"tree", "compiled"}),
    ],
)
def test_options_of_one_tier_are_searched_there(settings: dict[str, Any], tiers: set[str]) -> None:
    game = mx.compile(ConnectFour(), background=True)
    search = mx.Search(game, **settings)
    seen = {search.run(limits=mx.Limits(nodes=50)).engine.partition("/")[0] for _ in range(3)}
    game.wait()
    game._worker.submit(int).result()  # what it does for the search is done by then
    seen.add(search.run(limits=mx.Limits(nodes=50)).engine.partition("/")[0])
    assert seen <= tiers
    assert (seen == {"tree"}) == (tiers == {"tree"})


def test_progress_is_told_step_by_step(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("MINIMAXER_OPTIMISE", "1")
    told: list[Progress] = []
    game = mx.compile(Nim(), background=True, on_progress=told.append)
    search = mx.Search(game)
    assert comes_true(lambda: bool(told) and told[-1].done == told[-1].total)
    assert [each.doing for each in told] == [
        "inferring types",
        "comparing with Python",
        "compiling the search kernel",
        "compiling quickly",
        "optimising",
        "compiled",
    ]
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert str(told[0]) == "inferring types: 0 of 5 steps"
    assert game.progress == told[-1]
    assert tier_of(search) == "compiled"
    assert list(tmp_path.rglob("search.code"))  # the fast code, which the next process loads
    told.clear()
    mx.compile(Nim(), on_progress=told.append)
    assert [str(each) for each in told] == ["compiled: 5 of 5 steps"]


def test_it_can_be_awaited_and_pickled() -> None:
    game = mx.compile(Nim(), background=True)

    async def compiled() -> mx.CompiledGame[Any, Any]:
        return await game

    assert asyncio.run(compiled()) is game.compiled
    copied = pickle.loads(pickle.dumps(game))
    assert isinstance(copied, mx.CompiledGame)
    assert copied.game == Nim()
    assert repr(game) == "compile(Nim(heaps=(3, 4, 5)), background=True)"


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (lambda search, path: search.save(path), "expected a compiled game or its rules, whose search can be saved, got compile"),
        (lambda search, path: search.tree, "a compiled game is searched without a tree"),
    ],
)
def test_what_it_cannot_do_is_told(gate: Gate, tmp_path: Path, use: Callable[..., Any], text: str) -> None:
    with pytest.raises(mx.OptionError, match=text):
        use(mx.Search(mx.compile(Nim(), background=True)), tmp_path / "saved")


def test_the_terminal_says_once_why_it_plays_in_python(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def settled(game: Any) -> mx.PendingGame[Any, Any]:
        pending = mx.PendingGame(game)
        pending.wait()
        return pending

    monkeypatch.setattr("minimaxer.cli.tiers.PendingGame", settled)
    assert main(["play", f"{__name__}:Opening", "--side", "none", "--depth", "2"]) == 0
    out, errors = capsys.readouterr()
    assert "The game is over: player 0 wins." in out
    assert errors.count("minimaxer: searched on a tree, since: cannot compile Opening.moves, line ") == 1


def test_an_engine_says_once_why_it_plays_in_python() -> None:
    game, said = mx.compile(Opening(), background=True), list[str]()
    game.wait()
    engine = Engine(Opening(), lambda: game, said.append, "opening")
    engine.run(["go depth 2", "go depth 2"])
    assert [line for line in said if "since" in line] == [f"info string searched on a tree, since: {game.reason}"]
    assert len([line for line in said if line.startswith("bestmove")]) == 2


def test_a_page_says_how_far_compiling_is(gate: Gate) -> None:
    game = mx.compile(Nim(), background=True)
    thinkers = Thinkers(lambda exact: mx.Search(game))
    thinkers._prepare()
    assert thinkers.is_ready
    assert thinkers.compiling == str(game.progress)
    gate.open()
    game.wait()
    assert thinkers.compiling is None
    refused = mx.compile(Opening(), background=True)
    refused.wait()
    thinkers = Thinkers(lambda exact: mx.Search(refused))
    thinkers._prepare()
    assert thinkers.compiling == f"not compiled: {refused.reason}"
