"""2048: slide the tiles of a board; equal tiles merge, and chance adds another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from attrs import Attribute, field, frozen

import minimaxer as mx

from .fields import is_number, whole

MOST: Final = 4_000_000
"""A score above the highest possible on a board of 4 x 4, 3,932,100."""
FOURS: Final = 0.1
"""The probability that a new tile is a 4 rather than a 2."""
DIRECTIONS: Final = ("left", "right", "up", "down")
GREATEST: Final = 17
FILLS: Final = (
    *("paper", "sixth_pale", "first_pale", "fifth_pale", "fourth_pale", "second_pale"),
    *("third_pale", "sixth", "first", "fifth", "fourth"),
)
"""The colours of tiles, 2 first; greater tiles have the last one."""


class Tiles(NamedTuple):
    """The cells row by row, 0 or the power of 2 that a tile shows; the score; and the number of tiles that chance has to add."""

    cells: tuple[int, ...]
    score: int
    missing: int


class Tile(NamedTuple):
    """A chance outcome: the cell of a new tile, and the power of 2 that it shows."""

    cell: int
    power: int


class Slide(NamedTuple):
    """A move: 0 left, 1 right, 2 up, 3 down."""

    direction: int


Move = Slide | Tile


def _goal(instance: object, attribute: Attribute[int], value: int) -> None:
    if value not in (0, *(1 << power for power in range(2, GREATEST + 1))):
        raise mx.OptionError(f"expected goal to be 0 or a tile from 4 to {1 << GREATEST:,}, got {value!r}")


@frozen(kw_only=True)
class Game2048:
    """The rules, for one player.

    Attributes:
        width: Cells in a row, 2 to 4.
        height: Rows, 2 to 4.
        goal: The tile that wins; a player who can no longer move has lost. With 0, the score at the end counts.

    Source: G. Cirulli's game of 2014.

    Examples:
        >>> found = mx.solve(Game2048(width=2, height=2, goal=16))
        >>> round(found.win_probability, 6)
        0.962511
    """

    width: int = field(default=4, validator=whole(2, 4))
    height: int = field(default=4, validator=whole(2, 4))
    goal: int = field(default=0, validator=_goal)
    players: int = field(default=1, init=False, repr=False)

    @property
    def value_range(self) -> tuple[int, int]:
        """The range of values: wins and losses, or the score."""
        return (mx.LOSS, mx.WIN) if self.goal else (0, MOST)

    def initial(self) -> Tiles:
        """An empty board, to which chance adds two tiles."""
        return Tiles((0,) * (self.width * self.height), 0, 2)

    def player(self, tiles: Tiles) -> int:
        """Player 0, or chance while a tile is missing."""
        return mx.CHANCE if tiles.missing else 0

    def chances(self, tiles: Tiles) -> Iterator[tuple[Tile, float]]:
        """A 2 or a 4 on every free cell."""
        free = tiles.cells.count(0)
        for cell, power in enumerate(tiles.cells):
            if power == 0:
                yield Tile(cell, 1), (1 - FOURS) / free
                yield Tile(cell, 2), FOURS / free

    def moves(self, tiles: Tiles) -> Iterator[Slide]:
        """The directions in which a tile moves."""
        for direction in range(4):
            if self._slid(tiles.cells, direction)[0] != tiles.cells:
                yield Slide(direction)

    def play(self, tiles: Tiles, move: Move) -> Tiles:
        """Slides all tiles, or adds one."""
        if isinstance(move, Tile):
            return Tiles(mx.tuples.replaced(tiles.cells, move.cell, move.power), tiles.score, tiles.missing - 1)
        cells, gain = self._slid(tiles.cells, move.direction)
        return Tiles(cells, 0 if self.goal else tiles.score + gain, 1)

    def all_moves(self) -> list[Slide]:
        """The four directions."""
        return [Slide(direction) for direction in range(4)]

    def outcome(self, tiles: Tiles) -> int | None:
        """A win with the goal; a loss, or the score without a goal, when no tile can move."""
        if self.goal and 1 << max(tiles.cells) >= self.goal:
            return mx.WIN
        if tiles.missing or self._is_free(tiles.cells):
            return None
        return mx.LOSS if self.goal else tiles.score

    def evaluate(self, tiles: Tiles) -> float:
        """The score and a bonus for each free cell; with a goal, the share of it that the greatest tile has reached."""
        free = tiles.cells.count(0)
        if self.goal == 0:
            return float(tiles.score + 20 * free)
        share = ((1 << max(tiles.cells)) + free) / (self.goal + self.width * self.height)
        return mx.WIN * (share - 0.5)

    def parse(self, text: str) -> Tiles:
        """Reads the tiles row by row, `.` for a free cell, the score, and the number of missing tiles, as in `2,./.,4 8 1`."""
        rows, _, rest = text.partition(" ")
        score, _, missing = rest.partition(" ")
        lines = [row.split(",") for row in rows.split("/")]
        known = {"." if power == 0 else str(1 << power): power for power in range(GREATEST + 1)}
        fits = [len(line) for line in lines] == [self.width] * self.height and all(set(line) <= set(known) for line in lines)
        if not fits or not is_number(score, MOST) or missing not in ("0", "1", "2"):
            raise mx.NotationError(
                f"expected {self.height} rows of {self.width} tiles, the points and how many tiles are missing, such as "
                f"{self.format(self.initial())}, got {text!r}"
            )
        return Tiles(tuple(known[tile] for line in lines for tile in line), int(score), int(missing))

    def format(self, tiles: Tiles) -> str:
        """Writes what `parse` reads."""
        shown = ["." if power == 0 else str(1 << power) for power in tiles.cells]
        rows = [",".join(shown[first : first + self.width]) for first in range(0, len(shown), self.width)]
        return f"{'/'.join(rows)} {tiles.score} {tiles.missing}"

    def parse_move(self, tiles: Tiles, text: str) -> Move:
        """Reads a direction, `left`, `right`, `up` or `down`; or a tile and the cell where it appears, as in `2@b1`."""
        tile, _, place = text.partition("@")
        if tiles.missing and tile in ("2", "4") and len(place) == 2:
            column, row = "abcd".find(place[0]), "1234".find(place[1])
            if 0 <= column < self.width and 0 <= row < self.height:
                return Tile((self.height - 1 - row) * self.width + column, int(tile) // 2)
        if tiles.missing or text not in DIRECTIONS:
            wanted = "a tile and its cell, such as 2@b1" if tiles.missing else ", ".join(DIRECTIONS)
            raise mx.NotationError(f"expected {wanted}, got {text!r}")
        return Slide(DIRECTIONS.index(text))

    def format_move(self, tiles: Tiles, move: Move) -> str:
        """Writes what `parse_move` reads."""
        if isinstance(move, Slide):
            return DIRECTIONS[move.direction]
        row, column = divmod(move.cell, self.width)
        return f"{1 << move.power}@{'abcd'[column]}{self.height - row}"

    def render(self, tiles: Tiles) -> str:
        """The rows, and the score."""
        shown = ["." if power == 0 else str(1 << power) for power in tiles.cells]
        rows = [shown[first : first + self.width] for first in range(0, len(shown), self.width)]
        return "\n".join([*(" ".join(f"{tile:>6}" for tile in row) for row in rows), f"{tiles.score} points"])

    def svg(self, tiles: Tiles) -> str:
        """The tiles as a picture."""
        grid = mx.drawing.Grid(self.width, self.height, title=f"2048: {self.format(tiles)}", square=52)
        for cell, power in enumerate(tiles.cells):
            if power:
                row, column = divmod(cell, self.width)
                x, y = grid.middle(column, row)
                grid.canvas.rect(x - 23, y - 23, 46, 46, FILLS[min(power, len(FILLS)) - 1], round=6)
                grid.sign(column, row, str(1 << power), size=0.32 if power < 14 else 0.26)
        return str(grid.canvas.drawing())

    def _is_free(self, cells: tuple[int, ...]) -> bool:
        """True if a tile can move: a cell is free, or two neighbours are equal."""
        for cell, power in enumerate(cells):
            if power == 0:
                return True
            if (cell + 1) % self.width and power == cells[cell + 1]:
                return True
            if cell + self.width < len(cells) and power == cells[cell + self.width]:
                return True
        return False

    def _slid(self, cells: tuple[int, ...], direction: int) -> tuple[tuple[int, ...], int]:
        """The cells after all tiles have slid as far as they can, and the points scored."""
        lines, length = (self.height, self.width) if direction < 2 else (self.width, self.height)
        after = [0] * len(cells)
        gain = 0
        for line in range(lines):
            first, step = (line * self.width, 1) if direction < 2 else (line, self.width)
            if direction % 2:
                first, step = first + (length - 1) * step, -step
            place, last = 0, 0
            for number in range(length):
                power = cells[first + number * step]
                if power == 0:
                    continue
                if power == last:
                    after[first + (place - 1) * step] = power + 1
                    gain += 1 << (power + 1)
                    last = 0
                else:
                    after[first + place * step] = power
                    place += 1
                    last = power
        return tuple(after), gain
