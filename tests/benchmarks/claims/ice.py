"""The author of the chess program iCE on sorting its moves: how much time it takes, in which lists, and sorting networks.

Measured by a search in C++ (breakthrough), which like iCE sorts captures before it makes other moves, and goes on with captures
where its depth ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from minimaxer.tree.ordering.strategies import NETWORKS, Comparators

from .helminen import lists, profiled
from .native import Sorting, missing, sorting
from .timing import compared

DEPTH: Final = 8
LENGTHS: Final = (2, 4, 6, 8, 10, 12, 16, 24, 32)
TIMED: Final = ("insertion", "std::sort", "network", "lazy")
PRINTED: Final[Comparators] = ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))
"""The network for four that the article prints."""


def sorts(network: Comparators, size: int) -> bool:
    """Whether it sorts everything: by the 0-1 principle, whether it sorts all lists of zeros and ones."""
    for values in product((0, 1), repeat=size):
        left = list(values)
        for one, other in network:
            if left[other] < left[one]:
                left[one], left[other] = left[other], left[one]
        if left != sorted(values):
            return False
    return True


def bose_nelson(size: int) -> Comparators:
    """The network of R. Bose and R. Nelson, "A sorting problem", Journal of the ACM 9(2), 1962."""
    found: list[tuple[int, int]] = []

    def merge(one: int, ones: int, other: int, others: int) -> None:
        if ones == 1 and others == 1:
            found.append((one, other))
        elif ones == 1 and others == 2:
            found.extend([(one, other + 1), (one, other)])
        elif ones == 2 and others == 1:
            found.extend([(one, other), (one + 1, other)])
        else:
            half = ones // 2
            rest = others // 2 if ones % 2 else (others + 1) // 2
            merge(one, half, other, rest)
            merge(one + half, ones - half, other + rest, others - rest)
            merge(one + half, ones - half, other, rest)

    def sort(first: int, number: int) -> None:
        if number > 1:
            half = number // 2
            sort(first, half)
            sort(first + half, number - half)
            merge(first, half, first + half, number - half)

    sort(0, size)
    return tuple(found)


def batcher(size: int) -> Comparators:
    """K. Batcher's merge exchange; D. Knuth, The Art of Computer Programming 3, algorithm 5.2.2M."""
    found: list[tuple[int, int]] = []
    top = p = 1 << (size - 1).bit_length() - 1
    while p > 0:
        q, r, d = top, 0, p
        while True:
            found += [(i, i + d) for i in range(size - d) if i & p == r]
            if q == p:
                break
            d, q, r = q - p, q // 2, p
        p //= 2
    return tuple(found)


def by_insertion(size: int) -> Comparators:
    """Insertion sort as a network: neighbours only."""
    return tuple((place - 1, place) for end in range(1, size) for place in range(end, 0, -1))


WAYS: Final = {
    "Bose and Nelson": bose_nelson,
    "Batcher": batcher,
    "insertion": by_insertion,
    "the smallest known": NETWORKS.__getitem__,
}


def networks(size: int = 10) -> dict[str, int]:
    """How many comparisons each way to build a network takes."""
    found = {}
    for name, build in WAYS.items():
        network = build(size)
        assert sorts(network, size), name
        found[name] = len(network)
    return found


def searches(program: Sorting, rounds: int = 15) -> Iterator[dict[str, Any]]:
    """Whole searches: what sorting takes, and in which lists."""
    what = (DEPTH, 1, 0)
    times: dict[str, list[float]] = {name: [] for name in TIMED}
    for _ in range(rounds):
        for name, mine in times.items():
            mine.append(program.run("search", name, *what)["seconds"])
    for name, took in compared(times).items():
        found, profile = program.run("search", name, *what, define="-DCOUNTS"), profiled(program, name, *what)
        yield {
            "sorter": name,
            "nodes": found["nodes"],
            "firsts": found["firsts"] / found["cutoffs"],
            "comparisons": found["comparisons"],
            "share": profile["cycles"] / profile["hertz"] / took.seconds,
            "long_lists": profile["long_lists"] / profile["lists"],
            "long_time": profile["long_cycles"] / profile["cycles"],
            **took.to_dict(),
        }


def measure() -> dict[str, Any]:
    """All of it; the native part only where g++ is."""
    found: dict[str, Any] = {"networks": networks(), "printed_sorts": sorts(PRINTED, 4), "printed": len(PRINTED)}
    if missing() is None:
        with sorting() as program:
            found["searches"] = list(searches(program))
            found["lists"] = list(lists(program, TIMED, LENGTHS, is_first=False))
    return found
