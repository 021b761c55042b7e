"""Try orderings and options on a game, and say which is best."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ...base.checks import check_whole
from ...errors import CompileError, OptionError
from ...game.notation import Notation
from ...game.registry import find_game
from ...insight.laboratory import experiment, some_positions
from ...insight.laboratory.profile import profile
from ...insight.laboratory.story import chart, described
from ...native import available, compile_game, tier_of
from ..arguments import add_number, add_positions, add_tier, add_whole
from ..positions import positions, read
from ..progress import clear, note, say
from ..tiers import announce

_MOST_POSITIONS: Final = 1_000
_PROFILED: Final = 12
"""States whose methods are timed."""


def add_arguments(command: ArgumentParser) -> None:
    add_positions(command)
    add_whole(command, "--positions", "N", "without a position: so many of random games (default 4)", default=4)
    add_whole(command, "--seed", "S", "which random games (default 0)", default=0)
    add_whole(command, "--depth", "D", "plies to search (default: what takes some tenths of a second)")
    add_number(command, "--seconds", "T", "how long it may take (default 40)", default=40.0)
    add_tier(command, "one tier, or both where the game can be compiled (auto, the default)")
    command.add_argument("--svg", metavar="F", help="draw the times as bars into this file")


def run(given: Namespace) -> int:
    """Tries orderings and options on a game, and says which is best."""
    _check(given)
    began = time.perf_counter()
    game = find_game(given.game)
    states = _states(given, game)
    found = []
    for place, (tiered, tiers) in enumerate(_tiers(given, game)):
        share = max((given.seconds - (time.perf_counter() - began)) / (tiers - place), 1.0)
        tier = tier_of(tiered)
        result = experiment(
            tiered,
            states,
            depth=given.depth,
            seconds=share,
            on_run=lambda name, tier=tier: note(f"{tier}: {name}"),  # type: ignore[misc]
        )
        clear()
        found.append(result)
        if not given.json:
            say(("\n" if place else "") + described(result, given.game))
            if not result.interrupted and tier == "compiled":
                say(f"\nwhere the time of the rules goes: {profile(tiered, states=_PROFILED)}")
        if result.interrupted:
            break
    if given.json:
        say(json.dumps({"game": given.game, "processors": os.cpu_count(), "tiers": [each.to_dict() for each in found]}))
    if given.svg is not None:
        chart(found, given.game).save(given.svg)
    if any(each.interrupted for each in found):
        raise KeyboardInterrupt  # what was found is printed; the command ends as interrupted ones do
    return 0


def _check(given: Namespace) -> None:
    if not given.seconds > 0:
        raise OptionError(f"expected --seconds to be above 0, got {given.seconds:g}")
    check_whole("--positions", given.positions, 1, _MOST_POSITIONS)
    if given.svg is not None and (not Path(given.svg).resolve().parent.is_dir() or Path(given.svg).is_dir()):
        raise OptionError(f"expected --svg to name a file in a folder that exists, got {given.svg!r}")


def _states(given: Namespace, game: Any) -> list[Any]:
    """The positions given on the command line, or some of the game."""
    if given.position is None and given.file is None:
        return some_positions(game, given.positions, given.seed)
    notation = Notation(game)
    return [read(row, notation) for row in positions(given)]


def _tiers(given: Namespace, game: Any) -> Iterator[tuple[Any, int]]:
    """The game as it is, and compiled if that is requested or possible; each with the number of tiers to try."""
    natively = given.tier == "compiled" or (given.tier == "auto" and available())
    count = 1 + (given.tier == "auto" and natively)
    if given.tier != "compiled":
        yield game, count
    if natively:
        announce()
        try:
            fast = compile_game(game)
        except CompileError as error:
            if given.tier == "compiled":
                raise
            print(f"minimaxer: not compiled: {error}", file=sys.stderr, flush=True)
            return
        yield fast, count
