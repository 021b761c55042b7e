"""The cells of a game's positions, found in a sample: bits of integers that form boards, and small numbers and names.

A *cell* takes a few values. Integers that take very many values are sets of bits; those that never share a bit, such as the men
of each player, form one board, whose cells hold the number of the integer with the bit, if any. All else is a cell by itself.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Any, Final

from attrs import frozen

from ...compiler.runtime.values import parts_of, plain
from ...errors import GameError

MOST_VALUES: Final = 40
"""A non-negative integer that takes more values than this is read as a set of bits."""
WIDEST: Final = 64
MOST_COUNT: Final = 1 << 12
"""Most values of a cell; a part of the state that takes more is not a cell."""


@frozen
class Board:
    """Integers that never share a bit, as cells: each holds the number, from 1, of the one with the bit; 0 if none has it.

    Attributes:
        paths: Their places in a state, as written in Python.
        bits: The bits that are cells: those that vary.
    """

    paths: tuple[str, ...]
    bits: tuple[int, ...]

    @property
    def planes(self) -> int:
        """The number of bits that encode which integer has a bit."""
        return len(self.paths).bit_length()


@frozen
class Item:
    """A part of a state that takes a few values.

    Attributes:
        path: Its place in a state, as written in Python.
        values: The least and the greatest whole number, to which others are clamped; else all values seen.
        is_range: True if they are whole numbers.
    """

    path: str
    values: tuple[Any, ...]
    is_range: bool

    @property
    def count(self) -> int:
        """The number of its values; where they are not whole numbers, one more for all values not seen."""
        return int(self.values[1] - self.values[0] if self.is_range else len(self.values)) + 1


@frozen
class Cells:
    """All cells of a game's positions.

    Attributes:
        boards: The boards of bits.
        items: The other cells.
    """

    boards: tuple[Board, ...]
    items: tuple[Item, ...]

    @property
    def bits(self) -> list[int]:
        """The bits that are cells of any board."""
        return sorted({bit for board in self.boards for bit in board.bits})

    def __len__(self) -> int:
        return len(self.bits) + len(self.items)


def leaves_of(state: Any, path: str = "") -> dict[str, Any]:
    """The numbers, Enum members and texts of a state, by path.

    Raises:
        GameError: It holds something whose parts have no fixed places, such as a list.
    """
    state = plain(state)
    if state is None or isinstance(state, int | float | str | enum.Enum):
        return {path: state}
    if isinstance(state, list | dict | set | frozenset):
        raise GameError(
            f"states hold a {type(state).__name__} at state{path}, in which nothing has a fixed place; training needs states of "
            "numbers, texts, Enums, and tuples and objects of these"
        )
    found: dict[str, Any] = {}
    for place, each in parts_of(state):
        found |= leaves_of(each, path + place)
    return found


def columns_of(states: Sequence[Any]) -> dict[str, list[Any]]:
    """The leaves at each path, one for each state.

    Raises:
        GameError: States differ in shape.
    """
    columns: dict[str, list[Any]] = {}
    for number, state in enumerate(states):
        leaves = leaves_of(state)
        if number and leaves.keys() != columns.keys():
            odd = min(leaves.keys() ^ columns.keys())
            raise GameError(
                f"states differ in shape: some have state{odd}, others have not; training needs tuples that are always as long"
            )
        for path, leaf in leaves.items():
            columns.setdefault(path, []).append(leaf)
    return columns


def find_cells(states: Sequence[Any], mover: Callable[[Any], int]) -> Cells:
    """Finds the cells of a game in a sample of its positions.

    Args:
        states: Positions, the more the better.
        mover: Gives the player to move; a part of the state that always equals it is left out.

    Raises:
        GameError: Positions differ in shape, or have no cells.
    """
    movers = [mover(state) for state in states]
    boards: dict[str, list[int]] = {}
    items: list[Item] = []
    for path, column in columns_of(states).items():
        values = set(column)
        if len(values) < 2 or column == movers or any(isinstance(each, float) for each in values):
            continue
        if len(values) > MOST_VALUES and all(is_whole(each) and 0 <= each < 1 << WIDEST for each in values):
            boards[path] = column
        elif (item := item_of(path, values)).count <= MOST_COUNT:
            items.append(item)
    found = Cells(_boards(boards), tuple(items))
    if not len(found):
        raise GameError("no part of the states takes several values, so there is nothing to learn from")
    return found


def is_whole(value: Any) -> bool:
    """True for integers and bools, but not for Enum members."""
    return isinstance(value, int) and not isinstance(value, enum.Enum)


def item_of(path: str, values: set[Any]) -> Item:
    """Makes the cell at a path from the values seen there."""
    if all(map(is_whole, values)):
        return Item(path, (int(min(values)), int(max(values))), is_range=True)
    return Item(path, tuple(sorted(values, key=written)), is_range=False)


def written(value: Any) -> str:
    """Formats a value that is not a number as text, the same in every process."""
    return f"{type(value).__name__} {value.name if isinstance(value, enum.Enum) else value}"


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
