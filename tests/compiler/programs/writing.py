"""The source of a random small game."""

from __future__ import annotations

import ast
from typing import Final

from . import statements
from .arrays import HAS_NUMPY
from .blocks import Block, Lines, indented, returned
from .declaring import generated
from .kinds import BOOL, FLOAT, INT, PAIR, Board, Dict, Frozen, Kind, List, Obj, Row, Tup, can_be_changed, holds
from .states import Forms
from .writer import Function, Name, displayed

assert statements  # importing it registers the ways to write them

IMPORTS: Final = """\
import dataclasses
import functools
import itertools
import math
from collections import deque
from enum import Enum, IntEnum
from typing import NamedTuple

import attrs
import minimaxer as mx
{numpy}"""


class _Program(Forms):
    """A program while its rules are being written."""

    def method(
        self, name: str, gives: Kind, *, more: str = "", extra: Lines | None = None, size: tuple[int, int] = (0, 4)
    ) -> Lines:
        """A method that gives a value of the kind for a state."""
        w = self.w
        begun, names = self.opening()
        with w.scope(*names, *([Name("move", self.move)] if more else [])):
            body = returned(w, gives, w.number(*size))
        return [f"def {name}(self, state{more}):", *indented([*begun, *(extra or []), *body])]

    def opening(self) -> tuple[Lines, list[Name]]:
        """How a method begins, and what it has in sight then."""
        w = self.w
        way = w.number(0, 3)
        if way == 0 and isinstance(self.state, Tup) | (isinstance(self.state, Obj) and self.state.form == "tuple"):
            names = [Name(w.fresh(name[0]), self.kind_at(name), not can_be_changed(self.kind_at(name))) for name in self.places]
            return [f"{', '.join(each.text for each in names)} = state"], [*names, Name("state", self.state)]
        if way == 1:
            names = [Name(w.fresh(name[0]), self.kind_at(name), not can_be_changed(self.kind_at(name))) for name in self.places]
            return [f"{each.text} = {place}" for each, place in zip(names, self.places.values(), strict=True)], names
        return [], [Name(place, self.kind_at(name)) for name, place in self.places.items()] + (
            [Name("state", self.state)] if self.state != INT else []
        )

    def moves(self) -> Lines:
        """The method `moves`, which gives at least one."""
        w = self.w
        begun, names = self.opening()
        way = w.number(0, 4)
        with w.scope(*names):
            if way == 0:
                first = f"yield {w.expr(self.move, 2)}"
                body = [*[first] * w.chance(0.5), *generated(w, self.move)]
                if body[0] != first and w.chance(0.9):
                    body.append(f"yield {w.expr(self.move, 2)}")
            elif way == 1:
                found = w.fresh("found")
                block = Block(w, None, can_leave=False)
                block.bind(found, List(item=self.move))
                body = [f"{found} = []", *block.lines(w.number(1, 3))]
                body += [f"return {found}[:24] or [{w.expr(self.move, 2)}]"]
            elif way == 2 and self.move == INT:
                body = [f"return range(1 + ({w.expr(INT, 2)}) % {w.number(2, 6)})"]
            else:
                kind = w.pick((List(item=self.move), Row(item=self.move)))
                other = ("[{}]" if isinstance(kind, List) else "({},)").format(w.expr(self.move, 2))
                body = Block(w, None, can_leave=False).lines(w.number(0, 2))
                body += [f"return ({w.expr(kind, 3)})[:24] or {other}"]
        return ["def moves(self, state):", *indented([*begun, *body])]

    def play(self) -> Lines:
        """The method `play`: one less is left, the player changes, the rest is anything."""
        w = self.w
        begun, names = self.opening()
        w.is_tame = True
        with w.scope(*names, Name("move", self.move)):
            lines = Block(w, None, can_leave=False).lines(w.number(0, 4))
            mover = w.pick((f"1 - {self.places['player']}", f"({self.places['player']} + 1) % 2", f"{self.places['player']} ^ 1"))
            if w.chance(0.15):
                mover = f"({self.places['player']} if {w.expr(BOOL, 2)} else {mover})"
            values = {"left": f"{self.places['left']} - {w.pick(('1', '1', '2'))}", "player": mover}
            for name in self.places:
                values.setdefault(name, w.slot(self.kind_at(name), w.number(2, 3)))
            lines += self.made_by_changes(values) if w.chance(0.7) else [self.made(values)]
        w.is_tame = False
        return ["def play(self, state, move):", *indented([*begun, *lines])]

    def made_by_changes(self, values: dict[str, str]) -> Lines:
        """Statements that give a state as a changed copy, where its attributes can be set."""
        if not isinstance(self.state, Obj) or self.state.form != "plain":
            return [self.made(values)]
        new = self.w.fresh("new")
        changed = [name for name in values if name in ("left", "player") or self.w.chance(0.6)]
        return [f"{new} = state.copy()", *(f"{new}.{name} = {values[name]}" for name in changed), f"return {new}"]

    def made(self, values: dict[str, str]) -> str:
        """The statement that gives a state of these values."""
        if self.state == INT:
            return f"return max(0, {values['left']}) + 16 * ({values['player']}) + 32 * (({values['spot']}) % 64)"
        items = [values[name] for name in self.places]
        if isinstance(self.state, Tup):
            return f"return {displayed(*items)}"
        assert isinstance(self.state, Obj)
        return f"return {self.state.name}({', '.join(items)})"

    def initial(self) -> Lines:
        """The method `initial`."""
        values = {"left": str(self.w.number(2, 7)), "player": self.w.pick(("0", "0", "1"))}
        for name in self.places:
            values.setdefault(name, self.w.literal(self.kind_at(name)))
        return ["def initial(self):", f"    {self.made(values)}"]

    def outcome(self) -> Lines:
        """The method `outcome`."""
        w = self.w
        begun, names = self.opening()
        left = self.places["left"]
        with w.scope(*names):
            early = [
                f"if {w.expr(BOOL, 2)} and {w.expr(BOOL, 2)} and {left} < 3:",
                f"    return {w.pick(('mx.WIN', 'mx.LOSS', 'mx.DRAW', '7'))}",
            ]
            result = w.pick((f"({w.expr(INT, 3)}) % 1000 - 500", f"mx.WIN if {w.expr(BOOL, 2)} else mx.LOSS"))
            if w.chance(0.1):
                result = f"max(-100.0, min(100.0, {w.expr(FLOAT, 2)}))"
            last = [f"if {left} <= 0:", f"    return {result}"]
            more = Block(w, None, can_leave=False).lines(w.number(0, 2))
        return ["def outcome(self, state):", *indented([*begun, *(early if w.chance(0.4) else []), *more, *last, "return None"])]

    def evaluate(self, name: str = "evaluate", more: str = "") -> Lines:
        """A method that gives a number."""
        w = self.w
        gives = FLOAT if w.chance(0.12) else INT
        lines = self.method(name, gives, more=more, size=(1, 5))
        head = "max(-900.0, min(900.0, {}))" if gives == FLOAT else "({}) % 1999 - 999"
        lines[0] = lines[0].replace(name, f"{name}_unbounded", 1)
        call = f"self.{name}_unbounded(state{more})"
        return [*lines, f"def {name}(self, state{more}):", f"    return {head.format(call)}"]

    def rules(self) -> None:
        """The class of the rules."""
        w = self.w
        base = "Base" if w.chance(0.25) else ""
        if base:
            self.lines += ["class Base:", *indented(self.method("bonus", INT, size=(0, 1)))]
        self.lines.append(f"class Rules({base}):" if base else "class Rules:")
        body: Lines = []
        for _ in range(w.number(0, 2)):
            name, kind = w.fresh("LIMIT_"), w.pick((INT, Board(item=INT, count=3), Dict(key=INT, value=INT), Row(item=PAIR)))
            body.append(f"{name} = {w.literal(kind)}")
            w.names.append(Name(f"self.{name}", kind, is_known=True))
        if w.chance(0.4):
            kind = w.pick((INT, List(item=PAIR), Row(item=INT), Dict(key=PAIR, value=INT)))
            body += ["def __init__(self, size=3):", "    self.size = size", f"    self.table = {w.literal(kind)}"]
            w.names += [Name("self.size", INT, is_known=True), Name("self.table", kind, is_known=True)]
        methods: Lines = []
        for _ in range(w.some(0, 2)):
            with w.scope():
                w.names = [each for each in w.names if not each.text.startswith("self.")]
                w.functions = [each for each in w.functions if not each.text.startswith("self.")]
                methods += self.helper(of_self=True)
                made = w.functions[-1]
            w.functions = [*w.functions, made]
        if base:
            methods += self.method("bonus", INT, extra=["base = super().bonus(state)"], size=(0, 1))
            methods[-1] = methods[-1].replace("return ", "return base + ", 1)
            w.functions = [*w.functions, Function("self.bonus", (self.state,), INT)]
        methods += [*self.initial(), "def player(self, state):", f"    return {self.places['player']}"]
        methods += [*self.moves(), *self.play(), *self.outcome()]
        if w.chance(0.85):
            methods += self.evaluate()
        if w.chance(0.12):
            methods += self.evaluate("order", ", move")
        if w.chance(0.1):
            kinds = [kind for kind in (INT, Tup(items=(INT, BOOL, INT))) if not holds(kind, Frozen)]
            methods += self.method("key", w.pick(kinds), size=(0, 1))
        self.lines += indented([*body, *methods])


def written(seed: int) -> str:
    """The source of the program of that number."""
    program = _Program(seed)
    w = program.w
    program.enums()
    program.classes()
    program.constants()
    program.states()
    program.moves_kind()
    for _ in range(w.some(0, 3)):
        program.lines += program.helper()
    program.rules()
    source = (
        f"{IMPORTS.format(numpy='import numpy as np' if HAS_NUMPY else '')}\n" + "\n".join(program.lines) + "\n\nGAME = Rules()\n"
    )
    return f'"""Program {seed}."""\n' + ast.unparse(ast.parse(source)) + "\n"
