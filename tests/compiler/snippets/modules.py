"""The source of a random module: Enums, classes, tables, functions, and rules of many methods, each of three integers."""

from __future__ import annotations

from .actions import Actions, indented
from .author import Function, Lines, Var
from .datatypes import BOOL, INT, STR, Arr, Dic, Enu, Lst, Opt, Rec, Row, SetOf, Tup, Type, is_mutable

KNOWN: frozenset[str] = frozenset(
    {
        "texts in sets",
        "identity",
        "parts of tables",
        "dataclasses that change",
        "patterns of plain classes",
        "exceptions across calls",
        "deepcopy",
    }
)
"""Constructs that are left out: faults in them are known."""
IMPORTS = """\
import copy
import dataclasses
import functools
import math
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
"""
MIX = """
def mix(*values):
    total = 17
    for value in values:
        total = (total * 31 + value) % 1000003
    return total
"""
FIELDS = ("one", "two", "three")
METHODS = (20, 24)


def written(seed: int, left_out: frozenset[str] = KNOWN) -> str:
    """The module of a seed."""
    return Module(seed, left_out).source(seed)


class Module(Actions):
    """Writes a module."""

    def source(self, seed: int) -> str:
        """The whole module."""
        lines: Lines = []
        for number in range(self.number(0, 2)):
            lines += self.enum(("Side", "Shape")[number])
        for number in range(self.number(1, 4)):
            lines += self.class_(("Point", "Piece", "Stack", "Node")[number])
        for _ in range(self.number(1, 3)):
            lines += self.table()
        for _ in range(self.number(2, 4)):
            lines += self.helper()
        rules = ["", "class Rules:", "    def __init__(self):", "        self.size = 4", "        self.weights = (3, -1, 4, 1)"]
        self.vars += [Var("self.size", INT, False, True), Var("self.weights", Row(item=INT), False, True)]
        for number in range(self.number(*METHODS)):
            rules += ["", *indented(self.method(number))]
        head = [f'"""Module {seed}."""', "", *IMPORTS.splitlines(), *MIX.splitlines()]
        return "\n".join([*head, *lines, *self.digest_lines, *rules, ""])

    def enum(self, name: str) -> Lines:
        """An Enum."""
        members = ("RED", "BLUE", "GREEN", "GREY")[: self.number(2, 4)]
        self.enums.append(Enu(name, members))
        return [
            "",
            f"class {name}({self.pick(('Enum', 'IntEnum'))}):",
            *(f"    {each} = {place}" for place, each in enumerate(members)),
        ]

    def class_(self, name: str) -> Lines:
        """A class of values, with methods."""
        form = self.pick(("named", "frozen", "data", "plain", "plain", "data"))
        if form == "data" and not self.allows("dataclasses that change"):
            form = "plain"
        fields = FIELDS[: self.number(1, 3)]
        can_hold = form in ("data", "plain")
        items = tuple(self._field(can_hold) for _ in fields)
        kind = Rec(name, form, fields, items, form != "plain")
        head = {
            "named": [f"class {name}(NamedTuple):"],
            "frozen": ["@dataclass(frozen=True)", f"class {name}:"],
            "data": ["@dataclass", f"class {name}:"],
            "plain": [f"class {name}:"],
        }[form]
        notes = [f"    {field}: {annotation(item)}" for field, item in zip(fields, items, strict=True)]
        if form == "plain":
            notes = [
                "    def __init__(self, " + ", ".join(fields) + "):",
                *(f"        self.{field} = {field}" for field in fields),
            ]
        lines = ["", *head, *notes]
        for _ in range(self.number(0, 3)):
            lines += ["", *indented(self._method_of(kind))]
        self.classes.append(kind)
        return lines

    def _field(self, can_hold: bool) -> Type:
        kinds: list[Type] = [INT, INT, INT, BOOL, STR, Tup(items=(INT, INT)), Opt(item=INT), Row(item=INT), *self.enums]
        kinds += [each for each in self.classes if can_hold or not is_mutable(each)]
        if can_hold:
            kinds += [
                Lst(item=INT),
                Lst(item=INT),
                Lst(item=Lst(item=INT)),
                SetOf(item=INT),
                Dic(key=INT, value=INT),
                Lst(item=Tup(items=(INT, INT))),
            ]
            kinds += [Opt(item=Lst(item=INT)), *(Lst(item=each) for each in self.classes)]
            if self.allows("arrays in objects"):
                kinds.append(Arr(shape=(3,)))
        return self.pick(kinds)

    def _method_of(self, kind: Rec) -> Lines:
        name = self.fresh(f"{kind.name.lower()}_do")
        takes = tuple(self.pick((INT, INT, self.item())) for _ in range(self.number(0, 2)))
        params = [Var(self.fresh("p"), each) for each in takes]
        gives = self.pick((INT, INT, BOOL, *kind.items))
        is_changing = kind.form in ("data", "plain")
        mine = [Var(f"self.{field}", item, is_changing) for field, item in zip(kind.fields, kind.items, strict=True)]
        with self.function(*mine, *params):
            body = self._body(gives, self.number(1, 2))
            changed = frozenset({*self.changed, kind}) if is_changing else frozenset(self.changed)
            function = Function(name, takes, gives, owner=kind, cost=self.cost, changes=changed)
        self.functions.append(function)
        return [f"def {name}({', '.join(['self', *(each.text for each in params)])}):", *indented(body)]

    def _body(self, gives: Type | None, count: int) -> Lines:
        kept, self.gives, self.nested, self.in_loop = self.gives, gives, 0, 0
        try:
            lines = self.block(count) if count else []
            return [*lines, *self.returned()]
        finally:
            self.gives = kept

    def table(self) -> Lines:
        """A constant of the module."""
        kind = self.pick(
            (
                Row(item=INT),
                Lst(item=INT),
                Dic(key=INT, value=INT),
                Dic(key=Tup(items=(INT, INT)), value=INT),
                Row(item=Tup(items=(INT, INT))),
                SetOf(item=INT, is_frozen=True),
            )
        )
        name = self.fresh("TABLE_")
        kept, self.vars = self.vars, []
        value = self.literal(kind, 0)
        while value in ("[]", "()", "{}"):
            value = self.literal(kind, 0)
        self.vars = [*kept, Var(name, kind, False, True)]
        return ["", f"{name} = {value}"]

    def helper(self) -> Lines:
        """A function of the module."""
        way = self.number(0, 9)
        name = self.fresh("helper")
        if way == 0:
            return self._recursive(name)
        takes = tuple(self.type() if self.chance(0.6) else INT for _ in range(self.number(1, 3)))
        params = [Var(self.fresh("p"), each) for each in takes]
        is_generator = way in (1, 2)
        gives = self.item() if is_generator else self.type()
        if not is_generator and self.chance(0.3):
            gives = self.pick(takes)
        optional = 0
        shown = [each.text for each in params]
        with self.function(*params):
            body = self._yielding(gives) if is_generator else self._body(gives, self.number(1, 4))
            if takes[-1] == INT and self.chance(0.3):
                shown[-1] += f"={self.number(-2, 4)}"
                optional = 1
            function = Function(
                name, takes, gives, is_generator, changes=frozenset(self.changed), cost=self.cost, optional=optional
            )
        self.functions.append(function)
        return ["", f"def {name}({', '.join(shown)}):", *indented(body)]

    def _yielding(self, item: Type) -> Lines:
        kept, self.gives, self.nested, self.in_loop = self.gives, item, 1, 0
        found = self.iterated()
        assert found is not None
        target, source, names = found
        lines = [f"yield {self.leaf(item)}"] if self.chance(0.4) else []
        kept_can, self.can_change = self.can_change, False
        with self.deeper(*names, weight=4, loop=True):
            inner = self.bound(INT, self.term(INT, 2)) if self.chance(0.5) else []
            test = self.term(BOOL, 2)
            value = f"yield {self.term(item, 2)}"
            leave = [f"if {self.term(BOOL, 2)}:", f"    {self.pick(('return', 'break', 'continue'))}"] if self.chance(0.4) else []
        self.can_change = kept_can
        body = [*inner, *leave, *([f"if {test}:", f"    {value}"] if self.chance(0.5) else [value])]
        lines += [f"for {target} in {source}:", *indented(body)]
        if self.chance(0.3):
            lines.append(f"yield {self.leaf(item)}")
        self.gives = kept
        return lines

    def _recursive(self, name: str) -> Lines:
        """A function that calls itself, a bounded number of times."""
        kind = self.pick((INT, Lst(item=INT), Lst(item=INT), Tup(items=(INT, INT)), self.type()))
        gives = self.pick((INT, kind, Lst(item=INT)))
        names = Var(self.fresh("left"), INT, False), Var(self.fresh("p"), kind)
        with self.function(*names):
            kept, self.gives, self.nested, self.in_loop = self.gives, gives, 0, 0
            first = self.term(gives, 1)
            before = self.block(self.number(0, 2)) if self.chance(0.7) else []
            inner = self.fresh("got")
            again = f"{inner} = {name}({names[0].text} - {self.number(1, 2)}, {self.term(kind, 2)})"
            self.vars = [*self.vars, Var(inner, gives)]
            after = self.block(self.number(0, 2)) if self.chance(0.6) else []
            last = f"return {self.term(gives, 2)}"
            self.gives = kept
            function = Function(name, (INT, kind), gives, changes=frozenset(self.changed), cost=self.cost * 5)
        self.functions.append(function)
        lines = [f"if {names[0].text} <= 0 or {names[0].text} > 4:", f"    return {first}", *before, again, *after, last]
        return ["", f"def {name}({names[0].text}, {names[1].text}):", *indented(lines)]

    def method(self, number: int) -> Lines:
        """A method of the rules, of three small integers, that gives an integer."""
        params = [Var(name, INT) for name in ("a", "b", "c")]
        self.is_big = self.chance(0.06)
        with self.function(*params):
            body = self._body(None, self.number(1, 4))
        self.is_big = False
        return [f"def m{number}(self, a, b, c):", *indented(body)]


def annotation(kind: Type) -> str:
    """The annotation of a field, as people write it."""
    if kind in (INT, BOOL, STR):
        return kind.name
    if isinstance(kind, Rec | Enu):
        return kind.name
    if isinstance(kind, Opt):
        return f"{annotation(kind.item)} | None"
    names = {Tup: "tuple", Row: "tuple", Lst: "list", Dic: "dict", SetOf: "set", Arr: "np.ndarray"}
    return next((name for cls, name in names.items() if isinstance(kind, cls)), "float")
