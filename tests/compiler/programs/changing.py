"""Statements that change lists, sets and dicts."""

from __future__ import annotations

from .blocks import Block, Lines, statement
from .kinds import BOOL, INT, NUMBERS, Deque, Dict, List, Set, is_sortable, item_of
from .loops import iterated
from .writer import Name


@statement(5)
def _list_changed(b: Block) -> Lines | None:
    name = b.changeable(List, Deque)
    item = None if name is None else item_of(name.kind)
    if name is None or item is None:
        return None
    text, value = name.text, b.expr(item)
    ways = [f"{text}.append({value})"] * 3
    ways += [f"{text}.insert({b.w.pick(('0', b.w.leaf(INT)))}, {value})", f"{text}.reverse()"]
    ways += [f"if {text}:\n    {text}[{b.w.pick(('0', '-1', f'({b.expr(INT)}) % len({text})'))}] = {value}"] * 2
    ways += [f"if {value} in {text}:\n    {text}.remove({value})", f"if {text}:\n    {text}.pop()"]
    if not b.in_loop:
        more = iterated(b.w, item, b.depth - 1, ordered=True)
        ways.append(f"{text}.extend(list({more}))" if text in more else f"{text}.extend({more})")  # of itself, it never ends
    if isinstance(name.kind, Deque):
        return b.w.pick([*ways, f"{text}.appendleft({value})", f"if {text}:\n    {text}.popleft()"]).split("\n")
    ways += [f"if {text}:\n    del {text}[0]", f"if len({text}) > 2:\n    {text}.pop({b.w.number(-2, 2)})", f"{text}.clear()"]
    if item in NUMBERS:
        ways += [f"if {text}:\n    {text}[0] += {b.expr(item)}"] * (item != BOOL)
    if is_sortable(item):
        ways += [f"{text}.sort({b.w.pick(('', '', 'reverse=True'))})"]
    with b.w.scope(Name("k", item)):
        ways += [f"{text}.sort(key=lambda k: {b.w.expr(INT, 1)})"]
    return b.w.pick(ways).split("\n")


@statement(1.5)
def _dict_changed(b: Block) -> Lines | None:
    name = b.changeable(Dict)
    if name is None or not isinstance(name.kind, Dict):
        return None
    text, key, value = name.text, b.expr(name.kind.key), b.expr(name.kind.value)
    ways = [f"{text}[{key}] = {value}"] * 3 + [f"{text}.setdefault({key}, {value})", f"{text}.pop({key}, {value})"]
    if name.kind.value == INT:
        ways += [f"{text}[{key}] = {text}.get({key}, 0) + 1"] * 2
    return [b.w.pick([*ways, f"if {key} in {text}:\n    del {text}[{key}]"])][0].split("\n")


@statement(1.5)
def _set_changed(b: Block) -> Lines | None:
    name = b.changeable(Set)
    item = None if name is None else item_of(name.kind)
    if name is None or item is None:
        return None
    text, value = name.text, b.expr(item)
    ways = [f"{text}.add({value})"] * 3 + [f"{text}.discard({value})", f"{text}.update({b.expr(List(item=item))})"]
    return b.w.pick([*ways, f"if {value} in {text}:\n    {text}.remove({value})"]).split("\n")
