"""Comparisons, and `in`."""

from __future__ import annotations

import ast
import enum
import functools
import operator
from collections.abc import Callable
from typing import Final

from llvmlite import ir

from . import arrays, memory, operations, special_methods, value_types as t
from .builder import FunctionBuilder, MergePoint, Value, has_type
from .classes import always_differ, class_of, compared_fields
from .converting import in_memory, items_of, present, rounded, symbol, table_of, table_of_pair, tuple_of
from .dicts import as_dict, equal_dicts
from .joining import is_array_type, item_of_row, type_of
from .operations import as_row, attribute_of, contains_in, each_item, implements, item, length, text_contains
from .operators import WIDE, is_dict, is_number, is_set, is_text, is_wide, number, row
from .runtime.values import fields_of
from .sets import as_set, equal_sets, subset
from .tables import lookup
from .unions import each_of_two, each_option, is_searched

_ORDER: Final = ("__lt__", "__le__", "__gt__", "__ge__")
_EXACT: Final = 1 << 53
"""Every integer of a smaller magnitude is a float, and no other integer rounds to it."""
SIGNS: Final[dict[type[ast.cmpop], str]] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
COMPARISONS: Final[dict[type[ast.cmpop], Callable[..., object]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


@implements(operations.compare)
def compare(b: FunctionBuilder, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
    """The result of a comparison; for an element of an array, a truth value of numpy."""
    if left.type.is_never or right.type.is_never:
        return Value(t.NEVER)
    dtypes = [getattr(each.type, "dtype", "") for each in (left, right)]
    are_numbers = not is_array_type(left.type) and not is_array_type(right.type)
    if "uint64" in dtypes and isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) and are_numbers:
        return _unsigned(b, SIGNS[type(op)], left, right, node)
    found = _compare(b, op, left, right, node)
    if isinstance(op, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) or found.type != t.BOOL or not any(dtypes):
        return found
    return Value(t.Bool("bool"), found.components)


def _unsigned(b: FunctionBuilder, sign: str, left: Value, right: Value, node: ast.AST) -> Value:
    """Compares a number of uint64 with another without a sign, or with one of Python's, which may be negative."""
    numbers = [number(b, each) for each in (left, right)]
    dtypes = [getattr(each.type, "dtype", "") for each in (left, right)]
    if t.FLOAT in [each.type for each in numbers] or any(each.startswith("int") for each in dtypes):
        b.refuse("compares numbers of uint64 with others that numpy makes floats for it; make them int64", node)
    found = b.ir.icmp_unsigned(sign, *(each.components[0] for each in numbers))
    for each, dtype, answer in zip(numbers, dtypes, (sign in ("<", "<="), sign in (">", ">=")), strict=True):
        if not dtype:
            found = b.ir.select(b.compare("<", each.components[0], b.word(0)), b.bit(answer), found)
    return Value(t.Bool("bool"), (found,))


def _compare(b: FunctionBuilder, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
    are_arrays = is_array_type(left.type) or is_array_type(right.type)
    if isinstance(left.type, t.Constant) and isinstance(right.type, t.Constant) and not are_arrays:
        try:
            return Value(t.Constant(bool(COMPARISONS[type(op)](left.type.value, right.type.value))))
        except (TypeError, Warning) as error:
            b.refuse(f"compares {left.type.value!r} with {right.type.value!r}: {error}", node)
    if isinstance(op, (ast.In, ast.NotIn)):
        found = _among_items(b, arrays.flat(b, right), left, node) if are_arrays else contains(b, right, left, node)
        return negated(b, found, isinstance(op, ast.NotIn))
    if isinstance(op, (ast.Is, ast.IsNot)):
        return negated(b, _same(b, left, right, node), isinstance(op, ast.IsNot))
    if are_arrays:
        return arrays.compared(b, op, left, right, node)
    if isinstance(op, ast.NotEq) and t.Union in (type(left.type), type(right.type)):
        return each_of_two(
            b, left, right, lambda one, other: b.convert(_compare(b, op, one, other, node), t.BOOL), lambda *_: True
        )
    if isinstance(op, ast.NotEq) and (differs := special_methods.differs(b, left, right)) is not None:
        return differs
    if isinstance(op, (ast.Eq, ast.NotEq)):
        return negated(b, equal(b, left, right), isinstance(op, ast.NotEq))
    return less(b, SIGNS[type(op)], left, right, node)


def negated(b: FunctionBuilder, value: Value, wanted: bool = True) -> Value:
    """The opposite of a truth value, if wanted."""
    if not wanted or value.type.is_never:
        return value
    if isinstance(value.type, t.Constant):
        return Value(t.Constant(not value.type.value))
    return Value(t.BOOL, (b.ir.not_(value.components[0]),))


def _same(b: FunctionBuilder, left: Value, right: Value, node: ast.AST) -> Value:
    """Evaluates `is`, for None, bools, members of Enums and mutable objects."""
    for one, other in ((left, right), (right, left)):
        if one.type == t.NONE:
            if isinstance(other.type, t.Optional):
                return Value(t.BOOL, (b.ir.not_(other.components[0]),))
            return Value(t.Constant(False))
    types_ = [each.inner.type for each in (left, right)]
    if any(isinstance(each, t.Union) for each in types_):
        return each_of_two(b, left, right, lambda one, other: b.convert(_same(b, one, other, node), t.BOOL), lambda *_: True)
    mine, theirs = map(class_of, types_)
    if mine is theirs and _are_identical_if_equal(types_[0]):
        return equal(b, left, right)
    are_apart = mine is not None and theirs is not None and not issubclass(mine, theirs) and not issubclass(theirs, mine)
    if are_apart and [left.type, right.type] == types_:
        return Value(t.Constant(False))
    are_objects = isinstance(left.type, t.Object) and isinstance(right.type, t.Object)
    if are_objects or (isinstance(left.type, (t.List, t.Set, t.Dict, t.Keyed)) and left.type == right.type):
        return Value(t.BOOL, (b.compare("==", left.components[0], right.components[0]),))
    return b.refuse("compares with `is`; write == for all but None and members of an Enum", node)


def _are_identical_if_equal(type_: t.Type) -> bool:
    """True if two values of the same class are the same object whenever they are equal."""
    cls = class_of(type_)
    if cls is None or special_methods.method(type_, "__eq__") is not None:
        return False
    return cls is bool or issubclass(cls, enum.Enum) or (isinstance(type_, t.Object) and compared_fields(cls) is None)


@implements(operations.equal)
def equal(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Tests if two values are equal; a list of the module is stored as a tuple, so it equals a tuple of the same items."""
    one, other = left.type, right.type
    if one.is_never or other.is_never:
        return Value(t.NEVER)
    if isinstance(one, t.Constant) and isinstance(other, t.Constant):
        return Value(t.Constant(bool(one.value == other.value)))
    if isinstance(one, t.Optional) or isinstance(other, t.Optional):
        return _equal_or_none(b, left, right)
    b.refuse_views(one, other)
    if t.Union in (type(one), type(other)):
        return each_of_two(b, left, right, lambda first, second: b.convert(equal(b, first, second), t.BOOL), lambda *_: True)
    if (of_class := special_methods.compared(b, "==", left, right)) is not None:
        return of_class
    if t.NONE in (one, other):
        return Value(t.Constant(False))
    if is_array_type(one) or is_array_type(other):
        b.refuse("compares arrays that are part of something; use np.array_equal")
    return _numbers(b, "==", left, right) if _are_numbers(one, other) else _equal_collections(b, left, right)


def _equal_collections(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Compares texts, members of finite sets, objects, tuples, lists, sets and dicts."""
    one, other = left.type, right.type
    if always_differ(one, other):
        if {class_of(one), class_of(other)} == {tuple, list} and b.program.holds_lists():
            b.refuse(f"compares {one} with {other}: a list of the module lies as a tuple does; make both tuples")
        return Value(t.Constant(False))
    if t.CHARS in (one, other) and is_text(one) and is_text(other):
        one_row, other_row = (Value(t.VarTuple(t.TEXT), b.convert(each, t.CHARS).components) for each in (left, right))
        return _equal_rows(b, one_row, other_row)
    if _is_symbol(one) and _is_symbol(other) and class_of(one) is class_of(other):
        return Value(t.BOOL, (b.compare("==", *(symbol(b, each).components[0] for each in (left, right))),))
    if has_type(left, t.Fielded) and has_type(right, t.Fielded) and type(one) is type(other):
        return _equal_fielded(b, left, right)
    rows = [_as_row(b, each) for each in (left, right)]
    if rows[0] is not None and rows[1] is not None:
        return _equal_rows(b, rows[0], rows[1])
    if is_set(one) and is_set(other):
        return equal_sets(b, as_set(b, left, "left"), as_set(b, right, "right"))
    if is_dict(one) and is_dict(other):
        return equal_dicts(b, as_dict(b, left, "left"), as_dict(b, right, "right"))
    return b.refuse(f"compares {one} with {other}; it is not known what Python would say")


def _equal_fielded(b: FunctionBuilder, left: Value[t.Fielded], right: Value[t.Fielded]) -> Value:
    """Compares keyed dicts or lists, or mutable objects: by the fields that decide equality, else by identity."""
    one, other = left.type, right.type
    is_keyed = isinstance(one, t.Keyed)
    names = tuple(one.record.cells) if is_keyed else compared_fields(one.record.cls)
    are_alike = one.record.cells.keys() == other.record.cells.keys() if is_keyed else one == other
    if not are_alike:
        return Value(t.Constant(False))
    if names is None:
        return Value(t.BOOL, (b.compare("==", left.components[0], right.components[0]),))
    rows = [tuple_of([attribute_of(b, each, name) for name in names]) for each in (left, right)]
    return _equal_rows(b, *rows)


def _is_symbol(type_: t.Type) -> bool:
    return isinstance(type_, t.Symbol) or (isinstance(type_, t.Constant) and isinstance(type_.value, (str, enum.Enum)))


def _are_numbers(one: t.Type, other: t.Type) -> bool:
    return all(is_number(each) or isinstance(each, t.Single) for each in (one, other))


def _numbers(b: FunctionBuilder, sign: str, left: Value, right: Value) -> Value:
    if t.Single in (type(left.type), type(right.type)):
        left, right = _comparable(b, left), _comparable(b, right)
    if sign not in ("==", "!=") and any(is_wide(each) for each in (left, right)):
        b.refuse(WIDE)
    is_near = any(isinstance(each.type, t.Constant) and abs(each.type.value) < _EXACT for each in (left, right))
    left, right = number(b, left), number(b, right)
    if t.FLOAT not in (left.type, right.type):
        return Value(t.BOOL, (b.compare(sign, left.components[0], right.components[0]),))
    reals = [b.convert(each, t.FLOAT).components[0] for each in (left, right)]
    found = (b.ir.fcmp_unordered if sign == "!=" else b.ir.fcmp_ordered)(sign, *reals)
    if left.type == right.type or is_near:
        return Value(t.BOOL, (found,))
    return Value(t.BOOL, (b.ir.select(b.ir.fcmp_ordered("==", *reals), _compared_as_ints(b, sign, left, right), found),))


def _comparable(b: FunctionBuilder, value: Value) -> Value:
    """One side of a comparison with a float of 32 bits, as one of 64; numpy rounds other operands."""
    if isinstance(value.type, t.Single):
        return Value(t.FLOAT, value.components)
    known = value.type.value if isinstance(value.type, t.Constant) else None
    if not isinstance(known, (int, float)) or rounded(known) != known:
        b.refuse(f"compares a float of 32 bits with {value.type}, which numpy may round; compare float() of it")
    return value


def _compared_as_ints(b: FunctionBuilder, sign: str, left: Value, right: Value) -> ir.Value:
    """Compares an int and a float that are equal as floats, where the int may have been rounded."""
    place = int(right.type == t.FLOAT)
    components = [left.components[0], right.components[0]]
    fits = b.ir.fcmp_ordered("<", components[place], ir.Constant(t.DOUBLE, 2.0**63))
    components[place] = b.ir.fptosi(b.ir.select(fits, components[place], ir.Constant(t.DOUBLE, 0.0)), t.WORD)
    return b.ir.select(fits, b.compare(sign, *components), b.compare(sign, b.word(1 - place), b.word(place)))


def _equal_or_none(b: FunctionBuilder, left: Value, right: Value) -> Value:
    there = [each.components[0] if isinstance(each.type, t.Optional) else b.bit(True) for each in (left, right)]
    if any(special_methods.may_have(each.inner.type, ("__eq__",)) for each in (left, right)):
        if isinstance(left.type, t.Optional):
            return b.either(there[0], lambda: equal(b, left.inner, right), lambda: equal(b, Value(t.NONE), right))
        return b.either(there[1], lambda: equal(b, left, right.inner), lambda: equal(b, left, Value(t.NONE)))
    if t.NONE in (left.type, right.type):
        return Value(t.BOOL, (b.ir.not_(there[1 if left.type == t.NONE else 0]),))
    return b.either(
        b.ir.and_(*there),
        lambda: equal(b, left.inner, right.inner),
        lambda: Value(t.BOOL, (b.ir.not_(b.ir.or_(*there)),)),
        t.BOOL,
    )


def _as_row(b: FunctionBuilder, value: Value) -> Value | None:
    """A tuple, list or object with fields as a tuple to compare item by item; None of all else."""
    if isinstance(value.type, t.List):
        return as_row(b, value)
    if t.is_known(value.type, tuple, list):
        return row(b, value)
    if isinstance(value.type, t.Constant) and fields_of(type(value.type.value)) is not None:
        type_ = type_of(value.type.value)
        return value if type_ is None else b.convert(value, type_)
    return value if isinstance(value.type, (t.Tuple, t.Row)) else None


def _compared_part(b: FunctionBuilder, value: Value) -> Value:
    """The fields that decide an object's equality, as a tuple; of a tuple all items."""
    if not has_type(value, t.Tuple) or (cls := value.type.cls) is None:
        return value
    if issubclass(cls, tuple):
        return Value(t.Tuple(value.type.items), value.components)
    if (names := compared_fields(cls)) is None:
        b.refuse(f"compares objects of {cls.__name__}, of which only one and the same is equal; give it an __eq__")
    return tuple_of([each for name, each in zip(value.type.names, items_of(value), strict=True) if name in names])


def _equal_rows(b: FunctionBuilder, left: Value, right: Value) -> Value:
    left, right = _compared_part(b, left), _compared_part(b, right)
    one, other = left.type, right.type
    if has_type(left, t.Tuple) and has_type(right, t.Tuple):
        if len(left.type.items) != len(right.type.items):
            return Value(t.Constant(False))
        found: Value | None = None
        for pair in zip(items_of(left), items_of(right), strict=True):
            part = equal(b, *pair)
            if not b.live:
                return Value(t.NEVER)
            if isinstance(part.type, t.Constant):
                if not part.type.value:
                    return part
                continue
            found = part if found is None else Value(t.BOOL, (b.ir.and_(found.components[0], part.components[0]),))
        return Value(t.Constant(True)) if found is None else found
    item, other_item = item_of_row(one), item_of_row(other)
    if item is None or other_item is None:
        return _equal_item_by_item(b, left, right)
    (first, count), (second, more) = in_memory(b, left, item), in_memory(b, right, other_item)
    meeting = MergePoint(b)
    b.leave_unless(b.compare("==", count, more), meeting, Value(t.BOOL, (b.bit(False),)))
    with memory.each_index(b, count) as index:
        part = equal(b, memory.load_item(b, item, first, index), memory.load_item(b, other_item, second, index))
        b.leave_unless(b.convert(part, t.BOOL).components[0], meeting, Value(t.BOOL, (b.bit(False),)))
    return meeting.close(Value(t.BOOL, (b.bit(True),)), t.BOOL)


def _equal_item_by_item(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Compares a tuple of different items with one whose length is known only at run time."""
    mixed, row = (left, right) if isinstance(left.type, t.Tuple) else (right, left)
    assert isinstance(mixed.type, t.Tuple)
    size = len(mixed.type.items)

    def compared() -> Value:
        parts = tuple_of([item(b, row, Value(t.Constant(place))) for place in range(size)])
        return b.convert(_equal_rows(b, mixed, parts), t.BOOL)

    return b.either(b.compare("==", length(b, row), b.word(size)), compared, lambda: Value(t.BOOL, (b.bit(False),)), t.BOOL)


@implements(operations.less)
def less(b: FunctionBuilder, sign: str, left: Value, right: Value, node: ast.AST) -> Value:
    """Evaluates `<`, `<=`, `>` and `>=`."""
    if special_methods.are_taken_apart(_ORDER, left.type, right.type):

        def fits(one: t.Type, other: t.Type) -> bool:
            of_class = any(special_methods.may_have(each, _ORDER) for each in (one, other))
            return of_class or (special_methods.may_work(_ORDER, None, one, other) and _have_order(b, one, other))

        return each_of_two(b, left, right, lambda first, second: less(b, sign, first, second, node), fits)
    if (of_class := special_methods.compared(b, sign, left, right)) is not None:
        return of_class
    if isinstance(left.type, t.Optional) or isinstance(right.type, t.Optional):
        return less(b, sign, present(b, left), present(b, right), node)
    one, other = left.type, right.type
    if _are_numbers(one, other):
        return _numbers(b, sign, left, right)
    if _is_symbol(one) and _is_symbol(other) and class_of(one) is str is class_of(other):
        ranked = {text: rank for rank, text in enumerate(sorted(b.program.texts))}
        ranks = [table_of(b, symbol(b, each), lambda text: ranked.get(text, 0)) for each in (left, right)]
        return _numbers(b, sign, *ranks)
    if not _have_order(b, one, other):
        b.refuse(f"compares {one} {sign} {other}, which have no order in Python", node)
    at_run_time = [b.at_run_time(each) if isinstance(each.type, t.Constant) else each for each in (left, right)]
    left, right = (_compared_part(b, each) for each in at_run_time)
    if has_type(left, t.Tuple) and has_type(right, t.Tuple):
        return _tuples(b, sign, items_of(left), items_of(right), node)
    rows = [_as_row(b, each) for each in (left, right)]
    if rows[0] is not None and rows[1] is not None:
        return _less_rows(b, sign, rows[0], rows[1], node)
    if is_set(left.type) and is_set(right.type):
        return subset(b, sign, as_set(b, left, "left"), as_set(b, right, "right"))
    return b.refuse(f"compares {one} {sign} {other}", node)


def _have_order(b: FunctionBuilder, one: t.Type, other: t.Type) -> bool:
    """True if Python compares such values by < and the like."""
    classes = [class_of(each) for each in (one, other)]
    if {*classes} == {tuple, list}:
        return b.program.holds_lists()
    fields = [cls is not None and fields_of(cls) is not None and not issubclass(cls, tuple) for cls in classes]
    if any(fields):
        return classes[0] is classes[1] and "__lt__" in vars(classes[0])
    return not always_differ(one, other)


def _less_rows(b: FunctionBuilder, sign: str, left: Value, right: Value, node: ast.AST) -> Value:
    """Compares in order: the first items that differ decide; else the shorter one is less."""
    item, other_item = item_of_row(left.type), item_of_row(right.type)
    if item is None or other_item is None:
        b.refuse(f"compares {left.type} {sign} {right.type}", node)
    (first, count), (second, more) = in_memory(b, left, item), in_memory(b, right, other_item)
    shorter = b.ir.select(b.compare("<", count, more), count, more)
    meeting = MergePoint(b)
    if not item.is_never and not other_item.is_never:
        with memory.each_index(b, shorter) as index:
            one, other = memory.load_item(b, item, first, index), memory.load_item(b, other_item, second, index)
            same = b.convert(equal(b, one, other), t.BOOL).components[0]
            with b.aside(same, (b.block("same"), b.block("differ")), 1):
                meeting.arrive(b.convert(less(b, sign.rstrip("="), one, other, node), t.BOOL))
    return meeting.close(Value(t.BOOL, (b.compare(sign, count, more),)), t.BOOL)


def _tuples(b: FunctionBuilder, sign: str, left: list[Value], right: list[Value], node: ast.AST) -> Value:
    """Compares in order: the first items that differ decide; else the shorter one is less."""
    if not left or not right:
        return Value(t.Constant(bool(COMPARISONS[{v: k for k, v in SIGNS.items()}[sign]](len(left), len(right)))))
    same = equal(b, left[0], right[0])
    if not b.live:
        return Value(t.NEVER)
    if isinstance(same.type, t.Constant):
        return _tuples(b, sign, left[1:], right[1:], node) if same.type.value else less(b, sign, left[0], right[0], node)
    return b.either(
        same.components[0],
        lambda: b.convert(_tuples(b, sign, left[1:], right[1:], node), t.BOOL),
        lambda: b.convert(less(b, sign.rstrip("="), left[0], right[0], node), t.BOOL),
        t.BOOL,
    )


def contains(b: FunctionBuilder, owner: Value, value: Value, node: ast.AST) -> Value:
    """Evaluates `value in owner`."""
    owner = present(b, owner)
    if isinstance(owner.type, t.Union):
        return each_option(b, owner, lambda option: contains(b, option, value, node), t.BOOL, where=is_searched)
    if (of_class := special_methods.called(b, "__contains__", owner, value)) is not None:
        return Value(t.BOOL, (b.convert(of_class, t.BOOL).components[0],)) if b.live else of_class
    if owner.type != t.CHARS and is_text(owner.type) and value.inner.type == t.CHARS:
        return text_contains(b, owner, present(b, value))
    return contains_in(b, owner, value, node)


@contains_in.of(t.Constant)
def _in_constant(b: FunctionBuilder, owner: Value[t.Constant], value: Value, node: ast.AST) -> Value:
    known = _in_known(b, owner.type.value, value)
    return _among_items(b, owner, value, node) if known is None else known


@contains_in.of(t.Tuple)
def _in_tuple(b: FunctionBuilder, owner: Value[t.Tuple], value: Value, node: ast.AST) -> Value:
    if owner.type.cls is None and len(owner.type.items) <= 8:
        return _in_items(b, items_of(owner), value)
    return _among_items(b, owner, value, node)


@contains_in.of(t.Symbol)
def _in_text(b: FunctionBuilder, owner: Value[t.Symbol], value: Value, node: ast.AST) -> Value:
    if owner.type != t.TEXT:
        return _among_items(b, owner, value, node)
    value = present(b, value)
    if not _is_symbol(value.type) or class_of(value.type) is not str:
        b.refuse(f"asks whether {value.type} is in a text", node)
    return table_of_pair(b, owner, symbol(b, value), lambda text, part: part in text)


@contains_in.usually
def _among_items(b: FunctionBuilder, owner: Value, value: Value, node: ast.AST) -> Value:
    """True if one of the items, compared one by one, equals a value."""
    meeting = MergePoint(b)

    def each(item: Value) -> None:
        b.leave_if(b.convert(equal(b, item, value), t.BOOL).components[0], meeting, Value(t.BOOL, (b.bit(True),)))

    each_item(b, node, owner, each, [])
    return meeting.close(Value(t.BOOL, (b.bit(False),)), t.BOOL)


def _in_items(b: FunctionBuilder, items: list[Value], value: Value) -> Value:
    found = []
    for each in items:
        part = equal(b, each, value)
        if not b.live:
            return Value(t.NEVER)
        if not isinstance(part.type, t.Constant):
            found.append(part.components[0])
        elif part.type.value:
            return part
    return Value(t.Constant(False)) if not found else Value(t.BOOL, (functools.reduce(b.ir.or_, found),))


def _in_known(b: FunctionBuilder, owner: object, value: Value) -> Value | None:
    """Tests membership in a known text, tuple, list, set or dict; None where the items have to be compared one by one."""
    type_ = value.type
    if t.is_enum(owner):
        if class_of(type_) is not owner:
            b.refuse(f"asks whether {type_} is a member of {owner.__name__}, of which versions of Python disagree")
    elif not hasattr(owner, "__contains__") or isinstance(owner, type):
        b.refuse(f"asks whether something is in {owner!r}, which holds nothing")
    if isinstance(type_, t.Optional) and not isinstance(owner, str) and None in owner:
        return None
    if has_type(value, t.Symbol):
        return table_of(b, value, lambda member: member in owner)
    if isinstance(owner, str):
        value = present(b, value)
        if has_type(value, t.Symbol) and value.type == t.TEXT:
            return table_of(b, value, lambda member: member in owner)
        b.refuse(f"asks whether {value.type} is in a text")
    if isinstance(owner, (set, frozenset, dict)):
        return lookup(b, dict.fromkeys(owner, True), value, False)
    if isinstance(owner, (tuple, list)) and len(owner) <= 8:
        return _in_items(b, [Value(t.Constant(each)) for each in owner], value)
    return None


@contains_in.of(t.Range)
def _in_range(b: FunctionBuilder, owner: Value[t.Range], value: Value, node: ast.AST) -> Value:
    value = number(b, value)
    if value.type == t.FLOAT:
        b.refuse("asks whether a float is in a range")
    start, stop, step = owner.components
    (component,) = value.components
    forward = b.ir.and_(b.compare("<=", start, component), b.compare("<", component, stop))
    back = b.ir.and_(b.compare("<=", component, start), b.compare(">", component, stop))
    within = b.ir.select(b.compare(">", step, b.word(0)), forward, back)
    hit = b.compare("==", b.ir.srem(b.ir.sub(component, start), step), b.word(0))
    return Value(t.BOOL, (b.ir.and_(within, hit),))
