"""Operators that the classes of a program have of their own."""

from __future__ import annotations

from typing import Final

from .blocks import Lines, digest, indented
from .kinds import BOOL, INT, Kind, Obj
from .writer import Name, Writer, production

OPERATORS: Final = ("add", "sub", "mul", "neg", "getitem", "len", "bool", "eq", "lt", "contains", "call", "iter", "radd")


def operator_lines(w: Writer, kind: Obj) -> Lines:
    """The methods of a class for its operators."""
    lines: Lines = []
    for each in kind.own:
        lines += _method(w, kind, each)
    return lines


def _method(w: Writer, kind: Obj, name: str) -> Lines:
    own = [Name(f"self.{field}", item) for field, item in zip(kind.fields, kind.items, strict=True)]
    mine = digest(w, w.pick(own))
    other = digest(w, Name(f"other.{kind.fields[0]}", kind.items[0]))
    first = f"self.{kind.fields[0]} == other.{kind.fields[0]}"
    takes, gives = {
        "add": (", other", f"{mine} + {other}"),
        "sub": (", other", f"{mine} - 2 * {other}"),
        "mul": (", times", f"{mine} * times"),
        "radd": (", number", f"number + {mine}"),
        "neg": ("", f"-{mine}"),
        "getitem": (", place", f"{mine} + place"),
        "len": ("", f"abs({mine}) % 4"),
        "bool": ("", f"{mine} > 0"),
        "eq": (", other", f"isinstance(other, {kind.name}) and {first}"),
        "lt": (", other", f"{mine} < {other}"),
        "contains": (", number", f"number == {mine}"),
        "call": (", number", f"number - {mine}"),
        "iter": ("", f"iter(({mine}, 1))"),
    }[name]
    lines = [f"def __{name}__(self{takes}):", f"    return {gives}"]
    if name == "eq":
        lines += ["def __hash__(self):", f"    return hash(self.{kind.fields[0]})"]
    return indented(lines)


def _with(w: Writer, *names: str) -> tuple[str, Obj, str] | None:
    """An object whose class has one of these operators, and that."""
    found = w.having(lambda name: isinstance(name.kind, Obj) and any(each in name.kind.own for each in names))
    if found is None or not isinstance(found.kind, Obj):
        return None
    return found.text, found.kind, w.pick([each for each in names if each in found.kind.own])


@production(INT, weight=2)
def _number(w: Writer, kind: Kind, depth: int) -> str | None:
    found = _with(w, "add", "sub", "mul", "neg", "getitem", "len", "call", "iter", "radd")
    if found is None:
        return None
    text, of, name = found
    more = w.expr(of if name in ("add", "sub") else INT, depth - 1)
    return {
        "add": f"({text} + {more})",
        "sub": f"({text} - {more})",
        "mul": f"({text} * ({more} % 9))",
        "radd": f"(({more}) + {text})",
        "neg": f"(-{text})",
        "getitem": f"{text}[{more}]",
        "len": f"len({text})",
        "call": f"{text}({more})",
        "iter": f"sum({text})",
    }[name]


@production(BOOL, weight=1.5)
def _truth(w: Writer, kind: Kind, depth: int) -> str | None:
    found = _with(w, "bool", "eq", "lt", "contains", "len")
    if found is None:
        return None
    text, of, name = found
    if name in ("bool", "len"):
        return w.pick((f"bool({text})", f"(not {text})", f"(True if {text} else False)"))
    if name == "contains":
        return f"({w.expr(INT, depth - 1)} {w.pick(('in', 'not in'))} {text})"
    return f"({text} {w.pick(('==', '!=') if name == 'eq' else ('<', '>'))} {w.expr(of, depth - 1)})"
