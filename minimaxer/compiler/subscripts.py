"""Items and slices."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from . import memory, own
from .body import Body, Value
from .classes import class_of, is_sequence, is_tuple
from .converting import in_memory, items_of, present, tuple_of
from .joining import item_of_row
from .kinds import (
    CHARS,
    FLOAT,
    INT,
    NEVER,
    NONE,
    TEXT,
    Array,
    Board,
    Constant,
    Dict,
    Kind,
    List,
    Never,
    Range,
    Row,
    Symbol,
    Tuple,
    Union,
    is_enum,
    row_of,
)
from .operators import number


def checked_index(b: Body, index: Value, count: Any, text: str) -> Any:
    """The place of an index that may count from the end; fails where there is none."""
    index = number(b, index)
    if index.kind == FLOAT:
        b.refuse("has a float as an index")
    leaf = index.leaves[0]
    known = getattr(leaf, "constant", None)
    if b.ir is None:
        b.check(None, IndexError, text)
        return None
    if isinstance(known, int):
        leaf = b.ir.add(count, leaf) if known < 0 else leaf
    else:
        leaf = b.ir.select(b.compare("<", leaf, b.word(0)), b.ir.add(leaf, count), leaf)
    b.check(b.ir.icmp_unsigned("<", leaf, count), IndexError, text)
    return leaf


def item(b: Body, owner: Value, index: Value) -> Value:
    """`owner[index]`."""
    owner = present(b, owner)
    kind = owner.kind
    if isinstance(kind, Never) or isinstance(index.kind, Never):
        return Value(NEVER)
    b.refuse_views(kind)
    if isinstance(kind, Array):
        from .arrays import item as item_of_array

        return item_of_array(b, owner, index)
    if kind == CHARS or (kind == TEXT and not isinstance(index.kind, Constant)):
        return item(b, Value(Row(TEXT), b.convert(owner, CHARS).leaves), index)
    of_class = own.called(b, "__getitem__", owner, index)
    if of_class is not None:
        return of_class
    return _of_collection(b, owner, index)


def _of_collection(b: Body, owner: Value, index: Value) -> Value:
    """An item of a dict, list, tuple or range."""
    kind = owner.kind
    if isinstance(kind, Dict):
        from .dicts import get

        return get(b, owner, index)
    if isinstance(kind, List):
        from .lists import item as list_item

        return list_item(b, owner, index)
    if isinstance(kind, Constant):
        return _of_known(b, kind.value, index)
    if isinstance(kind, Union):
        return _of_union(b, owner, index)
    if is_tuple(kind):
        return _of_tuple(b, owner, kind, index)
    if isinstance(kind, Board):
        at = checked_index(b, index, b.word(kind.count), "tuple index out of range")
        return memory.load_item(b, kind.item, owner.leaves[0], at)
    if isinstance(kind, Row):
        at = checked_index(b, index, owner.leaves[0], "tuple index out of range")
        return memory.load_item(b, kind.item, owner.leaves[1], at)
    if isinstance(kind, Range):
        start, stop, step = owner.leaves
        at = checked_index(b, index, length_of_range(b, start, stop, step), "range object index out of range")
        return Value(INT, (b.op("add", start, b.op("mul", at, step)),))
    if isinstance(kind, Symbol) and kind.domain is str and isinstance(index.kind, Constant):
        from .symbols import table_of

        at_ = index.kind.value
        return table_of(b, owner, lambda text: text[at_])
    b.refuse(f"looks up an item of {kind}")
    return None


def _of_union(b: Body, owner: Value, index: Value) -> Value:
    from .unions import each_option

    at = index.kind.value if isinstance(index.kind, Constant) else 0

    def has(option: Tuple) -> bool:
        return -len(option.items) <= at < len(option.items)

    return each_option(b, owner, lambda option: item(b, option, index), where=has)


def length_of_range(b: Body, start: Any, stop: Any, step: Any) -> Any:
    """How many numbers a range has."""
    if b.ir is None:
        return None
    forward = b.compare(">", step, b.word(0))
    low, high = b.ir.select(forward, start, stop), b.ir.select(forward, stop, start)
    size = b.ir.select(forward, step, b.ir.sub(b.word(0), step))
    count = b.ir.sdiv(b.ir.add(b.ir.sub(high, low), b.ir.sub(size, b.word(1))), size)
    return b.ir.select(b.compare(">", high, low), count, b.word(0))


def _of_known(b: Body, owner: Any, index: Value) -> Value:
    from .expressions import known
    from .tables import item_at, lookup

    if isinstance(owner, type) and owner.__module__ in ("builtins", "collections"):
        return Value(Constant(owner))  # as in `set[int]()`
    if isinstance(owner, dict):
        makes = getattr(owner, "default_factory", int if isinstance(owner, Counter) else None)
        return lookup(b, owner, index) if makes is None else lookup(b, owner, index, makes())
    if isinstance(index.kind, Constant):
        try:
            found = owner[index.kind.value]
        except Exception as error:  # as in Python
            b.fail(type(error), str(error))
            return Value(NEVER)
        return known(b, found)
    if isinstance(owner, (tuple, list, str)):
        kind = "tuple" if isinstance(owner, tuple) else "list" if isinstance(owner, list) else "string"
        at = checked_index(b, index, b.word(len(owner)), f"{kind} index out of range")
        if not owner:
            return Value(NEVER)
        return item_at(b, owner, at)
    if is_enum(owner) and isinstance(index.kind, Symbol):
        from .symbols import table_of

        members: Any = owner
        return table_of(b, index, lambda name: members[name])
    b.refuse(f"looks up an item of {type(owner).__name__}")
    return None


def _of_tuple(b: Body, owner: Value, kind: Tuple, index: Value) -> Value:
    items = items_of(owner)
    if isinstance(index.kind, Constant):
        at = index.kind.value
        if not isinstance(at, int) or not -len(items) <= at < len(items):
            b.fail(IndexError, "tuple index out of range")
            return Value(NEVER)
        return items[at]
    if not items:
        b.fail(IndexError, "tuple index out of range")
        return Value(NEVER)
    wanted = item_of_row(kind if kind.cls is None else Tuple(kind.items))
    if wanted is None:
        b.refuse(f"looks up an item of {kind} by an index that is not known; its items are of different types")
    place = checked_index(b, index, b.word(len(items)), "tuple index out of range")
    found = [b.convert(each, wanted) for each in items]
    if b.ir is None:
        return Value(wanted, (None,) * len(wanted.leaves))
    leaves = []
    for column in range(len(wanted.leaves)):
        leaf = found[-1].leaves[column]
        for number_, each in reversed(list(enumerate(found[:-1]))):
            leaf = b.ir.select(b.compare("==", place, b.word(number_)), each.leaves[column], leaf)
        leaves.append(leaf)
    return Value(wanted, tuple(leaves))


def set_item(b: Body, owner: Value, index: Value, value: Value) -> None:
    """`owner[index] = value`."""
    if isinstance(owner.kind, List):
        from .lists import set_item as set_list_item

        set_list_item(b, owner, index, value)
    elif isinstance(owner.kind, Dict):
        from .dicts import put

        put(b, owner, index, value)
    elif own.called(b, "__setitem__", owner, index, value) is None and not isinstance(owner.kind, Never):
        b.refuse(f"assigns to an item of {owner.kind}; only lists and dicts made in the same search can change")


def slice_of(b: Body, owner: Value, start: Value | None, stop: Value | None, step: Value | None) -> Value:
    """`owner[start:stop:step]`."""
    from .gathering import as_row
    from .operators import row

    owner = present(b, owner)
    bounds = [Value(NONE) if each is None else each for each in (start, stop, step)]
    known = all(isinstance(each.kind, Constant) for each in bounds)
    if isinstance(owner.kind, Never):
        return owner
    is_known_text = isinstance(owner.kind, Constant) and isinstance(owner.kind.value, str)
    if owner.kind in (CHARS, TEXT) or (is_known_text and not known):
        piece = slice_of(b, Value(Row(TEXT), b.convert(owner, CHARS).leaves), start, stop, step)
        return Value(CHARS, piece.leaves)
    if known:
        cut = slice(*(each.kind.value for each in bounds))
        if isinstance(owner.kind, Constant):
            key = id(owner.kind.value), cut.start, cut.stop, cut.step
            return Value(Constant(b.program.sliced.setdefault(key, b.said(lambda: owner.kind.value[cut]))))
        if is_tuple(owner.kind):
            return tuple_of(items_of(owner)[cut])
    if isinstance(owner.kind, Union):
        from .unions import each_option

        return each_option(b, owner, lambda option: slice_of(b, option, start, stop, step))
    is_list = class_of(owner.kind) is list
    if not is_sequence(owner.kind):
        b.refuse(f"takes a slice of {owner.kind}")
    source = as_row(b, owner) if isinstance(owner.kind, List) else row(b, owner)
    item_kind = item_of_row(source.kind)
    if item_kind is None:
        b.refuse(f"takes a slice of {owner.kind} with bounds that are not known")
    if isinstance(item_kind, Never) and not isinstance(owner.kind, Constant):
        return owner
    address, count = in_memory(b, source, item_kind)
    made = _cut(b, item_kind, address, count, bounds)
    if known and isinstance(source.kind, Board):
        size = len(range(source.kind.count)[cut])
        made = b.convert(Value(Board(item_kind, size), (made.leaves[1],)), row_of(item_kind, size))
    if is_list:
        from .lists import list_of_row

        return list_of_row(b, made, b.marker("slice"))
    return made


def _cut(b: Body, kind: Kind, address: Any, count: Any, bounds: list[Value]) -> Value:
    start, stop, step = bounds
    if step.kind != NONE and step.kind != Constant(1):
        return _stride(b, kind, address, count, bounds)
    if b.ir is None:
        for each in (start, stop):
            if each.kind != NONE:
                number(b, each)
        return Value(Row(kind), (None, None))
    first = bound(b, start, count, b.word(0))
    last = bound(b, stop, count, count)
    size = b.ir.select(b.compare(">", last, first), b.ir.sub(last, first), b.word(0))
    return Value(Row(kind), (size, memory.item_address(b, kind, address, first)))


def bound(b: Body, given: Value, count: Any, default: Any) -> Any:
    """A bound of a slice, as a number from 0 to the count."""
    if given.kind == NONE:
        return default
    found = number(b, given)
    if b.ir is None:
        return None
    leaf = found.leaves[0]
    leaf = b.ir.select(b.compare("<", leaf, b.word(0)), b.ir.add(leaf, count), leaf)
    leaf = b.ir.select(b.compare("<", leaf, b.word(0)), b.word(0), leaf)
    return b.ir.select(b.compare(">", leaf, count), count, leaf)


def _stride(b: Body, kind: Kind, address: Any, count: Any, bounds: list[Value]) -> Value:
    """A slice with a step, in memory of its own."""
    step = bounds[2]
    if not isinstance(step.kind, Constant) or not isinstance(step.kind.value, int) or step.kind.value == 0:
        b.refuse("takes a slice with a step that is not known")
    size = abs(step.kind.value)
    if step.kind.value < 0:
        if bounds[0].kind != NONE or bounds[1].kind != NONE:
            b.refuse("takes a slice backwards with bounds; use reversed or a loop")
        first, total = (None, count) if b.ir is None else (b.ir.sub(count, b.word(1)), count)
    else:
        part = _cut(b, kind, address, count, [bounds[0], bounds[1], Value(NONE)])
        total, address = part.leaves
        first = b.word(0)
    many = None if b.ir is None else b.ir.sdiv(b.ir.add(total, b.word(size - 1)), b.word(size))
    made = memory.allocate(b, b.op("mul", many, b.word(8 * len(kind.leaves))))

    def copy(index: Any) -> None:
        at = None if b.ir is None else b.ir.add(first, b.ir.mul(index, b.word(step.kind.value)))
        memory.store_item(b, memory.load_item(b, kind, address, at), made, index)

    memory.count_up(b, many, copy)
    return Value(Row(kind), (many, made))


def set_slice(b: Body, owner: Value, node: ast.Slice, value: Value) -> None:
    """`owner[start:stop] = value`, of a list."""
    from .expressions import evaluate
    from .gathering import as_list
    from .lists import become, copied, extend

    if not isinstance(owner.kind, List) or node.step is not None:
        b.refuse("assigns to a slice with a step, or of something else than a list; assign to the items in a loop", node)
    first = Value(Constant(0)) if node.lower is None else evaluate(b, node.lower)
    made = slice_of(b, owner, None, first, None)
    extend(b, made, as_list(b, value, b.marker("assigned")))
    if node.upper is not None:
        last = evaluate(b, node.upper)
        later = max if isinstance(first.kind, Constant) and isinstance(last.kind, Constant) else None
        if later is not None and first.kind.value > last.kind.value >= 0:
            last = first
        extend(b, made, slice_of(b, owner, last, None, None))
    become(b, owner, copied(b, made))
