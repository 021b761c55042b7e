"""Values as plain words, side by side and without addresses: what crosses a ply or the border to Python."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from ..native.layout import Layout
from . import memory
from .body import Body, Value
from .converting import items_of, tuple_of
from .kinds import BOOL, CHARS, INT, TEXT, Board, Bool, Constant, Float, Int, Kind, Optional, Row, Symbol, Tuple, Union
from .program import Program

ROW_ROOM: Final = 24
"""Items of a tuple of varying length that are kept."""
TEXT_ROOM: Final = 81
"""Characters of a text that is made at run time and kept."""


def size(kind: Kind) -> int:
    """How many words a value takes."""
    if isinstance(kind, Optional):
        return 1 + size(kind.item)
    if isinstance(kind, Tuple):
        return sum(map(size, kind.items))
    if isinstance(kind, Board):
        return kind.count * size(kind.item)
    if isinstance(kind, Row):
        return 1 + ROW_ROOM * size(kind.item)
    if kind == CHARS:
        return 1 + TEXT_ROOM
    if isinstance(kind, Union):
        return 1 + sum(map(size, kind.options))
    return len(kind.leaves)


def read(b: Body, kind: Kind, address: Any, place: int = 0) -> Value:
    """The value of which words lie there; what is no scalar gets memory of the arena."""
    if isinstance(kind, Tuple):
        items = []
        for item in kind.items:
            items.append(read(b, item, address, place))
            place += size(item)
        return tuple_of(items, kind.cls, kind.names)
    if isinstance(kind, Optional):
        flag = memory.load(b, BOOL, address, place)
        inner = read(b, kind.item, address, place + 1)
        return Value(kind, (*flag.leaves, *inner.leaves))
    if isinstance(kind, Board):
        return Value(kind, (_read_items(b, kind.item, address, place, b.word(kind.count)),))
    if isinstance(kind, Row):
        count = memory.load(b, INT, address, place).leaves[0]
        return Value(kind, (count, _read_items(b, kind.item, address, place + 1, count)))
    if isinstance(kind, Union):
        return _read_union(b, kind, address, place)
    if kind == CHARS:
        return Value(CHARS, read(b, Row(TEXT), address, place).leaves)
    return memory.load(b, kind, address, place)


def _read_items(b: Body, item: Kind, address: Any, place: int, count: Any) -> Any:
    made = memory.allocate(b, b.op("mul", count, b.word(8 * len(item.leaves))))
    first = None if b.ir is None else b.ir.add(address, b.word(8 * place))

    def one(index: Any) -> None:
        at = None if b.ir is None else b.ir.add(first, b.ir.mul(index, b.word(8 * size(item))))
        memory.store_item(b, read(b, item, at), made, index)

    memory.count_up(b, count, one)
    return made


def write(b: Body, value: Value, address: Any, place: int = 0) -> None:
    """Puts the words of a value there."""
    kind = value.kind
    if isinstance(kind, Tuple):
        for item in items_of(value):
            write(b, item, address, place)
            place += size(item.kind)
    elif isinstance(kind, Optional):
        memory.store(b, Value(BOOL, value.leaves[:1]), address, place)
        _write_if_there(b, value, kind, address, place + 1)
    elif isinstance(kind, Board):
        _write_items(b, kind.item, value.leaves[0], address, place, b.word(kind.count))
    elif isinstance(kind, Union):
        _write_union(b, value, address, place)
    elif kind == CHARS:
        _write_row(b, Value(Row(TEXT), value.leaves), address, place, TEXT_ROOM)
    elif isinstance(kind, Row):
        _write_row(b, value, address, place, ROW_ROOM)
    else:
        memory.store(b, value, address, place)


def _read_union(b: Body, kind: Union, address: Any, place: int) -> Value:
    leaves = list(memory.load(b, INT, address, place).leaves)
    place += 1
    for option in kind.options:
        leaves += read(b, option, address, place).leaves
        place += size(option)
    return Value(kind, tuple(leaves))


def _write_union(b: Body, value: Value, address: Any, place: int) -> None:
    """Which it is, its words in their place, and zeros for the others."""
    from .unions import each_option

    kind = value.kind
    assert isinstance(kind, Union)
    for number in range(1, size(kind)):
        b.poke(address, place + number, b.word(0))
    memory.store(b, Value(INT, value.leaves[:1]), address, place)
    places: dict[Kind, int] = dict(zip(kind.options, _places(kind), strict=True))

    def one(option: Value) -> None:
        write(b, option, address, place + places[option.kind])

    each_option(b, value, one)


def _places(kind: Union) -> list[int]:
    """Where the words of each option begin."""
    found, first = [], 1
    for option in kind.options:
        found.append(first)
        first += size(option)
    return found


def _write_row(b: Body, value: Value, address: Any, place: int, room: int) -> None:
    """A length, that many items, and zeros behind them, so that equal values have equal words."""
    kind = value.kind
    assert isinstance(kind, Row)
    count, source = value.leaves
    b.check(b.compare("<=", count, b.word(room)), OverflowError, f"a tuple or text has more than {room} items")
    memory.store(b, Value(INT, (count,)), address, place)
    _write_items(b, kind.item, source, address, place + 1, count)
    if b.ir is None:
        return
    words = size(kind.item)
    first = b.ir.add(b.ir.add(address, b.word(8 * (place + 1))), b.ir.mul(count, b.word(8 * words)))
    memory.clear(b, first, b.ir.mul(b.ir.sub(b.word(room), count), b.word(words)))


def _write_if_there(b: Body, value: Value, kind: Optional, address: Any, place: int) -> None:
    """An item's words; 0 where there is none, so that equal values have equal words."""

    def clear() -> None:
        for number in range(size(kind.item)):
            b.poke(address, place + number, b.word(0))

    b.either(value.leaves[0], lambda: write(b, Value(kind.item, value.leaves[1:]), address, place), clear)


def _write_items(b: Body, item: Kind, source: Any, address: Any, place: int, count: Any) -> None:
    first = None if b.ir is None else b.ir.add(address, b.word(8 * place))

    def one(index: Any) -> None:
        at = None if b.ir is None else b.ir.add(first, b.ir.mul(index, b.word(8 * size(item))))
        write(b, memory.load_item(b, item, source, index), at)

    memory.count_up(b, count, one)


def words(b: Body, value: Value) -> Value:
    """The words of a value as a tuple: side by side where it holds scalars only, else in memory."""
    scalars = _scalars(value)
    if scalars is not None:
        return tuple_of([Value(INT, (memory.to_word(b, leaf),)) for leaf in scalars])
    count = size(value.kind)
    made = memory.allocate(b, b.word(8 * count))
    write(b, value, made)
    return Value(Board(INT, count), (made,))


def _scalars(value: Value) -> list[Any] | None:
    kind = value.kind
    if isinstance(kind, Tuple):
        parts = [_scalars(item) for item in items_of(value)]
        return None if None in parts else [leaf for part in parts if part is not None for leaf in part]
    if isinstance(kind, (Board, Row, Optional, Union)) or kind == CHARS:
        return None
    return list(value.leaves)


# --- for Python -----------------------------------------------------------------------------------------------------------------


def layout_of(program: Program, kind: Kind) -> Layout:
    """How values of a kind lie in words."""
    if isinstance(kind, Constant):
        return Layout("none")
    if isinstance(kind, Optional):
        return Layout("maybe", (layout_of(program, kind.item),))
    if isinstance(kind, Tuple):
        items = tuple(layout_of(program, item) for item in kind.items)
        return Layout("tuple" if kind.cls is None else "object", items, kind.names, kind.cls)
    if isinstance(kind, Board):
        return Layout("board", (layout_of(program, kind.item),), count=kind.count)
    if isinstance(kind, Row):
        return Layout("row", (layout_of(program, kind.item),), count=ROW_ROOM)
    if isinstance(kind, Union):
        return Layout("union", tuple(layout_of(program, option) for option in kind.options))
    if kind == CHARS:
        return Layout("chars", names=tuple(program.texts), count=TEXT_ROOM)
    if isinstance(kind, Symbol):
        if kind.domain is str:
            return Layout("text", names=tuple(program.texts))
        return Layout("enum", names=tuple(each.name for each in kind.domain), cls=kind.domain)
    return Layout({Int: "int", Bool: "bool", Float: "float"}[type(kind)])


@frozen(eq=False)
class Form:
    """A kind of value, and how its values lie in words.

    Attributes:
        kind: The kind.
        layout: How they lie.
    """

    kind: Kind
    layout: Layout

    @property
    def words(self) -> int:
        """Words that a value takes."""
        return self.layout.words

    def flatten(self, value: Any) -> list[int]:
        """The words of a value."""
        return self.layout.flatten(value)

    def rebuild(self, words: list[int]) -> Any:
        """The value of these words."""
        return self.layout.rebuild(words)
