"""Measures everything whose figures stand in the documents, and writes it to docs/results.

    python docs/scripts/measure.py

takes some ten minutes on a machine that should do nothing else. Other frameworks are measured where they are installed:

    npm install --prefix build/npm minimaxer@3.2.3
    uv run --with easyAI==2.0.11 --with open_spiel python docs/scripts/measure.py

`render.py` then writes tables and pictures. `--only story` or `--only suites` measures a part.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
SUITES = ("early_exit", "fixed_option", "generator", "kalah_table", "lazy_pick", "list_lengths", "orderings", "peers", "shuffle")


def machine() -> dict[str, Any]:
    """What it was measured on."""
    versions = {}
    for name in ("minimaxer", "numba", "easyAI", "open_spiel"):
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {
        "processors": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": versions,
    }


def story() -> list[dict[str, Any]]:
    """What `minimaxer bench` tells, chapter by chapter."""
    run = subprocess.run([sys.executable, "-m", "minimaxer", "bench", "--json"], check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def suites() -> dict[str, list[dict[str, Any]]]:
    """The benchmark suites by group: for each benchmark its times and what was noted."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "benchmarks.json"
        paths = [str(ROOT / "tests" / "benchmarks" / f"test_{name}.py") for name in SUITES]
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *paths, "--benchmark-only", f"--benchmark-json={file}"], check=True, cwd=ROOT
        )
        found = json.loads(file.read_text(encoding="utf-8"))["benchmarks"]
    groups: dict[str, list[dict[str, Any]]] = {}
    for each in found:
        stats = {name: each["stats"][name] for name in ("median", "q1", "q3", "min", "max", "rounds")}
        row = {"name": each["name"], "params": _plain(each["params"]), **stats, "extra": each["extra_info"]}
        groups.setdefault(each["group"], []).append(row)
    return groups


def _plain(params: Any) -> Any:
    """Parameters without objects, whose addresses change from run to run."""
    return {name: value for name, value in (params or {}).items() if isinstance(value, str | int | float | None)}


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("story", "suites"))
    given = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    for name, measure in (("story", story), ("suites", suites)):
        if given.only in (None, name):
            data = {"machine": machine(), name: measure()}
            (RESULTS / f"{name}.json").write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
