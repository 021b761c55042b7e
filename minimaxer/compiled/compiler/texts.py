"""Texts that are made at run time: rows of characters, each a text of one letter by its number."""

from __future__ import annotations

import ast
from typing import Any

from . import memory
from .body import Body, Join, Value
from .comparing import equal
from .converting import in_memory
from .joining import widened
from .kinds import BOOL, CHARS, INT, TEXT, Constant, Never, Optional, Row
from .operators import concatenated, is_text
from .symbols import table_of


def row_of(value: Value) -> Value:
    """The characters of a text that was made at run time."""
    return Value(Row(TEXT), value.leaves)


def text_of(b: Body, row: Value) -> Value:
    """The text of these characters."""
    address, count = in_memory(b, row, TEXT)
    return Value(CHARS, (count, address))


def joined(b: Body, left: Value, right: Value) -> Value:
    """Two texts, one behind the other."""
    rows = [row_of(b.convert(each, CHARS)) for each in (left, right)]
    return text_of(b, concatenated(b, *rows))


def as_characters(b: Body, value: Value) -> Value:
    """A text that is one of those known, as its characters."""
    if isinstance(value.kind, Constant):
        numbers = tuple(b.program.text(letter) for letter in value.kind.value)
        return Value(CHARS, (b.word(len(numbers)), b.program.table(numbers) if b.ir is not None else None))
    b.program.know_letters()
    if b.ir is None:
        return Value(CHARS, (None, None))
    sizes, places = b.program.letters()
    number = value.leaves[0]
    return Value(CHARS, (memory.word_at(b, sizes, number), memory.word_at(b, places, number)))


def contains(b: Body, owner: Value, part: Value) -> Value:
    """Whether a text is part of another."""
    whole, wanted = b.convert(owner, CHARS), b.convert(part, CHARS)
    meeting = Join(b)
    (size, first), (length, second) = whole.leaves, wanted.leaves
    starts = None if b.ir is None else b.ir.add(b.ir.sub(size, length), b.word(1))

    def each(start: Any) -> None:
        differ = Join(b)

        def one(index: Any) -> None:
            place = None if b.ir is None else b.ir.add(start, index)
            same = b.compare("==", memory.word_at(b, first, place), memory.word_at(b, second, index))
            b.leave_unless(same, differ)

        memory.count_up(b, length, one)
        meeting.arrive(Value(BOOL, (b.bit(True),)))
        differ.meet()

    memory.count_up(b, starts, each)
    b.live = True
    meeting.arrive(Value(BOOL, (b.bit(False),)))
    return meeting.meet(BOOL)


def call(b: Body, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
    """A method of a text that was made at run time, or one that makes a text."""
    if name == "join":
        return _join(b, owner, arguments[0], node)
    text = b.convert(owner, CHARS)
    row = row_of(text)
    if name in ("count", "index", "find") and len(arguments) == 1 and not isinstance(arguments[0].kind, Optional):
        from .methods import call_method

        letter = arguments[0]
        if name == "find":
            return _find(b, row, letter)
        return call_method(b, row, name, [letter], {}, node)
    if name in ("lower", "upper", "swapcase") and not arguments:
        return _mapped(b, row, lambda letter: getattr(letter, name)(), node)
    if name == "replace" and len(arguments) == 2 and all(_letter(each) for each in arguments):
        old, new = (each.kind.value for each in arguments)
        return _mapped(b, row, lambda letter: new if letter == old else letter, node)
    if name in ("startswith", "endswith") and len(arguments) == 1:
        return _at_end(b, text, b.convert(arguments[0], CHARS), node, at_start=name == "startswith")
    b.refuse(f"calls .{name}() of a text that is made at run time", node)
    return Value(CHARS)


def _letter(value: Value) -> bool:
    return isinstance(value.kind, Constant) and isinstance(value.kind.value, str) and len(value.kind.value) == 1


class MissingError(Exception):
    """A letter is not there; never told."""


def _find(b: Body, row: Value, letter: Value) -> Value:
    from .failing import Handler
    from .lists import index_of

    missing, meeting = Join(b), Join(b)
    handler = Handler((MissingError,), missing)
    b.frame.handlers.append(handler)
    found = index_of(b, row, letter, MissingError, "")
    b.frame.handlers.remove(handler)
    meeting.arrive(found if b.live else None)
    missing.meet()
    meeting.arrive(Value(INT, (b.word(-1),)))
    return meeting.meet(INT)


def _mapped(b: Body, row: Value, function: Any, node: ast.AST) -> Value:
    from .lists import append, as_tuple, new_list
    from .streams import each_item

    made = new_list(b, node)
    each_item(b, b.marker("letters"), row, lambda letter: append(b, made, table_of(b, letter, function)), [])
    return text_of(b, _as_text_row(as_tuple(b, made)))


def _as_text_row(row: Value) -> Value:
    return Value(Row(TEXT), row.leaves)


def _at_end(b: Body, text: Value, part: Value, node: ast.AST, *, at_start: bool) -> Value:
    from .subscripts import slice_of

    size = Value(INT, (part.leaves[0],))
    if at_start:
        piece = slice_of(b, row_of(text), None, size, None)
    else:
        first = None if b.ir is None else b.ir.sub(text.leaves[0], part.leaves[0])
        first = None if b.ir is None else b.ir.select(b.compare("<", first, b.word(0)), b.word(0), first)
        piece = slice_of(b, row_of(text), Value(INT, (first,)), None, None)
    return equal(b, piece, row_of(part))


def _join(b: Body, owner: Value, items: Value, node: ast.AST) -> Value:
    """`separator.join(items)`."""
    from .lists import as_tuple, extend, new_list
    from .streams import each_item

    made = new_list(b, node)
    is_plain = isinstance(owner.kind, Constant) and owner.kind.value == ""

    def add(item: Value) -> None:
        if not is_plain:
            extend(b, made, row_of(b.convert(owner, CHARS)))
        if not is_text(widened(item.kind)):
            b.refuse(f"joins {item.kind} to a text", node)
        extend(b, made, row_of(b.convert(item, CHARS)))

    each_item(b, b.marker("join"), items, add, [])
    if not b.live or isinstance(made.kind.item, Never):
        return b.convert(Value(Constant("")), CHARS)
    row = _as_text_row(as_tuple(b, made))
    if is_plain:
        return text_of(b, row)
    from .subscripts import slice_of

    size = Value(INT, (b.convert(owner, CHARS).leaves[0],))
    return text_of(b, slice_of(b, row, size, None, None))
