"""Statements that bind names."""

from __future__ import annotations

from typing import Final

from .blocks import Block, Lines, statement
from .kinds import BOOL, FLOAT, INT, LETTER, WORD, Board, Deque, Dict, List, Maybe, Row, Set, Tup

_ANNOTATIONS: Final = {INT: "int", BOOL: "bool", FLOAT: "float", WORD: "str", LETTER: "str"}


@statement(5)
def _assigned(b: Block) -> Lines | None:
    kind = b.w.any_kind()
    value = b.expr(kind)
    name = b.w.fresh()
    b.bind(name, kind)
    note = f": {_ANNOTATIONS[kind]}" if kind in _ANNOTATIONS and b.w.chance(0.15) else ""
    return [f"{name}{note} = {value}"]


@statement(2)
def _begun_empty(b: Block) -> Lines | None:
    name = b.w.fresh()
    item = b.w.hashable_kind()
    other = b.w.item_kind()
    kind, value = b.w.pick(
        (
            (List(item=item), "[]"),
            (List(item=other), "[]"),
            (Set(item=item), "set()"),
            (Dict(key=item, value=other), "{}"),
            (Row(item=item), "()"),
            (Deque(item=item), "deque()"),
            (Maybe(item=b.w.plain_kind()), "None"),
        )
    )
    b.bind(name, kind)
    return [f"{name} = {value}"]


@statement(3)
def _assigned_again(b: Block) -> Lines | None:
    name = b.w.having(lambda each: each.can_change)
    return None if name is None else [f"{name.text} = {b.expr(name.kind)}"]


@statement(4)
def _augmented(b: Block) -> Lines | None:
    name = b.variable(INT, FLOAT)
    if name is None:
        return None
    if name.kind == FLOAT:
        return [f"{name.text} {b.w.pick(('+=', '-='))} {b.expr(b.w.pick((FLOAT, INT)))}"]
    value = b.expr(INT)
    ways = [f"{name.text} {b.w.pick(('+=', '-=', '^=', '|='))} {value}", f"{name.text} = ({name.text} * 3 + {value}) % 97"]
    ways += [f"{name.text} {b.w.pick(('//=', '%='))} {b.w.pick((2, 3, 7, -3))}", f"{name.text} += {b.expr(BOOL)}"]
    return [b.w.pick(ways)]


@statement(1)
def _joined(b: Block) -> Lines | None:
    name = b.changeable(List, Row, Set)
    if name is None or b.in_loop:
        return None
    sign = b.w.pick(("|=", "-=", "&=")) if isinstance(name.kind, Set) else "+="
    return [f"{name.text} {sign} {b.expr(name.kind)}"]


@statement(1.5)
def _unpacked(b: Block) -> Lines | None:
    kinds = [b.w.any_kind() for _ in range(b.w.number(2, 3))]
    value = b.w.expr(Tup(items=tuple(kinds)), b.depth)
    names = [b.w.fresh() for _ in kinds]
    for name, kind in zip(names, kinds, strict=True):
        b.bind(name, kind)
    return [f"{', '.join(names)} = {value}"]


@statement(0.7)
def _unpacked_with_star(b: Block) -> Lines | None:
    item = b.w.item_kind()
    first, rest = b.w.fresh(), b.w.fresh()
    source = b.w.expr(Board(item=item, count=b.w.number(1, 4)), b.depth)
    b.bind(first, item)
    b.bind(rest, List(item=item))
    return [b.w.pick((f"{first}, *{rest} = {source}", f"*{rest}, {first} = {source}"))]


@statement(0.5)
def _swapped(b: Block) -> Lines | None:
    one = b.w.having(lambda name: name.can_change)
    other = None if one is None else b.w.having(lambda name: name.can_change and name.kind == one.kind)
    if one is None or other is None or one.text == other.text:
        return None
    return [f"{one.text}, {other.text} = {other.text}, {one.text}"]
