"""Branches, loops and `try`."""

from __future__ import annotations

from .blocks import Block, Lines, indented, statement
from .kinds import BOOL, INT, Board, Dict, List, Row, Set, item_of
from .loops import looped
from .writer import Name


@statement(4)
def _branch(b: Block) -> Lines | None:
    if b.nesting <= 0:
        return None
    found = [f"if {b.expr(BOOL)}:", *b.nested(b.w.number(1, 2))]
    if b.w.chance(0.3):
        found += [f"elif {b.expr(BOOL)}:", *b.nested(1)]
    if b.w.chance(0.5):
        found += ["else:", *b.nested(b.w.number(1, 2))]
    return found


@statement(1.5)
def _either_way(b: Block) -> Lines | None:
    kind, name, test = b.w.any_kind(), b.w.fresh(), b.expr(BOOL)
    one, other = b.expr(kind), b.expr(kind)
    b.bind(name, kind)
    return [f"if {test}:", f"    {name} = {one}", "else:", f"    {name} = {other}"]


@statement(1)
def _leave_early(b: Block) -> Lines | None:
    if not b.can_leave:
        return None
    if b.gives is None:
        return [f"if {b.expr(BOOL)} and {b.expr(BOOL)}:", "    return"] if b.w.chance(0.2) else None
    return [f"if {b.expr(BOOL)}:", f"    return {b.expr(b.gives)}"]


@statement(1)
def _leave_loop(b: Block) -> Lines | None:
    return [f"if {b.expr(BOOL)}:", f"    {b.w.pick(('break', 'continue'))}"] if b.in_loop else None


@statement(5)
def _loop(b: Block) -> Lines | None:
    if b.nesting <= 0:
        return None
    target, source, names = looped(b.w, b.depth, ordered=True)
    target = target[1:-1] if target.startswith("(") and b.w.chance(0.5) else target
    found = [f"for {target} in {source}:", *b.nested(b.w.number(1, 3), *names, in_loop=True)]
    if b.w.chance(0.15):
        found += ["else:", *b.nested(1)]
    return found


@statement(1.5)
def _while(b: Block) -> Lines | None:
    if b.nesting <= 0:
        return None
    name, value = b.w.fresh("n"), b.expr(INT)
    test = f" and {b.expr(BOOL)}" if b.w.chance(0.3) else ""
    lines = b.nested(b.w.number(1, 2), Name(name, INT), in_loop=True)
    found = [f"{name} = ({value}) % {b.w.number(2, 7)}", f"while {name} > 0{test}:", f"    {name} -= 1", *lines]
    if b.w.chance(0.2):
        found += ["else:", *b.nested(1)]
    return found


@statement(0.5)
def _queue(b: Block) -> Lines | None:
    """A search through a small graph, as rules do it for groups and ways."""
    if b.nesting <= 0:
        return None
    queue, seen, at, near = (b.w.fresh(stem) for stem in ("q", "s", "x", "y"))
    count, step = b.w.number(4, 12), b.w.number(1, 5)
    start = f"({b.expr(INT)}) % {count}"
    kind, take = b.w.pick((("deque([{}])", "popleft()"), ("deque([{}])", "pop()"), ("[{}]", "pop()"), ("[{}]", "pop(0)")))
    with b.w.scope(Name(at, INT), Name(near, INT)):
        test = b.expr(BOOL)
    b.bind(seen, Set(item=INT))
    return [
        f"{queue} = {kind.format(start)}",
        f"{seen} = set({queue})",
        f"while {queue}:",
        f"    {at} = {queue}.{take}",
        f"    for {near} in (({at} + {step}) % {count}, ({at} * 2) % {count}):",
        f"        if {near} not in {seen} and {test}:",
        f"            {seen}.add({near})",
        f"            {queue}.append({near})",
    ]


@statement(1.5)
def _attempt(b: Block) -> Lines | None:
    if b.nesting <= 0:
        return None
    with b.w.scope():
        found = _risky(b)
    if found is None:
        return None
    lines, errors = found
    made = ["try:", *indented(lines), f"except {errors}:", *b.nested(1)]
    if b.w.chance(0.15):
        made += ["else:", *b.nested(1)]
    if b.w.chance(0.1):
        made += ["finally:", *b.nested(1)]
    return made


def _risky(b: Block) -> tuple[Lines, str] | None:
    """Statements that may raise, and what."""
    number = b.variable(INT)
    target = f"{number.text} =" if number is not None else f"{b.w.fresh('u')} ="
    way = b.w.number(0, 5)
    if way == 0:
        return [f"{target} {b.expr(INT)} {b.w.pick(('//', '%'))} ({b.expr(INT)})"], "ZeroDivisionError"
    if way == 1:
        text = b.w.pick(("'not here'", f"f'{{{b.w.leaf(INT)}}} is too much'"))
        return [f"if {b.expr(BOOL)}:", f"    raise ValueError({text})", *b.inner().lines(1)], b.w.pick(
            ("ValueError", "Exception")
        )
    if way == 2:
        found = b.w.having(lambda name: isinstance(name.kind, Dict))
        if found is not None and isinstance(found.kind, Dict):
            return [f"{b.w.fresh('u')} = {found.text}[{b.expr(found.kind.key)}]"], b.w.pick(("KeyError", "LookupError"))
    found = b.w.having(lambda name: isinstance(name.kind, List | Row | Board))
    if found is None:
        return None
    item = item_of(found.kind)
    assert item is not None
    if way == 3:
        return [f"{target} {found.text}.index({b.expr(item)})"], "ValueError"
    return [f"{b.w.fresh('u')} = {found.text}[{b.expr(INT)}]", *b.inner().lines(1)], b.w.pick(
        ("IndexError", "(IndexError, KeyError)")
    )
