"""The answers of `minimaxer search` and `minimaxer solve`."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from typing import Any

from ..api.methods import defaults_for
from ..api.search import Search
from ..api.store import SolvedStore
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.notation import Notation
from ..searching.limits import Limits
from ..searching.result import SearchResult
from ..searching.setup import Setup
from .many_answers import is_many, run_many
from .options import options_of_answer
from .positions import located, positions
from .progress import live_line, progress, say
from .terminal.interrupts import ending_early
from .tiers import game_in_tier, search_in_tier
from .written import as_json, in_a_line, in_full


def new_engine(given: Namespace, game: Any, tiered: Any) -> Search[Any, Any]:
    """A search with the options given on the command line."""
    return search_in_tier(given, game, tiered, options_of_answer(given))


def answer(
    given: Namespace,
    limits: Limits,
    look: Callable[..., SearchResult[Any]],
    engine_of: Callable[[Namespace, Any, Any], Search[Any, Any]] = new_engine,
) -> int:
    """Searches each position by that method of `Search`, within the limits, and prints what it found."""
    for name in ("tables", "evaluate"):
        if getattr(given, name) and is_many(given):
            raise OptionError(f"contradictory options: --{name} is for one process; leave --workers, --executor and --out out")
    if is_many(given):
        return run_many(given, limits, solve=look is Search.solve)
    game, tiered = game_in_tier(given)
    notation = Notation(game, capabilities(game))
    engine = engine_of(given, game, tiered)
    rows = positions(given)
    found = [located(row, notation) for row in rows]
    notes = set()
    with closing(engine), _kept(given, tiered) as kept:
        for given_text, state in progress(found, "position"):
            with ending_early(engine) if len(rows) == 1 else nullcontext():
                looked = partial(look, engine, state, limits, on_depth=live_line() if len(rows) == 1 else None)
                result = looked() if kept is None else kept.solve(state, looked)
            text = notation.write_position(state) if given_text is None else given_text
            if given.json:
                say(json.dumps(as_json(text, state, result, notation)))
            elif len(rows) == 1:
                say(in_full(state, result, notation))
            else:
                say(in_a_line(text, state, result, notation))
                notes.add(result.workers.note if result.workers is not None and result.workers.used == 1 else None)
    if len(notes) == 1 and None not in notes:
        print(f"minimaxer: each by one worker: {notes.pop()}", file=sys.stderr)
    return 0


def _kept(given: Namespace, tiered: Any) -> AbstractContextManager[SolvedStore[Any, Any] | None]:
    """The file of solved positions, if one is given."""
    path = getattr(given, "store", None)
    if path is None:
        return nullcontext()
    options = options_of_answer(given)
    options = defaults_for(given.algorithm, tiered) if options is None else options
    return closing(SolvedStore(path, Setup(game=tiered, options=options, algorithm=given.algorithm)))
