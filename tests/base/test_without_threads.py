"""The package where Python starts no threads and no processes, as in a browser."""

from __future__ import annotations

import subprocess
import sys
import textwrap

BEGINNING = """
import sys

for name in ("_multiprocessing", "_posixshmem", "mmap", "readline", "resource", "fcntl", "termios", "llvmlite"):
    sys.modules[name] = None  # there is none

import threading

def refused(*_, **__):
    raise RuntimeError("can't start new thread")

import _thread

threading.Thread.start = _thread.start_new_thread = refused

import minimaxer as mx
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe
"""


def run(code: str) -> str:
    """What a Python without threads and processes prints."""
    text = BEGINNING + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_public_names_are_there() -> None:
    """Importing needs nothing of it."""
    assert run("print(sum(getattr(mx, name) is not None for name in mx.__all__) == len(mx.__all__))") == "True\n"


def test_searches_work() -> None:
    """Of each family, one after another; many positions too, and matches."""
    out = run(
        """
        for name in ("nim", "pig", "chinese_checkers", "breakthrough"):
            print(name, mx.search(mx.find_game(name), depth=1).move is not None)
        for algorithm in ("ismcts", "sampled"):
            print(algorithm, mx.search(mx.find_game("whist"), algorithm=algorithm, seconds=0.05).move is not None)
        print(mx.solve(Nim()).value_text, "|", mx.search(Nim(), depth=3, threads=2).workers.used)
        positions = [Nim().initial()] * 3
        print([each.result.value_text for each in mx.analyse_many(Nim(), positions, solve=True)])
        print(len(mx.play_match(Nim(), [mx.Limits(depth=1), mx.Limits(depth=2)], rounds=1).rounds))
        """
    )
    *families, solved, many, match = out.splitlines()
    assert families == ["nim True", "pig True", "chinese_checkers True", "breakthrough True", "ismcts True", "sampled True"]
    assert solved == "player 0 wins in 11 plies | 1"
    assert many == str(["player 0 wins in 11 plies"] * 3)
    assert match == "1"


def test_results_come_by_turns() -> None:
    """After each depth the event loop has its turn; leaving early is fine."""
    out = run(
        """
        import asyncio
        from contextlib import aclosing

        async def think():
            ticks = []

            async def tick():
                while True:
                    ticks.append(0)
                    await asyncio.sleep(0)

            beside = asyncio.create_task(tick())
            search = mx.Search(TicTacToe())
            found = [(result.depth, len(ticks) > 0) async for result in search.results(limits=mx.Limits(depth=3))]
            async with aclosing(search.results(limits=mx.Limits(depth=5))) as results:
                async for result in results:
                    break
            beside.cancel()
            return found, search.run(limits=mx.Limits(depth=4)).depth

        print(asyncio.run(think()))
        """
    )
    assert out == "([(1, False), (2, True), (3, True)], 4)\n"


def test_processes_are_refused() -> None:
    """By name, where they are asked for."""
    out = run(
        """
        try:
            mx.search(Nim(), depth=3, threads=2, parallel="processes")
        except mx.OptionError as error:
            print(error)
        """
    )
    assert out == "this Python starts no processes, as in a browser; leave out parallel\n"


def test_a_table_needs_none() -> None:
    """The AI at the table of a page thinks in slices."""
    out = run(
        """
        import json
        from minimaxer.web.alone import Alone

        there = Alone(TicTacToe(), "tic_tac_toe")
        there.ask("play", json.dumps({"move": 4, "at": 0}))
        while there.go_on() is not None:
            pass
        print(json.loads(there.look())["turn"])
        """
    )
    assert out == "X to move.\n"
