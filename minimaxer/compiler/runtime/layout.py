"""The layout of a game's values, such as states and moves, in words of 64 bits. Imports no compiler."""

from __future__ import annotations

import enum
import functools
import struct
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from attrs import field, frozen

from ...base.files import made_of
from ...errors import RulesError
from ...game.weights import Weights, WeightTable
from .intrinsics import bits_of, float_of
from .values import DICTS, can_change, entangled, fields_of, in_fields, places_of, positions

WORD: Final = 1 << 64
LEAST, GREATEST = -(1 << 63), (1 << 63) - 1
_NUMBERS: Final = ("int", "bool", "float", "text", "enum")
"""The kinds of values that are one word."""
_BYTES: Final = {1: "b", 2: "h", 4: "i", 8: "q"}
Words = tuple[int, ...]
"""The words of a value in memory."""


class LayoutError(Exception):
    """A value has another layout than expected; `where` is its place in the state, such as `.pits[3]`."""

    def __init__(self, got: str, where: str = "") -> None:
        super().__init__(f"{where or 'it'} is {got}")
        self.where = where
        self.got = got

    def within(self, place: str) -> LayoutError:
        """The same error, told of the value that has this one at a place."""
        return LayoutError(self.got, place + self.where)


@frozen
class Layout:
    """The shape of a value.

    Attributes:
        kind: `int`, `bool`, `float`; `none`, which takes no words; `text` or `enum`, the number of one of `names`;
            `chars`, a length and that many letters; `tuple`, items of different shapes; `object`, the fields of a class, or
            the values of a dict with these keys (in this order if `count` is not 0), or of a list;
            `board`, items of one shape; `row`, the same with a varying number of items, which comes first, for a tuple, list
            or dict; `set`, a row with the places of its table and that of each item; `maybe`, an item behind a word that is 1
            if it is there; `union`, the number of the item that it is, and room for each; `shared`, an item behind a word that
            is 0, or instead of it 1 and the place of that word, where the same object was before.
        items: The items' shapes; of a `board`, `row`, `maybe` or `shared` one.
        names: The fields' names; the texts; the names of an Enum's members.
        cls: The class of an object, or the Enum, where it is known.
        count: Items of a `board`, most items of a `row`; of an object of a plain class 1 if it is a value, which may be in
            several places.
    """

    kind: str
    items: tuple[Layout, ...] = ()
    names: tuple[str, ...] = ()
    cls: type[Any] | None = field(default=None, eq=False)
    count: int = 0
    words: int = field(init=False, eq=False, repr=False)
    changes: bool = field(init=False, eq=False, repr=False)
    """True if it, or part of it, is mutable."""
    holds_shared: bool = field(init=False, eq=False, repr=False)
    """True if something in it may be in several places."""
    _row: struct.Struct | None = field(init=False, eq=False, repr=False)
    _is_quick: bool = field(init=False, eq=False, repr=False)
    """True of ints, and of tuples of nothing but ints and such tuples."""
    _numbers: dict[str, int] = field(init=False, eq=False, repr=False)

    @_numbers.default
    def _number_names(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @changes.default
    def _can_change(self) -> bool:
        is_object = self.kind == "object" and self.cls is not None and can_change(self.cls) and not self._is_value
        is_mutable = is_object or self.kind == "array" or self.cls in (list, set, *DICTS)
        return is_mutable or any(item.changes for item in self.items)

    @property
    def _is_value(self) -> bool:
        """True of an object of a plain class that never changes, so that one may be in several places."""
        return self.kind == "object" and self.cls not in (dict, list) and bool(self.count)

    @holds_shared.default
    def _may_share(self) -> bool:
        return self.kind == "shared" or any(item.holds_shared for item in self.items)

    @words.default
    def _count_words(self) -> int:
        inner = sum(item.words for item in self.items)
        if self.kind in ("tuple", "object", "none"):
            return inner
        if self.kind in ("maybe", "shared", "union"):
            return 1 + inner
        if self.kind in ("board", "row"):
            return (self.kind == "row") + self.count * inner
        if self.kind == "set":
            return 2 + self.count * (1 + inner)
        return (self.kind == "chars") + self.count if self.kind in ("array", "chars") else 1

    @_row.default
    def _row_of_ints(self) -> struct.Struct | None:
        """The struct that packs an int, or a tuple of nothing but ints, at once."""
        if self.kind == "int":
            return struct.Struct("<q")
        if self.kind == "board" and self.items[0].kind == "int":
            return struct.Struct(f"<{self.count}q")
        is_row = self._is_tuple and all(item.kind == "int" for item in self.items)
        return struct.Struct(f"<{len(self.items)}q") if is_row else None

    @property
    def _is_tuple(self) -> bool:
        return self.kind in ("tuple", "object") and (self.cls is None or issubclass(self.cls, tuple))

    @_is_quick.default
    def _packs_quickly(self) -> bool:
        return self._row is not None or (self._is_tuple and all(item._is_quick for item in self.items))

    def pack(self, value: object) -> bytes:
        """The words of a value of this shape, side by side; raises LayoutError as `flatten` does."""
        if self._is_quick:
            try:
                return self._packed(value)
            except (struct.error, TypeError):  # an integer of 64 bits without a sign, or another shape
                pass
        return struct.pack(f"<{self.words}q", *self.flatten(value))

    def _packed(self, value: Any) -> bytes:
        if self.kind == "int":
            return self._row.pack(value)  # type: ignore[union-attr]  # ints have one
        if not isinstance(value, tuple) or (self._row is None and len(value) != len(self.items)):
            raise TypeError
        if self._row is not None:
            return self._row.pack(*value)
        return b"".join([item._packed(each) for item, each in zip(self.items, value, strict=True)])

    def flatten(self, value: object, *, by_value: bool = False) -> list[int]:
        """The words of a value of this shape; `by_value` if what is in several places counts like equal things. Raises
        LayoutError if it has another shape, or an integer needs more than 64 bits.
        """
        if self.kind == "int" and type(value) is int and LEAST <= value <= GREATEST:
            return [value]
        words = _Words(by_value)
        self._flatten(value, words)
        if self.changes and (bad := entangled(value, words.times)) is not None:
            where, got = bad
            raise LayoutError(got, where)
        return words

    def _flatten(self, value: object, words: _Words) -> None:
        if self.kind in ("tuple", "object"):
            if self._is_value:
                words.times[id(value)] = words.times.get(id(value), 1) + 1
            for number, (item, layout) in enumerate(zip(self._parts(value), self.items, strict=True)):
                if layout.kind == "int" and type(item) is int and LEAST <= item <= GREATEST:
                    words.append(item)
                    continue
                try:
                    layout._flatten(item, words)
                except LayoutError as error:
                    raise error.within(self.place(number)) from None
        elif self.kind in _NUMBERS:
            words.append(self._word(value))
        else:
            getattr(self, f"_flatten_{self.kind}")(value, words)

    def _flatten_none(self, value: object, words: _Words) -> None:
        if value is not None:
            raise LayoutError(f"{value!r}, where None was expected")

    def _flatten_shared(self, value: object, words: _Words) -> None:
        place = words.places.setdefault(id(value), 1 + len(words))
        words.times[id(value)] = words.times.get(id(value), 0) + 1
        if place <= len(words) and not words.by_value:
            words += [place, *[0] * self.items[0].words]
        else:
            words.append(0)
            self.items[0]._flatten(value, words)

    def _flatten_maybe(self, value: object, words: _Words) -> None:
        words.append(int(value is not None))
        if value is None:
            words += [0] * self.items[0].words
        else:
            self.items[0]._flatten(value, words)

    def _parts(self, value: object) -> Sequence[Any]:
        if self.cls is dict and self.kind == "object":
            if type(value) is dict and (tuple(value) == self.names if self.count else value.keys() == set(self.names)):
                return [value[name] for name in self.names]
            order = ", its keys in this order," if type(value) is dict and value.keys() == set(self.names) else ""
            raise LayoutError(f"{value!r}, where {self}{order} was expected")
        if self.kind == "object" and not isinstance(value, (tuple, list)):
            try:
                return [getattr(value, name) for name in self.names]
            except AttributeError:
                raise LayoutError(f"{value!r}, where {self} was expected") from None
        if isinstance(value, tuple):
            value = in_fields(value, ())  # whatever its class makes of its length
        if not isinstance(value, self.cls if self.cls is list else (tuple, list)) or len(value) != len(self.items):
            raise LayoutError(f"{value!r}, where a tuple of {len(self.items)} was expected")
        return value

    def _flatten_row(self, value: Any, words: _Words) -> None:
        """Flattens items: behind their number and, of a set, that of the places of its table, each behind its own place."""
        is_set = self.kind == "set"
        is_dict = self.cls in DICTS
        if not isinstance(value, self.cls or (frozenset if is_set else tuple)) or (is_dict and type(value) is not self.cls):
            raise LayoutError(f"{value!r}, where {self} was expected")
        if self.kind == "board" and len(value) != self.count:
            raise LayoutError(f"{value!r}, where a tuple of {self.count} was expected")
        if self.kind != "board":
            if len(value) > self.count:
                raise LayoutError(f"{value!r}, where {self._outside} of at most {self.count} items was expected")
            words.append(len(value))
        if is_set:
            words.append(places_of(value))
        places = positions(value) if is_set else []
        (item,) = self.items
        for number, each in enumerate(dict(value).items() if is_dict else value):
            if is_set:
                words.append(places[number])
            try:
                item._flatten(each, words)
            except LayoutError as error:
                raise error.within(" (an item)" if is_set else f"[{number}]") from None
        words += [0] * ((self.count - len(value)) * (is_set + item.words))

    _flatten_board = _flatten_set = _flatten_row

    def _flatten_array(self, value: Any, words: _Words) -> None:
        shape = tuple(map(int, self.names[1:]))
        if isinstance(value, bytes):
            found = struct.unpack(f"<{self.count}{_BYTES.get(len(value) // max(1, self.count), 'b')}", value)
        elif getattr(value, "shape", None) == shape:
            found = value.ravel().tolist()
        else:
            raise LayoutError(f"{value!r}, where {self} was expected")
        words += [self.items[0]._word(each) for each in found]

    def _flatten_union(self, value: object, words: _Words) -> None:
        is_exact = [item.cls is type(value) for item in self.items]
        fitting = (place for place, item in enumerate(self.items) if item._may_hold(value) and is_exact[place] == any(is_exact))
        if (chosen := next(fitting, None)) is None:
            raise LayoutError(f"{value!r}, where {self} was expected")
        words.append(chosen)
        for place, item in enumerate(self.items):
            if place == chosen:
                item._flatten(value, words)
            else:
                words += [0] * item.words

    def _may_hold(self, value: object) -> bool:
        """True if a value may belong to this option of several."""
        if self.kind == "shared":
            return self.items[0]._may_hold(value)
        if self.kind in ("tuple", "object"):
            return isinstance(value, self.cls or tuple) and (not isinstance(value, tuple) or len(value) == len(self.items))
        if self.kind == "array":
            return len(getattr(value, "shape", ())) == len(self.names) - 1
        if self.kind in ("text", "chars"):
            return isinstance(value, str)
        return isinstance(value, self.cls or (frozenset if self.kind == "set" else tuple if self.items else (int, float)))

    def _flatten_chars(self, value: object, words: _Words) -> None:
        if not isinstance(value, str) or len(value) > self.count:
            raise LayoutError(f"{value!r}, where a text of at most {self.count} characters was expected")
        words.append(len(value))
        for letter in value:
            if letter not in self._numbers:
                raise LayoutError(f"{value!r}, which holds {letter!r}, which no rule of the game makes")
        words += [*map(self._numbers.__getitem__, value), *[0] * (self.count - len(value))]

    def _word(self, value: object) -> int:
        if self.kind not in ("text", "enum"):
            return _word(self.kind, value)
        name = value.name if self.kind == "enum" and isinstance(value, enum.Enum) else value
        number = self._numbers.get(name) if isinstance(name, str) else None
        if number is None:
            raise LayoutError(f"{value!r}, where one of {', '.join(map(repr, self.names[:20]))} was expected")
        return number

    def place(self, number: int) -> str:
        """The notation of an item, such as `.name` or `[3]`."""
        name = self.names[number] if self.names else number
        return f".{name}" if self.names and self.cls is not dict else f"[{name!r}]"

    def rebuild(self, words: Sequence[int]) -> Any:
        """Rebuilds the value from its words."""
        return self._rebuild(_Reading(words) if self.holds_shared else iter(words))

    def read(self, words: Any) -> Any:
        """Reads a value from its words in a file; raises ValueError if no value has them."""
        value = self.rebuild(made_of(list[int], words))
        with suppress(LayoutError):
            if self.sorted(self.flatten(value)) == self.sorted(words):
                return value
        raise ValueError(f"expected {self}, got {value!r}")

    def _rebuild(self, words: Iterator[int]) -> Any:
        if self.kind == "shared":
            assert isinstance(words, _Reading)
            place = words.place
            reference = next(words)
            value = self.items[0]._rebuild(words)
            return words.made.setdefault(reference - 1 if reference else place, value)
        if self.kind in ("tuple", "object"):
            items = [each._rebuild(words) for each in self.items]
            return tuple(items) if self.cls is None else self._object(items)
        if self.kind in ("board", "row", "set"):
            count, is_set = self._read_count(words), self.kind == "set"
            items = [self.items[0]._rebuild(_after(words) if is_set else words) for _ in range(self.count)][:count]
            return Counter(dict(items)) if self.cls is Counter else (self.cls or (frozenset if is_set else tuple))(items)
        if self.kind == "array":
            import numpy

            found = [self.items[0]._rebuild(words) for _ in range(self.count)]
            return numpy.array(found, self.names[0] or None).reshape(tuple(map(int, self.names[1:])))
        if self.kind in ("union", "maybe"):
            place, found = next(words), [item._rebuild(words) for item in self.items]
            return found[place] if self.kind == "union" else found[0] if place else None
        if self.kind == "chars":
            count, *numbers = [next(words) for _ in range(1 + self.count)]
            return "".join(self.names[number] for number in numbers[:count])
        if self.kind == "none":
            return None
        word = next(words)
        if self.kind == "float":
            return float_of(word)
        if self.kind in ("text", "enum"):
            return self.names[word] if self.cls is None else self.cls[self.names[word]]
        return bool(word) if self.kind == "bool" else word

    def _read_count(self, words: Iterator[int]) -> int:
        """The number of items; skips that of the places of a set's table."""
        count = next(words) if self.kind != "board" else self.count
        if self.kind == "set":
            next(words)
        return count

    def sorted(self, words: Sequence[int], *, by_value: bool = False) -> list[int]:
        """Sorts the items of sets and dicts in a value's words, so that equal values have equal words. Shared ones, to whose
        places other words refer, keep theirs, unless the words are `by_value`.
        """
        return self._sorted(iter(words), by_value) if self.holds_sets else list(words)

    @property
    def holds_sets(self) -> bool:
        """True if a set or a dict is part of it."""
        return self.cls in (set, frozenset, *DICTS) or any(item.holds_sets for item in self.items)

    def _sorted(self, words: Iterator[int], by_value: bool) -> list[int]:
        if self.kind != "row" and not self.items:
            return [next(words) for _ in range(self.words)]
        if self.kind not in ("row", "board", "set"):
            first = [next(words) for _ in range(self.words - sum(item.words for item in self.items))]
            return first + [word for item in self.items for word in item._sorted(words, by_value)]
        count = self._read_count(words)
        is_set = self.kind == "set"
        rows = [self.items[0]._sorted(_after(words) if is_set else words, by_value) for _ in range(self.count)]
        if self.cls in (set, frozenset, *DICTS) and (by_value or not self.items[0].holds_shared):
            rows[:count] = sorted(rows[:count])
        return [count] + [word for row in rows for word in row]

    def _object(self, items: list[object]) -> object:
        """An object of the class; of one without fields, its attributes are set."""
        cls = self.cls
        assert cls is not None
        if cls in (dict, list):
            return dict(zip(self.names, items, strict=True)) if cls is dict else items
        if fields_of(cls) is not None:
            return cls(*items)
        made = object.__new__(cls)
        for name, item in zip(self.names, items, strict=True):
            object.__setattr__(made, name, item)
        return made

    @property
    def _outside(self) -> str:
        return f"a {getattr(self.cls, '__name__', 'tuple')}"

    def to_json(self) -> list[object]:
        """The shape as plain data."""
        cls = "" if self.cls is None else f"{self.cls.__module__}:{self.cls.__qualname__}"
        return [self.kind, [item.to_json() for item in self.items], list(self.names), cls, self.count]

    @classmethod
    def from_json(cls, data: list[Any]) -> Layout:
        """The shape that `to_json` wrote; raises TypeError if no loaded module has its class, as for one made in a function."""
        kind, items, names, path, count = data
        return cls(kind, tuple(cls.from_json(item) for item in items), tuple(names), _class_at(path), count)

    def __str__(self) -> str:
        inner = [str(item) for item in self.items]
        if self.kind == "array":
            return f"an array of shape ({', '.join(self.names[1:])}) of {inner[0]}"
        if self.kind in ("maybe", "shared", "union"):
            return " or ".join(inner + ["None"] * (self.kind == "maybe"))
        if self.kind in ("board", "row", "set"):
            return f"{self._outside} of {self.count if self.kind == 'board' else 'any number of'} items, each {inner[0]}"
        if self.kind not in ("tuple", "object"):
            enum_name = getattr(self.cls, "__name__", "an Enum")
            return {"text": "str", "chars": "str", "none": "None", "enum": enum_name}.get(self.kind, self.kind)
        if self.names:
            inner = [f"{name}: {item}" for name, item in zip(self.names, inner, strict=True)]
        return f"{self.cls.__name__ if self.cls else ''}({', '.join(inner)})"


class _Words(list[int]):
    """The words of a value that is flattened, without references if `by_value`. By the id of each shared object, `places` holds 1
    plus the place of the word before it, `times` the number of its places.
    """

    def __init__(self, by_value: bool) -> None:
        self.by_value: Final = by_value
        self.places: Final[dict[int, int]] = {}
        self.times: Final[dict[int, int]] = {}


class _Reading(Iterator[int]):
    """The words of a value that is rebuilt; `made` holds the shared objects by the place of the word before each."""

    def __init__(self, words: Sequence[int]) -> None:
        self._words: Final = words
        self.place = 0
        self.made: Final[dict[int, object]] = {}

    def __next__(self) -> int:
        self.place += 1
        return self._words[self.place - 1]


def _after(words: Iterator[int]) -> Iterator[int]:
    """Skips the next word, and returns those behind it."""
    next(words)
    return words


def _class_at(path: str) -> type[object] | None:
    if not path:
        return None
    module, _, name = path.partition(":")
    found: object = functools.reduce(lambda found, part: getattr(found, part, None), name.split("."), sys.modules.get(module))
    if not isinstance(found, type):
        raise TypeError(f"expected a class at {path}, got {found!r}")
    return found


def _word(kind: str, value: Any) -> int:
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        value = value.item()
    if kind == "float":
        if isinstance(value, int | float):
            return bits_of(float(value))
        raise LayoutError(f"{value!r}, where a float was expected")
    if kind == "bool" and value not in (False, True):
        raise LayoutError(f"{value!r}, where a truth value was expected")
    return as_word(value)


def as_word(value: object) -> int:
    """The signed integer with the same 64 bits; raises LayoutError if it is no integer, or needs more bits."""
    if not isinstance(value, int):
        raise LayoutError(f"{value!r}, where an int was expected")
    if LEAST <= value <= GREATEST:
        return int(value)
    if GREATEST < value < WORD:
        return value - WORD
    raise LayoutError(f"{value}, an integer beyond 64 bits")


def words_of(weights: Iterable[Weights]) -> list[int]:
    """The words of weights, one after the other."""
    found: list[int] = []
    for each in weights:
        if isinstance(each, WeightTable):
            found += each
            continue
        for name, number in each.to_dict().items():
            try:
                found.append(_word("int" if each.are_whole else "float", number))
            except LayoutError as error:
                raise error.within(name) from None
    return found


def flat(layout: Layout, state: object) -> bytes:
    """The words of a state, side by side as in memory; raises RulesError if it has another shape than the game's states."""
    try:
        return layout.pack(state)
    except LayoutError as error:
        where = error.where.lstrip(".") or "the state"
        raise RulesError(f"expected a state like {layout}, as the game's own are, but {where} is {error.got}") from error
