"""`match` and its patterns."""

from __future__ import annotations

from .blocks import Block, Lines, indented, statement
from .kinds import BOOL, INT, LETTER, WORD, Board, Chars, Either, Kind, List, Maybe, Member, Obj, Row, Tup
from .writer import Name, Writer


@statement(1)
def _matched(b: Block) -> Lines | None:
    found = b.w.having(
        lambda name: (
            name.kind in (INT, WORD) or isinstance(name.kind, Tup | Row | List | Board | Maybe | Member | Obj | Either | Chars)
        )
    )
    if found is None or b.nesting <= 0:
        return None
    cases: Lines = []
    for _ in range(b.w.number(1, 3)):
        pattern, names = _pattern(b.w, found.kind)
        with b.w.scope(*names):
            test = f" if {b.expr(BOOL)}" if b.w.chance(0.25) or pattern.isidentifier() else ""
        cases += [f"case {pattern}{test}:", *b.nested(1, *names)]
    if b.w.chance(0.7):
        cases += ["case _:", *b.nested(1)]
    return [f"match {found.text}:", *indented(cases)]


def _pattern(w: Writer, kind: Kind) -> tuple[str, list[Name]]:
    """A pattern for values of the kind, and the names that it binds."""
    if w.chance(0.2) and not isinstance(kind, Maybe):
        name = w.fresh("m")
        return name, [Name(name, kind)]
    if isinstance(kind, Maybe):
        return ("None", []) if w.chance(0.5) or not _has_pattern(kind.item) else _pattern(w, kind.item)
    if isinstance(kind, Tup):
        parts = [_pattern(w, each) for each in kind.items]
        return f"({', '.join(part for part, _ in parts)},)", [name for _, names in parts for name in names]
    if isinstance(kind, Row | List | Board):
        return _shape(w, kind.item)
    if isinstance(kind, Either):
        return _pattern(w, w.pick(kind.options))
    if isinstance(kind, Obj):
        parts = [_pattern(w, each) for each in kind.items]
        named = kind.form == "plain" or w.chance(0.4)
        texts = [f"{field}={part}" if named else part for field, (part, _) in zip(kind.fields, parts, strict=True)]
        return f"{kind.name}({', '.join(texts)})", [name for _, names in parts for name in names]
    if not _has_pattern(kind):
        return "_", []
    texts = list(dict.fromkeys(w.literal(kind) for _ in range(w.pick((1, 1, 2, 3)))))
    return " | ".join(texts), []


def _shape(w: Writer, item: Kind) -> tuple[str, list[Name]]:
    """A pattern for sequences of so many items, or of that many and more."""
    parts = [_pattern(w, item) for _ in range(w.number(0, 3))]
    texts, names = [part for part, _ in parts], [name for _, names in parts for name in names]
    if w.chance(0.1):
        rest = w.fresh("m")
        names = [*names, Name(rest, List(item=item))] if w.chance(0.6) else names
        texts.insert(w.number(0, len(texts)), f"*{rest}" if names and names[-1].text == rest else "*_")
    return f"[{', '.join(texts)}]", names


def _has_pattern(kind: Kind) -> bool:
    return kind in (INT, BOOL, WORD, LETTER) or isinstance(kind, Member | Chars)
