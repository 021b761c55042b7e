"""Measures the table that grows from tutorial to tutorial, and writes it to docs/results/lessons.json.

    python docs/scripts/lessons.py

types what the tutorials tell the reader to type: the files of each page are written to an empty folder, and the commands
`python rows_N.py` are run three times. A row's nodes must be the same each time, unless the page shows that they vary; its time
is the least of these runs and of those that the file holds, if they are of the same machine and the same nodes.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from measure import machine  # type: ignore[import-not-found, unused-ignore]  # noqa: E402

from tests import documents  # noqa: E402

FILE: Final = ROOT / "docs" / "results" / "lessons.json"
RUNS: Final = 3
ROW: Final = re.compile(r"(?P<name>.+), (?P<set>late|middle|early): (?P<nodes>[\d,]+|…) nodes in (?P<ms>[\d,.]+|…) ms")
COMMAND: Final = re.compile(r"(?:PYTHONHASHSEED=0 )?python rows_\w+\.py")


def pages() -> list[Path]:
    """The tutorials, by number."""
    return sorted((documents.DOCS / "tutorials").glob("[0-9]*.md"), key=lambda page: int(page.name.partition("-")[0]))


def shown(page: Path) -> Iterator[tuple[str, str, int | None]]:
    """The rows that a page shows: name, set, and nodes, None where they vary."""
    for block in documents.blocks(page):
        if block.kind == "console":
            for command, lines in documents.commands(block):
                for found in map(ROW.fullmatch, lines if COMMAND.fullmatch(command) else ()):
                    assert found is not None, f"{page.name}: {lines}"
                    yield found["name"], found["set"], _whole(found["nodes"])


def measured(page: Path) -> list[dict[str, Any]]:
    """The rows of a page with nodes and seconds."""
    promised = {(name, which): nodes for name, which, nodes in shown(page)}
    if not promised:
        return []
    number = int(page.name.partition("-")[0])
    times: dict[tuple[str, str], list[float]] = {key: [] for key in promised}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        documents.prepare(page, folder)
        for block in documents.blocks(page):
            if block.title is not None:
                documents.write(block, folder)
        scripts = [command for block in documents.blocks(page) for command in COMMAND.findall(block.body)]
        for _ in range(RUNS):
            for script in scripts:
                ran = documents.run_command(script, folder)
                for line in ran.stdout.splitlines():
                    found = ROW.fullmatch(line)
                    assert found is not None, ran.stdout
                    key = found["name"], found["set"]
                    assert promised[key] in (None, _whole(found["nodes"])), f"{page.name} shows other nodes than: {line}"
                    times[key].append(float(found["ms"].replace(",", "")) / 1000)
    return [
        {"lesson": number, "name": name, "set": which, "nodes": nodes, "seconds": min(times[name, which])}
        for (name, which), nodes in promised.items()
    ]


def _whole(text: str) -> int | None:
    return None if text == "…" else int(text.replace(",", ""))


def main() -> None:
    """Measures all rows."""
    here = machine("lessons")
    before = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known = before.get("lessons", []) if before.get("machine") == here else []
    times = {(row["name"], row["set"], row["nodes"]): row["seconds"] for row in known}
    rows = []
    for page in pages():
        for row in measured(page):
            least = min(row["seconds"], times.get((row["name"], row["set"], row["nodes"]), row["seconds"]))
            print({**row, "seconds": least}, flush=True)
            rows.append({**row, "seconds": least})
    FILE.write_text(json.dumps({"machine": here, "lessons": rows}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
