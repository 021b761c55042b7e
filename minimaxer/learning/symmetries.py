"""Symmetries of a game's cells, found from its `canonical`: permutations of cells, such as mirror images and turns.

`canonical` may leave positions as they are where a search would save nothing; a symmetry of the cells holds everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from attrs import evolve, frozen

from .cells import WIDEST, Cells, bits_that_change, joined

MOST: Final = 16
"""Most symmetries of a game, the identity included."""
_Signature = tuple[Any, ...]


@frozen(slots=False)
class Symmetry:
    """A permutation of the cells: pairs of a bit and its target, sorted by the first, and the other cells' targets by number."""

    bits: tuple[tuple[int, int], ...]
    items: tuple[int, ...]

    @cached_property
    def back(self) -> dict[int, int]:
        """The bit that moves to each bit."""
        return {target: bit for bit, target in self.bits}

    @cached_property
    def moves(self) -> dict[int, int]:
        """Masks of the bits that move equally far, by distance: negative to lower bits."""
        found: dict[int, int] = {}
        for bit, target in self.bits:
            found[target - bit] = found.get(target - bit, 0) | 1 << bit
        return found

    @property
    def is_nothing(self) -> bool:
        """True for the identity: all cells stay."""
        return all(bit == target for bit, target in self.bits) and self.items == tuple(range(len(self.items)))

    def after(self, other: Symmetry) -> Symmetry:
        """The composition of the other symmetry with this one, which acts second."""
        own = dict(self.bits)
        return Symmetry(
            tuple((bit, own[target]) for bit, target in other.bits), tuple(self.items[target] for target in other.items)
        )

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that moves all cells back."""
        items = sorted(range(len(self.items)), key=self.items.__getitem__)
        return Symmetry(tuple(sorted((target, bit) for bit, target in self.bits)), tuple(items))


def find_symmetries(
    states: Iterable[Any], canonical: Callable[[Any], tuple[Any, int]], cells: Cells
) -> tuple[Cells, tuple[Symmetry, ...]] | None:
    """Finds the symmetries that map positions, the more the better, to their canonical ones, and the group that they generate.

    Returns the cells, with the same values for those that go to one another, and the symmetries without the identity, empty where
    no position is mirrored; None where `canonical` does not just permute cells, or too few positions were seen.
    """
    pairs: dict[int, list[tuple[Any, Any]]] = {}
    for state in states:
        image, number = canonical(state)
        if image != state:
            pairs.setdefault(number, []).append((state, image))
    found: list[Symmetry] = []
    whole = _with_all(cells, [each for both in pairs.values() for pair in both for each in pair])
    for both in pairs.values():
        symmetry = _symmetry(whole, [state for state, _ in both], [image for _, image in both])
        if symmetry is None:
            return None
        found.append(symmetry)
    group = closed(found)
    if group is None:
        return None
    same = alike(whole, group)
    return (same, group) if all(is_symmetry(same, each) for each in group) else None


def closed(found: Sequence[Symmetry]) -> tuple[Symmetry, ...] | None:
    """The group that symmetries generate, without the identity; None if it has more than `MOST` elements."""
    group: dict[Symmetry, None] = {each: None for each in found if not each.is_nothing}
    todo = list(group)
    while todo:
        one = todo.pop()
        for other in list(group):
            for both in (one.after(other), other.after(one)):
                if not both.is_nothing and both not in group:
                    group[both] = None
                    todo.append(both)
        if len(group) >= MOST:
            return None
    return tuple(group)


def is_symmetry(cells: Cells, symmetry: Symmetry) -> bool:
    """True if it permutes the bits of each board, and maps each other cell to one that takes the same values."""
    to, items = dict(symmetry.bits), range(len(cells.items))
    if tuple(to) != tuple(cells.bits) or len(symmetry.bits) != len(to) or sorted(symmetry.items) != list(items):
        return False
    boards = all({to[bit] for bit in board.bits} == set(board.bits) for board in cells.boards)
    shapes = [(item.leaves, bool(item.guard)) for item in cells.items]
    return boards and all(shapes[number] == shapes[target] for number, target in enumerate(symmetry.items))


def _with_all(cells: Cells, states: Sequence[Any]) -> Cells:
    """The cells, with the bits added that change in these positions only."""
    if not states:
        return cells
    words = [cells.words(state) for state in states]
    boards = []
    for board in cells.boards:
        changing = bits_that_change([[each[path] for each in words] for path in board.paths])
        boards.append(evolve(board, bits=tuple(sorted({*board.bits, *changing}))))
    return evolve(cells, boards=tuple(boards))


def _symmetry(cells: Cells, states: Sequence[Any], images: Sequence[Any]) -> Symmetry | None:
    """The permutation of cells that turns these states into their images; None if there is none, or more than one."""
    bits = _matched(_bits_of(cells, states), _bits_of(cells, images))
    items = _matched(_items_of(cells, states), _items_of(cells, images))
    if bits is None or items is None:
        return None
    return Symmetry(tuple(sorted(bits.items())), tuple(items[number] for number in range(len(cells.items))))


def _items_of(cells: Cells, states: Sequence[Any]) -> dict[int, _Signature]:
    """The leaves of each item in all positions."""
    return dict(enumerate(zip(*map(cells.leaves, states), strict=True)))


def _bits_of(cells: Cells, states: Sequence[Any]) -> dict[int, _Signature]:
    """The values of each bit of the boards in all positions, in all integers of boards."""
    found: dict[int, list[Any]] = {bit: [] for bit in cells.bits}
    words = [cells.words(state) for state in states]
    for board in cells.boards:
        for path in board.paths:
            rows = [f"{each[path]:0{WIDEST}b}" for each in words]
            texts = ["".join(column) for column in zip(*rows, strict=True)]
            for bit, signature in found.items():
                signature.append(texts[WIDEST - 1 - bit])
    return {bit: tuple(signature) for bit, signature in found.items()}


def _matched(before: dict[int, _Signature], after: dict[int, _Signature]) -> dict[int, int] | None:
    """Maps each cell to the one with the same values in all positions; None unless that is one to one."""
    places = {signature: cell for cell, signature in after.items()}
    if len(places) != len(after) or len(set(before.values())) != len(before) or set(before.values()) != places.keys():
        return None
    return {cell: places[signature] for cell, signature in before.items()}


def alike(cells: Cells, group: Sequence[Symmetry]) -> Cells:
    """The cells, with the same values for those that symmetries map to one another."""
    items = [joined([item, *(cells.items[each.items[number]] for each in group)]) for number, item in enumerate(cells.items)]
    return evolve(cells, items=tuple(items))
