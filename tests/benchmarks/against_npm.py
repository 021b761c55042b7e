"""The Kalah benchmark game against the npm package `minimaxer`, which this project's idea comes from, under Node.

Both search the same game by iterative deepening, in one run; each figure is the median over the runs. The package is measured in
every sensible configuration of both its classes: `Minimax` (any turn order) and `Negamax` (strictly alternating turns).

    npm install --prefix build/npm minimaxer@3.2.3
    uv run python tests/benchmarks/against_npm.py --package build/npm/node_modules/minimaxer
"""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import minimaxer as mx
from minimaxer_games.mancala import kalah_benchmark

SCRIPT = Path(__file__).with_name("kalah.mjs")
PACKAGE = Path(__file__).parents[2] / "build" / "npm" / "node_modules" / "minimaxer"
"""Where the command above puts it."""


def is_there(package: Path = PACKAGE) -> bool:
    """Whether the package is installed."""
    return (package / "dist" / "index.js").exists()


def ours(depth: int, runs: int) -> dict[str, Any]:
    """Medians of our default search."""
    game = kalah_benchmark()
    seconds = []
    for _ in range(runs + 1):
        gc.collect()
        began = time.perf_counter()
        result = mx.search(game, depth=depth)
        seconds.append(time.perf_counter() - began)
    return {"value": result.value, "move": result.move, "nodes": result.created, "seconds": statistics.median(seconds[1:])}


def theirs(package: Path, depths: list[int], runs: int) -> list[dict[str, Any]]:
    """Medians of the package, a row for each class, configuration and depth."""
    command = ["node", str(SCRIPT), str(package), str(runs), *map(str, depths)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return [{**row, "seconds": statistics.median(row["seconds"])} for row in rows]


def main() -> int:
    """Prints a table for each depth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", type=Path, default=PACKAGE, help="folder of the npm package")
    parser.add_argument("--depths", type=int, nargs="+", default=[5, 6, 8, 10])
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    if shutil.which("node") is None or not is_there(given.package):
        print(f"skipped: Node or the package at {given.package} is not here; install it with npm install minimaxer@3.2.3")
        return 0
    rows = theirs(given.package.resolve(), given.depths, given.runs)
    for depth in given.depths:
        mine = ours(depth, given.runs)
        print(f"\ndepth {depth}: value {mine['value']}, move {mine['move']}")
        print(f"  {'minimaxer for Python, default options':52}{1000 * mine['seconds']:9.2f} ms {mine['nodes']:>9,} nodes made")
        for row in (row for row in rows if row["depth"] == depth):
            assert (row["value"], row["move"]) == (mine["value"], mine["move"]), row
            label = f"npm {row['kind']}, {row['name']}"
            ratio = row["seconds"] / mine["seconds"]
            print(f"  {label:52}{1000 * row['seconds']:9.2f} ms {row['nodes']:>9,} nodes made  {ratio:6.2f} x our time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
