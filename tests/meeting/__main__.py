"""Searches random games: `python -m tests.meeting --seeds 0 10000`, `--seed 17 --tier compiled`, `--table`."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from .cases import case_of
from .counting import Meetings
from .judging import RefusedError, trial
from .rules import KINDS
from .shrinking import shrunk, written


def main() -> int:
    """Runs the cases that the arguments name; 1 where something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.meeting", description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 1000), help="the first seed and the one after the last")
    parser.add_argument("--seed", type=int, help="one case alone, made small where it is wrong")
    parser.add_argument("--tier", choices=("tree", "compiled"), default="tree")
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=(), help="the classes of games; by default all, and random ones"
    )
    parser.add_argument("--table", action="store_true", help="print how often features met")
    parser.add_argument("--shrink", action="store_true", help="make small what is wrong")
    asked = parser.parse_args()
    seeds = range(*asked.seeds) if asked.seed is None else [asked.seed]
    meetings, wrong, began = Meetings(), 0, time.process_time()
    for seed in seeds:
        case = case_of(seed, asked.tier, asked.kinds)
        if asked.seed is not None:
            print(written(case))
        meetings.note(case)
        try:
            found = trial(case)
        except RefusedError as refused:
            meetings.refused[str(refused)[:100]] += 1
            continue
        except Exception:  # whatever is raised is what is wrong
            found = [traceback.format_exc(limit=-2)]
        if found:
            wrong += 1
            print(f"seed {seed}: {found[0]}")
            if asked.shrink or asked.seed is not None:
                print(written(shrunk(case)))
            sys.stdout.flush()
    if asked.table:
        print(meetings)
    print(
        f"{len(seeds):,} cases, {meetings.searches:,} searches, {wrong} wrong, {time.process_time() - began:.0f} s of the processor"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
