"""`minimaxer solve --jobs N`: one position shared out as jobs."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from ..batch import JobReport, solve_by_jobs
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.notation import Notation
from .executors import executor_of
from .options import options_from
from .progress import clear, note, say
from .tiers import game_in_tier
from .written import as_json, in_full


def solve_in_jobs(given: Namespace) -> int:
    """Solves one position, with a line of progress at a terminal."""
    for name in ("file", "out", "resume", "nodes", "simulations", "tables"):
        if getattr(given, name):
            raise OptionError(f"expected one position, --workers and --seconds with --jobs, got --{name} too; leave it out")
    if given.threads != 1:
        raise OptionError("expected --workers with --jobs, got --threads; each job has one thread")
    game, tiered = game_in_tier(given)
    notation = Notation(game, capabilities(game))
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
