"""The parts of states that could be boards: rows, texts, dicts and sets of pairs, bits, and men that know their place."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..comparing import attributes

Cell = tuple[int, int]
"""Column and row, counted from 0 at the upper left of the picture."""
Place = Any
"""What a state calls a cell: an index, or a pair."""
FEWEST, MOST = 4, 400
"""Cells of a board."""
_WIDEST: Final = 1 << 128
"""Whole numbers below this may be sets of bits."""
_DEEPEST, _WIDEST_TUPLE, _PARTS, _FIELDS = 6, 8, 500, 8
"""Levels of nesting, parts of a tuple, and parts in all, that are looked into; and fields of a piece."""
BOTH: Final = "\n"
"""Between the parts of a state that are sets of cells; twice, before a last one that holds the men of one player."""
ROW_ENDS: Final = "\n/|"
"""Letters between the rows of a text."""
HEXAGON: Final = " hexagon"
"""Ends the name of a part of a state whose rows grow and shrink by a cell: neighbours of a row are two columns apart."""
MAN: Final = " man"
"""Ends the name of a part of a state that is a cell, where a man may stand."""
_X: Final = ("x", "c", "col", "column", "file")
_Y: Final = ("y", "r", "row", "rank")
OWNER: Final = ("owner", "player", "side", "color", "colour", "team", "who")
"""The names of a field that says whose a piece is."""
_PLACED: Final = ("pos", "position", "square", "cell", "at", "place", "coords", "xy")
"""The names of a field that says where a piece stands."""
SQUARE: Final = re.compile(r"(?<![a-z])([a-z])(\d{1,2})(?!\d)")
"""The name of a cell, such as `b3`."""


def grids_of(state: Any, row_first: bool, only: str = "") -> dict[str, dict[Place, Any]]:
    """All parts of a state that could be a board, or `only` that one, by where they are: the content of each place."""
    walk = _Walk(row_first, only)
    walk.look(state, "state", 0)
    return walk.found


class _Walk:
    """A walk through a state: `found` has the parts that could be boards, by their paths, or what is on the way to `only`."""

    def __init__(self, row_first: bool, only: str) -> None:
        self.found: Final[dict[str, dict[Place, Any]]] = {}
        self._row_first: Final = row_first
        self._only: Final = only
        self._seen: Final[dict[int, Any]] = {}

    def look(self, value: Any, path: str, depth: int) -> None:
        """Looks at a value and its parts."""
        if depth > _DEEPEST or (self._only and not self._only.startswith(path)):
            return
        if not isinstance(value, int | str | None):
            if id(value) in self._seen or len(self._seen) > _PARTS:
                return
            self._seen[id(value)] = value  # kept, so that no other gets its address
        if type(value).__name__ == "ndarray":
            value = (value.astype(int) if value.dtype.kind == "f" and not (value % 1).any() else value).tolist()
        if not self._only and (pair := pair_of(value, self._row_first)) is not None:
            self.found[f"{path}{MAN}"] = {0: pair}
        if type(value) is int and 0 <= value < _WIDEST:
            self.found[f"{path}#"] = {bit: True for bit in range(value.bit_length()) if value >> bit & 1}
        elif isinstance(value, str):
            self._look_at_lines(value.strip("\n"), path)
            words = value.split()
            for number, word in enumerate(words if len(words) > 1 else ()):
                self._look_at_lines(word, f"{path} word {number}")
        elif isinstance(value, list | tuple) and not hasattr(value, "_fields"):
            self._look_at_row(value, path, depth)
        elif isinstance(value, dict | set | frozenset):
            self._look_at_table(value, path, depth)
        else:
            self._look_at_parts([(f".{name}", each) for name, each in fields_of(value)], path, depth)

    def _look_at_parts(self, parts: list[tuple[str, Any]], path: str, depth: int) -> None:
        """Looks at named parts; two rows of numbers, equally long, may be the two sides of one board."""
        for name, each in parts:
            self.look(each, f"{path}{name}", depth + 1)
        rows = [(name, each) for name, each in parts if isinstance(each, list | tuple) and each and type(each[0]) is int]
        if len(rows) == 2 and len(rows[0][1]) == len(rows[1][1]) > 2:
            (one, left), (other, right) = rows
            self.found[f"{path}{one}+{other}"] = dict(enumerate((*left, *right)))

    def _look_at_table(self, value: Any, path: str, depth: int) -> None:
        contents = {key: _man(each) for key, each in value.items()} if isinstance(value, dict) else dict.fromkeys(value, True)
        named = all(isinstance(key, str) and SQUARE.fullmatch(key) for key in contents)  # whose rows count from below
        pairs = {key: (ord(key[0]), -int(key[1:])) if named else pair_of(key, self._row_first) for key in contents}
        numbers = sorted(key for key in contents if type(key) is int)
        if None not in pairs.values():
            self.found[f"{path}{{}}"] = {pair: contents[key] for key, pair in pairs.items()}
        if len(numbers) == len(contents) and not isinstance(value, dict):
            if all(0 <= each < 2 * MOST for each in numbers):  # cells, not hashes of states
                self.found[f"{path}#"] = dict.fromkeys(numbers, True)
        elif len(numbers) >= FEWEST and numbers == [*range(numbers[0], numbers[0] + len(contents))]:
            self.found[path] = {key: contents[key] for key in numbers}
        elif isinstance(value, dict) and None in pairs.values():
            self._look_at_parts([(f"[{key!r}]", each) for key, each in value.items()], path, depth)

    def _look_at_lines(self, text: str, path: str) -> None:
        """Lines of the same length are rows of cells, a single one is a row of them."""
        rows = re.split(f"[{ROW_ENDS}]", text)
        if len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1:
            self.found[path] = {(row, column): each for row, line in enumerate(rows) for column, each in enumerate(line)}
        elif len(rows) == 1 and len(rows[0]) >= FEWEST:
            self.found[path] = dict(enumerate(rows[0]))

    def _look_at_row(self, value: Sequence[Any], path: str, depth: int) -> None:
        may_be_rows = len(value) > 1 and isinstance(value[0], list | tuple | str) and len(value[0]) > 2
        rows = [each for each in value if isinstance(each, list | tuple | str) and not hasattr(each, "_fields")]
        lengths = [len(row) for row in rows] if may_be_rows and len(rows) == len(value) else []
        is_even = len({*lengths}) == 1
        is_even = is_even and any(type(each) is not tuple or len(each) < 3 for row in rows for each in row)  # no third dimension
        if is_even and all(_is_piece(each) for row in rows for each in row):
            are_texts = isinstance(value[0], str)  # which may be rows, or cells with longer names
            cells = {(r, c): each for r, row in enumerate(rows) for c, each in enumerate(row)}
            self.found[f"{path} lines" if are_texts else path] = cells
            if not are_texts:
                return
        self._look_at_hexagon(rows, lengths, path)
        places = [pair_of(each, self._row_first) for each in value]
        if value and None not in places:
            are_counts = len(places) == 2 and places[0] == places[1]  # such as equal hands
            self.found[f"{path}{{}}"] = {None: path} if are_counts else dict.fromkeys(places, True)
            for number, each in enumerate(places if len(places) == 2 and not self._only else ()):
                self.found[f"{path}[{number}]{MAN}"] = {0: each}
            return
        if value and all(isinstance(each, tuple) and len(each) == 2 for each in value):
            pairs = [pair_of(each[0], self._row_first) for each in value]
            if None not in pairs and all(_is_piece(each[1]) and pair_of(each[1], self._row_first) is None for each in value):
                self.found[f"{path}{{}}"] = {pair: each[1] for pair, each in zip(pairs, value, strict=True)}
                return
        are_plain = not value or isinstance(value[0], int | str)
        standing = [None] if are_plain else [_standing(each, self._row_first) for each in value]
        if None not in standing:
            cells = dict(standing)  # type: ignore[arg-type]
            self.found[f"{path}{{}}"] = cells if len(cells) == len(standing) else {None: path}  # two men on one cell are no board
        elif len(value) >= FEWEST and all(map(_is_piece, value)):
            self.found[path] = dict(enumerate(value))
        if None in standing and len(value) <= _WIDEST_TUPLE:
            for number, each in enumerate(value):
                self.look(each, f"{path}[{number}]", depth + 1)

    def _look_at_hexagon(self, rows: Sequence[Any], lengths: Sequence[int], path: str) -> None:
        """Five rows or more, each a cell longer than the one before up to the middle, and shorter from there."""
        wide, middle = max(lengths, default=0), len(lengths) // 2
        if middle > 1 and lengths == [wide - abs(row - middle) for row in range(2 * middle + 1)]:
            cells = {(r, 2 * c + wide - len(row)): each for r, row in enumerate(rows) for c, each in enumerate(row)}
            if all(map(_is_piece, cells.values())):
                self.found[f"{path}{HEXAGON}"] = cells


def _standing(value: Any, row_first: bool) -> tuple[Cell, Any] | None:
    """Where a piece stands that knows its own place, and the rest of it; None for anything else."""
    fields = dict(fields_of(value))
    for name, each in fields.items():
        if name.lower() in _PLACED and (pair := pair_of(each, row_first)) is not None:
            return pair, tuple(other for key, other in fields.items() if key != name)
    across = next((name for name in fields if name.lower() in _X), None)
    down = next((name for name in fields if name.lower() in _Y), None)
    if len(fields) < 3 or across is None or down is None or {type(fields[across]), type(fields[down])} != {int}:
        return None
    return (fields[across], fields[down]), tuple(each for name, each in fields.items() if name not in (across, down))


def _man(content: Any) -> Any:
    """What stands on a cell; of a group of men, which has no fields but its owner and collections, only the owner."""
    fields = dict(fields_of(content))
    owner = next((name for name in fields if name.lower() in OWNER), None)
    others = [each for name, each in fields.items() if name != owner]
    is_group = bool(others) and all(isinstance(each, list | set | frozenset | dict) for each in others)
    return content if owner is None or not is_group else fields[owner]


def written(content: Any) -> str:
    """A text for a content that is the same for equal ones; a piece without a `repr` of its own is written by its fields."""
    plain: Any = object.__repr__
    if type(content).__repr__ is not plain:
        return repr(content)
    fields = ", ".join(f"{name}={each!r}" for name, each in fields_of(content) if name.lower() not in (*_X, *_Y, *_PLACED))
    return f"{type(content).__name__}({fields})"


def same(one: Any, other: Any) -> bool:
    """True if two contents are the same; objects without an equality of their own are, if they look alike."""
    return one is other or (type(one) is type(other) and (one == other or written(one) == written(other)))


def _is_piece(value: Any) -> bool:
    if value is None or isinstance(value, int | str | enum.Enum):
        return not isinstance(value, str) or len(value) <= 24
    parts = list(value) if type(value) is tuple else [each for _, each in fields_of(value)]
    plain = (int, float, str, enum.Enum, type(None))
    flat = [each for part in parts for each in (part if type(part) is tuple else (part,))]
    return 0 < len(parts) <= _FIELDS and all(isinstance(each, plain) for each in flat)


def pair_of(value: Any, row_first: bool) -> Cell | None:
    """The column and row that a pair of whole numbers means, or an object of two such fields; None for anything else."""
    names = [name.lower() for name, _ in fields_of(value)]
    numbers = tuple(value) if type(value) is tuple else tuple(each for _, each in fields_of(value))
    if len(numbers) != 2 or not all(type(each) is int for each in numbers) or (names and names[0] not in (*_X, *_Y)):
        return None
    return numbers[::-1] if (names[0] in _Y if names else row_first) else numbers


def fields_of(value: Any) -> Iterable[tuple[str, Any]]:
    """The fields of an object; empty for a plain value."""
    cls = type(value)
    if isinstance(value, enum.Enum | type) or cls.__module__ == "builtins" or callable(value):
        return ()
    names = getattr(cls, "_fields", None)
    return attributes(value).items() if names is None else [(name, getattr(value, name)) for name in names]


def pairs_in(move: Any, row_first: bool) -> Iterator[Cell]:
    """The pairs of numbers in a move."""
    return (pair for each in nested_in(move) if (pair := pair_of(each, row_first)) is not None)


def nested_in(move: Any) -> Iterator[Any]:
    """A move, and all of its parts."""
    yield move
    for each in move if isinstance(move, list | tuple) else [each for _, each in fields_of(move)]:
        yield from nested_in(each)


def changes(before: dict[Place, Any], after: dict[Place, Any]) -> dict[Place, tuple[Any, Any]]:
    """The contents before and after of the places that differ."""
    pairs = {place: (before.get(place), after.get(place)) for place in {**before, **after}}
    return {place: pair for place, pair in pairs.items() if not same(*pair)}


def joined(grids: Mapping[str, dict[Place, Any]], source: str) -> dict[Place, Any]:
    """The content of each place of a part of a state. For several sets of places it is the number of the set that holds the
    place; beside a set of all men of one player, twice that number, and 1 more on the places of that set.
    """
    if source in grids or BOTH not in source:
        return grids.get(source, {})
    kinds, _, mine = source.partition(2 * BOTH)
    held = {place: number for number, each in enumerate(kinds.split(BOTH)) for place in grids.get(each, {})}
    return {place: 2 * number + (place in grids.get(mine, {})) for place, number in held.items()} if mine else held
