"""Look ahead: the best move, its value and the line expected."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...api.search import Search
from ..answers import answer
from ..arguments import add_answer, add_limits, add_positions, limits_of


def add_arguments(command: ArgumentParser) -> None:
    add_positions(command)
    add_limits(command)
    add_answer(command)


def run(given: Namespace) -> int:
    """Searches each position within the limits."""
    return answer(given, limits_of(given), Search.run)
