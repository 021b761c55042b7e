"""`minimaxer solve --resume FILE`: a position solved in several runs, with the search saved in a file."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from ..api.search import Search
from ..base.writing import telling
from ..errors import OptionError
from ..searching.limits import Limits, StopReason
from ..searching.options import AlphaBetaOptions
from ..searching.result import SearchResult
from .options import options_of_answer
from .tiers import files_of, search_in_tier

_EVERY: Final = 600.0
"""Seconds between saves."""
_SHORTEST: Final = 0.001


def check_arguments(given: Namespace) -> None:
    """Raises OptionError for arguments that contradict `--resume`."""
    others = ("--file", given.file), ("--workers", given.workers), ("--executor", given.executor), ("--out", given.out)
    for name, value in others:
        if value is not None:
            raise OptionError(f"expected one position with --resume, got {name} too; leave one of them out")


def engine_of(given: Namespace, game: Any, tiered: Any) -> Search[Any, Any]:
    """The search saved in the file, or a new one if there is no file yet."""
    path = Path(given.resume)
    if not path.exists():
        options = options_of_answer(given)
        if options is None and given.algorithm == "auto":
            options = AlphaBetaOptions()
        engine = search_in_tier(given, game, tiered, options)
        with telling(path):
            engine.save(path)  # where it cannot be kept, that is told before hours have gone by
        return engine
    if given.options or given.algorithm != "auto":
        raise OptionError(f"expected no --options and no --algorithm with {path}, which goes on as it began; leave them out")
    print(f"minimaxer: going on from {path}", file=sys.stderr)
    return Search.restore(path, tiered, **files_of(given, tiered))


def solve_on(
    path: Path, engine: Search[Any, Any], state: Any, limits: Limits, *, every: float = _EVERY, **settings: Any
) -> SearchResult[Any]:
    """Solves a position as `Search.solve` does, and saves the search to the file at intervals and at the end."""
    began, nodes = time.monotonic(), 0
    while True:
        spent = time.monotonic() - began
        left = every if limits.seconds is None else min(every, max(_SHORTEST, limits.seconds - spent))
        rest = None if limits.nodes is None else max(1, limits.nodes - nodes)
        result = engine.solve(state, evolve(limits, seconds=left, nodes=rest), **settings)
        nodes += result.nodes
        with telling(path):
            engine.save(path)
        if result.stop is not StopReason.SECONDS or (limits.seconds is not None and time.monotonic() - began >= limits.seconds):
            break
    if not result.solved:
        print(f"minimaxer: saved to {path}; the same command goes on from there", file=sys.stderr)
    return evolve(result, statistics=evolve(result.statistics, nodes=nodes, seconds=time.monotonic() - began))
