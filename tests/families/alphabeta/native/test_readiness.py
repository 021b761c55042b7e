"""After `compile` a search is ready: limits of time hold, stops are heard, and the time that compiling takes is told."""

from __future__ import annotations

import threading
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native.variant import Variant
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from ....native.games import HashedGame


def test_the_default_search_is_compiled_with_the_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """With an empty cache: what `compile` returns searches without compiling any more; another kernel's time is told."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    fast = mx.compile(Nim(heaps=(1, 2, 3)))
    assert fast.compile_seconds > 0
    result = mx.search(fast, depth=3)
    assert result.compile_seconds == 0
    assert "compiling" not in str(result)
    other = mx.search(fast, depth=3, algorithm="fixed")
    assert other.compile_seconds > 0
    assert f"after {other.compile_seconds:.1f} s of compiling" in str(other)
    assert other.to_dict()["compile_seconds"] == other.compile_seconds
    assert mx.search(fast, depth=3, algorithm="fixed").compile_seconds == 0
    assert mx.compile(Nim(heaps=(1, 2, 3))).compile_seconds == 0


def test_stop_is_heard_while_code_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop that comes before the kernel is there ends the search as soon as it is, with a legal move."""
    game = mx.compile(TicTacToe())
    engine = mx.Search(game)
    begun, stopped = threading.Event(), threading.Event()
    load = Variant.machine

    def slow(self: Variant, kernel: str) -> Any:
        begun.set()
        assert stopped.wait(300)
        return load(self, kernel)

    monkeypatch.setattr(Variant, "machine", slow)

    def stop() -> None:
        assert begun.wait(300)
        engine.stop()
        stopped.set()

    thread = threading.Thread(target=stop)
    thread.start()
    result = engine.run(limits=mx.Limits(depth=9))
    assert result.stop is mx.StopReason.STOPPED
    assert result.pv[0] in list(game.moves(game.initial()))
    thread.join()
    assert engine.run(limits=mx.Limits(depth=9)).stop is not mx.StopReason.STOPPED


@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta", "fixed", "minimax"])
def test_root_moves_that_end_the_game_and_leaves_are_exact(algorithm: str) -> None:
    """Whatever the window: their values are known, as those of the tree tier are."""
    game = TicTacToe()
    fast = mx.compile(game)
    options = mx.AlphaBetaOptions(ignore={"bounds"}) if "bounds" in mx.capabilities(game) else None
    for text in ("", "xo.xo....", "xoxoxo..."):
        state = game.parse(text) if text else game.initial()
        for result in (mx.search(fast, state, depth=1, algorithm=algorithm, options=options), mx.analyse(fast, state, depth=1)):
            assert {row.bound for row in result.moves if row.value is not None} <= {mx.Bound.EXACT}
    assert len(mx.analyse(fast, depth=1, lines=9).moves) == 9


def test_the_result_outlives_the_next_search() -> None:
    """Line and rows are read when they are asked for, and are those of their own search."""
    game = HashedGame()
    fast = mx.compile(game)
    engine = mx.Search(fast)
    states = [game.start(seed) for seed in range(40)]
    late = [engine.run(state, mx.Limits(depth=4)) for state in states]
    for state, result in zip(states, late, strict=True):
        fresh = mx.search(fast, state, depth=4)
        assert (result.pv, [row.value for row in result.moves][:1]) == (fresh.pv, [row.value for row in fresh.moves][:1])
