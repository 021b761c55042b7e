"""Texts of values, and parts of texts: `str`, f-strings, `int` of a text, `split`, `strip`, `replace`."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Callable
from typing import Final

from llvmlite import ir

from . import memory, value_types as t
from .builder import FunctionBuilder, MergePoint, Value
from .converting import present
from .helpers import call_helper
from .lists import append, as_tuple, extend, new_list
from .operations import each_item, each_option, equal
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
    if isinstance(type_, t.Symbol) and t.is_enum(type_.domain):
        return table_of(b, value, str)
    if isinstance(type_, t.Bool):
        return b.either(value.components[0], lambda: Value(t.Constant("True")), lambda: Value(t.Constant("False")))
    if isinstance(type_, t.Int):
        for letter in "0123456789-":
            b.program.text(letter)
        return call_helper(b, "number_as_text", [value], t.CHARS, _digits)
    return b.refuse(f"makes a text of {type_}; write its parts one by one", node)


def _digits(b: FunctionBuilder, arguments: list[Value]) -> Value:
    """The digits of a number, filled in from the last one."""
    number = arguments[0].components[0]
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
    b.either(negative, lambda: write(b.word(b.program.text("-"))), lambda: None)
    return _piece(b, t.CHARS, made, b.ir.load(place), b.word(_LONGEST))


def _piece(b: FunctionBuilder, type_: t.Type, address: ir.Value, begin: ir.Value, end: ir.Value) -> Value:
    """The letters at that address between two places."""
    return Value(type_, (b.ir.sub(end, begin), b.ir.add(address, b.ir.mul(begin, b.word(8)))))


def _each_letter(b: FunctionBuilder, text: Value, use: Callable[[ir.Value, Value], None]) -> None:
    """Calls `use` with the place of each letter of a text, and the letter."""
    size, address = text.components
    memory.count_up(b, size, lambda index: use(index, memory.load_item(b, t.TEXT, address, index)))


def _test(b: FunctionBuilder, letter: Value, function: Callable[[str], bool]) -> ir.Value:
    """The truth value of a known function of a letter."""
    return b.convert(table_of(b, letter, function), t.BOOL).components[0]


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

    def one(_: ir.Value, letter: Value) -> None:
        code = b.convert(table_of(b, letter, _letter_code), t.INT).components[0]
        is_digit = b.compare("<", code, b.word(_OTHERS))
        class_ = b.ir.select(is_digit, b.word(0), b.ir.sub(code, b.word(_OTHERS)))
        b.ir.store(memory.word_at(b, ways, b.ir.add(b.ir.mul(b.ir.load(place), b.word(len(_AFTER))), class_)), place)
        b.ir.store(b.ir.select(b.compare("==", class_, b.word(_SIGNS["-"])), b.word(1), b.ir.load(minus)), minus)
        so_far = b.ir.load(total)
        more = guarded(b, "mul", b.ir.select(is_digit, so_far, b.word(0)), b.word(10))
        more = guarded(b, "add", more, b.ir.select(is_digit, code, b.word(0)))
        b.ir.store(b.ir.select(is_digit, more, so_far), total)

    _each_letter(b, text, one)
    last = b.ir.load(place)
    fine = b.ir.or_(b.compare("==", last, b.word(2)), b.compare("==", last, b.word(4)))
    b.check(fine, ValueError, None, is_raised=True)
    found = b.ir.load(total)
    return Value(t.INT, (b.ir.select(b.compare("==", b.ir.load(minus), b.word(1)), b.ir.sub(b.word(0), found), found),))


def _is_any_of(letters: str | None) -> Callable[[str], bool]:
    return str.isspace if letters is None else lambda letter: len(letter) == 1 and letter in letters


def _known_letters(b: FunctionBuilder, arguments: list[Value], node: ast.AST) -> str | None:
    if not arguments or (len(arguments) == 1 and arguments[0].type == t.NONE):
        return None
    type_ = arguments[0].type
    if len(arguments) > 1 or not isinstance(type_, t.Constant) or not isinstance(type_.value, str):
        b.refuse("takes a text apart by something that is not known", node)
    return type_.value


def split(b: FunctionBuilder, text: Value, arguments: list[Value], node: ast.AST) -> Value:
    """Evaluates `text.split()`, at spaces, or at a letter."""
    letters = _known_letters(b, arguments, node)
    if letters is not None and len(letters) != 1:
        b.refuse("takes a text apart at more than one letter", node)
    made, slot = new_list(b, node), b.variable(b.word(0))
    count, address = text.components

    def cut(index: ir.Value) -> None:
        piece = _piece(b, t.CHARS, address, b.ir.load(slot), index)
        if letters is None:
            b.either(b.compare(">", piece.components[0], b.word(0)), lambda: append(b, made, piece), lambda: None)
        else:
            append(b, made, piece)
        b.ir.store(b.ir.add(index, b.word(1)), slot)

    def one(index: ir.Value, letter: Value) -> None:
        b.either(_test(b, letter, _is_any_of(letters)), lambda: cut(index), lambda: None)

    _each_letter(b, text, one)
    cut(count)
    return made


def strip(b: FunctionBuilder, text: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
    """Evaluates `text.strip()`, `lstrip` or `rstrip`."""
    goes = _is_any_of(_known_letters(b, arguments, node))
    count, address = text.components
    first, last = b.variable(b.word(0)), b.variable(count)

    def skip(side: ir.Value) -> None:
        """Moves one end of the text past letters to be stripped."""
        size = b.ir.sub(b.ir.load(last), b.ir.load(first))
        done = MergePoint(b)

        def one(_: ir.Value) -> None:
            at = b.ir.load(side)
            place = at if side is first or not b.emits else b.ir.sub(at, b.word(1))
            b.leave_unless(_test(b, memory.load_item(b, t.TEXT, address, place), goes), done)
            b.ir.store(b.ir.add(at, b.word(1)) if side is first else place, side)

        memory.count_up(b, size, one)
        done.arrive()
        done.meet()

    if name != "rstrip":
        skip(first)
    if name != "lstrip":
        skip(last)
    return _piece(b, t.CHARS, address, b.ir.load(first), b.ir.load(last))


def replaced(b: FunctionBuilder, text: Value, arguments: list[Value], node: ast.AST) -> Value:
    """Evaluates `text.replace(old, new)` and `text.replace(old, new, count)`."""
    old, new = (present(b, each) for each in arguments[:2])
    if not is_text(old.type) or not is_text(new.type):
        b.refuse(f"replaces {old.type} by {new.type} in a text", node)
    if isinstance(old.type, t.Constant) and old.type.value == "":
        b.refuse("replaces an empty text, between all letters", node)
    made, fill = new_list(b, node), Value(t.VarTuple(t.TEXT), b.convert(new, t.CHARS).components)
    if len(arguments) == 2 and isinstance(old.type, t.Constant) and len(old.type.value) == 1:

        def one(letter: Value) -> None:
            same = b.convert(equal(b, letter, old), t.BOOL)
            b.either(same.components[0], lambda: extend(b, made, fill), lambda: append(b, made, letter))

        each_item(b, b.marker("letters"), Value(t.VarTuple(t.TEXT), text.components), one, [])
    else:
        _replace_parts(b, made, text, b.convert(old, t.CHARS), fill, arguments[2:])
    return Value(t.CHARS, as_tuple(b, made).components)


def _replace_parts(b: FunctionBuilder, made: Value, text: Value, old: Value, fill: Value, most: list[Value]) -> None:
    """Adds the letters of a text to a list, with another text in place of each part, up to a number of them."""
    size, address = text.components
    b.check(b.compare(">", old.components[0], b.word(0)), OverflowError, "an empty text is replaced, between all letters")
    left, free = b.variable(b.convert(most[0], t.INT).components[0] if most else b.word(-1)), b.variable(b.word(0))

    def between(end: ir.Value) -> Value:
        return _piece(b, t.VarTuple(t.TEXT), address, b.ir.load(free), end)

    def each(start: ir.Value) -> None:
        skipped = MergePoint(b)
        b.leave_unless(b.compare("<=", b.ir.load(free), start), skipped)
        b.leave_unless(b.compare("!=", b.ir.load(left), b.word(0)), skipped)
        extend(b, made, between(start))
        extend(b, made, fill)
        b.ir.store(b.ir.add(start, old.components[0]), free)
        b.ir.store(b.ir.sub(b.ir.load(left), b.word(1)), left)
        skipped.arrive()
        skipped.meet()

    _each_match(b, text, old, each)
    extend(b, made, between(size))


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

    def one(_: ir.Value, letter: Value) -> None:
        found = [_test(b, letter, test) for test in (is_so, is_against)]
        b.ir.store(b.ir.or_(b.ir.load(some), b.ir.zext(found[0], t.WORD)), some)
        b.ir.store(b.ir.and_(b.ir.load(none), b.ir.zext(b.ir.not_(found[1]), t.WORD)), none)

    _each_letter(b, text, one)
    return Value(t.BOOL, (b.compare("!=", b.ir.and_(b.ir.load(some), b.ir.load(none)), b.word(0)),))


def find(b: FunctionBuilder, text: Value, part: Value) -> Value:
    """The first place of a text in another; -1 if there is none."""
    meeting = MergePoint(b)
    _each_match(b, text, part, lambda start: meeting.arrive(Value(t.INT, (start,))))
    b.live = True
    meeting.arrive(Value(t.INT, (b.word(-1),)))
    return meeting.meet(t.INT)


def count(b: FunctionBuilder, text: Value, part: Value) -> Value:
    """The number of places of a text in another, which do not overlap."""
    found, free = (b.variable(b.word(0)) for _ in range(2))

    def each(start: ir.Value) -> None:
        overlaps = MergePoint(b)
        b.leave_unless(b.compare(">=", start, b.ir.load(free)), overlaps)
        length = part.components[0]
        step = b.ir.select(b.compare("==", length, b.word(0)), b.word(1), length)
        b.ir.store(b.ir.add(start, step), free)
        b.ir.store(b.ir.add(b.ir.load(found), b.word(1)), found)
        overlaps.arrive()
        overlaps.meet()

    _each_match(b, text, part, each)
    return Value(t.INT, (b.ir.load(found),))


def _each_match(b: FunctionBuilder, text: Value, part: Value, use: Callable[[ir.Value], None]) -> None:
    """Calls `use` with each place of a text in another, from the first to the last."""
    (size, first), (length, second) = text.components, part.components
    starts = b.ir.add(b.ir.sub(size, length), b.word(1))

    def each(start: ir.Value) -> None:
        differ = MergePoint(b)

        def one(index: ir.Value) -> None:
            same = b.compare("==", memory.word_at(b, first, b.ir.add(start, index)), memory.word_at(b, second, index))
            b.leave_unless(same, differ)

        memory.count_up(b, length, one)
        use(start)
        differ.arrive()
        differ.meet()

    memory.count_up(b, starts, each)
