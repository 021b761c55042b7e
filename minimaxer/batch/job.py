"""The analysis of many positions, as work for several workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from attrs import asdict, frozen

from ..api.methods import Evaluating
from ..api.search import Search
from ..errors import OptionError
from ..native.original import described, named
from ..searching.limits import Limits
from ..searching.result import SearchResult
from ..searching.setup import Setup
from .workforce import Sendable


@frozen(kw_only=True)
class Job(Sendable):
    """The work to be done on every position: a search or a solve with its limits."""

    setup: Setup[Any, Any]
    limits: Limits
    solve: bool
    about = "looked at this position"
    largest_batch = 50

    def search(self) -> Search[Any, Any]:
        """Creates a search."""
        setup = self.setup
        evaluate: Evaluating[Any] = setup.evaluate if setup.learn is None else "auto"
        return Search(setup.game, setup.options, algorithm=setup.algorithm, evaluate=evaluate)

    @property
    def settings(self) -> str:
        """All settings as text."""
        setup = self.setup
        given = {name: value for name, value in asdict(self.limits).items() if value is not None}
        judged = {} if setup.evaluate is None else {"evaluate": named(setup.evaluate)}
        settings = {**given, "algorithm": setup.algorithm, **setup.options.changed(), **judged}
        parts = [f"{name}={value}" for name, value in settings.items()]
        return " ".join(["solve" if self.solve else "search", described(setup.game), *parts])

    @contextmanager
    def worker(self) -> Iterator[Callable[[Any], SearchResult[Any]]]:
        """Gives the function that analyses a position, with one search for all."""
        with closing(self.search()) as engine:
            look = engine.solve if self.solve else engine.run

            def looked(state: Any) -> SearchResult[Any]:
                if state is None:
                    raise OptionError("expected a state, got None")
                return look(state, self.limits)

            yield looked
