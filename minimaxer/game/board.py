"""The board of a game, found in its states: cells with coordinates, what stands on them, whose it is, and what a move touches.

Nothing is known of the game but its five methods. Random games show which parts of a state have a fixed number of places whose
contents change from move to move; their size follows from the shape of the state, or from what the author calls width, rows or
size. Who brings a content to the board owns it. Where the evidence is thin there is no board: a wrong one is worse than none.
"""

from __future__ import annotations

import enum
import inspect
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, Literal, NamedTuple

from attrs import field, frozen

from .chance import is_chance, steps
from .hidden import hides
from .players import players_of
from .protocol import CHANCE

Cell = tuple[int, int]
"""Column and row, counted from 0 at the upper left of the picture."""
Place = Any
"""What a state calls a cell: an index, or a pair."""
_STATES: Final = 120
"""Moves looked at."""
_GAMES: Final = 12
_CHANGING: Final = 0.5
"""The least part of the moves that must change the board."""
_LONGEST_SIGN: Final = 3
_FEWEST, _MOST = 4, 400
"""Cells of a board."""
_CONTENTS: Final = 40
"""Most contents of the cells of a grid."""
_WIDEST: Final = 1 << 128
"""Whole numbers below this may be sets of bits."""
_DEEPEST, _WIDEST_TUPLE = 6, 8
"""Levels of nesting, and parts of a tuple, that are looked into."""
_EMPTY: Final = ("None", "'.'", "''", "' '", "'-'", "'_'", "0")
_ACROSS: Final = ("columns", "column", "cols", "col", "ncols", "width", "w", "files", "board_width", "x", "c")
_DOWN: Final = ("rows", "row", "nrows", "height", "h", "ranks", "board_height", "y", "r")
_SIDE: Final = ("size", "n", "side", "dim", "board_size", "length", "boardsize", "dimension")
_PLACED: Final = ("pos", "position", "square", "cell", "at", "place", "coords", "xy")
"""The names of a field that says where a piece stands."""
_ROW_FIRST: Final = re.compile(r"\b(?:r|row|y|i)\s*,\s*(?:c|col|column|x|j)\b")
_COLUMN_FIRST: Final = re.compile(r"\b(?:x|c|col|column|file)\s*,\s*(?:y|r|row|rank)\b")
_SQUARE: Final = re.compile(r"(?<![a-z])([a-z])(\d{1,2})(?!\d)")


@frozen(kw_only=True)
class BoardShape:
    """What was found of a game's board, as plain data.

    Attributes:
        columns: Cells side by side.
        rows: Cells one above the other.
        cells: The cells, each by column and row from the upper left, by what states call them.
        source: The part of the state that holds them.
        empty: The content of an empty cell, as its `repr`.
        owners: The player of each content that has one, by its `repr`.
        signs: A short sign for each content, which tells it from the others of its owner, by its `repr`.
        halves: Of cells with counts, the player to whom each belongs, in the order of `cells`; None for nobody's.
        sown: How moves name pits: `place` by their number, `half` by that on the mover's side, `no` where there are none.
        stacked: True if cells hold texts whose last letter is the piece on top.
        names: True if moves call cells by a letter and a number, as in `b3`.
    """

    columns: int
    rows: int
    cells: Mapping[Place, Cell]
    source: str
    empty: str
    owners: Mapping[str, int]
    signs: Mapping[str, str] = field(factory=dict)
    halves: tuple[int | None, ...] = ()
    sown: Literal["no", "place", "half"] = "no"
    stacked: bool = False
    names: bool = False


class Board:
    """A game's board: what stands on its cells in a state, and what a move touches.

    Args:
        shape: What was found.
        game: The rules.
    """

    def __init__(self, shape: BoardShape, game: Any) -> None:
        self.shape: Final = shape
        self._game: Final = game
        self._halves: Final = dict(zip(shape.cells, shape.halves, strict=False))
        self._last: tuple[Any, dict[Place, Any]] | None = None
        """The state whose moves were asked for last, and its board."""

    def contents(self, state: Any) -> dict[Cell, Any]:
        """What stands on each cell that is not empty."""
        cells, empty = self.shape.cells, self.shape.empty
        return {cells[place]: each for place, each in self._read(state).items() if place in cells and repr(each) != empty}

    def _read(self, state: Any) -> dict[Place, Any]:
        """What each place of the board's part of a state holds."""
        source = self.shape.source
        parts = source.split(" & ")
        return _joined({part: each for only in parts for part, each in grids_of(state, self._game, only).items()}, source)

    def owner(self, content: Any) -> int | None:
        """The player to whom a content belongs; None for nobody's, or where that is not known."""
        return self.shape.owners.get(face_of(content, self.shape.stacked))

    def sign(self, content: Any) -> str:
        """A short sign for a content; empty where its owner says all."""
        says_all = len(set(self.shape.owners.values())) == len(self.shape.owners) and not self.shape.stacked
        return "" if says_all and self.owner(content) is not None else self._letters(content)

    def _letters(self, content: Any) -> str:
        return self.shape.signs.get(repr(content), name_of(content)[:_LONGEST_SIGN])

    def _in_text(self, content: Any) -> str:
        """A sign that tells the owner too."""
        owner, letters = self.owner(content), self._letters(content)
        if owner is None or (isinstance(content, int) and content < 0) or isinstance(content, str):
            return letters
        if not self.sign(content):
            return "xo"[owner]
        return letters.upper() if owner == 0 else letters.lower()

    def text(self, state: Any) -> str:
        """The board as lines of signs."""
        shape, contents = self.shape, self.contents(state)
        signs = dict.fromkeys(shape.cells.values(), ".")
        signs |= {cell: self._in_text(each) for cell, each in contents.items()}
        wide = max(map(len, signs.values()))
        lines = [
            " ".join(signs.get((column, row), "").rjust(wide) for column in range(shape.columns)) for row in range(shape.rows)
        ]
        if not shape.names:
            return "\n".join(lines)
        letters = " ".join(chr(97 + column).rjust(wide) for column in range(shape.columns))
        return "\n".join([*(f"{shape.rows - row:>2} {line}" for row, line in enumerate(lines)), f"   {letters}"])

    def touched(self, state: Any, move: Any) -> list[Cell]:
        """The cells that a person clicks to make a move: where it begins, then where it ends; empty where it shows on none.

        Source: the cells that the move changes. What else changes with it, such as men that are taken, is left out.
        """
        if not self.shape.owners and self.shape.sown == "no":
            return []
        mover, shape = self._game.player(state), self.shape
        if shape.sown != "no":
            place = move if shape.sown == "place" else move + min(place for place, half in self._halves.items() if half == mover)
            return [shape.cells[place]]
        if self._last is None or self._last[0] is not state:
            self._last = state, self._read(state)
        whole, other = self._last[1], self._read(self._game.play(state, move))
        places = [place for place in shape.cells if not _same(whole.get(place), other.get(place))]
        before, after = (
            {shape.cells[place]: each[place] for place in places if place in each and repr(each[place]) != shape.empty}
            for each in (whole, other)
        )
        changed = [shape.cells[place] for place in places]
        mine = [cell for cell in changed if self._is_of(before, cell, mover)]
        left = [cell for cell in mine if not self._is_of(after, cell, mover) or self._shrinks(before, after, cell)]
        placed = [cell for cell in changed if cell not in before and self._is_of(after, cell, mover)]
        taken = [cell for cell in changed if cell in before and cell not in mine and self._is_of(after, cell, mover)]
        neutral = [cell for cell in changed if cell not in before and cell in after and self.owner(after[cell]) is None]
        ends = placed or taken if left else placed or taken or [cell for cell in mine if cell not in left]
        if self.shape.stacked and left:
            ends = [cell for cell in changed if cell not in left]
        if not left and not ends:
            return changed if len(changed) == 1 else []
        if len(left) > 1 or (len(ends) > 2 and not left):
            return []
        if len(ends) > 1 and left:
            ((column, row),) = left
            ends.sort(key=lambda cell: abs(cell[0] - column) + abs(cell[1] - row))
        return [*left, *ends, *neutral]

    def _is_of(self, contents: dict[Cell, Any], cell: Cell, player: int) -> bool:
        return cell in contents and self.owner(contents[cell]) == player

    def _shrinks(self, before: dict[Cell, Any], after: dict[Cell, Any], cell: Cell) -> bool:
        """True for a stack of which a part went away."""
        one, other = before.get(cell), after.get(cell)
        return isinstance(one, str | tuple | list) and isinstance(other, str | tuple | list) and len(other) < len(one)


def find_board(game: Any) -> Board | None:
    """Finds the board of a game; None where there is none, where it is not sure, or where something is hidden."""
    for known, board in _found:
        if known is game:
            return board
    board = _found_anew(game)
    _found[:] = [*_found[1 - _KEPT :], (game, board)]
    return board


_KEPT: Final = 4
_found: Final[list[tuple[Any, Board | None]]] = []
"""The games asked for last, with their boards."""


def _found_anew(game: Any) -> Board | None:
    if hides(game) or not 1 <= players_of(game) <= 2:
        return None
    try:
        finder = _Finder(game)
    except Exception:  # the rules may raise anything; they are played without a picture then
        return None
    shape = finder.pits() or finder.grid() or finder.planes()
    return None if shape is None else Board(shape, game)


class _Step(NamedTuple):
    """A move that was made."""

    before: dict[str, dict[Place, Any]]
    mover: int
    move: Any
    after: dict[str, dict[Place, Any]]


class _Finder:
    """The evidence of random games."""

    def __init__(self, game: Any) -> None:
        self._game: Final = game
        self._initial: Final = grids_of(game.initial(), game)
        self._steps: Final = list(self._played())
        self._numbers: Final = numbers_of(game)
        grids = [self._initial, *(grid for step in self._steps for grid in (step.before, step.after))]
        sparse = {source: None for grid in grids for source in grid if source.endswith("{}")}
        for grid in grids:  # an empty list says nothing of what it could hold
            for source in sparse:
                grid.setdefault(source, {})

    def _played(self) -> Iterator[_Step]:
        left = _STATES
        for number in range(_GAMES):
            rng, state = Random(number), self._game.initial()
            before = self._initial
            while left and self._game.outcome(state) is None:
                moves = list(islice(steps(self._game, state), 500))
                if not moves:
                    break
                mover = CHANCE if is_chance(self._game, state) else self._game.player(state)
                move = moves[rng.randrange(len(moves))]
                state = self._game.play(state, move)
                after = grids_of(state, self._game)
                if mover != CHANCE:
                    left -= 1
                    yield _Step(before, mover, move, after)
                before = after

    def _sources(self) -> list[str]:
        """The parts of states that may be boards: with the same places throughout, and changed by most moves; largest first."""
        found = []
        for source, places in self._initial.items():
            grids = [step.after.get(source) for step in self._steps]
            if not self._steps or any(each is None for each in grids):
                continue
            is_sparse = source.endswith("}")
            if source.endswith("#"):
                continue
            if not is_sparse and (
                not _FEWEST <= len(places) <= _MOST or any(grid.keys() != places.keys() for grid in grids if grid)
            ):
                continue
            changing = sum(_words(step.before[source]) != _words(step.after[source]) for step in self._steps)
            if changing >= _CHANGING * len(self._steps):
                found.append(source)
        return sorted(found, key=lambda source: -len(self._initial[source]))

    # --- boards of pieces -------------------------------------------------------------------------------------------------

    def grid(self) -> BoardShape | None:
        """A board whose cells hold pieces, signs or numbers."""
        for source in self._sources():
            cells = self._layout(source)
            if cells is None:
                continue
            grids = [self._initial[source], *(step.after[source] for step in self._steps)]
            contents = {repr(each): each for grid in grids for each in grid.values()}
            lengths = {len(each) for each in contents.values() if isinstance(each, str)}
            stacked = len(lengths) > 2 and all(isinstance(each, str) for each in contents.values())
            if not 1 < len({face_of(each, stacked) for each in contents.values()}) <= _CONTENTS:
                continue
            empty = "None" if source.endswith("}") else self._empty(source)
            owners = self._owners(source, empty, stacked)
            if players_of(self._game) == 1 or owners:
                return self._finished(source, cells, empty, owners, stacked)
        return None

    def _finished(self, source: str, cells: dict[Place, Cell], empty: str, owners: dict[str, int], stacked: bool) -> BoardShape:
        """The shape, turned so that player 0 sits at the bottom, and what falls lies there."""
        columns, rows = (1 + max(cell[axis] for cell in cells.values()) for axis in (0, 1))
        turned = self._is_turned(cells)
        if self._is_upside_down(source, cells, owners) if turned is None else turned:
            cells = {place: (column, rows - 1 - row) for place, (column, row) in cells.items()}
        return BoardShape(
            columns=columns,
            rows=rows,
            cells=cells,
            source=source,
            empty=empty,
            owners=owners,
            stacked=stacked,
            signs=self._signs(source),
            names=turned is not None,
        )

    def _signs(self, source: str) -> dict[str, str]:
        """A short sign for each content that was seen."""
        grids = (self._initial[source], *(step.after[source] for step in self._steps))
        named = {repr(each): name_of(each) for grid in grids for each in grid.values()}
        names = set(named.values())
        return {content: _shortest(name, names - {name}) for content, name in named.items()}

    def _layout(self, source: str) -> dict[Place, Cell] | None:
        """The cell of each place; None where the size of the board is not sure."""
        places = list(self._initial[source])
        if source.endswith("}"):
            return self._sparse(source)
        if isinstance(places[0], tuple):
            return {(row, column): (column, row) for row, column in places}
        columns = self._columns(len(places))
        return None if columns is None else {place: (place % columns, place // columns) for place in places}

    def _columns(self, count: int) -> int | None:
        """The width of a board of that many cells in a row; None if it is not sure."""
        across, down, side = (self._numbers[kind] for kind in ("across", "down", "side"))
        both = {one for one in across | side for other in down | side if one * other == count}
        if len(both) == 1:
            return both.pop()
        single = {one for one in across if count % one == 0 and 1 < one < count}
        if not both and len(single) == 1:
            return single.pop()
        root = math.isqrt(count)
        return root if root * root == count and count >= 9 and (root in both or not both) else None

    def _sparse(self, source: str) -> dict[Place, Cell] | None:
        """The cells of pieces that know where they stand: all within the size that the author gives."""
        pairs = {place for step in self._steps for place in (*step.before[source], *step.after[source])}
        if not pairs:
            return None
        highest = tuple(1 + max(pair[axis] for pair in pairs) for axis in (0, 1))
        if min(min(pair) for pair in pairs) < 0:
            return None
        across, down, side = (self._numbers[kind] for kind in ("across", "down", "side"))
        sizes = {(one, other) for one in across | side for other in down | side if (one in side) == (other in side)}
        sizes = {size for size in sizes if all(have >= seen for have, seen in zip(size, highest, strict=True))}
        if len(sizes) != 1:
            return None
        columns, rows = sizes.pop()
        return {(column, row): (column, row) for row in range(rows) for column in range(columns)}

    def _empty(self, source: str) -> str:
        """The content of an empty cell: the most frequent one at the start, or of those the one that looks empty."""
        counts = Counter(map(repr, self._initial[source].values()))
        most = max(counts.values())
        likely = [content for content, count in counts.items() if count == most]
        return next((each for each in _EMPTY if each in likely), likely[0])

    def _owners(self, source: str, empty: str, stacked: bool) -> dict[str, int]:
        """The player of each content, by who brings it to a cell; only where nothing contradicts it."""
        voted: defaultdict[str, set[int]] = defaultdict(set)
        samples: dict[str, Any] = {}
        for grid in (self._initial[source], *(step.after[source] for step in self._steps)):
            for each in grid.values():
                samples.setdefault(face_of(each, stacked), each[-1:] if stacked else each)
        for step in self._steps:
            before = step.before[source]
            for place, content in step.after[source].items():
                if repr(content) not in (empty, repr(before.get(place))):
                    voted[face_of(content, stacked)].add(step.mover)
        samples.pop(empty, None)
        known = {content: min(players) for content, players in voted.items() if len(players) == 1}
        if players_of(self._game) < 2 or len(set(known.values())) < 2:
            return {}
        unknown = {content: each for content, each in samples.items() if content not in known}
        return known | _rule_of(known, unknown, samples, {content for content, players in voted.items() if len(players) > 1})

    def _is_upside_down(self, source: str, cells: dict[Place, Cell], owners: dict[str, int]) -> bool:
        """True if player 0's men begin above the other's, or if things fall upwards."""
        rows: dict[int, list[int]] = {0: [], 1: []}
        for place, content in self._initial[source].items():
            owner = owners.get(repr(content))
            if owner is not None:
                rows[owner].append(cells[place][1])
        if rows[0] and rows[1]:
            return sum(rows[0]) / len(rows[0]) < sum(rows[1]) / len(rows[1])
        state = self._game.initial()
        targets = set()
        for move in islice(self._game.moves(state), 60):
            after = _joined(grids_of(self._game.play(state, move), self._game), source)
            targets |= {cells[place][1] for place, each in after.items() if repr(each) != repr(self._initial[source].get(place))}
        return targets == {0} and max(row for _, row in cells.values()) > 0

    def _is_turned(self, cells: dict[Place, Cell]) -> bool | None:
        """True if moves name cells, such as `b3`, by rows that are counted from the top here; None where they name no cells."""
        fits = {True: 0, False: 0}
        rows = 1 + max(row for _, row in cells.values())
        seen = 0
        for step in self._steps:
            named = _SQUARE.findall(str(step.move))
            if not named:
                continue
            seen += 1
            changed = {
                cells[place]
                for source in step.after
                for place in step.after[source]
                if place in cells and repr(step.before.get(source, {}).get(place)) != repr(step.after[source][place])
            }
            for from_bottom in fits:
                places = [(ord(letter) - 97, rows - int(digit) if from_bottom else int(digit) - 1) for letter, digit in named]
                fits[from_bottom] += all(place in changed for place in places)
        if seen < len(self._steps) / 2 or max(fits.values()) < 0.9 * seen:
            return None
        return fits[False] > fits[True]

    # --- pits -------------------------------------------------------------------------------------------------------------

    def pits(self) -> BoardShape | None:
        """Two rows of pits, each of one player, from which seeds are sown: the other player's row runs the other way."""
        if players_of(self._game) != 2:
            return None
        for source in self._sources():
            counts = self._initial[source]
            grids = [step.after[source] for step in self._steps]
            whole = all(type(each) is int and each >= 0 for grid in (counts, *grids) for each in grid.values())
            if not whole or len({each for grid in grids for each in grid.values()}) < 5:
                continue
            if sum(map(int, counts.values())) == 0 or isinstance(next(iter(counts)), tuple):
                continue
            half = len(counts) // 2
            sown = self._sown(source, half)
            if len(counts) % 2 or sown is None:
                continue
            begun, named = sown
            first, second = ({place for place, player in begun.items() if player == each} for each in (0, 1))
            swapped = half * (min(first, default=0) >= half)
            if not first or not second or {place < half for place in first} == {place < half for place in second}:
                continue
            if len({place < half for place in first}) > 1 or len({place < half for place in second}) > 1:
                continue
            has_stores = not {half - 1, 2 * half - 1} & {*first, *second} and counts[half - 1] == counts[2 * half - 1] == 0
            pits = half - has_stores
            cells: dict[Place, Cell] = {}
            for number in range(pits):
                cells[swapped + number] = (number + has_stores, 1)
                cells[half - swapped + number] = (pits - 1 - number + has_stores, 0)
            if has_stores:
                cells[half - 1 + swapped], cells[2 * half - 1 - swapped] = (pits + 1, 1), (0, 0)
            halves = tuple(int((place < half) == (swapped > 0)) for place in cells)
            columns = pits + 2 * has_stores
            return BoardShape(
                columns=columns, rows=2, cells=cells, source=source, empty="0", owners={}, halves=halves, sown=named
            )
        return None

    def _sown(self, source: str, half: int) -> tuple[dict[Place, int], Literal["place", "half"]] | None:
        """The player who sows from each pit, and how moves name pits; None if that is not the same throughout."""
        found: dict[Place, int] = {}
        by_place = by_half = True
        for step in self._steps:
            before, after = step.before[source], step.after[source]
            lost = [place for place in before if before[place] > after[place]]
            if len(lost) != 1 or not any(before[place] < after[place] for place in before):
                continue  # something was taken too, or all was gathered at the end
            if found.setdefault(lost[0], step.mover) != step.mover:
                return None
            by_place, by_half = by_place and step.move == lost[0], by_half and step.move == lost[0] % half
        if not found or not (by_place or by_half):
            return None
        return found, "place" if by_place else "half"

    # --- bits -------------------------------------------------------------------------------------------------------------

    def planes(self) -> BoardShape | None:
        """A board of two whole numbers as sets of bits, or of two sets of cells, one of each player."""
        owned: dict[int, list[str]] = {0: [], 1: []}
        for source in self._initial:
            places = {place for step in self._steps for place in step.after.get(source, ())}
            is_plane = (source.endswith("#") and max(places, default=0) > _FEWEST + 3) or source.endswith("{}")
            gains = {step.mover for step in self._steps if step.after.get(source, {}).keys() - step.before.get(source, {}).keys()}
            if is_plane and len(gains) == 1:
                owned[min(gains)].append(source)
        if players_of(self._game) != 2 or [len(sources) for sources in owned.values()] != [1, 1]:
            return None
        one, other = owned[0][0], owned[1][0]
        if any(step.after[one].keys() & step.after[other].keys() for step in self._steps):
            return None
        source = f"{one} & {other}"
        for each in (self._initial, *(each for step in self._steps for each in (step.before, step.after))):
            each[source] = _joined(each, source)
        places = {place for step in self._steps for place in step.after[source]}
        layout = self._bit_layout(places, source) if one.endswith("#") else self._sparse(source)
        return None if layout is None else self._finished(source, layout, "None", {"0": 0, "1": 1}, stacked=False)

    def _bit_layout(self, bits: set[int], source: str) -> dict[Place, Cell] | None:
        """The cell of each bit, row by row or column by column; None where both are possible, or the size is not sure."""
        across, down, side = (self._numbers[kind] for kind in ("across", "down", "side"))
        sizes = {(one, other) for one in across | side for other in down | side if (one in side) == (other in side)}
        fits: list[dict[Place, Cell]] = []
        for columns, rows in sizes:
            by_row = {row * columns + column: (column, row) for row in range(rows) for column in range(columns)}
            by_column = [
                {column * stride + row: (column, row) for row in range(rows) for column in range(columns)}
                for stride in (rows, rows + 1)
                if columns != rows
            ]
            fits += [cells for cells in (by_row, *by_column) if bits <= cells.keys()]
        if len(fits) > 1:
            fits = [cells for cells in fits if self._agrees(cells, source)]
        return fits[0] if len(fits) == 1 else None

    def _agrees(self, cells: Mapping[Place, Cell], source: str) -> bool:
        """True if the pairs in moves are cells that change."""
        agreeing = 0
        for step in self._steps:
            before, after = step.before[source], step.after[source]
            changed = {cells[place] for place in cells if before.get(place) != after.get(place)}
            pairs = set(_pairs_in(step.move, _is_row_first(self._game)))
            agreeing += bool(pairs) and pairs <= changed
        return agreeing > 0.9 * len(self._steps)


def _pairs_in(move: Any, row_first: bool) -> Iterator[Cell]:
    """The pairs of numbers in a move."""
    pair = pair_of(move, row_first)
    if pair is not None:
        yield pair
    elif not isinstance(move, str | int):
        for each in move if isinstance(move, list | tuple) else [each for _, each in _fields(move)]:
            yield from _pairs_in(each, row_first)


def _joined(grids: Mapping[str, dict[Place, Any]], source: str) -> dict[Place, Any]:
    """What stands on the places of a part of a state; of two parts, one of each player, the player."""
    if source in grids or " & " not in source:
        return grids.get(source, {})
    return {place: number for number, each in enumerate(source.split(" & ")) for place in grids.get(each, {})}


def _shortest(name: str, others: Iterable[str]) -> str:
    """The shortest beginning of a name that no other has, up to three letters."""
    for count in range(1, _LONGEST_SIGN):
        if not any(other.startswith(name[:count]) for other in others):
            return name[:count]
    return name[:_LONGEST_SIGN]


def _rule_of(
    known: Mapping[str, int], unknown: Mapping[str, Any], samples: Mapping[str, Any], by_both: set[str]
) -> dict[str, int]:
    """The players of other contents, by what the known ones of each player have in common.

    Contents that both players brought to cells are nobody's, unless they are letters of which only the case differs.
    """
    for feature in (_letter, _owner_field, _case, _sign, _front):
        by_value: dict[Any, set[int]] = {}
        for content, player in known.items():
            by_value.setdefault(feature(samples[content]), set()).add(player)
        if None not in by_value and len(by_value) > 1 and all(len(players) == 1 for players in by_value.values()):
            told = {content: by_value.get(feature(each)) for content, each in unknown.items()}
            found = {
                content: min(players)
                for content, players in told.items()
                if players and (feature is _letter or content not in by_both)
            }
            if found:
                return found
    return {}


def _letter(content: Any) -> Any:
    return content.lower() if isinstance(content, str) and len(content) == 1 and content.isalpha() else None


_OWNER: Final = ("owner", "player", "side", "color", "colour", "team", "who")
_CHESS: Final = {"King": "♚", "Queen": "♛", "Rook": "♜", "Bishop": "♝", "Knight": "♞", "Pawn": "♟"}


def name_of(content: Any) -> str:
    """A name for what stands on a cell, without its owner.

    Examples:
        >>> name_of("K"), name_of(12), name_of("knight"), name_of(("rook", 3))
        ('K', '12', '♞', '♜3')
    """
    if isinstance(content, enum.Enum):
        content = content.value if isinstance(content.value, str) else content.name
        content = content if len(content) == 1 else content.capitalize()
    if content is None or isinstance(content, bool):
        return ""
    if isinstance(content, int | str):
        return _CHESS.get(str(content).capitalize(), str(content))
    parts = enumerate(content) if type(content) is tuple else _fields(content)
    return "".join(name_of(each) for name, each in parts if str(name).lower() not in _OWNER)


def _owner_field(content: Any) -> Any:
    parts = dict(_fields(content))
    return next((repr(value) for name, value in parts.items() if name.lower() in _OWNER), None)


def _case(content: Any) -> Any:
    return content.isupper() if isinstance(content, str) and content.isalpha() else None


def _sign(content: Any) -> Any:
    return content > 0 if isinstance(content, int) and not isinstance(content, bool) and content else None


def _front(content: Any) -> Any:
    return content[0] if isinstance(content, str | tuple) and len(content) > 1 else None


# --- the parts of a state -----------------------------------------------------------------------------------------------------


def grids_of(state: Any, game: Any, only: str = "") -> dict[str, dict[Place, Any]]:
    """All parts of a state that could be a board, or `only` that one, by where they are: the content of each place."""
    walk = _Walk(_is_row_first(game), only)
    walk.look(state, "state", 0)
    return walk.found


class _Walk:
    """A walk through a state: `found` has the parts that could be boards, by their paths, or what is on the way to `only`."""

    def __init__(self, row_first: bool, only: str) -> None:
        self.found: Final[dict[str, dict[Place, Any]]] = {}
        self._row_first: Final = row_first
        self._only: Final = only

    def look(self, value: Any, path: str, depth: int) -> None:
        """Looks at a value and its parts."""
        if depth > _DEEPEST or (self._only and not self._only.startswith(path)):
            return
        if type(value).__name__ == "ndarray":
            value = value.tolist()
        if type(value) is int and 0 <= value < _WIDEST:
            self.found[f"{path}#"] = {bit: True for bit in range(value.bit_length()) if value >> bit & 1}
        elif isinstance(value, str):
            self._look_at_text(value, path)
        elif isinstance(value, list | tuple) and not hasattr(value, "_fields"):
            self._look_at_row(value, path, depth)
        elif isinstance(value, dict | set | frozenset):
            contents = value if isinstance(value, dict) else dict.fromkeys(value, True)
            pairs = {key: pair_of(key, self._row_first) for key in contents}
            if None not in pairs.values():
                self.found[f"{path}{{}}"] = {pair: contents[key] for key, pair in pairs.items()}
            elif isinstance(value, dict):
                self._look_at_parts([(f"[{key!r}]", each) for key, each in value.items()], path, depth)
        else:
            self._look_at_parts([(f".{name}", each) for name, each in _fields(value)], path, depth)

    def _look_at_parts(self, parts: list[tuple[str, Any]], path: str, depth: int) -> None:
        """Looks at named parts; two rows of numbers, equally long, may be the two sides of one board."""
        for name, each in parts:
            self.look(each, f"{path}{name}", depth + 1)
        rows = [(name, each) for name, each in parts if isinstance(each, list | tuple) and each and type(each[0]) is int]
        if len(rows) == 2 and len(rows[0][1]) == len(rows[1][1]) > 2:
            (one, left), (other, right) = rows
            self.found[f"{path}{one}+{other}"] = dict(enumerate((*left, *right)))

    def _look_at_text(self, value: str, path: str) -> None:
        words = re.split(r"[\s/|]+", value.strip("\n"))
        lengths = {len(word) for word in words}
        if len(words) > 2 and len(lengths) == 1 and min(lengths) > 1:
            self.found[path] = {(row, column): each for row, word in enumerate(words) for column, each in enumerate(word)}
        for number, word in enumerate(words):
            if len(word) >= _FEWEST:
                self.found[f"{path} word {number}" if len(words) > 1 else path] = dict(enumerate(word))

    def _look_at_row(self, value: Sequence[Any], path: str, depth: int) -> None:
        may_be_rows = len(value) > 1 and isinstance(value[0], list | tuple | str) and len(value[0]) > 2
        rows = [each for each in value if isinstance(each, list | tuple | str) and not hasattr(each, "_fields")]
        is_even = may_be_rows and len(rows) == len(value) and len({len(row) for row in rows}) == 1
        if is_even and all(_is_piece(each) for row in rows for each in row):
            are_texts = isinstance(value[0], str)  # which may be rows, or cells with longer names
            cells = {(r, c): each for r, row in enumerate(rows) for c, each in enumerate(row)}
            self.found[f"{path} lines" if are_texts else path] = cells
            if not are_texts:
                return
        if value and all(isinstance(each, tuple) and len(each) == 2 for each in value):
            pairs = [pair_of(each[0], self._row_first) for each in value]
            if None not in pairs and all(_is_piece(each[1]) and pair_of(each[1], self._row_first) is None for each in value):
                self.found[f"{path}{{}}"] = {pair: each[1] for pair, each in zip(pairs, value, strict=True)}
                return
        standing = (
            [_standing(each, self._row_first) for each in value] if value and not isinstance(value[0], int | str) else [None]
        )
        if None not in standing:
            self.found[f"{path}{{}}"] = dict(standing)  # type: ignore[arg-type]
        elif len(value) >= _FEWEST and all(map(_is_piece, value)):
            self.found[path] = dict(enumerate(value))
        elif len(value) <= _WIDEST_TUPLE:
            for number, each in enumerate(value):
                self.look(each, f"{path}[{number}]", depth + 1)


def _standing(value: Any, row_first: bool) -> tuple[Cell, Any] | None:
    """Where a piece stands that knows its own place, and the rest of it; None for anything else."""
    fields = dict(_fields(value))
    for name, each in fields.items():
        if name.lower() in ("pos", "position", "square", "cell", "at", "place", "coords", "xy") and (
            pair := pair_of(each, row_first)
        ):
            return pair, tuple(other for key, other in fields.items() if key != name)
    across = next((name for name in fields if name.lower() in _ACROSS), None)
    down = next((name for name in fields if name.lower() in _DOWN), None)
    if len(fields) < 3 or across is None or down is None or {type(fields[across]), type(fields[down])} != {int}:
        return None
    return (fields[across], fields[down]), tuple(each for name, each in fields.items() if name not in (across, down))


def _same(one: Any, other: Any) -> bool:
    """True if two contents are the same; objects without an equality of their own are, if they look alike."""
    return one is other or (type(one) is type(other) and (one == other or repr(one) == repr(other)))


def _is_piece(value: Any) -> bool:
    """True for what may stand on a cell."""
    if type(value) is int:
        return True
    if value is None or isinstance(value, int | str | enum.Enum):
        return not isinstance(value, str) or len(value) <= 24
    parts = list(value) if type(value) is tuple else [each for _, each in _fields(value)]
    return 0 < len(parts) <= 5 and all(each is None or isinstance(each, int | str | enum.Enum | bool) for each in parts)


def pair_of(value: Any, row_first: bool) -> Cell | None:
    """The column and row that a pair of whole numbers means, or an object of two such fields; None for anything else."""
    names = tuple(name for name, _ in _fields(value))
    numbers = tuple(value) if type(value) is tuple else tuple(each for _, each in _fields(value))
    if len(numbers) != 2 or not all(type(each) is int for each in numbers):
        return None
    if names:
        if names[0].lower() not in (*_ACROSS, *_DOWN):
            return None
        row_first = names[0].lower() in _DOWN
    one, other = numbers
    return (other, one) if row_first else (one, other)


def _fields(value: Any) -> Iterable[tuple[str, Any]]:
    """The fields of an object; empty for a plain value."""
    cls = type(value)
    if isinstance(value, enum.Enum | type) or cls.__module__ == "builtins" or callable(value):
        return ()
    names = getattr(cls, "_fields", None) or getattr(cls, "__dataclass_fields__", None)
    if names is None:
        slots = [name for base in reversed(cls.__mro__) for name in _as_tuple(vars(base).get("__slots__", ()))]
        names = [*slots, *getattr(value, "__dict__", ())]
    return [(name, getattr(value, name)) for name in names if hasattr(value, name) and not name.startswith("__")]


def _as_tuple(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _is_row_first(game: Any) -> bool:
    """True if the author writes pairs as row and column rather than as x and y."""
    source = _source_of(type(game))
    return len(_ROW_FIRST.findall(source)) >= len(_COLUMN_FIRST.findall(source))


_SOURCES: Final[dict[type[Any], str]] = {}


def _source_of(cls: type[Any]) -> str:
    if cls not in _SOURCES:
        try:
            _SOURCES[cls] = inspect.getsource(cls)
        except (OSError, TypeError):
            _SOURCES[cls] = ""
    return _SOURCES[cls]


def numbers_of(game: Any) -> dict[str, set[int]]:
    """The sizes that the author gives names to, on the game or in its module: across, down, and for both sides."""
    module = sys.modules.get(type(game).__module__)
    found: dict[str, set[int]] = {"across": set(), "down": set(), "side": set()}
    named: list[tuple[str, Any]] = [*vars(module).items()] if module is not None else []
    for base in reversed(type(game).__mro__):
        named += [(name, getattr(game, name, None)) for name in vars(base) if not callable(vars(base)[name])]
    named += [(name, getattr(game, name, None)) for name, _ in _fields(game)]
    for name, value in named:
        if type(value) is int and 1 < value <= _MOST:
            low = name.lower().strip("_")
            for kind, names in (("across", _ACROSS), ("down", _DOWN), ("side", _SIDE)):
                if low in names:
                    found[kind].add(value)
    return found


def _words(grid: Mapping[Place, Any]) -> dict[Place, str]:
    return {place: repr(each) for place, each in grid.items()}


def face_of(content: Any, stacked: bool) -> str:
    """The text by which a content is known: its `repr`; of a stack, that of its top."""
    return repr(content[-1:] if stacked else content)
