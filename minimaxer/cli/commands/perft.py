"""Count the sequences of legal moves."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, Namespace
from typing import Any

from ...api.perft import check_depth, divide, perft
from ...game.notation import Notation
from ..arguments import add_game, add_json, add_tier, add_whole
from ..tiers import game_in_tier


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    add_whole(command, "--depth", "D", "plies; every depth up to it is counted", required=True)
    command.add_argument("--position", metavar="P", help="where to start, in the game's notation")
    command.add_argument("--finished", action="store_true", help="count games that ended earlier too")
    command.add_argument("--divide", action="store_true", help="count the sequences behind each first move, at that depth alone")
    add_whole(command, "--threads", "N", "threads to count on, for compiled games (default 1)", default=1)
    add_tier(command)
    add_json(command, "line")


def run(given: Namespace) -> int:
    """Counts the move sequences of every depth up to the one given, or those behind each first move."""
    check_depth(given.depth, 1 if given.divide else 0)
    game, tiered = game_in_tier(given)
    notation = Notation(game)
    state = notation.read_position(given.position)
    text = notation.write_position(state) if given.position is None else given.position
    if given.divide:
        return _divide(given, notation, tiered, state, text)
    for depth in range(min(given.depth, 1), given.depth + 1):
        began = time.perf_counter()
        count = perft(tiered, state, depth, finished=given.finished, threads=given.threads)
        seconds = time.perf_counter() - began
        row = {"position": text, "depth": depth, "count": count, "finished": given.finished, "seconds": seconds}
        print(json.dumps(row) if given.json else f"{depth:3}  {count:>15,}  {seconds:.2f} s", flush=True)
    return 0


def _divide(given: Namespace, notation: Notation[Any, Any], tiered: Any, state: Any, text: str) -> int:
    """Prints the count behind each first move, then their sum."""
    counts = divide(tiered, state, given.depth, finished=given.finished, threads=given.threads)
    for move, count in counts.items():
        name = notation.write_move(state, move)
        row = {"position": text, "depth": given.depth, "move": name, "count": count, "finished": given.finished}
        print(json.dumps(row) if given.json else f"{name}: {count:,}", flush=True)
    if not given.json:
        print(f"{len(counts)} moves, {sum(counts.values()):,} sequences")
    return 0
