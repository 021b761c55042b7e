"""The author of a random module: source of chance, what is in scope, and what functions can be called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final, TypeVar

from attrs import evolve, frozen

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
    is_hashable,
    is_mutable,
    parts,
)

T = TypeVar("T")
Lines = list[str]
MOST_CALLS: Final = 300
"""Bound of what a call in loops may cost, in statements."""


@frozen
class Var:
    """A name in scope.

    Attributes:
        text: Its source; `self.x` for an attribute.
        kind: Its type.
        can_assign: True if it may be bound again.
        is_constant: True if it lasts beyond a call, so that nothing in it may be changed.
    """

    text: str
    kind: Type
    can_assign: bool = True
    is_constant: bool = False


@frozen
class Function:
    """A function of the module, or a method of one of its classes.

    Attributes:
        name: Its name.
        takes: The types of its parameters.
        gives: The type of its result, or of the items it yields.
        is_generator: True if it yields.
        owner: The class whose method it is.
        changes: The types of the values that it may change in place.
        cost: A bound of the statements that one call runs.
        optional: The number of parameters with defaults.
    """

    name: str
    takes: tuple[Type, ...]
    gives: Type
    is_generator: bool = False
    owner: Rec | None = None
    changes: frozenset[Type] = frozenset()
    cost: int = 1
    optional: int = 0


class Author:
    """What is known where source is being written."""

    def __init__(self, seed: int, left_out: frozenset[str]) -> None:
        self.rng = Random(seed)
        self.left_out = left_out
        self.vars: list[Var] = []
        self.functions: list[Function] = []
        self.enums: list[Enu] = []
        self.classes: list[Rec] = []
        self.locked: frozenset[Type] = frozenset()
        self.changed: set[Type] = set()
        self.weight = 1
        self.cost = 0
        self.loops = 0
        self.numbered = 0
        self.can_name = True
        self.can_change = True
        self.has_self = False

    # --- chance -----------------------------------------------------------------------------------------------------------

    def chance(self, share: float) -> bool:
        """True that often."""
        return self.rng.random() < share

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.rng.randrange(len(items))]

    def number(self, low: int, high: int) -> int:
        """A number from low to high."""
        return self.rng.randint(low, high)

    def allows(self, what: str) -> bool:
        """True if programs hold such constructs in this run."""
        return what not in self.left_out

    def fresh(self, stem: str) -> str:
        """A new name."""
        self.numbered += 1
        return f"{stem}{self.numbered}"

    # --- scope ------------------------------------------------------------------------------------------------------------

    @contextmanager
    def scope(self, *more: Var, weight: int = 1, loop: bool = False, locked: Type | None = None) -> Iterator[None]:
        """A block: names bound in it go out of scope at its end."""
        kept = self.vars, self.weight, self.loops, self.locked
        self.vars = [*self.vars, *more]
        self.weight *= weight
        self.loops += loop
        if locked is not None:
            self.locked |= {locked}
        try:
            yield
        finally:
            self.vars, self.weight, self.loops, self.locked = kept

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """An expression evaluated later or more than once: it binds no name and changes nothing."""
        kept = self.can_name, self.can_change
        self.can_name = self.can_change = False
        try:
            yield
        finally:
            self.can_name, self.can_change = kept

    @contextmanager
    def function(self, *params: Var) -> Iterator[None]:
        """The body of a function of the module: nothing but constants is in scope outside it."""
        kept = self.vars, self.weight, self.loops, self.locked, self.cost, self.changed, self.can_name, self.can_change
        self.vars = [*(each for each in self.vars if each.is_constant), *params]
        self.weight, self.loops, self.locked, self.cost, self.changed = 1, 0, frozenset(), 1, set()
        self.can_name = self.can_change = True
        try:
            yield
        finally:
            self.vars, self.weight, self.loops, self.locked, self.cost, self.changed, self.can_name, self.can_change = kept

    def variables(self, kind: Type, *, constant: bool = False) -> list[Var]:
        """Names of values of the type, the latest last; attributes of objects in scope too."""
        found = [each for each in self.reachable() if each.kind == kind and (constant or not each.is_constant)]
        return found if not holds_mutable(kind) else [each for each in found if not each.is_constant]

    def reachable(self) -> list[Var]:
        """Names in scope, and attributes of objects in scope."""
        found = []
        for each in self.vars:
            found.append(each)
            if isinstance(each.kind, Rec):
                for name, kind in zip(each.kind.fields, each.kind.items, strict=True):
                    can_assign = each.kind.form in ("data", "plain") and not each.is_constant
                    found.append(Var(f"{each.text}.{name}", kind, can_assign, each.is_constant))
        return found

    def latest(self, found: Sequence[Var]) -> Var | None:
        """One of these names, a late one rather than an early one."""
        if not found:
            return None
        return self.pick(found[-3:]) if self.chance(0.6) else self.pick(found)

    def may_change(self, kind: Type) -> bool:
        """True if a value of the type may be changed here: no loop runs over one."""
        return self.can_change and kind not in self.locked

    def changes(self, kind: Type) -> None:
        """Notes that values of the type are changed."""
        self.changed.add(kind)

    def may_call(self, function: Function) -> bool:
        """True if a call fits here: it is not too expensive, and changes nothing that a loop runs over."""
        if function.changes and (not self.can_change or function.changes & self.locked):
            return False
        return function.cost * self.weight <= MOST_CALLS

    def called(self, function: Function) -> None:
        """Notes a call."""
        self.changed |= function.changes
        self.cost += function.cost * self.weight

    def constants(self, wanted: type[Type]) -> list[Var]:
        """Constants of the module or the rules of that class of types."""
        return [each for each in self.vars if each.is_constant and isinstance(each.kind, wanted)]

    # --- types ------------------------------------------------------------------------------------------------------------

    def scalar(self) -> Type:
        """A type without parts."""
        return self.rng.choices([INT, BOOL, STR, FLOAT, *self.enums], [8, 1.5, 2, 1, *[1.5 for _ in self.enums]])[0]

    def item(self) -> Type:
        """A type of items."""
        if self.chance(0.65):
            return self.scalar()
        made: list[Type] = [
            Tup(items=(INT, INT)),
            Tup(items=(self.scalar(), self.scalar())),
            Lst(item=INT),
            Lst(item=self.scalar()),
        ]
        made += [Opt(item=INT), Opt(item=self.scalar()), Row(item=INT), *self.classes, *self.classes]
        return self.pick(made)

    def hashable(self) -> Type:
        """A type of keys and of items of sets."""
        while not is_hashable(kind := self.item()) or (not self.allows("texts in sets") and _has_text(kind)):
            pass
        return kind

    def type(self) -> Type:
        """A type of a local name."""
        options: list[tuple[float, Type]] = [
            (5, self.scalar()),
            (1, Tup(items=tuple(self.item() for _ in range(self.number(2, 3))))),
            (1, Row(item=self.item())),
            (5, Lst(item=self.item())),
            (1.5, Lst(item=Lst(item=self.scalar()))),
            (1.5, SetOf(item=self.hashable())),
            (0.5, SetOf(item=self.hashable(), is_frozen=True)),
            (2, Dic(key=self.hashable(), value=self.item())),
            (1, Dic(key=self.hashable(), value=Lst(item=self.scalar()))),
            (1.2, Opt(item=self.pick([INT, self.scalar(), Tup(items=(INT, INT)), Lst(item=INT), *self.classes]))),
            *((1.5, each) for each in self.classes),
        ]
        if self.allows("arrays"):
            options.append((0.5, Arr(shape=self.pick(((3,), (2, 3), (4,), (3, 3))))))
        return self.rng.choices([kind for _, kind in options], [share for share, _ in options])[0]


def _has_text(kind: Type) -> bool:
    return kind == STR or any(map(_has_text, parts(kind)))


__all__ = ["Author", "Function", "Lines", "Var", "evolve", "is_mutable"]
