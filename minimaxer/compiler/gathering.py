"""All items at once: how many there are, and a tuple or list of them."""

from __future__ import annotations

import ast
from typing import Any

from .body import Body, Frame, Value
from .classes import is_tuple
from .converting import present
from .expressions import evaluate
from .kinds import CHARS, NEVER, TEXT, Board, Constant, Dict, DictView, List, Never, Optional, Row, Set, Stream, Tuple, row_of
from .lists import LENGTH, as_tuple as items_as_tuple, frozen as frozen_items, list_of_row, new_list
from .streams import Consume, each_item, enter, leave_frame
from .views import Comprehension, parts_of, view


def length(b: Body, value: Value) -> Any:
    """How many items there are."""
    value = present(b, value) if isinstance(value.kind, Optional) else value
    kind = value.kind
    if is_tuple(kind):
        return b.word(len(kind.items))
    if isinstance(kind, Constant):
        return b.word(b.said(lambda: len(kind.value)))
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
    if is_tuple(kind) or isinstance(kind, (Board, Row)):
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
    if (isinstance(kind, Constant) and isinstance(kind.value, (tuple, list))) or is_tuple(kind) or isinstance(kind, (Board, Row)):
        return list_of_row(b, as_row(b, value), node)
    made = new_list(b, node)
    each_item(b, node, value, lambda item: append(b, made, item), [])
    return made


def as_tuple(b: Body, value: Value, node: ast.AST | None = None) -> Value:
    """A tuple of the items of anything."""
    kind = value.kind
    if kind in (CHARS, TEXT):
        return as_row(b, value)
    if isinstance(kind, DictView):
        return Value(Row(kind.item), value.leaves)
    if isinstance(kind, (Board, Row)) or (isinstance(kind, Constant) and isinstance(kind.value, tuple)):
        return value
    if is_tuple(kind):
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
