"""Tries random programs, or shows one: `python -m tests.compiler.programs --first 0 --count 1000`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from . import running
from .shrinking import shrunk
from .writing import written


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.compiler.programs", description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no program after so long")
    parser.add_argument("--keep", type=Path, help="folder for programs that fail")
    parser.add_argument("--log", type=Path, help="file for each verdict, a line of JSON each")
    parser.add_argument("--show", action="store_true", help="print the first program instead")
    parser.add_argument("--shrink", action="store_true", help="make the first program, which fails, smaller, and print it")
    parser.add_argument("--file", type=Path, help="the program to make smaller, where it is not the first")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        running.answer()
    elif asked.show:
        print(written(asked.first))
    elif asked.shrink:
        source = written(asked.first) if asked.file is None else asked.file.read_text(encoding="utf-8")
        smaller, verdict = shrunk(source, asked.first, min(asked.seconds, 3600.0))
        print(f"{smaller}\n\n# {verdict.what}: {verdict.cause}")
        print("\n".join(f"# {each}" for each in verdict.told.splitlines()[-12:]))
    else:
        run(asked)


def run(asked: argparse.Namespace) -> None:
    """Tries programs and prints the summary."""
    found = []
    for number, verdict in running.tried(asked.first, asked.count, asked.seconds, asked.keep):
        found.append((number, verdict))
        if asked.log is not None:
            with asked.log.open("a", encoding="utf-8") as log:
                print(json.dumps({"number": number, **verdict.to_json()}), file=log)
    print(running.summary(found))


main()
