"""`minimaxer search`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from ..engine import Search
from .answers import answer
from .arguments import (
    add_evaluation,
    add_goal,
    add_limits,
    add_method,
    add_positions,
    add_tables,
    add_threads,
    add_workers,
    limits_of,
)

ABOUT: Final = "look ahead: the best move, its value and the line expected"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_positions(command)
    add_limits(command)
    add_method(command)
    add_goal(command)
    add_evaluation(command)
    add_tables(command)
    add_threads(command)
    add_workers(command)


def run(given: Namespace) -> int:
    """Searches each position within the limits."""
    return answer(given, limits_of(given), Search.run)
