"""New tuples from old ones, the same in Python and in compiled games, where slices and starred items are not at hand."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(items: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with another item at that index; negative indices count from the end.

    Raises:
        IndexError: There is no such index.

    Examples:
        >>> replaced((1, 2, 3), 1, 9), replaced((1, 2, 3), -1, 9)
        ((1, 9, 3), (1, 2, 9))
    """
    _checked(items, index)
    changed = list(items)
    changed[index] = value
    return _like(items, changed)


def added(items: tuple[int, ...], index: int, difference: int) -> tuple[int, ...]:
    """The tuple with a number added to the item at that index.

    Raises:
        IndexError: There is no such index.

    Examples:
        >>> added((1, 2, 3), 1, 10)
        (1, 12, 3)
    """
    _checked(items, index)
    return replaced(items, index, items[index] + difference)


def swapped(items: tuple[T, ...], one: int, other: int) -> tuple[T, ...]:
    """The tuple with two items exchanged.

    Raises:
        IndexError: There is no such index.

    Examples:
        >>> swapped((1, 2, 3), 0, 2)
        (3, 2, 1)
    """
    _checked(items, one)
    _checked(items, other)
    return replaced(replaced(items, one, items[other]), other, items[one])


def from_list(items: list[T], like: tuple[T, ...]) -> tuple[T, ...]:
    """The items of a list as a tuple, as long as the one given and of the same class.

    Raises:
        ValueError: The list has another length.

    Examples:
        >>> from_list([4, 5, 6], (0, 0, 0))
        (4, 5, 6)
    """
    if len(items) != len(like):
        raise ValueError(f"expected {len(like)} items, got {len(items)}")
    return _like(like, items)


def total(items: tuple[int, ...], first: int, last: int) -> int:
    """The sum of the items from `first` up to but without `last`.

    Examples:
        >>> total((1, 2, 3, 4), 1, 3)
        5
    """
    return sum(items[place] for place in range(first, last))


def sort(items: tuple[T, ...]) -> tuple[T, ...]:
    """The items in ascending order.

    Examples:
        >>> sort((3, 1, 2))
        (1, 2, 3)
    """
    return tuple(sorted(items))  # type: ignore[type-var]


def _checked(items: tuple[T, ...], index: int) -> None:
    if not -len(items) <= index < len(items):
        raise IndexError(f"expected an index from {-len(items)} to {len(items) - 1}, got {index}")


def _like(items: tuple[T, ...], changed: list[T]) -> tuple[T, ...]:
    make = getattr(items, "_make", None)
    return tuple(changed) if make is None else make(changed)
