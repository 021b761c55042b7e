"""Testing a game of one's own: the doctor, random states, and tests in one line."""

from .doctor import check_game
from .findings import Finding, Report
from .play import random_states
from .suite import Puzzle, game_tests, read_puzzles

__all__ = ["Finding", "Puzzle", "Report", "check_game", "game_tests", "random_states", "read_puzzles"]
