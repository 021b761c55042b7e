"""`minimaxer solve`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Final

from ...api.search import Search
from ...errors import OptionError
from ...searching.limits import Limits
from ..answers import answer
from ..arguments import add_answer, add_positions, number, whole
from ..job_answers import solve_in_jobs
from ..resuming import check_arguments, engine_of, solve_on

ABOUT: Final = "the game-theoretic value, a best move and the line to the end"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_positions(command)
    command.add_argument("--seconds", type=number, metavar="T", help="give up after so much time for each position")
    command.add_argument("--nodes", type=whole, metavar="N", help="give up after so many nodes for each position")
    command.add_argument("--simulations", type=whole, metavar="N", help="give up after so many games played out by montecarlo")
    command.add_argument(
        "--resume",
        metavar="FILE",
        help="go on from FILE, where there is one, and keep in it what is known: now and then, at the end",
    )
    command.add_argument(
        "--jobs",
        type=whole,
        metavar="N",
        help="share one position out as jobs of N nodes each to --workers processes, by proof numbers; see also --store",
    )
    command.add_argument(
        "--store",
        metavar="FILE",
        help="keep solved positions in FILE, and do not solve again what it knows; with --jobs what jobs find",
    )
    add_answer(command)


def run(given: Namespace) -> int:
    """Solves each position."""
    if given.jobs is not None:
        return solve_in_jobs(given)
    limits = Limits(seconds=given.seconds, nodes=given.nodes, simulations=given.simulations)
    if given.resume is None:
        return answer(given, limits, Search.solve)
    if given.store is not None:
        raise OptionError("contradictory options: --resume keeps a search, --store what it solves; leave one of them out")
    check_arguments(given)
    return answer(given, limits, partial(solve_on, Path(given.resume)), engine_of)
