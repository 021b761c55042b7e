"""`minimaxer check`."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Final

from ..rules.registry import find_game
from ..testing import check_game
from .progress import counter, note
from .tiers import announce

BROKEN: Final = 1
"""The exit code where a law is broken."""
_COMPILED: Final = {"auto": None, "tree": False, "compiled": True}


def run(given: Namespace) -> int:
    """Plays random games, and prints which laws the rules break."""
    announce()
    game = find_game(given.game)
    show = counter(max(1, given.games), "game")
    try:
        report = check_game(
            game,
            games=given.games,
            seed=given.seed,
            compiled=_COMPILED[given.tier],
            seconds=given.seconds,
            on_game=show,
            on_phase=note,
        )
    finally:
        show(None)
    print(json.dumps(report.to_dict()) if given.json else report)
    return 0 if report.ok else BROKEN
