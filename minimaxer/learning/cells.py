"""The cells of a game's positions, found in a sample: bits of integers that form boards, and small numbers and names.

A *cell* takes a few values. Integers that take very many values are sets of bits; those that never share a bit, such as the men
of each player, form one board, whose cells hold the number of the integer with the bit, if any. All else is a cell by itself: a
number or a name, an object of a few of these that may be missing, such as a man on a square, a letter of a text, whether a set
holds something, and how long a list is.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from math import prod
from typing import Any, Final

from attrs import evolve, frozen

from ..compiler.runtime.values import is_array, parts_of, plain
from ..errors import GameError

MOST_VALUES: Final = 40
"""A non-negative integer that takes more values than this is read as a set of bits, and a text as one of letters."""
WIDEST: Final = 64
MOST_COUNT: Final = 1 << 12
"""Most values of a cell; a part of the state that takes more is not a cell."""
_MOST_KEYS: Final = 512
"""Most keys of a dict, items of a set, and places of a list that are cells."""
_MOST_COLUMNS: Final = 4_096
"""Most parts of states that are looked at."""
_DEEPEST: Final = 12
"""Levels of nesting below which there are no cells."""
_MOST_LEAVES: Final = 6
"""Most leaves of a cell."""
_ROW: Final = 4
"""Fewest places of a tuple whose objects are cells, each as a whole."""
_MOST_STACKS: Final = 16
"""Most texts of different lengths that are cells as they are."""
_LETTERS: Final = 8
"""Most letters that are counted in texts that differ in length."""


@frozen
class Board:
    """Integers that never share a bit, as cells: each holds the number, from 1, of the one with the bit; 0 if none has it.
    `paths` are their places in a state, as written in Python; `bits` are those that vary, and so are cells.
    """

    paths: tuple[str, ...]
    bits: tuple[int, ...]

    @property
    def planes(self) -> int:
        """The number of bits that encode which integer has a bit."""
        return len(self.paths).bit_length()


@frozen
class Leaf:
    """A number or a name within a cell, at a path as written in Python; empty where the cell is nothing else. `values` are the
    least and the greatest whole number, to which others are clamped, if `is_range`; else all values seen.
    """

    path: str
    values: tuple[Any, ...]
    is_range: bool

    @property
    def count(self) -> int:
        """The number of its values; where they are not whole numbers, one more for all values not seen."""
        return int(self.values[1] - self.values[0] if self.is_range else len(self.values)) + 1


@frozen
class Item:
    """A part of a state that takes a few values, in its leaves: numbers and names. Its path is written in Python. `guard` is the
    condition under which it is there, as written in Python; empty if it always is.
    """

    path: str
    leaves: tuple[Leaf, ...]
    guard: str = ""

    @property
    def count(self) -> int:
        """The number of its values; one more for being missing where it may."""
        return prod(leaf.count for leaf in self.leaves) + bool(self.guard)


@frozen(slots=False)
class Cells:
    """All cells of a game's positions: those of the boards of bits, and the other items."""

    boards: tuple[Board, ...]
    items: tuple[Item, ...]

    @property
    def bits(self) -> list[int]:
        """The bits that are cells of any board."""
        return sorted({bit for board in self.boards for bit in board.bits})

    def __reduce__(self) -> tuple[Any, ...]:
        return Cells, (self.boards, self.items)  # without the functions that read them

    def __len__(self) -> int:
        return len(self.bits) + len(self.items)

    @cached_property
    def words(self) -> Callable[[Any], dict[str, int]]:
        """Gives the integers of the boards of a state, by path."""
        paths = [path for board in self.boards for path in board.paths]
        read = _reader(paths)
        return lambda state: dict(zip(paths, read(state), strict=True))

    @cached_property
    def contents(self) -> Callable[[Any], tuple[Any, ...]]:
        """Gives what each item of a state is as a whole; None where it is missing."""
        return _reader(_guarded(item.path, item.guard) for item in self.items)

    @cached_property
    def leaves(self) -> Callable[[Any], tuple[Any, ...]]:
        """Gives the leaves of each item of a state; None where it is missing."""
        shown = (f"({', '.join(item.path + leaf.path for leaf in item.leaves)},)" for item in self.items)
        return _reader(_guarded(text, item.guard) for text, item in zip(shown, self.items, strict=True))


def _guarded(text: str, guard: str) -> str:
    return f"({text} if {guard} else None)" if guard else text


def _reader(texts: Iterable[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that gives the values of expressions in a state; they are made of paths of the game's own states."""
    body = "".join(f"{text}, " for text in texts)
    made: Callable[[Any], tuple[Any, ...]] = eval(f"lambda state: ({body})", {"len": len, "__builtins__": {}})
    return made


@frozen
class Column:
    """A part of the states of a sample, with the leaves that it consists of. `guard` is the condition under which it is there;
    empty if it always is. `parts` are the values of each leaf in the states where it is there, by the place of the leaf.
    """

    path: str
    guard: str
    parts: dict[str, list[Any]]


def columns_of(states: Sequence[Any]) -> list[Column]:
    """All parts of states that have a place by which they can be found in each."""
    return list(islice(_explored("state", "", [plain(state) for state in states], is_element=False), _MOST_COLUMNS))


def _explored(path: str, guard: str, values: list[Any], *, is_element: bool) -> Iterator[Column]:
    """Yields the parts of the values at a path, one for each state in which the guard holds."""
    if any(each is None for each in values):
        guard, is_element = _both(guard, f"{path} is not None"), True
        values = [each for each in values if each is not None]
    if not values or all(map(is_scalar, values)):
        yield from _of_scalars(path, guard, values, is_element=is_element)
        return
    if len({type(each) for each in values}) > 1 or path.count(".") + path.count("[") > _DEEPEST:
        return
    if is_element and (parts := _together(values)) is not None:
        yield Column(path, guard, parts)
        return
    yield from _of_parts(path, guard, values)


def _of_parts(path: str, guard: str, values: list[Any]) -> Iterator[Column]:
    """Yields the parts of collections and objects of one class."""
    first = values[0]
    if isinstance(first, set | frozenset):
        yield Column(f"len({path})", guard, {"": [len(each) for each in values]})
        keys = sorted({each for value in values for each in value if _is_literal(each)}, key=repr)
        for key in keys if len(keys) <= _MOST_KEYS else ():
            yield Column(f"({key!r} in {path})", guard, {"": [key in each for each in values]})
    elif isinstance(first, dict):
        keys = sorted({key for value in values for key in value if _is_literal(key)}, key=repr)
        for key in keys if len(keys) <= _MOST_KEYS else ():
            found = [plain(each[key]) for each in values if key in each]
            yield from _explored(f"{path}[{key!r}]", _both(guard, f"{key!r} in {path}"), found, is_element=True)
    elif is_array(first):
        shapes = {each.shape for each in values}
        arrays = [dict(_indexed(each)) for each in values] if len(shapes) == 1 and first.size <= _MOST_KEYS else [{}]
        for place in arrays[0]:
            yield from _explored(path + place, guard, [each[place] for each in arrays], is_element=True)
    elif isinstance(first, tuple | list) and not hasattr(first, "_fields"):
        longest = max(map(len, values))
        is_fixed = isinstance(first, tuple) and min(map(len, values)) == longest
        if not is_fixed:
            yield Column(f"len({path})", guard, {"": [len(each) for each in values]})
        for number in range(min(longest, _MOST_KEYS)):
            there = guard if is_fixed else _both(guard, f"len({path}) > {number}")
            found = [plain(each[number]) for each in values if len(each) > number]
            yield from _explored(f"{path}[{number}]", there, found, is_element=longest >= _ROW)
    else:
        named = [dict(parts_of(each)) for each in values]
        for place in named[0] if all(each.keys() == named[0].keys() for each in named) else ():
            yield from _explored(path + place, guard, [plain(each[place]) for each in named], is_element=False)


def _of_scalars(path: str, guard: str, values: list[Any], *, is_element: bool) -> Iterator[Column]:
    """Yields numbers or names as they are; of texts that take many values, the letters, or the last one of a stack in a cell."""
    are_texts = bool(values) and all(type(each) is str for each in values)
    lengths = {len(each) for each in values} if are_texts else {0}
    if not are_texts or len({*values}) <= (MOST_VALUES if len(lengths) == 1 else _MOST_STACKS):
        if values:
            yield Column(path, guard, {"": values})
        return
    if len(lengths) == 1:
        for place in range(min(len(values[0]), _MOST_KEYS)):
            yield Column(f"{path}[{place}]", _both(guard, f"len({path}) > {place}"), {"": [each[place] for each in values]})
        return
    yield Column(f"len({path})", guard, {"": [len(each) for each in values]})
    yield Column(f"{path}[-1]", _both(guard, f"len({path}) > 0"), {"": [each[-1] for each in values if each]})
    letters = sorted({*"".join(values)})
    for letter in letters if len(letters) <= _LETTERS and not is_element else ():
        yield Column(f"{path}.count({letter!r})", guard, {"": [each.count(letter) for each in values]})


_LOOSE: Final = (set, frozenset, dict, list)
"""Classes of collections, which are no cells as a whole."""


def _together(values: list[Any]) -> dict[str, list[Any]] | None:
    """The leaves of objects of one shape that take few values together; None of others, and of collections."""
    found: dict[str, list[Any]] = {}
    for column in () if isinstance(values[0], _LOOSE) else _of_parts("", "", values):
        if column.guard or column.path[:1] not in (".", "[") or len(column.parts) > 1 or len(found) == _MOST_LEAVES:
            return None
        found[column.path] = column.parts[""]
    leaves = {path: leaf_of(path, {*column}) for path, column in found.items() if all(map(_is_cell, column))}
    if len(leaves) < len(found) or not found:
        return None
    changing = {path: found[path] for path, leaf in leaves.items() if leaf is not None and len({*found[path]}) > 1}
    few = prod(leaf.count for path, leaf in leaves.items() if leaf is not None and path in changing) < MOST_COUNT
    return (changing or dict(list(found.items())[:1])) if few and None not in leaves.values() else None


def _indexed(array: Any) -> Iterator[tuple[str, Any]]:
    """Yields the elements of an array, each behind its place."""
    for place in product(*map(range, array.shape)):
        yield f"[{', '.join(map(str, place))}]", plain(array[place])


def _both(guard: str, other: str) -> str:
    return f"{guard} and {other}" if guard else other


def is_scalar(value: Any) -> bool:
    """True for numbers, names and None, which hold nothing else."""
    return value is None or isinstance(value, int | float | str | enum.Enum)


def _is_cell(value: Any) -> bool:
    return is_scalar(value) and not isinstance(value, float)


def _is_literal(value: Any) -> bool:
    """True for keys that can be written in Python: numbers, texts, and tuples of these."""
    return all(map(_is_literal, value)) if type(value) is tuple else type(value) in (int, str, bool)


def find_cells(states: Sequence[Any], mover: Callable[[Any], int], most: int = MOST_COUNT) -> Cells:
    """Finds the cells of a game in a sample of its positions, the more the better; raises GameError if they have none. A part of
    the state that always equals the mover is left out. So are the items that change least, beyond the number `most`.
    """
    movers = [mover(state) for state in states]
    boards: dict[str, list[int]] = {}
    items: list[tuple[float, Item]] = []
    for column in columns_of(states):
        values = next(iter(column.parts.values()))
        seen = Counter(zip(*column.parts.values(), strict=True))
        if (len(seen) < 2 and not column.guard) or values == movers or not all(map(_is_cell, values)):
            continue
        if not column.guard and len(seen) > MOST_VALUES and all(is_whole(each) and 0 <= each < 1 << WIDEST for each in values):
            boards[column.path] = values
        elif (item := _item(column)) is not None:
            items.append((max(*seen.values(), len(states) - len(values)) / len(states), item))
    kept = sorted(sorted(range(len(items)), key=lambda number: items[number][0])[:most])
    found = Cells(_boards(boards), tuple(items[number][1] for number in kept))
    if not len(found):
        raise GameError("no part of the states takes several values, so there is nothing to learn from")
    return found


def _item(column: Column) -> Item | None:
    """The cell of a part of the states; None if it takes too many values, or some of several types."""
    leaves = [leaf_of(path, {*values}) for path, values in column.parts.items()]
    item = Item(column.path, tuple(leaf for leaf in leaves if leaf is not None), column.guard)
    return item if None not in leaves and item.count <= MOST_COUNT else None


def is_whole(value: Any) -> bool:
    """True for integers and bools, but not for Enum members."""
    return isinstance(value, int) and not isinstance(value, enum.Enum)


def leaf_of(path: str, values: set[Any]) -> Leaf | None:
    """Makes the leaf at a path from the values seen there; None of values of several types."""
    if all(map(is_whole, values)):
        return Leaf(path, (int(min(values)), int(max(values))), is_range=True)
    is_mixed = len({type(each) for each in values}) > 1 + (None in values)
    return None if is_mixed else Leaf(path, tuple(sorted(values, key=written)), is_range=False)


def joined(items: Sequence[Item]) -> Item:
    """The first cell, with the values of all of these; as it is where the others consist of other leaves."""
    first = items[0]
    leaves = []
    for number, leaf in enumerate(first.leaves):
        if any([each.path for each in item.leaves] != [each.path for each in first.leaves] for item in items):
            return first
        whole = leaf_of(leaf.path, {value for item in items for value in item.leaves[number].values})
        if whole is None:
            return first
        leaves.append(whole)
    return evolve(first, leaves=tuple(leaves))


def written(value: Any) -> str:
    """Formats a value that is not a number as text, the same in every process."""
    return f"{type(value).__qualname__} {value.name if isinstance(value, enum.Enum) else value}"


def _boards(columns: dict[str, list[int]]) -> tuple[Board, ...]:
    """Groups integers that never share a bit into boards."""
    groups: list[list[str]] = []
    filled: list[list[int]] = []
    for path, column in columns.items():
        for group, full in zip(groups, filled, strict=True):
            if not any(one & other for one, other in zip(full, column, strict=True)):
                group.append(path)
                full[:] = [one | other for one, other in zip(full, column, strict=True)]
                break
        else:
            groups.append([path])
            filled.append(list(column))
    return tuple(Board(tuple(group), bits_that_change([columns[path] for path in group])) for group in groups)


def bits_that_change(columns: list[list[int]]) -> tuple[int, ...]:
    """The bits that differ between states."""
    changing = 0
    for column in columns:
        for each in column:
            changing |= each ^ column[0]
    return tuple(bit for bit in range(WIDEST) if changing >> bit & 1)
