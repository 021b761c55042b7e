"""`minimaxer search`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from ...api.search import Search
from ..answers import answer
from ..arguments import add_answer, add_limits, add_positions, limits_of

ABOUT: Final = "look ahead: the best move, its value and the line expected"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_positions(command)
    add_limits(command)
    add_answer(command)


def run(given: Namespace) -> int:
    """Searches each position within the limits."""
    return answer(given, limits_of(given), Search.run)
