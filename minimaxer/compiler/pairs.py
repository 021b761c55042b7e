"""Pairs of words in memory, such as an address and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen
from llvmlite import ir

from . import lists, memory, value_types as t
from .builder import AnyValue, FunctionBuilder, Value

PAIR = t.Tuple((t.INT, t.INT))


@frozen
class Pairs:
    """Pairs of words by the first of them, in memory."""

    items: AnyValue

    @classmethod
    def empty(cls, b: FunctionBuilder, type_: t.Type) -> Pairs:
        """No pairs yet, for values shared in one of that type; without memory where there are none."""
        return cls(lists.empty(b, t.List(t.Cell(PAIR))) if t.holds_shared(type_) else Value(t.NEVER))

    def add(self, b: FunctionBuilder, first: ir.Value, second: ir.Value) -> None:
        """Adds a pair."""
        lists.append(b, self.items, Value(PAIR, (first, second)))

    @contextmanager
    def each(self, b: FunctionBuilder) -> Iterator[tuple[ir.Value, ...]]:
        """Emits the `with` block as a loop over the words of each pair."""
        address = self.items.components[0]
        with memory.each_index(b, b.peek(address, lists.LENGTH)) as index:
            yield memory.load_item(b, PAIR, b.peek(address, lists.ITEMS), index).components

    def find(self, b: FunctionBuilder, first: ir.Value) -> ir.Value:
        """The second word of the pair with that first one; 0 where there is none."""
        found = b.variable(b.word(0))
        with self.each(b) as (one, other):
            b.ir.store(b.ir.select(b.compare("==", one, first), other, b.ir.load(found)), found)
        return b.ir.load(found)
