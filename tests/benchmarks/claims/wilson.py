"""D. Wilson, "Minimaxer part 4": the rows of the article's table, and what its bubble sort costs at depth 6.

His game is Kalah without extra turns, searched to depth 5 and 6. Where Node has the npm package that the article is about, the rows
are measured with it too.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import minimaxer as mx
from minimaxer.insight.laboratory.trial import Tally, counted
from minimaxer.tree.ordering import ORDERINGS
from minimaxer_games.mancala import kalah_benchmark

from ..against_npm import PACKAGE, SCRIPT, is_there
from .timing import in_turn

DEPTHS: Final = (5, 6)
PLAIN: Final = frozenset({"order"})
OURS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "plain minimax": ("minimax", {"deepening": False}),
    "alpha-beta, deepening, sorted": ("alphabeta", {"lazy_children": False, "ordering": "builtin"}),
    "children only when needed": ("alphabeta", {"ordering": "builtin"}),
    "early-exit bubble sort": ("alphabeta", {"ordering": "early_exit_bubble"}),
    "the fixed-option search": ("fixed", {}),
}
THEIRS: Final = {
    "plain minimax": "plain minimax",
    "alpha-beta, deepening, sorted": "all children, built-in sort",
    "children only when needed": "generator, built-in sort",
    "early-exit bubble sort": "generator, efficient bubble",
    "the fixed-option search": "optimal function",
}
"""What kalah.mjs calls the same."""
ROOM: Final = "--max-semi-space-size=64"
"""Has Node keep 64 MB for objects that are young, so that it collects garbage less often."""
EXTRA: Final = 40
"""How many more times each list is sorted, to tell what sorting costs."""


def run(name: str, depth: int) -> mx.SearchResult[Any]:
    """One search by our row of that name."""
    algorithm, changes = OURS[name]
    options = mx.AlphaBetaOptions(ignore=PLAIN, **changes)
    return mx.search(kalah_benchmark(), depth=depth, algorithm=algorithm, options=options)


def ours(rounds: int = 15) -> Iterator[dict[str, Any]]:
    """The rows by this package, in Python."""
    for depth in DEPTHS:
        times = in_turn({name: partial(run, name, depth) for name in OURS}, rounds)
        for name, took in times.items():
            yield {"row": name, "depth": depth, "created": run(name, depth).created, **took.to_dict()}


def theirs(flag: str, runs: int = 2_000) -> Iterator[dict[str, Any]]:
    """The rows by the npm package, in the CPU time of a search on average, as searches a second are, garbage collection included."""
    command = ["node", *filter(None, [flag]), str(SCRIPT), str(PACKAGE), str(runs), *map(str, DEPTHS)]
    told = [json.loads(line) for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()]
    found = {(each["name"], each["depth"]): each for each in told if each["kind"] == "Negamax"}
    for depth in DEPTHS:
        for name, label in THEIRS.items():
            row = found[label, depth]
            yield {"row": name, "depth": depth, "created": row["nodes"], "seconds": row["cpu"]}


def sorting(rounds: int = 25) -> Iterator[dict[str, Any]]:
    """The share of sorting in a search: what it takes longer when each list is sorted several times over."""
    for depth in (*DEPTHS, 8):
        for name in ("builtin", "early_exit_bubble"):
            tally = Tally()
            result = search_with(counted(name, tally), depth)
            ways = {str(times): partial(search_with, again(name, times), depth) for times in (0, EXTRA)}
            times = in_turn(ways, rounds)[str(EXTRA)]
            yield {
                "ordering": name,
                "depth": depth,
                "lists": sum(tally.lengths.values()),
                "children": sum(length * count for length, count in tally.lengths.items()),
                "comparisons": tally.comparisons,
                "nodes": result.nodes,
                **{key: (value - 1) / EXTRA for key, value in times.to_dict().items() if key != "seconds"},
            }


def search_with(ordering: Any, depth: int) -> mx.SearchResult[Any]:
    """One search with children made only when needed, ordered by this."""
    options = mx.AlphaBetaOptions(ignore=PLAIN, ordering=ordering)
    return mx.search(kalah_benchmark(), depth=depth, algorithm="alphabeta", options=options)


def again(name: str, times: int) -> Any:
    """An ordering that orders copies of each list so many times before the list itself."""
    strategy: Any = ORDERINGS[name]

    def ordering(children: list[Any], maximise: bool) -> Any:
        for _ in range(times):
            strategy(children.copy(), maximise)
        return strategy(children, maximise)

    return ordering


def measure() -> dict[str, Any]:
    """All of it; the package's rows only where it is there."""
    found: dict[str, Any] = {"ours": list(ours()), "sorting": list(sorting())}
    if shutil.which("node") is not None and is_there():
        found["theirs"] = list(theirs(""))
        found["theirs_with_room"] = list(theirs(ROOM))
    return found
