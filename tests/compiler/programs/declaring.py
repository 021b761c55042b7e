"""What comes before the rules of a program: Enums, classes of values, constants, helpers."""

from __future__ import annotations

from random import Random
from typing import Final

from .blocks import Block, Lines, indented, returned
from .kinds import (
    BOOL,
    FLOAT,
    INT,
    LETTER,
    PAIR,
    WORD,
    Board,
    Chars,
    Dict,
    Frozen,
    Kind,
    List,
    Member,
    Obj,
    Row,
    Set,
    Tup,
    is_hashable,
)
from .loops import iterated, looped
from .operators import OPERATORS, operator_lines
from .writer import Function, Name, Writer, displayed

MEMBERS: Final = ("RED", "BLUE", "GREEN", "WHITE")


class Declarations:
    """A program while what stands before its rules is being written."""

    def __init__(self, seed: int) -> None:
        self.w = Writer(Random(seed))
        self.w.size = self.w.pick((0.3, 0.3, 0.6, 1.0))
        self.lines: Lines = []
        self.state: Kind = INT
        self.move: Kind = INT
        self.places: dict[str, str] = {}
        self.has_self = self.w.chance(0.8)

    # --- what comes before the rules --------------------------------------------------------------------------------------

    def enums(self) -> None:
        """The Enums."""
        w = self.w
        for number in range(w.some(0, 2)):
            values = w.pick(("int", "IntEnum", "str"))
            name, members = ("Colour", "Shape")[number], MEMBERS[: w.number(2, 4)]
            self.lines.append(f"class {name}({'IntEnum' if values == 'IntEnum' else 'Enum'}):")
            self.lines += [
                f"    {each} = {repr(each[0].lower()) if values == 'str' else place}" for place, each in enumerate(members)
            ]
            kind = Member(name, members, values)
            if w.chance(0.4):
                self.lines += ["    @property", "    def weight(self):", f"        return 3 if self is {name}.RED else 5"]
            w.members.append(kind)

    def classes(self) -> None:
        """Classes of values, with methods."""
        w = self.w
        for number in range(w.some(0, 2)):
            fields = ("one", "two", "three")[: w.number(1, 3)]
            kind = Obj(
                ("Point", "Piece")[number],
                w.pick(("tuple", "tuple", "dataclass", "attrs")),
                fields,
                tuple(w.plain_kind() for _ in fields),
                tuple(sorted(w.rng.sample(OPERATORS, w.number(1, 4)))) if w.chance(0.35) else (),
            )
            self.lines += class_lines(w, kind)
            w.objects.append(kind)

    def constants(self) -> None:
        """Constants of the module."""
        w = self.w
        made: list[Kind] = [Board(item=INT, count=w.number(2, 9)), List(item=INT), Dict(key=INT, value=INT)]
        made += [Row(item=PAIR), Board(item=Board(item=INT, count=3), count=w.number(2, 3)), List(item=List(item=INT))]
        made += [Dict(key=PAIR, value=INT), Dict(key=WORD, value=w.plain_kind()), Set(item=INT), Frozen(item=PAIR)]
        made += [Row(item=Row(item=INT)), Dict(key=INT, value=Row(item=PAIR)), List(item=w.item_kind()), Chars(count=4)]
        made += [Dict(key=each, value=w.plain_kind()) for each in w.members]
        for kind in w.rng.sample(made, w.number(1, 4)):
            name = w.fresh("TABLE_")
            value = w.literal(kind) if w.chance(0.8) else w.expr(kind, 2)
            self.lines.append(f"{name} = {value}")
            w.names.append(Name(name, kind, is_known=True))
        for _ in range(w.number(0, 2)):
            name = w.fresh("SIZE_")
            self.lines.append(f"{name} = {w.number(2, 6)}")
            w.names.append(Name(name, INT, is_known=True))

    def helper(self, *, of_self: bool = False) -> Lines:
        """A function of the module, or a method of the rules."""
        w = self.w
        kinds = [w.any_kind() if w.chance(0.5) else INT for _ in range(w.number(1, 2))]
        if w.chance(0.3) and self.state != INT:
            kinds[0] = self.state
        names = [Name(w.fresh("p"), each) for each in kinds]
        name = w.fresh("helper_")
        is_generator = w.chance(0.25)
        gives = w.item_kind() if is_generator else w.any_kind() if w.chance(0.4) else INT
        more = [Name(w.fresh("more"), Row(item=INT))] if (takes_more := not is_generator and w.chance(0.15)) else []
        with w.scope(*names, *more):
            body = generated(w, gives) if is_generator else returned(w, gives, w.number(0, 3))
        text, first, decorators = name, "", Lines()
        if of_self:
            way = w.pick(("self", "self", "self", "static", "class"))
            decorators = {"self": [], "static": ["@staticmethod"], "class": ["@classmethod"]}[way]
            first = {"self": "self, ", "static": "", "class": "cls, "}[way]
            text = f"self.{name}"
        elif not is_generator and not takes_more and all(map(is_hashable, kinds)) and w.chance(0.25):
            decorators = [w.pick(("@functools.cache", "@functools.lru_cache(maxsize=None)"))]
        if takes_more:
            shown = [*(each.text for each in names), f"*{more[0].text}"]
        elif w.chance(0.15) and kinds[-1] == INT:
            shown = [*(each.text for each in names[:-1]), f"{names[-1].text}=2"]
            kinds = kinds[:-1] if w.chance(0.5) else kinds
        else:
            shown = [each.text for each in names]
        w.functions = [*w.functions, Function(text, tuple(kinds), gives, is_generator, takes_more)]
        return [*decorators, f"def {name}({first}{', '.join(shown)}):", *indented(body)]


def class_lines(w: Writer, kind: Obj) -> Lines:
    """The class of an object."""
    head = {
        "tuple": [f"class {kind.name}(NamedTuple):"],
        "dataclass": ["@dataclasses.dataclass(frozen=True)", f"class {kind.name}:"],
        "attrs": ["@attrs.frozen", f"class {kind.name}:"],
        "plain": [f"class {kind.name}:"],
    }[kind.form]
    lines = [f"    {name}: {annotation(item)}" for name, item in zip(kind.fields, kind.items, strict=True)]
    if kind.form == "plain":
        lines = plain_lines(w, kind)
    lines += operator_lines(w, kind)
    if w.chance(0.4):
        name = w.fresh("weighed_")
        with w.scope():
            w.names = [Name(f"self.{field}", item) for field, item in zip(kind.fields, kind.items, strict=True)]
            lines += ["    def " + name + "(self):", *indented(indented(returned(w, INT, w.number(0, 1))))]
    return [*head, *lines]


def plain_lines(w: Writer, kind: Obj) -> Lines:
    """`__init__` and `copy` of a class whose attributes can be set."""
    made = [f"self.{name} = {name}" for name in kind.fields]
    parts = [w.copied(Name(f"self.{name}", item)) for name, item in zip(kind.fields, kind.items, strict=True)]
    lines = [f"def __init__(self, {', '.join(kind.fields)}):", *indented(made)]
    if w.chance(0.3):
        lines.insert(0, f"__slots__ = {displayed(*(repr(name) for name in kind.fields))}")
    return indented([*lines, "def copy(self):", f"    return {kind.name}({', '.join(parts)})"])


def annotation(kind: Kind) -> str:
    """How the kind is annotated, roughly."""
    names = {INT: "int", BOOL: "bool", FLOAT: "float", WORD: "str", LETTER: "str"}
    if isinstance(kind, Member | Obj):
        return kind.name
    return names.get(kind, "tuple" if isinstance(kind, Tup | Board | Row) else "object")


def generated(w: Writer, item: Kind) -> Lines:
    """The body of a generator."""
    if w.chance(0.3):
        return [*Block(w, None).lines(w.number(0, 1)), f"yield from {iterated(w, item, 2, ordered=True)}"]
    lines = Block(w, None).lines(w.number(0, 2))
    target, source, names = looped(w, 2, ordered=True)
    with w.scope(*names):
        inner = Block(w, None, in_loop=True, nesting=1).lines(w.number(0, 1))
        test = f"if {w.expr(BOOL, 2)}:"
        value = f"yield {w.expr(item, 2)}"
    more = [test, f"    {value}"] if w.chance(0.6) else [value]
    return [*lines, f"for {target} in {source}:", *indented([*inner, *more])]
