"""The cell of each place of a part of a state: by what moves call cells, how men go and fall, and what authors count by."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise, product
from typing import Any, Final, NamedTuple

from .shape import Author
from .walking import SQUARE, Cell, Place, pairs_in

_AGREEING: Final = 0.9
"""The least part of the moves that must name cells they change, or go aslant where only dark squares are kept."""
_FILLED: Final = 0.45
"""The part of cells which, where more can be filled at first, all should be."""
_UNSEEN: Final = 2
"""Columns or rows at the edge that no piece of the sample came to."""


class Layout(NamedTuple):
    """The cells of places. Its `kind` is `rows` or `columns` for indices that count these, `dark` squares, or `pairs`."""

    kind: str
    columns: int
    rows: int
    cells: dict[Place, Cell]


class Layouts:
    """The evidence for how a part of a state is laid out. It is moves, the places they change, those that first moves fill, and
    the pairs that these name, if each names one.
    """

    def __init__(
        self, author: Author, moves: Sequence[Any], changed: Sequence[set[Place]], filled: set[Place], offered: set[Cell]
    ) -> None:
        self._author: Final = author
        self._offered: Final = offered
        self._changed: Final = changed
        self.filled: Final = filled
        names = [[(ord(letter) - 96, int(digit)) for letter, digit in SQUARE.findall(str(move))] for move in moves]
        self.has_names: Final = sum(map(bool, names)) > len(moves) / 2
        self._named: Final = names if self.has_names else [list(pairs_in(move, author.is_row_first)) for move in moves]
        self._first: Final = min((at for each in self._named for pair in each for at in pair), default=0)

    def of(self, grids: Sequence[dict[Place, Any]], is_nested: bool) -> Layout | None:
        """The layout that the evidence leaves, or None; `grids` are the contents in all states, of nested lists or others."""
        places = {place for grid in grids for place in grid}
        if not places or None in places:
            return None
        is_open = any(grid.keys() != places for grid in grids)
        is_sure = isinstance(next(iter(places)), tuple)
        found = list(self._of_pairs(places, is_nested, is_open) if is_sure else self._of_numbers(places, is_open))
        for proof in (self._is_aslant, lambda each: self.turned(each) is not None, self.falls, self._has_size):
            if kept := [layout for layout in found if proof(layout)]:
                found, is_sure = kept, True
        found = [layout for layout in found if self._is_counted(layout)] or found
        is_one = all(each.kind == "pairs" or each.cells == mirrored(found[0]).cells for each in found[1:])
        return self._unfolded(found[0]) if found and is_sure and is_one else self._on_rings(places)

    def _on_rings(self, places: set[Any]) -> Layout | None:
        """The points of three rings, as in nine men's morris, if the author lists the lines through them."""
        ends = [(at, 3, 6 - at) for at in range(3)]
        rings = [[(a, a), (b, a), (c, a), (c, b), (c, c), (b, c), (a, c), (a, b)] for a, b, c in ends]
        turned = [[*ring[1:], ring[0]] for ring in rings]
        sides = [(ring[at], ring[at + 1], ring[(at + 2) % 8]) for ring in rings for at in (0, 2, 4, 6)]
        orders = [chain(*each) for each in (rings, rings[::-1], turned, turned[::-1])]
        for order in [*map(list, orders), sorted(chain(*rings), key=lambda cell: cell[::-1])]:
            cells = dict(zip(sorted(places), order, strict=False))
            numbers = {cell: place for place, cell in cells.items()}
            lines = [*sides, *(tuple(ring[at] for ring in rings) for at in (1, 3, 5, 7))]
            if len(places) == len(order) and self._author.lists({frozenset(map(numbers.get, line)) for line in lines}):
                return Layout("pairs", 7, 7, cells)
        return None

    def _of_pairs(self, places: set[Cell], is_nested: bool, is_open: bool) -> Iterator[Layout]:
        named = [pair for pairs in self._named for pair in pairs]
        if is_open and named and (all(x < y for x, y in named) or all(x > y for x, y in named)):
            return  # edges between numbered points
        sides, is_reversed = self._author.sides, is_nested and self._author.names_rows >= 0
        for turn in (-1, 1) if is_reversed else (1, -1):
            least, most = ([end(place[::turn][axis] for place in places) for axis in (0, 1)] for end in (min, max))
            size = 1 + most[0] - least[0], 1 + most[1] - least[1]
            first, sizes = [int(min(least) == 1)] * 2, self._author.sizes if min(least) >= 0 else set()
            if is_open and not sizes and places <= self._offered:
                first, sizes = self._whole()
            filled, seen = len(self._offered), len(self._offered | places)
            if is_open and any(_FILLED * one * other < filled <= seen < one * other for one, other in sizes):
                return  # moves fill many cells, and leave some, which may be none
            if not is_open and max(size) == min(size) ** 2 > 4 and not {size, size[::-1]} & self._author.sizes:
                return  # layers of squares, likely
            if not is_open:
                is_whole = len(places) == math.prod(size) and min(size) > 1 and (size[0] in sides) == (size[1] in sides)
                first, sizes = least, {size} if is_whole else set()
            for columns, rows in sizes:
                if 0 <= columns + first[0] - 1 - most[0] <= _UNSEEN and 0 <= rows + first[1] - 1 - most[1] <= _UNSEEN:
                    cells = [(x, y) for y in range(rows) for x in range(columns)]
                    keys = ((x + first[0], y + first[1])[::turn] for x, y in cells)
                    yield Layout("pairs", columns, rows, dict(zip(keys, cells, strict=True)))

    def _whole(self) -> tuple[list[int], set[tuple[int, int]]]:
        """The first cell and the size of a board all of whose cells can be filled at once, if moves name the cells they fill."""
        least, most = ([end(cell[axis] for cell in self._offered) for axis in (0, 1)] for end in (min, max))
        columns, rows = 1 + most[0] - least[0], 1 + most[1] - least[1]
        is_whole = len(self._offered) == columns * rows and min(columns, rows) > 2
        hits = sum({*named} == places for named, places in zip(self._named, self._changed, strict=True) if len(places) == 1)
        is_named = hits >= _AGREEING * sum(len(each) == 1 for each in self._changed)
        return least, {(columns, rows)} if is_whole and is_named else set()

    def _of_numbers(self, places: set[int], is_open: bool) -> Iterator[Layout]:
        base, count = 0 if is_open else min(places), len(places)
        sizes = {(columns, count // columns) for columns in range(2, count) if count % columns == 0}
        if is_open:
            seen = [[1 - self._first + pair[axis] for pairs in self._named for pair in pairs] for axis in (0, 1)]
            sizes = self._author.sizes or ({(max(seen[0]), max(seen[1]))} if seen[0] else set())
        for columns, rows in sorted(sizes):
            cells = [(x, y) for y in range(rows) for x in range(columns)]
            for gap in (0, 1) if is_open else (0,):
                for kind, across, down in ("rows", 1, columns + gap), ("columns", rows + gap, 1):
                    numbered = {base + across * x + down * y: (x, y) for x, y in cells}
                    unseen = sum(place > max(places) for place in numbered)
                    if places <= numbered.keys() and unseen <= _UNSEEN * max(columns, rows):
                        yield Layout(kind, columns, rows, numbered)
            for odd in (0, 1) if 2 * columns == rows and max(places) < base + columns * rows else ():
                yield Layout("dark", rows, rows, {base + columns * y + x: (2 * x + (y + odd) % 2, y) for x, y in cells})

    def _steps(self, layout: Layout) -> list[list[list[int]]]:
        """How far apart the cells are that each move changes, the smaller number first."""
        cells = ([layout.cells[place] for place in places if place in layout.cells] for places in self._changed)
        return [[sorted((abs(a - x), abs(b - y))) for (a, b), (x, y) in combinations(each, 2)] for each in cells if len(each) > 1]

    def _is_aslant(self, layout: Layout) -> bool:
        """True for dark squares, if men go aslant on them."""
        steps = self._steps(layout) if layout.kind == "dark" else []
        aslant = [step for step in steps if all(x == y for x, y in step)]
        return 2 * len(steps) > len(self._changed) and len(aslant) >= _AGREEING * len(steps)

    def turned(self, layout: Layout) -> bool | None:
        """True if moves name the cells that they change by rows counted from the top; None if they do not name them."""
        if layout.kind == "pairs" and not self.has_names:
            return None  # by pairs the state itself may have its cells
        for first, is_from_top in product((self._first, self._first - 1), (not self.has_names, self.has_names)):  # -1: a border
            hits = [
                {(x - first, y - first if is_from_top else layout.rows - 1 - y + first) for x, y in pairs}
                <= {layout.cells.get(place) for place in places}
                for pairs, places in zip(self._named, self._changed, strict=True)
                if pairs
            ]
            if 2 * len(hits) > len(self._changed) and sum(hits) >= _AGREEING * len(hits):
                return is_from_top
        return None

    def falls(self, layout: Layout) -> bool:
        """True if the first moves fill a whole row at an edge."""
        filled = {layout.cells.get(place) for place in self.filled}
        ends = [{(column, row) for column in range(layout.columns)} for row in (0, layout.rows - 1)]
        return layout.rows > 1 and layout.columns > 2 and filled in ends and all(len(each) < 2 for each in self._changed)

    def _has_size(self, layout: Layout) -> bool:
        """True if the author names the size, or the columns alone, or counts by the side of a square that is no track."""
        kind, columns, rows, author = *layout[:3], self._author
        if kind == "pairs" or (author.sizes and not author.sides):
            return (columns, rows) in author.sizes
        ways = [step[0] for step in self._steps(layout) if len(step) == 1]
        crossing = sum(near == 1 and far > max(2, columns // 2 - 1) for near, far in ways)  # as on a track
        is_square = columns == rows > 2 and crossing <= (1 - _AGREEING) * len(ways) and author.counts_by(columns)
        return is_square or (kind == "rows" and columns in author.columns and not author.sizes)

    def _is_counted(self, layout: Layout) -> bool:
        """True if the author's arithmetic speaks for indices of this kind, or says nothing of those that count columns."""
        if layout.kind not in ("rows", "columns"):
            return True
        for words in ("y", "x"), ("", ""):
            by_row, by_column = map(self._author.counts_by, (layout.columns, layout.rows), words)
            if by_row != by_column:
                return by_row == (layout.kind == "rows")
        return layout.kind == "rows" or by_row

    def _unfolded(self, layout: Layout) -> Layout | None:
        """The layout; where rows are small boards, these beside and below one another if moves send to them, else None."""
        columns, side = layout.columns, math.isqrt(layout.columns)
        parts = [each for each in range(3, columns) if columns % each == 0 and (each == side or layout.rows < side)]
        is_divided = any(map(self._author.counts_by, parts)) or columns in {one * other for one, other in self._author.sizes}
        if not is_divided or self._author.names_rows or self._author.counts_by(columns, "y"):
            return layout
        went = [layout.cells[next(iter(each))] for each in self._changed if len(each) == 1]
        if columns != layout.rows or 2 * sum(before[0] == after[1] for before, after in pairwise(went)) < len(self._changed):
            return None
        cells = {place: (y % side * side + x % side, y // side * side + x // side) for place, (x, y) in layout.cells.items()}
        return layout._replace(cells=cells)


def mirrored(layout: Layout) -> Layout:
    """The layout with columns and rows exchanged."""
    cells = {place: cell[::-1] for place, cell in layout.cells.items()}
    return layout._replace(columns=layout.rows, rows=layout.columns, cells=cells)
