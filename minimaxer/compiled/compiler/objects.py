"""Objects that can be changed: their attributes lie in memory, side by side, in the order in which they were first set."""

from __future__ import annotations

import types
from typing import Any

from . import memory
from .body import Body, Value
from .fitting import fitted
from .joining import ClashError, join, widened
from .kinds import NEVER, Cell, Constant, Never, Object, Record


def new_object(b: Body, record: Record) -> Value:
    """An object none of whose attributes is set."""
    size = b.word(8 * max(1, record.words))
    address = memory.allocate(b, size)
    if b.ir is not None:
        memory.clear(b, address, b.word(max(1, record.words)))
    return Value(Object(record), (address,))


def made(b: Body, record: Record, arguments: list[Value], keywords: dict[str, Value], node: Any) -> Value:
    """A new object, as the class's `__init__` makes it."""
    from .calls import call_python

    found = new_object(b, record)
    for name in record.cells:
        if hasattr(record.cls, name) and not isinstance(vars(record.cls).get(name), types.MemberDescriptorType):
            set_attribute(b, found, name, Value(Constant(getattr(record.cls, name))))
    init = getattr(record.cls, "__init__", None)
    if isinstance(init, types.FunctionType):
        call_python(b, init, [found, *arguments], keywords, node)
    elif arguments or keywords:
        b.refuse(f"makes a {record.cls.__name__} with arguments, which it does not take", node)
    return found


def attribute_of(b: Body, owner: Value, name: str) -> Value:
    """The value of an attribute."""
    record = _record(owner)
    kind = record.cells[name].kind
    if isinstance(kind, Never):
        b.live = b.live and b.ir is not None
        return Value(NEVER)
    return memory.load(b, kind, owner.leaves[0], record.offset(name))


def set_attribute(b: Body, owner: Value, name: str, value: Value) -> None:
    """Gives an attribute a value."""
    record = _record(owner)
    if not b.live or isinstance(value.kind, Never):
        return
    if name not in record.cells:
        record.cells[name] = Cell()
        b.program.changed = True
    cell = record.cells[name]
    try:
        wider = fitted(cell.kind, widened(value.kind)) if record.is_seen else join(cell.kind, widened(value.kind))
    except ClashError as clash:
        b.refuse(f"sets {name} to {clash.other}, which is {clash.one} elsewhere; keep values of one type in it")
    if wider != cell.kind:
        cell.put(wider)
        b.program.changed = True
    found = b.convert(value, cell.kind)
    if b.ir is not None and b.live:
        memory.store(b, found, owner.leaves[0], record.offset(name))


def copied(b: Body, owner: Value) -> Value:
    """A new object with the same values of its attributes."""
    record = _record(owner)
    found = new_object(b, record)
    memory.copy(b, owner.leaves[0], found.leaves[0], b.word(record.words))
    return found


def deeply_copied(b: Body, value: Value) -> Value:
    """A copy in which nothing that can be changed is shared."""
    from . import dicts, lists, sets
    from .kinds import Dict, List, Optional, Set, Tuple
    from .streams import each_item

    kind = value.kind
    if isinstance(kind, Object):
        found = copied(b, value)
        for name in kind.record.cells:
            if changes(kind.record.cells[name].kind):
                set_attribute(b, found, name, deeply_copied(b, attribute_of(b, value, name)))
        return found
    if not changes(kind):
        return value
    if isinstance(kind, List):
        if not changes(kind.item):
            return lists.copied(b, value)
        made_list = lists.empty(b, kind)
        each_item(b, b.marker("deep"), value, lambda item: lists.append(b, made_list, deeply_copied(b, item)), [])
        return made_list
    if isinstance(kind, Set):
        return sets.copied(b, value)
    if isinstance(kind, Dict) and not changes(kind.item):
        return dicts.copied(b, value)
    if isinstance(kind, Tuple):
        from .converting import items_of, tuple_of

        return tuple_of([deeply_copied(b, item) for item in items_of(value)], kind.cls, kind.names)
    if isinstance(kind, Optional):
        inner = Value(kind.item, value.leaves[1:])
        return b.either(
            value.leaves[0],
            lambda: b.convert(deeply_copied(b, inner), kind),
            lambda: b.convert(Value(Constant(None)), kind),
            kind,
        )
    b.refuse(f"copies {kind} deeply; copy it part by part")
    return None


def changes(kind: Any) -> bool:
    """Whether a value, or something in it, can be changed."""
    from .kinds import Board, Dict, List, Optional, Row, Set, Tuple

    if isinstance(kind, (Object, List, Set, Dict)):
        return True
    if isinstance(kind, Tuple):
        return any(map(changes, kind.items))
    return isinstance(kind, (Board, Row, Optional)) and changes(kind.item)


def _record(owner: Value) -> Record:
    assert isinstance(owner.kind, Object)
    return owner.kind.record
