"""T. Helminen, "Lazy sorting algorithm": his counts against his formula, and lazy sorting against a full sort in native code.

The counts come from his procedure as he prints it, written in Python. The times come from a search in C++ (breakthrough, all moves
of a position in one list) and from lists on their own. How good the order is can be set: of so many moves of a hundred the score is
drawn by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, lgamma, log
from random import Random
from typing import Any, Final

from .native import Sorting, missing, sorting
from .timing import compared

STATED: Final = {100: 10_000, 2_000: 4_000_000}
"""Comparisons of the worst case, as he has them."""
LAZY: Final = (271_390_722, 75.008, 3_618_301)
ALL: Final = (245_293_839, 75.005, 3_270_235)
"""Nodes, seconds and nodes a second of his two runs, as he has them."""
SHARE: Final = 0.01
"""The share of sorting in the time of his search, as he has it."""
NOISES: Final = (0, 10, 30, 100)
LENGTHS: Final = (8, 16, 40, 100, 2_000)
DEPTH: Final = 7
TIMED: Final = ("std::sort", "lazy", "lazy-one-swap", "insertion")


def lazy_sort(scores: list[int], place: int) -> tuple[int, int]:
    """Brings the best of those left to the place, as he prints it; gives comparisons and swaps."""
    best, swaps = scores[place], 0
    for other in range(place + 1, len(scores)):
        if scores[other] > best:
            best = scores[other]
            scores[place], scores[other] = scores[other], scores[place]
            swaps += 1
    return len(scores) - 1 - place, swaps


def lazy_sort_one_swap(scores: list[int], place: int) -> tuple[int, int]:
    """The same by one swap at the end, as he proposes."""
    best = place
    for other in range(place + 1, len(scores)):
        if scores[other] > scores[best]:
            best = other
    scores[place], scores[best] = scores[best], scores[place]
    return len(scores) - 1 - place, int(best != place)


def counted(pick: Callable[[list[int], int], tuple[int, int]], scores: Sequence[int], reads: int) -> tuple[int, int]:
    """Comparisons and swaps until so many have been read."""
    left = list(scores)
    counts = [pick(left, place) for place in range(reads)]
    assert left[:reads] == sorted(scores, reverse=True)[:reads]
    return sum(comparisons for comparisons, _ in counts), sum(swaps for _, swaps in counts)


def formula(size: int) -> int:
    """His formula for a selection sort."""
    return (size - 1) * size // 2


def least(size: int) -> int:
    """Comparisons below which no sort of so many can stay in its worst case."""
    return ceil(lgamma(size + 1) / log(2))


def counts(random_lists: int = 25) -> Iterator[dict[str, Any]]:
    """What his procedure does, to the first and to the last, on lists in the worst, best and random order."""
    rng = Random(1)
    for size in STATED:
        shuffled = [rng.sample(range(size), size) for _ in range(random_lists)]
        orders = {"rising": [list(range(size))], "falling": [list(range(size))[::-1]], "random": shuffled}
        for name, pick in (("as printed", lazy_sort), ("one swap", lazy_sort_one_swap)):
            for order, lists in orders.items():
                for reads in (1, size):
                    found = [counted(pick, scores, reads) for scores in lists]
                    comparisons, swaps = (sum(each) / len(lists) for each in zip(*found, strict=True))
                    row = {"size": size, "way": name, "order": order, "reads": reads}
                    yield {**row, "comparisons": comparisons, "swaps": swaps}


def searches(program: Sorting, rounds: int = 15) -> Iterator[dict[str, Any]]:
    """Whole searches, by how good the order is."""
    for noise in NOISES:
        what = (DEPTH, 0, noise)
        times: dict[str, list[float]] = {name: [] for name in TIMED}
        for _ in range(rounds if noise < 100 else 7):
            for name, mine in times.items():
                mine.append(program.run("search", name, *what)["seconds"])
        took = compared(times)
        for name in TIMED:
            found, profile = program.run("search", name, *what, define="-DCOUNTS"), profiled(program, name, *what)
            row = {"noise": noise, "sorter": name, "nodes": found["nodes"], "firsts": found["firsts"] / found["cutoffs"]}
            share = profile["cycles"] / profile["hertz"] / took[name].seconds
            yield {**row, "comparisons": found["comparisons"], "share": share, **took[name].to_dict()}


def profiled(program: Sorting, *what: object) -> dict[str, float]:
    """The least cycles of a few searches that were spent in sorting, in all and in lists of more than eight."""
    runs = [program.run("search", *what, define="-DCYCLES") for _ in range(5)]
    run = min(runs, key=lambda each: sum(cycles for _, cycles in each["lists"].values()))
    lists = {int(length): pair for length, pair in run["lists"].items()}
    return {
        "cycles": sum(cycles for _, cycles in lists.values()),
        "long_cycles": sum(cycles for length, (_, cycles) in lists.items() if length > 8),
        "lists": sum(number for length, (number, _) in lists.items() if length),
        "long_lists": sum(number for length, (number, _) in lists.items() if length > 8),
        "hertz": run["hertz"],
    }


def lists(
    program: Sorting, sorters: Sequence[str], lengths: Sequence[int], *, is_first: bool, rounds: int = 5
) -> Iterator[dict[str, Any]]:
    """Random lists on their own, read to the end or to the first."""
    for length in lengths:
        times: dict[str, list[float]] = {name: [] for name in sorters}
        for _ in range(rounds):
            for name, mine in times.items():
                mine.append(program.run("lists", name, length, int(is_first))["seconds"])
        for name, took in compared(times).items():
            found = program.run("lists", name, length, int(is_first), define="-DCOUNTS")
            row = {"sorter": name, "length": length, "first": is_first, "comparisons": found["comparisons"]}
            yield {**row, **took.to_dict()}


def measure() -> dict[str, Any]:
    """All of it; the native part only where g++ is."""
    found: dict[str, Any] = {
        "counts": list(counts()),
        "formula": {str(size): formula(size) for size in STATED},
        "stated": {str(size): each for size, each in STATED.items()},
        "least": {str(size): least(size) for size in STATED},
        "own_gain": LAZY[2] / ALL[2] - 1,
        "own_gain_by_nodes": (LAZY[0] / LAZY[1]) / (ALL[0] / ALL[1]) - 1,
        "most_gain": 1 / (1 - SHARE) - 1,
    }
    if missing() is None:
        with sorting() as program:
            found["searches"] = list(searches(program))
            found["lists"] = [row for is_first in (True, False) for row in lists(program, TIMED, LENGTHS, is_first=is_first)]
    return found
