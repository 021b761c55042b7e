"""Expressions that give rows, lists, sets and dicts."""

from __future__ import annotations

from .kinds import BOOL, INT, Board, Deque, Dict, Frozen, Kind, List, Row, Set, is_ordered, is_sortable, item_of
from .loops import iterated, looped
from .writer import Name, Writer, enclosed, production


@production(Row, List, Deque, Set, Frozen, weight=3)
def _comprehension(w: Writer, kind: Kind, depth: int) -> str | None:
    item = item_of(kind)
    assert item is not None
    inner, source, names = looped(w, depth, ordered=is_ordered(kind))
    more = ""
    if w.chance(0.15) and depth > 1:
        target, source_, names_ = "", "", list[Name]()
        with w.scope(*names):
            target, source_, names_ = looped(w, depth - 1, ordered=is_ordered(kind))
        more, names = f" for {target} in {source_}", [*names, *names_]
    with w.scope(*names):
        value = w.slot(item, depth - 1)
        test = f" if {w.expr(BOOL, depth - 1)}" if w.chance(0.4) else ""
    return made_of(w, kind, f"{value} for {inner} in {source}{more}{test}", is_generator=True)


@production(Row, List, Deque, Set, Frozen, weight=2)
def _display(w: Writer, kind: Kind, depth: int) -> str | None:
    item = item_of(kind)
    assert item is not None
    items = [w.slot(item, depth - 1) for _ in range(w.number(0 if w.chance(0.08) else 1, 4))]
    if w.chance(0.3) and isinstance(kind, Row | List):
        items.insert(w.number(0, len(items)), f"*{iterated(w, item, depth - 1, ordered=True)}")
    return enclosed(kind, items)


@production(Row, List, Deque, Set, Frozen, weight=1.5)
def _of_iterable(w: Writer, kind: Kind, depth: int) -> str | None:
    item = item_of(kind)
    assert item is not None
    source = iterated(w, item, depth - 1, ordered=is_ordered(kind))
    if is_sortable(item) and w.chance(0.3):
        text = f"sorted({source}{w.pick(('', '', ', reverse=True', f', key=lambda k: {_key(w, item)}'))})"
        return text if isinstance(kind, List) else made_of(w, kind, text)
    return made_of(w, kind, source)


def _key(w: Writer, item: Kind) -> str:
    with w.scope(Name("k", item)):
        return f"({w.expr(INT, 1)}, k)" if w.chance(0.3) else w.expr(INT, 1)


def made_of(w: Writer, kind: Kind, text: str, *, is_generator: bool = False) -> str:
    """A collection of the kind, made of what a loop goes through."""
    if is_generator and isinstance(kind, List | Set) and w.chance(0.8):
        return f"[{text}]" if isinstance(kind, List) else f"{{{text}}}"
    names = {Row: "tuple", List: "list", Deque: "deque", Set: "set", Frozen: "frozenset"}
    return f"{names[type(kind)]}({text})"


@production(Row, List)
def _joined_rows(w: Writer, kind: Kind, depth: int) -> str | None:
    one, other = w.expr(kind, depth - 1), w.expr(kind, depth - 1)
    return w.pick((f"({one} + {other})", f"({one} * {w.number(0, 2)})"))


@production(Row, List, weight=1.5)
def _sliced(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.name_of(kind)
    if found is None:
        return None
    first, last = w.expr(INT, depth - 1), w.expr(INT, depth - 1)
    ways = [f"[{first}:]", f"[:{last}]", f"[{first}:{last}]", "[::-1]", "[1:]", "[:-1]", f"[::{w.number(2, 3)}]"]
    return found.text + w.pick([*ways, f"[{first}:{last}:2]"])


@production(Row, weight=1)
def _row_of_board(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Row)
    found = w.having(lambda name: isinstance(name.kind, Board) and name.kind.item == kind.item)
    if found is None:
        return None
    return f"{found.text}[{w.expr(INT, depth - 1)}:{w.pick(('', w.expr(INT, depth - 1)))}]"


@production(Set, weight=1.5)
def _sets_joined(w: Writer, kind: Kind, depth: int) -> str | None:
    one, other = w.expr(kind, depth - 1), w.expr(kind, depth - 1)
    name = w.pick(("union", "intersection", "difference", "symmetric_difference"))
    return w.pick((f"({one} {w.pick('&|-^')} {other})", f"{one}.{name}({other})"))


@production(Dict, weight=3)
def _dict_made(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Dict)
    inner, source, names = looped(w, depth, ordered=True)
    with w.scope(*names):
        key, value = w.expr(kind.key, depth - 1), w.expr(kind.value, depth - 1)
        test = f" if {w.expr(BOOL, depth - 1)}" if w.chance(0.3) else ""
    return f"{{{key}: {value} for {inner} in {source}{test}}}"


@production(Dict)
def _dict_shown(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Dict)
    pairs = [f"{w.expr(kind.key, depth - 1)}: {w.expr(kind.value, depth - 1)}" for _ in range(w.number(0, 3))]
    found = w.name_of(kind)
    if found is not None and w.chance(0.2):
        pairs.insert(0, f"**{found.text}")
    return "{" + ", ".join(pairs) + "}"


@production(Dict, weight=0.6)
def _dict_zipped(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Dict)
    return f"dict(zip({iterated(w, kind.key, depth - 1, ordered=True)}, {iterated(w, kind.value, depth - 1, ordered=True)}))"
