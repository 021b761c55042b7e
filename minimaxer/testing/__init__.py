"""Testing a game of one's own: the doctor, random states, and tests in one line. May import the whole package but the CLI."""

from __future__ import annotations

from .doctor import check_game
from .play import random_states
from .report import Finding, Report

__all__ = ["Finding", "Report", "check_game", "random_states"]
