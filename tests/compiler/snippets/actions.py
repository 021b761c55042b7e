"""Statements of random methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .author import Lines, Var
from .datatypes import (
    BOOL,
    FLOAT,
    INT,
    STR,
    Arr,
    Dic,
    Enu,
    Lst,
    Opt,
    Rec,
    Row,
    SetOf,
    Tup,
    Type,
    holds_mutable,
    is_comparable,
    is_hashable,
    is_mutable,
    is_object,
    is_ordered,
)
from .terms import LETTERS, WORDS, Terms

_STEMS = {
    Lst: "items",
    Dic: "table",
    SetOf: "seen",
    Tup: "pair",
    Row: "row",
    Opt: "found",
    Rec: "thing",
    Enu: "side",
    Arr: "grid",
}
_SCALAR_STEMS = {INT: "n", BOOL: "flag", FLOAT: "x", STR: "word"}
DIGEST_MOD = 1000003


def indented(lines: Lines) -> Lines:
    """One level deeper."""
    return [f"    {line}" for line in lines]


class Actions(Terms):
    """Writes statements."""

    def __init__(self, seed: int, left_out: frozenset[str]) -> None:
        super().__init__(seed, left_out)
        self.digests: dict[Type, str] = {}
        self.digest_lines: Lines = []
        self.gives: Type | None = None
        self.in_loop = 0
        self.nested = 0

    # --- digests ----------------------------------------------------------------------------------------------------------

    def digest(self, kind: Type, value: str) -> str:
        """An integer made of all that a value holds."""
        if kind == INT:
            return value
        if kind == BOOL:
            return f"(2 if {value} else 1)"
        if kind == FLOAT:
            return f"int({value} * 16)"
        if isinstance(kind, Enu):
            return f"{value}.value"
        if kind not in self.digests:
            name = self.digests[kind] = f"digest_{len(self.digests)}"
            self.digest_lines += ["", f"def {name}(value):", *indented(self._digesting(kind))]
        return f"{self.digests[kind]}({value})"

    def _digesting(self, kind: Type) -> Lines:
        if isinstance(kind, Opt):
            return ["if value is None:", "    return 77", f"return {self.digest(kind.item, 'value')}"]
        if isinstance(kind, Tup | Rec):
            places = (
                [f"value[{place}]" for place in range(len(kind.items))]
                if isinstance(kind, Tup)
                else [f"value.{name}" for name in kind.fields]
            )
            lines = ["total = 5"]
            for place, item in zip(places, kind.items, strict=True):
                lines.append(f"total = (total * 31 + {self.digest(item, place)}) % {DIGEST_MOD}")
            return [*lines, "return total"]
        if kind == STR:
            step = f"total = (total * 31 + {LETTERS + 'giknKOXBA-0123456789'!r}.find(item)) % {DIGEST_MOD}"
            return ["total = 7", "for item in value:", f"    {step}", "return total"]
        if isinstance(kind, Dic):
            key, value = self.digest(kind.key, "key"), self.digest(kind.value, "item")
            return [
                "total = 11 + len(value)",
                "for key, item in value.items():",
                f"    total = (total * 31 + {key} * 7 + {value}) % {DIGEST_MOD}",
                "return total",
            ]
        if isinstance(kind, Arr):
            loop = ["for item in value:", f"    total = (total * 31 + int(item)) % {DIGEST_MOD}"]
            if len(kind.shape) == 2:
                loop = [
                    "for line in value:",
                    *indented(["for item in line:", f"    total = (total * 31 + int(item)) % {DIGEST_MOD}"]),
                ]
            return ["total = 13", *loop, "return total"]
        assert isinstance(kind, Lst | Row | SetOf)
        each = self.digest(kind.item, "item")
        if isinstance(kind, SetOf):
            return [
                "total = len(value)",
                "for item in value:",
                f"    total = (total + {each} * {each} * 3 + {each}) % {DIGEST_MOD}",
                "return total",
            ]
        return ["total = 3", "for item in value:", f"    total = (total * 31 + {each}) % {DIGEST_MOD}", "return total"]

    def mixed(self, values: list[tuple[Type, str]]) -> str:
        """One integer of several values."""
        parts = [self.digest(kind, value) for kind, value in values]
        return f"mix({', '.join(parts)})" if len(parts) > 1 else parts[0]

    def returned(self, most: int = 4) -> Lines:
        """A return statement that tells of names in scope: of what could be changed first."""
        if self.gives is not None:
            return [f"return {self.term(self.gives, 2)}"]
        names = [each for each in self.vars if not each.is_constant and not each.text.startswith("self")]
        self.rng.shuffle(names)
        names.sort(key=lambda each: not holds_mutable(each.kind))
        values = [(each.kind, each.text) for each in names[: self.number(2, most)]]
        if self.chance(0.3) or not values:
            values.append((INT, self.term(INT, 2)))
        return [f"return {self.mixed(values)}"]

    # --- blocks -----------------------------------------------------------------------------------------------------------

    def block(self, count: int) -> Lines:
        """Some statements; never none."""
        lines: Lines = []
        for _ in range(count):
            lines += self.statement()
        return lines or self.bound(INT, self.term(INT, 1))

    @contextmanager
    def deeper(self, *names: Var, weight: int = 1, loop: bool = False, locked: Type | None = None) -> Iterator[None]:
        """The block of a statement."""
        self.nested += 1
        self.in_loop += loop
        try:
            with self.scope(*names, weight=weight, loop=loop, locked=locked):
                yield
        finally:
            self.nested -= 1
            self.in_loop -= loop

    def bind(self, kind: Type) -> str:
        """A new name in scope."""
        stem = _SCALAR_STEMS.get(kind) or _STEMS[type(kind)]
        name = self.fresh(stem)
        self.vars = [*self.vars, Var(name, kind)]
        return name

    def bound(self, kind: Type, value: str) -> Lines:
        """An assignment to a new name."""
        return [f"{self.bind(kind)} = {value}"]

    def statement(self) -> Lines:
        """One statement, or a few that belong together."""
        self.cost += self.weight
        ways: list[tuple[float, Callable[[], Lines | None]]] = [
            (4, self._new),
            (2, self._again),
            (2, self._augmented),
            (1.5, self._alias),
            (9, self._changing),
            (1.5, self._unpacking),
            (0.8, self._inner_function),
            (1.0, self._calling),
            (0.5, self._swap),
            (0.7, self._walrus),
        ]
        if self.nested < 2:
            ways += [
                (2.5, self._if),
                (3, self._for),
                (0.8, self._while),
                (0.8, self._match),
                (1, self._try),
                (1, self._narrowing),
            ]
        if self.in_loop and self.nested > 1:
            ways.append((1, self._leaving))
        if self.nested:
            ways.append((0.3, self._early))
        for _ in range(8):
            lines = self.rng.choices([way for _, way in ways], [share for share, _ in ways])[0]()
            if lines:
                return lines
        return self._new()

    def _new(self) -> Lines:
        kind = self.type()
        if isinstance(kind, Arr) and self.chance(0.5):
            value = self.literal(kind)
        else:
            value = self.term(kind, self.number(1, 3)) if self.chance(0.6) else self.literal(kind, 2)
        name = self.bind(kind)
        return [f"{name} = {value}"]

    def _assignable(self) -> list[Var]:
        return [each for each in self.reachable() if each.can_assign and not each.is_constant and self._may_set(each)]

    def _may_set(self, each: Var) -> bool:
        return "." not in each.text or self.can_change

    def _again(self) -> Lines | None:
        each = self.latest(self._assignable())
        if each is None:
            return None
        value = self.term(each.kind, 2)
        if "." in each.text:
            self._changes_object(each)
        return [f"{each.text} = {value}"] if value != each.text else None

    def _changes_object(self, each: Var) -> None:
        owner = next((one for one in self.vars if one.text == each.text.rpartition(".")[0]), None)
        if owner is not None:
            self.changes(owner.kind)

    def _augmented(self) -> Lines | None:
        found = [
            each for each in self._assignable() if each.kind in (INT, INT, FLOAT, STR) or isinstance(each.kind, SetOf | Lst | Row)
        ]
        each = self.latest(found)
        if each is None:
            return None
        kind = each.kind
        if "." in each.text:
            self._changes_object(each)
        if kind == INT:
            if self.is_big:
                return [
                    f"{each.text} {self.pick(('+', '-', '*', '<<'))}= {self.term(INT, 2) if not self.loops else self.leaf(INT)}"
                ]
            way = self.pick(("+=", "-=", "+=", "-=", "^=", "|=", "&=", "//=", "%=", "*="))
            if way in ("//=", "%="):
                return [f"{each.text} {way} {self.pick(('3', '-4', '5', '7', f'({self.leaf(INT)} or 2)'))}"]
            return [
                f"{each.text} {way} {self.term(INT, 2)}",
                *([f"{each.text} %= {self.number(50, 999)}"] if way == "*=" else []),
            ]
        if kind == FLOAT:
            return [f"{each.text} {self.pick(('+=', '-='))} {self.term(FLOAT, 1)}"]
        if self.loops:
            return None
        if kind == STR:
            return [f"{each.text} += {self.leaf(STR)}[:5]"]
        if isinstance(kind, SetOf):
            return [f"{each.text} {self.pick('|&-^')}= {self.leaf(kind)}"] if self._changeable(kind) else None
        assert isinstance(kind, Lst | Row)
        if isinstance(kind, Lst) and not self._changeable(kind):
            return None
        return [f"{each.text} += {self.leaf(kind)}" if self.chance(0.7) else f"{each.text} = {each.text} + {self.leaf(kind)}"]

    def _changeable(self, kind: Type) -> bool:
        if not self.may_change(kind):
            return False
        if is_mutable(kind):
            self.changes(kind)
        return True

    def _alias(self) -> Lines | None:
        """A second name for what can be changed."""
        found = self.latest([each for each in self.reachable() if is_mutable(each.kind) and not each.is_constant])
        if found is None:
            return None
        if self.chance(0.3):
            outer = Lst(item=found.kind)
            value = self.pick(
                (f"[{found.text}, {found.text}]", f"[{found.text}, {self.literal(found.kind)}]", f"[{found.text}] * 2")
            )
            return [f"{self.bind(outer)} = {value}"]
        return [f"{self.bind(found.kind)} = {found.text}"]

    def _unpacking(self) -> Lines | None:
        found = self.latest(
            [
                each
                for each in self.reachable()
                if isinstance(each.kind, Tup)
                or (isinstance(each.kind, Lst | Row) and not (each.is_constant and holds_mutable(each.kind.item)))
            ]
        )
        if found is None:
            return None
        kind = found.kind
        if isinstance(kind, Tup):
            return [f"{', '.join([self.bind(each) for each in kind.items])} = {found.text}"]
        assert isinstance(kind, Lst | Row)
        with self.deeper():
            way = self.number(0, 2)
            names = [self.fresh("p"), self.fresh("p")]
            rest = self.fresh("rest")
            target = (f"{names[0]}, *{rest}", f"*{rest}, {names[0]}", f"{names[0]}, *{rest}, {names[1]}")[way]
            least = 2 if way == 2 else 1
            self.vars += [Var(name, kind.item) for name in names[:least]]
            self.vars.append(Var(rest, Lst(item=kind.item)))
            body = self.block(self.number(1, 2))
        return [f"if len({found.text}) >= {least}:", *indented([f"{target} = {found.text}", *body])]

    def _swap(self) -> Lines | None:
        found = self.latest([each for each in self.reachable() if isinstance(each.kind, Lst) and not each.is_constant])
        if found is None or not self._changeable(found.kind):
            return None
        one, other = f"{self.leaf(INT)} % len({found.text})", self.pick(("-1", "0", f"{self.leaf(INT)} % len({found.text})"))
        return [
            f"if {found.text}:",
            f"    {found.text}[{one}], {found.text}[{other}] = {found.text}[{other}], {found.text}[{one}]",
        ]

    def _walrus(self) -> Lines | None:
        name = self.fresh("got")
        kind = self.pick((INT, INT, Lst(item=INT), Opt(item=INT), STR))
        test = f"({name} := {self.term(kind, 2)})"
        test = {INT: f"{test} > {self.number(-2, 3)}", Opt(item=INT): f"{test} is not None"}.get(kind, test)
        with self.deeper(Var(name, INT if kind == Opt(item=INT) else kind)):
            body = self.block(self.number(1, 2))
        self.vars = [*self.vars, Var(name, kind)]
        return [f"if {test}:", *indented(body)]

    # --- changing in place ------------------------------------------------------------------------------------------------

    def _changing(self) -> Lines | None:
        found = [each for each in self.reachable() if is_mutable(each.kind) and not each.is_constant]
        each = self.latest(found)
        return None if each is None else self._change(each.text, each.kind)

    def _change(self, name: str, kind: Type, depth: int = 0) -> Lines | None:
        """Changes what an expression gives, or something in it."""
        if isinstance(kind, Lst):
            if is_mutable(kind.item) and depth < 2 and self.chance(0.5):
                inner = self._change(f"{name}[{self.pick(('0', '-1', f'{self.leaf(INT)} % len({name})'))}]", kind.item, depth + 1)
                return None if inner is None else [f"if {name}:", *indented(inner)]
            return self._change_list(name, kind)
        if isinstance(kind, Dic):
            return self._change_dict(name, kind, depth)
        if isinstance(kind, SetOf):
            return self._change_set(name, kind)
        if isinstance(kind, Rec):
            return self._change_object(name, kind, depth)
        assert isinstance(kind, Arr)
        return self._change_array(name, kind)

    def _change_list(self, name: str, kind: Lst) -> Lines | None:
        item = kind.item
        place = self.pick(("0", "-1", f"{self.leaf(INT)} % len({name})"))
        if self.chance(0.3):  # as long as before: allowed while a loop runs over it
            if self.chance(0.5) and item == INT:
                return [f"if {name}:", f"    {name}[{place}] {self.pick(('+=', '-='))} {self.term(INT, 1)}"]
            return [f"if {name}:", f"    {name}[{place}] = {self.term(item, 1)}"]
        if not self._changeable(kind):
            return None
        ways: list[Callable[[], Lines | None]] = [
            lambda: [f"{name}.append({self.term(item, 1)})"],
            lambda: [f"{name}.append({self.term(item, 2)})"],
            lambda: [f"{name}.insert({self.pick(('0', '1', '-1', self.leaf(INT)))}, {self.term(item, 1)})"],
            lambda: [f"if {name}:", f"    {name}.pop()"],
            lambda: [f"if len({name}) > 1:", f"    del {name}[{self.pick(('0', '-1', '1'))}]"],
            lambda: [f"{name}.reverse()"],
            lambda: self._sort(name, item),
            lambda: None if self.loops else [f"{name}.extend({self.leaf(kind)})"],
            lambda: None if self.loops else [f"{name}[{self.pick((':1', '1:', '1:2', '-1:', ':0'))}] = {self.term(kind, 1)}"],
            lambda: [f"{name}.clear()"] if self.chance(0.3) else None,
            lambda: self._remove(name, item),
        ]
        return self.pick(ways)()

    def _sort(self, name: str, item: Type) -> Lines:
        """Sorts a list, by a key that does not look at it: Python's list is empty while it is sorted."""
        kept, self.vars = self.vars, [each for each in self.vars if not is_mutable(each.kind)]
        key = f"key={self.key(item)}" if not is_ordered(item) or self.chance(0.5) else self.pick(("", "reverse=True"))
        self.vars = kept
        return [f"{name}.sort({key})"]

    def _remove(self, name: str, item: Type) -> Lines | None:
        if not is_comparable(item) or is_mutable(item):
            return None
        made = self.term(item, 1)
        value = self.bind(item)
        return [f"{value} = {made}", f"if {value} in {name}:", f"    {name}.remove({value})"]

    def _change_dict(self, name: str, kind: Dic, depth: int) -> Lines | None:
        key = self.slot(kind.key, 1)
        if is_mutable(kind.value) and depth < 2 and self.chance(0.5):
            if self.chance(0.4) and isinstance(kind.value, Lst) and self._changeable(kind):
                self.changes(kind.value)
                return (
                    [f"{name}.setdefault({key}, []).append({self.slot(kind.value.item, 1)})"]
                    if self.may_change(kind.value)
                    else None
                )
            inner = self._change(f"{name}[{key}]", kind.value, depth + 1)
            return None if inner is None else [f"if {key} in {name}:", *indented(inner)]
        if not self._changeable(kind):
            return None
        ways: list[Callable[[], Lines | None]] = [
            lambda: [f"{name}[{key}] = {self.term(kind.value, 2)}"],
            lambda: [f"{name}[{key}] = {name}.get({key}, 0) + {self.term(INT, 1)}"] if kind.value == INT else None,
            lambda: [f"{name}.pop({key}, {self.pick(('None', self.leaf(kind.value)))})"],
            lambda: [f"if {key} in {name}:", f"    del {name}[{key}]"],
            lambda: None if self.loops else [f"{name}.update({self.leaf(kind)})"],
            lambda: [f"{name}.setdefault({key}, {self.leaf(kind.value)})"],
            lambda: [f"{name}.clear()"] if self.chance(0.2) else None,
        ]
        return self.pick(ways)()

    def _change_set(self, name: str, kind: SetOf) -> Lines | None:
        if not self._changeable(kind):
            return None
        value = self.slot(kind.item, 1)
        ways: list[Callable[[], Lines | None]] = [
            lambda: [f"{name}.add({value})"],
            lambda: [f"{name}.add({value})"],
            lambda: [f"{name}.discard({value})"],
            lambda: [f"if {value} in {name}:", f"    {name}.remove({value})"],
            lambda: [
                f"{name}.{self.pick(('update', 'difference_update', 'intersection_update'))}({self.leaf(Lst(item=kind.item))})"
            ],
        ]
        return self.pick(ways)()

    def _change_object(self, name: str, kind: Rec, depth: int) -> Lines | None:
        methods = [each for each in self.functions if each.owner == kind and each.changes and self.may_call(each)]
        if methods and self.chance(0.5):
            method = self.pick(methods)
            self.called(method)
            self.changes(kind)
            return [f"{name}.{method.name}({', '.join(self.slot(each, 1) for each in method.takes)})"]
        if not self.can_change:
            return None
        field = self.number(0, len(kind.fields) - 1)
        inner, item = f"{name}.{kind.fields[field]}", kind.items[field]
        self.changes(kind)
        if is_mutable(item) and depth < 2 and self.chance(0.7):
            return self._change(inner, item, depth + 1)
        if item == INT and self.chance(0.5):
            return [f"{inner} {self.pick(('+=', '-='))} {self.term(INT, 1)}"]
        return [f"{inner} = {self.term(item, 2)}"]

    def _change_array(self, name: str, kind: Arr) -> Lines | None:
        if not self._changeable(kind):
            return None
        places = ", ".join(self.pick((f"{self.leaf(INT)} % {size}", str(self.number(-size, size - 1)))) for size in kind.shape)
        value = self.term(INT, 1)
        return [
            self.pick(
                (
                    f"{name}[{places}] = {value}",
                    f"{name}[{places}] += {value}",
                    f"{name}[{self.pick((':2', '1:', '0', '-1'))}] = {value}",
                    f"{name} += {self.pick(('1', '-2'))}" if "." not in name and "[" not in name else f"{name}[{places}] -= 1",
                    f"{name}[{name} > {self.leaf(INT)}] = {self.leaf(INT)}",
                )
            )
        ]

    # --- calls ------------------------------------------------------------------------------------------------------------

    def _calling(self) -> Lines | None:
        """A call whose result is kept; functions that change their arguments among them."""
        found = [each for each in self.functions if self.may_call(each) and not each.is_generator and each.owner is None]
        if not found:
            return None
        changing = [each for each in found if each.changes]
        function = self.pick(changing) if changing and self.chance(0.6) else self.pick(found)
        self.called(function)
        values = ", ".join(self.leaf(each) for each in function.takes)
        if function.changes and self.chance(0.3):
            return [f"{function.name}({values})"]
        return [f"{self.bind(function.gives)} = {function.name}({values})"]

    def _inner_function(self) -> Lines | None:
        """A closure: what it reads may be bound again between its definition and its call."""
        if self.loops > 1:
            return None
        name, param = self.fresh("inner"), self.fresh("p")
        kind = self.pick((INT, INT, INT, BOOL, STR, self.item()))
        gives = self.pick((INT, INT, BOOL, kind))
        read = self.latest(
            [each for each in self.vars if each.kind == INT and each.can_assign and not each.is_constant and "." not in each.text]
        )
        with self.quiet(), self.scope(Var(param, kind, False)):
            before = self.cost
            value = self.term(gives, 2)
            cost = 1 + (self.cost - before) // self.weight
        if read is not None and gives == INT:
            value = f"{value} + {read.text}"
        default = self.pick(("", "", f", k={self.leaf(INT)}"))
        value = f"{value} - k" if default and gives == INT else value
        lines = [f"{name} = lambda {param}{default}: {value}"]
        if self.chance(0.5):
            lines = [f"def {name}({param}{default}):", f"    return {value}"]
        if read is not None and self.chance(0.4):
            lines.append(f"{read.text} {self.pick(('+=', '-='))} {self.number(1, 5)}")
        result = f"{name}({self.term(kind, 1)})"
        if cost * self.weight < 300 and self.chance(0.3):
            inner = self.each(kind, 1)
            if inner is not None:
                return [*lines, f"{self.bind(Lst(item=gives))} = [{name}(z) for z in [{inner}]]"]
        return [*lines, f"{self.bind(gives)} = {result}"]

    # --- compound statements ----------------------------------------------------------------------------------------------

    def _leaving(self) -> Lines:
        return [f"if {self.term(BOOL, 2)}:", f"    {self.pick(('break', 'continue'))}"]

    def _early(self) -> Lines | None:
        if self.gives is not None and self.chance(0.5):
            return None
        return [f"if {self.term(BOOL, 2)}:", *indented(self.returned(2))]

    def _if(self) -> Lines:
        lines: Lines = []
        kind = self.pick((self.type(), INT)) if self.chance(0.3) else None
        name = self.fresh("either") if kind is not None else ""
        branches = self.number(1, 3)
        for number in range(branches):
            head = "if" if number == 0 else "elif"
            if number and number == branches - 1:
                lines.append("else:")
            else:
                lines.append(f"{head} {self.term(BOOL, 2)}:")
            with self.deeper():
                more = [f"{name} = {self.term(kind, 2)}"] if kind is not None else []
                body = self.block(self.number(0 if more else 1, 2)) if not more or self.chance(0.5) else []
                lines += indented([*body, *more])
        if kind is not None:
            if branches == 1 or not any(line == "else:" for line in lines):
                lines += ["else:", f"    {name} = {self.literal(kind)}"]
            self.vars = [*self.vars, Var(name, kind)]
        return lines

    def _for(self) -> Lines | None:
        if self.weight > 64:
            return None
        found = self.iterated()
        if found is None:
            return None
        target, source, names = found
        locked = next(
            (
                each.kind
                for each in self.reachable()
                if each.text in source.replace("(", " ").replace(")", " ").replace(".", " . ").split()
            ),
            None,
        )
        if locked is None or not is_mutable(locked):
            locked = next((each.kind for each in self.reachable() if is_mutable(each.kind) and each.text in source), None)
        total = self.latest(
            [each for each in self.vars if each.kind == INT and each.can_assign and not each.is_constant and "." not in each.text]
        )
        with self.deeper(*names, weight=4, loop=True, locked=locked):
            body = self.block(self.number(1, 2))
            if total is not None and self.chance(0.5):
                body.append(
                    f"{total.text} = ({total.text} * 3 + {self.mixed([(each.kind, each.text) for each in names])}) % {self.number(50, 9999)}"
                )
        lines = [f"for {target} in {source}:", *indented(body)]
        if self.chance(0.15):
            with self.deeper():
                lines += ["else:", *indented(self.block(1))]
        return lines

    def _while(self) -> Lines | None:
        if self.weight > 16:
            return None
        fuel = self.fresh("fuel")
        start = self.pick((str(self.number(1, 5)), f"{self.leaf(INT)} % 5"))
        with self.deeper(Var(fuel, INT, False), weight=4, loop=True):
            test = f"{fuel} > 0" if self.chance(0.5) else f"{fuel} > 0 and {self.term(BOOL, 2)}"
            body = self.block(self.number(1, 2))
        lines = [f"{fuel} = {start}", f"while {test}:", *indented([f"{fuel} -= 1", *body])]
        if self.chance(0.15):
            with self.deeper():
                lines += ["else:", *indented(self.block(1))]
        self.vars = [*self.vars, Var(fuel, INT)]
        return lines

    def _narrowing(self) -> Lines | None:
        """`if x is not None:`, within which it is a value."""
        found = self.latest(
            [each for each in self.vars if isinstance(each.kind, Opt) and not each.is_constant and "." not in each.text]
        )
        if found is None:
            return None
        assert isinstance(found.kind, Opt)
        kept = self.vars
        self.vars = [each for each in self.vars if each.text != found.text]
        with self.deeper(Var(found.text, found.kind.item, False)):
            body = self.block(self.number(1, 2))
        self.vars = kept
        test = self.pick((f"{found.text} is not None", f"{found.text} is not None and {self.term(BOOL, 1)}"))
        lines = [f"if {test}:", *indented(body)]
        if self.chance(0.3):
            with self.deeper():
                lines += ["else:", *indented(self.block(1))]
        return lines

    def _match(self) -> Lines | None:
        found = self.latest(
            [
                each
                for each in self.vars
                if each.kind in (INT, STR) or (isinstance(each.kind, Enu | Tup | Rec | Lst | Opt) and not each.is_constant)
            ]
        )
        if found is None:
            return None
        lines = [f"match {found.text}:"]
        for _ in range(self.number(1, 3)):
            pattern, names = self._pattern(found.kind, 0)
            with self.deeper(*names):
                guard = f" if {self.term(BOOL, 1)}" if self.chance(0.3) else ""
                if not guard and _catches_all(pattern):
                    continue
                lines += indented([f"case {pattern}{guard}:", *indented(self.block(self.number(1, 2)))])
        if self.chance(0.7) or len(lines) == 1:
            with self.deeper():
                lines += indented(["case _:", *indented(self.block(1))])
        return lines

    def _pattern(self, kind: Type, depth: int) -> tuple[str, list[Var]]:
        if self.chance(0.4 if depth else 0.1):
            name = self.fresh("m")
            return name, [Var(name, kind)]
        if kind == INT:
            return self.pick((str(self.number(-2, 3)), f"{self.number(0, 2)} | {self.number(3, 5)}")), []
        if kind == STR:
            return f"{self.pick(WORDS)!r} | {self.pick(WORDS)!r}", []
        if isinstance(kind, Enu):
            return f"{kind.name}.{self.pick(kind.members)}", []
        if isinstance(kind, Tup) and depth < 2:
            made = [self._pattern(each, depth + 1) for each in kind.items]
            return f"({', '.join(text for text, _ in made)})", [name for _, names in made for name in names]
        if isinstance(kind, Rec) and depth < 2 and (kind.form != "plain" or self.allows("patterns of plain classes")):
            made = [self._pattern(each, depth + 1) for each in kind.items]
            shown = [f"{field}={text}" for field, (text, _) in zip(kind.fields, made, strict=True)]
            return f"{kind.name}({', '.join(shown)})", [name for _, names in made for name in names]
        if isinstance(kind, Lst) and depth == 0:
            first, rest = self._pattern(kind.item, 1), self.fresh("rest")
            return self.pick(
                (
                    (f"[{first[0]}, *{rest}]", [*first[1], Var(rest, kind)]),
                    ("[]", list[Var]()),
                    (f"[{first[0]}]", first[1]),
                    (f"[*{rest}, {first[0]}]", [*first[1], Var(rest, kind)]),
                )
            )
        if isinstance(kind, Opt):
            return "None", []
        return "_", []

    def _try(self) -> Lines | None:
        made = self._raising()
        if made is None:
            return None
        body, caught = made
        with self.deeper():
            before = self.block(1) if self.chance(0.4) else []
            after = self.block(1) if self.chance(0.3) else []
        with self.deeper():
            handler = self.block(1)
        caught = (
            caught
            if caught[0] == "("
            else self.pick(
                (caught, caught, f"({caught}, ValueError)", "LookupError" if caught in ("IndexError", "KeyError") else caught)
            )
        )
        lines = ["try:", *indented([*before, *body, *after]), f"except {caught}:", *indented(handler)]
        if self.chance(0.2):
            with self.deeper():
                lines += ["else:", *indented(self.block(1))]
        if self.chance(0.2):
            with self.deeper():
                lines += ["finally:", *indented(self.block(1))]
        return lines

    def _raising(self) -> tuple[Lines, str] | None:
        """Statements that may raise, and the class of the error."""
        target = self.latest(
            [each for each in self.vars if each.kind == INT and each.can_assign and not each.is_constant and "." not in each.text]
        )
        name = target.text if target is not None else self.fresh("unused")
        ways: list[tuple[Lines, str]] = [
            ([f"{name} = {self.leaf(INT)} {self.pick(('//', '%'))} {self.leaf(INT)}"], "ZeroDivisionError"),
            (
                [f"if {self.term(BOOL, 2)}:", f"    raise {self.pick(('ValueError', 'KeyError(1)', 'IndexError'))}"],
                "(ValueError, LookupError)",
            ),
        ]
        for each in self.reachable():
            kind = each.kind
            if isinstance(kind, Lst | Row) and kind.item == INT:
                ways.append(([f"{name} = {each.text}[{self.leaf(INT)}]"], "IndexError"))
                ways.append(([f"{name} = {each.text}.index({self.leaf(INT)})"], "ValueError"))
                if isinstance(kind, Lst) and not each.is_constant and self.may_change(kind):
                    ways.append(([f"{each.text}[{self.leaf(INT)}] = {self.leaf(INT)}"], "IndexError"))
                    ways.append(([f"{each.text}.remove({self.leaf(INT)})"], "ValueError"))
                    ways.append(([f"{each.text}.pop({self.leaf(INT)})"], "IndexError"))
            if isinstance(kind, Dic) and kind.value == INT:
                ways.append(([f"{name} = {each.text}[{self.slot(kind.key, 1)}]"], "KeyError"))
            if kind == STR:
                ways.append(([f"{name} = int({each.text})"], "ValueError"))
        made = self.pick(ways)
        for each in self.reachable():
            if is_mutable(each.kind) and any(line.startswith((f"{each.text}.", f"{each.text}[")) for line in made[0]):
                self.changes(each.kind)
        if self.allows("exceptions across calls") and self.chance(0.3):
            found = [
                each
                for each in self.functions
                if self.may_call(each) and each.gives == INT and not each.is_generator and each.owner is None
            ]
            if found:
                function = self.pick(found)
                self.called(function)
                return [
                    f"{name} = {function.name}({', '.join(self.leaf(each) for each in function.takes)})"
                ], "(LookupError, ValueError, ZeroDivisionError)"
        return made


def _catches_all(pattern: str) -> bool:
    return pattern.isidentifier() and pattern not in ("None", "True", "False")


__all__ = ["Actions", "is_hashable", "is_object"]
