"""`minimaxer bench` without `smp`: measures the ideas that make a search fast."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from typing import Final

from ...insight.laboratory.story import run_chapters
from ...insight.laboratory.tables import table
from ...native import available
from ..arguments import add_command, add_json
from ..progress import clear, note, say
from ..tiers import announce
from . import bench_smp

NOT_COMPILED = "native code is left out: llvmlite is not installed (the extra minimaxer[compiled] brings it)"
ABOUT: Final = "measure what makes searches fast on this machine; bench smp: several workers"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_json(command, "line")
    kinds = command.add_subparsers(metavar="smp")
    add_command(kinds, "smp", bench_smp)


def run(given: Namespace) -> int:
    """Measures the chapters, and prints a table for each."""
    announce()
    for chapter, trials in run_chapters(compiled=available(), on_run=note):
        clear()
        if given.json:
            what = {"name": chapter.name, "title": chapter.title, "game": chapter.game, "depth": chapter.depth}
            rows = [trial.to_dict() for trial in trials]
            say(json.dumps({**what, "processors": os.cpu_count(), "rows": rows}))
        else:
            say(f"{chapter.title}\n{table(trials)}\n")
    if not available() and not given.json:
        say(NOT_COMPILED)
    return 0
