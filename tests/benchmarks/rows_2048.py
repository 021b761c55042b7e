"""2048 with the heuristics of nneonneo's program, as plain rules over rows of tiles: to be compared with that program.

A row is a number of four nibbles, each the power of two on a tile, 0 where there is none.

Source of the heuristics: R. Xiao, "2048-ai", https://github.com/nneonneo/2048-ai.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple


class Rows(NamedTuple):
    """The four rows, and whether a tile is still to come."""

    a: int
    b: int
    c: int
    d: int
    missing: bool


def slid(row: int) -> int:
    """A row after a move towards its lowest nibble."""
    tiles = [row >> shift & 15 for shift in (0, 4, 8, 12) if row >> shift & 15]
    merged: list[int] = []
    can_merge = False
    for tile in tiles:
        if can_merge and merged[-1] == tile:
            merged[-1] = min(tile + 1, 15)
            can_merge = False
        else:
            merged.append(tile)
            can_merge = True
    return sum(tile << 4 * place for place, tile in enumerate(merged))


def turned(row: int) -> int:
    """The row from its other end."""
    return row >> 12 | (row >> 4 & 0xF0) | (row << 4 & 0xF00) | (row << 12 & 0xF000)


def worth(row: int) -> float:
    """The heuristic of one row or column."""
    tiles = [row >> shift & 15 for shift in (0, 4, 8, 12)]
    total, empty, merges, before, count = 0.0, 0, 0, 0, 0
    for tile in tiles:
        total += tile**3.5
        if tile == 0:
            empty += 1
            continue
        if before == tile:
            count += 1
        elif count > 0:
            merges += 1 + count
            count = 0
        before = tile
    if count > 0:
        merges += 1 + count
    left = sum(one**4 - other**4 for one, other in itertools.pairwise(tiles) if one > other)
    right = sum(other**4 - one**4 for one, other in itertools.pairwise(tiles) if one <= other)
    return 200_000.0 + 270.0 * empty + 700.0 * merges - 47.0 * min(left, right) - 11.0 * total


LEFT = tuple(slid(row) for row in range(1 << 16))
RIGHT = tuple(turned(slid(turned(row))) for row in range(1 << 16))
WORTH = tuple(worth(row) for row in range(1 << 16))


def across(a: int, b: int, c: int, d: int, shift: int) -> int:
    """A column, by where its nibbles stand in the rows."""
    return (a >> shift & 15) | (b >> shift & 15) << 4 | (c >> shift & 15) << 8 | (d >> shift & 15) << 12


def columns(rows: Rows) -> Rows:
    """The columns as rows."""
    a, b, c, d, missing = rows
    return Rows(across(a, b, c, d, 0), across(a, b, c, d, 4), across(a, b, c, d, 8), across(a, b, c, d, 12), missing)


class RowGame:
    """One player slides the tiles; chance adds a 2, or once in ten times a 4. Moves are the positions that they lead to."""

    players = 1
    value_range = (0, 10_000_000)

    def initial(self) -> Rows:
        return Rows(0x0011, 0, 0, 0, False)

    def player(self, rows: Rows) -> int:
        return -1 if rows.missing else 0

    def moves(self, rows: Rows) -> Iterator[Rows]:
        """Up, down, left, right."""
        seen = columns(rows)
        up = Rows(LEFT[seen.a], LEFT[seen.b], LEFT[seen.c], LEFT[seen.d], False)
        if up != seen:
            yield columns(up)._replace(missing=True)
        down = Rows(RIGHT[seen.a], RIGHT[seen.b], RIGHT[seen.c], RIGHT[seen.d], False)
        if down != seen:
            yield columns(down)._replace(missing=True)
        left = Rows(LEFT[rows.a], LEFT[rows.b], LEFT[rows.c], LEFT[rows.d], False)
        if left != rows:
            yield left._replace(missing=True)
        right = Rows(RIGHT[rows.a], RIGHT[rows.b], RIGHT[rows.c], RIGHT[rows.d], False)
        if right != rows:
            yield right._replace(missing=True)

    def chances(self, rows: Rows) -> Iterator[tuple[Rows, float]]:
        """A tile in each empty cell."""
        a, b, c, d, _ = rows
        empty = 0
        for shift in (0, 4, 8, 12):
            empty += (a >> shift & 15 == 0) + (b >> shift & 15 == 0) + (c >> shift & 15 == 0) + (d >> shift & 15 == 0)
        for place in range(16):
            row, shift = place // 4, 4 * (place % 4)
            if (a, b, c, d)[row] >> shift & 15 == 0:
                for tile, chance in ((1, 0.9), (2, 0.1)):
                    new = tile << shift
                    yield (
                        Rows(
                            a | new if row == 0 else a,
                            b | new if row == 1 else b,
                            c | new if row == 2 else c,
                            d | new if row == 3 else d,
                            False,
                        ),
                        chance / empty,
                    )

    def play(self, rows: Rows, move: Rows) -> Rows:
        return move

    def outcome(self, rows: Rows) -> float | None:
        return None

    def stuck(self, rows: Rows) -> float:
        return 0.0

    def evaluate(self, rows: Rows) -> float:
        """The heuristics of all rows and columns."""
        seen = columns(rows)
        by_row = WORTH[rows.a] + WORTH[rows.b] + WORTH[rows.c] + WORTH[rows.d]
        return by_row + WORTH[seen.a] + WORTH[seen.b] + WORTH[seen.c] + WORTH[seen.d]
