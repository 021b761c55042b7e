"""Texts of values, parts of texts, and texts made at run time: tuples of characters, each the number of a text of one letter."""

from __future__ import annotations

import ast
import functools
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from llvmlite import ir

from . import memory, operations, special_methods, value_types as t
from .builder import FunctionBuilder, Value, call_helper, has_type
from .classes import is_tuple
from .converting import in_memory, items_of, present, refuse_type, table_of
from .joining import widened
from .lists import append, as_tuple, extend, new_list
from .operations import call_python, each_item, each_option, implements, slice_of
from .operators import binary, concatenated, guarded, is_text
from .written import find


def row_of(value: Value) -> Value:
    """The characters of a text made at run time, or of a list of them, as a tuple."""
    return Value(t.VarTuple(t.TEXT), value.components)


def text_of_row(b: FunctionBuilder, row: Value) -> Value:
    """The text of these characters."""
    address, count = in_memory(b, row, t.TEXT)
    return Value(t.CHARS, (count, address))


@implements(operations.join_texts)
def joined(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Concatenates two texts."""
    return text_of_row(b, concatenated(b, *[row_of(b.convert(each, t.CHARS)) for each in (left, right)]))


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
        return text_of_row(b, row_of(as_tuple(b, made)))
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
    return text_of_row(b, row if size is None else slice_of(b, row, size, None, None))


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
        return text_of(b, value, node)
    if not isinstance(value.type, (t.Int, t.Bool)):
        b.refuse(f"formats {value.type} by %{how}, as which Python cuts it; write int() of it", node)
    return text_of(b, b.convert(value, t.INT), node)


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


_LONGEST: Final = 20
"""The number of characters of the longest number of 64 bits."""


def text_of(b: FunctionBuilder, value: Value, node: ast.AST) -> Value:
    """Evaluates `str(value)`."""
    type_ = value.type
    if isinstance(type_, t.Constant):
        return Value(t.Constant(str(type_.value)))
    if isinstance(type_, (t.Optional, t.Union)):
        return each_option(b, value, lambda option: text_of(b, option, node))
    if is_text(type_):
        return value
    if has_type(value, t.Symbol) and t.is_enum(value.type.domain):
        return table_of(b, value, str)
    if isinstance(type_, t.Bool):
        return b.either(value.components[0], lambda: Value(t.Constant("True")), lambda: Value(t.Constant("False")))
    if isinstance(type_, t.Int):
        for letter in "0123456789-":
            b.program.text(letter)
        return call_helper(b, "number_as_text", [value], t.CHARS, _digits)
    written = special_methods.method(type_, "__str__") or special_methods.method(type_, "__repr__")
    if written is not None:
        return call_python(b, written, [value], {}, node)
    return b.refuse(f"makes a text of {type_}; write its parts one by one", node)


def _digits(b: FunctionBuilder, value: Value) -> Value:
    """The digits of a number, filled in from the last one."""
    number = value.components[0]
    letters = b.program.table(tuple(b.program.text(digit) for digit in "0123456789"))
    made = memory.allocate(b, b.word(8 * _LONGEST))
    negative = b.compare("<", number, b.word(0))
    rest, place = b.variable(b.ir.select(negative, b.ir.sub(b.word(0), number), number)), b.variable(b.word(_LONGEST))

    def write(letter: ir.Value) -> None:
        before = b.ir.sub(b.ir.load(place), b.word(1))
        b.ir.store(before, place)
        b.ir.store(letter, b.pointer(made, before))

    again, done = b.block("digit"), b.block("digits")
    b.enter(again)
    left = b.ir.load(rest)
    write(memory.word_at(b, letters, b.ir.urem(left, b.word(10))))
    b.ir.store(b.ir.udiv(left, b.word(10)), rest)
    b.branch(b.ir.icmp_unsigned(">=", left, b.word(10)), again, done)
    b.at(done)
    with b.when(negative):
        write(b.word(b.program.text("-")))
    first = b.ir.load(place)
    return Value(t.CHARS, (b.ir.sub(b.word(_LONGEST), first), b.ir.add(made, b.ir.mul(first, b.word(8)))))


@contextmanager
def _each_letter(b: FunctionBuilder, text: Value) -> Iterator[Value[t.Symbol]]:
    """Emits the `with` block as a loop over the letters of a text."""
    size, address = text.components
    with memory.each_index(b, size) as index:
        yield memory.load_item(b, t.TEXT, address, index)


_SIGNS: Final = {"+": 1, "-": 2, "_": 3}
_OTHERS: Final = 16
"""The code of a letter is its digit, or this with its class: 1 plus, 2 minus, 3 underscore, 4 space, 5 all else; 0 for digits."""
_BAD: Final = 5
_AFTER: Final = (
    (2, 1, 1, 5, 0, 5),
    (2, 5, 5, 5, 5, 5),
    (2, 5, 5, 3, 4, 5),
    (2, 5, 5, 5, 5, 5),
    (5, 5, 5, 5, 4, 5),
    (5, 5, 5, 5, 5, 5),
)
"""Where a letter of each class leads to: before the number, after its sign, in it, after an underscore, behind it, nowhere."""


def _letter_code(letter: str) -> int:
    if len(letter) != 1:
        return _OTHERS + _BAD
    if letter.isdecimal():
        return int(letter)
    return _OTHERS + (4 if letter.isspace() and letter not in "\x1c\x1d\x1e\x1f" else _SIGNS.get(letter, _BAD))


def number_of(b: FunctionBuilder, value: Value) -> Value:
    """Evaluates `int(text)`: digits with single underscores among them, a sign before them, spaces around them."""
    text = b.convert(value, t.CHARS)
    place, total, minus = (b.variable(b.word(0)) for _ in range(3))
    ways = b.table(tuple(each for row in _AFTER for each in row))
    with _each_letter(b, text) as letter:
        code = b.convert(table_of(b, letter, _letter_code), t.INT).components[0]
        is_digit = b.compare("<", code, b.word(_OTHERS))
        class_ = b.ir.select(is_digit, b.word(0), b.ir.sub(code, b.word(_OTHERS)))
        b.ir.store(memory.word_at(b, ways, b.ir.add(b.ir.mul(b.ir.load(place), b.word(len(_AFTER))), class_)), place)
        b.ir.store(b.ir.select(b.compare("==", class_, b.word(_SIGNS["-"])), b.word(1), b.ir.load(minus)), minus)
        so_far = b.ir.load(total)
        more = guarded(b, "mul", b.ir.select(is_digit, so_far, b.word(0)), b.word(10))
        more = guarded(b, "add", more, b.ir.select(is_digit, code, b.word(0)))
        b.ir.store(b.ir.select(is_digit, more, so_far), total)
    last = b.ir.load(place)
    b.check(b.ir.or_(b.compare("==", last, b.word(2)), b.compare("==", last, b.word(4))), ValueError, None, is_raised=True)
    found = b.ir.load(total)
    return Value(t.INT, (b.ir.select(b.compare("==", b.ir.load(minus), b.word(1)), b.ir.sub(b.word(0), found), found),))


def is_all(b: FunctionBuilder, text: Value, name: str) -> Value:
    """Evaluates `text.isupper()` and the like: true of all letters, or of some with none against it."""
    against = {"isupper": "islower", "islower": "isupper"}.get(name)
    some, none = b.variable(b.word(name == "isascii")), b.variable(b.word(1))

    def is_so(letter: str) -> bool:
        return bool(letter) and bool(getattr(letter, name)())

    def is_against(letter: str) -> bool:
        if against is None or not letter:
            return not is_so(letter)
        return bool(getattr(letter, against)()) or unicodedata.category(letter[0]) == "Lt"

    with _each_letter(b, text) as letter:
        found = [b.convert(table_of(b, letter, test), t.BOOL).components[0] for test in (is_so, is_against)]
        b.ir.store(b.ir.or_(b.ir.load(some), b.ir.zext(found[0], t.WORD)), some)
        b.ir.store(b.ir.and_(b.ir.load(none), b.ir.zext(b.ir.not_(found[1]), t.WORD)), none)
    return Value(t.BOOL, (b.compare("!=", b.ir.and_(b.ir.load(some), b.ir.load(none)), b.word(0)),))
