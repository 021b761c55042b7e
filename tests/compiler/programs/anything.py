"""Expressions of any kind: names, items, choices, calls."""

from __future__ import annotations

from .kinds import BOOL, INT, Array, Board, Chars, Dict, Either, Kind, Maybe, Obj, Tup, holds
from .loops import iterated
from .writer import ANY, Name, Writer, production


@production(ANY, weight=3)
def _name(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.name_of(kind)
    return None if found is None else w.copied(found)


@production(ANY)
def _choice(w: Writer, kind: Kind, depth: int) -> str | None:
    return f"({w.expr(kind, depth - 1)} if {w.expr(BOOL, depth - 1)} else {w.expr(kind, depth - 1)})"


@production(ANY, weight=2)
def _called(w: Writer, kind: Kind, depth: int) -> str | None:
    found = [each for each in w.functions if each.gives == kind and not each.is_generator]
    if not found:
        return None
    function = w.pick(found)
    given = [w.expr(each, depth - 1) for each in function.takes]
    if function.takes_more:
        given += [w.expr(INT, depth - 1) for _ in range(w.number(0, 2))]
        given += [f"*{iterated(w, INT, depth - 1, ordered=True)}"] * w.chance(0.3)
    return f"{function.text}({', '.join(given)})"


@production(ANY)
def _field(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: isinstance(name.kind, Obj | Tup) and kind in name.kind.items)
    if found is None or not isinstance(found.kind, Obj | Tup):
        return None
    place = w.pick([number for number, each in enumerate(found.kind.items) if each == kind])
    if isinstance(found.kind, Obj) and (found.kind.form != "tuple" or w.chance(0.8)):
        return f"{found.text}.{found.kind.fields[place]}"
    return f"{found.text}[{w.pick((place, place - len(found.kind.items)))}]"


@production(ANY, weight=1.5)
def _item(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.sequence(kind)
    if found is None:
        return None
    text, of = found
    if isinstance(of, Board | Chars) and of.count:
        place = w.pick((str(w.number(-of.count, of.count - 1)), f"({w.expr(INT, depth - 1)}) % {of.count}"))
        return f"{text}[{place}]"
    place = w.pick(("0", "-1", f"({w.expr(INT, depth - 1)}) % len({text})"))
    return f"({text}[{place}] if {text} else {w.leaf(kind)})"


@production(ANY)
def _looked_up(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: isinstance(name.kind, Dict) and name.kind.value == kind)
    if found is None or not isinstance(found.kind, Dict):
        return None
    key = w.expr(found.kind.key, depth - 1)
    other = w.literal(kind) if found.is_known and not w.rarely() else w.expr(kind, depth - 1)
    ways = [f"{found.text}.get({key}, {other})", f"({found.text}[{key}] if {key} in {found.text} else {other})"]
    return w.pick(ways)


@production(ANY, weight=0.7)
def _first(w: Writer, kind: Kind, depth: int) -> str | None:
    target, names = w.bound(kind)
    source = iterated(w, kind, depth - 1, ordered=True)
    with w.scope(*names):
        test = w.expr(BOOL, depth - 1)
    return f"next(({target} for {target} in {source} if {test}), {w.expr(kind, depth - 1)})"


@production(ANY, weight=0.5)
def _named(w: Writer, kind: Kind, depth: int) -> str | None:
    if not w.can_name or holds(kind, Array):
        return None
    name = w.fresh("n")
    value = w.expr(kind, depth - 1)
    with w.scope(Name(name, kind)):
        test = w.expr(BOOL, depth - 1)
        return f"({name} if ({name} := {value}) == {w.leaf(kind)} or {test} else {w.expr(kind, depth - 1)})"


@production(ANY, weight=0.3)
def _applied(w: Writer, kind: Kind, depth: int) -> str | None:
    given = w.plain_kind()
    name = w.fresh("a")
    value = w.expr(given, depth - 1)
    with w.scope(Name(name, given)):
        return f"(lambda {name}: {w.expr(kind, depth - 1)})({value})"


@production(ANY)
def _present(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: name.kind == Maybe(item=kind))
    if found is None:
        return None
    other = w.expr(kind, depth - 1)
    ways = (f"({found.text} if {found.text} is not None else {other})", f"({other} if {found.text} is None else {found.text})")
    return w.pick((*ways, f"({found.text} or {other})"))


@production(ANY, weight=0.5)
def _best(w: Writer, kind: Kind, depth: int) -> str | None:
    target = w.fresh("k")
    source = iterated(w, kind, depth - 1, ordered=True)
    with w.scope(Name(target, kind)):
        key = w.expr(INT, depth - 1)
    return f"{w.pick(('min', 'max'))}({source}, key=lambda {target}: {key}, default={w.expr(kind, depth - 1)})"


@production(ANY, weight=0.4)
def _of_either(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: isinstance(name.kind, Either))
    if found is None or not isinstance(found.kind, Either):
        return None
    given = []
    for each in found.kind.options:
        with w.scope(Name(found.text, each)):
            given.append(w.expr(kind, depth - 1))
    return f"({given[0]} if isinstance({found.text}, {found.kind.options[0].name}) else {given[-1]})"
