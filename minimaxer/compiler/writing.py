"""Texts of values, and parts of texts: `str`, f-strings, `int` of a text, `split`, `strip`, `replace`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from . import memory
from .builder import FunctionBuilder, MergePoint, Value
from .converting import present
from .helpers import call_helper
from .lists import append, as_tuple, extend, new_list
from .operations import each_item, equal, slice_of
from .symbols import table_of
from .value_types import BOOL, CHARS, INT, NONE, TEXT, Bool, Constant, Int, List, Optional, Symbol, VarTuple, is_enum

_LONGEST: Final = 20
"""The number of characters of the longest number of 64 bits."""


def text_of(b: FunctionBuilder, value: Value, node: ast.AST) -> Value:
    """Evaluates `str(value)`."""
    type_ = value.type
    if isinstance(type_, Constant):
        return Value(Constant(str(type_.value)))
    if isinstance(type_, Optional):
        there = Value(type_.item, value.components[1:])
        return b.either(value.components[0], lambda: text_of(b, there, node), lambda: Value(Constant("None")))
    if type_ in (CHARS, TEXT):
        return value
    if isinstance(type_, Symbol) and is_enum(type_.domain):
        return table_of(b, value, str)
    if isinstance(type_, Bool):
        return b.either(value.components[0], lambda: Value(Constant("True")), lambda: Value(Constant("False")))
    if isinstance(type_, Int):
        for letter in "0123456789-":
            b.program.text(letter)
        return call_helper(b, "number_as_text", [value], CHARS, _digits)
    b.refuse(f"makes a text of {type_}; write its parts one by one", node)
    return value


def _digits(b: FunctionBuilder, arguments: list[Value]) -> Value:
    """The digits of a number, filled in from the last one."""
    assert b.ir is not None
    number = arguments[0].components[0]
    letters = b.program.table(tuple(b.program.text(digit) for digit in "0123456789"))
    made = memory.allocate(b, b.word(8 * _LONGEST))
    rest, place = b.slots(INT)[0], b.slots(INT)[0]
    negative = b.compare("<", number, b.word(0))
    b.ir.store(b.ir.select(negative, b.ir.sub(b.word(0), number), number), rest)
    b.ir.store(b.word(_LONGEST), place)
    again, done = b.block("digit"), b.block("digits")
    b.enter(again)
    left = b.ir.load(rest)
    _write_before(b, made, place, memory.word_at(b, letters, b.ir.urem(left, b.word(10))))
    b.ir.store(b.ir.udiv(left, b.word(10)), rest)
    b.branch(b.ir.icmp_unsigned(">=", left, b.word(10)), again, done)
    b.at(done)
    b.either(negative, lambda: _write_before(b, made, place, b.word(b.program.text("-"))), lambda: None)
    first = b.ir.load(place)
    return Value(CHARS, (b.ir.sub(b.word(_LONGEST), first), b.ir.add(made, b.ir.mul(first, b.word(8)))))


def _write_before(b: FunctionBuilder, made: Any, place: Any, letter: Any) -> None:
    assert b.ir is not None
    before = b.ir.sub(b.ir.load(place), b.word(1))
    b.ir.store(before, place)
    b.ir.store(letter, b.pointer(made, before))


def number_of(b: FunctionBuilder, value: Value) -> Value:
    """Evaluates `int(text)`, of digits that may have a minus before them."""
    text = b.convert(value, CHARS)
    row = Value(VarTuple(TEXT), text.components)
    b.check(b.compare(">", text.components[0], b.word(0)), ValueError, "invalid literal for int() with base 10: ''")
    first = memory.load(b, TEXT, text.components[1])
    minus = b.convert(equal(b, first, Value(Constant("-"))), BOOL).components[0]
    start = None if b.ir is None else b.ir.zext(minus, INT.components[0])
    digits = slice_of(b, row, Value(INT, (start,)), None, None)
    slot = b.variable(b.word(0))

    def one(index: Any) -> None:
        digit = b.convert(table_of(b, memory.load_item(b, TEXT, digits.components[1], index), int), INT)
        if b.ir is not None and b.live:
            b.ir.store(b.ir.add(b.ir.mul(b.ir.load(slot), b.word(10)), digit.components[0]), slot)

    memory.count_up(b, digits.components[0], one)
    if b.ir is None:
        return Value(INT, (None,))
    found = b.ir.load(slot)
    return Value(INT, (b.ir.select(minus, b.ir.sub(b.word(0), found), found),))


def _is_any_of(letters: str | None) -> Callable[[str], bool]:
    return str.isspace if letters is None else lambda letter: len(letter) == 1 and letter in letters


def _known_letters(b: FunctionBuilder, arguments: list[Value], node: ast.AST) -> str | None:
    if not arguments or arguments[0].type == NONE:
        return None
    type_ = arguments[0].type
    if len(arguments) > 1 or not isinstance(type_, Constant) or not isinstance(type_.value, str):
        b.refuse("takes a text apart by something that is not known", node)
    found: str = type_.value
    return found


def split(b: FunctionBuilder, text: Value, arguments: list[Value], node: ast.AST) -> Value:
    """Evaluates `text.split()`, at spaces, or at a letter."""
    letters = _known_letters(b, arguments, node)
    if letters is not None and len(letters) != 1:
        b.refuse("takes a text apart at more than one letter", node)
    made, slot = new_list(b, node), b.slots(INT)[0]
    count, address = text.components
    b.op("store", b.word(0), slot)

    def cut(index: Any) -> None:
        begin = None if b.ir is None else b.ir.load(slot)
        size = b.op("sub", index, begin)
        piece = Value(CHARS, (size, b.op("add", address, b.op("mul", begin, b.word(8)))))
        if letters is None:
            b.either(b.compare(">", size, b.word(0)), lambda: append(b, made, piece), lambda: None)
        else:
            append(b, made, piece)
        b.op("store", b.op("add", index, b.word(1)), slot)

    def one(index: Any) -> None:
        ends = b.convert(table_of(b, memory.load_item(b, TEXT, address, index), _is_any_of(letters)), BOOL)
        b.either(ends.components[0], lambda: cut(index), lambda: None)

    memory.count_up(b, count, one)
    cut(count)
    return made


def strip(b: FunctionBuilder, text: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
    """Evaluates `text.strip()`, `lstrip` or `rstrip`."""
    goes = _is_any_of(_known_letters(b, arguments, node))
    count, address = text.components
    first, last = b.slots(INT)[0], b.slots(INT)[0]
    if b.ir is not None:
        b.ir.store(b.word(0), first)
        b.ir.store(count, last)
    if name != "rstrip":
        _skip(b, address, first, last, goes, first)
    if name != "lstrip":
        _skip(b, address, first, last, goes, last)
    if b.ir is None:
        return Value(CHARS, (None, None))
    begin = b.ir.load(first)
    return Value(CHARS, (b.ir.sub(b.ir.load(last), begin), b.ir.add(address, b.ir.mul(begin, b.word(8)))))


def _skip(b: FunctionBuilder, address: Any, first: Any, last: Any, goes: Callable[[str], bool], side: Any) -> None:
    """Moves one end of a text past letters to be stripped."""
    size = None if b.ir is None else b.ir.sub(b.ir.load(last), b.ir.load(first))
    done = MergePoint(b)

    def one(_: Any) -> None:
        at = None if b.ir is None else b.ir.load(side)
        place = at if side is first or b.ir is None else b.ir.sub(at, b.word(1))
        test = b.convert(table_of(b, memory.load_item(b, TEXT, address, place), goes), BOOL)
        b.leave_unless(test.components[0], done)
        b.op("store", b.op("add", at, b.word(1)) if side is first else place, side)

    memory.count_up(b, size, one)
    done.arrive()
    done.meet()


def replaced(b: FunctionBuilder, row: Value, arguments: list[Value], node: ast.AST) -> Value:
    """Evaluates `text.replace(letter, text)`."""
    old, new = (present(b, each) for each in arguments)
    made = new_list(b, node)
    if not isinstance(old.type, Constant) or not isinstance(old.type.value, str) or len(old.type.value) != 1:
        b.refuse("replaces more than one letter of a text", node)
    fill = Value(VarTuple(TEXT), b.convert(new, CHARS).components)

    def one(letter: Value) -> None:
        same = b.convert(equal(b, letter, old), BOOL)
        b.either(same.components[0], lambda: extend(b, made, fill), lambda: append(b, made, letter))

    each_item(b, b.marker("letters"), row, one, [])
    assert isinstance(made.type, List)
    return Value(CHARS, as_tuple(b, made).components)


def find(b: FunctionBuilder, text: Value, part: Value) -> Value:
    """The first place of a text in another; -1 if there is none."""
    meeting = MergePoint(b)
    _each_match(b, text, part, lambda start: meeting.arrive(Value(INT, (start,))))
    b.live = True
    meeting.arrive(Value(INT, (b.word(-1),)))
    return meeting.meet(INT)


def count(b: FunctionBuilder, text: Value, part: Value) -> Value:
    """The number of places of a text in another, which do not overlap."""
    found, free = (b.variable(b.word(0)) for _ in range(2))

    def each(start: Any) -> None:
        overlaps = MergePoint(b)
        if b.ir is not None:
            b.leave_unless(b.compare(">=", start, b.ir.load(free)), overlaps)
            length = part.components[0]
            step = b.ir.select(b.compare("==", length, b.word(0)), b.word(1), length)
            b.ir.store(b.ir.add(start, step), free)
            b.ir.store(b.ir.add(b.ir.load(found), b.word(1)), found)
        overlaps.arrive()
        overlaps.meet()

    _each_match(b, text, part, each)
    return Value(INT, (None if b.ir is None else b.ir.load(found),))


def _each_match(b: FunctionBuilder, text: Value, part: Value, use: Callable[[Any], None]) -> None:
    """Calls `use` with each place of a text in another, from the first to the last."""
    (size, first), (length, second) = text.components, part.components
    starts = None if b.ir is None else b.ir.add(b.ir.sub(size, length), b.word(1))

    def each(start: Any) -> None:
        differ = MergePoint(b)

        def one(index: Any) -> None:
            same = b.compare("==", memory.word_at(b, first, b.op("add", start, index)), memory.word_at(b, second, index))
            b.leave_unless(same, differ)

        memory.count_up(b, length, one)
        use(start)
        differ.arrive()
        differ.meet()

    memory.count_up(b, starts, each)
