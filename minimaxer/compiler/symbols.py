"""Members of finite sets, which are numbers at run time: functions of them become tables."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from . import memory, value_types as t
from .builder import AnyValue, FunctionBuilder, Value
from .converting import words_of
from .joining import TypeConflictError, join_all, widened


def table_of(b: FunctionBuilder, value: Value[t.Symbol | t.Constant], function: Callable[..., object]) -> Value:
    """Applies a function to a member of a finite set, by a table of its results for all members. A member for which it raises has
    no entry: the search fails there as Python does.
    """
    type_ = value.type
    if isinstance(type_, t.Constant):
        return Value(t.Constant(function(type_.value)))
    tried = [_tried(function, member) for member in b.program.members(type_.domain)]
    known = [each for each, error in tried if error is None]
    try:
        result = join_all([widened(t.Constant(each)) for each in known])
    except TypeConflictError as clash:
        b.refuse(f"gives {clash}; give the same type for each")
    _check(b, value.components[0], [error for _, error in tried])
    if not known or isinstance(result, t.Constant):
        return Value(result)
    return _entry(b, [each if error is None else known[0] for each, error in tried], result, value.components[0])


def _tried(function: Callable[..., object], member: object) -> tuple[object, Exception | None]:
    """The result of a function, or the error that it raises."""
    try:
        return function(member), None
    except Exception as error:  # whatever it is, Python raises it too
        return None, error


def _entry(b: FunctionBuilder, values: list[object], type_: t.Type, index: ir.Value) -> Value:
    words = tuple(word for each in values for word in words_of(b, each, type_))
    return memory.load_item(b, type_, b.table(words), index)


def _check(b: FunctionBuilder, number: ir.Value, failing: list[Exception | None]) -> None:
    """Fails as Python does, with its message where it is the same for all members."""
    for cls in dict.fromkeys(type(each) for each in failing if each is not None):
        words = tuple(int(type(each) is not cls) for each in failing)
        texts = {str(each) for each in failing if type(each) is cls}
        fine = b.ir.icmp_unsigned("!=", memory.word_at(b, b.table(words), number), b.word(0))
        b.check(fine, cls, texts.pop() if len(texts) == 1 else None)


def symbol(b: FunctionBuilder, value: AnyValue) -> Value[t.Symbol]:
    """Converts a text or member to its number."""
    return b.convert(value, t.Symbol(type(value.type.value))) if isinstance(value.type, t.Constant) else value


def table_of_pair(b: FunctionBuilder, one: Value[t.Symbol], other: Value[t.Symbol], function: Callable[..., object]) -> Value:
    """Applies a function to two members, by a table of its results for all pairs."""
    first, second = b.program.members(one.type.domain), b.program.members(other.type.domain)
    found = [function(left, right) for left in first for right in second]
    result = join_all([widened(t.Constant(each)) for each in found])
    if not b.emits:
        return Value(result, (None,) * len(result.components))
    index = b.ir.add(b.ir.mul(one.components[0], b.word(len(second))), other.components[0])
    return _entry(b, found, result, index)
