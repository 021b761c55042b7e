"""A team whose helpers come, fail and end as a script says: who takes part in a search, and what is told of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.families.alphabeta.tree.workers import team
from minimaxer.families.alphabeta.tree.workers.shared_memory import Reply, SharedMemory
from minimaxer.searching.setup import Setup
from minimaxer_games.connect_four import ConnectFour

LOST = "a helping process ended by itself; the search goes on without it"
SETUP = Setup(game=ConnectFour())
LIMITS = mx.Limits(depth=3)


class Scripted(team.Team):
    """Three helpers; each has the replies to come in a list, an error in place of its end."""

    def __init__(self, *replies: Sequence[Reply | Exception]) -> None:
        super().__init__(SETUP, len(replies), SharedMemory(SharedMemory.local_memory(1 << 10)))
        self.replies = [list(each) for each in replies]
        self.sent: list[int] = []
        self.deaf: set[int] = set()
        self.starts = 0

    def start(self) -> None:
        self.starts += 1

    def send(self, number: int, message: Any) -> None:
        if number in self.deaf:
            raise BrokenPipeError
        assert message == (1, "state", LIMITS)
        self.sent.append(number)

    def has_reply(self, number: int, seconds: float) -> bool:
        return bool(self.replies[number])

    def receive(self, number: int) -> Reply:
        reply = self.replies[number].pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def close(self) -> None:
        raise NotImplementedError


READY = Reply(task=0)
DONE = Reply(task=1)


def state_of(helpers: Scripted) -> tuple[list[int], list[int], bool, bool]:
    """Who was sent the task, who took part, whether the team is whole, and whether nobody is still to come."""
    told = helpers.join("state", LIMITS)
    return helpers.sent, helpers.took_part, helpers.is_whole, told


def test_each_joins_as_soon_as_it_is_ready() -> None:
    """Whatever the order in which they come; none is sent the task twice, and they are started once."""
    helpers = Scripted([], [READY, DONE], [])
    helpers.prepare()
    assert state_of(helpers) == ([1], [1], True, False)
    assert state_of(helpers) == ([1], [1], True, False)
    helpers.replies[2] += [READY, DONE]
    assert state_of(helpers) == ([1, 2], [1, 2], True, False)
    helpers.replies[0] += [READY, DONE]
    assert state_of(helpers) == ([1, 2, 0], [1, 2, 0], True, True)
    assert helpers.starts == 1
    assert helpers.end() == [DONE] * 3


@pytest.mark.parametrize("end", [EOFError(), ConnectionResetError()], ids=["end", "reset"])
def test_one_that_ends_as_it_begins_is_done_without(end: Exception, caplog: pytest.LogCaptureFixture) -> None:
    """The others join, in the same call; it is not waited for."""
    helpers = Scripted([end], [READY, DONE], [READY, DONE])
    helpers.prepare()
    assert state_of(helpers) == ([1, 2], [1, 2], False, True)
    assert helpers.end() == [DONE] * 2
    assert caplog.messages == [LOST]


def test_one_that_ended_before_it_was_sent_its_task(caplog: pytest.LogCaptureFixture) -> None:
    """It takes no part, and in later searches it is not asked again."""
    helpers = Scripted([READY], [READY, DONE], [READY, DONE])
    helpers.deaf = {0}
    helpers.prepare()
    assert state_of(helpers) == ([1, 2], [1, 2], False, True)
    assert state_of(helpers) == ([1, 2], [1, 2], False, True)
    assert helpers.end() == [DONE] * 2
    assert caplog.messages == [LOST]


def test_one_that_fails_while_it_begins(caplog: pytest.LogCaptureFixture) -> None:
    """The log tells why; the others go on, and what it told is no reply to the search."""
    helpers = Scripted([Reply(task=0, error=ImportError("no such game"))], [READY, DONE], [])
    helpers.prepare()
    assert state_of(helpers) == ([1], [1], False, False)
    helpers.replies[2] += [READY, DONE]
    assert state_of(helpers) == ([1, 2], [1, 2], False, True)
    assert helpers.end() == [DONE] * 2
    assert caplog.messages == ["a helping process could not begin: ImportError: no such game", LOST]


def test_one_that_ends_at_its_task(caplog: pytest.LogCaptureFixture) -> None:
    """The others' replies are there; those to an earlier task are left out."""
    late = Reply(task=0, error=ValueError("of an earlier search"))
    helpers = Scripted([READY, EOFError()], [READY, late, DONE], [READY, DONE])
    helpers.prepare()
    assert state_of(helpers)[3]
    assert helpers.end() == [DONE] * 2
    assert (helpers.took_part, helpers.is_whole) == ([0, 1, 2], False)
    assert caplog.messages == [LOST]


@pytest.mark.parametrize("killed", [0, 1])
def test_a_result_says_who_is_left(monkeypatch: pytest.MonkeyPatch, killed: int) -> None:
    """Of three workers two, where a helper was killed between two searches, be it the first or the last."""
    for name in ("PATIENCE", "FIRST_PATIENCE"):
        monkeypatch.setattr(team, name, 0.0)
    monkeypatch.setattr(team, "START_SECONDS", 600.0)
    engine = mx.Search(ConnectFour(), threads=3, parallel="processes")
    workers = engine.run(limits=mx.Limits(depth=5)).workers
    assert workers is not None
    assert (workers.asked, workers.used, workers.scheme, workers.note) == (3, 3, "processes", None)
    tier = engine._tier
    assert isinstance(tier, team.TeamSearch)
    assert isinstance(tier._team, team.ProcessTeam)
    child = tier._team._processes[killed]
    child.kill()
    child.join()
    workers = engine.run(ConnectFour().parse("44"), mx.Limits(depth=5)).workers
    assert workers is not None
    assert (workers.asked, workers.used, workers.scheme, workers.note) == (3, 2, "processes", None)
    assert len(workers.nodes) == 2
    engine.close()
