"""Searching while an event loop goes on: results as they come, cancelling, errors."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.tic_tac_toe import TicTacToe


def test_results_come_while_the_loop_goes_on() -> None:
    """One for each depth, the same as without a loop."""

    async def think() -> tuple[list[int], int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        beside = asyncio.create_task(tick())
        found = [result.depth async for result in mx.Search(ConnectFour()).results(limits=mx.Limits(depth=7))]
        beside.cancel()
        return found, ticks

    found, ticks = asyncio.run(think())
    assert found == list(range(1, 8))
    assert ticks > 1


def test_leaving_or_cancelling_ends_the_search() -> None:
    """Soon; the search can be used again."""
    engine: mx.Search[Any, Any] = mx.Search(ConnectFour())

    async def leave() -> int:
        async with aclosing(engine.results(limits=mx.Limits(depth=42))) as results:
            async for result in results:
                if result.depth == 3:
                    return result.depth
        return 0

    async def cancel() -> None:
        async def forever() -> None:
            async for _ in engine.results(limits=mx.Limits(depth=42)):
                pass

        task = asyncio.create_task(forever())
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    began = time.monotonic()
    assert asyncio.run(leave()) == 3
    asyncio.run(cancel())
    assert time.monotonic() - began < 30
    assert engine.run(limits=mx.Limits(depth=2)).depth == 2


def test_errors_come_where_results_are_awaited() -> None:
    """Of limits, of rules, and of a search that is busy."""

    class Broken(TicTacToe):
        def play(self, state: Any, move: int) -> Any:
            return None

    async def think(engine: mx.Search[Any, Any], limits: mx.Limits | None) -> None:
        async for _ in engine.results(None, limits):
            pass

    with pytest.raises(mx.RulesError, match="gave None; expected the next state"):
        asyncio.run(think(mx.Search(Broken()), mx.Limits(depth=2)))
    with pytest.raises(mx.OptionError, match=r"expected limits=Limits"):
        asyncio.run(think(mx.Search(TicTacToe()), 3))  # type: ignore[arg-type]
    busy: mx.Search[Any, Any] = mx.Search(ConnectFour())
    running = busy.iterate(limits=mx.Limits(depth=9))
    next(running)
    with pytest.raises(mx.errors.SearchBusyError, match="this Search is searching already"):
        asyncio.run(think(busy, mx.Limits(depth=2)))
    running.close()
