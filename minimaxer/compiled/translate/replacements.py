"""What Python's builtins and methods, `minimaxer.bits` and `minimaxer.tuples` are in compiled games. Imports numba.

`REPLACEMENTS` maps a Python function to the one compiled in its place; methods of integers and tuples are made known to numba
by their types.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.extending import intrinsic, overload, overload_method

from ... import bits, tuples
from .numba_parts import ListInstance, TypingError, cgutils, impl_ret_new_ref, types
from .resolve import OVERLOADED

_WORD = ir.IntType(64)
_FEW: Final = 16
"""Tuples of up to that many items are changed in registers, larger ones in memory."""


# --- bits -------------------------------------------------------------------------------------------------------------------


@intrinsic
def count_ones(typing_context: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """How many bits lie below the lowest that is set; 64 where none is."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(0))

    return types.int64(types.int64), generate


@intrinsic
def leading_zeros(typing_context: Any, word: Any) -> Any:
    """How many bits lie above the highest that is set; 64 where none is."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.IntType(1)(0))

    return types.int64(types.int64), generate


@intrinsic
def shifted_up(typing_context: Any, word: Any, places: Any) -> Any:
    """The word shifted left by 0 to 63 places."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.shl(arguments[0], builder.and_(arguments[1], _WORD(63)))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def shifted_down(typing_context: Any, word: Any, places: Any) -> Any:
    """The word shifted right by 0 to 63 places, zeros coming in."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.lshr(arguments[0], builder.and_(arguments[1], _WORD(63)))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def negated(typing_context: Any, word: Any) -> Any:
    """Two's complement, without a care for overflow."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.neg(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def decremented(typing_context: Any, word: Any) -> Any:
    """One less, without a care for overflow."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sub(arguments[0], _WORD(1))

    return types.int64(types.int64), generate


def _popcount(bits: int) -> int:
    return count_ones(bits)


def _lowest(bits: int) -> int:
    return trailing_zeros(bits)


def _highest(bits: int) -> int:
    return 63 - leading_zeros(bits)


def _bit(number: int) -> int:
    if number < 0:
        raise ValueError("negative shift count")
    return shifted_up(1, number) if number < 64 else 0


def _lowest_bit(bits: int) -> int:
    return bits & negated(bits)


def _without_lowest(bits: int) -> int:
    return bits & decremented(bits)


def _each_bit(bits: int) -> Any:
    while bits != 0:
        yield trailing_zeros(bits)
        bits &= decremented(bits)


def _shift_left(bits: int, places: int) -> int:
    if places < 0:
        raise ValueError("negative shift count")
    return shifted_up(bits, places) if places < 64 else 0


def _shift_right(bits: int, places: int) -> int:
    if places < 0:
        raise ValueError("negative shift count")
    return shifted_down(bits, places) if places < 64 else 0


def _complement(bits: int) -> int:
    return ~bits


# --- tuples -----------------------------------------------------------------------------------------------------------------


@intrinsic
def with_item(typing_context: Any, items: Any, index: Any, value: Any) -> Any:
    """The tuple with another item at an index from 0 that is known to be there."""
    if not isinstance(items, types.UniTuple | types.NamedUniTuple):
        raise TypingError("a tuple whose item is replaced needs items of one type")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found, index, value = arguments
        kind = signature.args[0]
        if len(kind) <= _FEW:
            for place in range(len(kind)):
                here = builder.icmp_signed("==", index, _WORD(place))
                item = builder.select(here, value, builder.extract_value(found, place))
                found = builder.insert_value(found, item, place)
            return found
        memory = cgutils.alloca_once_value(builder, found)
        builder.store(value, builder.gep(memory, [ir.IntType(32)(0), index], inbounds=True))
        return builder.load(memory)

    return items(items, types.int64, items.dtype), generate


@intrinsic
def item_of(typing_context: Any, items: Any, index: Any) -> Any:
    """The item at an index from 0 that is known to be there."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found, index = arguments
        memory = cgutils.alloca_once_value(builder, found)
        return builder.load(builder.gep(memory, [ir.IntType(32)(0), index], inbounds=True))

    return items.dtype(items, types.int64), generate


def _place(items: Any, index: int) -> int:
    if index < 0:
        index += len(items)
    if index < 0 or index >= len(items):
        raise IndexError("tuple index out of range")
    return index


def _replaced(items: Any, index: int, value: Any) -> Any:
    return with_item(items, _place(items, index), value)


def _added(items: Any, index: int, difference: int) -> Any:
    place = _place(items, index)
    return with_item(items, place, item_of(items, place) + difference)


def _swapped(items: Any, one: int, other: int) -> Any:
    one, other = _place(items, one), _place(items, other)
    first, second = item_of(items, one), item_of(items, other)
    return with_item(with_item(items, one, second), other, first)


@intrinsic
def listed(typing_context: Any, items: Any) -> Any:
    """The items of a tuple as a list."""
    kind = types.List(items.dtype)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, len(items))
        made = ListInstance.allocate(context, builder, signature.return_type, size)
        made.size = size
        for place in range(len(items)):
            made.setitem(context.get_constant(types.intp, place), builder.extract_value(arguments[0], place), incref=False)
        return impl_ret_new_ref(context, builder, signature.return_type, made.value)

    return kind(items), generate


@intrinsic
def tupled(typing_context: Any, items: Any, like: Any) -> Any:
    """The items of a list that is as long as a tuple, as such a tuple."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = ListInstance(context, builder, signature.args[0], arguments[0])
        values = [found.getitem(context.get_constant(types.intp, place)) for place in range(len(like))]
        return context.make_tuple(builder, like, values)

    return like(items, like), generate


def _from_list(items: Any, like: Any) -> Any:
    if len(items) != len(like):
        raise ValueError("expected as many items as the tuple has")
    return tupled(items, like)


def as_list(items: Any) -> Any:
    """What `list` does."""
    return list(items)


@overload(as_list)
def _as_list(items: Any) -> Any:
    def from_tuple(items: Any) -> Any:
        return listed(items)

    def from_others(items: Any) -> Any:
        return [item for item in items]  # noqa: C416  # `list` itself does not take every iterable here

    return from_tuple if isinstance(items, types.UniTuple | types.NamedUniTuple) else from_others


OVERLOADED.add(as_list)


def _total(items: Any, first: int, last: int) -> int:
    found = 0
    for place in range(first, last):
        found += item_of(items, _place(items, place))
    return found


def _sort(items: Any) -> Any:
    for first in range(1, len(items)):
        place = first
        while place > 0 and item_of(items, place - 1) > item_of(items, place):
            items = _swapped(items, place - 1, place)
            place -= 1
    return items


# --- builtins ---------------------------------------------------------------------------------------------------------------


def _any(items: Any) -> bool:
    for item in items:  # noqa: SIM110  # `any` is what this is
        if item:
            return True
    return False


def _all(items: Any) -> bool:
    for item in items:  # noqa: SIM110  # `all` is what this is
        if not item:
            return False
    return True


def _reversed(items: Any) -> Any:
    for place in range(len(items) - 1, -1, -1):
        yield items[place]


REPLACEMENTS: Final[dict[Any, Any]] = {
    any: _any,
    all: _all,
    reversed: _reversed,
    list: as_list,
    bits.popcount: _popcount,
    bits.lowest: _lowest,
    bits.highest: _highest,
    bits.bit: _bit,
    bits.lowest_bit: _lowest_bit,
    bits.without_lowest: _without_lowest,
    bits.each_bit: _each_bit,
    bits.shift_left: _shift_left,
    bits.shift_right: _shift_right,
    bits.complement: _complement,
    tuples.replaced: _replaced,
    tuples.added: _added,
    tuples.swapped: _swapped,
    tuples.from_list: _from_list,
    tuples.total: _total,
    tuples.sort: _sort,
}


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:
    def count(number: Any) -> Any:
        return count_ones(abs(number))

    return count


@overload_method(types.Integer, "bit_length")
def _bit_length(number: Any) -> Any:
    def length(number: Any) -> Any:
        return 64 - leading_zeros(abs(number))

    return length


@overload_method(types.BaseTuple, "count")
def _count(items: Any, value: Any) -> Any:
    if not isinstance(items, types.UniTuple | types.NamedUniTuple):
        return None

    def count(items: Any, value: Any) -> Any:
        found = 0
        for item in items:
            if item == value:
                found += 1
        return found

    return count
