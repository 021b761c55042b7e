"""Pairs of words in memory, such as an address and what belongs to it."""

from __future__ import annotations

from collections.abc import Callable

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

    def each(self, b: FunctionBuilder, use: Callable[[ir.Value, ir.Value], None]) -> None:
        """Calls `use` with the words of each pair."""
        address = self.items.components[0]

        def one(index: ir.Value) -> None:
            use(*memory.load_item(b, PAIR, b.peek(address, lists.ITEMS), index).components)

        memory.count_up(b, b.peek(address, lists.LENGTH), one)

    def find(self, b: FunctionBuilder, first: ir.Value) -> ir.Value:
        """The second word of the pair with that first one; 0 where there is none."""
        found = b.variable(b.word(0))
        self.each(b, lambda one, other: b.ir.store(b.ir.select(b.compare("==", one, first), other, b.ir.load(found)), found))
        return b.ir.load(found)
