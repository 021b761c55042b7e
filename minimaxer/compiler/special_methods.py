"""Operators on objects of the author's own classes: their `__add__`, `__getitem__`, `__eq__` and the like."""

from __future__ import annotations

import ast
import inspect
import operator
import types
from collections.abc import Callable, Iterable
from typing import Final

from . import value_types as t
from .builder import FunctionBuilder, Value, has_type
from .classes import work_together
from .converting import items_of, tuple_of
from .operations import call_python, compare
from .runtime.values import is_authors

OPERATORS: Final[dict[type[ast.operator], Callable[..., object]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.MatMult: operator.matmul,
}
COMPARED: Final = {"==": "__eq__", "!=": "__ne__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
_NOT_IMPLEMENTED: Final = t.Constant(NotImplemented)
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


def class_of(type_: t.Type) -> type[object] | None:
    """The class of an object; None of values without a class of their own."""
    if isinstance(type_, t.Object):
        return type_.record.cls
    if isinstance(type_, t.Tuple):
        return type_.cls
    if isinstance(type_, t.Symbol):
        return None if type_.domain is str else type_.domain
    return type(type_.value) if isinstance(type_, t.Constant) and not isinstance(type_.value, type) else None


def method(type_: t.Type, name: str) -> types.FunctionType | None:
    """The author's method of that name for values of a type; None where there is none."""
    found = function(type_, name)
    return found if found is not None and is_authors(found) else None


def function(type_: t.Type, name: str) -> types.FunctionType | None:
    """The method of that name for values of a type, whoever wrote it; None where there is none."""
    cls = class_of(type_)
    if cls is None or cls.__module__ == "builtins":
        return None
    found = inspect.getattr_static(cls, name, None)
    return found if isinstance(found, types.FunctionType) else None


def may_have(type_: t.Type, names: Iterable[str]) -> bool:
    """True if a value, or one of those that it may be, has one of these methods of the author's."""
    options = type_.options if isinstance(type_, t.Union) else (type_.item,) if isinstance(type_, t.Optional) else ()
    return any(may_have(each, names) for each in options) or any(method(type_, name) is not None for name in names)


def are_taken_apart(names: Iterable[str], one: t.Type, other: t.Type) -> bool:
    """True if each pair of what two operands may be has to be treated on its own; the methods are those of the operator."""
    types_ = type(one), type(other)
    return t.Union in types_ or (t.Optional in types_ and any(may_have(each, names) for each in (one, other)))


def may_work(names: Iterable[str], op: ast.operator | None, one: t.Type, other: t.Type) -> bool:
    """True unless an operator, or `<`, of two values surely raises a `TypeError`; the methods are those for it."""
    if op is not None and one == t.NONE:
        return may_have(other, (f"__r{name_of(op)}__",))
    return any(may_have(each, names) for each in (one, other)) or work_together(op, one, other)


def called(b: FunctionBuilder, name: str, owner: Value, *arguments: Value) -> Value | None:
    """Calls the author's method; None where there is none."""
    found = method(owner.type, name)
    return None if found is None else call_python(b, found, [owner, *arguments], {})


def size(b: FunctionBuilder, value: Value) -> Value:
    """The result of an author's `__len__`, which must not be negative."""
    if value.type.is_never:
        return value
    found = b.convert(value, t.INT)
    b.check(b.compare(">=", found.components[0], b.word(0)), ValueError, "__len__() should return >= 0")
    return found


def name_of(op: ast.operator) -> str:
    """The name of an operator within the names of its methods, as `add` in `__radd__`."""
    return str(OPERATORS[type(op)].__name__.strip("_"))


def binary(b: FunctionBuilder, op: ast.operator, left: Value, right: Value) -> Value | None:
    """The result of an operator, by a method of either operand; None where neither has it."""
    name = name_of(op)
    for found in (called(b, f"__{name}__", left, right), called(b, f"__r{name}__", right, left)):
        if found is not None and found.type != _NOT_IMPLEMENTED:
            return found
    return None


def compared(b: FunctionBuilder, sign: str, left: Value, right: Value) -> Value | None:
    """The result of a comparison, by a method of either operand; None where neither has it."""
    ways = [(COMPARED[sign], left, right), (COMPARED[_TURNED[sign]], right, left)]
    one, other = class_of(left.type), class_of(right.type)
    if one is not None and other is not None and one is not other and issubclass(other, one) and method(right.type, ways[1][0]):
        ways.reverse()
    for name, owner, more in ways:
        found = called(b, name, owner, more)
        if found is not None and found.type != _NOT_IMPLEMENTED:
            return found
        if found is None and one is other and one is not None and getattr(one, name) is not getattr(object, name):
            return None  # a method that is neither the author's nor that of all objects
    return None


def differs(b: FunctionBuilder, left: Value, right: Value) -> Value | None:
    """Evaluates `!=` where it is not the reverse of an author's `==`: by `__ne__`, or by that of tuples; else None."""
    found = called(b, "__ne__", left, right)
    types_ = [each for each in (left.type, right.type) if method(each, "__eq__") is not None]
    if found is not None or not any(issubclass(class_of(each) or object, tuple) for each in types_):
        return found
    if not has_type(left, t.Tuple) or not has_type(right, t.Tuple):
        b.refuse("compares by != a tuple with an __eq__ of its own; write not ==")
    return compare(b, ast.NotEq(), tuple_of(items_of(left)), tuple_of(items_of(right)), b.marker("differs"))
