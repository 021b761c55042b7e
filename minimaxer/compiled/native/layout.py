"""How a value of the game, a state or a move, lies in words of 64 bits. Imports no numba."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from attrs import field, frozen

from ...errors import RulesError

WORD: Final = 1 << 64
LEAST, GREATEST = -(1 << 63), (1 << 63) - 1
Words = tuple[int, ...]
"""A value as it lies in memory."""


class LayoutError(Exception):
    """A value does not lie as expected; `where` is its place in the state, such as `.pits[3]`."""

    def __init__(self, where: str, got: str) -> None:
        super().__init__(f"{where or 'it'} is {got}")
        self.where = where
        self.got = got


@frozen
class Layout:
    """The shape of a value.

    Attributes:
        kind: `int`, `bool`, `float` or `tuple`.
        items: The items' shapes, of a tuple.
        names: Their names, of a NamedTuple.
        cls: The class of a NamedTuple.
        words: How many words it takes.
    """

    kind: str
    items: tuple[Layout, ...] = ()
    names: tuple[str, ...] = ()
    cls: type[Any] | None = field(default=None, eq=False)
    words: int = 1
    _row: struct.Struct | None = field(init=False, eq=False, repr=False)

    @_row.default
    def _row_of_ints(self) -> struct.Struct | None:
        """How a tuple of nothing but ints is packed at once."""
        plain = self.kind == "tuple" and all(item.kind == "int" for item in self.items)
        return struct.Struct(f"<{len(self.items)}q") if plain else None

    def pack(self, value: Any) -> bytes:
        """The words of a value of this shape, side by side.

        Raises:
            LayoutError: As in `flatten`.
        """
        if self._row is not None and isinstance(value, tuple):
            try:
                return self._row.pack(*value)
            except struct.error:  # an integer of 64 bits without a sign, or another shape
                pass
        return struct.pack(f"<{self.words}q", *self.flatten(value))

    def flatten(self, value: Any) -> list[int]:
        """The words of a value of this shape.

        Raises:
            LayoutError: It has another shape, or an integer needs more than 64 bits.
        """
        if self.kind == "int" and type(value) is int and LEAST <= value <= GREATEST:
            return [value]
        words: list[int] = []
        self._flatten(value, "", words)
        return words

    def _flatten(self, value: Any, where: str, words: list[int]) -> None:
        if self.kind == "tuple":
            if not isinstance(value, tuple) or len(value) != len(self.items):
                raise LayoutError(where, f"{value!r}, where a tuple of {len(self.items)} was expected")
            for number, (item, layout) in enumerate(zip(value, self.items, strict=True)):
                if layout.kind == "int" and type(item) is int and LEAST <= item <= GREATEST:
                    words.append(item)
                else:
                    layout._flatten(item, where + self.place(number), words)
            return
        words.append(_word(self.kind, value, where))

    def place(self, number: int) -> str:
        """How one writes the item of that number."""
        return f".{self.names[number]}" if self.names else f"[{number}]"

    def rebuild(self, words: Sequence[int]) -> Any:
        """The value from its words."""
        return self._rebuild(iter(words))

    def _rebuild(self, words: Any) -> Any:
        if self.kind == "tuple":
            items = [each._rebuild(words) for each in self.items]
            return tuple(items) if self.cls is None else self.cls(*items)
        word = next(words)
        if self.kind == "float":
            return struct.unpack("<d", struct.pack("<q", word))[0]
        return bool(word) if self.kind == "bool" else word

    def to_json(self) -> list[Any]:
        """The shape as plain data; the class of a NamedTuple is left out."""
        return [self.kind, [item.to_json() for item in self.items], list(self.names)]

    @classmethod
    def from_json(cls, data: list[Any]) -> Layout:
        """The shape that `to_json` wrote."""
        kind, items, names = data
        layouts = tuple(cls.from_json(item) for item in items)
        return cls(kind, layouts, tuple(names), None, sum(item.words for item in layouts) if kind == "tuple" else 1)

    def __str__(self) -> str:
        if self.kind != "tuple":
            return self.kind
        inner = [str(item) for item in self.items]
        if self.names:
            inner = [f"{name}: {item}" for name, item in zip(self.names, inner, strict=True)]
        return f"{self.cls.__name__ if self.cls else ''}({', '.join(inner)})"


def _word(kind: str, value: Any, where: str) -> int:
    if kind == "float":
        if isinstance(value, int | float):
            return int(struct.unpack("<q", struct.pack("<d", float(value)))[0])
        raise LayoutError(where, f"{value!r}, where a float was expected")
    if kind == "bool" and value not in (False, True):
        raise LayoutError(where, f"{value!r}, where a truth value was expected")
    return as_word(value, where)


def as_word(value: Any, where: str = "") -> int:
    """The signed integer with the same 64 bits.

    Raises:
        LayoutError: It is no integer, or needs more bits.
    """
    if not isinstance(value, int):
        raise LayoutError(where, f"{value!r}, where an int was expected")
    if LEAST <= value <= GREATEST:
        return int(value)
    if GREATEST < value < WORD:
        return value - WORD
    raise LayoutError(where, f"{value}, an integer beyond 64 bits")


def layout_of(value: Any, where: str = "") -> Layout:
    """The shape of a value.

    Raises:
        LayoutError: It holds something else than integers, truth values, floats and tuples of them.
    """
    if isinstance(value, bool):
        return Layout("bool")
    if isinstance(value, int):
        as_word(value, where)
        return Layout("int")
    if isinstance(value, float):
        return Layout("float")
    if not isinstance(value, tuple):
        raise LayoutError(where, f"{value!r}, of type {type(value).__qualname__}")
    names = tuple(getattr(value, "_fields", ()))
    items = tuple(layout_of(item, where + (f".{names[number]}" if names else f"[{number}]")) for number, item in enumerate(value))
    return Layout("tuple", items, names, type(value) if names else None, sum(item.words for item in items))


def flat(layout: Layout, state: Any) -> bytes:
    """A state as it lies in memory.

    Raises:
        RulesError: It has another shape than the game's states.
    """
    try:
        return layout.pack(state)
    except LayoutError as error:
        where = error.where.lstrip(".") or "the state"
        raise RulesError(f"expected a state like {layout}, as initial() gives, but {where} is {error.got}") from error
