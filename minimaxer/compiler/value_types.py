"""Types: what the compiler knows of a value, and the machine scalars that hold it.

Every value is a flat sequence of *components*, each a number of 64 bits, a truth value or a float: a tuple has those of its items
side by side, a list one, the address of its memory. A value known at compile time, such as a function, has none.
"""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Iterable
from functools import cached_property
from itertools import takewhile
from typing import Any, ClassVar, Final, TypeGuard

from attrs import field, frozen
from llvmlite import ir

WORD: Final = ir.IntType(64)
BIT: Final = ir.IntType(1)
DOUBLE: Final = ir.DoubleType()
MOST_ITEMS: Final = 8
"""Items of a tuple that are kept side by side; more items, if alike, are a fixed tuple in memory."""
MOST_LEAVES: Final = 14
"""Scalars of a tuple that are kept side by side.

Source: five tuples of three scalars, as onitama has them, are a third slower side by side than in memory.
"""
COUNTS: Final = "counts"
"""The factory of a Counter's values: 0 for a missing key, which is not stored."""
ROW_ROOM: Final = 24
"""Least room, in items, for a list or tuple of varying length in the words exchanged with Python."""
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+")
"""The address in an object's repr, which differs each time."""


class Type:
    """The static type of a value."""

    components: tuple[ir.Type, ...] = ()
    """The machine's types of its scalars."""
    shown = "{self!r}"
    """Its name in messages, to be formatted."""
    is_never = False
    """True of the type of unreachable values, which is also that of the items of what is empty as far as known."""

    def __str__(self) -> str:
        return self.shown.format(self=self)


class Composite(Type):
    """The type of a value that is more than scalars side by side."""


def side_by_side(types: Iterable[Type]) -> tuple[ir.Type, ...]:
    """The components of values of these types, one behind the other."""
    return tuple(component for type_ in types for component in type_.components)


@frozen
class Never(Type):
    """The type of unreachable values."""

    shown = "nothing"
    is_never = True


RANGES: Final = {
    f"{sign}int{bits}": ((0, (1 << bits) - 1) if sign else (-(1 << bits - 1), (1 << bits - 1) - 1))
    for bits in (8, 16, 32, 64)
    for sign in ("", "u")
}
"""The least and the greatest number of numpy's integer types."""


@frozen
class Scalar(Type):
    """A number or a truth value; `dtype` is its numpy type if it is an element of an array."""

    dtype: str = field(default="", eq=False)


@frozen
class Int(Scalar):
    """A 64-bit integer."""

    components = (WORD,)

    def __str__(self) -> str:
        return "int" if self.dtype in ("", "int64") else self.dtype


@frozen
class Bool(Scalar):
    """A truth value."""

    components = (BIT,)
    shown = "bool"


@frozen
class Float(Scalar):
    """A float of 64 bits."""

    components = (DOUBLE,)
    shown = "float"


@frozen
class Single(Scalar):
    """A float of 32 bits, an element of an array, kept as one of 64: numpy rounds what it reckons, so it is only compared."""

    components = (DOUBLE,)
    shown = "a float of 32 bits"


def _same_constant(one: object) -> object:
    """A comparison key for constants: plain values by type and value, all else by identity."""
    if isinstance(one, tuple) and not hasattr(one, "_fields"):
        return (tuple, *map(_same_constant, one))
    return (type(one), repr(one)) if one is None or type(one) in (int, bool, float, str, range) else id(one)


@frozen
class Constant(Type):
    """A value known at compile time: a number in the source, a table of the module, a function, the rules themselves."""

    value: Any = field(eq=_same_constant)

    def __str__(self) -> str:
        return f"the constant {_ADDRESS.sub('', repr(self.value))}"


@frozen
class Optional(Composite):
    """A value, or None where its first component is 0."""

    item: Type
    components = cached_property(lambda self: (BIT, *self.item.components))
    shown = "{self.item} or None"


@frozen
class Tuple(Type):
    """A tuple of a known number of items, each of its own type; or an object of a frozen class with such fields."""

    items: tuple[Type, ...]
    cls: type[Any] | None = None
    names: tuple[str, ...] = ()
    components = cached_property(lambda self: side_by_side(self.items))

    def __str__(self) -> str:
        if self.cls is None:
            return f"({', '.join(map(str, self.items))}{',' if len(self.items) == 1 else ''})"
        inner = ", ".join(f"{name}: {item}" for name, item in zip(self.names, self.items, strict=True))
        return f"{self.cls.__name__}({inner})"


@frozen
class Union(Composite):
    """One of several types, told apart by their shapes: its number, then the components of each."""

    options: tuple[Type, ...]
    components = cached_property(lambda self: (WORD, *side_by_side(self.options)))

    @property
    def is_mixed(self) -> bool:
        """True if it holds more than tuples and objects with fields."""
        return not all(isinstance(each, Tuple) for each in self.options)

    def __str__(self) -> str:
        return " or ".join(map(str, self.options))


@frozen
class Row(Composite):
    """A tuple of items that are alike, in memory."""

    item: Type


@frozen
class FixedTuple(Row):
    """A tuple of a known number of items that are alike, in memory; never written to once it is made."""

    count: int
    components = (WORD,)
    shown = "a tuple of {self.count} items, each {self.item}"


@frozen
class Named(FixedTuple):
    """The weights of an evaluation: a fixed tuple whose items have names."""

    names: tuple[str, ...] = ()


@frozen
class VarTuple(Row):
    """A tuple of alike items whose length is known only at run time: the length, and the address of the items."""

    components = (WORD, WORD)
    shown = "a tuple of items, each {self.item}"


@frozen
class DictView(VarTuple):
    """A dict's keys, values or items: iterated in place, never stored, since Python's views follow later changes of the dict."""


class Cell:
    """The type of a list's items, inferred while the source is analysed: it only grows wider, and cells can be united."""

    __slots__ = ("_same", "_sizes", "_type", "is_shared")
    changes: ClassVar[int] = 0
    """The number of changes of any cell so far."""

    def __init__(self, type_: Type | None = None) -> None:
        self._type = type_
        self._same: Cell | None = None
        self._sizes: frozenset[int] = frozenset()
        self.is_shared = False

    def root(self) -> Cell:
        """The representative of all cells united with this one."""
        cell = self
        while cell._same is not None:
            cell = cell._same
        return cell

    @property
    def type(self) -> Type:
        """The type; `Never` while nothing is known."""
        type_ = self.root()._type
        return NEVER if type_ is None else type_

    def put(self, type_: Type) -> None:
        """Replaces the type."""
        Cell.changes += 1
        self.root()._type = type_

    def unite(self, other: Cell) -> None:
        """Unites both cells; the result has this one's type."""
        mine, theirs = self.root(), other.root()
        if mine is not theirs:
            Cell.changes += 1
            theirs._same = mine
            mine._sizes |= theirs._sizes
            mine.is_shared |= theirs.is_shared

    def note(self, size: int) -> None:
        """Records the length of a list that was seen."""
        self.root()._sizes |= {size}

    @property
    def room(self) -> int:
        """Room for items in the words exchanged with Python: the length of the lists seen if all are equally long, else more."""
        sizes = self.root()._sizes
        return max(sizes) if len(sizes) == 1 else max([ROW_ROOM, *(2 * size for size in sizes)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cell):
            return NotImplemented
        mine, theirs = self.root(), other.root()
        return mine is theirs or (mine._type is not None and mine._type == theirs._type)

    def __hash__(self) -> int:
        return 0


@frozen
class Collection(Composite):
    """A list or a set."""

    cell: Cell
    components = (WORD,)

    @property
    def item(self) -> Type:
        """The type of its items."""
        return self.cell.type


@frozen
class List(Collection):
    """A list: the address of three words, its length, its room, and the address of its items."""

    shown = "a list of items, each {self.item}"


@frozen
class Set(Collection):
    """A set: the address of its table."""

    cls: type = set
    """`set`, or `frozenset` of one that never changes."""
    shown = "a set of items, each {self.item}"


@frozen
class Dict(Composite):
    """A dict, laid out as a `Set` of pairs of a key and a value."""

    key: Cell
    value: Cell
    missing: object = None
    """The factory of values for missing keys, of a defaultdict or a Counter."""
    fixed: bool = False
    """True if it is a module constant, which never changes."""
    components = (WORD,)

    @property
    def cell(self) -> Cell:
        """The cell that records how many entries there are, and if dicts are shared."""
        return self.key

    @property
    def item(self) -> Tuple:
        """The type of an entry."""
        return Tuple((self.key.type, self.value.type))

    shown = "a dict of {self.key.type} to {self.value.type}"


@frozen
class Array(Composite):
    """An array of numpy: the address of its first element, then of each axis its length and stride in words."""

    item: Type = field(eq=lambda item: (item, getattr(item, "dtype", "")))
    axes: int
    shape: tuple[int, ...] | None = None
    """The lengths of its axes, where they are known."""
    fixed: bool = False
    """True if it is read-only: a module constant, or a diagonal."""
    components = cached_property(lambda self: (WORD,) * (1 + 2 * self.axes))

    @property
    def dtype(self) -> str:
        """The type of its elements in numpy."""
        return str(getattr(self.item, "dtype", ""))

    def __str__(self) -> str:
        shape = f"of shape {self.shape}" if self.shape is not None else f"of {self.axes} axes"
        return f"an array {shape} of {self.item}"


class Record:
    """The attribute types of a mutable class, common to all its objects; or the types of the values of keyed dicts or lists."""

    def __init__(self, cls: type) -> None:
        self.cls: Final = cls
        self.cells: Final[dict[str, Cell]] = {}
        self.is_seen = False
        """True if states hold objects of the class."""
        self.is_shared = False
        """True if a state may hold one of them in several places."""
        self.has_orders = False
        """True if keyed dicts are made with their keys in different orders."""
        self.set_in_init: frozenset[str] | None = None
        """The attributes that every object made by the rules has before any is read; None where the rules make none."""

    def offset(self, name: str) -> int:
        """The offset of an attribute, in words."""
        return sum(len(self.cells[each].type.components) for each in takewhile(name.__ne__, self.cells))

    @property
    def words(self) -> int:
        """The size of all attributes, in words."""
        return sum(len(cell.type.components) for cell in self.cells.values())

    @property
    def size(self) -> int:
        """The size of all attributes and flags, in words."""
        return self.words + len(self.flags)

    @property
    def flags(self) -> dict[str, int]:
        """The flag words behind all attributes, by attribute that may be unset."""
        names = [] if self.set_in_init is None else [name for name in self.cells if name not in self.set_in_init]
        return {name: place for place, name in enumerate(names, self.words)}


Records = dict[object, Record]
"""The records of a game's mutable classes, by class, and of classes of values, by `value_key`.

Of keyed dicts and lists, by `dict` or `list` and the set of their names.
"""


def value_key(cls: type) -> object:
    """The key of the record of a plain class whose objects are values: in it they are made, before they are tuples."""
    return "values", cls


def is_of_values(cls: type, records: Records) -> bool:
    """True of a plain class of which the module holds objects, where none changes: they are values, as of a frozen class."""
    return value_key(cls) in records and cls not in records


@frozen
class Fielded(Composite):
    """A mutable value with parts of different types: the address of its parts."""

    record: Record = field(eq=id)
    components = (WORD,)


@frozen
class Object(Fielded):
    """A mutable object: the address of its attributes."""

    shown = "{self.record.cls.__name__}"


@frozen
class Keyed(Fielded):
    """A dict whose keys are known texts, or a list of known length, whose values have types of their own."""

    @property
    def names(self) -> tuple[str, ...]:
        """The keys; of a list, the indices as texts."""
        return tuple(self.record.cells)

    def __str__(self) -> str:
        if self.record.cls is list:
            return f"a list of {len(self.names)} items with types of their own"
        return f"a dict with the keys {', '.join(map(repr, self.names))}"


@frozen
class Symbol(Type):
    """A member of a finite set, by its number: a short text, or a member of an Enum."""

    domain: Any
    """The Enum's class, or `str`."""
    components = (WORD,)

    def __str__(self) -> str:
        return "a text" if self.domain is str else str(self.domain.__name__)


@frozen
class Text(Composite):
    """A text made at run time: its length, and the address of its characters' numbers."""

    components = (WORD, WORD)
    shown = "a text"


@frozen
class Range(Type):
    """A `range`: start, stop, step."""

    components = (WORD, WORD, WORD)
    shown = "a range"


@frozen
class Method(Type):
    """A function with its first argument."""

    owner: Type
    function: object = field(eq=id)
    components = cached_property(lambda self: self.owner.components)

    def __str__(self) -> str:
        return f"the method {getattr(self.function, '__name__', self.function)}"


@frozen
class Super(Type):
    """The `super()` of an object: its attributes are looked up behind one of its classes."""

    owner: Type
    behind: type
    components = cached_property(lambda self: self.owner.components)
    shown = "super() of {self.owner}"


@frozen
class Closure(Type):
    """A function defined within another: its source, and the frame whose names it uses."""

    node: ast.FunctionDef | ast.Lambda = field(eq=id)
    frame: Any = field(eq=lambda frame: frame and frame.number)
    is_repeated: bool = False
    """True if it is made within a loop: names of its frame and its defaults are those of the last round."""
    shown = "a function"


@frozen
class Rest(Type):
    """The last arguments of a call: the items of a tuple of varying length."""

    row: VarTuple
    components = (WORD, WORD)
    shown = "{self.row}, one by one"


@frozen
class Stream(Type):
    """A lazy iterator, consumed once: a generator, `zip`, `enumerate`, `map`."""

    source: Any
    parts: tuple[Type, ...] = ()
    components = cached_property(lambda self: side_by_side(self.parts))
    shown = "an iterator"


NEVER: Final = Never()
INT: Final = Int()
BOOL: Final = Bool()
FLOAT: Final = Float()
NONE: Final = Constant(None)
TEXT: Final = Symbol(str)
CHARS: Final = Text()
RANGE: Final = Range()


def element(dtype: str) -> Type:
    """The element type of an array with that numpy type."""
    return {"bool": Bool, "float64": Float, "float32": Single}.get(dtype, Int)(dtype)


def dtype_of(type_: Type) -> str:
    """The numpy type of an array of such numbers."""
    default = "bool" if isinstance(type_, Bool) else "float64" if isinstance(type_, Float) else "int64"
    return getattr(type_, "dtype", "") or default


def row_of(item: Type, count: int) -> Type:
    """The type of a tuple of that many alike items."""
    small = count <= MOST_ITEMS and count * len(item.components) <= MOST_LEAVES
    return Tuple((item,) * count) if small else FixedTuple(item, count)


def parts_of(type_: Type) -> Iterable[Type]:
    """The types of the values that a value contains."""
    if isinstance(type_, Fielded):
        return [cell.type for cell in type_.record.cells.values()]
    if isinstance(type_, (Union, Tuple)):
        return type_.options if isinstance(type_, Union) else type_.items
    return [type_.item] if isinstance(type_, (Row, Optional, Collection, Dict)) else []


def is_bound(type_: Type) -> bool:
    """True of what belongs to the frame that made it, an iterator or an inner function, and of what may hold one."""
    is_made_of_parts = isinstance(type_, (Union, Optional, Tuple, Row))
    return any(map(is_bound, parts_of(type_))) if is_made_of_parts else isinstance(type_, (Stream, Closure))


def holds_repeated(type_: Type) -> bool:
    """True of a function made within a loop, or of what holds one: it does not outlast its round."""
    if isinstance(type_, Closure):
        return type_.is_repeated
    return isinstance(type_, (Tuple, Union, Optional, Row)) and any(map(holds_repeated, parts_of(type_)))


def is_known(type_: Type, *classes: type) -> TypeGuard[Constant]:
    """True of a value known at compile time that is of one of these classes."""
    return isinstance(type_, Constant) and isinstance(type_.value, classes)


def is_enum(value: object) -> TypeGuard[type[enum.Enum]]:
    """True if a value is an Enum class."""
    return isinstance(value, type) and issubclass(value, enum.Enum)


def share(type_: Type) -> None:
    """Records that a state may hold one such value in several places."""
    if (owner := _sharing(type_)) is not None:
        owner.is_shared = True


def is_shared(type_: Type) -> bool:
    """True if a state may hold one such value in several places."""
    return getattr(_sharing(type_), "is_shared", False)


def _sharing(type_: Type) -> Cell | Record | None:
    """What records if values of a type are shared; None of what cannot change."""
    return type_.cell.root() if isinstance(type_, (Collection, Dict)) else type_.record if isinstance(type_, Fielded) else None


def holds_shared(type_: Type) -> bool:
    """True if a value, or something in it, may be in several places of a state."""
    return is_shared(type_) or any(map(holds_shared, parts_of(type_)))
