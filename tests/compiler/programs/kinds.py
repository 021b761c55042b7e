"""Kinds of the values that programs hold: what the writer of expressions goes by."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class Kind:
    """A kind of value. Those of this very class have a name and nothing else."""

    name: str = ""


@frozen
class Chars(Kind):
    """A text of so many letters."""

    count: int = 3


@frozen
class Member(Kind):
    """A member of an Enum of the program."""

    members: tuple[str, ...] = ()
    values: str = "int"


@frozen
class Maybe(Kind):
    """A value or None."""

    item: Kind = Kind()


@frozen
class Tup(Kind):
    """A tuple of items, each of its own kind."""

    items: tuple[Kind, ...] = ()


@frozen
class Board(Kind):
    """A tuple of so many items that are alike."""

    item: Kind = Kind()
    count: int = 0


@frozen
class Row(Kind):
    """A tuple of any number of items that are alike."""

    item: Kind = Kind()


@frozen
class List(Kind):
    """A list."""

    item: Kind = Kind()


@frozen
class Deque(Kind):
    """A deque."""

    item: Kind = Kind()


@frozen
class Set(Kind):
    """A set."""

    item: Kind = Kind()


@frozen
class Frozen(Kind):
    """A frozenset."""

    item: Kind = Kind()


@frozen
class Dict(Kind):
    """A dict."""

    key: Kind = Kind()
    value: Kind = Kind()


@frozen
class Obj(Kind):
    """An object of a NamedTuple or frozen class of the program.

    Attributes:
        form: How its class is made: `tuple`, `dataclass`, `attrs`, or `plain`, whose attributes can be set.
        fields: The names of its fields.
        items: Their kinds.
        own: The operators that its class has of its own, as `add` for `__add__`.
    """

    form: str = "tuple"
    fields: tuple[str, ...] = ()
    items: tuple[Kind, ...] = ()
    own: tuple[str, ...] = ()


@frozen
class Array(Kind):
    """An array of numpy, of whole numbers."""

    shape: tuple[int, ...] = (3,)


@frozen
class Either(Kind):
    """An object of one of two classes."""

    options: tuple[Obj, ...] = ()


INT: Final = Kind("int")
BOOL: Final = Kind("bool")
FLOAT: Final = Kind("float")
WORD: Final = Kind("word")
LETTER: Final = Kind("letter")
LETTERS: Final = "abx."
WORDS: Final = ("", "a", "b", "x", "king", "Queen", "x.")
NUMBERS: Final = (INT, BOOL, FLOAT)
PAIR: Final = Tup(items=(INT, INT))


def item_of(kind: Kind) -> Kind | None:
    """The kind of what a loop over a value goes through; None where there is nothing to go through."""
    if isinstance(kind, Board | Row | List | Deque | Set | Frozen):
        return kind.item
    if isinstance(kind, Dict):
        return kind.key
    return LETTER if isinstance(kind, Chars) else None


def is_ordered(kind: Kind) -> bool:
    """Whether a loop over a value goes through the items in the same order in each process."""
    return not isinstance(kind, Set | Frozen) or has_steady_hash(kind.item)


def has_steady_hash(kind: Kind) -> bool:
    """Whether values of the kind have the same hash in each process, which texts do not have."""
    if isinstance(kind, Tup):
        return all(map(has_steady_hash, kind.items))
    if isinstance(kind, Obj):
        return kind.form in ("tuple", "dataclass") and "eq" not in kind.own and all(map(has_steady_hash, kind.items))
    if isinstance(kind, Board | Row):
        return has_steady_hash(kind.item)
    return kind in (INT, BOOL) or (isinstance(kind, Member) and kind.values == "IntEnum")


def can_be_changed(kind: Kind) -> bool:
    """Whether a value of the kind can be changed in place."""
    return isinstance(kind, List | Deque | Set | Dict | Array) or (isinstance(kind, Obj) and kind.form == "plain")


def is_sequence(kind: Kind) -> bool:
    """Whether items of a value have indices."""
    return isinstance(kind, Board | Row | List | Deque | Chars)


def is_sortable(kind: Kind) -> bool:
    """Whether Python has an order for values of the kind."""
    if isinstance(kind, Tup):
        return all(map(is_sortable, kind.items))
    if isinstance(kind, Board | Row):
        return is_sortable(kind.item)
    if isinstance(kind, Member):
        return kind.values == "IntEnum"
    return kind in (INT, BOOL, FLOAT, WORD, LETTER) or isinstance(kind, Chars)


def is_hashable(kind: Kind) -> bool:
    """Whether values of the kind can be in a set."""
    if can_be_changed(kind):
        return False
    if isinstance(kind, Tup | Obj):
        return all(map(is_hashable, kind.items))
    if isinstance(kind, Board | Row | Maybe):
        return is_hashable(kind.item)
    return True


def holds(kind: Kind, cls: type[Kind]) -> bool:
    """Whether a value of the kind is, or holds, one of another."""
    if isinstance(kind, cls):
        return True
    if isinstance(kind, Tup | Obj):
        return any(holds(each, cls) for each in kind.items)
    if isinstance(kind, Board | Row | Maybe | List | Deque | Set | Frozen):
        return holds(kind.item, cls)
    return False
