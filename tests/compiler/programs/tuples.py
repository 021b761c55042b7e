"""Expressions that give tuples, objects and boards."""

from __future__ import annotations

from .kinds import INT, PAIR, Board, Either, Kind, Obj, Tup, is_sortable
from .writer import Name, Writer, displayed, production


@production(Tup, weight=3)
def _tuple(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Tup)
    return displayed(*(w.slot(each, depth - 1) for each in kind.items))


@production(PAIR)
def _pair(w: Writer, kind: Kind, depth: int) -> str | None:
    if w.is_tame:
        return None
    found = w.name_of(PAIR)
    ways = [f"divmod({w.expr(INT, depth - 1)}, {w.pick((3, 4, -2))})"]
    if found is not None:
        ways += [f"{found.text}[::-1]", f"tuple(reversed({found.text}))", f"tuple(sorted({found.text}))"]
    return w.pick(ways)


@production(Obj, weight=3)
def _object(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Obj)
    values = [w.slot(each, depth - 1) for each in kind.items]
    cut = w.number(0, len(values)) if w.chance(0.3) else len(values)
    named = [f"{name}={value}" for name, value in zip(kind.fields[cut:], values[cut:], strict=True)]
    return f"{kind.name}({', '.join([*values[:cut], *named])})"


@production(Obj, weight=1.5)
def _replaced(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Obj)
    found = w.name_of(kind)
    if found is None:
        return None
    places = w.rng.sample(range(len(kind.fields)), w.number(1, min(2, len(kind.fields))))
    given = ", ".join(f"{kind.fields[place]}={w.slot(kind.items[place], depth - 1)}" for place in places)
    if kind.form == "tuple":
        return f"{found.text}._replace({given})"
    return f"{'dataclasses.replace' if kind.form == 'dataclass' else 'attrs.evolve'}({found.text}, {given})"


@production(Either, weight=3)
def _either(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Either)
    return w.expr(w.pick(kind.options), depth - 1)


@production(Board, weight=3)
def _board_made(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Board)
    found = w.having(lambda name: isinstance(name.kind, Board) and name.kind.count == kind.count)
    place = w.fresh("i")
    if found is None or not isinstance(found.kind, Board):
        with w.scope(Name(place, INT)):
            made = f"{w.slot(kind.item, depth - 1)} for {place} in range({kind.count})"
            return w.pick((f"tuple({made})", f"tuple([{made}])"))
    target, names = w.bound(found.kind.item)
    with w.scope(Name(place, INT), *names):
        value = w.slot(kind.item, depth - 1)
        source = f"enumerate({found.text}{', 1' if w.chance(0.1) else ''})"
        return f"tuple({value} for {place}, {target} in {source})"


@production(Board, weight=2)
def _board_changed(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Board)
    found = w.name_of(kind)
    if found is None or not kind.count or not w.can_name:
        return None
    text, name = found.text, w.fresh("i")
    place = f"({w.expr(INT, depth - 1)}) % {kind.count}"
    value = w.slot(kind.item, depth - 1)
    ways = [
        f"({text}[:({name} := {place})] + ({value},) + {text}[{name} + 1:])",
        f"(*{text}[:({name} := {place})], {value}, *{text}[{name} + 1:])",
        f"(*{text}[1:], {value})",
        f"({value}, *{text}[:-1])",
    ]
    if kind.item == INT:
        ways += [f"mx.tuples.replaced({text}, {place}, {value})", f"mx.tuples.added({text}, {place}, {w.number(-1, 2)})"]
    return w.pick(ways)


@production(Board)
def _board_turned(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Board)
    found = w.name_of(kind)
    if found is None:
        return None
    text, cut = found.text, w.number(-kind.count, kind.count)
    ways = [
        f"{text}[::-1]",
        f"({text}[{cut}:] + {text}[:{cut}])",
        f"tuple(reversed({text}))",
        f"({w.slot(kind.item, 1)},) * {kind.count}",
    ]
    if is_sortable(kind.item):
        ways.append(f"tuple(sorted({text}{w.pick(('', ', reverse=True'))}))")
    return w.pick(ways)


@production(Board)
def _board_mapped(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Board)
    found = w.having(lambda name: isinstance(name.kind, Board) and name.kind.count == kind.count)
    if found is None or not isinstance(found.kind, Board):
        return None
    one, other = w.fresh("m"), w.fresh("m")
    second = w.having(lambda name: isinstance(name.kind, Board) and name.kind.count == kind.count)
    assert second is not None
    assert isinstance(second.kind, Board)
    if w.chance(0.4):
        with w.scope(Name(one, found.kind.item)):
            return f"tuple(map(lambda {one}: {w.slot(kind.item, depth - 1)}, {found.text}))"
    with w.scope(Name(one, found.kind.item), Name(other, second.kind.item)):
        return f"tuple({w.slot(kind.item, depth - 1)} for {one}, {other} in zip({found.text}, {second.text}))"
