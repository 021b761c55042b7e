"""Machine code for the functions of `compiler.runtime.intrinsics`: memory by words, bits, and values as plain words."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir

from . import memory, objects, operations, recalling, sharing, value_types as t
from .builder import FunctionBuilder, Value, has_type, known
from .calls import Keywords
from .converting import items_of, tuple_of
from .library import library
from .operations import implements
from .runtime import intrinsics as native
from .views import Comprehension


def _word(b: FunctionBuilder, value: Value) -> ir.Value:
    return b.convert(value, t.INT).components[0]


def _narrow(b: FunctionBuilder, bits: int, address: ir.Value, index: ir.Value) -> ir.Value:
    """A pointer to the half word or byte of that index."""
    return b.ir.inttoptr(b.ir.add(address, b.ir.mul(index, b.word(bits // 8))), ir.IntType(bits).as_pointer())


def _peek_narrow(bits: int, b: FunctionBuilder, address: ir.Value, index: ir.Value) -> ir.Value:
    return b.ir.zext(b.ir.load(_narrow(b, bits, address, index)), t.WORD)


def _poke_narrow(bits: int, b: FunctionBuilder, address: ir.Value, index: ir.Value, word: ir.Value) -> None:
    b.ir.store(b.ir.trunc(word, ir.IntType(bits)), _narrow(b, bits, address, index))


def _peek_atomic(ordering: str, b: FunctionBuilder, address: ir.Value, index: ir.Value) -> ir.Value:
    return b.ir.load_atomic(b.pointer(address, index), ordering, 8)


def _swap_if(b: FunctionBuilder, address: ir.Value, index: ir.Value, expected: ir.Value, word: ir.Value) -> ir.Value:
    return b.ir.extract_value(b.ir.cmpxchg(b.pointer(address, index), expected, word, "seq_cst", "seq_cst"), 1)


def _prefetch(b: FunctionBuilder, address: ir.Value) -> None:
    place, number = b.ir.inttoptr(address, ir.IntType(8).as_pointer()), ir.IntType(32)
    b.outside("llvm.prefetch.p0", ir.VoidType(), place, number(1), number(3), number(1))


_OF_WORDS: Final[dict[Callable[..., object], tuple[int, t.Type, Callable[..., ir.Value | None]]]] = {
    native.peek: (2, t.INT, memory.word_at),
    native.poke: (3, t.NONE, lambda b, at, index, word: b.ir.store(word, b.pointer(at, index))),
    native.peek_half: (2, t.INT, functools.partial(_peek_narrow, 32)),
    native.poke_half: (3, t.NONE, functools.partial(_poke_narrow, 32)),
    native.peek_byte: (2, t.INT, functools.partial(_peek_narrow, 8)),
    native.poke_byte: (3, t.NONE, functools.partial(_poke_narrow, 8)),
    native.peek_atomic: (2, t.INT, functools.partial(_peek_atomic, "monotonic")),
    native.peek_ordered: (2, t.INT, functools.partial(_peek_atomic, "seq_cst")),
    native.poke_atomic: (3, t.NONE, lambda b, at, index, word: b.ir.store_atomic(word, b.pointer(at, index), "monotonic", 8)),
    native.add_atomic: (3, t.INT, lambda b, at, index, word: b.ir.atomic_rmw("add", b.pointer(at, index), word, "seq_cst")),
    native.swap_if: (4, t.BOOL, _swap_if),
    native.prefetch: (1, t.NONE, _prefetch),
    native.times: (2, t.INT, lambda b, one, other: b.ir.mul(one, other)),
    native.plus: (2, t.INT, lambda b, one, other: b.ir.add(one, other)),
    native.stack_pointer: (0, t.INT, lambda b: b.program.stack_pointer(b.ir) if b.emits else None),
    native.float_of: (1, t.FLOAT, lambda b, word: b.ir.bitcast(word, t.DOUBLE)),
}
"""Functions of words: the number of words, the type of the result, and the code."""
for _function, _described in _OF_WORDS.items():

    @library(_function)
    def _of_words(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, described: Any = _described) -> Value:
        count, type_, emit = described
        found = emit(b, *(_word(b, given[place]) for place in range(count)))
        return Value(type_) if type_ == t.NONE else Value(type_, (found,))


@library(native.bits_of)
def _bits_of(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    (component,) = b.at_run_time(given[0]).components
    return Value(t.INT, (memory.to_word(b, component),))


@library(native.host_allows)
def _host_allows(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    address, half = _word(b, given[0]), ir.IntType(32)
    if not b.program.target.has_host:
        return Value(t.Constant(False))
    return Value(t.BOOL, (b.compare("!=", b.outside("more", half, b.ir.trunc(address, half)), half(0)),))


@library(native.listed)
def _listed(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    fit: native.Fit = known(given[0])

    def row() -> Value:
        value = recalling.moves_of(b, fit, given[1:], node)
        is_filter = isinstance(value.type, t.Stream) and isinstance(value.type.source, Comprehension)
        is_row = is_filter or isinstance(value.type, (t.List, t.Row))
        return operations.as_row(b, value) if is_row else Value(t.NONE)

    with b.dry():
        item = getattr(row().type, "item", None)
    if item == t.NEVER:  # not yet known
        b.live = b.live and b.emits
        return Value(t.NEVER)
    return row() if item == fit.form.type else Value(t.NONE)


@implements(operations.call_form)
def call_form(b: FunctionBuilder, function: native.OfForm, given: list[Value], node: ast.AST) -> Value:
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
    if (scalars := _scalars(value)) is not None:
        return tuple_of([Value(t.INT, (memory.to_word(b, component),)) for component in scalars])
    count = operations.words_in(b, value.type)
    made = memory.allocate(b, b.word(8 * count))
    sharing.begin(b, value.type, made, by_value=by_value)
    operations.write(b, value, made, 0, True)
    return Value(t.FixedTuple(t.INT, count), (made,))


def _scalars(value: Value) -> list[ir.Value] | None:
    if has_type(value, t.Tuple):
        parts = [_scalars(item) for item in items_of(value)]
        return None if None in parts else [component for part in parts if part is not None for component in part]
    return None if isinstance(value.type, t.Composite) else list(value.components)


def _address(b: FunctionBuilder, address: Value, place: Value) -> ir.Value:
    return b.further(_word(b, address), _word(b, place))


def _unpacked(b: FunctionBuilder, type_: t.Type, rest: list[ir.Value], bits: int) -> Value:
    if isinstance(type_, t.Tuple):
        return tuple_of([_unpacked(b, item, rest, bits) for item in type_.items], type_.cls, type_.names)
    if isinstance(type_, t.Constant):
        return Value(type_)
    word = b.ir.and_(rest[0], b.word((1 << bits) - 1))
    rest[0] = b.ir.lshr(rest[0], b.word(bits))
    return Value(type_, (b.ir.icmp_unsigned("!=", word, b.word(0)) if isinstance(type_, t.Bool) else word,))
