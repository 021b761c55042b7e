"""What a worker does: it looks at a batch of positions, wherever it runs."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, cast

from attrs import asdict, frozen

from ..compiled import CompiledGame
from ..engine import Search
from ..terms.limits import Limits
from ..terms.result import SearchResult
from ..terms.setup import Setup
from ..tree.alphabeta.workers.sending import packed

Outcome = tuple[SearchResult[Any] | None, str | None]
"""A result, or what went wrong."""


@frozen(kw_only=True)
class Job:
    """What is to be done with every position."""

    setup: Setup[Any, Any]
    limits: Limits
    solve: bool

    def search(self) -> Search[Any, Any]:
        """A new search."""
        setup = self.setup
        return Search(setup.game, setup.options, algorithm=setup.algorithm, evaluate=setup.evaluate)

    @property
    def settings(self) -> str:
        """The same as text."""
        setup = self.setup
        given = {name: value for name, value in asdict(self.limits).items() if value is not None}
        judged = {} if setup.evaluate is None else {"evaluate": _named(setup.evaluate)}
        settings = {**given, "algorithm": setup.algorithm, **setup.options.changed(), **judged}
        parts = [f"{name}={value}" for name, value in settings.items()]
        return " ".join(["solve" if self.solve else "search", _described(setup.game), *parts])

    def packed(self) -> bytes:
        """The same in a form that can be sent to another process.

        Raises:
            OptionError: It cannot be sent.
        """
        return packed(self, "give executor=ThreadPoolExecutor()")


def _described(game: Any) -> str:
    """The rules in words that are the same in every process."""
    if isinstance(game, CompiledGame):
        judged = "" if game.evaluation is None else f", evaluate={_named(game.evaluation)}"
        return f"compile({_described(game.game)}{judged})"
    plain: Any = object.__repr__
    return _named(type(game)) if type(game).__repr__ is plain else repr(game)


def _named(thing: Any) -> str:
    if not hasattr(thing, "__qualname__"):
        thing = type(thing)
    return f"{thing.__module__}.{thing.__qualname__}"


def look(job: Job | bytes, states: Sequence[Any]) -> list[Outcome]:
    """Looks at each position, with one search for all; a position that fails leaves the others alone."""
    return list(look_one_by_one(_unpacked(job) if isinstance(job, bytes) else job, states))


def look_one_by_one(job: Job, states: Iterable[Any]) -> Iterator[Outcome]:
    """The same, with each outcome as soon as it is known."""
    with closing(job.search()) as engine:
        for state in states:
            yield _outcome(engine, job, state)


@functools.lru_cache(maxsize=4)
def _unpacked(data: bytes) -> Job:
    return cast("Job", pickle.loads(data))


def _outcome(engine: Search[Any, Any], job: Job, state: Any) -> Outcome:
    if state is None:
        return None, "OptionError: expected a state, got None"
    try:
        return (engine.solve if job.solve else engine.run)(state, job.limits), None
    except (Exception, SystemExit) as error:  # rules may raise anything; it is told with the position
        return None, f"{type(error).__name__}: {error}"
