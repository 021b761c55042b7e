"""`minimaxer search` and `minimaxer solve` with `--file` and several processes."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any, Final

from ..batch import Analysis, analyse_many
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.notation import Notation
from ..searching.limits import Limits
from .executors import executor_of
from .options import options_of_answer
from .positions import positions, read
from .progress import counter, say
from .tiers import game_in_tier
from .written import in_a_line


def is_many(given: Namespace) -> bool:
    """True if positions should be searched in parallel."""
    return any(each is not None for each in (given.workers, given.executor, given.out))


def run_many(given: Namespace, limits: Limits, *, solve: bool) -> int:
    """Searches the positions of a file in parallel; returns 1 if one of them failed."""
    if given.file is None:
        raise OptionError("--workers, --executor and --out are for many positions; give them with --file")
    if given.threads != 1:
        raise OptionError("contradictory options: --workers look at one position each, with one thread; leave out --threads")
    game, tiered = game_in_tier(given)
    notation = Notation(game, capabilities(game))
    states = [read(row, notation) for row in positions(given)]
    printer = _Printer(notation, len(states), as_json=given.json)
    options = options_of_answer(given)
    with executor_of(given.executor) as executor:
        analyse_many(
            tiered,
            states,
            executor=executor,
            workers=given.workers,
            solve=solve,
            depth=limits.depth,
            seconds=limits.seconds,
            nodes=limits.nodes,
            algorithm=given.algorithm,
            options=options,
            path=given.out,
            store=getattr(given, "store", None),
            on_result=printer.take,
        )
    return printer.close()


class _Printer:
    """Prints results as they arrive."""

    def __init__(self, notation: Notation[Any, Any], count: int, *, as_json: bool) -> None:
        self._notation: Final = notation
        self._as_json: Final = as_json
        self._show: Final = counter(count, "position")
        self._earlier = self._failed = 0

    def take(self, found: Analysis[Any, Any]) -> None:
        """Prints one position's answer; one found by an earlier run is only counted."""
        text = found.row["position"]
        if found.error is not None:
            self._failed += 1
        if found.error is None and found.result is None:
            self._earlier += 1
        elif self._as_json:
            say(json.dumps(found.row))
        elif found.result is None:
            say(f"{text}  failed: {found.error}")
        else:
            say(in_a_line(text, found.state, found.result, self._notation))
        self._show(found.number + 1)

    def close(self) -> int:
        """Prints a summary; returns the exit code."""
        self._show(None)
        if self._earlier:
            print(f"minimaxer: {_positions(self._earlier)} had been done before", file=sys.stderr)
        if self._failed:
            print(f"minimaxer: error: {_positions(self._failed)} failed; the others are done", file=sys.stderr)
        return 1 if self._failed else 0


def _positions(count: int) -> str:
    return "1 position" if count == 1 else f"{count} positions"
