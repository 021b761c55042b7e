"""Going through things: loops over what has a length, and over what is worked out item by item.

A generator is put in place where it is gone through: its code with the loop's body at each `yield`. The body's code is there
once; a `yield` notes where to go on, and the end of the body leads back there.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from attrs import field, frozen

from . import memory, own
from .body import Body, Frame, Join, Value
from .comparing import is_array
from .converting import in_memory, items_of, present, tuple_of
from .expressions import evaluate
from .joining import ClashError, item_of_row, join_all, widened
from .kinds import (
    CHARS,
    INT,
    NEVER,
    TEXT,
    Array,
    Board,
    Constant,
    Dict,
    Kind,
    List,
    Never,
    Optional,
    Range,
    Row,
    Set,
    Stream,
    Tuple,
    is_enum,
    row_of,
)
from .lists import LENGTH, list_of_row, new_list
from .lists import as_tuple as items_as_tuple
from .lists import frozen as frozen_items
from .subscripts import length_of_range

Consume = Callable[[Value], None]
_MOST_UNROLLED = 8
_MOST_NODES = 500
"""Of the source of a loop's body, once for each of a few known things.

Source: reversi's four directions, each with constants of its own, take two thirds of the time of a loop over a table.
"""
_MOST_FRAMES = 16
"""Generators within generators that are put in place; beyond it they are made lists."""


@frozen
class View:
    """Something whose items can be asked for by their number.

    Attributes:
        count: How many there are, asked anew each time.
        item: The item of a number that is none too large.
        size: How many there are, where that is known.
    """

    count: Callable[[], Any]
    item: Callable[[Any], Value]
    size: int | None = None


@frozen
class Comprehension:
    """A generator expression, to be gone through in the frame in which it stands."""

    node: Any = field(eq=id)
    frame: Any = field(eq=lambda frame: frame.number)


@frozen
class Generated:
    """A call of a generator: its function, its parts the arguments."""

    function: Any = field(eq=id)
    closure: Any = None
    """Where it was defined, of a generator within a function."""


@frozen
class Derived:
    """`enumerate`, `zip`, `map`, `filter`, `reversed` and so on of the parts."""

    name: str
    more: Any = field(default=None, eq=id)


def hold(b: Body, value: Value) -> Callable[[], Value]:
    """Puts a value on the stack; gives what fetches it from there.

    What is known before an item is given and used afterwards has to be fetched anew: the way to what comes afterwards leads
    through the loop's body, to which other ways lead as well.
    """
    if b.ir is None or not value.leaves or not b.live:
        return lambda: value
    slots = b.slots(value.kind)
    b.store_slots(slots, value)
    return lambda: b.load_slots(value.kind, slots)


# --- what has a length ----------------------------------------------------------------------------------------------------------


def view(b: Body, value: Value) -> View | None:
    """The value as something whose items can be asked for by number; None where it has to be gone through."""
    kind = value.kind
    if kind in (CHARS, TEXT):
        return view(b, Value(Row(TEXT), b.convert(value, CHARS).leaves))
    if isinstance(kind, Set):
        from .sets import ordered

        return view(b, ordered(b, value))
    if isinstance(kind, Dict):
        from .dicts import column

        return view(b, column(b, value, 0))
    if is_array(kind):
        return _view_of_array(b, value)
    if isinstance(kind, (Range, List, Board, Row)):
        return _view_of_memory(b, kind, hold(b, value))
    if isinstance(kind, Constant):
        return _view_of_known(b, kind.value)
    if isinstance(kind, Tuple):
        return _view_of_items(b, value)
    if isinstance(kind, Stream) and isinstance(kind.source, Derived):
        return _view_of_derived(b, value, kind)
    if isinstance(kind, Optional):
        return view(b, present(b, value))
    return None


def _view_of_array(b: Body, value: Value) -> View:
    """Of what lies along the first axis of an array."""
    from .arrays import as_array, axes_of, item

    value = as_array(b, value)
    assert isinstance(value.kind, Array)
    get = hold(b, value)
    shape = value.kind.shape
    return View(
        lambda: axes_of(get())[0][0], lambda index: item(b, get(), Value(INT, (index,))), None if shape is None else shape[0]
    )


def _view_of_memory(b: Body, kind: Kind, get: Callable[[], Value]) -> View:
    if isinstance(kind, Range):

        def number(index: Any) -> Value:
            start, _, step = get().leaves
            return Value(INT, (b.op("add", start, b.op("mul", index, step)),))

        return View(lambda: length_of_range(b, *get().leaves), number)
    if isinstance(kind, List):
        return View(lambda: b.peek(get().leaves[0], LENGTH), lambda index: _list_item(b, get(), index))
    if isinstance(kind, Board):
        count = kind.count
        return View(lambda: b.word(count), lambda index: memory.load_item(b, kind.item, get().leaves[0], index), count)
    assert isinstance(kind, Row)
    return View(lambda: get().leaves[0], lambda index: memory.load_item(b, kind.item, get().leaves[1], index))


def _list_item(b: Body, value: Value, index: Any) -> Value:
    kind = value.kind
    assert isinstance(kind, List)
    if isinstance(kind.item, Never):
        if b.ir is None:
            b.live = False
        return Value(NEVER)
    return memory.load_item(b, kind.item, b.peek(value.leaves[0], 2), index)


def _view_of_known(b: Body, value: Any) -> View | None:
    from .sets import has_order
    from .tables import item_at

    if isinstance(value, range):
        return View(
            lambda: b.word(len(value)),
            lambda index: Value(INT, (b.op("add", b.word(value.start), b.op("mul", index, b.word(value.step))),)),
            len(value),
        )
    if is_enum(value) or isinstance(value, (dict, str)):
        value = tuple(value)
    if isinstance(value, (set, frozenset)):
        if not all(has_order(widened(Constant(each))) for each in value):
            b.program.unordered = True
        value = tuple(value)
    if not isinstance(value, (tuple, list)):
        return None
    items = list(value)
    if len(items) > 1:
        try:
            join_all([widened(Constant(each)) for each in items])
        except ClashError:
            return None
        if any(isinstance(widened(Constant(each)), Constant) and each is not None for each in items):
            return None
    if len(items) <= 1:
        return View(lambda: b.word(len(items)), lambda index: Value(Constant(items[0])) if items else Value(NEVER), len(items))
    return View(lambda: b.word(len(items)), lambda index: item_at(b, items, index), len(items))


def _view_of_items(b: Body, value: Value) -> View | None:
    kind = value.kind
    assert isinstance(kind, Tuple)
    items = items_of(value)
    item = item_of_row(kind if kind.cls is None else Tuple(kind.items))
    if item is None or isinstance(item, Constant):
        return None
    if len(items) <= 1:
        only = hold(b, items[0]) if items else None
        return View(lambda: b.word(len(items)), lambda index: only() if only is not None else Value(NEVER), len(items))
    address = on_stack(b, [b.convert(each, item) for each in items], item)
    return View(lambda: b.word(len(items)), lambda index: memory.load_item(b, item, address, index), len(items))


def on_stack(b: Body, items: list[Value], item: Kind) -> Any:
    """The address of items side by side on the stack."""
    from llvmlite import ir

    from .kinds import WORD

    if b.ir is None or b._entry is None:
        return None
    words = max(1, len(item.leaves) * len(items))
    address = b._entry.ptrtoint(b._entry.alloca(ir.ArrayType(WORD, words)), WORD)
    for place, each in enumerate(items):
        memory.store(b, each, address, place * len(item.leaves))
    return address


def _view_of_derived(b: Body, value: Value, kind: Stream) -> View | None:
    name, parts = kind.source.name, parts_of(value)
    if name in ("islice", "cycle"):
        return _view_of_part(b, name, parts)
    if name in ("fit", "enumerate", "reversed"):
        inner = view(b, parts[0])
        if inner is None:
            if name == "reversed":
                b.refuse("goes backwards through something that has no length")
            return None
        return _view_of_one(b, inner, name, parts, kind.source.more)
    if name == "transposed":
        return _view_of_columns(b, parts[0])
    if name in ("zip", "map"):
        views = [view(b, part) for part in (parts[1:] if name == "map" else parts)]
        known = [each for each in views if each is not None]
        return _view_of_several(b, known, name, parts) if len(known) == len(views) else None
    return None


def _view_of_part(b: Body, name: str, parts: list[Value]) -> View | None:
    """Of `islice`, or of `cycle`, which has no end."""
    inner = view(b, parts[0])
    if inner is None:
        b.refuse(f"takes {name} of a generator; make a list of it first")
    if name == "cycle":
        return View(lambda: b.word(1 << 62), lambda index: inner.item(None if b.ir is None else b.ir.srem(index, inner.count())))
    bounds = [hold(b, b.convert(each, INT)) for each in parts[1:]]
    first = bounds[0] if len(bounds) > 1 else hold(b, Value(INT, (b.word(0),)))

    def count() -> Any:
        if b.ir is None:
            return None
        last, many = bounds[-1]().leaves[0], inner.count()
        last = b.ir.select(b.compare("<", last, many), last, many)
        size = b.ir.sub(last, first().leaves[0])
        return b.ir.select(b.compare(">", size, b.word(0)), size, b.word(0))

    return View(count, lambda index: inner.item(b.op("add", index, first().leaves[0])))


def _view_of_one(b: Body, inner: View, name: str, parts: list[Value], wanted: Any) -> View:
    if name == "fit":
        return View(inner.count, lambda index: _as_kind(b, inner.item(index), wanted), inner.size)
    if name == "enumerate":
        start = hold(b, parts[1])
        return View(inner.count, lambda index: _numbered(b, start(), index, inner.item(index)), inner.size)
    return View(inner.count, lambda index: inner.item(b.op("sub", b.op("sub", inner.count(), b.word(1)), index)), inner.size)


def _view_of_several(b: Body, known: list[View], name: str, parts: list[Value]) -> View:
    function = hold(b, parts[0]) if parts else None
    sizes = [each.size for each in known]

    def count() -> Any:
        if not known:
            return b.word(0)
        found = known[0].count()
        for each in known[1:]:
            other = each.count()
            found = None if b.ir is None else b.ir.select(b.compare("<", other, found), other, found)
        return found

    def item(index: Any) -> Value:
        items = [each.item(index) for each in known]
        if any(isinstance(each.kind, Never) for each in items):
            return Value(NEVER)
        if name == "zip" or function is None:
            return tuple_of(items)
        from .calls import call_value

        return call_value(b, function(), items, {})

    return View(count, item, min((each for each in sizes if each is not None), default=None) if None not in sizes else None)


def _item_of(kind: Kind | None) -> Kind | None:
    """The kind of the items of a tuple, list or text; None of all else."""
    if kind in (CHARS, TEXT):
        return TEXT
    if isinstance(kind, List):
        return kind.item
    return None if kind is None else item_of_row(kind)


def _view_of_columns(b: Body, value: Value) -> View:
    """Of `zip(*rows)`: the first items of all rows, the second ones, and so on."""
    rows = view(b, value)
    assert rows is not None
    row_kind = item_of_row(value.kind)
    item = _item_of(row_kind)
    if item is None or isinstance(item, Never):
        b.refuse("zips rows of different types")

    def count() -> Any:
        slot = b.slots(INT)[0]
        if b.ir is not None:
            b.ir.store(b.word(1 << 62), slot)

        def each(index: Any) -> None:
            size = length(b, rows.item(index))
            if b.ir is not None:
                least = b.ir.load(slot)
                b.ir.store(b.ir.select(b.compare("<", size, least), size, least), slot)

        memory.count_up(b, rows.count(), each)
        found = None if b.ir is None else b.ir.load(slot)
        return None if b.ir is None else b.ir.select(b.compare("==", rows.count(), b.word(0)), b.word(0), found)

    def column(place: Any) -> Value:
        from .subscripts import item as item_at

        many = rows.count()
        made = memory.allocate(b, b.op("mul", many, b.word(8 * len(item.leaves))))

        def one(index: Any) -> None:
            found = b.convert(item_at(b, rows.item(index), Value(INT, (place,))), item)
            memory.store_item(b, found, made, index)

        memory.count_up(b, many, one)
        return Value(Row(item), (many, made))

    return View(count, column)


def _as_kind(b: Body, item: Value, kind: Kind) -> Value:
    return item if isinstance(item.kind, Never) else b.convert(item, kind)


def _numbered(b: Body, start: Value, index: Any, item: Value) -> Value:
    if isinstance(item.kind, Never):
        return item
    number = b.convert(start, INT).leaves[0]
    return tuple_of([Value(INT, (b.op("add", number, index),)), item])


def parts_of(value: Value) -> list[Value]:
    """The parts of what is gone through."""
    assert isinstance(value.kind, Stream)
    found, first = [], 0
    for kind in value.kind.parts:
        found.append(Value(kind, value.leaves[first : first + len(kind.leaves)]))
        first += len(kind.leaves)
    return found


def stream(name: str, parts: list[Value], more: Any = None) -> Value:
    """What `enumerate`, `zip` and so on make of the parts."""
    return Value(
        Stream(Derived(name, more), tuple(each.kind for each in parts)), tuple(leaf for each in parts for leaf in each.leaves)
    )


# --- loops ----------------------------------------------------------------------------------------------------------------------


def each_item(b: Body, node: ast.AST, value: Value, body: Consume, orelse: list[ast.stmt]) -> None:
    """Goes through all items.

    Args:
        b: The body.
        node: The loop, which tells it apart from others.
        value: What is gone through.
        body: What is done with each item; `break` and `continue` in it mean this loop.
        orelse: What comes at the end, unless there was a `break`.
    """
    from .statements import run

    if not b.live:
        return
    value = present(b, value) if isinstance(value.kind, Optional) else value
    of_class = own.called(b, "__iter__", value)
    value = value if of_class is None else of_class
    if isinstance(value.kind, Never):
        b.live = False
        return
    leave, out = Join(b), Join(b)
    unrolled = _is_unrolled(b, node, value)
    found = None if unrolled else view(b, value)
    if unrolled:
        _one_after_another(b, value, body, leave, out)
    elif found is not None:
        _by_number(b, node, found, body, leave, out)
    elif isinstance(value.kind, Stream):
        _by_pushing(b, node, value, body, leave, out)
    elif isinstance(value.kind, Tuple) or (
        isinstance(value.kind, Constant) and isinstance(value.kind.value, (tuple, list, dict, str, type, set, frozenset))
    ):
        _one_after_another(b, value, body, leave, out)
    else:
        b.refuse(f"goes through {value.kind}", node)
    leave.meet()
    run(b, orelse)
    out.arrive()
    out.meet()


def _is_unrolled(b: Body, node: ast.AST, value: Value) -> bool:
    """Whether a loop over a few known things has its body once for each, in which all that depends on them is known."""
    kind = value.kind
    if (
        not isinstance(kind, Constant)
        or not isinstance(kind.value, (tuple, list))
        or not isinstance(node, (ast.For, ast.comprehension))
    ):
        return False
    inside = node if isinstance(node, ast.For) else b.frame.node
    return 1 < len(kind.value) <= _MOST_UNROLLED and len(kind.value) * _size(inside) <= _MOST_NODES and not _yields(inside)


@functools.lru_cache(maxsize=4096)
def _yields(node: ast.AST) -> bool:
    """Whether items are given within it: the fewer places there are that do so, the better."""
    return any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(node))


@functools.lru_cache(maxsize=4096)
def _size(node: ast.AST) -> int:
    """Nodes of a piece of source."""
    return sum(1 for _ in ast.walk(node))


def each_item_plain(b: Body, value: Value, body: Consume) -> None:
    """Goes through all items of something, at the place at hand."""
    each_item(b, b.marker("each"), value, body, [])


def _within(b: Body, body: Consume, value: Value, out: Join, again: Join) -> None:
    """The body of a loop, once."""
    b.frame.breaks.append(out)
    b.frame.continues.append(again)
    frame, line = b.frame, b.line
    body(value)
    again.arrive()
    b.line = line
    frame.breaks.pop()
    frame.continues.pop()


def _by_number(b: Body, node: ast.AST, found: View, body: Consume, leave: Join, out: Join) -> None:
    from .statements import go_back

    slot = b.slots(INT)[0]
    if b.ir is not None:
        b.ir.store(b.word(0), slot)

    def once(head: Any, leaving: Join, breaking: Join) -> list[Any]:
        again = Join(b)
        index = None if b.ir is None else b.ir.load(slot)
        b.leave_unless(b.compare("<", index, found.count()), leaving)
        value = found.item(index)
        if isinstance(value.kind, Never):
            b.live = False
        if b.live:
            _within(b, body, value, breaking, again)
        again.meet()
        if b.live and b.ir is not None:
            b.ir.store(b.ir.add(b.ir.load(slot), b.word(1)), slot)
        return go_back(b, head)

    names = b.settle(node, lambda: once(None, Join(b), Join(b)))
    b.become(names)
    head = b.block("loop")
    b.goto(head)
    b.at(head)
    once(None if b.ir is None else (head, names), leave, out)


def _one_after_another(b: Body, value: Value, body: Consume, leave: Join, out: Join) -> None:
    """The items of a tuple that are not alike: the body once for each."""
    items = items_of(value) if isinstance(value.kind, Tuple) else [Value(Constant(each)) for each in value.kind.value]
    path = b.path
    for place, item in enumerate(items):
        if not b.live:
            break
        b.path = (*path, -1 - place)
        again = Join(b)
        _within(b, body, item, out, again)
        again.meet()
    b.path = path
    leave.arrive()


def _by_pushing(b: Body, node: ast.AST, value: Value, body: Consume, leave: Join, out: Join) -> None:
    """What gives its items one by one: its code, with the body where it gives one."""
    kinds = b.special.loops.setdefault("items", {})
    key = (b.path, id(node))
    if b.ir is None:
        kind = _kind_of_items(b, value, node)
        before = kinds.get(key, NEVER)
        kinds[key] = b.join_kinds([before, kind])
    item = kinds.get(key, NEVER)

    def once(breaking: Join) -> list[Any]:
        again = Join(b)
        if isinstance(item, Never):
            return []
        _within(b, body, Value(item, (None,) * len(item.leaves)), breaking, again)
        again.meet()
        return [dict(b.names)] if b.live else []

    names = b.settle(node, lambda: once(Join(b)))
    b.become(names)
    if b.ir is None:
        with b.dry():
            once(out)
        push(b, value, lambda found: _noted(b, found, item), node)
        leave.arrive()
        return
    _emit_pushing(b, node, value, body, item, names, leave, out)


def _noted(b: Body, found: Value, kind: Kind) -> None:
    """Looks at an item as what it is in the loop's body: so the texts in it are known."""
    if b.live and not isinstance(found.kind, Never):
        b.convert(found, kind)


def _kind_of_items(b: Body, value: Value, node: ast.AST) -> Kind:
    found: list[Kind] = []
    with b.dry():
        push(b, value, lambda item: found.append(widened(item.kind)), node)
    return b.join_kinds(found)


def _emit_pushing(b: Body, node: ast.AST, value: Value, body: Consume, item: Kind, names: Any, leave: Join, out: Join) -> None:
    assert b.ir is not None
    from .kinds import WORD

    slots, back = b.slots(item), b._entry.alloca(WORD)  # type: ignore[union-attr]
    inside = b.block("body")
    places: list[Any] = []

    def give(found: Value) -> None:
        assert b.ir is not None
        kept = dict(b.names)
        b.store_slots(slots, b.convert(found, item))
        if not b.live:
            return
        b.ir.store(b.word(len(places)), back)
        b.goto(inside)
        place = b.block("on")
        places.append(place)
        b.at(place)
        b.names = kept

    outer, frames, path, line = b.frame, list(b.frames), b.path, b.line
    push(b, value, give, node)
    b.frame, b.frames, b.path, b.line = outer, frames, path, line
    leave.arrive()
    if not places:
        b.at(inside)
        b.ir.unreachable()
        b.live = False
        return
    b.at(inside)
    b.names = dict(names)
    again = Join(b)
    _within(b, body, b.load_slots(item, slots), out, again)
    again.meet()
    if b.live:
        b.become(names)
        if len(places) == 1:
            b.goto(places[0])
        else:
            switch = b.ir.switch(b.ir.load(back), places[-1])
            for number, place in enumerate(places[:-1]):
                switch.add_case(b.word(number), place)
            b.live = False


# --- what gives its items one by one --------------------------------------------------------------------------------------------


def push(b: Body, value: Value, give: Consume, where: ast.AST) -> None:
    """Goes through something, and does that with each item."""
    kind = value.kind
    if isinstance(kind, Never):
        b.live = False
        return
    if not isinstance(kind, Stream):
        each_item(b, b.marker("push"), value, give, [])
        return
    if isinstance(kind.source, Generated):
        _generate(b, kind.source, parts_of(value), give, where)
    elif isinstance(kind.source, Comprehension):
        _comprehend(b, kind.source, value, give, where)
    else:
        _derive(b, kind.source, parts_of(value), give)


def _generate(b: Body, source: Generated, arguments: list[Value], give: Consume, where: ast.AST) -> None:
    from .source import parameters, source_of
    from .statements import own_names, run_body

    closure = source.closure
    function = source.function if closure is None else closure.frame.function
    node = source_of(function) if closure is None else closure.node
    number = (*b.path, id(where), id(node))
    if calls_itself(b, node) or len(b.frames) > _MOST_FRAMES:
        from .calls import call_lifted

        items = b.call(function, arguments) if closure is None else call_lifted(b, closure, arguments)
        each_item(b, b.marker("again"), items, give, [])
        return
    outer = None if closure is None else closure.frame
    enter(b, Frame(function, node, outer, number, own_names(node)), zip(parameters(node), arguments, strict=True), give)
    frame = b.frame
    run_body(b, node)
    assert frame.returns is not None
    frame.returns.meet()
    leave_frame(b, frame)


def calls_itself(b: Body, node: Any) -> bool:
    """Whether the function is one of those that the frame at hand was put into."""
    frame = b.frame
    while frame.node is not node:
        if frame.caller[0] is frame:
            return False
        frame = frame.caller[0]
    return True


def enter(b: Body, frame: Frame, arguments: Any, give: Consume | None) -> None:
    """Goes on in another frame."""
    frame.caller, frame.line = (b.frame, b.path), b.line
    outer = b.frame
    values = list(arguments)
    frame.returns = None
    b.frame, b.path = frame, frame.number
    b.frames = [*b.frames, frame]
    frame.returns = Join(b)
    if give is not None:

        def yields(value: Value) -> None:
            mine, path, line = b.frame, b.path, b.line
            b.frame, b.path, b.line = outer, frame.caller[1], frame.line
            give(value)
            b.frame, b.path, b.line = mine, path, line

        frame.yields = yields
    for name, value in values:
        b.assign(name, value)


def leave_frame(b: Body, frame: Frame) -> None:
    """Goes on in the frame before."""
    b.frame, b.path = frame.caller
    b.line = frame.line
    b.frames = [each for each in b.frames if each is not frame]
    b.names = {key: name for key, name in b.names.items() if key[0] != frame.number}


def _comprehend(b: Body, source: Comprehension, value: Value, give: Consume, where: ast.AST) -> None:
    first = parts_of(value)[0]
    _comprehension(b, source.node, source.frame, first, give, where)


def each_of_comprehension(b: Body, node: Any, first: Value, give: Consume) -> None:
    """Goes through a comprehension, of which what it goes through first is worked out."""
    _comprehension(b, node, b.frame, first, give, node)


def _comprehension(b: Body, node: Any, outer: Frame, first: Value, give: Consume, where: ast.AST) -> None:
    from .statements import assign_to, choose

    targets = {each.id for part in node.generators for each in ast.walk(part.target) if isinstance(each, ast.Name)}
    frame = Frame(outer.function, node, outer, (*b.path, id(where), id(node)), frozenset(targets))
    enter(b, frame, (), give)

    def level(depth: int, found: Value) -> None:
        part = node.generators[depth]

        def body(item: Value) -> None:
            assign_to(b, part.target, item)
            conditions(list(part.ifs))

        def conditions(tests: list[ast.expr]) -> None:
            if not b.live:
                return
            if tests:
                choose(b, tests[0], lambda: conditions(tests[1:]), lambda: None)
            elif depth + 1 < len(node.generators):
                level(depth + 1, evaluate(b, node.generators[depth + 1].iter))
            else:
                finish()

        each_item(b, part, found, body, [])

    def finish() -> None:
        if isinstance(node, ast.DictComp):
            key = evaluate(b, node.key)
            held = evaluate(b, node.value)
            item = tuple_of([key, held])
        else:
            item = evaluate(b, node.elt)
        if b.live:
            assert frame.yields is not None
            frame.yields(item)

    level(0, first)
    leave_frame(b, frame)


def _derive(b: Body, source: Derived, parts: list[Value], give: Consume) -> None:
    from .calls import call_value
    from .expressions import truth

    name = source.name
    first = hold(b, parts[0])
    ways: dict[str, Callable[[], None]] = {
        "fit": lambda: _each(b, name, parts[0], lambda item: give(_as_kind(b, item, source.more))),
        "map": lambda: _each(b, name, parts[1], lambda item: give(call_value(b, first(), [item], {}))),
        "filter": lambda: _each(b, name, parts[1], lambda item: _if(b, _test(b, first(), item, truth), lambda: give(item))),
        "flatten": lambda: _each(b, name, parts[0], lambda part: _each(b, "part", part, give)),
        "enumerate": lambda: _count(b, parts, give),
        "chain": lambda: _chain(b, parts, give),
        "zip": lambda: _zip(b, parts, give),
        "product": lambda: _product(b, [hold(b, each) for each in parts], [], give),
        "combinations": lambda: _choices(b, parts, name, give),
        "permutations": lambda: _choices(b, parts, name, give),
        "takewhile": lambda: _take_while(b, parts, give, truth),
    }
    way = ways.get(name)
    if way is None or (name == "map" and len(parts) > 2):
        b.refuse(f"goes through {name} of several generators; make lists of all but one" if way else f"goes through {name}")
    way()


def _each(b: Body, role: str, value: Value, body: Consume) -> None:
    each_item(b, b.marker(role), value, body, [])


def _chain(b: Body, parts: list[Value], give: Consume) -> None:
    for place, part in enumerate([hold(b, each) for each in parts]):
        if b.live:
            _each(b, f"chain{place}", part(), give)


def _test(b: Body, function: Value, item: Value, truth: Any) -> Any:
    from .calls import call_value

    if function.kind == Constant(None):
        return truth(b, item)
    return truth(b, call_value(b, function, [item], {}))


def _if(b: Body, test: Any, then: Callable[[], None]) -> None:
    if b.live:
        b.either(test, then, lambda: None)


def _counter(b: Body, start: Value) -> tuple[Callable[[], Value], Callable[[], None]]:
    slot = b.slots(INT)[0]
    if b.ir is not None:
        b.ir.store(b.convert(start, INT).leaves[0], slot)

    def read() -> Value:
        return Value(INT, (None if b.ir is None else b.ir.load(slot),))

    def step() -> None:
        if b.ir is not None and b.live:
            b.ir.store(b.ir.add(b.ir.load(slot), b.word(1)), slot)

    return read, step


def _count(b: Body, parts: list[Value], give: Consume) -> None:
    read, step = _counter(b, parts[1])

    def body(item: Value) -> None:
        pair = tuple_of([read(), item])
        step()
        give(pair)

    each_item(b, b.marker("enumerate"), parts[0], body, [])


def _zip(b: Body, parts: list[Value], give: Consume) -> None:
    """Of one stream and things that have a length."""
    views = [view(b, part) for part in parts]
    streams = [place for place, each in enumerate(views) if each is None]
    if len(streams) != 1:
        b.refuse("zips several generators; make lists of all but one")
    read, step = _counter(b, Value(Constant(0)))
    done = Join(b)

    def body(item: Value) -> None:
        index = read().leaves[0]
        items = []
        for each in views:
            if each is None:
                items.append(item)
                continue
            b.leave_unless(b.compare("<", index, each.count()), done)
            items.append(each.item(index))
        step()
        give(tuple_of(items))

    each_item(b, b.marker("zip"), parts[streams[0]], body, [])
    done.arrive()
    done.meet()


def _product(b: Body, parts: list[Callable[[], Value]], chosen: list[Callable[[], Value]], give: Consume) -> None:
    if not parts:
        give(tuple_of([each() for each in chosen]))
        return
    mark = b.marker(f"product{len(chosen)}")
    each_item(b, mark, parts[0](), lambda item: _product(b, parts[1:], [*chosen, hold(b, item)], give), [])


def _choices(b: Body, parts: list[Value], name: str, give: Consume) -> None:
    """Combinations or permutations of a known number of items."""
    if not isinstance(parts[1].kind, Constant):
        b.refuse(f"takes {name} of a number of items that is not known")
    size = parts[1].kind.value
    source = as_row(b, parts[0])
    item = item_of_row(source.kind)
    if item is None:
        b.refuse(f"takes {name} of items of different types")
    address, count = in_memory(b, source, item)
    where, many = hold(b, Value(INT, (address,))), hold(b, Value(INT, (count,)))

    def level(places: list[Callable[[], Value]]) -> None:
        if len(places) == size:
            give(tuple_of([memory.load_item(b, item, where().leaves[0], place().leaves[0]) for place in places]))
            return
        first = b.op("add", places[-1]().leaves[0], b.word(1)) if places and name == "combinations" else b.word(0)
        numbers = Value(Range(), (first, many().leaves[0], b.word(1)))

        def body(index: Value) -> None:
            held = hold(b, index)
            if name == "combinations" or not places:
                level([*places, held])
                return
            fresh: Any = None
            for each in places:
                other = b.compare("!=", each().leaves[0], index.leaves[0])
                fresh = other if fresh is None else b.op("and_", fresh, other)
            _if(b, fresh, lambda: level([*places, held]))

        each_item(b, b.marker(f"{name}{len(places)}"), numbers, body, [])

    level([])


def _take_while(b: Body, parts: list[Value], give: Consume, truth: Any) -> None:
    done, function = Join(b), hold(b, parts[0])

    def body(item: Value) -> None:
        test = _test(b, function(), item, truth)
        b.leave_unless(test, done)
        give(item)

    each_item(b, b.marker("takewhile"), parts[1], body, [])
    done.arrive()
    done.meet()


# --- all items at once ----------------------------------------------------------------------------------------------------------


def length(b: Body, value: Value) -> Any:
    """How many items there are."""
    value = present(b, value) if isinstance(value.kind, Optional) else value
    kind = value.kind
    if isinstance(kind, Tuple):
        return b.word(len(kind.items))
    if isinstance(kind, Constant):
        return b.word(len(kind.value))
    if isinstance(kind, (Set, Dict)):
        return b.peek(value.leaves[0], LENGTH)
    found = view(b, value)
    if found is None:
        b.refuse(f"asks for the length of {kind}")
    return found.count()


def as_row(b: Body, value: Value) -> Value:
    """The items of anything as a tuple, which may share a list's memory."""
    kind = value.kind
    if kind in (CHARS, TEXT):
        return Value(Row(TEXT), b.convert(value, CHARS).leaves)
    if isinstance(kind, List):
        return items_as_tuple(b, value)
    if isinstance(kind, Set):
        from .sets import ordered

        found = ordered(b, value)
        return found if isinstance(found.kind, Row) else Value(Row(NEVER), (b.word(0), b.word(0)))
    if isinstance(kind, (Tuple, Board, Row)):
        return value
    if isinstance(kind, Constant) and isinstance(kind.value, (tuple, list)):
        from .operators import row

        return row(b, value)
    return items_as_tuple(b, as_list(b, value))


def as_list(b: Body, value: Value, node: ast.AST | None = None) -> Value:
    """A new list of the items of anything."""
    from .lists import append, copied

    node = b.marker("list") if node is None else node
    kind = value.kind
    if isinstance(kind, List):
        return copied(b, value)
    if (isinstance(kind, Constant) and isinstance(kind.value, (tuple, list))) or isinstance(kind, (Tuple, Board, Row)):
        return list_of_row(b, as_row(b, value), node)
    made = new_list(b, node)
    each_item(b, node, value, lambda item: append(b, made, item), [])
    return made


def as_tuple(b: Body, value: Value, node: ast.AST | None = None) -> Value:
    """A tuple of the items of anything."""
    kind = value.kind
    if kind in (CHARS, TEXT):
        return as_row(b, value)
    if isinstance(kind, (Board, Row)) or (isinstance(kind, Constant) and isinstance(kind.value, tuple)):
        return value
    if isinstance(kind, Tuple):
        return value if kind.cls is None else Value(Tuple(kind.items), value.leaves)
    if isinstance(kind, List):
        return frozen_items(b, value)
    known = _known_items(b, value)
    if known is not None:
        return known
    made = as_list(b, value, node)
    found = items_as_tuple(b, made)
    size = size_of(b, value)
    if size is not None and not isinstance(made.kind.item, Never):
        item = made.kind.item
        return b.convert(Value(Board(item, size), (found.leaves[1],)), row_of(item, size))
    return found


def size_of(b: Body, value: Value) -> int | None:
    """How many items there will be, where that is known."""
    kind = value.kind
    if isinstance(kind, Stream) and isinstance(kind.source, Comprehension):
        node = kind.source.node
        if len(node.generators) != 1 or node.generators[0].ifs:
            return None
        return size_of(b, parts_of(value)[0])
    found = view(b, value)
    return None if found is None else found.size


def _known_items(b: Body, value: Value) -> Value | None:
    """A tuple of what a comprehension makes of a few items that are known one by one; None where it is none."""
    kind = value.kind
    if not isinstance(kind, Stream) or not isinstance(kind.source, Comprehension):
        return None
    node = kind.source.node
    size = size_of(b, value)
    if size is None or size > 8 or len(node.generators) != 1:
        return None
    first = parts_of(value)[0]
    found = view(b, first)
    if found is None:
        return None
    items = []
    path = b.path
    for place in range(size):
        b.path = (*path, -1 - place)
        collected: list[Value] = []
        _comprehend_one(b, kind.source, found.item(b.word(place)), collected.append)
        if not b.live or not collected:
            b.path = path
            return Value(NEVER)
        items.append(collected[0])
    b.path = path
    from .expressions import tuple_of_values

    return tuple_of_values(b, items)


def _comprehend_one(b: Body, source: Comprehension, item: Value, give: Consume) -> None:
    """What a comprehension without conditions makes of one item."""
    from .statements import assign_to

    node, outer = source.node, source.frame
    targets = {each.id for each in ast.walk(node.generators[0].target) if isinstance(each, ast.Name)}
    frame = Frame(outer.function, node, outer, (*b.path, id(node)), frozenset(targets))
    enter(b, frame, (), None)
    assign_to(b, node.generators[0].target, item)
    found = evaluate(b, node.elt)
    leave_frame(b, frame)
    if b.live:
        give(found)
