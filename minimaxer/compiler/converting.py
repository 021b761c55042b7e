"""Values as values of wider kinds."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from . import memory
from .body import Body, Value
from .joining import item_of_row, kind_of
from .kinds import (
    CHARS,
    DOUBLE,
    FLOAT,
    INT,
    NONE,
    RANGE,
    TEXT,
    WORD,
    Array,
    Board,
    Bool,
    Constant,
    Dict,
    Float,
    Int,
    Kind,
    List,
    Never,
    Optional,
    Row,
    Set,
    Symbol,
    Tuple,
    Union,
)
from .runtime.intrinsics import bits_of
from .runtime.values import fields_of


def converted(b: Body, value: Value, kind: Kind) -> Value:
    """The value as one of that kind."""
    mine = value.kind
    if mine == kind or not b.live:
        return Value(kind, value.leaves if mine == kind else blank(b, kind))
    if isinstance(mine, Never):
        return Value(kind, blank(b, kind))
    if isinstance(kind, Optional):
        return _maybe(b, value, kind)
    if isinstance(mine, Optional):
        return converted(b, present(b, value), kind)
    if isinstance(kind, Union) or kind == CHARS or isinstance(kind, (List, Set, Dict)):
        return _made(b, value, kind)
    if isinstance(mine, Union) and isinstance(kind, Tuple):
        return _the_one_of(b, value, kind)
    if isinstance(kind, Array):
        return _array(b, value, kind)
    if isinstance(mine, Constant):
        return _constant(b, mine.value, kind)
    if isinstance(kind, (Int, Float, Bool)):
        return _number(b, value, kind)
    if isinstance(mine, Tuple) and isinstance(kind, Tuple) and len(mine.items) == len(kind.items):
        parts = [converted(b, part, wanted) for part, wanted in zip(items_of(value), kind.items, strict=True)]
        return Value(kind, tuple(leaf for part in parts for leaf in part.leaves))
    return _other_row(b, value, kind)


def _made(b: Body, value: Value, kind: Kind) -> Value:
    """Of one of several shapes, a text that is made, or a list."""
    mine = value.kind
    if isinstance(kind, Union):
        from .unions import as_union

        return as_union(b, converted(b, value, kind_of(mine.value) or mine) if isinstance(mine, Constant) else value, kind)
    if kind == CHARS and (mine == TEXT or (isinstance(mine, Constant) and isinstance(mine.value, str))):
        from .texts import as_characters

        return as_characters(b, value)
    if isinstance(kind, Set):
        return _set(b, value, kind)
    if isinstance(kind, Dict):
        return _dict(b, value, kind)
    if not isinstance(kind, List) or not isinstance(mine, (Constant, Tuple, Board, Row)):
        b.refuse(f"gives {mine}, where {kind} was expected; give the same type on every path")
    return _list(b, value, kind)


def _the_one_of(b: Body, value: Value, kind: Tuple) -> Value:
    """What is one of several shapes as one of them; fails where it is another one."""
    from .unions import each_option

    shape = kind.cls, len(kind.items)
    one = each_option(b, value, lambda option: option, where=lambda option: (option.cls, len(option.items)) == shape)
    return converted(b, one, kind)


def _other_row(b: Body, value: Value, kind: Kind) -> Value:
    mine = value.kind
    if isinstance(kind, Row) and mine == RANGE:
        return _numbers_of_range(b, value)
    if not isinstance(kind, (Tuple, Board, Row)) or not isinstance(mine, (Tuple, Board, Row)):
        b.refuse(f"gives {mine}, where {kind} was expected; give the same type on every path")
    return _row(b, value, kind)


def _list(b: Body, value: Value, kind: List) -> Value:
    """A new list of known items."""
    from .lists import list_of

    row = Value(Constant(tuple(value.kind.value))) if isinstance(value.kind, Constant) else value
    return list_of(b, row, kind)


def _array(b: Body, value: Value, kind: Array) -> Value:
    """An array that is known, or of elements of another type."""
    from .arrays import as_array, is_array

    found = as_array(b, value) if is_array(value) else value
    if not isinstance(found.kind, Array) or (found.kind.item, found.kind.axes) != (kind.item, kind.axes):
        b.refuse(f"gives {value.kind}, where {kind} was expected; give the same type on every path")
    return Value(kind, found.leaves)


def _dict(b: Body, value: Value, kind: Dict) -> Value:
    """A dict that is known, or one of another class."""
    from .dicts import empty, image

    mine = value.kind
    if isinstance(mine, Constant) and isinstance(mine.value, dict):
        return Value(kind, image(b, mine.value, kind).leaves)
    if isinstance(mine, Dict) and (mine.key, mine.value) == (kind.key, kind.value):
        return Value(kind, value.leaves)
    if isinstance(mine, Dict) and isinstance(mine.key.kind, Never):
        return empty(b, kind)
    b.refuse(f"gives {mine}, where {kind} was expected; give the same type on every path")
    return value


def _set(b: Body, value: Value, kind: Set) -> Value:
    """A set that is known, or one of another class."""
    from .sets import empty, image

    mine = value.kind
    if isinstance(mine, Constant) and isinstance(mine.value, (set, frozenset)):
        return Value(kind, image(b, mine.value, kind).leaves)
    if isinstance(mine, Set) and mine.cell == kind.cell:
        return Value(kind, value.leaves)
    if isinstance(mine, Set) and isinstance(mine.item, Never):
        return empty(b, kind)
    b.refuse(f"gives {mine}, where {kind} was expected; give the same type on every path")
    return value


def blank(b: Body, kind: Kind) -> tuple[Any, ...]:
    """Leaves that mean nothing."""
    if b.ir is None:
        return (None,) * len(kind.leaves)
    return tuple(ir.Constant(leaf, 0.0 if leaf == DOUBLE else 0) for leaf in kind.leaves)


def present(b: Body, value: Value, cls: type[BaseException] = TypeError, text: str = "None where a value was expected") -> Value:
    """What a value is that might be None; fails where it is."""
    if not isinstance(value.kind, Optional):
        return value
    b.check(value.leaves[0], cls, text)
    return Value(value.kind.item, value.leaves[1:])


def items_of(value: Value) -> list[Value]:
    """The items of a tuple, side by side."""
    assert isinstance(value.kind, Tuple)
    found, first = [], 0
    for item in value.kind.items:
        found.append(Value(item, value.leaves[first : first + len(item.leaves)]))
        first += len(item.leaves)
    return found


def tuple_of(items: list[Value], cls: type[Any] | None = None, names: tuple[str, ...] = ()) -> Value:
    """A tuple of these items."""
    return Value(Tuple(tuple(each.kind for each in items), cls, names), tuple(leaf for each in items for leaf in each.leaves))


def _maybe(b: Body, value: Value, kind: Optional) -> Value:
    if value.kind == NONE:
        return Value(kind, (b.bit(False), *blank(b, kind.item)))
    if not isinstance(value.kind, Optional):
        return Value(kind, (b.bit(True), *converted(b, value, kind.item).leaves))
    inner = Value(value.kind.item, value.leaves[1:])
    if inner.kind == kind.item:
        return Value(kind, value.leaves)
    if b.ir is None:
        return Value(kind, blank(b, kind))

    def there() -> Value:
        return Value(kind, (b.bit(True), *converted(b, inner, kind.item).leaves))

    return b.either(value.leaves[0], there, lambda: Value(kind, (b.bit(False), *blank(b, kind.item))), kind)


def _number(b: Body, value: Value, kind: Kind) -> Value:
    mine, (leaf,) = value.kind, value.leaves
    if isinstance(mine, Symbol) and issubclass(mine.domain, int):
        values = [int(member) for member in b.program.members(mine.domain)]
        if values != list(range(len(values))):
            leaf = memory.word_at(b, b.program.table(tuple(values)), leaf) if b.ir is not None else None
        return converted(b, Value(INT, (leaf,)), kind)
    if isinstance(kind, Bool):
        b.refuse(f"gives {mine}, where {kind} was expected; give the same type on every path")
    if isinstance(mine, Bool):
        return converted(b, Value(INT, (b.op("zext", leaf, WORD),)), kind)
    if isinstance(mine, Int) and isinstance(kind, Float):
        return Value(FLOAT, (b.op("sitofp", leaf, DOUBLE),))
    b.refuse(f"gives {mine}, where {kind} was expected; give the same type on every path")
    return None


def _row(b: Body, value: Value, kind: Tuple | Board | Row) -> Value:
    """A tuple in another form."""
    mine = value.kind
    if isinstance(kind, Row):
        address, count = in_memory(b, value, kind.item)
        return Value(kind, (count, address))
    wanted = len(kind.items) if isinstance(kind, Tuple) else kind.count
    if isinstance(mine, Row):
        b.check(
            b.compare("==", value.leaves[0], b.word(wanted)), ValueError, f"a tuple has another number of items than {wanted}"
        )
    elif (len(mine.items) if isinstance(mine, Tuple) else mine.count) != wanted:
        b.refuse(f"gives {mine}, where {kind} was expected; give the same type on every path")
    if isinstance(kind, Board):
        return Value(kind, (in_memory(b, value, kind.item)[0],))
    item = item_of_row(mine)
    assert item is not None
    address = value.leaves[-1]
    parts = [converted(b, memory.load(b, item, address, place * len(item.leaves)), want) for place, want in enumerate(kind.items)]
    return Value(kind, tuple(leaf for part in parts for leaf in part.leaves))


def _numbers_of_range(b: Body, value: Value) -> Value:
    """The numbers of a range, as a tuple."""
    from .subscripts import length_of_range

    start, stop, step = value.leaves
    count = length_of_range(b, start, stop, step)
    made = memory.allocate(b, b.op("mul", count, b.word(8)))

    def one(index: Any) -> None:
        memory.store_item(b, Value(INT, (b.op("add", start, b.op("mul", index, step)),)), made, index)

    memory.count_up(b, count, one)
    return Value(Row(INT), (count, made))


def in_memory(b: Body, value: Value, item: Kind) -> tuple[Any, Any]:
    """The address of a tuple's items, each of that kind, and how many there are."""
    mine = value.kind
    if isinstance(mine, Constant):
        return in_memory(b, converted(b, value, Row(item)), item)
    if isinstance(mine, Tuple):
        size = len(item.leaves)
        address = memory.allocate(b, b.word(8 * max(1, size * len(mine.items))))
        for place, part in enumerate(items_of(value)):
            memory.store(b, converted(b, part, item), address, place * size)
        return address, b.word(len(mine.items))
    assert isinstance(mine, (Board, Row))
    count = b.word(mine.count) if isinstance(mine, Board) else value.leaves[0]
    address = value.leaves[-1]
    if mine.item == item or isinstance(mine.item, Never):
        return address, count
    new = memory.allocate(b, b.op("mul", count, b.word(8 * len(item.leaves))))

    def copy(index: Any) -> None:
        found = memory.load_item(b, mine.item, address, index)
        memory.store_item(b, converted(b, found, item), new, index)

    memory.count_up(b, count, copy)
    return new, count


def _constant(b: Body, value: Any, kind: Kind) -> Value:
    """A known value as one of that kind."""
    if isinstance(kind, Int) and isinstance(value, int):
        if not -(1 << 63) <= int(value) < 1 << 64:
            b.refuse(f"has {value}, an integer beyond 64 bits")
        return Value(kind, (b.word(int(value)),))
    if isinstance(kind, Bool) and isinstance(value, bool):
        return Value(kind, (b.bit(value),))
    if isinstance(kind, Float) and isinstance(value, (int, float)):
        return Value(kind, (ir.Constant(DOUBLE, float(value)),))
    if isinstance(kind, Symbol) and type(value) is kind.domain:
        return Value(kind, (b.word(b.program.number(value)),))
    if isinstance(kind, Tuple) and isinstance(value, kind.cls or (tuple, list)):
        names = fields_of(type(value))
        parts = [getattr(value, name) for name in names] if names is not None else list(value)
        if len(parts) == len(kind.items):
            found = [converted(b, Value(Constant(part)), item) for part, item in zip(parts, kind.items, strict=True)]
            return Value(kind, tuple(leaf for part in found for leaf in part.leaves))
    if isinstance(kind, (Board, Row)) and isinstance(value, (tuple, list, range)):
        table = b.program.table(tuple(word for part in value for word in words_of(b, part, kind.item)))
        return Value(kind, (table,) if isinstance(kind, Board) else (b.word(len(value)), table))
    b.refuse(f"gives {value!r}, where {kind} was expected; give the same type on every path")
    return None


def words_of(b: Body, value: Any, kind: Kind) -> list[Any]:
    """The words of a known value of that kind, for a table."""
    if isinstance(kind, Int) and type(value) is int and -(1 << 63) <= value < 1 << 64:
        return [value]
    if isinstance(kind, Symbol) and isinstance(value, str):
        return [b.program.number(value)]
    leaves = (
        converted(b, Value(Constant(value)), kind).leaves
        if isinstance(kind, (Optional, Set, Dict, Array)) or kind == CHARS
        else _constant(b, value, kind).leaves
    )
    words: list[Any] = []
    for leaf in leaves:
        if leaf is None:
            words.append(0)
        elif leaf.type == DOUBLE:
            words.append(bits_of(leaf.constant))
        else:
            constant = getattr(leaf, "constant", None)
            words.append(int(constant) if isinstance(constant, (int, bool)) else leaf)
    return words
