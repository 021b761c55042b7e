"""Texts of values, and parts of texts: `str`, f-strings, `int` of a text, `split`, `strip`, `replace`."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from llvmlite import ir

from . import memory, special_methods, value_types as t
from .builder import FunctionBuilder, Value, call_helper, has_type
from .operations import call_python, each_option
from .operators import guarded, is_text
from .symbols import table_of

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
    is_space = letter.isspace() and letter not in "\x1c\x1d\x1e\x1f"
    return _OTHERS + (4 if is_space else _SIGNS.get(letter, _BAD))


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
    fine = b.ir.or_(b.compare("==", last, b.word(2)), b.compare("==", last, b.word(4)))
    b.check(fine, ValueError, None, is_raised=True)
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
