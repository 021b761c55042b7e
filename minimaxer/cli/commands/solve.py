"""The game-theoretic value, a best move and the line to the end."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from ...api.search import Search
from ...base.files import telling
from ...batch import JobReport, solve_by_jobs
from ...errors import OptionError
from ...game.notation import Notation
from ...searching.limits import Limits, StopReason
from ...searching.options import AlphaBetaOptions
from ...searching.result import SearchResult
from ..answers import answer, as_json, executor_of, in_full
from ..arguments import add_answer, add_number, add_positions, add_whole
from ..progress import clear, note, say
from ..tiers import files_of, game_in_tier, options_from, options_of_answer, search_in_tier

_EVERY: Final = 600.0
"""Seconds between saves."""
_SHORTEST: Final = 0.001


def add_arguments(command: ArgumentParser) -> None:
    add_positions(command)
    add_number(command, "--seconds", "T", "give up after so much time for each position")
    add_whole(command, "--nodes", "N", "give up after so many nodes for each position")
    add_whole(command, "--simulations", "N", "give up after so many games played out by montecarlo")
    about = "go on from FILE, where there is one, and keep in it what is known: now and then, at the end"
    command.add_argument("--resume", metavar="FILE", help=about)
    about = "share one position out as jobs of N nodes each to --workers processes, by proof numbers; see also --store"
    add_whole(command, "--jobs", "N", about)
    about = "keep solved positions in FILE, and do not solve again what it knows; with --jobs what jobs find"
    command.add_argument("--store", metavar="FILE", help=about)
    add_answer(command)


def run(given: Namespace) -> int:
    """Solves each position."""
    if given.jobs is not None:
        return _solve_in_jobs(given)
    limits = Limits(seconds=given.seconds, nodes=given.nodes, simulations=given.simulations)
    if given.resume is None:
        return answer(given, limits, Search.solve)
    if given.store is not None:
        raise OptionError("contradictory options: --resume keeps a search, --store what it solves; leave one of them out")
    for name in ("file", "workers", "executor", "out"):
        if getattr(given, name) is not None:
            raise OptionError(f"expected one position with --resume, got --{name} too; leave one of them out")
    return answer(given, limits, partial(solve_on, Path(given.resume)), _saved_engine)


def _saved_engine(given: Namespace, game: Any, tiered: Any) -> Search[Any, Any]:
    """The search saved in the file, or a new one if there is no file yet."""
    path = Path(given.resume)
    if not path.exists():
        options = options_of_answer(given) or (AlphaBetaOptions() if given.algorithm == "auto" else None)
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
        left = every if limits.seconds is None else min(every, max(_SHORTEST, limits.seconds - (time.monotonic() - began)))
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


def _solve_in_jobs(given: Namespace) -> int:
    """Solves one position, with a line of progress at a terminal."""
    for name in ("file", "out", "resume", "nodes", "simulations", "tables"):
        if getattr(given, name):
            raise OptionError(f"expected one position, --workers and --seconds with --jobs, got --{name} too; leave it out")
    if given.threads != 1:
        raise OptionError("expected --workers with --jobs, got --threads; each job has one thread")
    game, tiered = game_in_tier(given)
    notation = Notation(game)
    state = notation.read_position(given.position)
    algorithm = "proof" if given.algorithm == "auto" else given.algorithm
    options = options_from(given.options, algorithm)
    try:
        with executor_of(given.executor) as executor:
            result = solve_by_jobs(
                tiered,
                state,
                goal=given.goal,
                executor=executor,
                workers=given.workers,
                job_nodes=given.jobs,
                seconds=given.seconds,
                algorithm=algorithm,
                options=options,
                store=given.store,
                on_job=_tell if sys.stderr.isatty() else None,
            )
    finally:
        clear()
    text = notation.write_position(state) if given.position is None else given.position
    say(json.dumps(as_json(text, state, result, notation)) if given.json else in_full(state, result, notation))
    return 0


def _tell(report: JobReport[object]) -> None:
    note(
        f"{report.jobs:,} jobs, {report.nodes:,} nodes; {report.expanded:,} of {report.positions:,} positions tried; "
        f"proof number {report.proof:,.0f}, disproof number {report.disproof:,.0f}"
    )
