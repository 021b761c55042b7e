"""Mutable values that one state holds in several places.

In the words of a state, such a value is a word that is 0 before its content, or a reference before zeros: 1 and the place of the
word before the content.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from . import memory, objects, operations, value_types as t  # noqa: F401  # objects and what they hold have their code first
from .builder import FunctionBuilder, Value
from .pairs import Pairs
from .program import Program
from .runtime.layout import Layout

_MUTABLE: Final = (t.Fielded, t.List, t.Dict, t.Set)


@frozen
class Marshalling:
    """The shared values of one state that is read or written.

    Attributes:
        start: The address of the state's words.
        made: The addresses of the values that were read, by place.
        places: The places of the values that were written, by address.
    """

    start: Any
    made: Any
    places: Pairs


def begin(b: FunctionBuilder, type_: t.Type, address: Any, *, reads: bool = False, by_value: bool = False) -> None:
    """Begins to read or write a value at that address; `by_value` if words are equal where values are, shared or not."""
    b.marshalling = None
    if t.holds_shared(type_) and not by_value:
        made = memory.allocate(b, b.word(8 * operations.words_in(b, type_))) if reads else None
        b.marshalling = Marshalling(address, made, Pairs.empty(b, type_))


@operations.layout_of.around(*_MUTABLE)
def _layout_of(code: Any) -> Any:
    def layout(program: Program, type_: t.Type) -> Layout:
        found: Layout = code(program, type_)
        return Layout("shared", (found,), cls=found.cls) if t.is_shared(type_) else found

    return layout


@operations.read.around(*_MUTABLE)
def _read(code: Any) -> Any:
    def read(b: FunctionBuilder, type_: t.Type, address: Any, place: int) -> Value:
        if not t.is_shared(type_):
            return code(b, type_, address, place)
        made, here, reference = b.marshalling.made, _place(b, address, place), b.peek(address, place)

        def first() -> Value:
            found: Value = code(b, type_, address, place + 1)
            b.ir.store(found.components[0], b.pointer(made, here))
            return found

        return b.either(
            b.compare("==", reference, b.word(0)),
            first,
            lambda: Value(type_, (b.peek(b.further(made, reference), -1),)),
            type_,
        )

    return read


@operations.write.around(*_MUTABLE)
def _write(code: Any) -> Any:
    def write(b: FunctionBuilder, value: Value, address: Any, place: int, sorts: bool) -> None:
        if not t.is_shared(value.type):
            code(b, value, address, place, sorts)
            return
        if b.marshalling is None:
            b.poke(address, place, b.word(0))
            code(b, value, address, place + 1, sorts)
            return
        places = b.marshalling.places
        reference = places.find(b, value.components[0])
        b.poke(address, place, reference)

        def first() -> None:
            places.add(b, value.components[0], b.ir.add(_place(b, address, place), b.word(1)))
            code(b, value, address, place + 1, sorts)

        def again() -> None:
            words = operations.words_in(b, value.type) - 1
            memory.clear(b, b.further(address, b.word(place + 1)), b.word(words))

        b.either(b.compare("==", reference, b.word(0)), first, again)

    return write


def _place(b: FunctionBuilder, address: Any, place: int) -> Any:
    """The place of a word among those of the state."""
    return b.ir.add(b.ir.lshr(b.ir.sub(address, b.marshalling.start), b.word(3)), b.word(place))
