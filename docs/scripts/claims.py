"""Measures the claims of the articles that this project grew from, and writes them to docs/results/claims.json.

    python docs/scripts/claims.py
    python docs/scripts/claims.py ted cards

measures all, in some half an hour, or the sources that are named. `wilson` also runs the article's own package, where Node has
it (`npm install --prefix build/npm minimaxer@3.2.3`), and `helminen` and `ice` take g++. What each claim is, and how it is
measured, stands in tests/benchmarks/claims, a module for each source.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from measure import machine  # type: ignore[import-not-found, unused-ignore]  # noqa: E402

FILE: Final = ROOT / "docs" / "results" / "claims.json"
SOURCES: Final = ("wilson", "helminen", "ice", "ted", "cards", "lazy_smp")


def main() -> None:
    """Measures what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help=f"of {', '.join(SOURCES)}; all where none is named")
    given = parser.parse_args()
    if unknown := set(given.sources) - set(SOURCES):
        parser.error(f"expected sources of {', '.join(SOURCES)}, got {', '.join(sorted(unknown))}")
    for source in given.sources or SOURCES:
        found: dict[str, Any] = import_module(f"tests.benchmarks.claims.{source}").measure()
        results = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        results[source] = {"machine": machine("claims", source), **found}
        FILE.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{source}: measured", flush=True)


if __name__ == "__main__":
    main()
