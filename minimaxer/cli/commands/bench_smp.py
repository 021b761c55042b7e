"""Nodes per second and time to the answer with one and several workers."""

from __future__ import annotations

import itertools
import json
import os
from argparse import ArgumentParser, Namespace

from ...api.methods import family_of
from ...base.checks import check_whole
from ...errors import OptionError
from ...game.notation import Notation
from ...insight.laboratory.story import Scaling, fitting_depth, scaling
from ...searching.options import AlphaBetaOptions
from ...searching.validators import SCHEMES
from ..arguments import add_method, add_positions, add_whole
from ..positions import positions, read
from ..progress import counter, say
from ..tiers import game_in_tier, options_from

_MOST_REPEATS = 1_000
_HEADS = ("threads", "seconds", "nodes", "nodes/s", "speed-up", "efficiency", "spread")


def add_arguments(command: ArgumentParser) -> None:
    add_positions(command)
    add_whole(command, "--depth", "D", "plies to search (default: what takes one worker some time)")
    command.add_argument("--solve", action="store_true", help="solve the positions instead")
    command.add_argument("--threads", default="1,2", metavar="N,...", help="numbers of workers (default 1,2)")
    command.add_argument("--parallel", choices=SCHEMES, default="auto", help="how they share a search")
    add_whole(command, "--repeat", "R", "how often each is measured (default 3)", default=3)
    add_method(command)


def run(given: Namespace) -> int:
    """Measures how much several workers help."""
    check_whole("--repeat", given.repeat, 1, _MOST_REPEATS)
    if given.solve and given.depth is not None:
        raise OptionError("contradictory options: --solve goes to any depth; leave out --depth")
    game, tiered = game_in_tier(given)
    searched = game if given.parallel == "processes" else tiered
    notation = Notation(game)
    options = options_from(given.options, given.algorithm)
    usual = family_of(given.algorithm, game).defaults
    if not isinstance(options, AlphaBetaOptions | None) or not isinstance(usual, AlphaBetaOptions):
        raise OptionError(f"several workers are measured on the same work, which is a depth, and {given.algorithm} looks to none")
    states = [read(row, notation) for row in positions(given)]
    try:
        threads = [int(part) for part in given.threads.split(",")]
    except ValueError:
        raise OptionError(f"expected --threads to be numbers of workers such as 1,2,4, got {given.threads!r}") from None
    depth = given.depth
    if depth is None and not given.solve:
        depth = fitting_depth(searched, states[0], given.algorithm, options)
    show = counter("measuring", given.repeat * len({1, *threads}), "searches")
    done = itertools.count()
    rows = scaling(
        searched,
        states,
        threads=threads,
        depth=depth,
        repeat=given.repeat,
        algorithm=given.algorithm,
        options=options,
        parallel=given.parallel,
        on_run=lambda _: show(next(done)),
    )
    show(None)
    what = {"game": given.game, "positions": len(states), "depth": depth, "parallel": given.parallel, "repeat": given.repeat}
    what["processors"] = os.cpu_count()
    say(json.dumps({**what, "rows": [row.to_dict() for row in rows]}) if given.json else _written(what, rows))
    return 0


def _written(what: dict[str, object], rows: list[Scaling]) -> str:
    task = "solved" if what["depth"] is None else f"searched to depth {what['depth']}"
    where = "1 position" if what["positions"] == 1 else f"{what['positions']} positions"
    lines = [
        f"{what['game']}: {where} {task}; median of {what['repeat']}; {what['processors']} processors",
        "  ".join(f"{head:>10}" for head in _HEADS),
    ]
    for row in rows:
        cells = (
            f"{row.threads}",
            f"{row.seconds:.3f}",
            f"{row.nodes:,}",
            f"{row.nps:,.0f}",
            f"{row.speed_up:.2f}",
            f"{row.efficiency:.0%}",
            f"{row.spread:.2f}",
        )
        lines.append("  ".join(f"{cell:>10}" for cell in cells))
    lines += [f"{row.threads} threads: one worker: {row.note}" for row in rows if row.note is not None]
    return "\n".join(lines)
