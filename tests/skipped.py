"""The files of tests that a run skipped for want of a package, by its report: `python -m tests.skipped report.xml`, one a line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
WANTING = re.compile(r"not installed|\bpackage\b|is built by")
"""What reasons say of it."""


def skipped(report: Path) -> Iterator[str]:
    """The files of the tests, or of the modules, that a JUnit report lists as skipped since something is not installed."""
    for case in ElementTree.parse(report).iter("testcase"):
        reason = case.find("skipped")
        if reason is None or not WANTING.search(f"{reason.get('message')} {reason.text}"):
            continue
        parts = f"{case.get('classname')}.{case.get('name')}".strip(".").split(".")
        paths = (ROOT.joinpath(*parts[:size]).with_suffix(".py") for size in range(len(parts), 0, -1))
        found = next((path for path in paths if path.is_file()), None)
        if found is not None:
            yield str(found.relative_to(ROOT))


if __name__ == "__main__":
    for file in sorted(set(skipped(Path(sys.argv[1])))):
        print(file)
