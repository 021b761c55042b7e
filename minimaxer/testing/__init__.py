"""Testing a game of one's own: the doctor, random states, and tests in one line."""

from __future__ import annotations

from .doctor import check_game
from .play import random_states
from .puzzles import Puzzle, read_puzzles
from .report import Finding, Report
from .suite import game_tests

__all__ = ["Finding", "Puzzle", "Report", "check_game", "game_tests", "random_states", "read_puzzles"]
