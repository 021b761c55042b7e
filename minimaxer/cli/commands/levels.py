"""Measure how strong the levels of a game are, and write that beside the game."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any, Final

from attrs import asdict

from ...errors import OptionError
from ...play.levels.level import MOST_NODES, Ladder, read_ladder, write_ladder
from ...play.levels.measuring import FIRST_NODES, LEAST_GAP, SECONDS, measure_levels, verify_levels
from ..arguments import add_game, add_json, add_number, add_tier, add_whole
from ..progress import note, say
from ..tiers import game_in_tier

_SMALL: Final = 0.005
_USUAL: Final = 8


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--show", action="store_true", help="measure nothing; show what was measured")
    add_whole(command, "--verify", "N", "measure nothing; play N pairs of games of each level against the one below it")
    add_number(command, "--seconds", "T", f"how long to play (default {SECONDS:g})", default=SECONDS)
    add_whole(command, "--nodes", "N", f"the longest search of a level (default {MOST_NODES})", default=MOST_NODES)
    add_whole(command, "--seed", "N", "of openings, dice and lots (default 0)", default=0)
    add_whole(command, "--workers", "N", "games side by side (default: one for each processor)")
    command.add_argument("--out", metavar="F", help="the file of levels (default: beside the game's module)")
    add_json(command)
    add_tier(command)


def run(given: Namespace) -> int:
    """Measures, shows or verifies levels."""
    if given.show and given.verify is not None:
        raise OptionError("contradictory options: --show shows what was measured, and --verify plays it out")
    if given.nodes < FIRST_NODES:
        raise OptionError(f"expected --nodes to be from {FIRST_NODES}, the shortest search of a level, got {given.nodes}")
    game, tiered = game_in_tier(given)
    if given.verify is not None:
        return _verify(given, game, tiered)
    if given.show:
        ladder = read_ladder(game, given.out)
    else:
        ladder = measure_levels(
            tiered, seconds=given.seconds, nodes=given.nodes, seed=given.seed, workers=given.workers, tell=note
        )
        note("")
    say(json.dumps(ladder.to_dict()) if given.json else "\n".join(_lines(ladder)))
    if not given.show:
        file = write_ladder(game, ladder, given.out)
        if not given.json:
            say(f"written to {file}")
    return 0


def _verify(given: Namespace, game: Any, tiered: Any) -> int:
    ladder = read_ladder(game, given.out)
    for check in verify_levels(tiered, ladder, rounds=given.verify, seed=1_000_000 + given.seed, workers=given.workers):
        text = f"level {check.level:2}: {check.promised:6.1f} Elo above the one below it promised, {check.found} found"
        say(json.dumps(asdict(check)) if given.json else text)
    return 0


def _lines(ladder: Ladder) -> Iterator[str]:
    number = f"{len(ladder.elos)} level{'' if len(ladder.elos) == 1 else 's'}"
    yield f"{number}, measured by {ladder.games:,} games"
    for level, elo in enumerate(ladder.elos, 1):
        place = ladder.place_of(level)
        lower, share = int(place), place - int(place)
        mixed = "" if share < _SMALL else f" {1 - share:.0%}, {ladder.steps[lower + 1].name} {share:.0%}"
        yield f"  {level:2}  {elo:6.0f} Elo  {ladder.steps[lower].name}{mixed}"
    if ladder.elos[-1] < _USUAL * LEAST_GAP:
        yield f"between random play and the best that was found lie {ladder.elos[-1]:.0f} Elo, so there are few levels"
    elif len(ladder.elos) < _USUAL:
        yield "levels that could not be told apart in the time were left out; --seconds gives it more"
