"""Types of the values in random methods."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class Type:
    """A type of value; `int`, `bool`, `float` and `str` are of this class itself."""

    name: str = ""


@frozen
class Tup(Type):
    """A tuple of a fixed length."""

    items: tuple[Type, ...] = ()


@frozen
class Row(Type):
    """A tuple of any length."""

    item: Type = Type()


@frozen
class Lst(Type):
    """A list."""

    item: Type = Type()


@frozen
class SetOf(Type):
    """A set, or a frozenset."""

    item: Type = Type()
    is_frozen: bool = False


@frozen
class Dic(Type):
    """A dict."""

    key: Type = Type()
    value: Type = Type()


@frozen
class Opt(Type):
    """A value or None."""

    item: Type = Type()


@frozen
class Enu(Type):
    """An Enum of the module."""

    members: tuple[str, ...] = ()


@frozen
class Rec(Type):
    """A class of the module.

    Attributes:
        form: `named`, `frozen`, `data` or `plain`: a NamedTuple, a frozen dataclass, a dataclass, a class with `__init__`.
        fields: The names of its attributes.
        items: Their types.
        has_eq: True if `==` compares the attributes.
    """

    form: str = "named"
    fields: tuple[str, ...] = ()
    items: tuple[Type, ...] = ()
    has_eq: bool = True


@frozen
class Arr(Type):
    """An array of numpy, of int64."""

    shape: tuple[int, ...] = (3,)


INT: Final = Type("int")
BOOL: Final = Type("bool")
FLOAT: Final = Type("float")
STR: Final = Type("str")


def is_mutable(kind: Type) -> bool:
    """True if a value can be changed in place."""
    return isinstance(kind, Lst | Dic | Arr) or (isinstance(kind, SetOf) and not kind.is_frozen) or is_object(kind)


def is_object(kind: Type) -> bool:
    """True if attributes of a value can be set."""
    return isinstance(kind, Rec) and kind.form in ("data", "plain")


def parts(kind: Type) -> tuple[Type, ...]:
    """The types of what a value holds."""
    if isinstance(kind, Tup | Rec):
        return kind.items
    if isinstance(kind, Dic):
        return (kind.key, kind.value)
    return (kind.item,) if isinstance(kind, Row | Lst | SetOf | Opt) else ()


def holds_mutable(kind: Type) -> bool:
    """True if a value, or one within it, can be changed in place."""
    return is_mutable(kind) or any(map(holds_mutable, parts(kind)))


def holds(kind: Type, wanted: type[Type] | Type) -> bool:
    """True if a value is of that type, or holds one that is."""
    is_it = isinstance(kind, wanted) if isinstance(wanted, type) else kind == wanted
    return is_it or any(holds(each, wanted) for each in parts(kind))


def is_hashable(kind: Type) -> bool:
    """True if a value can be in a set, and its hash does not depend on the process's seed for texts where that matters."""
    if isinstance(kind, Rec) and (kind.form not in ("named", "frozen")):
        return False
    return not is_mutable(kind) and kind != FLOAT and all(map(is_hashable, parts(kind)))


def is_steady(kind: Type) -> bool:
    """True if a set of such values is iterated in the same order in each process."""
    if isinstance(kind, Opt | Enu) or kind in (STR, FLOAT):
        return False
    return all(map(is_steady, parts(kind)))


def is_ordered(kind: Type) -> bool:
    """True if `<` compares values, in both tiers."""
    if isinstance(kind, Tup):
        return all(map(is_ordered, kind.items))
    if isinstance(kind, Rec):
        return kind.form == "named" and all(map(is_ordered, kind.items))
    return kind in (INT, BOOL, FLOAT) or (isinstance(kind, Row | Lst) and is_ordered(kind.item))


def is_comparable(kind: Type) -> bool:
    """True if `==` compares values rather than identities, in both tiers."""
    if isinstance(kind, Arr) or (isinstance(kind, Rec) and not kind.has_eq):
        return False
    return all(map(is_comparable, parts(kind)))
