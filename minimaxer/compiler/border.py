"""Values as plain words, side by side and without addresses: what crosses a ply or the border to Python."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from attrs import frozen

from . import arrays, memory
from .body import Body, Value
from .converting import items_of, tuple_of
from .kinds import (
    BOOL,
    CHARS,
    INT,
    ROW_ROOM,
    TEXT,
    Array,
    Board,
    Bool,
    Constant,
    Dict,
    Float,
    Int,
    Kind,
    List,
    Object,
    Optional,
    Row,
    Set,
    Symbol,
    Tuple,
    Union,
)
from .program import Program
from .runtime.layout import Layout

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
    if isinstance(kind, Set):
        return 2 + _room(kind) * (1 + size(kind.item))
    if isinstance(kind, (Row, List, Dict)):
        return 1 + _room(kind) * size(kind.item)
    if isinstance(kind, Array):
        return math.prod(kind.shape or ())
    if isinstance(kind, Object):
        return sum(size(cell.kind) for cell in kind.record.cells.values())
    if kind == CHARS:
        return 1 + TEXT_ROOM
    if isinstance(kind, Union):
        return 1 + sum(map(size, kind.options))
    return len(kind.leaves)


def _room(kind: Kind) -> int:
    """Items of a tuple, list, set or dict of varying length that are kept."""
    if isinstance(kind, Row):
        return ROW_ROOM
    assert isinstance(kind, (List, Set, Dict))
    return (kind.key if isinstance(kind, Dict) else kind.cell).room


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
    if isinstance(kind, Set):
        return _read_set(b, kind, address, place)
    if isinstance(kind, (Row, List, Dict)):
        count = memory.load(b, INT, address, place).leaves[0]
        return _made_of(b, kind, Value(Row(kind.item), (count, _read_items(b, kind.item, address, place + 1, count))))
    if isinstance(kind, Array):
        return arrays.read(b, kind, address, place)
    if isinstance(kind, Object):
        return _read_object(b, kind, address, place)
    if isinstance(kind, Union):
        return _read_union(b, kind, address, place)
    if kind == CHARS:
        return Value(CHARS, read(b, Row(TEXT), address, place).leaves)
    return memory.load(b, kind, address, place)


def _read_set(b: Body, kind: Set, address: Any, place: int) -> Value:
    """A set: how many items and places it has, then where each item lies, and the item."""
    from .sets import laid_out

    count, places = (memory.load(b, INT, address, place + each).leaves[0] for each in range(2))

    def item_at(index: Any) -> tuple[Any, Value]:
        at = _set_item(b, kind, address, place, index)
        return b.peek(at, 0), read(b, kind.item, at, 1)

    return laid_out(b, kind, count, places, item_at)


def _set_item(b: Body, kind: Set, address: Any, place: int, index: Any) -> Any:
    """Where an item of a set lies outside: first the number of its place, then its words."""
    offset = b.op("mul", index, b.word(8 * (1 + size(kind.item))))
    return b.op("add", address, b.op("add", offset, b.word(8 * (place + 2))))


def _write_set(b: Body, value: Value, kind: Set, address: Any, place: int, sorts: bool) -> None:
    """As it is read; sorted, without its places."""
    from .sets import PLACE, counts, each_place

    count, places = counts(b, value)
    room = _room(kind)
    _check_room(b, count, room)
    memory.store(b, Value(INT, (count,)), address, place)
    memory.store(b, Value(INT, (b.word(0) if sorts else places,)), address, place + 1)
    slot = b.variable(b.word(0))

    def one(index: Any, _: Any, item: Value) -> None:
        number = None if b.ir is None else b.ir.load(slot)
        at = _set_item(b, kind, address, place, number)
        b.poke(at, PLACE, b.word(0) if sorts else index)
        write(b, item, at, 1, sorts=sorts)
        b.op("store", b.op("add", number, b.word(1)), slot)

    each_place(b, value, one)
    if b.ir is not None:
        width = b.word(1 + size(kind.item))
        memory.clear(b, _set_item(b, kind, address, place, count), b.ir.mul(b.ir.sub(b.word(room), count), width))
    if sorts:
        _sort_rows(b, address, place, 1 + size(kind.item), 2)


def _check_room(b: Body, count: Any, room: int) -> None:
    text = f"a tuple, list, set or text has more than {room} items, the most that can be kept"
    b.check(b.compare("<=", count, b.word(room)), OverflowError, text)


def _made_of(b: Body, kind: Kind, row: Value) -> Value:
    """A tuple as what it stands for: itself, a list or a dict."""
    if isinstance(kind, List):
        from .lists import list_of

        return list_of(b, row, kind)
    if isinstance(kind, Dict):
        from .dicts import filled

        return filled(b, kind, row)
    return row


def _read_object(b: Body, kind: Object, address: Any, place: int) -> Value:
    from .objects import new_object, set_attribute

    made = new_object(b, kind.record)
    for name, cell in kind.record.cells.items():
        set_attribute(b, made, name, read(b, cell.kind, address, place))
        place += size(cell.kind)
    return made


def _read_items(b: Body, item: Kind, address: Any, place: int, count: Any) -> Any:
    made = memory.allocate(b, b.op("mul", count, b.word(8 * len(item.leaves))))
    first = None if b.ir is None else b.further(address, b.word(place))

    def one(index: Any) -> None:
        at = None if b.ir is None else b.further(first, b.ir.mul(index, b.word(size(item))))
        memory.store_item(b, read(b, item, at), made, index)

    memory.count_up(b, count, one)
    return made


def write(b: Body, value: Value, address: Any, place: int = 0, *, sorts: bool = False) -> None:
    """Puts the words of a value there.

    Args:
        b: The body.
        value: The value.
        address: Where its words, or those of what it is part of, lie.
        place: How many words behind it.
        sorts: Whether the items of sets and dicts are sorted by their words, so that equal ones have equal words.
    """
    kind = value.kind
    if isinstance(kind, Tuple):
        for item in items_of(value):
            write(b, item, address, place, sorts=sorts)
            place += size(item.kind)
    elif isinstance(kind, Optional):
        memory.store(b, Value(BOOL, value.leaves[:1]), address, place)
        _write_if_there(b, value, kind, address, place + 1, sorts)
    elif isinstance(kind, Board):
        _write_items(b, kind.item, value.leaves[0], address, place, b.word(kind.count), sorts)
    elif isinstance(kind, Union):
        _write_union(b, value, address, place, sorts)
    elif kind == CHARS:
        _write_row(b, Value(Row(TEXT), value.leaves), address, place, TEXT_ROOM, sorts)
    elif isinstance(kind, Set):
        _write_set(b, value, kind, address, place, sorts)
    elif isinstance(kind, (Row, List, Dict)):
        _write_row(b, _row_of(b, value), address, place, _room(kind), sorts)
        if sorts and isinstance(kind, Dict):
            _sort_rows(b, address, place, size(kind.item))
    elif isinstance(kind, Array):
        arrays.write(b, value, kind, address, place)
    elif isinstance(kind, Object):
        _write_object(b, value, kind, address, place, sorts)
    else:
        memory.store(b, value, address, place)


def _row_of(b: Body, value: Value) -> Value:
    """The items of a list, a set or a dict, or a tuple itself, as a tuple."""
    from .gathering import as_row

    if isinstance(value.kind, Dict):
        from .dicts import entries

        return entries(b, value)
    return as_row(b, value)


def _write_object(b: Body, value: Value, kind: Object, address: Any, place: int, sorts: bool) -> None:
    from .objects import attribute_of

    for name, cell in kind.record.cells.items():
        write(b, attribute_of(b, value, name), address, place, sorts=sorts)
        place += size(cell.kind)


def _sort_rows(b: Body, address: Any, place: int, words: int, before: int = 1) -> None:
    """Sorts so many items as the word there says, by their words from the first to the last; so many words come before them."""
    if b.ir is None or words == 0:
        return
    first = b.ir.add(address, b.word(8 * (place + before)))

    def row(index: Any) -> Any:
        return b.op("add", first, b.op("mul", index, b.word(8 * words)))

    def sink(index: Any) -> None:
        assert b.ir is not None
        slot = b.variable(index)
        head, look, swap, after = (b.block(name) for name in ("sink", "look", "swap", "sunk"))
        b.enter(head)
        here = b.ir.load(slot)
        b.branch(b.compare(">", here, b.word(0)), look, after)
        b.at(look)
        before = b.ir.sub(here, b.word(1))
        mine, theirs = ([b.peek(row(at), word) for word in range(words)] for at in (here, before))
        b.branch(_comes_first(b, mine, theirs), swap, after)
        b.at(swap)
        for word in range(words):
            b.poke(row(before), word, mine[word])
            b.poke(row(here), word, theirs[word])
        b.ir.store(before, slot)
        b.goto(head)
        b.at(after)

    memory.count_up(b, b.peek(address, place), sink)


def _comes_first(b: Body, mine: list[Any], theirs: list[Any]) -> Any:
    """Whether one row of words comes before another."""
    found: Any = b.bit(False)
    for one, other in zip(reversed(mine), reversed(theirs), strict=True):
        same = b.op("and_", b.compare("==", one, other), found)
        found = b.op("or_", b.compare("<", one, other), same)
    return found


def _read_union(b: Body, kind: Union, address: Any, place: int) -> Value:
    leaves = list(memory.load(b, INT, address, place).leaves)
    place += 1
    for option in kind.options:
        leaves += read(b, option, address, place).leaves
        place += size(option)
    return Value(kind, tuple(leaves))


def _write_union(b: Body, value: Value, address: Any, place: int, sorts: bool) -> None:
    """Which it is, its words in their place, and zeros for the others."""
    from .unions import each_option

    kind = value.kind
    assert isinstance(kind, Union)
    for number in range(1, size(kind)):
        b.poke(address, place + number, b.word(0))
    memory.store(b, Value(INT, value.leaves[:1]), address, place)
    places: dict[Kind, int] = dict(zip(kind.options, _places(kind), strict=True))

    def one(option: Value) -> None:
        write(b, option, address, place + places[option.kind], sorts=sorts)

    each_option(b, value, one)


def _places(kind: Union) -> list[int]:
    """Where the words of each option begin."""
    found, first = [], 1
    for option in kind.options:
        found.append(first)
        first += size(option)
    return found


def _write_row(b: Body, value: Value, address: Any, place: int, room: int, sorts: bool) -> None:
    """A length, that many items, and zeros behind them, so that equal values have equal words."""
    kind = value.kind
    assert isinstance(kind, Row)
    count, source = value.leaves
    _check_room(b, count, room)
    memory.store(b, Value(INT, (count,)), address, place)
    _write_items(b, kind.item, source, address, place + 1, count, sorts)
    if b.ir is None:
        return
    words = size(kind.item)
    first = b.ir.add(b.ir.add(address, b.word(8 * (place + 1))), b.ir.mul(count, b.word(8 * words)))
    memory.clear(b, first, b.ir.mul(b.ir.sub(b.word(room), count), b.word(words)))


def _write_if_there(b: Body, value: Value, kind: Optional, address: Any, place: int, sorts: bool) -> None:
    """An item's words; 0 where there is none, so that equal values have equal words."""

    def clear() -> None:
        for number in range(size(kind.item)):
            b.poke(address, place + number, b.word(0))

    there = Value(kind.item, value.leaves[1:])
    b.either(value.leaves[0], lambda: write(b, there, address, place, sorts=sorts), clear)


def _write_items(b: Body, item: Kind, source: Any, address: Any, place: int, count: Any, sorts: bool) -> None:
    first = None if b.ir is None else b.further(address, b.word(place))

    def one(index: Any) -> None:
        at = None if b.ir is None else b.further(first, b.ir.mul(index, b.word(size(item))))
        write(b, memory.load_item(b, item, source, index), at, sorts=sorts)

    memory.count_up(b, count, one)


def words(b: Body, value: Value) -> Value:
    """The words of a value as a tuple: side by side where it holds scalars only, else in memory."""
    scalars = _scalars(value)
    if scalars is not None:
        return tuple_of([Value(INT, (memory.to_word(b, leaf),)) for leaf in scalars])
    count = size(value.kind)
    made = memory.allocate(b, b.word(8 * count))
    write(b, value, made, sorts=True)
    return Value(Board(INT, count), (made,))


def _scalars(value: Value) -> list[Any] | None:
    kind = value.kind
    if isinstance(kind, Tuple):
        parts = [_scalars(item) for item in items_of(value)]
        return None if None in parts else [leaf for part in parts if part is not None for leaf in part]
    if isinstance(kind, (Board, Row, Optional, Union, List, Set, Dict, Object, Array)) or kind == CHARS:
        return None
    return list(value.leaves)


# --- for Python -----------------------------------------------------------------------------------------------------------------


def layout_of(program: Program, kind: Kind) -> Layout:
    """How values of a kind lie in words."""
    if isinstance(kind, Constant):
        return Layout("none")
    if isinstance(kind, Tuple):
        return _layout_of_parts(program, kind.items, kind.names, kind.cls)
    if isinstance(kind, Object):
        cells = kind.record.cells
        return _layout_of_parts(program, [cell.kind for cell in cells.values()], tuple(cells), kind.record.cls)
    if isinstance(kind, Union):
        return Layout("union", tuple(layout_of(program, option) for option in kind.options))
    if isinstance(kind, Array):
        shape = tuple(map(str, kind.shape or ()))
        return Layout("array", (layout_of(program, kind.item),), (kind.dtype, *shape), count=math.prod(kind.shape or ()))
    if isinstance(kind, (Optional, Board, Row, List, Set, Dict)):
        return _layout_of_items(program, kind)
    if kind == CHARS:
        return Layout("chars", names=tuple(program.texts), count=TEXT_ROOM)
    if isinstance(kind, Symbol):
        if kind.domain is str:
            return Layout("text", names=tuple(program.texts))
        return Layout("enum", names=tuple(each.name for each in kind.domain), cls=kind.domain)
    return Layout({Int: "int", Bool: "bool", Float: "float"}[type(kind)])


def _layout_of_parts(program: Program, kinds: Iterable[Kind], names: tuple[str, ...], cls: type[Any] | None) -> Layout:
    items = tuple(layout_of(program, item) for item in kinds)
    return Layout("tuple" if cls is None else "object", items, names, cls)


def _layout_of_items(program: Program, kind: Optional | Board | Row | List | Set | Dict) -> Layout:
    items = (layout_of(program, kind.item),)
    if isinstance(kind, Optional):
        return Layout("maybe", items)
    if isinstance(kind, Board):
        return Layout("board", items, count=kind.count)
    if isinstance(kind, Set):
        return Layout("set", items, cls=kind.cls, count=_room(kind))
    cls: Any = {Row: None, List: list, Dict: dict}[type(kind)]
    return Layout("row", items, cls=cls, count=_room(kind))


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
