"""Expressions that give truth values."""

from __future__ import annotations

from typing import Final

from .kinds import (
    BOOL,
    FLOAT,
    INT,
    LETTER,
    NUMBERS,
    WORD,
    Array,
    Dict,
    Either,
    Frozen,
    Kind,
    Maybe,
    Obj,
    Set,
    Tup,
    holds,
    is_hashable,
    is_sortable,
    item_of,
)
from .loops import looped
from .writer import Writer, displayed, production

COMPARED: Final = ("<", "<=", ">", ">=", "==", "!=")


@production(BOOL, weight=5)
def _compared(w: Writer, kind: Kind, depth: int) -> str | None:
    one = w.expr(INT, depth - 1)
    if w.chance(0.2):
        return f"({one} {w.pick(COMPARED)} {w.expr(INT, depth - 1)} {w.pick(COMPARED)} {w.leaf(INT)})"
    return f"({one} {w.pick(COMPARED)} {w.expr(w.pick((INT, INT, INT, FLOAT, BOOL)), depth - 1)})"


@production(BOOL, weight=2)
def _same(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: name.kind not in NUMBERS and not holds(name.kind, Array))
    if found is None or (isinstance(found.kind, Dict) and not w.rarely()):
        return None
    signs = COMPARED if is_sortable(found.kind) and w.rarely() else ("==", "!=")
    return f"({found.text} {w.pick(signs)} {w.expr(found.kind, depth - 1)})"


@production(BOOL, weight=2)
def _member(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: item_of(name.kind) is not None)
    word = w.pick(("in", "not in"))
    if found is None or w.chance(0.3):
        given = w.plain_kind()
        several = [w.leaf(given) for _ in range(w.number(1, 3))]
        shown = w.pick((displayed(*several), f"[{', '.join(several)}]", f"{{{', '.join(several)}}}"))
        return f"({w.expr(given, depth - 1)} {word} {shown})"
    item = item_of(found.kind)
    assert item is not None
    if isinstance(found.kind, Set | Frozen | Dict) and not is_hashable(item):
        return None
    return f"({w.expr(item, depth - 1)} {word} {found.text})"


@production(BOOL, weight=2)
def _joined(w: Writer, kind: Kind, depth: int) -> str | None:
    one, other = w.expr(BOOL, depth - 1), w.expr(BOOL, depth - 1)
    return w.pick((f"({one} and {other})", f"({one} or {other})", f"(not {one})", f"({one} ^ {other})", f"({one} & {other})"))


@production(BOOL, weight=2)
def _any(w: Writer, kind: Kind, depth: int) -> str | None:
    inner, source, names = looped(w, depth, ordered=False)
    with w.scope(*names):
        value = w.expr(w.pick((BOOL, BOOL, BOOL, INT)), depth - 1)
        test = f" if {w.expr(BOOL, depth - 1)}" if w.chance(0.25) else ""
    text = f"{w.pick(('any', 'all'))}({value} for {inner} in {source}{test})"
    return f"(not {text})" if w.chance(0.1) else text


@production(BOOL)
def _truth_of(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: not isinstance(name.kind, Either | Array))
    if found is None:
        return None
    if isinstance(found.kind, Maybe):
        return f"({found.text} {w.pick(('is None', 'is not None', '== None'))})" if w.chance(0.8) else f"bool({found.text})"
    return w.pick((f"bool({found.text})", f"(not {found.text})"))


@production(BOOL, weight=0.7)
def _sets_compared(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: isinstance(name.kind, Set | Frozen))
    if found is None:
        return None
    other = w.expr(found.kind, depth - 1)
    signs = w.pick(("<=", "<", ">=", ">", "==", "!="))
    return w.pick((f"({found.text} {signs} {other})", f"{found.text}.issubset({other})", f"{found.text}.isdisjoint({other})"))


@production(BOOL, weight=0.7)
def _is_text(w: Writer, kind: Kind, depth: int) -> str | None:
    text = w.expr(w.pick((WORD, LETTER)), depth - 1)
    return w.pick((f"{text}.isupper()", f"{text}.islower()", f"({text} == 'a')", f"{text}.isalpha()", f"{text}.startswith('k')"))


@production(BOOL, weight=0.4)
def _is_instance(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: isinstance(name.kind, Either | Obj | Maybe | Tup) or name.kind in (INT, WORD))
    if found is None:
        return None
    classes = ["int", "str", "tuple", "(int, str)", *(each.name for each in w.objects)]
    return f"isinstance({found.text}, {w.pick(classes)})"


@production(BOOL, weight=0.4)
def _is_member(w: Writer, kind: Kind, depth: int) -> str | None:
    if not w.members:
        return None
    member = w.pick(w.members)
    return f"({w.expr(member, depth - 1)} {w.pick(('is', 'is not', '==', '!='))} {w.literal(member)})"
