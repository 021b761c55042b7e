"""Tries random modules, or shows one: `python -m tests.compiler.snippets --first 0 --count 300`."""

from __future__ import annotations

import argparse
import gc
import os
from pathlib import Path

from ..programs.running import answer
from . import runner
from .modules import written
from .trial import verdict


def main() -> None:
    """Runs what the command line asks for."""
    os.environ.setdefault("MINIMAXER_OPTIMISE", "0")
    parser = argparse.ArgumentParser(prog="python -m tests.compiler.snippets", description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="seed of the first module")
    parser.add_argument("--count", type=int, default=100, help="how many modules")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no module after so long")
    parser.add_argument("--keep", type=Path, help="folder for modules that fail")
    parser.add_argument("--show", action="store_true", help="print the first module instead")
    parser.add_argument("--shrink", action="store_true", help="make the first module, which fails, smaller, and print it")
    parser.add_argument("--file", type=Path, help="the module to try or make smaller, where it is not the first")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        gc.set_threshold(50_000, 20, 100)
        answer(verdict)
    elif asked.show:
        print(written(asked.first))
    elif asked.shrink:
        source = written(asked.first) if asked.file is None else asked.file.read_text(encoding="utf-8")
        print(runner.smaller(source, min(asked.seconds, 3600.0)))
    else:
        print(runner.summary(list(runner.tried(asked.first, asked.count, asked.seconds, asked.keep))))


main()
