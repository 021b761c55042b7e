"""Iteration: loops over sequences with a length, and over iterators that produce their items one by one.

A generator is inlined where it is iterated: its code with the loop's body at each `yield`. The body's code is emitted
once; a `yield` stores where to continue, and the end of the body jumps back there.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Iterator
from enum import EnumType
from typing import Any

from llvmlite import ir

from . import operations, special_methods, value_types as t
from .builder import ROUNDS, Consume, Frame, FunctionBuilder, MergePoint, Names, Value, calls_itself, enter, has_type, leave_frame
from .calls import call_lifted
from .classes import defines, is_tuple
from .converting import items_of, present, tuple_of
from .expressions import condition, evaluate, holds
from .joining import TypeConflictError, join, widened
from .lines import may_hold
from .objects import keyed_item, names_in_order
from .operations import assign_to, choose, derive, each_option, go_back, implements, repeat, run, run_body
from .program import FALSE
from .sets import listed
from .source import own_names, parameters, source_of
from .views import Comprehension, Derived, Generated, View, hold, parts_of, stream, view

_MOST_UNROLLED = 8
_MOST_NODES = 500
"""Nodes of an unrolled loop's body, counted once for each of a few known items.

Source: reversi's four directions, each with constants of its own, take two thirds of the time of a loop over a table.
"""
_MOST_FRAMES = 16
"""Nested generators that are inlined; beyond it they are made lists."""


@implements(operations.each_item)
def each_item(
    b: FunctionBuilder, node: ast.AST, value: Value, body: Consume, orelse: list[ast.stmt], *, only_if: ir.Value | None = None
) -> None:
    """Iterates over all items of a value; `break` and `continue` in the code that `body` emits for each item mean this loop.
    `node` is the loop, as its identity; `orelse` follows unless there was a `break`. No item is visited if `only_if` is 0.
    """
    if not b.live:
        return
    value = present(b, value)
    if isinstance(value.type, t.Keyed):
        value = stream("keyed", [value], "values" if value.type.record.cls is list else "keys")
    value = special_methods.called(b, "__iter__", value) or value
    if value.type.is_never:
        b.live = False
        return
    leave, out = MergePoint(b), MergePoint(b)
    if only_if is not None:
        b.leave_unless(only_if, leave)
    is_keyed = isinstance(value.type, t.Stream) and isinstance(value.type.source, Derived) and value.type.source.name == "keyed"
    unrolled = is_keyed or _is_unrolled(b, node, value)
    found = None if unrolled else view(b, value)
    if unrolled:
        _one_after_another(b, value, body, leave, out)
    elif has_type(value, t.Union):
        _of_each_option(b, node, value, body, leave, out)
    elif found is not None:
        _by_number(b, node, found, body, leave, out)
    elif isinstance(value.type, t.Stream):
        _by_pushing(b, node, value, body, leave, out)
    elif is_tuple(value.type) or (t.is_known(value.type, tuple, list, dict, str, EnumType, set, frozenset)):
        _one_after_another(b, value, body, leave, out)
    else:
        b.refuse(f"goes through {value.type}", node)
    leave.meet()
    run(b, orelse)
    out.close()


def _is_unrolled(b: FunctionBuilder, node: ast.AST, value: Value) -> bool:
    """True if a loop over a few known items is unrolled, so that all that depends on them is known."""
    known = value.type.value if isinstance(value.type, t.Constant) else None
    if not isinstance(known, (tuple, list)) or not isinstance(node, (ast.For, ast.comprehension)):
        return False
    inside = node if isinstance(node, ast.For) else b.frame.node
    if not 1 < len(known) <= _MOST_UNROLLED or len(known) * _size(inside) > _MOST_NODES:
        return False
    return not has(inside, ast.Yield, ast.YieldFrom)  # the fewer places there are that yield, the better


@functools.lru_cache(maxsize=4096)
def has(node: ast.AST, *types: type[ast.AST]) -> bool:
    """True if a piece of source has a node of one of these types."""
    return any(isinstance(each, types) for each in ast.walk(node))


@functools.lru_cache(maxsize=4096)
def _size(node: ast.AST) -> int:
    """The number of nodes of a piece of source."""
    return sum(1 for _ in ast.walk(node))


def _round(b: FunctionBuilder, body: Consume, value: Value, out: MergePoint) -> None:
    """Compiles the body of a loop for one item."""
    again = MergePoint(b)
    b.frame.breaks.append(out)
    b.frame.continues.append(again)
    frame, line, column = b.frame, b.line, b.column
    body(value)
    again.arrive()
    b.line, b.column = line, column
    frame.breaks.pop()
    frame.continues.pop()
    again.meet()


def _by_number(b: FunctionBuilder, node: ast.AST, found: View, body: Consume, leave: MergePoint, out: MergePoint) -> None:
    slot = b.variable(b.word(0))

    def once(head: Any, leaving: MergePoint, breaking: MergePoint) -> list[Names]:
        index = b.ir.load(slot)
        b.leave_unless(b.compare("<", index, found.count()), leaving)
        value = found.item(index)
        if value.type.is_never:
            b.live = False
        if b.live:
            _round(b, body, value, breaking)
        if b.live:
            index = b.ir.add(b.ir.load(slot), b.word(1))
            b.ir.store(index, slot)
            if found.is_far if found.size is None else found.size > ROUNDS:
                b.look_whether_late(index)
        return go_back(b, head)

    repeat(b, node, once, leave, out)


def _one_after_another(b: FunctionBuilder, value: Value, body: Consume, leave: MergePoint, out: MergePoint) -> None:
    """Unrolls a loop over items that are not alike: its body once for each."""
    path = b.path
    for place, item in enumerate(_items_apart(b, value)):
        if not b.live:
            break
        b.path = (*path, -1 - place)
        _round(b, body, item, out)
    b.path = path
    leave.arrive()


def _items_apart(b: FunctionBuilder, value: Value) -> Iterator[Value]:
    """The items of a loop that is unrolled; of keyed dicts and lists each is read in its turn, as the loop may change it."""
    if has_type(value, t.Stream):
        owner = hold(b, parts_of(value)[0])
        yield from (keyed_item(b, owner(), name, value.type.source.more) for name in names_in_order(b, owner()))
    elif has_type(value, t.Tuple):
        yield from items_of(value)
    elif isinstance(value.type, t.Constant):
        yield from (Value(t.Constant(each)) for each in listed(value.type.value))


def _of_each_option(
    b: FunctionBuilder, node: ast.AST, value: Value[t.Union], body: Consume, leave: MergePoint, out: MergePoint
) -> None:
    """Compiles a loop over one of several collections: once for each that it may be."""
    options, path = value.type.options, b.path

    def one(option: Value) -> None:
        b.path = (*path, -1 - options.index(option.type))
        each_item(b, node, option, lambda item: _round(b, body, item, out), [])
        b.path = path

    each_option(b, value, one, where=lambda option: defines(option, "__iter__") or defines(option, "__getitem__"))
    leave.arrive()


def _by_pushing(b: FunctionBuilder, node: ast.AST, value: Value, body: Consume, leave: MergePoint, out: MergePoint) -> None:
    """Iterates over an iterator that produces items one by one: its code, with the body where it produces one."""
    types_ = b.special.loops.setdefault("items", {})
    key = (b.path, id(node))
    breaks = MergePoint(b)
    before, head = types_.get(key, t.NEVER), {} if b.emits else b.expected(node)
    if not b.emits:
        found, end = _walked(b, value, node, before, head)
        if len({each for each in found if isinstance(each, t.Stream)}) > 1:
            b.refuse("goes through iterators that are made in different places; make each a list", node)
        types_[key] = b.join_types([before, *found])
    item = types_.get(key, t.NEVER)

    def around() -> list[Names]:
        """Names at the end of the body, and wherever an item is produced if a walrus may assign some there."""
        found: list[Names] = []
        if any(has(frame.node, ast.NamedExpr) for frame in b.frames):
            with b.dry():
                push(b, value, lambda _: found.append(dict(b.names)), node)
        nonlocal breaks
        breaks = MergePoint(b)
        if item.is_never:
            return found
        _round(b, body, Value(item, (None,) * len(item.components)), breaks)
        return [dict(b.names), *found] if b.live else found

    names = b.settle(node, around)
    b.become(names)
    if not b.emits:
        out.take(breaks)
        if item != before or names != head:
            found, end = _walked(b, value, node, item, names)
            types_[key] = b.join_types([item, *found])
            b.program.facts += types_[key] != item
        b.names, b.live = end
        leave.arrive()
        return
    _emit_pushing(b, node, value, body, item, names, leave, out)


def _walked(
    b: FunctionBuilder, value: Value, node: ast.AST, type_: t.Type, head: Names
) -> tuple[list[t.Type], tuple[Names, bool]]:
    """Walks what produces the items of a loop, given their type and the names at its head as far as known; returns the types of
    items, and what is known of names at the end.
    """
    found: list[t.Type] = []

    def take(item: Value) -> None:
        mine = widened(item.type)
        found.append(mine)
        with contextlib.suppress(TypeConflictError):  # refused once all types are known
            if b.live and not mine.is_never and join(type_, mine) == type_:
                b.convert(item, type_)
                b.become({**b.names, **head})

    with b.dry():
        b.names = dict(head)
        push(b, value, take, node)
        return found, (b.names, b.live)


def _emit_pushing(
    b: FunctionBuilder, node: ast.AST, value: Value, body: Consume, item: t.Type, names: Names, leave: MergePoint, out: MergePoint
) -> None:
    slots, back = b.slots(item), b._entry.alloca(t.WORD)  # type: ignore[union-attr]
    inside = b.block("body")
    places: list[ir.Block] = []

    def give(found: Value) -> None:
        b.store_slots(slots, b.convert(found, item))
        if not b.live:
            return
        b.become({**b.names, **names})
        kept = dict(b.names)
        b.ir.store(b.word(len(places)), back)
        b.goto(inside)
        place = b.block("on")
        places.append(place)
        b.at(place)
        b.names = kept

    outer, frames, path, line, column = b.frame, list(b.frames), b.path, b.line, b.column
    push(b, value, give, node)
    b.frame, b.frames, b.path, b.line, b.column = outer, frames, path, line, column
    leave.arrive()
    b.at(inside)
    if not places:
        b.ir.unreachable()
        b.live = False
        return
    b.names = dict(names)
    _round(b, body, b.load_slots(item, slots), out)
    if b.live:
        b.become(names)
        if len(places) == 1:
            b.goto(places[0])
        else:
            switch = b.ir.switch(b.ir.load(back), places[-1])
            for number, place in enumerate(places[:-1]):
                switch.add_case(b.word(number), place)
            b.live = False


def push(b: FunctionBuilder, value: Value, give: Consume, where: ast.AST) -> None:
    """Iterates over a value, and passes on each item."""
    source = getattr(value.type, "source", None)
    if value.type.is_never:
        b.live = False
    elif not has_type(value, t.Stream):
        each_item(b, b.marker("push"), value, give, [])
    elif isinstance(source, Generated):
        _generate(b, source, parts_of(value), give, where)
    elif isinstance(source, Comprehension):
        each_of_comprehension(b, source.node, source.frame, parts_of(value)[0], give, where)
    else:
        derive(b, value.type.source, parts_of(value), give)


def _generate(b: FunctionBuilder, source: Generated, arguments: list[Value], give: Consume, where: ast.AST) -> None:
    closure = source.closure
    outer = None if closure is None else closure.frame
    function = source.function if closure is None else closure.frame.function
    node = source_of(function) if closure is None else closure.node
    if calls_itself(b, node) or len(b.frames) > _MOST_FRAMES:
        items = b.call(function, arguments) if closure is None else call_lifted(b, closure, arguments)
        each_item(b, b.marker("again"), items, give, [])
        return
    frame = Frame(function, node, outer, (*b.path, id(where), id(node)), own_names(node))
    enter(b, frame, zip(parameters(node), arguments, strict=True), give)
    run_body(b, node)
    frame.returns.meet()
    leave_frame(b, frame)


@implements(operations.each_of_comprehension)
def each_of_comprehension(
    b: FunctionBuilder, node: Any, outer: Frame, first: Value, give: Consume, where: Any = None, *, flagged: bool = False
) -> None:
    """Iterates over a comprehension, written in that frame, whose first iterable is already evaluated. If `flagged`, its item is
    a name, and each item of the iterable is given with a truth value: if the only condition holds.
    """
    where = node if where is None else where
    targets = {each.id for part in node.generators for each in ast.walk(part.target) if isinstance(each, ast.Name)}
    frame = Frame(outer.function, node, outer, (*b.path, id(where), id(node)), frozenset(targets))
    enter(b, frame, (), give)

    def level(loops: list[ast.comprehension], found: Value) -> None:
        part, *more = loops

        def body(item: Value) -> None:
            assign_to(b, part.target, item)
            if not flagged or not _given_with_flag(b, node.elt, part.ifs[0], frame):
                conditions(list(part.ifs))

        def conditions(tests: list[ast.expr]) -> None:
            if tests and b.live:
                choose(b, tests[0], lambda: conditions(tests[1:]), lambda: b.visit(tests[0], FALSE))
            elif more and b.live:
                level(more, evaluate(b, more[0].iter))
            elif b.live:
                finish()

        is_filter = bool(part.ifs) and not more and not flagged
        each_item(b, part, found, body, [], only_if=may_hold(b, part.target, part.ifs[0], found) if is_filter else None)

    def finish() -> None:
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        b.visit(parts[0])
        items = [evaluate(b, part) for part in parts]
        items += [Value(t.Constant(True))] if flagged else []
        if b.live:
            frame.yields(items[0] if len(items) == 1 else tuple_of(items))

    level(node.generators, first)
    leave_frame(b, frame)


def _given_with_flag(b: FunctionBuilder, name: ast.expr, test: ast.expr, frame: Frame) -> bool:
    """Gives the value of a name with the truth of a test; False if the test may narrow the name's type."""
    if isinstance(evaluate(b, name).type, (t.Optional, t.Union)):
        return False
    fits = condition(b, test)
    if b.live and holds(b, fits) is not False:
        frame.yields(tuple_of([evaluate(b, name), fits]))
    return True
