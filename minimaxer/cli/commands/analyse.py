"""The best moves of a position, each with its exact value and the line expected after it."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, nullcontext
from typing import Any

from ...api.functions import valuing_moves
from ...errors import OptionError
from ...game.notation import Notation
from ...searching.result import BLIND, SearchResult, with_rows
from ..answers import as_json, how_far
from ..arguments import add_positions, add_search, add_whole, limits_of
from ..positions import located, positions
from ..progress import ending_early, live_line, progress, say
from ..tiers import game_in_tier, options_from, search_in_tier


def add_arguments(command: ArgumentParser) -> None:
    add_positions(command)
    add_whole(command, "--lines", "N", "how many moves to show (default 3)", default=3)
    add_search(command)


def run(given: Namespace) -> int:
    """Values the moves of each position."""
    if given.lines < 1:
        raise OptionError(f"expected --lines to be 1 or more, got {given.lines}")
    game, tiered = game_in_tier(given)
    notation = Notation(game)
    options = valuing_moves(game, given.algorithm, options_from(given.options, given.algorithm))
    limits = limits_of(given)
    found = [located(row, notation) for row in positions(given)]
    alone = len(found) == 1
    with closing(search_in_tier(given, game, tiered, options)) as engine:
        for given_text, state in progress(found, "position"):
            with ending_early(engine) if alone else nullcontext():
                result = engine.run(state, limits, on_depth=live_line() if alone else None)
            result = with_rows(result, given.lines)
            text = notation.write_position(state) if given_text is None else given_text
            if given.json:
                say(json.dumps(as_json(text, state, result, notation)))
            else:
                say("\n".join([notation.draw(state) if alone else text, *_rows(state, result, notation)]))
    return 0


def _rows(state: Any, result: SearchResult[Any], notation: Notation[Any, Any]) -> Iterator[str]:
    """A line for each move: its value, and the moves expected."""
    yield ""
    rows = [(result.value_text_of(row), " ".join(notation.write_line(state, row.pv))) for row in result.moves]
    width = max((len(value) for value, _ in rows), default=0)
    for number, (value, line) in enumerate(rows, 1):
        yield f"{number:3}  {value:{width}}  {line}"
    blind = f"; {BLIND}" if result.blind else ""
    yield f"     {how_far(result)}, {result.nodes:,} nodes in {result.seconds:.3f} s ({result.engine}){blind}"
