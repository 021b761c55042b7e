"""The files of tests that were skipped in a run, by its report: `python -m tests.skipped report.xml`, one path a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]


def skipped(report: Path) -> Iterator[str]:
    """The files of the tests, or of the modules, that a JUnit report lists as skipped."""
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("skipped") is None:
            continue
        parts = f"{case.get('classname')}.{case.get('name')}".strip(".").split(".")
        paths = (ROOT.joinpath(*parts[:size]).with_suffix(".py") for size in range(len(parts), 0, -1))
        found = next((path for path in paths if path.is_file()), None)
        if found is not None:
            yield str(found.relative_to(ROOT))


if __name__ == "__main__":
    for file in sorted(set(skipped(Path(sys.argv[1])))):
        print(file)
