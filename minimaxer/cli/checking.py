"""`minimaxer check`."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Final

from ..registry import find_game
from ..testing import check_game

BROKEN: Final = 1
"""The exit code where a law is broken."""
_COMPILED: Final = {"auto": None, "tree": False, "compiled": True}


def run(given: Namespace) -> int:
    """Plays random games, and prints which laws the rules break."""
    report = check_game(find_game(given.game), games=given.games, seed=given.seed, compiled=_COMPILED[given.tier])
    print(json.dumps(report.to_dict()) if given.json else report)
    return 0 if report.ok else BROKEN
