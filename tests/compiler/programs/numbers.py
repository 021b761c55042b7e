"""Expressions that give numbers."""

from __future__ import annotations

from .kinds import BOOL, FLOAT, INT, LETTER, LETTERS, WORD, Board, Chars, Kind, List, Row, Set, Tup, is_sortable, item_of
from .loops import iterated, looped
from .writer import Name, Writer, production


@production(INT, weight=5)
def _reckoned(w: Writer, kind: Kind, depth: int) -> str | None:
    one, other = w.expr(INT, depth - 1), w.expr(INT, depth - 1)
    some = w.number(2, 9)
    return w.weighted(
        [
            (4, f"({one} + {other})"),
            (3, f"({one} - {other})"),
            (2, f"({one} * {some})"),
            (1, f"({one} * {other}) % {w.number(10, 99)}"),
            (1, f"({one} // {w.pick((some, -some, 4, 8))})"),
            (1, f"({one} % {w.pick((some, -some, 4, 8))})"),
            (1, f"({one} // (abs({other}) + 1))"),
            (1, f"({one} % (({other}) % 5 + 1))"),
            (1, f"({one} {w.pick('&|^')} {other})"),
            (0.5, f"(({one}) % 64 << ({other}) % 7)"),
            (0.5, f"(({one}) % 99 >> ({other}) % 5)"),
            (0.5, f"({one} % 6) ** {w.number(0, 3)}"),
            (0.3, f"pow({one} % 6, {other} % 4)"),
            (0.5, f"divmod({one}, {w.pick((some, -some))})[{w.number(0, 1)}]"),
            (0.5, f"abs({one})"),
            (0.5, f"-{one}"),
            (0.3, f"~{one}"),
            (1, f"{w.pick(('min', 'max'))}({one}, {other})"),
            (0.3, f"{w.pick(('min', 'max'))}({one}, {other}, {some})"),
        ]
    )


@production(INT)
def _of_truth(w: Writer, kind: Kind, depth: int) -> str | None:
    test = w.expr(BOOL, depth - 1)
    return w.pick((f"int({test})", f"({w.expr(INT, depth - 1)} + ({test}))", f"({w.number(2, 9)} * ({test}))"))


@production(INT, weight=0.5)
def _rounded(w: Writer, kind: Kind, depth: int) -> str | None:
    return f"{w.pick(('round', 'int', 'math.floor', 'math.ceil'))}({w.expr(FLOAT, depth - 1)})"


@production(INT, weight=2)
def _length(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: item_of(name.kind) is not None)
    if found is not None and w.chance(0.7):
        return f"len({found.text})"
    item = w.hashable_kind()
    return f"len({w.expr(w.pick((List(item=item), Row(item=item), Set(item=item))), depth - 1)})"


@production(INT, weight=3)
def _summed(w: Writer, kind: Kind, depth: int) -> str | None:
    inner, source, names = looped(w, depth, ordered=False)
    with w.scope(*names):
        value = w.expr(w.pick((INT, INT, BOOL)), depth - 1)
        test = f" if {w.expr(BOOL, depth - 1)}" if w.chance(0.4) else ""
    start = f", {w.leaf(INT)}" if w.chance(0.1) else ""
    text = f"{value} for {inner} in {source}{test}"
    return f"sum({f'[{text}]' if start or w.chance(0.15) else text}{start})"


@production(INT)
def _extreme(w: Writer, kind: Kind, depth: int) -> str | None:
    return f"{w.pick(('min', 'max'))}({iterated(w, INT, depth - 1, ordered=False)}, default={w.leaf(INT)})"


@production(INT)
def _counted(w: Writer, kind: Kind, depth: int) -> str | None:
    found = w.having(lambda name: isinstance(name.kind, Board | Row | List | Chars))
    item = None if found is None else item_of(found.kind)
    if found is None or item is None:
        return None
    value = w.expr(item, depth - 1)
    if w.chance(0.5) and not isinstance(found.kind, Chars):
        return f"({found.text}.index({value}) if {value} in {found.text} else {w.leaf(INT)})"
    return f"{found.text}.count({value})"


@production(INT, weight=0.6)
def _reduced(w: Writer, kind: Kind, depth: int) -> str | None:
    item = w.plain_kind()
    source = iterated(w, item, depth - 1, ordered=True)
    one, other = w.fresh("r"), w.fresh("r")
    with w.scope(Name(one, INT), Name(other, item)):
        value = w.expr(INT, depth - 1)
    return f"functools.reduce(lambda {one}, {other}: ({value}) % 101, {source}, {w.leaf(INT)})"


@production(INT, weight=0.6)
def _of_text(w: Writer, kind: Kind, depth: int) -> str | None:
    return w.pick(
        (f"ord({w.expr(LETTER, depth - 1)})", f"len({w.expr(WORD, depth - 1)})", f"{LETTERS!r}.index({w.leaf(LETTER)})")
    )


@production(INT, weight=0.8)
def _of_member(w: Writer, kind: Kind, depth: int) -> str | None:
    found = [each for each in w.members if each.values in ("int", "IntEnum")]
    if not found:
        return None
    member = w.pick(found)
    value = w.expr(member, depth - 1)
    return f"{value}.value" if member.values == "int" or w.chance(0.5) else f"({value} + {w.leaf(INT)})"


@production(INT, weight=0.4)
def _bits(w: Writer, kind: Kind, depth: int) -> str | None:
    some = f"(({w.expr(INT, depth - 1)}) % 256)"
    ways = (f"mx.bits.popcount({some})", f"{some}.bit_count()", f"{some}.bit_length()", f"mx.bits.lowest({some} | 1)")
    return w.pick((*ways, f"sum(mx.bits.each_bit({some}))", f"math.isqrt({some})", f"math.gcd({some}, {w.leaf(INT)})"))


@production(INT, FLOAT, WORD, Tup, Row, weight=0.5)
def _sorted_item(w: Writer, kind: Kind, depth: int) -> str | None:
    if not is_sortable(kind):
        return None
    name = w.fresh("s")
    if not w.can_name:
        return None
    made = f"sorted({iterated(w, kind, depth - 1, ordered=False)})"
    return f"({name}[{w.pick(('0', '-1', f'len({name}) // 2'))}] if ({name} := {made}) else {w.leaf(kind)})"


@production(FLOAT, weight=4)
def _float(w: Writer, kind: Kind, depth: int) -> str | None:
    one, other = w.expr(FLOAT, depth - 1), w.expr(FLOAT, depth - 1)
    whole = w.expr(INT, depth - 1)
    return w.weighted(
        [
            (2, f"({one} + {other})"),
            (2, f"({one} - {other})"),
            (1, f"({one} * {w.pick(('0.5', '0.25', '1.5', '3'))})"),
            (1, f"({one} / {w.pick((2, 4, 3, 7))})"),
            (2, f"({whole} / {w.pick((2, 4, 3, 10))})"),
            (1, f"({whole} * 0.5)"),
            (1, f"({whole} + {one})"),
            (1, f"float({whole})"),
            (0.5, f"({one} // {w.pick(('2', '0.5', '-1.5'))})"),
            (0.5, f"({one} % {w.pick(('2', '0.75', '-1.5'))})"),
            (0.5, f"abs({one})"),
            (0.5, f"-{one}"),
            (0.5, f"{w.pick(('min', 'max'))}({one}, {other})"),
            (0.3, f"{w.pick(('min', 'max'))}({one}, {whole}, key=lambda k: -k)"),
            (0.5, f"math.sqrt(abs({whole}))"),
            (0.3, f"round({one}, 1)"),
        ]
    )


@production(FLOAT)
def _float_sum(w: Writer, kind: Kind, depth: int) -> str | None:
    inner, source, names = looped(w, depth, ordered=True)
    with w.scope(*names):
        return f"sum({w.expr(FLOAT, depth - 1)} for {inner} in {source})"
