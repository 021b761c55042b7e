"""Validation of the option `repetition` of searches by playouts."""

from __future__ import annotations

from typing import Any

from ...errors import OptionError
from ...game.players import players_of
from ...searching.setup import Setup


def check_repetition(setup: Setup[Any, Any]) -> None:
    """Raises OptionError if repetitions are draws and the game has more than two players."""
    players = players_of(setup.game)
    if setup.options.repetition and players > 2:
        raise OptionError(f"repetition is for games of one or two players, got {players}; leave repetition out")
