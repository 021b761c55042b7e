"""Tables for tests, searched on a tree."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import evolve

import minimaxer as mx
from minimaxer.api.methods import family_of
from minimaxer.web.seats import Setting
from minimaxer.web.table import Table
from minimaxer.web.thinkers import Thinkers

QUICK = mx.Limits(nodes=300)


def thinkers(game: Any, book: str | Path | None = None) -> Thinkers:
    """The AIs of a game."""

    def open_search(exact: bool) -> mx.Search[Any, Any]:
        options = family_of("auto", game).defaults
        return mx.Search(
            game, evolve(options, exact_moves=True) if exact and isinstance(options, mx.AlphaBetaOptions) else options
        )

    return Thinkers(open_search, book=book)


def table_of(game: Any, *seats: str, name: str = "game", book: str | Path | None = None, **setting: Any) -> Table:
    """A table with those seats, at which the AI thinks quickly."""
    game = mx.find_game(game) if isinstance(game, str) else game
    return Table(game, name, thinkers(game, book), Setting(seats=seats, **({"limits": QUICK} | setting)))


def until(table: Table, has_happened: Callable[[], bool], seconds: float = 20.0) -> None:
    """Waits for something at a table."""
    deadline = time.perf_counter() + seconds
    with table.changed:
        while not has_happened():
            assert time.perf_counter() < deadline, "it did not happen in time"
            table.changed.wait(0.05)


def settle(table: Table) -> None:
    """Waits until nothing goes on any more."""
    until(table, lambda: table.job is None)
