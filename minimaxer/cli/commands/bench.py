"""Measure what makes searches fast on this machine; bench smp: several workers."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace

from ...insight.laboratory.story import run_chapters, table
from ...native import available
from ..arguments import add_command, add_json
from ..progress import clear, note, say
from ..tiers import announce
from . import bench_smp

NOT_COMPILED = "native code is left out: llvmlite is not installed (the extra minimaxer[compiled] brings it)"


def add_arguments(command: ArgumentParser) -> None:
    add_json(command, "line")
    add_command(command.add_subparsers(metavar="smp"), "smp", bench_smp)


def run(given: Namespace) -> int:
    """Measures the chapters, and prints a table for each."""
    announce()
    for chapter, trials in run_chapters(compiled=available(), on_run=note):
        clear()
        if given.json:
            what = {"name": chapter.name, "title": chapter.title, "game": chapter.game, "depth": chapter.depth}
            say(json.dumps({**what, "processors": os.cpu_count(), "rows": [trial.to_dict() for trial in trials]}))
        else:
            say(f"{chapter.title}\n{table(trials)}\n")
    if not available() and not given.json:
        say(NOT_COMPILED)
    return 0
