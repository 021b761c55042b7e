"""What loops go through, and the names that they bind."""

from __future__ import annotations

from .kinds import BOOL, INT, Dict, Kind, List, Row, Tup, is_ordered, is_sequence, item_of
from .writer import Name, Writer


def looped(w: Writer, depth: int, *, ordered: bool) -> tuple[str, str, list[Name]]:
    """A target, what it goes through, and the names that it binds."""
    with w.scope(can_name=False):
        found = w.iterable(lambda kind: is_ordered(kind) or not ordered)
        way = w.number(0, 11)
        if found is None or way < 3:
            item = w.item_kind() if w.chance(0.5) else INT
            source = iterated(w, item, depth - 1, ordered=ordered)
        else:
            of = item_of(found.kind)
            assert of is not None
            if way < 5:
                target, names = w.bound(of)
                place = w.fresh("i")
                return f"{place}, {target}", f"enumerate({found.text})", [Name(place, INT), *names]
            if way == 5 and isinstance(found.kind, Dict):
                item = Tup(items=(of, found.kind.value))
                source = f"{found.text}.items()"
            elif way == 6:
                other = w.plain_kind()
                item = Tup(items=(of, other))
                source = f"zip({found.text}, {iterated(w, other, depth - 1, ordered=True)})"
            elif way == 7 and is_sequence(found.kind):
                item, source = INT, f"range(len({found.text}))"
            else:
                item, source = of, found.text
    target, names = w.bound(item)
    return target, source, names


def iterated(w: Writer, item: Kind, depth: int, *, ordered: bool) -> str:
    """Something to go through once, whose items are of the kind."""
    with w.scope(can_name=False):
        for _ in range(6):
            text = _iterated(w, item, depth, ordered)
            if text is not None:
                return text
        return w.expr(w.pick((List(item=item), Row(item=item))), depth - 1)


def _iterated(w: Writer, item: Kind, depth: int, ordered: bool) -> str | None:
    way = w.number(0, 13)
    if way < 5:
        found = w.iterable(lambda kind: item_of(kind) == item and (is_ordered(kind) or not ordered))
        return None if found is None else found.text
    if way < 7:
        return _numbers(w, depth) if item == INT else None
    if depth <= 0:
        return None
    if way == 7:
        made = [each for each in w.functions if each.gives == item and each.is_generator]
        if not made:
            return None
        function = w.pick(made)
        return f"{function.text}({', '.join(w.expr(each, depth - 1) for each in function.takes)})"
    if way < 10:
        return _filtered(w, item, depth, ordered)
    if way == 10:
        return _chained(w, item, depth, ordered)
    if way == 11 and isinstance(item, Tup) and len(item.items) == 2:
        return _pairs(w, item, depth, ordered)
    if way == 12:
        found = w.having(lambda name: isinstance(name.kind, Dict) and name.kind.value == item)
        return None if found is None else f"{found.text}.values()"
    if way == 13:
        return f"{w.pick(('reversed', 'iter'))}({w.expr(List(item=item), depth - 1)})"
    return None


def _numbers(w: Writer, depth: int) -> str:
    low, high = w.number(-2, 3), w.number(1, 9)
    several = f"({w.expr(INT, depth - 1)}) % {w.number(2, 8)}"
    ways = [(3.0, f"range({high})"), (2, f"range({several})"), (1, f"range({low}, {several})"), (1, f"range({high}, {low}, -1)")]
    return w.weighted([*ways, (1, f"range({low}, {high}, {w.number(1, 3)})"), (0.5, f"({low}, {high})")])


def _filtered(w: Writer, item: Kind, depth: int, ordered: bool) -> str | None:
    if w.chance(0.5):
        inner, source, names = looped(w, depth, ordered=ordered)
        with w.scope(*names):
            value = w.slot(item, depth - 1)
            test = f" if {w.expr(BOOL, depth - 1)}" if w.chance(0.4) else ""
        return w.pick((f"({value} for {inner} in {source}{test})", f"[{value} for {inner} in {source}{test}]"))
    name = w.fresh("f")
    given, function = (item, "filter") if w.chance(0.5) else (w.plain_kind(), "map")
    with w.scope(Name(name, given)):
        result = w.expr(BOOL, depth - 1) if function == "filter" else w.slot(item, depth - 1)
    return f"{function}(lambda {name}: {result}, {iterated(w, given, depth - 1, ordered=ordered)})"


def _chained(w: Writer, item: Kind, depth: int, ordered: bool) -> str:
    one = iterated(w, item, depth - 1, ordered=ordered)
    way = w.number(0, 3)
    if way == 0:
        return f"itertools.islice({one}, {w.pick(('2', '1, None', '1, 4', '0, 6, 2'))})"
    if way == 1:
        name = w.fresh("t")
        with w.scope(Name(name, item)):
            return f"itertools.{w.pick(('takewhile',) * 9 + ('dropwhile',))}(lambda {name}: {w.expr(BOOL, depth - 1)}, {one})"
    other = iterated(w, item, depth - 1, ordered=ordered)
    return f"itertools.chain({one}, {other})" if way == 2 else f"itertools.chain.from_iterable(({one}, {other}))"


def _pairs(w: Writer, item: Tup, depth: int, ordered: bool) -> str | None:
    one, other = item.items
    if one == other and w.chance(0.6):
        source = iterated(w, one, depth - 1, ordered=ordered)
        name = w.pick(("combinations", "permutations", "pairwise", "product"))
        return f"itertools.{name}({source}{', repeat=2' if name == 'product' else '' if name == 'pairwise' else ', 2'})"
    first, second = iterated(w, one, depth - 1, ordered=ordered), iterated(w, other, depth - 1, ordered=ordered)
    if one == INT and w.chance(0.3):
        return f"enumerate({second})"
    return f"{w.pick(('zip', 'itertools.product'))}({first}, {second})"
