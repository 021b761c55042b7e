"""The writer of a program's parts: its source of chance, the names in sight, and ways to a value of any kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final, TypeVar

from attrs import define, field, frozen

from .kinds import (
    BOOL,
    FLOAT,
    INT,
    LETTER,
    LETTERS,
    NUMBERS,
    WORD,
    WORDS,
    Array,
    Board,
    Chars,
    Deque,
    Dict,
    Either,
    Frozen,
    Kind,
    List,
    Maybe,
    Member,
    Obj,
    Row,
    Set,
    Tup,
    can_be_changed,
    is_hashable,
    is_sequence,
    item_of,
)

T = TypeVar("T")


@frozen
class Name:
    """Something in sight: the source that gives it, which is a name or an attribute, and its kind.

    Attributes:
        text: The source.
        kind: The kind.
        can_change: Whether it is a local name.
        is_known: Whether it is a constant of the module or the rules.
    """

    text: str
    kind: Kind
    can_change: bool = False
    is_known: bool = False


@frozen
class Function:
    """A function in sight: the source that gives it, the kinds of its arguments, and of its result or of what it yields.

    Attributes:
        text: The source.
        takes: The kinds of its arguments.
        gives: The kind of its result, or of what it yields.
        is_generator: Whether it yields.
        takes_more: Whether any number of INTs may follow.
    """

    text: str
    takes: tuple[Kind, ...]
    gives: Kind
    is_generator: bool = False
    takes_more: bool = False


Production = Callable[["Writer", Kind, int], "str | None"]
_PRODUCTIONS: Final[dict[object, list[tuple[float, Production]]]] = {}
ANY: Final = "any"
_TRIES: Final = 8


def production(*kinds: object, weight: float = 1.0) -> Callable[[Production], Production]:
    """Registers a way to write an expression of these kinds: a kind, a class of kinds, or `ANY`. None stands for no way here."""

    def register(function: Production) -> Production:
        for kind in kinds:
            _PRODUCTIONS.setdefault(kind, []).append((weight, function))
        return function

    return register


@define(eq=False)
class Writer:
    """What is known where the program is being written.

    Attributes:
        rng: The source of chance.
        names: What is in sight.
        functions: What can be called.
        members: The Enums of the program.
        objects: The classes of values of the program.
        is_tame: Whether numbers are to be kept small, as where a state is made.
        can_name: Whether `:=` may stand here.
        size: How much is written, as a share of the most.
        numbered: How many names were made.
    """

    rng: Random
    names: list[Name] = field(factory=list)
    functions: list[Function] = field(factory=list)
    members: list[Member] = field(factory=list)
    objects: list[Obj] = field(factory=list)
    is_tame: bool = False
    can_name: bool = True
    numbered: int = 0
    size: float = 1.0

    # --- chance -----------------------------------------------------------------------------------------------------------

    def chance(self, share: float) -> bool:
        """Whether it happens, so often."""
        return self.rng.random() < share

    def pick(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[self.rng.randrange(len(items))]

    def weighted(self, items: Sequence[tuple[float, T]]) -> T:
        """One of them by their weights."""
        return self.rng.choices([item for _, item in items], [weight for weight, _ in items])[0]

    def rarely(self) -> bool:
        """Whether something is written that is known to be refused."""
        return self.rng.random() < 0.01

    def some(self, low: int, high: int) -> int:
        """A number of statements and the like, from low to high or less, by the size of the program."""
        return max(low, round(self.rng.randint(low, high) * self.size))

    def number(self, low: int, high: int) -> int:
        """A number from low to high."""
        return self.rng.randint(low, high)

    def fresh(self, stem: str = "v") -> str:
        """A name that was not used."""
        self.numbered += 1
        return f"{stem}{self.numbered}"

    # --- what is in sight -------------------------------------------------------------------------------------------------

    @contextmanager
    def scope(self, *more: Name, can_name: bool | None = None) -> Iterator[None]:
        """Within it these names are in sight too; those that come up in it, and functions, go out of sight at its end."""
        kept = self.names, self.functions, self.can_name
        self.names = [*self.names, *more]
        if can_name is not None:
            self.can_name = can_name
        try:
            yield
        finally:
            self.names, self.functions, self.can_name = kept

    def having(self, wanted: Callable[[Name], bool]) -> Name | None:
        """A name in sight like that, one of the latest rather than an early one; None where there is none."""
        found = [name for name in self.names if wanted(name)]
        if not found:
            return None
        return self.pick(found[-4:]) if self.chance(0.6) else self.pick(found)

    def name_of(self, kind: Kind) -> Name | None:
        """A name of a value of the kind."""
        return self.having(lambda name: name.kind == kind)

    def bound(self, kind: Kind, stem: str = "e") -> tuple[str, list[Name]]:
        """A target for values of the kind, with the names that it binds: a pair may be taken apart."""
        if isinstance(kind, Tup) and self.chance(0.7):
            parts = [self.bound(each, stem) for each in kind.items]
            text = ", ".join(target for target, _ in parts)
            return f"({text},)" if len(parts) == 1 else f"({text})", [name for _, names in parts for name in names]
        text = self.fresh(stem)
        return text, [Name(text, kind)]

    # --- kinds ------------------------------------------------------------------------------------------------------------

    def plain_kind(self) -> Kind:
        """A kind without items, INT more often than others."""
        kinds: list[tuple[float, Kind]] = [(8, INT), (2, BOOL), (1, FLOAT), (1, WORD), (1, LETTER)]
        return self.weighted([*kinds, *((0.8, each) for each in self.members)])

    def item_kind(self) -> Kind:
        """A kind for items of lists and rows."""
        if self.chance(0.75):
            return self.plain_kind()
        made: list[Callable[[], Kind]] = [
            lambda: Tup(items=(INT, INT)),
            lambda: Tup(items=tuple(self.plain_kind() for _ in range(self.number(1, 3)))),
            lambda: Maybe(item=self.plain_kind()),
            lambda: self.pick(self.objects) if self.objects else Tup(items=(INT, WORD)),
            lambda: List(item=INT),
            lambda: Row(item=INT),
        ]
        return self.pick(made)()

    def hashable_kind(self) -> Kind:
        """A kind for keys and items of sets."""
        while not is_hashable(kind := self.item_kind()) or kind == FLOAT:
            pass
        return kind

    def any_kind(self) -> Kind:
        """A kind for a local name."""
        made: list[tuple[float, Callable[[], Kind]]] = [
            (8, self.plain_kind),
            (2, self.item_kind),
            (4, lambda: List(item=self.item_kind())),
            (2, lambda: Row(item=self.item_kind())),
            (1, lambda: Board(item=self.plain_kind(), count=self.number(1, 10))),
            (1.5, lambda: Set(item=self.hashable_kind())),
            (0.3, lambda: Frozen(item=self.hashable_kind())),
            (0.5, lambda: Deque(item=self.plain_kind())),
            (1.5, lambda: Dict(key=self.hashable_kind(), value=self.item_kind())),
            (0.5, lambda: Chars(count=self.number(1, 6))),
        ]
        return self.weighted(made)()

    # --- expressions ------------------------------------------------------------------------------------------------------

    def expr(self, kind: Kind, depth: int) -> str:
        """An expression of the kind; deeper ones hold more."""
        if depth <= 0 or self.chance(0.1):
            return self.leaf(kind)
        ways = [*_PRODUCTIONS.get(type(kind), []), *_PRODUCTIONS.get(kind, []), *_PRODUCTIONS[ANY]]
        for _ in range(_TRIES):
            text = self.weighted(ways)(self, kind, depth)
            if text is not None:
                return text
        return self.leaf(kind)

    def slot(self, kind: Kind, depth: int) -> str:
        """An expression for a place in a value; a number there is kept small where that is asked for."""
        text = self.expr(kind, depth)
        if self.is_tame and kind == INT:
            return f"(({text}) % {self.pick((5, 7, 10, 16, 32))} - {self.pick((0, 0, 0, 1, 3))})"
        if self.is_tame and kind == FLOAT:
            return f"max(-64.0, min(64.0, {text}))"
        return text

    def leaf(self, kind: Kind) -> str:
        """A name of the kind, or a value written out."""
        found = self.name_of(kind)
        if found is not None and self.chance(0.85):
            return self.copied(found)
        number = self.name_of(INT) if kind == BOOL else None
        if number is not None and self.chance(0.8):
            return f"({number.text} {self.pick(('<', '>', '==', '>='))} {self.number(-1, 5)})"
        return self.literal(kind)

    def copied(self, name: Name) -> str:
        """What a name stands for; a copy where it can be changed and belongs to a state or to the module."""
        if name.can_change or not can_be_changed(name.kind) or isinstance(name.kind, Obj):
            return name.text
        if isinstance(name.kind, List) and can_be_changed(name.kind.item):
            each = self.fresh("c")
            return f"[{self.copied(Name(each, name.kind.item))} for {each} in {name.text}]"
        if isinstance(name.kind, List):
            return self.pick((f"{name.text}[:]", f"list({name.text})", f"{name.text}.copy()"))
        return f"{name.text}.copy()"

    def literal(self, kind: Kind) -> str:
        """A value of the kind, written out."""
        if kind in NUMBERS:
            return self._number(kind)
        if kind == WORD:
            return repr(self.pick(WORDS))
        if kind == LETTER:
            return repr(self.pick(LETTERS))
        if isinstance(kind, Chars):
            return repr("".join(self.pick(LETTERS) for _ in range(kind.count)))
        if isinstance(kind, Member):
            return f"{kind.name}.{self.pick(kind.members)}"
        if isinstance(kind, Maybe):
            return "None" if self.chance(0.4) else self.literal(kind.item)
        if isinstance(kind, Either):
            return self.literal(self.pick(kind.options))
        return self._collection(kind)

    def _number(self, kind: Kind) -> str:
        if kind == BOOL:
            return self.pick(("True", "False"))
        if kind == FLOAT:
            return repr(self.number(-16, 16) / self.pick((1, 2, 4, 8, 10)))
        return str(self.pick((0, 1, 2, 3, self.number(-9, 20))))

    def _collection(self, kind: Kind) -> str:
        if isinstance(kind, Obj):
            return f"{kind.name}({', '.join(self.literal(each) for each in kind.items)})"
        if isinstance(kind, Tup):
            return displayed(*(self.literal(each) for each in kind.items))
        if isinstance(kind, Dict):
            return self._dict(kind)
        if isinstance(kind, Array):
            return f"np.array({self._nested(kind.shape)})"
        item = item_of(kind)
        assert item is not None
        count = kind.count if isinstance(kind, Board) else self.number(0 if self.chance(0.08) else 1, 5)
        items = [self.literal(item) for _ in range(count)]
        return enclosed(kind, items)

    def _nested(self, shape: tuple[int, ...]) -> str:
        if not shape:
            return str(self.number(-2, 3))
        return f"[{', '.join(self._nested(shape[1:]) for _ in range(shape[0]))}]"

    def _dict(self, kind: Dict) -> str:
        pairs = [
            f"{self.literal(kind.key)}: {self.literal(kind.value)}" for _ in range(self.number(0 if self.chance(0.08) else 1, 4))
        ]
        return "{" + ", ".join(pairs) + "}"

    def iterable(self, wanted: Callable[[Kind], bool]) -> Name | None:
        """A name of something that a loop may go through, whose kind is like that."""
        return self.having(lambda name: item_of(name.kind) is not None and wanted(name.kind))

    def sequence(self, item: Kind | None = None) -> tuple[str, Kind] | None:
        """Something with indices: the source that gives it, and its kind; None where there is none in sight."""
        found = self.having(lambda name: is_sequence(name.kind) and item in (None, item_of(name.kind)))
        return None if found is None else (found.text, found.kind)


def enclosed(kind: Kind, items: list[str]) -> str:
    """A display of these items, of a collection of the kind."""
    inner = ", ".join(items)
    if isinstance(kind, List):
        return f"[{inner}]"
    if isinstance(kind, Deque):
        return f"deque([{inner}])"
    if isinstance(kind, Set):
        return f"{{{inner}}}" if items else "set()"
    if isinstance(kind, Frozen):
        return f"frozenset(({inner},))" if items else "frozenset()"
    return displayed(*items)


def displayed(*items: str) -> str:
    """A tuple of these."""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
