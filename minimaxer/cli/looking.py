"""`minimaxer search` and `minimaxer solve`."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from ..capability import capabilities
from ..engine import Search
from ..limits import Limits
from ..node import Bound
from ..notation import Notation
from ..result import SearchResult, describe
from .interrupts import ending_early
from .options import options_from
from .positions import positions, read
from .progress import live_line, progress, say
from .tiers import game_in_tier, search_in_tier


def run_search(given: Namespace) -> int:
    """Searches each position within the limits."""
    return _run(given, Limits(depth=given.depth, seconds=given.seconds, nodes=given.nodes), Search.run)


def run_solve(given: Namespace) -> int:
    """Solves each position."""
    return _run(given, Limits(seconds=given.seconds, nodes=given.nodes), Search.solve)


def _run(given: Namespace, limits: Limits, look: Callable[..., SearchResult[Any]]) -> int:
    game, tiered = game_in_tier(given)
    notation = Notation(game, capabilities(game))
    engine = search_in_tier(given, game, tiered, options_from(given.options))
    rows = positions(given)
    states = [read(row, notation) for row in rows]
    for row, state in progress(list(zip(rows, states, strict=True)), "position"):
        with ending_early(engine) if len(rows) == 1 else nullcontext():
            result = look(engine, state, limits, on_depth=live_line() if len(rows) == 1 else None)
        text = notation.write_position(state) if row.text is None else row.text
        if given.json:
            say(json.dumps(_as_json(text, state, result, notation)))
        elif len(rows) == 1:
            say(_in_full(state, result, notation))
        else:
            say(_in_a_line(text, state, result, notation))
    return 0


def _as_json(text: str, state: Any, result: SearchResult[Any], notation: Notation[Any, Any]) -> dict[str, Any]:
    return {"position": text, **result.to_dict(lambda line: notation.write_line(state, line))}


def _verdict(result: SearchResult[Any]) -> str:
    if result.solved and result.winner is None:
        return "draw"
    words = describe(result.value, result.bound)
    return f"{words}, player {result.winner} wins" if result.solved and "wins" not in words else words


def _in_a_line(text: str, state: Any, result: SearchResult[Any], notation: Notation[Any, Any]) -> str:
    move = "-" if result.move is None else notation.write_move(state, result.move)
    how_far = "" if result.solved else f"  (depth {result.depth}: {_REASONS[result.stop.value]})"
    return f"{text}  {move}  {_verdict(result)}{how_far}"


def _in_full(state: Any, result: SearchResult[Any], notation: Notation[Any, Any]) -> str:
    rows = [notation.draw(state), ""]
    if result.move is None:
        return "\n".join([*rows, f"the game is over: {_verdict(result)}"])
    line = notation.write_line(state, result.pv)
    rows += [
        f"move   {line[0]}",
        f"value  {_verdict(result)}" + (" (solved)" if result.solved else ""),
        f"line   {' '.join(line)}",
        f"depth  {result.depth} ({_REASONS[result.stop.value]})",
        f"nodes  {result.nodes:,} in {result.seconds:.3f} s, {result.nps:,.0f}/s, {result.created:,} made ({result.engine})",
    ]
    for row in result.moves:
        if row.value is not None:
            value = describe(row.value, row.bound or Bound.EXACT)
            rows.append(f"       {notation.write_move(state, row.move):>4}: {value} (depth {row.depth})")
    return "\n".join(rows)


_REASONS = {
    "depth": "the limit",
    "seconds": "time was up",
    "nodes": "the limit of nodes was met",
    "stopped": "stopped",
    "solved": "nothing can change",
    "finished": "the game is over",
    "ply_limit": "the game goes on for too long",
}
