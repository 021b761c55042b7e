"""`minimaxer solve`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from ..engine import Search
from ..terms.limits import Limits
from .answers import answer
from .arguments import add_method, add_positions, add_tables, add_threads, add_workers, number, whole

ABOUT: Final = "the game-theoretic value, a best move and the line to the end"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_positions(command)
    command.add_argument("--seconds", type=number, metavar="T", help="give up after so much time for each position")
    command.add_argument("--nodes", type=whole, metavar="N", help="give up after so many nodes for each position")
    command.add_argument("--simulations", type=whole, metavar="N", help="give up after so many games played out by montecarlo")
    add_method(command)
    add_tables(command)
    add_threads(command)
    add_workers(command)


def run(given: Namespace) -> int:
    """Solves each position."""
    return answer(given, Limits(seconds=given.seconds, nodes=given.nodes, simulations=given.simulations), Search.solve)
