"""The board of a game, found in its states: cells with coordinates, what stands on them, whose it is, and what a move touches.

Nothing is known of the game but its five methods. Random games show which parts of a state have a fixed number of places whose
contents change from move to move; their size follows from the shape of the state, or from what the author calls width, rows or
size. Who brings a content to the board owns it. Where the evidence is thin there is no board: a wrong one is worse than none.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Final, Literal, NamedTuple

from ..chance import is_chance, steps
from ..hidden import hides
from ..players import players_of
from ..protocol import CHANCE
from .contents import face_of, name_of, owners_of, shortest
from .shape import Board, BoardShape
from .walking import (
    BOTH,
    FEWEST,
    MOST,
    Cell,
    Place,
    counts_by,
    grids_of,
    is_row_first,
    joined,
    numbers_of,
    pairs_in,
    same,
    written,
)

_STATES: Final = 120
"""Moves looked at."""
_GAMES: Final = 12
_CHANGING: Final = 0.5
"""The least part of the moves that must change the board."""
_CONTENTS: Final = 40
"""Most contents of the cells of a grid."""
_ELSEWHERE: Final = 0.15
"""The most moves that may change another part like a board and not this one."""
_FEW: Final = 16
"""Most texts of a row that are contents rather than rows of cells."""
_VOTES: Final = 3
"""The fewest times that a player must bring a content for it to be the player's."""
_UNSEEN: Final = 2
"""Columns or rows at the edge that no piece of the sample came to."""
_EMPTY: Final = ("None", "'.'", "''", "' '", "'-'", "'_'", "0")
_HOLES: Final = ("'#'", "' '", "''", "None")
"""What is written where a board has no cell."""
_KEPT: Final = 4
_found: Final[list[tuple[Any, Board | None]]] = []
"""The games asked for last, with their boards."""
_SQUARE: Final = re.compile(r"(?<![a-z])([a-z])(\d{1,2})(?!\d)")


def find_board(game: Any) -> Board | None:
    """Finds the board of a game; None where there is none, where it is not sure, or where something is hidden."""
    for known, board in _found:
        if known is game:
            return board
    board = _found_anew(game)
    _found[:] = [*_found[1 - _KEPT :], (game, board)]
    return board


def _found_anew(game: Any) -> Board | None:
    if hides(game) or not 1 <= players_of(game) <= 2:
        return None
    try:
        finder = _Finder(game)
        shape = finder.pits() or finder.grid() or finder.planes()
    except Exception:  # the rules, or contents, may raise anything; the game is played without a picture then
        return None
    return None if shape is None else Board(shape, game)


Changes = dict[Place, tuple[Any, Any]]


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
        self._changed: Final[dict[str, list[Changes]]] = {}

    def _changes(self, source: str) -> list[Changes]:
        """What each move changes on the places of a part of the state: the contents before and after."""
        if source not in self._changed:
            self._changed[source] = [
                {
                    place: (before.get(place), after.get(place))
                    for place in {**before, **after}
                    if not same(before.get(place), after.get(place))
                }
                for before, after in ((step.before[source], step.after[source]) for step in self._steps)
            ]
        return self._changed[source]

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
        parts = [source for source in self._initial if self._is_fixed(source) or source.endswith("{}")]
        lines = [source.removesuffix(" lines") for source in parts if source.endswith(" lines")]
        for source in lines:  # rows of letters, unless few texts come again and again
            few = len({each for step in self._steps for each in step.after.get(source, {}).values()}) <= _FEW
            parts = [part for part in parts if part != (f"{source} lines" if few else source)]
        changing = {source: [bool(each) for each in self._changes(source)] for source in parts}
        found = []
        for source, changes in changing.items():
            others = [each for other, each in changing.items() if other != source and len(self._initial[other]) >= FEWEST]
            elsewhere = sum(any(each) for own, *each in zip(changes, *others, strict=True) if not own)  # of a half a board
            alike = [other for other in parts if other != source and self._initial[other].keys() == self._initial[source].keys()]
            if any(sum(changing[other]) > _ELSEWHERE * len(self._steps) for other in alike if not source.endswith("{}")):
                continue  # of several layers one is not the board
            if sum(changes) >= _CHANGING * len(self._steps) and elsewhere <= _ELSEWHERE * len(self._steps):
                found.append(source)
        return sorted(found, key=lambda source: -len(self._initial[source]))

    def _is_fixed(self, source: str) -> bool:
        """True if a part of the state has the same places throughout, as many as a board has."""
        places = self._initial[source]
        grids = [step.after.get(source) for step in self._steps]
        is_board = FEWEST <= len(places) <= MOST and not source.endswith(("#", "}"))
        return bool(grids) and is_board and all(grid is not None and grid.keys() == places.keys() for grid in grids)

    # --- boards of pieces -------------------------------------------------------------------------------------------------

    def grid(self) -> BoardShape | None:
        """A board whose cells hold pieces, signs or numbers."""
        for source in self._sources():
            cells = None if "+" in source else self._layout(source)  # two rows of numbers are pits
            if cells is None:
                continue
            grids = [self._initial[source], *(step.after[source] for step in self._steps)]
            contents = {written(each): each for grid in grids for each in grid.values()}
            lengths = {len(each) for each in contents.values() if isinstance(each, str)}
            stacked = len(lengths) > 2 and all(isinstance(each, str) for each in contents.values())
            if not 1 < len({face_of(each, stacked) for each in contents.values()}) <= _CONTENTS:
                continue
            empty = self._empty(source) if self._initial[source].keys() == cells.keys() else "None"
            owners = self._owners(source, empty, stacked)
            if players_of(self._game) == 1 or owners:
                return self._finished(source, cells, empty, owners, stacked)
        return None

    def _finished(self, source: str, cells: dict[Place, Cell], empty: str, owners: dict[str, int], stacked: bool) -> BoardShape:
        """The shape, turned so that player 0 sits at the bottom, and what falls lies there."""
        cells = self._without_holes(source, cells, empty)
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

    def _without_holes(self, source: str, cells: dict[Place, Cell], empty: str) -> dict[Place, Cell]:
        """The cells without those of a border, or of corners, that hold a sign for no cell and never change."""
        changing = {place for each in self._changes(source) for place in each}
        signs = {written(each) for place, each in self._initial[source].items() if place in changing} | {empty}
        initial = self._initial[source]
        kept = {
            place: cell
            for place, cell in cells.items()
            if place in changing or written(initial.get(place)) not in _HOLES or written(initial.get(place)) in signs
        }
        least = [min(cell[axis] for cell in kept.values()) for axis in (0, 1)]
        return {place: (column - least[0], row - least[1]) for place, (column, row) in kept.items()}

    def _signs(self, source: str) -> dict[str, str]:
        """A short sign for each content that was seen."""
        grids = (self._initial[source], *(step.after[source] for step in self._steps))
        named = {written(each): name_of(each) for grid in grids for each in grid.values()}
        names = set(named.values())
        return {content: shortest(name, names - {name}) for content, name in named.items()}

    def _layout(self, source: str) -> dict[Place, Cell] | None:
        """The cell of each place; None where the size of the board is not sure."""
        places = list(self._initial[source])
        if source.endswith("}"):
            return self._sparse(source)
        if isinstance(places[0], tuple):
            rows, columns = (1 + max(place[axis] for place in places) for axis in (0, 1))
            across, down, side = (self._numbers[kind] for kind in ("across", "down", "side"))
            if (rows in side) != (columns in side):
                return None
            is_sideways = rows != columns and rows in across and columns in down and columns not in across
            is_sideways = is_sideways or self._filled_first(source, places) == {(row, 0) for row in range(rows)}
            return {place: place if is_sideways else place[::-1] for place in places}
        columns = self._columns(len(places))
        return None if columns is None else {place: (place % columns, place // columns) for place in places}

    def _columns(self, count: int) -> int | None:
        """The width of a board of that many cells in a row; None if it is not sure."""
        across, down, side = (self._numbers[kind] for kind in ("across", "down", "side"))
        both = {one for one in across for other in down if one * other == count} or {one for one in side if one * one == count}
        if both or (across and down):
            return both.pop() if len(both) == 1 else None
        named = {name for step in self._steps for name in _SQUARE.findall(str(step.move))}
        letters, digits = ({name[axis] for name in named} for axis in (0, 1))
        if len(letters) * len(digits) == count and min(len(letters), len(digits)) > 1:
            return len(letters)
        root = math.isqrt(count)
        if root * root == count and root > 2 and counts_by(self._game, root):
            return root
        single = {one for one in self._numbers["columns"] if count % one == 0 and 2 < one <= count // 2}
        return single.pop() if len(single) == 1 else None

    def _sparse(self, source: str) -> dict[Place, Cell] | None:
        """The cells of pieces that know where they stand: those of the size that the author gives, or all keys of a full dict."""
        grids = [self._initial[source], *(step.after[source] for step in self._steps)]
        pairs = {place for grid in grids for place in grid}
        if not pairs or len(pairs) > MOST:
            return None
        least, most = ([end(pair[axis] for pair in pairs) for axis in (0, 1)] for end in (min, max))
        columns, rows = (1 + high - low for low, high in zip(least, most, strict=True))
        if all(grid.keys() == pairs for grid in grids):
            if len(pairs) != columns * rows or min(columns, rows) < 2:
                return None
        else:
            first = 1 if min(least) == 1 else 0
            across, down, side = (self._numbers[kind] for kind in ("across", "down", "side"))
            sizes = {(one, other) for one in across for other in down} or {(one, one) for one in side}
            sizes = {
                size
                for size in sizes
                if all(0 <= have + first - 1 - seen <= _UNSEEN for have, seen in zip(size, most, strict=True))
            }
            if len(sizes) != 1 or min(least) < 0:
                return None
            (columns, rows), least = sizes.pop(), [first, first]
        return {(column + least[0], row + least[1]): (column, row) for row in range(rows) for column in range(columns)}

    def _empty(self, source: str) -> str:
        """The content of an empty cell: the one that takes part in most moves; of several, the most frequent at the start."""
        takes_part = Counter(
            content for each in self._changes(source) for content in {written(end) for ends in each.values() for end in ends}
        )
        least = 0.9 * max(takes_part.values(), default=0)
        counts = Counter(map(written, self._initial[source].values()))
        likely = [content for content, count in takes_part.items() if count >= least]
        return max(likely, key=lambda content: (counts[content], content in _EMPTY, content), default="None")

    def _owners(self, source: str, empty: str, stacked: bool) -> dict[str, int]:
        """The player of each content, by who brings it to a cell; only where nothing contradicts it."""
        if players_of(self._game) < 2:
            return {}
        voted: defaultdict[str, Counter[int]] = defaultdict(Counter)
        samples: dict[str, Any] = {}
        for step, changes in zip(self._steps, self._changes(source), strict=True):
            for before, after in changes.values():
                for each in (before, after):
                    if written(each) != empty and each is not None:
                        samples.setdefault(face_of(each, stacked), each[-1:] if stacked else each)
                if written(after) != empty and after is not None:
                    voted[face_of(after, stacked)][step.mover] += 1
        sure = {content: min(votes) for content, votes in voted.items() if len(votes) == 1 and votes.total() >= _VOTES}
        if len(set(sure.values())) < 2:
            return {}
        by_both = {content for content, votes in voted.items() if len(votes) > 1}
        return owners_of(sure, samples, by_both)

    def _is_upside_down(self, source: str, cells: dict[Place, Cell], owners: dict[str, int]) -> bool:
        """True if player 0's men begin above the other's, or if things fall upwards."""
        rows: dict[int, list[int]] = {0: [], 1: []}
        for place, content in self._initial[source].items():
            owner = owners.get(written(content))
            if owner is not None:
                rows[owner].append(cells[place][1])
        if rows[0] and rows[1]:
            return sum(rows[0]) / len(rows[0]) < sum(rows[1]) / len(rows[1])
        filled = {cells[place][1] for place in self._filled_first(source, cells)}
        return filled == {0} and max(row for _, row in cells.values()) > 0

    def _filled_first(self, source: str, places: Iterable[Place]) -> set[Place]:
        """The places that the first moves of the game change."""
        state = self._game.initial()
        if is_chance(self._game, state):
            return set()
        before, filled = self._initial[source], set()
        for move in islice(self._game.moves(state), 60):
            after = joined(grids_of(self._game.play(state, move), self._game), source)
            filled |= {place for place in places if not same(before.get(place), after.get(place))}
        return filled

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
                if place in cells and written(step.before.get(source, {}).get(place)) != written(step.after[source][place])
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
            is_plane = (source.endswith("#") and max(places, default=0) > FEWEST + 3) or source.endswith("{}")
            gains = {step.mover for step in self._steps if step.after.get(source, {}).keys() - step.before.get(source, {}).keys()}
            if is_plane and len(gains) == 1:
                owned[min(gains)].append(source)
        if players_of(self._game) != 2 or [len(sources) for sources in owned.values()] != [1, 1]:
            return None
        one, other = owned[0][0], owned[1][0]
        if any(step.after[one].keys() & step.after[other].keys() for step in self._steps):
            return None
        source = f"{one}{BOTH}{other}"
        for each in (self._initial, *(each for step in self._steps for each in (step.before, step.after))):
            each[source] = joined(each, source)
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
            pairs = set(pairs_in(step.move, is_row_first(self._game)))
            agreeing += bool(pairs) and pairs <= changed
        return agreeing > 0.9 * len(self._steps)
