"""What the functions of `compiler.runtime.intrinsics` are to the machine: memory by words, bits, and values as plain words."""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from . import border, objects
from .body import Body, Value
from .calls import Keywords
from .converting import tuple_of
from .kinds import BOOL, DOUBLE, FLOAT, INT, NONE, WORD, Bool, Constant, Float, Kind, Tuple
from .library import library
from .runtime import intrinsics as native


def _word(b: Body, value: Value) -> Any:
    return b.convert(value, INT).leaves[0]


def _place(b: Body, address: Value, index: Value) -> Any:
    leaves = _word(b, address), _word(b, index)
    return None if b.ir is None else b.pointer(*leaves)


@library(native.peek)
def _peek(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place = _place(b, *given)
    return Value(INT, (b.op("load", place),))


@library(native.poke)
def _poke(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place, word = _place(b, *given[:2]), _word(b, given[2])
    b.op("store", word, place)
    return Value(NONE)


def _narrow(b: Body, kind: ir.IntType, address: Value, index: Value) -> Any:
    """A pointer to the half word or byte of that index."""
    place = b.op("add", _word(b, address), b.op("mul", _word(b, index), b.word(kind.width // 8)))
    return None if b.ir is None else b.ir.inttoptr(place, kind.as_pointer())


for _kind, _peek_it, _poke_it in (
    (ir.IntType(32), native.peek_half, native.poke_half),
    (ir.IntType(8), native.peek_byte, native.poke_byte),
):

    @library(_peek_it)
    def _peek_narrow(b: Body, given: list[Value], named: Keywords, node: ast.AST, kind: ir.IntType = _kind) -> Value:
        return Value(INT, (b.op("zext", b.op("load", _narrow(b, kind, *given)), WORD),))

    @library(_poke_it)
    def _poke_narrow(b: Body, given: list[Value], named: Keywords, node: ast.AST, kind: ir.IntType = _kind) -> Value:
        place, word = _narrow(b, kind, *given[:2]), _word(b, given[2])
        b.op("store", b.op("trunc", word, kind), place)
        return Value(NONE)


_function: Any
for _function, _ordering in ((native.peek_atomic, "monotonic"), (native.peek_ordered, "seq_cst")):

    @library(_function)
    def _peek_atomic(b: Body, given: list[Value], named: Keywords, node: ast.AST, ordering: str = _ordering) -> Value:
        return Value(INT, (b.op("load_atomic", _place(b, *given), ordering, 8),))


@library(native.poke_atomic)
def _poke_atomic(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place, word = _place(b, *given[:2]), _word(b, given[2])
    b.op("store_atomic", word, place, "monotonic", 8)
    return Value(NONE)


@library(native.add_atomic)
def _add_atomic(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place, amount = _place(b, *given[:2]), _word(b, given[2])
    return Value(INT, (b.op("atomic_rmw", "add", place, amount, "seq_cst"),))


@library(native.swap_if)
def _swap_if(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    place = _place(b, *given[:2])
    expected, word = _word(b, given[2]), _word(b, given[3])
    pair = b.op("cmpxchg", place, expected, word, "seq_cst", "seq_cst")
    return Value(BOOL, (b.op("extract_value", pair, 1),))


@library(native.prefetch)
def _prefetch(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    address = _word(b, given[0])
    if b.ir is not None:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        name = "llvm.prefetch.p0"
        function = b.program.module.globals.get(name) or ir.Function(b.program.module, kind, name)
        b.ir.call(function, [b.ir.inttoptr(address, pointer), number(1), number(3), number(1)])
    return Value(NONE)


@library(native.stack_pointer)
def _stack_pointer(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return Value(INT, (None if b.ir is None else b.program.stack_pointer(b.ir),))


for _function, _name in ((native.times, "mul"), (native.plus, "add")):

    @library(_function)
    def _wrapping(b: Body, given: list[Value], named: Keywords, node: ast.AST, name: str = _name) -> Value:
        return Value(INT, (b.op(name, *(_word(b, each) for each in given)),))


@library(native.bits_of)
def _bits_of(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    value = b.at_run_time(given[0])
    (leaf,) = value.leaves
    if isinstance(value.kind, Float):
        return Value(INT, (b.op("bitcast", leaf, WORD),))
    return Value(INT, (b.op("zext", leaf, WORD) if isinstance(value.kind, Bool) else leaf,))


@library(native.float_of)
def _float_of(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return Value(FLOAT, (b.op("bitcast", _word(b, given[0]), DOUBLE),))


# --- values as words ------------------------------------------------------------------------------------------------------------


def call_form(b: Body, function: Any, given: list[Value], node: ast.AST) -> Value:
    """Calls `Load`, `Store`, `Unpack` or `Words` of a kind of value."""
    kind: Kind = function.form.kind
    if isinstance(function, native.Load):
        return border.read(b, kind, _address(b, *given))
    if isinstance(function, native.Store):
        made = b.convert(given[2], kind)
        objects.check_apart(b, made)
        border.write(b, made, _address(b, *given[:2]))
        return Value(NONE)
    if isinstance(function, native.Unpack):
        return _unpacked(b, kind, [_word(b, given[0])], function.bits)
    return border.words(b, b.convert(given[0], kind))


def _address(b: Body, address: Value, place: Value) -> Any:
    return b.further(_word(b, address), _word(b, place))


def _unpacked(b: Body, kind: Kind, rest: list[Any], bits: int) -> Value:
    if isinstance(kind, Tuple):
        return tuple_of([_unpacked(b, item, rest, bits) for item in kind.items], kind.cls, kind.names)
    if isinstance(kind, Constant):
        return Value(kind)
    word = b.op("and_", rest[0], b.word((1 << bits) - 1))
    rest[0] = b.op("lshr", rest[0], b.word(bits))
    return (
        Value(kind, (None if b.ir is None else b.ir.icmp_unsigned("!=", word, b.word(0)),))
        if isinstance(kind, Bool)
        else Value(kind, (word,))
    )
