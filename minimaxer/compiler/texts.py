"""Texts made at run time: tuples of characters, each the number of a text of one letter."""

from __future__ import annotations

import ast
import functools
import re
from typing import Final

from . import memory, operations, value_types as t
from .builder import FunctionBuilder, Value, has_type
from .classes import is_tuple
from .converting import in_memory, items_of, present, refuse_type
from .joining import widened
from .lists import append, as_tuple, extend, new_list
from .operations import each_item, implements, slice_of
from .operators import binary, concatenated, is_text
from .symbols import table_of
from .writing import is_all, text_of as made_text
from .written import find


def row_of(value: Value) -> Value:
    """The characters of a text made at run time, or of a list of them, as a tuple."""
    return Value(t.VarTuple(t.TEXT), value.components)


def text_of(b: FunctionBuilder, row: Value) -> Value:
    """The text of these characters."""
    address, count = in_memory(b, row, t.TEXT)
    return Value(t.CHARS, (count, address))


@implements(operations.join_texts)
def joined(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Concatenates two texts."""
    rows = [row_of(b.convert(each, t.CHARS)) for each in (left, right)]
    return text_of(b, concatenated(b, *rows))


def as_characters(b: FunctionBuilder, value: Value) -> Value:
    """A known text, or one of the known texts, as its characters."""
    if isinstance(value.type, t.Constant):
        numbers = tuple(b.program.text(letter) for letter in value.type.value)
        return Value(t.CHARS, (b.word(len(numbers)), b.table(numbers)))
    b.program.know_letters()
    if not b.emits:
        return Value(t.CHARS, (None, None))
    sizes, places = b.program.letters()
    number = value.components[0]
    return Value(t.CHARS, (memory.word_at(b, sizes, number), memory.word_at(b, places, number)))


@implements(operations.text_contains)
def contains(b: FunctionBuilder, owner: Value, part: Value) -> Value:
    """Tests if a text is part of another."""
    found = b.call(find, [b.convert(owner, t.CHARS), b.convert(part, t.CHARS), none := Value(t.NONE), none])
    return Value(t.BOOL, (b.compare(">=", found.components[0], b.word(0)),))


_TESTS: Final = ("isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "isupper")


def call(b: FunctionBuilder, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
    """Calls a method of a text made at run time, or one that makes a text."""
    if name == "join":
        return _join(b, owner, arguments[0], node)
    text = b.convert(owner, t.CHARS)
    if name in ("lower", "upper", "swapcase") and not arguments:
        made, changed = new_list(b, node), functools.partial(_other_case, name)
        each_item(b, b.marker("letters"), row_of(text), lambda letter: append(b, made, table_of(b, letter, changed)), [])
        return text_of(b, row_of(as_tuple(b, made)))
    if name in _TESTS and not arguments:
        return is_all(b, text, name)
    return b.refuse(f"calls .{name}() of a text that is made at run time, which compiled games do not have", node)


def _other_case(name: str, letter: str) -> str:
    found: str = getattr(letter, name)()
    if len(letter) == 1 and (len(found) != 1 or (letter == "Σ" and name != "upper")):
        raise OverflowError(f"{letter!r} becomes several letters, or one that depends on its neighbours, in .{name}()")
    return found


def _join(b: FunctionBuilder, owner: Value, items: Value, node: ast.AST) -> Value:
    made = new_list(b, node)
    is_plain = isinstance(owner.type, t.Constant) and owner.type.value == ""

    def add(item: Value) -> None:
        if not is_plain:
            extend(b, made, row_of(b.convert(owner, t.CHARS)))
        if not is_text(widened(item.type)):
            b.refuse(f"joins {item.type} to a text", node)
        extend(b, made, row_of(b.convert(item, t.CHARS)))

    each_item(b, b.marker("join"), items, add, [])
    if not b.live or made.type.item.is_never:
        return b.convert(Value(t.Constant("")), t.CHARS)
    row = row_of(as_tuple(b, made))
    size = None if is_plain else Value(t.INT, b.convert(owner, t.CHARS).components[:1])
    return text_of(b, row if size is None else slice_of(b, row, size, None, None))


_DIRECTIVE: Final = re.compile(r"%([disr%])|%")
"""A directive of `%` that values made at run time may have, or another one."""


@implements(operations.format_text)
def formatted(b: FunctionBuilder, template: str, values: Value, node: ast.AST) -> Value:
    """Evaluates `template % values`, with `%d`, `%i` and `%s` of values that are not known."""
    type_ = values.type
    if t.is_known(type_, tuple):
        items: list[Value] = [Value(t.Constant(each)) for each in type_.value]
    else:
        held = type_.item if isinstance(type_, t.Optional) else type_
        if isinstance(held, (t.Row, t.Union)) or (held is not type_ and is_tuple(held)):
            b.refuse(f"formats {type_} by %; write its items one by one", node)
        items = items_of(values) if has_type(values, t.Tuple) and is_tuple(type_) else [values]
    left = iter(items)
    found: Value = Value(t.Constant(""))
    end = 0
    for match in _DIRECTIVE.finditer(template):
        found = binary(b, ast.Add(), found, Value(t.Constant(template[end : match.start()])), node)
        end = match.end()
        part = Value(t.Constant("%")) if match[1] == "%" else _directed(b, match[1], next(left, None), node)
        found = binary(b, ast.Add(), found, part, node)
    if next(left, None) is not None:
        b.refuse("formats more values than its text has places", node)
    return binary(b, ast.Add(), found, Value(t.Constant(template[end:])), node)


def _directed(b: FunctionBuilder, how: str | None, value: Value | None, node: ast.AST) -> Value:
    if value is None or how is None or (how == "r" and not isinstance(value.type, t.Constant)):
        b.refuse("formats a value by % in a way that compiled games do not have; write %d, %s or an f-string", node)
    if isinstance(value.type, t.Constant):
        known = value.type.value
        return Value(t.Constant(b.said(lambda: f"%{how}" % (known,), node)))
    if how == "s":
        return made_text(b, value, node)
    if not isinstance(value.type, (t.Int, t.Bool)):
        b.refuse(f"formats {value.type} by %{how}, as which Python cuts it; write int() of it", node)
    return made_text(b, b.convert(value, t.INT), node)


@operations.make.of(t.Text)
def made(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a known text, or one of the known texts, to its characters."""
    mine = value.type
    if mine != t.TEXT and not t.is_known(mine, str):
        refuse_type(b, mine, type_)
    return as_characters(b, value)


@operations.contains_in.of(t.Text)
def has(b: FunctionBuilder, owner: Value, value: Value, node: ast.AST) -> Value:
    """Tests if a text, which may be None, is part of another."""
    return contains(b, owner, present(b, value))
