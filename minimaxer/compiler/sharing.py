"""Mutable values that one state holds in several places.

In the words of a state, such a value is a word that is 0 before its content, or a reference before zeros: 1 and the place of the
word before the content.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen
from llvmlite import ir

from . import memory, objects, operations, value_types as t  # noqa: F401  # objects and what they hold have their code first
from .builder import FunctionBuilder, Value
from .lists import Pairs
from .program import Program
from .runtime.layout import Layout

_MUTABLE: Final = (t.Fielded, t.List, t.Dict, t.Set)


@frozen
class Marshalling:
    """The shared values of one state that is read or written, whose words are at `start`: the addresses of values read by place,
    in `made`, and the places of values written by address, in `places`.
    """

    start: ir.Value
    made: ir.Value
    places: Pairs


def begin(b: FunctionBuilder, type_: t.Type, address: ir.Value, *, reads: bool = False, by_value: bool = False) -> None:
    """Begins to read or write a value at that address; `by_value` if words are equal where values are, shared or not."""
    b.marshalling = None
    if t.holds_shared(type_) and not by_value:
        made = memory.allocate(b, b.word(8 * operations.words_in(b, type_))) if reads else None
        b.marshalling = Marshalling(address, made, Pairs.empty(b, type_))


@operations.layout_of.around(*_MUTABLE)
def _layout_of(code: Callable[..., Layout]) -> Callable[..., Layout]:
    def layout(program: Program, type_: t.Type) -> Layout:
        found = code(program, type_)
        return Layout("shared", (found,), cls=found.cls) if t.is_shared(type_) else found

    return layout


@operations.read.around(*_MUTABLE)
def _read(code: Callable[..., Value]) -> Callable[..., Value]:
    def read(b: FunctionBuilder, type_: t.Type, address: ir.Value, place: int) -> Value:
        if not t.is_shared(type_):
            return code(b, type_, address, place)
        made, here, reference = b.marshalling.made, _place(b, address, place), b.peek(address, place)

        def first() -> Value:
            found = code(b, type_, address, place + 1)
            b.ir.store(found.components[0], b.pointer(made, here))
            return found

        def again() -> Value:
            return Value(type_, (b.peek(b.further(made, reference), -1),))

        return b.either(b.compare("==", reference, b.word(0)), first, again, type_)

    return read


@operations.write.around(*_MUTABLE)
def _write(code: Callable[..., None]) -> Callable[..., None]:
    def write(b: FunctionBuilder, value: Value, address: ir.Value, place: int, sorts: bool) -> None:
        is_shared = t.is_shared(value.type)
        if not is_shared or b.marshalling is None:
            if is_shared:
                b.poke(address, place, b.word(0))
            code(b, value, address, place + is_shared, sorts)
            return
        places = b.marshalling.places
        reference = places.find(b, value.components[0])
        b.poke(address, place, reference)

        def first() -> None:
            places.add(b, value.components[0], b.ir.add(_place(b, address, place), b.word(1)))
            code(b, value, address, place + 1, sorts)

        def again() -> None:
            memory.clear(b, b.further(address, b.word(place + 1)), b.word(operations.words_in(b, value.type) - 1))

        b.either(b.compare("==", reference, b.word(0)), first, again)

    return write


def _place(b: FunctionBuilder, address: ir.Value, place: int) -> ir.Value:
    """The place of a word among those of the state."""
    return b.ir.add(b.ir.lshr(b.ir.sub(address, b.marshalling.start), b.word(3)), b.word(place))
