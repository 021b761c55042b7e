"""Expressions of random methods, of a type that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .author import Author, Var
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
    is_ordered,
    is_steady,
)

Way = tuple[float, Callable[[], "str | None"]]
WORDS: Final = ("", "a", "b", "ab", "xo", "king", "a b", "b,a", "12", "-3", "Ab")
LETTERS: Final = "abxo, 1K"
BIG: Final = ("2**62", "2**63 - 1", "-2**63", "(1 << 61)", "3037000500", "4611686018427387904", "-(2**62)")
_TRIES: Final = 8


class Terms(Author):
    """Writes expressions."""

    is_big = False
    """True where integers come near 2**63."""

    # --- any type ---------------------------------------------------------------------------------------------------------

    def term(self, kind: Type, depth: int = 2) -> str:
        """An expression of the type."""
        if depth <= 0:
            return self.leaf(kind)
        ways = [*self._general(kind, depth), *self._special(kind, depth)]
        for _ in range(_TRIES):
            written = self.rng.choices([way for _, way in ways], [share for share, _ in ways])[0]()
            if written is not None:
                return written
        return self.leaf(kind)

    def leaf(self, kind: Type) -> str:
        """A name of the type, or a value written out."""
        found = self.latest(self.variables(kind))
        return found.text if found is not None and self.chance(0.9) else self.literal(kind, 1)

    def literal(self, kind: Type, depth: int = 1) -> str:
        """A value written out, of items that may be names."""
        if isinstance(kind, Enu):
            return f"{kind.name}.{self.pick(kind.members)}"
        if kind in (INT, BOOL, FLOAT, STR):
            return self._scalar(kind)
        if isinstance(kind, Opt):
            return "None" if self.chance(0.3) else self.leaf(kind.item)
        if isinstance(kind, Tup):
            return self._tuple([self.slot(each, depth) for each in kind.items])
        if isinstance(kind, Rec):
            return self.made(kind, depth)
        if isinstance(kind, Arr):
            return self._array(kind)
        if isinstance(kind, Dic):
            pairs = {self.slot(kind.key, depth - 1): self.slot(kind.value, depth) for _ in range(self.number(0, 3))}
            return f"{{{', '.join(f'{key}: {value}' for key, value in pairs.items())}}}"
        assert isinstance(kind, Row | Lst | SetOf)
        items = [self.slot(kind.item, depth) for _ in range(self.number(0, 4))]
        if isinstance(kind, Lst):
            return f"[{', '.join(items)}]"
        if isinstance(kind, Row):
            return self._tuple(items)
        shown = f"{{{', '.join(items)}}}" if items else "set()"
        return f"frozenset({shown})" if kind.is_frozen else shown

    def slot(self, kind: Type, depth: int) -> str:
        """An expression for a part of a value."""
        return self.term(kind, 1) if depth > 0 and self.chance(0.4) else self.leaf(kind)

    def made(self, kind: Rec, depth: int) -> str:
        """A new object."""
        values = [self.slot(each, depth) for each in kind.items]
        if self.chance(0.2):
            values[-1] = f"{kind.fields[-1]}={values[-1]}"
        return f"{kind.name}({', '.join(values)})"

    def _scalar(self, kind: Type) -> str:
        if kind == INT:
            return self.pick(BIG) if self.is_big and self.chance(0.3) else str(self.number(-4, 9))
        if kind == BOOL:
            return self.pick(("True", "False"))
        return self.pick(("0.5", "1.0", "-2.25", "3.0", "0.0", "1e3")) if kind == FLOAT else repr(self.pick(WORDS))

    @staticmethod
    def _tuple(items: Sequence[str]) -> str:
        return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"

    def _array(self, kind: Arr) -> str:
        shape = kind.shape[0] if len(kind.shape) == 1 else kind.shape
        rows = kind.shape[0] if len(kind.shape) == 2 else 0
        row = [f"[{', '.join(self.leaf(INT) for _ in range(kind.shape[-1]))}]" for _ in range(rows or 1)]
        return self.pick(
            (
                f"np.zeros({shape}, dtype=np.int64)",
                f"np.full({shape}, {self.leaf(INT)}, dtype=np.int64)",
                f"np.array({'[' + ', '.join(row) + ']' if rows else row[0]}, dtype=np.int64)",
            )
        )

    def _general(self, kind: Type, depth: int) -> list[Way]:
        return [
            (4, lambda: self._name(kind)),
            (0.6, lambda: self.literal(kind, depth)),
            (0.8, lambda: f"({self.term(kind, depth - 1)} if {self.term(BOOL, depth - 1)} else {self.leaf(kind)})"),
            (2, lambda: self.call(kind, depth)),
            (1.2, lambda: self._part(kind)),
            (0.7, lambda: self._looked_up(kind, depth)),
            (0.4, lambda: self._chosen(kind, depth)),
            (0.5, lambda: self._narrowed(kind)),
            (0.3, lambda: self._first(kind, depth)),
            (0.3, lambda: self._taken(kind)),
        ]

    def _name(self, kind: Type) -> str | None:
        found = self.latest(self.variables(kind))
        return None if found is None else found.text

    def call(self, kind: Type, depth: int = 1) -> str | None:
        """A call of a function, or a method, that gives the type."""
        found = [each for each in self.functions if each.gives == kind and not each.is_generator and self.may_call(each)]
        if not found:
            return None
        function = self.pick(found[-5:]) if self.chance(0.5) else self.pick(found)
        shown = function.name
        if function.owner is not None:
            owner = self.latest(self.variables(function.owner))
            if owner is None:
                return None
            shown = f"{owner.text}.{function.name}"
        self.called(function)
        count = len(function.takes) - (self.number(0, function.optional) if function.optional else 0)
        values = [self.slot(each, depth) for each in function.takes[:count]]
        return f"{shown}({', '.join(values)})"

    def _part(self, kind: Type) -> str | None:
        """An item or an attribute of something in scope."""
        ways = []
        for each in self.vars:
            if isinstance(each.kind, Tup) and not (each.is_constant and holds_mutable(kind)):
                ways += [
                    f"{each.text}[{self.pick((place, place - len(each.kind.items)))}]"
                    for place, item in enumerate(each.kind.items)
                    if item == kind
                ]
            if isinstance(each.kind, Row | Lst) and each.kind.item == kind and not (each.is_constant and holds_mutable(kind)):
                ways.append(self.indexed(each, kind))
            if (
                isinstance(each.kind, Lst)
                and isinstance(each.kind.item, Lst)
                and each.kind.item.item == kind
                and not each.is_constant
            ):
                ways.append(f"({each.text}[0][-1] if {each.text} and {each.text}[0] else {self.leaf(kind)})")
        return self.pick(ways) if ways else None

    def indexed(self, each: Var, kind: Type) -> str:
        """An item of a sequence, with a guard for empty ones most often."""
        name = each.text
        if self.chance(0.08):
            return f"{name}[{self.leaf(INT)}]"
        place = self.pick(
            ("0", "-1", f"{self.leaf(INT)} % len({name})", f"len({name}) // 2", f"-1 - {self.leaf(INT)} % len({name})")
        )
        return f"({name}[{place}] if {name} else {self.leaf(kind)})"

    def _looked_up(self, kind: Type, depth: int) -> str | None:
        found = [each for each in self.reachable() if isinstance(each.kind, Dic) and each.kind.value == kind]
        found = [each for each in found if not (each.is_constant and holds_mutable(kind))]
        if not found:
            return None
        name = self.pick(found)
        assert isinstance(name.kind, Dic)
        key = self.slot(name.kind.key, depth)
        if self.chance(0.1):
            return f"{name.text}[{key}]"
        if self.chance(0.4) and self.can_name:
            return f"({name.text}[{key}] if {key} in {name.text} else {self.leaf(kind)})"
        return f"{name.text}.get({key}, {self.leaf(kind)})"

    def _chosen(self, kind: Type, depth: int) -> str | None:
        """The least or greatest of a sequence by a key."""
        found = [
            each
            for each in self.reachable()
            if isinstance(each.kind, Row | Lst) and each.kind.item == kind and not each.is_constant
        ]
        if not found:
            return None
        name = self.pick(found).text
        way = self.pick(("min", "max"))
        return (
            f"{way}({name}, key={self.key(kind)}, default={self.leaf(kind)})"
            if self.chance(0.5)
            else f"({way}({name}, key={self.key(kind)}) if {name} else {self.leaf(kind)})"
        )

    def key(self, kind: Type) -> str:
        """A key for sorting values of the type."""
        name = self.fresh("k")
        with self.quiet(), self.scope(Var(name, kind, False), weight=4, loop=True):
            parts = [self.term(INT, 2) for _ in range(self.number(1, 2))]
            if is_ordered(kind) and self.chance(0.3):
                parts.append(name)
            return f"lambda {name}: {self._tuple(parts) if len(parts) > 1 else parts[0]}"

    def _narrowed(self, kind: Type) -> str | None:
        found = self.variables(Opt(item=kind))
        if not found:
            return None
        name = self.pick(found).text
        return self.pick(
            (f"({name} if {name} is not None else {self.leaf(kind)})", f"({self.leaf(kind)} if {name} is None else {name})")
        )

    def _first(self, kind: Type, depth: int) -> str | None:
        made = self.each(kind, depth)
        return None if made is None else f"next(({made}), {self.leaf(kind)})"

    def _taken(self, kind: Type) -> str | None:
        found = [
            each for each in self.reachable() if isinstance(each.kind, Lst) and each.kind.item == kind and not each.is_constant
        ]
        found = [each for each in found if self.may_change(each.kind)]
        if not found or not self.can_name:
            return None
        each = self.pick(found)
        self.changes(each.kind)
        return f"({each.text}.pop({self.pick(('', '', '0', '-1'))}) if {each.text} else {self.leaf(kind)})"

    # --- loops within expressions -----------------------------------------------------------------------------------------

    def iterated(self, *, steady: bool = True) -> tuple[str, str, list[Var]] | None:
        """What a loop runs over: the target, the source, and the names it binds; None where nothing is in scope."""
        ways: list[Callable[[], tuple[str, str, list[Var]] | None]] = [self._over_range, lambda: self._over_names(steady)]
        return self.pick([*ways, ways[1]])() or self._over_range()

    def target(self, kind: Type, stem: str = "e") -> tuple[str, list[Var]]:
        """A target for values of the type."""
        if isinstance(kind, Tup) and self.chance(0.7):
            made = [self.target(each, stem) for each in kind.items]
            return f"({', '.join(text for text, _ in made)})", [name for _, names in made for name in names]
        if isinstance(kind, Rec) and kind.form == "named" and len(kind.items) > 1 and self.chance(0.3):
            made = [self.target(each, stem) for each in kind.items]
            return f"({', '.join(text for text, _ in made)})", [name for _, names in made for name in names]
        name = self.fresh(stem)
        return name, [Var(name, kind, False)]

    def _over_range(self) -> tuple[str, str, list[Var]]:
        name = self.fresh("i")
        bound = self.pick((str(self.number(1, 4)), f"{self.leaf(INT)} % {self.number(2, 4)} + 1", f"abs({self.leaf(INT)}) % 4"))
        source = self.pick(
            (f"range({bound})", f"range({bound})", f"range(1, {bound} + 2)", f"range({bound}, -1, -1)", f"range(-3, {bound}, 2)")
        )
        return name, source, [Var(name, INT, False)]

    def _over_names(self, steady: bool) -> tuple[str, str, list[Var]] | None:
        found = [each for each in self.reachable() if isinstance(each.kind, Row | Lst | SetOf | Dic) or each.kind == STR]
        found = [each for each in found if not (each.is_constant and any(map(holds_mutable, self._inner(each.kind))))]
        each = self.latest(found)
        if each is None:
            return None
        name, kind = each.text, each.kind
        if kind == STR:
            target = self.fresh("ch")
            return target, name, [Var(target, STR, False)]
        if isinstance(kind, Dic):
            return self._over_dict(name, kind)
        assert isinstance(kind, Row | Lst | SetOf)
        target, names = self.target(kind.item)
        if isinstance(kind, SetOf):
            if steady and not is_steady(kind.item):
                return (target, f"sorted({name})", names) if is_ordered(kind.item) else None
            return target, self.pick((name, name, f"sorted({name})")) if is_ordered(kind.item) else name, names
        way = self.number(0, 9)
        if way == 0:
            place = self.fresh("i")
            return f"{place}, {target}", f"enumerate({name}{self.pick(('', ', 1'))})", [*names, Var(place, INT, False)]
        if way == 1:
            return target, f"reversed({name})", names
        if way == 2:
            return target, f"{name}[{self.cut()}]", names
        if way == 3 and (other := self.latest([one for one in found if isinstance(one.kind, Row | Lst)])) is not None:
            assert isinstance(other.kind, Row | Lst)
            more, others = self.target(other.kind.item)
            return f"{target}, {more}", f"zip({name}, {other.text})", [*names, *others]
        if way == 4 and is_ordered(kind.item):
            return target, f"sorted({name})", names
        return target, name, names

    @staticmethod
    def _inner(kind: Type) -> tuple[Type, ...]:
        return (kind.item,) if isinstance(kind, Row | Lst | SetOf) else (kind.value,) if isinstance(kind, Dic) else ()

    def _over_dict(self, name: str, kind: Dic) -> tuple[str, str, list[Var]]:
        key, keys = self.target(kind.key, "key")
        value, values = self.target(kind.value, "value")
        return self.pick(
            ((key, name, keys), (f"{key}, {value}", f"{name}.items()", [*keys, *values]), (value, f"{name}.values()", values))
        )

    def cut(self) -> str:
        """A slice."""
        some = [str(self.number(-3, 4)), self.leaf(INT), ""]
        if self.chance(0.15):
            return "::-1"
        return f"{self.pick(some)}:{self.pick(some)}{self.pick(('', '', '', ':2'))}"

    def each(self, kind: Type, depth: int, *, steady: bool = True) -> str | None:
        """The inside of a comprehension."""
        found = self.iterated(steady=steady)
        if found is None or self.weight > 64:
            return None
        target, source, names = found
        with self.quiet(), self.scope(*names, weight=4, loop=True):
            more = ""
            if self.chance(0.2) and (inner := self.iterated(steady=steady)) is not None and self.weight <= 16:
                self.vars = [*self.vars, *inner[2]]
                more = f" for {inner[0]} in {inner[1]}"
            value = self.term(kind, depth - 1)
            test = f" if {self.term(BOOL, depth - 1)}" if self.chance(0.4) else ""
        return f"{value} for {target} in {source}{more}{test}"

    # --- by type ----------------------------------------------------------------------------------------------------------

    def _special(self, kind: Type, depth: int) -> list[Way]:
        if kind == INT:
            return [*self._arithmetic(depth), *self._counted(depth)]
        if kind == BOOL:
            return self._truths(depth)
        if kind == FLOAT:
            return self._floats(depth)
        if kind == STR:
            return self._texts(depth)
        if isinstance(kind, Lst):
            return self._lists(kind, depth)
        if isinstance(kind, SetOf):
            return self._sets(kind, depth)
        if isinstance(kind, Dic):
            return self._dicts(kind, depth)
        return self._others(kind, depth)

    def _arithmetic(self, depth: int) -> list[Way]:
        def one() -> str:
            return self.term(INT, depth - 1)

        def two() -> str:
            return self.pick((self.leaf(INT), str(self.number(-3, 7)), self.term(INT, depth - 1)))

        def divisor() -> str:
            return self.pick(
                (
                    str(self.number(2, 7)),
                    str(-self.number(2, 5)),
                    f"({self.leaf(INT)} or 1)",
                    f"(abs({self.leaf(INT)}) + 1)",
                    self.leaf(INT),
                )
            )

        ways: list[Way] = [
            (3, lambda: f"({one()} {self.pick('+-')} {two()})"),
            (1.5, lambda: f"({one()} * {two()}{'' if self.is_big else f' % {self.number(5, 97)}'})"),
            (1, lambda: f"({one()} {self.pick(('//', '%'))} {divisor()})"),
            (0.5, lambda: f"({one()} {self.pick('&|^')} {two()})"),
            (0.3, lambda: f"{self.pick(('-', '~'))}{self.leaf(INT)}"),
            (
                0.3,
                lambda: f"({one()} & 15) << {self.number(0, 3)}" if not self.is_big else f"({one()} << ({self.leaf(INT)} & 3))",
            ),
            (0.2, lambda: f"(abs({one()}) >> {self.number(0, 3)})"),
            (0.5, lambda: f"{self.pick(('min', 'max'))}({one()}, {two()})"),
            (0.3, lambda: f"abs({one()})"),
            (0.2, lambda: f"divmod({one()}, {divisor()})[{self.number(0, 1)}]"),
            (0.2, lambda: f"({one()} % 5) ** {self.number(0, 3)}"),
            (0.4, lambda: f"({self.term(BOOL, depth - 1)} {self.pick('+-')} {two()})"),
            (0.2, lambda: f"int({self.term(BOOL, depth - 1)})"),
            (0.4, lambda: f"({self.leaf(INT)} {self.pick(('and', 'or'))} {one()})"),
            (0.2, lambda: f"int({self.term(FLOAT, depth - 1)})"),
            (0.1, lambda: f"round({self.term(FLOAT, depth - 1)})"),
            (0.1, lambda: f"math.{self.pick(('floor', 'ceil'))}({self.term(FLOAT, depth - 1)})"),
            (0.1, lambda: f"math.isqrt(abs({one()}))"),
            (0.1, lambda: f"math.gcd({one()}, {two()})"),
        ]
        return ways

    def _counted(self, depth: int) -> list[Way]:
        def gone() -> Var | None:
            return self.latest(
                [each for each in self.reachable() if isinstance(each.kind, Row | Lst | SetOf | Dic) or each.kind == STR]
            )

        def of(form: str, wanted: Callable[[Type], bool], constant: bool = True) -> str | None:
            found = self.latest([each for each in self.reachable() if wanted(each.kind) and (constant or not each.is_constant)])
            return None if found is None else form.replace("@", found.text)

        def made(form: str, kind: Type, steady: bool = True) -> str | None:
            inner = self.each(kind, depth, steady=steady)
            return None if inner is None else form.replace("@", inner)

        def counted() -> str | None:
            found = self.latest(
                [each for each in self.reachable() if isinstance(each.kind, Row | Lst) and is_comparable(each.kind.item)]
            )
            if found is None:
                return None
            assert isinstance(found.kind, Row | Lst)
            value = self.slot(found.kind.item, 1)
            if self.chance(0.5) or not self.can_name:
                return f"{found.text}.count({value})"
            return f"({found.text}.index({value}) if {value} in {found.text} else -1)"

        ways: list[Way] = [
            (1, lambda: None if (each := gone()) is None else f"len({each.text})"),
            (
                0.6,
                lambda: of(
                    f"{self.pick(('sum', 'sum', 'sum', 'len'))}(@)",
                    lambda kind: isinstance(kind, Lst | Row | SetOf) and kind.item == INT,
                ),
            ),
            (0.4, lambda: of("sum(@.values())", lambda kind: isinstance(kind, Dic) and kind.value == INT)),
            (
                0.5,
                lambda: of(
                    f"{self.pick(('min', 'max'))}(@, default={self.leaf(INT)})",
                    lambda kind: isinstance(kind, Lst | Row | SetOf) and kind.item == INT,
                ),
            ),
            (1, lambda: made("sum(@)", INT, steady=False)),
            (0.4, lambda: made("len([@])", self.scalar())),
            (0.4, lambda: made("len({@})", self.pick((INT, Tup(items=(INT, INT)))), steady=False)),
            (0.4, lambda: made(f"{self.pick(('min', 'max'))}((@), default={self.leaf(INT)})", INT)),
            (0.6, counted),
            (0.5, lambda: of("@.value", lambda kind: isinstance(kind, Enu))),
            (0.3, lambda: f"{self.leaf(STR)}.{self.pick(('find', 'count'))}({self.pick(LETTERS)!r})"),
            (0.3, lambda: f"int(str({self.leaf(INT)}))"),
            (0.3, lambda: f"int({self.leaf(STR)})" if self.chance(0.1) else None),
            (0.2, lambda: made("functools.reduce(lambda r, s: (r * 3 + s) % 101, [@], 1)", INT)),
            (0.5, lambda: of("(@ or 0)", lambda kind: kind == Opt(item=INT))),
        ]
        for each in self.vars:
            if isinstance(each.kind, Arr):
                ways += [(0.7, lambda each=each: self._of_array(each))]  # type: ignore[misc]
        return ways

    def _of_array(self, each: Var) -> str:
        assert isinstance(each.kind, Arr)
        places = ", ".join(
            self.pick((f"{self.leaf(INT)} % {size}", str(self.number(-size, size - 1)))) for size in each.kind.shape
        )
        method = self.pick(("sum", "max", "min", "argmax"))
        return self.pick(
            (
                f"int({each.text}[{places}])",
                f"int({each.text}.{method}())",
                f"int(({each.text} > {self.leaf(INT)}).sum())",
                f"int(np.count_nonzero({each.text}))",
            )
        )

    def _truths(self, depth: int) -> list[Way]:
        def compared() -> str:
            kind = self.pick((INT, INT, INT, FLOAT, STR))
            sign = self.pick(("<", "<=", ">", ">=", "==", "!=") if kind != STR else ("==", "!="))
            return f"{self.term(kind, depth - 1)} {sign} {self.term(kind, depth - 1)}"

        def alike() -> str | None:
            found = self.latest(
                [each for each in self.reachable() if is_comparable(each.kind) and not isinstance(each.kind, Arr)]
            )
            return None if found is None else f"{found.text} {self.pick(('==', '!='))} {self.term(found.kind, depth - 1)}"

        def within() -> str | None:
            found = self.latest(
                [each for each in self.reachable() if isinstance(each.kind, Row | Lst | SetOf | Dic) and is_comparable(each.kind)]
            )
            if found is None:
                return None
            inner = (
                found.kind.key
                if isinstance(found.kind, Dic)
                else found.kind.item
                if isinstance(found.kind, Row | Lst | SetOf)
                else INT
            )
            return f"{self.slot(inner, depth)} {self.pick(('in', 'not in'))} {found.text}"

        def is_none() -> str | None:
            found = self.latest([each for each in self.reachable() if isinstance(each.kind, Opt)])
            return None if found is None else f"{found.text} is {self.pick(('', 'not '))}None"

        def same() -> str | None:
            found = self.latest([each for each in self.vars if is_mutable(each.kind)])
            return None if found is None else f"{found.text} is {self.pick(('', 'not '))}{self.leaf(found.kind)}"

        def truth() -> str | None:
            found = self.latest(
                [each for each in self.reachable() if isinstance(each.kind, Row | Lst | SetOf | Dic) or each.kind in (STR, INT)]
            )
            return None if found is None else self.pick((f"not {found.text}", f"bool({found.text})"))

        def every() -> str | None:
            inner = self.each(BOOL, depth, steady=False)
            return None if inner is None else f"{self.pick(('any', 'all'))}({inner})"

        def enums() -> str | None:
            if not self.enums:
                return None
            kind = self.pick(self.enums)
            return f"{self.leaf(kind)} {self.pick(('is', '==', 'is not', '!='))} {self.literal(kind)}"

        def ordered() -> str | None:
            found = self.latest([each for each in self.reachable() if is_ordered(each.kind)])
            return None if found is None else f"{found.text} {self.pick(('<', '>=', '<='))} {self.term(found.kind, depth - 1)}"

        ways: list[Way] = [
            (4, compared),
            (1, alike),
            (1, within),
            (0.7, is_none),
            (0.5 if self.allows("identity") else 0, same),
            (0.7, truth),
            (0.7, every),
            (0.7, enums),
            (0.4, ordered),
            (0.6, lambda: f"{self.term(BOOL, depth - 1)} {self.pick(('and', 'or'))} {self.term(BOOL, depth - 1)}"),
            (0.4, lambda: f"not {self.leaf(BOOL)}"),
            (
                0.6,
                lambda: (
                    f"{self.number(-3, 2)} {self.pick(('<', '<='))} {self.term(INT, depth - 1)} {self.pick(('<', '<=', '!='))} {self.leaf(INT)}"
                ),
            ),
            (0.3, lambda: f"{self.leaf(STR)}.{self.pick(('startswith', 'endswith'))}({self.pick(WORDS)!r})"),
            (0.3, lambda: f"{self.pick(LETTERS)!r} in {self.leaf(STR)}"),
            (0.2, lambda: f"{self.leaf(STR)}.{self.pick(('isdigit', 'isupper', 'islower', 'isalpha'))}()"),
            (0.3, lambda: f"bool({self.term(INT, depth - 1)} & {self.pick((1, 2, 4))})"),
        ]
        return [(share, lambda way=way: None if (text := way()) is None else f"({text})") for share, way in ways]  # type: ignore[misc]

    def _floats(self, depth: int) -> list[Way]:
        def one() -> str:
            return self.term(FLOAT, depth - 1)

        return [
            (2, lambda: f"({one()} {self.pick('+-*')} {self.leaf(FLOAT)})"),
            (
                1,
                lambda: (
                    f"({self.term(INT, depth - 1)} / {self.pick(('2', '4', '3', f'({self.leaf(INT)} or 1)', self.leaf(INT)))})"
                ),
            ),
            (1, lambda: f"float({self.term(INT, depth - 1)})"),
            (0.5, lambda: f"({self.term(INT, depth - 1)} * {self.leaf(FLOAT)})"),
            (0.5, lambda: f"{self.pick(('min', 'max'))}({one()}, {self.leaf(FLOAT)})"),
            (0.3, lambda: f"math.sqrt({self.pick(('abs(', 'abs(', '('))}{one()}))"),
            (0.1, lambda: f"math.{self.pick(('log', 'log2', 'exp'))}({one()})"),
            (0.1, lambda: f"({one()} ** {self.number(-1, 3)})"),
            (0.3, lambda: f"({one()} {self.pick(('%', '//'))} {self.pick(('2.0', '-1.5', '0.75'))})"),
            (0.2, lambda: f"-{self.leaf(FLOAT)}"),
        ]

    def _texts(self, depth: int) -> list[Way]:
        def one() -> str:
            return self.term(STR, depth - 1)

        def joined() -> str | None:
            inner = self.each(STR, depth)
            return None if inner is None else f"{self.pick(('', ',', ' '))!r}.join({self.pick((f'[{inner}]', inner))})"

        def formatted() -> str:
            kind = self.pick((INT, INT, STR, BOOL, FLOAT))
            if kind == FLOAT and not self.allows("floats in texts"):
                kind = INT
            shown = self._text_name() if kind == STR else self.leaf(kind)
            return (
                f'f"{self.pick(("", "x", "a "))}{{{shown}}}{self.pick(("", "b"))}"' if shown.isidentifier() else f"str({shown})"
            )

        return [
            (2, lambda: f"({one()} + {self.leaf(STR)})[:12]"),
            (1, lambda: f"{self.leaf(STR)}[{self.cut()}]"),
            (0.5, lambda: f"str({self.leaf(self.pick((INT, INT, BOOL)))})"),
            (1, formatted),
            (0.5, lambda: f"{self.leaf(STR)}.{self.pick(('upper', 'lower', 'strip'))}()"),
            (0.3, lambda: f"{self.leaf(STR)}.replace({self.pick('abx')!r}, {self.pick(('', 'o', 'ba'))!r})"),
            (0.5, joined),
            (0.3, lambda: f"({self.leaf(STR)} * ({self.leaf(INT)} % 3))"),
            (0.3, lambda: f"({self.leaf(STR)} {self.pick(('or', 'and'))} {one()})"),
            (0.3, lambda: f"''.join(sorted({self.leaf(STR)}))"),
            (0.2, lambda: f"''.join(reversed({self.leaf(STR)}))"),
        ]

    def _text_name(self) -> str:
        found = self.latest(self.variables(STR))
        return "'ab'" if found is None else found.text

    def _lists(self, kind: Lst, depth: int) -> list[Way]:  # noqa: C901  # a list of ways
        item = kind.item

        def listed() -> str | None:
            inner = self.each(item, depth)
            return None if inner is None else f"[{inner}]"

        def like(form: str, wanted: Callable[[Type], bool], *, constant: bool = True) -> str | None:
            found = [each for each in self.reachable() if wanted(each.kind) and not (each.is_constant and holds_mutable(item))]
            found = [each for each in found if constant or not each.is_constant]
            each = self.latest(found)
            return None if each is None else form.replace("@", each.text)

        def sequence(other: Type) -> bool:
            return isinstance(other, Row | Lst) and other.item == item

        def arranged() -> str | None:
            key = f", key={self.key(item)}" if self.chance(0.6) or not is_ordered(item) else ""
            turned = self.pick(("", "", ", reverse=True"))
            return like(
                f"sorted(@{key}{turned})",
                lambda other: (
                    sequence(other) or (isinstance(other, SetOf) and other.item == item and is_ordered(item) and not key)
                ),
            )

        def filtered() -> str | None:
            name = self.fresh("f")
            with self.quiet(), self.scope(Var(name, item, False), weight=4, loop=True):
                test = self.term(BOOL, 1)
            return like(f"list(filter(lambda {name}: {test}, @))", sequence)

        def yielded() -> str | None:
            found = [each for each in self.functions if each.is_generator and each.gives == item and self.may_call(each)]
            if not found:
                return None
            function = self.pick(found)
            self.called(function)
            return f"list({function.name}({', '.join(self.slot(each, 1) for each in function.takes)}))"

        def copies() -> str | None:
            if is_mutable(item) and isinstance(item, Lst):
                return like("[row[:] for row in @]", lambda other: other == kind)
            if self.allows("deepcopy") and self.chance(0.3):
                return like("copy.deepcopy(@)", lambda other: other == kind)
            return like(self.pick(("@[:]", "@.copy()", "list(@)", "copy.copy(@)")), lambda other: other == kind)

        ways: list[Way] = [
            (2, listed),
            (0.7, lambda: like(f"@[{self.cut()}]", lambda other: other == kind, constant=self.allows("parts of tables"))),
            (0.7, copies),
            (1, arranged),
            (0.5, lambda: f"[{self.slot(item, depth)}] * ({self.leaf(INT)} % 4)"),
            (0.4, filtered),
            (1, yielded),
            (0.4, lambda: like("list(reversed(@))", sequence)),
            (0.5, lambda: like(f"[*@, {self.slot(item, depth)}]", sequence) if not self.loops else None),
            (0.5, lambda: like(f"(@ + [{self.slot(item, depth)}])", lambda other: other == kind) if not self.loops else None),
            (0.3, lambda: f"({self.leaf(kind)} or [{self.slot(item, depth)}])"),
            (0.4, lambda: like("list(@.values())", lambda other: isinstance(other, Dic) and other.value == item)),
            (0.4, lambda: like("list(@)", lambda other: isinstance(other, Dic) and other.key == item)),
        ]
        if item == INT:
            ways.append((0.7, lambda: f"list(range({self.pick(('', '1, ', '-2, '))}{self.leaf(INT)} % 5))"))
        if item == STR:
            ways.append((0.7, lambda: f"{self.leaf(STR)}.split({self.pick(('', repr(','), repr(' ')))})"))
            ways.append((0.4, lambda: f"list({self.leaf(STR)})"))
        if isinstance(item, Lst) and item.item in (INT, BOOL):
            ways.append((1, lambda: f"[[{self.literal(item.item)}] * {self.number(1, 3)} for _ in range({self.number(1, 3)})]"))
        if isinstance(item, Tup) and len(item.items) == 2:
            ways.append(
                (
                    0.5,
                    lambda: like(
                        "list(@.items())", lambda other: isinstance(other, Dic) and (other.key, other.value) == item.items
                    ),
                )
            )
        return ways

    def _sets(self, kind: SetOf, depth: int) -> list[Way]:
        item = kind.item
        shown = "frozenset(@)" if kind.is_frozen else "@"

        def built() -> str | None:
            inner = self.each(item, depth, steady=False)
            return None if inner is None else shown.replace("@", f"{{{inner}}}")

        def like(form: str, wanted: Callable[[Type], bool]) -> str | None:
            each = self.latest([each for each in self.reachable() if wanted(each.kind)])
            return None if each is None else form.replace("@", each.text)

        def joined() -> str:
            return f"({self.leaf(kind)} {self.pick('&|-^')} {self.leaf(kind)})"

        named = "frozenset" if kind.is_frozen else "set"
        return [
            (2, built),
            (1.5, joined),
            (1, lambda: like(f"{named}(@)", lambda other: isinstance(other, Row | Lst | SetOf) and other.item == item)),
            (0.5, lambda: like(f"{named}(@)", lambda other: isinstance(other, Dic) and other.key == item)),
            (0.5, lambda: f"{self.leaf(kind)}.{self.pick(('union', 'difference', 'intersection'))}({self.leaf(Lst(item=item))})"),
            (0.3, lambda: f"{self.leaf(kind)}.copy()"),
        ]

    def _dicts(self, kind: Dic, depth: int) -> list[Way]:
        def built() -> str | None:
            found = self.iterated()
            if found is None:
                return None
            target, source, names = found
            with self.quiet(), self.scope(*names, weight=4, loop=True):
                key, value = self.term(kind.key, depth - 1), self.term(kind.value, depth - 1)
                test = f" if {self.term(BOOL, depth - 1)}" if self.chance(0.3) else ""
            return f"{{{key}: {value} for {target} in {source}{test}}}"

        def zipped() -> str | None:
            keys = self.latest(
                [each for each in self.reachable() if isinstance(each.kind, Row | Lst) and each.kind.item == kind.key]
            )
            return None if keys is None else f"dict(zip({keys.text}, {self.leaf(Lst(item=kind.value))}))"

        return [
            (2, built),
            (0.5, lambda: f"dict({self.leaf(kind)})"),
            (0.4, lambda: f"{self.leaf(kind)}.copy()"),
            (0.5, zipped),
            (0.4, lambda: f"{{**{self.leaf(kind)}, {self.slot(kind.key, 1)}: {self.slot(kind.value, 1)}}}"),
            (0.3, lambda: f"({self.leaf(kind)} | {self.leaf(kind)})"),
        ]

    def _others(self, kind: Type, depth: int) -> list[Way]:
        if isinstance(kind, Opt):
            inner = kind.item
            return [
                (2, lambda: f"({self.term(inner, depth - 1)} if {self.term(BOOL, depth - 1)} else None)"),
                (1, lambda: self.term(inner, depth - 1)),
                (0.7, lambda: None if (each := self.each(inner, depth)) is None else f"next(({each}), None)"),
                (0.5, lambda: self._got(inner)),
            ]
        if isinstance(kind, Tup):
            return [(2, lambda: self._tuple([self.term(each, depth - 1) for each in kind.items]))]
        if isinstance(kind, Row):
            return self._rows(kind, depth)
        if isinstance(kind, Rec):
            return self._objects(kind, depth)
        if isinstance(kind, Enu):
            place = f"{self.term(INT, depth - 1)} % {len(kind.members)}"
            return [(1, lambda: f"list({kind.name})[{place}]"), (1, lambda: f"{kind.name}({place})")]
        assert isinstance(kind, Arr)
        return [
            (1, lambda: f"({self.leaf(kind)} {self.pick('+-*')} {self.leaf(INT)})" if not self.loops else None),
            (1, lambda: f"({self.leaf(kind)} {self.pick('+-')} {self.leaf(kind)})"),
            (1, lambda: f"{self.leaf(kind)}.copy()"),
            (0.5, lambda: f"np.where({self.leaf(kind)} > {self.leaf(INT)}, {self.leaf(kind)}, {self.leaf(INT)})"),
            (0.5, lambda: f"np.abs({self.leaf(kind)})"),
        ]

    def _got(self, inner: Type) -> str | None:
        found = [each for each in self.reachable() if isinstance(each.kind, Dic) and each.kind.value == inner]
        found = [each for each in found if not (each.is_constant and holds_mutable(inner))]
        each = self.latest(found)
        if each is None:
            return None
        assert isinstance(each.kind, Dic)
        return f"{each.text}.get({self.slot(each.kind.key, 1)})"

    def _rows(self, kind: Row, depth: int) -> list[Way]:
        def built() -> str | None:
            inner = self.each(kind.item, depth)
            return None if inner is None else f"tuple({self.pick((inner, f'[{inner}]'))})"

        def put() -> str | None:
            found = self.latest(self.variables(kind, constant=True))
            if found is None or self.loops:
                return None
            name, place = found.text, self.number(0, 3)
            return f"({name}[:{place}] + ({self.slot(kind.item, 1)},) + {name}[{place + 1}:])"

        def like(form: str, wanted: Callable[[Type], bool]) -> str | None:
            each = self.latest([each for each in self.reachable() if wanted(each.kind)])
            return None if each is None else form.replace("@", each.text)

        is_row = lambda other: other == kind  # noqa: E731
        return [
            (2, built),
            (1, put),
            (0.7, lambda: like(f"@[{self.cut()}]", is_row)),
            (0.7, lambda: like("tuple(@)", lambda other: isinstance(other, Lst) and other.item == kind.item)),
            (0.5, lambda: like("tuple(sorted(@))", is_row) if is_ordered(kind.item) else None),
        ]

    def _objects(self, kind: Rec, depth: int) -> list[Way]:
        ways: list[Way] = [(2, lambda: self.made(kind, depth))]
        name = self.pick(kind.fields)
        item = kind.items[kind.fields.index(name)]
        if kind.form == "named":
            ways.append((1, lambda: f"{self.leaf(kind)}._replace({name}={self.slot(item, depth)})"))
        if kind.form in ("frozen", "data"):
            ways.append((1, lambda: f"dataclasses.replace({self.leaf(kind)}, {name}={self.slot(item, depth)})"))
        if self.allows("deepcopy") and is_mutable(kind):
            ways.append((0.5, lambda: f"copy.{self.pick(('copy', 'deepcopy'))}({self.leaf(kind)})"))
        return ways


__all__ = ["Terms", "is_hashable"]
