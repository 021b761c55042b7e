"""Chooses patterns: random walks over related cells, of the number and length that memory allows."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from ..errors import OptionError
from .cells import Cells
from .relations import Relations
from .source import MOST_PLACES, Pattern, size_of, table_size
from .symmetries import Symmetry

_TRIES: Final = 50


def choose_patterns(
    cells: Cells,
    relations: Relations,
    symmetries: tuple[Symmetry, ...] = (),
    *,
    count: int,
    length: int,
    most: int,
    movers: int,
    seed: int,
) -> tuple[Pattern, ...]:
    """Chooses at most `count` patterns, images counted, that cover all cells about equally, of at most `length` cells each.

    One pattern is chosen for all of its images under the symmetries, which permute the cells. Relations count the cells that were
    met together; `most` limits the numbers of all patterns together, and each has numbers for `movers` movers. Raises OptionError
    if even patterns of one cell do not fit.
    """
    rng = Random(f"patterns {seed}")
    bits, items = cells.bits, range(len(cells.items))
    first_bits = [bit for bit in bits if all(bit <= dict(each.bits)[bit] for each in symmetries)]
    first_items = [number for number in items if all(number <= each.items[number] for each in symmetries)]
    count = max(1, count // (1 + len(symmetries)))
    found = dict.fromkeys(Pattern((), (number,)) for number in first_items)
    budget = (most - table_size(cells, tuple(found), movers)) // max(1, count)
    if budget < 1:
        raise OptionError(
            f"expected room for {table_size(cells, tuple(found), movers):,} numbers, got {most:,}; allow more memory"
        )
    close = {True: _closeness(relations.bits), False: _closeness(relations.items)}
    starts = [(True, bit) for bit in first_bits] + [(False, number) for number in first_items]
    for number in range(count):
        is_bit, start = starts[number * len(starts) // count % len(starts)]
        for _ in range(_TRIES):
            walk = _walk(rng, start, bits if is_bit else list(items), close[is_bit], length)
            pattern = _fitting(cells, walk, budget // movers, is_bit=is_bit)
            if pattern is not None and pattern not in found:
                found[pattern] = None
                break
    return tuple(found)


def _closeness(pairs: Counter[tuple[int, int]]) -> dict[int, dict[int, float]]:
    """The closeness of each cell to others: the product of the shares of either cell's meetings that were with the other."""
    met: Counter[int] = Counter()
    for (one, _), times in pairs.items():
        met[one] += times
    found: dict[int, dict[int, float]] = {}
    for (one, other), times in pairs.items():
        found.setdefault(one, {})[other] = times * times / (met[one] * met[other])
    return found


def _walk(rng: Random, start: int, cells: list[int], close: dict[int, dict[int, float]], length: int) -> list[int]:
    """A random walk over cells: each is drawn by its closeness to one or two of those before it, or from all if none is close."""
    walk = [start]
    while len(walk) < min(length, len(cells)):
        near: dict[int, float] = {}
        for one in rng.sample(walk, min(2, len(walk))):
            for other, weight in close.get(one, {}).items():
                if other not in walk:
                    near[other] = near.get(other, 0.0) + weight
        others = list(near) or [other for other in cells if other not in walk]
        walk.append(rng.choices(others, [near.get(other, 1.0) for other in others])[0])
    return walk


def _fitting(cells: Cells, walk: list[int], most: int, *, is_bit: bool) -> Pattern | None:
    """The pattern of the longest beginning of a walk that fits; None if none fits."""
    parts = (tuple(sorted(walk[:length])) for length in range(len(walk), 0, -1))
    patterns = (Pattern(part, ()) if is_bit else Pattern((), part) for part in parts)
    return next((each for each in patterns if size_of(cells, each) <= min(most, MOST_PLACES)), None)
