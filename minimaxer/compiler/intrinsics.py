"""Machine code for the functions of `compiler.runtime.intrinsics`: memory by words, bits, and values as plain words."""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from . import memory, objects, operations, sharing, value_types as t
from .builder import FunctionBuilder, Value
from .calls import Keywords
from .converting import items_of, tuple_of
from .library import library
from .operations import implements
from .runtime import intrinsics as native


def _word(b: FunctionBuilder, value: Value) -> Any:
    return b.convert(value, t.INT).components[0]


def _place(b: FunctionBuilder, address: Value, index: Value) -> Any:
    components = _word(b, address), _word(b, index)
    return b.pointer(*components)


@library(native.peek)
def _peek(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place = _place(b, *given)
    return Value(t.INT, (b.ir.load(place),))


@library(native.poke)
def _poke(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place, word = _place(b, *given[:2]), _word(b, given[2])
    b.ir.store(word, place)
    return Value(t.NONE)


def _narrow(b: FunctionBuilder, type_: ir.IntType, address: Value, index: Value) -> Any:
    """A pointer to the half word or byte of that index."""
    place = b.ir.add(_word(b, address), b.ir.mul(_word(b, index), b.word(type_.width // 8)))
    return b.ir.inttoptr(place, type_.as_pointer())


for _type, _peek_it, _poke_it in (
    (ir.IntType(32), native.peek_half, native.poke_half),
    (ir.IntType(8), native.peek_byte, native.poke_byte),
):

    @library(_peek_it)
    def _peek_narrow(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, type_: ir.IntType = _type) -> Value:
        return Value(t.INT, (b.ir.zext(b.ir.load(_narrow(b, type_, *given)), t.WORD),))

    @library(_poke_it)
    def _poke_narrow(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, type_: ir.IntType = _type) -> Value:
        place, word = _narrow(b, type_, *given[:2]), _word(b, given[2])
        b.ir.store(b.ir.trunc(word, type_), place)
        return Value(t.NONE)


_function: Any
for _function, _ordering in ((native.peek_atomic, "monotonic"), (native.peek_ordered, "seq_cst")):

    @library(_function)
    def _peek_atomic(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, ordering: str = _ordering) -> Value:
        return Value(t.INT, (b.ir.load_atomic(_place(b, *given), ordering, 8),))


@library(native.poke_atomic)
def _poke_atomic(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place, word = _place(b, *given[:2]), _word(b, given[2])
    b.ir.store_atomic(word, place, "monotonic", 8)
    return Value(t.NONE)


@library(native.add_atomic)
def _add_atomic(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place, amount = _place(b, *given[:2]), _word(b, given[2])
    return Value(t.INT, (b.ir.atomic_rmw("add", place, amount, "seq_cst"),))


@library(native.swap_if)
def _swap_if(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place = _place(b, *given[:2])
    expected, word = _word(b, given[2]), _word(b, given[3])
    pair = b.ir.cmpxchg(place, expected, word, "seq_cst", "seq_cst")
    return Value(t.BOOL, (b.ir.extract_value(pair, 1),))


@library(native.prefetch)
def _prefetch(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place, number = b.ir.inttoptr(_word(b, given[0]), ir.IntType(8).as_pointer()), ir.IntType(32)
    b.outside("llvm.prefetch.p0", ir.VoidType(), place, number(1), number(3), number(1))
    return Value(t.NONE)


@library(native.stack_pointer)
def _stack_pointer(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return Value(t.INT, (b.program.stack_pointer(b.ir) if b.emits else None,))


for _function, _name in ((native.times, "mul"), (native.plus, "add")):

    @library(_function)
    def _wrapping(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, name: str = _name) -> Value:
        return Value(t.INT, (b.op(name, *(_word(b, each) for each in given)),))


@library(native.bits_of)
def _bits_of(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    value = b.at_run_time(given[0])
    (component,) = value.components
    if isinstance(value.type, t.Float):
        return Value(t.INT, (b.ir.bitcast(component, t.WORD),))
    return Value(t.INT, (b.ir.zext(component, t.WORD) if isinstance(value.type, t.Bool) else component,))


@library(native.float_of)
def _float_of(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return Value(t.FLOAT, (b.ir.bitcast(_word(b, given[0]), t.DOUBLE),))


# --- values as words ------------------------------------------------------------------------------------------------------------


@implements(operations.call_form)
def call_form(b: FunctionBuilder, function: Any, given: list[Value], node: ast.AST) -> Value:
    """Calls `Load`, `Store`, `Unpack` or `Words` for a type of values."""
    type_: t.Type = function.form.type
    if isinstance(function, native.Load):
        address = _address(b, *given)
        sharing.begin(b, type_, address, reads=True)
        return operations.read(b, type_, address, 0)
    if isinstance(function, native.Store):
        made = b.convert(given[2], type_)
        objects.check_apart(b, made)
        address = _address(b, *given[:2])
        sharing.begin(b, type_, address)
        operations.write(b, made, address, 0, False)
        return Value(t.NONE)
    if isinstance(function, native.Unpack):
        return _unpacked(b, type_, [_word(b, given[0])], function.bits)
    return _words(b, b.convert(given[0], type_), by_value=function.form.by_value)


def _words(b: FunctionBuilder, value: Value, *, by_value: bool) -> Value:
    """The words of a value as a tuple: side by side where it holds scalars only, else in memory."""
    scalars = _scalars(value)
    if scalars is not None:
        return tuple_of([Value(t.INT, (memory.to_word(b, component),)) for component in scalars])
    count = operations.words_in(b, value.type)
    made = memory.allocate(b, b.word(8 * count))
    sharing.begin(b, value.type, made, by_value=by_value)
    operations.write(b, value, made, 0, True)
    return Value(t.FixedTuple(t.INT, count), (made,))


def _scalars(value: Value) -> list[Any] | None:
    type_ = value.type
    if isinstance(type_, t.Tuple):
        parts = [_scalars(item) for item in items_of(value)]
        return None if None in parts else [component for part in parts if part is not None for component in part]
    return None if isinstance(type_, t.Composite) else list(value.components)


def _address(b: FunctionBuilder, address: Value, place: Value) -> Any:
    return b.further(_word(b, address), _word(b, place))


def _unpacked(b: FunctionBuilder, type_: t.Type, rest: list[Any], bits: int) -> Value:
    if isinstance(type_, t.Tuple):
        return tuple_of([_unpacked(b, item, rest, bits) for item in type_.items], type_.cls, type_.names)
    if isinstance(type_, t.Constant):
        return Value(type_)
    word = b.ir.and_(rest[0], b.word((1 << bits) - 1))
    rest[0] = b.ir.lshr(rest[0], b.word(bits))
    return Value(type_, (b.ir.icmp_unsigned("!=", word, b.word(0)),)) if isinstance(type_, t.Bool) else Value(type_, (word,))
