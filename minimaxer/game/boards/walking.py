"""The parts of states that could be boards: rows, texts, dicts and sets of pairs, bits, and men that know their place."""

from __future__ import annotations

import enum
import functools
import inspect
import math
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..state_class import StateClassGame

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
"""Between the parts of a state that are two sets of cells, one of each player."""
_COLUMNS: Final = ("columns", "cols", "ncols", "n_cols", "num_cols", "files")
_ACROSS: Final = (*_COLUMNS, "width", "board_width", "w")
_DOWN: Final = ("rows", "nrows", "n_rows", "num_rows", "ranks", "height", "board_height", "h")
_X: Final = ("x", "c", "col", "column", "file")
_Y: Final = ("y", "r", "row", "rank")
_SIDE: Final = ("size", "n", "side", "dim", "board_size", "boardsize")
_PLACED: Final = ("pos", "position", "square", "cell", "at", "place", "coords", "xy")
"""The names of a field that says where a piece stands."""
_ROW_FIRST: Final = re.compile(r"\b(?:r|row|y|i)\s*,\s*(?:c|col|column|x|j)\b")
_COLUMN_FIRST: Final = re.compile(r"\b(?:x|c|col|column|file)\s*,\s*(?:y|r|row|rank)\b")


def grids_of(state: Any, game: Any, only: str = "") -> dict[str, dict[Place, Any]]:
    """All parts of a state that could be a board, or `only` that one, by where they are: the content of each place."""
    walk = _Walk(is_row_first(game), only)
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
            self._look_at_parts([(f".{name}", each) for name, each in fields_of(value)], path, depth)

    def _look_at_parts(self, parts: list[tuple[str, Any]], path: str, depth: int) -> None:
        """Looks at named parts; two rows of numbers, equally long, may be the two sides of one board."""
        for name, each in parts:
            self.look(each, f"{path}{name}", depth + 1)
        rows = [(name, each) for name, each in parts if isinstance(each, list | tuple) and each and type(each[0]) is int]
        if len(rows) == 2 and len(rows[0][1]) == len(rows[1][1]) > 2:
            (one, left), (other, right) = rows
            self.found[f"{path}{one}+{other}"] = dict(enumerate((*left, *right)))

    def _look_at_text(self, value: str, path: str) -> None:
        text = value.strip("\n")
        rows = re.split(r"[\n/|]", text)
        if len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1:
            self.found[path] = {(row, column): each for row, line in enumerate(rows) for column, each in enumerate(line)}
        elif len(rows) == 1 and len(text) >= FEWEST:
            self.found[path] = dict(enumerate(text))
        words = text.split()
        for number, word in enumerate(words if len(words) > 1 else ()):
            if len(word) >= FEWEST:
                self.found[f"{path} word {number}"] = dict(enumerate(word))

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
        places = [pair_of(each, self._row_first) for each in value]
        if value and None not in places:
            self.found[f"{path}{{}}"] = dict.fromkeys(places, True)
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
        elif len(value) >= FEWEST and all(map(_is_piece, value)):
            self.found[path] = dict(enumerate(value))
        elif len(value) <= _WIDEST_TUPLE:
            for number, each in enumerate(value):
                self.look(each, f"{path}[{number}]", depth + 1)


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
    """True for what may stand on a cell."""
    if type(value) is int:
        return True
    if value is None or isinstance(value, int | str | enum.Enum):
        return not isinstance(value, str) or len(value) <= 24
    parts = list(value) if type(value) is tuple else [each for _, each in fields_of(value)]
    plain = (int, float, str, enum.Enum, type(None))
    flat = [each for part in parts for each in (part if type(part) is tuple else (part,))]
    return 0 < len(parts) <= _FIELDS and all(isinstance(each, plain) for each in flat)


def pair_of(value: Any, row_first: bool) -> Cell | None:
    """The column and row that a pair of whole numbers means, or an object of two such fields; None for anything else."""
    names = tuple(name for name, _ in fields_of(value))
    numbers = tuple(value) if type(value) is tuple else tuple(each for _, each in fields_of(value))
    if len(numbers) != 2 or not all(type(each) is int for each in numbers):
        return None
    if names:
        if names[0].lower() not in (*_X, *_Y):
            return None
        row_first = names[0].lower() in _Y
    one, other = numbers
    return (other, one) if row_first else (one, other)


def fields_of(value: Any) -> Iterable[tuple[str, Any]]:
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


def is_row_first(game: Any) -> bool:
    """True if the author writes pairs as row and column rather than as x and y."""
    return _writes_rows_first(_modules_of(game))


def counts_by(game: Any, number: int) -> bool:
    """True if the author divides or multiplies by that number, as from an index to a row, or lists the lines of such a square."""
    source = "\n".join(map(_source, _modules_of(game)))
    if re.search(r"\b0, ?1, ?2\b", source) and re.search(rf"\b0, ?{number}, ?{2 * number}\b", source):
        return True
    known = (name for name, value in _names_of(game).items() if type(value) is int and value == number)
    one = rf"(?:{'|'.join((str(number), *known))})"
    return re.search(rf"(?://|%|divmod\(\w+,)\s*{one}\b|\*\s*{one}\s*\+\s*\w|\b{one}\s*\*\s*\w+\s*\+", source) is not None


@functools.cache
def _writes_rows_first(modules: tuple[str, ...]) -> bool:
    source = "\n".join(map(_source, modules))
    return len(_ROW_FIRST.findall(source)) >= len(_COLUMN_FIRST.findall(source))


@functools.cache
def _source(module: str) -> str:
    try:
        return inspect.getsource(sys.modules[module])
    except (KeyError, OSError, TypeError):
        return ""


_AUTHORS: Final[dict[Any, tuple[str, ...]]] = {}
"""The modules of each class of rules: its own, and that of its states."""


def _modules_of(game: Any) -> tuple[str, ...]:
    author = _author_of(game)
    if author not in _AUTHORS:
        named = (author.__module__, type(game.initial()).__module__)
        _AUTHORS[author] = tuple(dict.fromkeys(name for name in named if name not in ("builtins", "numpy")))
    return _AUTHORS[author]


def _names_of(game: Any) -> dict[str, Any]:
    """The names in the modules of the rules."""
    return {name: value for module in _modules_of(game) for name, value in vars(sys.modules.get(module, math)).items()}


def _author_of(game: Any) -> Any:
    """The class that the author wrote: that of the rules, or that of the states whose methods are the rules."""
    return game.cls if isinstance(game, StateClassGame) else type(game)


def numbers_of(game: Any) -> dict[str, set[int]]:
    """The sizes that the author gives names to: columns or rows, and those for both sides.

    Those of the game itself, or of its class, come before those of states, and these before those of the modules.
    """
    author, state = _author_of(game), game.initial()
    for owner, cls in ((author if author is not type(game) else game, author), (state, type(state))):
        named = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}  # which runs no property
        sizes = _sizes(named | dict(fields_of(owner)))
        if any(sizes.values()):
            return sizes
    return _sizes(_names_of(game))


def _sizes(named: Mapping[str, Any]) -> dict[str, set[int]]:
    kinds = {"across": _ACROSS, "columns": _COLUMNS, "down": _DOWN, "side": _SIDE}
    sizes = {name.lower().strip("_"): {value} for name, value in named.items() if type(value) is int and 1 < value <= MOST}
    return {kind: set().union(*(sizes.get(name, ()) for name in names)) for kind, names in kinds.items()}


def pairs_in(move: Any, row_first: bool) -> Iterator[Cell]:
    """The pairs of numbers in a move."""
    pair = pair_of(move, row_first)
    if pair is not None:
        yield pair
    elif not isinstance(move, str | int):
        for each in move if isinstance(move, list | tuple) else [each for _, each in fields_of(move)]:
            yield from pairs_in(each, row_first)


def joined(grids: Mapping[str, dict[Place, Any]], source: str) -> dict[Place, Any]:
    """What stands on the places of a part of a state; of two parts, one of each player, the player."""
    if source in grids or BOTH not in source:
        return grids.get(source, {})
    return {place: number for number, each in enumerate(source.split(BOTH)) for place in grids.get(each, {})}
