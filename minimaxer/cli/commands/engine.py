"""Be an engine for other programs, which speak UCI or UGI."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ...bridges.engine import Engine
from ...errors import OptionError
from ...game.registry import find_game
from ..arguments import add_game, add_tier
from ..tiers import in_tier


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    add_tier(command)


def run(given: Namespace) -> int:
    """Obeys lines up to `quit` or their end."""
    if sys.stdin is None:
        raise OptionError("standard input is closed, from which commands are read")
    game = find_game(given.game)
    Engine(game, lambda: in_tier(given, game, waits=False), lambda line: print(line, flush=True), given.game).run(sys.stdin)
    return 0
