"""Memory: words at an address, their bits, and the arena, which holds all values that are no scalars.

The arena is the thread's own. Nothing in it is freed one by one: kernels save its end before they try a move, and
restore it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from llvmlite import ir

from . import value_types as t
from .builder import FunctionBuilder, T, Value
from .runtime import header as h


def allocate(b: FunctionBuilder, size: ir.Value) -> ir.Value:
    """The address of that many new bytes, a multiple of 8, in the arena; the search ends where it is full."""
    b.program.allocates = True
    if not b.emits:
        b.special.fails = True
        return None
    first = b.peek(b.mem, h.ARENA)
    after = b.ir.add(first, size)
    b.check(b.compare("<=", after, b.peek(b.mem, h.ARENA_END)), MemoryError, "the arena is full")
    b.poke(b.mem, h.ARENA, after)
    return first


def word_at(b: FunctionBuilder, address: ir.Value, index: ir.Value) -> ir.Value:
    """The word at an index."""
    return b.ir.load(b.pointer(address, index))


def load(
    b: FunctionBuilder, type_: T, address: ir.Value, place: int = 0, ranges: Sequence[tuple[int, int] | None] = ()
) -> Value[T]:
    """Loads a value from that word of an address; LLVM is told the range of each word that is known."""
    words = [b.peek(address, place + number) for number in range(len(type_.components))]
    for word, range_ in zip(words, ranges if b.emits else (), strict=False):
        if range_ is not None:
            word.set_metadata("range", b.program.module.add_metadata(list(map(b.word, range_))))
    return Value(type_, tuple(_of_word(b, word, component) for word, component in zip(words, type_.components, strict=True)))


def _of_word(b: FunctionBuilder, word: ir.Value, component: ir.Type) -> ir.Value:
    if component == t.BIT:
        return b.ir.icmp_unsigned("!=", word, b.word(0))
    return b.ir.bitcast(word, t.DOUBLE) if component == t.DOUBLE else word


def to_word(b: FunctionBuilder, component: ir.Value) -> ir.Value:
    """A component as a word."""
    if not b.emits:
        return None
    if component.type == t.BIT:
        return b.ir.zext(component, t.WORD)
    return b.ir.bitcast(component, t.WORD) if component.type == t.DOUBLE else component


def store(b: FunctionBuilder, value: Value, address: ir.Value, place: int = 0) -> None:
    """Stores a value at that word of an address."""
    for number, component in enumerate(value.components):
        b.poke(address, place + number, to_word(b, component))


def item_address(b: FunctionBuilder, type_: t.Type, address: ir.Value, index: ir.Value) -> ir.Value:
    """The address of the item at an index."""
    return b.further(address, b.ir.mul(index, b.word(len(type_.components))))


def load_item(b: FunctionBuilder, type_: T, address: ir.Value, index: ir.Value) -> Value[T]:
    """Loads the item at an index."""
    return load(b, type_, item_address(b, type_, address, index))


def store_item(b: FunctionBuilder, value: Value, address: ir.Value, index: ir.Value) -> None:
    """Stores an item at an index."""
    store(b, value, item_address(b, value.type, address, index))


def copy(b: FunctionBuilder, source: ir.Value, target: ir.Value, words: ir.Value) -> None:
    """Copies a number of words."""
    places = [b.ir.inttoptr(each, ir.IntType(8).as_pointer()) for each in (target, source)]
    b.outside("llvm.memcpy.p0.p0.i64", ir.VoidType(), *places, b.ir.mul(words, b.word(8)), b.bit(False))


def clear(b: FunctionBuilder, address: ir.Value, words: ir.Value) -> None:
    """Sets a number of words to 0."""
    byte = ir.IntType(8)
    start = b.ir.inttoptr(address, byte.as_pointer())
    b.outside("llvm.memset.p0.i64", ir.VoidType(), start, byte(0), b.ir.mul(words, b.word(8)), b.bit(False))


@contextmanager
def each_index(b: FunctionBuilder, count: ir.Value) -> Iterator[ir.Value]:
    """Emits the `with` block as a loop over the numbers from 0 up to a count, which changes no name."""
    if not b.emits:
        yield None
        return
    slot = b.variable(b.word(0))
    head, inside, after = b.block("head"), b.block("each"), b.block("after")
    b.enter(head)
    index = b.ir.load(slot)
    b.branch(b.compare("<", index, count), inside, after)
    b.at(inside)
    yield index
    if b.live:
        b.ir.store(b.ir.add(index, b.word(1)), slot)
    b.goto(head)
    b.at(after)


@contextmanager
def probe(b: FunctionBuilder, mixed: ir.Value, mask: ir.Value) -> Iterator[ir.Value]:
    """Probes one place of a hash table after another, from that of a hash on; the `with` block leaves where the search ends."""
    slot = b.variable(b.ir.and_(mixed, mask))
    again = b.block("probe")
    b.enter(again)
    place = b.ir.load(slot)
    yield place
    b.ir.store(b.ir.and_(b.ir.add(place, b.word(1)), mask), slot)
    b.goto(again)


def ones(b: FunctionBuilder, component: ir.Value) -> ir.Value:
    """The number of bits that are 1."""
    return b.outside("llvm.ctpop.i64", t.WORD, component)


def zeros_before(b: FunctionBuilder, component: ir.Value) -> ir.Value:
    """The number of zeros above the highest 1; 64 where there is none."""
    return b.outside("llvm.ctlz.i64", t.WORD, component, b.bit(False))


def zeros_behind(b: FunctionBuilder, component: ir.Value) -> ir.Value:
    """The number of zeros below the lowest 1; 64 where there is none."""
    return b.outside("llvm.cttz.i64", t.WORD, component, b.bit(False))


def gathered(b: FunctionBuilder, component: ir.Value, mask: int) -> ir.Value:
    """The bits that a known mask selects, side by side: by one instruction where the machine has it, else run by run."""
    if b.program.target.gathers_bits:
        return b.outside("llvm.x86.bmi.pext.64", t.WORD, component, b.word(mask))
    found = b.word(0)
    place = 0
    while mask:
        low = (mask & -mask).bit_length() - 1
        run = (mask >> low ^ (mask >> low) + 1).bit_length() - 1
        some = b.ir.and_(b.ir.lshr(component, b.word(low)), b.word((1 << run) - 1 if run < 64 else -1))
        found = b.ir.or_(found, b.ir.shl(some, b.word(place)))
        mask &= ~((1 << run) - 1 << low)
        place += run
    return found
