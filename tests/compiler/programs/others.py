"""Functions within functions, assertions, and what is refused."""

from __future__ import annotations

from .blocks import Block, Lines, indented, returned, statement
from .kinds import BOOL, INT, List, Set
from .writer import Function, Name


@statement(0.8)
def _inner_function(b: Block) -> Lines | None:
    if b.in_loop or b.nesting < 2:
        return None
    name = b.w.fresh("inner")
    takes = tuple(b.w.plain_kind() for _ in range(b.w.number(0, 2)))
    gives = b.w.any_kind() if b.w.chance(0.4) else INT
    names = [Name(b.w.fresh("p"), each) for each in takes]
    with b.w.scope():
        b.w.names = [*(Name(each.text, each.kind) for each in b.w.names), *names]
        if not names or b.w.chance(0.6):
            lines = [f"def {name}({', '.join(each.text for each in names)}):", *indented(returned(b.w, gives, b.w.number(0, 2)))]
        else:
            lines = [f"{name} = lambda {', '.join(each.text for each in names)}: {b.w.expr(gives, b.depth)}"]
    b.w.functions = [*b.w.functions, Function(name, takes, gives)]
    return lines


@statement(0.7)
def _recursion(b: Block) -> Lines | None:
    """A function within that calls itself, and perhaps notes where it was."""
    if b.in_loop or b.nesting < 2:
        return None
    w = b.w
    name, at, total = w.fresh("walk"), w.fresh("p"), w.fresh("p")
    with w.scope():
        w.names = [*(Name(each.text, each.kind) for each in w.names), Name(at, INT), Name(total, INT)]
        test, value, other = b.expr(BOOL), b.expr(INT), b.expr(INT)
    if w.chance(0.5):
        lines = [
            f"def {name}({at}, {total}):",
            f"    if {at} <= 0 or {at} > {w.number(4, 9)} or {test}:",
            f"        return {other}",
        ]
        lines.append(f"    return {name}({at} - 1, {total}) + {w.pick((f'{name}({at} - 2, {value})', value))}")
        w.functions = [*w.functions, Function(name, (INT, INT), INT)]
        return lines
    seen, count = w.fresh("seen"), w.number(3, 9)
    lines = [f"{seen} = {w.pick(('set()', '[]', '{0}', '{}'))}", f"def {name}({at}, {total}=1):"]
    note = (
        f"{seen}.append({at})"
        if lines[0].endswith("[]")
        else f"{seen}[{at}] = 1"
        if lines[0].endswith("{}")
        else f"{seen}.add({at})"
    )
    lines += [
        f"    if {at} in {seen} or not 0 <= {at} < {count} or {test}:",
        f"        return {w.pick(('0', other))}",
        f"    {note}",
    ]
    lines += [f"    return 1 + {name}({at} + 1) + {name}(({at} * 3) % {count}, {value})"]
    w.functions = [*w.functions, Function(name, (INT,), INT)]
    if note.endswith(f"add({at})"):
        w.names = [*w.names, Name(seen, Set(item=INT), True)]
    return lines


@statement(0.3)
def _asserted(b: Block) -> Lines | None:
    return [f"assert {b.expr(BOOL)} or {b.w.pick(('True', 'len(()) == 0'))}, 'sure'"]


@statement(0.03)
def _refused(b: Block) -> Lines | None:
    """What the reference lists as refused, so that refusals are seen too."""
    name = b.w.having(lambda each: isinstance(each.kind, List) and each.can_change)
    ways = [
        f"print({b.w.leaf(INT)})",
        f"hash({b.w.leaf(INT)})",
        f"'{{}}'.format({b.w.leaf(INT)})",
        f"str({b.w.leaf(INT)}).strip()",
    ]
    if name is not None:
        ways.append(f"{name.text}[1:1] = []")
    return [b.w.pick(ways)]
