"""Rules that never come back, at a table in the browser: everybody is answered, and Ctrl-C ends the server."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ..late import Count
from ..needs import HAS_STARLETTE, thorough_but
from ..processes import PATIENCE, started

if not HAS_STARLETTE:
    pytest.skip("the web server needs the extra 'web', and its tests httpx2", allow_module_level=True)


class LoopsInPlay(Count):
    """The first move is never made."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        while move:
            pass
        return state


class SleepsInPlay(Count):
    """Nor is it here, where Python cannot call the rules off."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        time.sleep(10_000)
        return state


class LoopsInRender(Count):
    """The board is never drawn."""

    def render(self, state: tuple[int, int]) -> str:
        while state:
            pass
        return ""


class SleepsInRender(Count):
    """Nor is it here."""

    def render(self, state: tuple[int, int]) -> str:
        time.sleep(10_000)
        return ""


KINDS = thorough_but([LoopsInPlay, SleepsInPlay, LoopsInRender, SleepsInRender], LoopsInPlay)
CALLED_OFF = "had not come to its end"
WAITED = "the rules were asked something and have not come back; make sure that none of their methods runs for ever"


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of that game, and its address."""
    game = f"{__name__}:{request.param.__name__}"
    command = [sys.executable, "-m", "minimaxer", "web", game, "--side", "all", "--tier", "tree"]
    with started(command) as running:
        try:
            assert running.stdout is not None
            yield running, running.stdout.readline().split()[-1]
        finally:
            running.kill()


def answer(address: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
    """The status of an answer, and what goes wrong in words."""
    host = address.split("/")[2]
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(address + path, data, {"origin": f"http://{host}", "content-type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as found:
            return found.status, ""
    except urllib.error.HTTPError as error:
        with error:
            return error.code, str(json.loads(error.read())["error"])


@pytest.mark.parametrize("server", KINDS, indirect=True)
@pytest.mark.thorough
def test_everybody_is_answered_and_the_server_ends(server: tuple[subprocess.Popen[str], str]) -> None:
    """Whoever asks the rules is told so, and others are too; files come at once."""
    running, address = server
    with ThreadPoolExecutor(4) as team:
        stuck = team.submit(answer, address, "do/play", {"move": 0, "at": 0})
        others = [team.submit(answer, address, "table") for _ in range(3)]
        assert answer(address, "page/main.js") == (200, "")
        for status, said in [each.result() for each in others]:
            assert status == 200 or CALLED_OFF in said or said == WAITED
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) is not None
        if not stuck.cancel() and stuck.exception() is None:
            assert CALLED_OFF in stuck.result()[1] or stuck.result()[1] == WAITED
