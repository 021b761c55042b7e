"""Measures everything whose figures stand in the documents, and writes it to docs/results.

    python docs/scripts/measure.py

takes some ten minutes on a machine that should do nothing else. Other frameworks are measured where they are installed:

    npm install --prefix build/npm minimaxer@3.2.3
    uv run --with easyAI==2.0.11 --with open_spiel python docs/scripts/measure.py

`render.py` then writes tables and pictures. `--only story`, `suites` or `threads` measures a part; `--positions FOLDER` says
where P. Pons' sets of connect four positions lie, whose rows are left out otherwise.
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
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from digests import digest_for  # type: ignore[import-not-found, unused-ignore]

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
SUITES = (
    "early_exit", "games", "generator", "kalah_table", "lazy_pick", "list_lengths", "native", "orderings", "peers", "shuffle"
)  # fmt: skip
THREADS = {
    "connect four, depth 16": "connect_four --depth 16 --repeat 9",
    "connect four, depth 16, lazy SMP": "connect_four --depth 16 --repeat 9 --parallel lazy_smp",
    "mancala, depth 16": "mancala --depth 16 --repeat 9",
    "mancala, depth 16, lazy SMP": "mancala --depth 16 --repeat 9 --parallel lazy_smp",
    "no table, connect four, depth 14": "connect_four --depth 14 --parallel lazy_smp --options table=None --repeat 7",
    "1,000 middle-hard positions solved (L2_R2)": "connect_four --solve --file Test_L2_R2 --repeat 3",
    "the same, lazy SMP": "connect_four --solve --file Test_L2_R2 --repeat 1 --parallel lazy_smp",
    "1,000 easy positions solved (L1_R1)": "connect_four --solve --file Test_L1_R1 --repeat 5",
    "1,000 very easy positions solved (L3_R1)": "connect_four --solve --file Test_L3_R1 --repeat 5",
}
"""What `minimaxer bench smp` is asked for; the files are P. Pons' test sets, in the folder that `--positions` names."""


def machine(name: str, source: str = "") -> dict[str, Any]:
    """What a file of results, or a source in it, was measured on."""
    versions = {}
    for package in ("minimaxer", "llvmlite", "easyAI", "open_spiel"):
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {
        "code": digest_for(name, source),
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


def threads(positions: Path | None) -> list[dict[str, Any]]:
    """What `minimaxer bench smp` says of one and two workers, for each command."""
    rows = []
    for title, command in THREADS.items():
        arguments = command.split()
        if "--file" in arguments:
            place = arguments.index("--file") + 1
            if positions is None or not (positions / arguments[place]).exists():
                continue
            arguments[place] = str(positions / arguments[place])
        run = [sys.executable, "-m", "minimaxer", "bench", "smp", *arguments, "--json"]
        found = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True).stdout)
        rows.append({"title": title, "command": f"minimaxer bench smp {command}", "rows": found["rows"]})
    return rows


def _plain(params: Any) -> Any:
    """Parameters without objects, whose addresses change from run to run."""
    return {name: value for name, value in (params or {}).items() if isinstance(value, str | int | float | None)}


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("story", "suites", "threads"))
    parser.add_argument("--positions", type=Path)
    given = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    parts: dict[str, Callable[[], Any]] = {"story": story, "threads": partial(threads, given.positions), "suites": suites}
    for name, measure in parts.items():
        if given.only in (None, name):
            data = {"machine": machine(name), name: measure()}
            (RESULTS / f"{name}.json").write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
