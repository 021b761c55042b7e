"""Expressions that give texts and members of Enums."""

from __future__ import annotations

from .kinds import BOOL, INT, LETTER, LETTERS, WORD, Chars, Dict, Kind, Maybe, Member
from .loops import iterated
from .writer import Name, Writer, production


@production(LETTER)
def _letter(w: Writer, kind: Kind, depth: int) -> str | None:
    return f"{LETTERS!r}[({w.expr(INT, depth - 1)}) % {len(LETTERS)}]"


@production(LETTER, weight=0.7)
def _letter_of(w: Writer, kind: Kind, depth: int) -> str | None:
    count = w.number(1, 6)
    return f"{w.expr(Chars(count=count), depth - 1)}[({w.expr(INT, depth - 1)}) % {count}]"


@production(WORD)
def _word(w: Writer, kind: Kind, depth: int) -> str | None:
    words = ", ".join(w.literal(WORD) for _ in range(3))
    return w.pick(
        (f"({words})[({w.expr(INT, depth - 1)}) % 3]", f"[{words}][{w.expr(BOOL, depth - 1)}]", w.expr(LETTER, depth - 1))
    )


@production(WORD, weight=0.5)
def _changed_word(w: Writer, kind: Kind, depth: int) -> str | None:
    return f"{w.expr(WORD, depth - 1)}.{w.pick(('lower', 'upper'))}()"


@production(WORD, weight=0.5)
def _name_of_member(w: Writer, kind: Kind, depth: int) -> str | None:
    return f"{w.expr(w.pick(w.members), depth - 1)}.name" if w.members else None


@production(Chars, weight=2)
def _letter_put(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.name_of(kind)
    if found is None or not isinstance(kind, Chars) or not w.can_name:
        return None
    name = w.fresh("i")
    text = found.text
    place = f"({name} := ({w.expr(INT, depth - 1)}) % {kind.count})"
    return f"({text}[:{place}] + {w.expr(LETTER, depth - 1)} + {text}[{name} + 1:])"


@production(Chars, weight=2)
def _letters_joined(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Chars)
    name = w.fresh("c")
    found = w.name_of(kind)
    if found is not None and w.chance(0.6):
        with w.scope(Name(name, LETTER)):
            return f"''.join({w.expr(LETTER, depth - 1)} for {name} in {found.text})"
    with w.scope(Name(name, INT)):
        return f"''.join([{w.expr(LETTER, depth - 1)} for {name} in range({kind.count})])"


@production(Chars)
def _letters_cut(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Chars)
    found = w.name_of(kind)
    text = w.literal(kind) if found is None else found.text
    first = w.number(0, kind.count)
    ways = (f"{text}[::-1]", f"({text}[{first}:] + {text}[:{first}])", f"({w.expr(LETTER, depth - 1)} * {kind.count})")
    return w.pick((*ways, f"{text}.replace('a', 'b')", f"''.join(sorted({text}))", f"''.join(reversed({text}))"))


@production(Member, weight=2)
def _member_by(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Member)
    place = f"({w.expr(INT, depth - 1)}) % {len(kind.members)}"
    ways = [f"list({kind.name})[{place}]", f"({', '.join(f'{kind.name}.{each}' for each in kind.members)},)[{place}]"]
    if kind.values in ("int", "IntEnum"):
        ways.append(f"{kind.name}({place})")
    ways.append(f"{kind.name}[{kind.members[0]!r}]")
    return w.pick(ways)


@production(Maybe, weight=3)
def _maybe(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Maybe)
    value = w.expr(kind.item, depth - 1)
    return w.pick(
        (f"({value} if {w.expr(BOOL, depth - 1)} else None)", f"(None if {w.expr(BOOL, depth - 1)} else {value})", value)
    )


@production(Maybe)
def _maybe_found(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Maybe)
    target = w.fresh("e")
    source = iterated(w, kind.item, depth - 1, ordered=True)
    with w.scope(Name(target, kind.item)):
        return f"next(({target} for {target} in {source} if {w.expr(BOOL, depth - 1)}), None)"


@production(Maybe)
def _maybe_looked_up(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Maybe)
    found = w.having(lambda name: isinstance(name.kind, Dict) and name.kind.value == kind.item)
    if found is None or not isinstance(found.kind, Dict):
        return None
    return f"{found.text}.get({w.expr(found.kind.key, depth - 1)})"
