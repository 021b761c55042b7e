"""Dicts of known text keys, and lists of known length, whose values have types of their own: their parts lie as an object's do.

Which dicts and lists are kept so is decided by the states seen (`sample_types`): a display with the same keys makes another.
"""

from __future__ import annotations

import ast

from llvmlite import ir

from . import objects, operations, value_types as t
from .builder import FunctionBuilder, Value, has_type, known
from .calls import Keywords
from .classes import class_of
from .converting import refuse_type, tuple_of
from .dicts import refuse_unhashable
from .expressions import tuple_of_values
from .lists import list_of_row
from .methods import method
from .objects import keyed_item, names_in_order
from .operations import implements
from .program import RefusedError
from .sample_types import are_unlike
from .views import Derived, parts_of, stream


def _made(b: FunctionBuilder, record: t.Record, parts: dict[str, Value]) -> Value:
    if record.cls is dict and tuple(parts) != tuple(record.cells) and not record.has_orders:
        record.has_orders = True
        b.program.facts += 1
    made = objects.new_object(b, t.Keyed(record))
    for name, value in parts.items():
        objects.set_attribute(b, made, name, value)
    return made if b.live else Value(t.NEVER)


@implements(operations.keyed_dict)
def keyed_dict(b: FunctionBuilder, keys: list[Value | None], values: list[Value]) -> Value | None:
    """The keyed dict of these keys and values; None where it is none."""
    parts: dict[str, Value] = {}
    for key, value in zip(keys, values, strict=True):
        known = None if key is None else getattr(key.type, "value", None)
        more = _spread(b, value) if key is None else {known: value} if isinstance(known, str) else {}
        if not more:
            return None
        parts |= more
    record = b.program.records.get((dict, frozenset(parts)))
    return None if record is None else _made(b, record, parts)


def _spread(b: FunctionBuilder, value: Value) -> dict[str, Value]:
    """The entries of a dict that is known or keyed; nothing of others."""
    if has_type(value, t.Keyed) and value.type.record.cls is dict:
        return {name: objects.attribute_of(b, value, name) for name in value.type.names}
    return {key: Value(t.Constant(held)) for key, held in value.type.value.items()} if t.is_known(value.type, dict) else {}


@implements(operations.keyed_list)
def keyed_list(b: FunctionBuilder, node: ast.List) -> Value | None:
    """The keyed list of a display; None where it is none."""
    names = [str(place) for place in range(len(node.elts))]
    record = b.program.records.get((list, frozenset(names)))
    if record is None or any(isinstance(each, ast.Starred) for each in node.elts):
        return None
    items = [operations.evaluate(b, each) for each in node.elts]
    if not b.live:
        return Value(t.NEVER)
    if are_unlike(class_of(each.inner.type) for each in items):
        return _made(b, record, dict(zip(names, items, strict=True)))
    return list_of_row(b, tuple_of_values(b, items), node)


@operations.make.of(t.Keyed)
def make(b: FunctionBuilder, value: Value, type_: t.Keyed) -> Value:
    """Converts a known dict or list."""
    known = value.type.value if isinstance(value.type, t.Constant) else None
    if not isinstance(known, dict) or known.keys() != set(type_.names):
        refuse_type(b, value.type, type_)
    return _made(b, type_.record, _spread(b, value))


@operations.item_of.of(t.Keyed)
def get(b: FunctionBuilder, owner: Value[t.Keyed], key: Value, default: Value | None = None) -> Value:
    """The value of a key or index; without a default, fails where there is none."""
    if (name := _name_of(b, owner, key, "looks up")) is not None:
        return objects.attribute_of(b, owner, name)
    return _fail(b, owner, key) if default is None else default


def _name_of(b: FunctionBuilder, owner: Value[t.Keyed], key: Value, what: str) -> str | None:
    """The name of the part that a known key or index stands for; None where there is none."""
    names = owner.type.names
    if not isinstance(key.type, t.Constant):
        b.refuse(f"{what} an item of {owner.type} by a key that is not known; keep what has such keys in a dict of its own")
    known = key.type.value
    if owner.type.record.cls is dict:
        return known if known in names else None
    return names[known] if isinstance(known, int) and -len(names) <= known < len(names) else None


def _fail(b: FunctionBuilder, owner: Value[t.Keyed], key: Value) -> Value:
    index = known(key)
    if owner.type.record.cls is dict:
        return b.fail(KeyError, None)
    if isinstance(index, int):
        return b.fail(IndexError, "list index out of range")
    return b.fail(TypeError, f"list indices must be integers or slices, not {type(index).__name__}")


@operations.set_item_of.of(t.Keyed)
def put(b: FunctionBuilder, owner: Value[t.Keyed], key: Value, value: Value) -> None:
    """Sets the value of a key or index."""
    if key.type.is_never or not b.live:
        return
    if (name := _name_of(b, owner, key, "sets")) is not None:
        objects.set_attribute(b, owner, name, value)
    elif owner.type.record.cls is dict:
        b.refuse(f"adds a key to {owner.type}; give all of them the same keys, some None")
    else:
        _fail(b, owner, key)


@operations.contains_in.of(t.Keyed)
def contains(b: FunctionBuilder, owner: Value[t.Keyed], value: Value, node: ast.AST) -> Value:
    """Tests if a dict has a key, or a list an item."""
    is_list = owner.type.record.cls is list
    if not is_list:
        refuse_unhashable(b, value.type)
    return operations.contains_in(b, as_keyed(b, owner) if is_list else Value(t.Constant(owner.type.names)), value, node)


@operations.count_of.of(t.Keyed)
def count_of(b: FunctionBuilder, value: Value[t.Keyed]) -> ir.Value:
    """The number of keys or items."""
    return b.word(len(value.type.names))


@implements(operations.as_keyed)
def as_keyed(b: FunctionBuilder, value: Value) -> Value:
    """A tuple of all that iterating a keyed dict, one of its views or a keyed list yields now; other values as they are."""
    if has_type(value, t.Stream) and isinstance(value.type.source, Derived) and value.type.source.name == "keyed":
        (owner,), what = parts_of(value), value.type.source.more
    elif has_type(value, t.Keyed):
        owner, what = value, "values" if value.type.record.cls is list else "keys"
    else:
        return value
    return tuple_of([keyed_item(b, owner, name, what) for name in names_in_order(b, owner)])


@operations.slice_of.of(t.Keyed)
def slice_of(b: FunctionBuilder, owner: Value[t.Keyed], start: Value | None, stop: Value | None, step: Value | None) -> Value:
    """A copy of the whole list, or a list of some of its items."""
    if start is stop is step is None:
        return objects.copied(b, owner, b.marker("slice"))
    return operations.as_list(b, operations.slice_of(b, as_keyed(b, owner), start, stop, step), b.marker("slice"))


for _type in ("keyed dict", "keyed list"):
    method(_type, "copy")(lambda b, owner, given, named, node: objects.copied(b, owner, node))


@method("keyed dict", "get")
def _get(b: FunctionBuilder, owner: Value[t.Keyed], given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return get(b, owner, given[0], given[1] if len(given) > 1 else Value(t.NONE))


@method("keyed dict", "update")
def _update(b: FunctionBuilder, owner: Value[t.Keyed], given: list[Value], named: Keywords, node: ast.AST) -> Value:
    for each in given:
        more = _spread(b, each)
        if has_type(each, t.Dict):
            _update_from(b, owner, each)
        elif not more:
            b.refuse(f"updates {owner.type} with {each.type}; assign to the keys one by one", node)
        named = more | dict(named)
    for name, value in named.items():
        put(b, owner, Value(t.Constant(name)), value)
    return Value(t.NONE)


def _update_from(b: FunctionBuilder, owner: Value[t.Keyed], more: Value[t.Dict]) -> None:
    """Sets the values of those keys that another dict has; that it has others is a limit of compiled code."""
    left = Value(t.INT, (operations.count_of(b, more),))
    for name, cell in owner.type.record.cells.items():
        key = Value(t.Constant(name))
        held = more.type.value.type
        try:
            with b.dry():
                b.convert(Value(held, (None,) * len(held.components)), cell.type)
        except RefusedError:
            continue

        def take(key: Value = key, type_: t.Type = cell.type) -> Value:
            put(b, owner, key, b.convert(operations.item_of(b, more, key), type_))
            return Value(t.INT, (b.word(1),))

        there = b.convert(operations.contains_in(b, more, key, b.marker("update")), t.BOOL)
        taken = b.either(there.components[0], take, lambda: Value(t.INT, (b.word(0),)), t.INT)
        left = Value(t.INT, (b.ir.sub(left.components[0], taken.components[0]),))
    text = f"a key is added to {owner.type}, or a value of another type set"
    b.check(b.compare("==", left.components[0], b.word(0)), OverflowError, text)


for _what in ("keys", "values", "items"):

    @method("keyed dict", _what)
    def _view(b: FunctionBuilder, owner: Value, given: list[Value], named: Keywords, node: ast.AST, what: str = _what) -> Value:
        return stream("keyed", [owner], what)
