"""Bodies of functions: where statements are written, and how a body ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .kinds import BOOL, FLOAT, INT, LETTER, Array, Chars, Dict, Either, Kind, Maybe, Obj, Tup, is_sequence, item_of
from .writer import Name, Writer

Lines = list[str]
Statement = Callable[["Block"], "Lines | None"]
_STATEMENTS: Final[list[tuple[float, Statement]]] = []


def statement(weight: float) -> Callable[[Statement], Statement]:
    """Registers a way to write a statement; None stands for no way here."""

    def register(function: Statement) -> Statement:
        _STATEMENTS.append((weight, function))
        return function

    return register


class Block:
    """Where statements are written.

    Args:
        writer: The writer.
        gives: The kind of what the function gives; None of what a generator is.
        depth: How deep expressions are to be.
        nesting: How deep statements may still lie in one another.
        in_loop: Whether it is within a loop.
        can_leave: Whether `return` may stand in it.
    """

    def __init__(
        self,
        writer: Writer,
        gives: Kind | None,
        depth: int = 2,
        nesting: int = 2,
        in_loop: bool = False,
        can_leave: bool = True,
    ) -> None:
        self.w = writer
        self.can_leave = can_leave
        self.gives = gives
        self.depth = depth
        self.nesting = nesting
        self.in_loop = in_loop

    def expr(self, kind: Kind) -> str:
        """An expression of the kind."""
        return self.w.expr(kind, self.depth)

    def inner(self, *, in_loop: bool | None = None) -> Block:
        """A block within this one."""
        in_loop = self.in_loop if in_loop is None else in_loop
        return Block(self.w, self.gives, self.depth, self.nesting - 1, in_loop, self.can_leave)

    def lines(self, count: int) -> Lines:
        """So many statements; the names that they bind stay in sight."""
        found: Lines = []
        for _ in range(count if count < 1 else max(1, round(count * self.w.size))):
            for _ in range(6):
                made = self.w.weighted(_STATEMENTS)(self)
                if made is not None:
                    found += made
                    break
        return found or ["pass"]

    def nested(self, count: int, *more: Name, in_loop: bool | None = None) -> Lines:
        """Statements of a block within this one, further in; their names go out of sight."""
        with self.w.scope(*more):
            known = len(self.w.names)
            lines = self.inner(in_loop=in_loop).lines(count)
            total = self.variable(INT)
            if total is not None and self.w.chance(0.7):
                given = [digest(self.w, name) for name in self.w.names[known - len(more) :]]
                lines.append(f"{total.text} {self.w.pick(('+=', '-=', '^='))} {' + '.join(given) or '1'}")
            return indented(lines)

    def changeable(self, *classes: type[Kind]) -> Name | None:
        """A local name of a list and so on that may be changed."""
        return self.w.having(lambda name: name.can_change and isinstance(name.kind, classes))

    def variable(self, *kinds: Kind) -> Name | None:
        """A local name of such a kind that may be given another value."""
        return self.w.having(lambda name: name.can_change and name.kind in kinds)

    def bind(self, name: str, kind: Kind) -> None:
        """Puts a local name in sight."""
        self.w.names = [*self.w.names, Name(name, kind, can_change=True)]


def indented(lines: Lines) -> Lines:
    """The lines, further in."""
    return [f"    {each}" for each in lines]


def returned(w: Writer, gives: Kind, size: int, depth: int = 2) -> Lines:
    """The body of a function that gives a value of the kind."""
    known = len(w.names)
    lines = Block(w, gives, depth).lines(size) if size else []
    result = w.expr(gives, depth)
    if gives == INT:
        given = [name for name in w.names[known:] if not name.is_known]
        result = " + ".join([result, *(f"{w.pick((1, 1, 3, -2))} * {digest(w, name)}" for name in given)])
    return [*lines, f"return {result}"]


def digest(w: Writer, name: Name) -> str:
    """A number that a value decides."""
    text, kind = name.text, name.kind
    if kind in (INT, BOOL):
        return text
    if kind == FLOAT:
        return f"int({text} * 4)"
    if isinstance(kind, Maybe):
        return f"(0 if {text} is None else {digest(w, Name(text, kind.item))})"
    if isinstance(kind, Tup | Obj) and kind.items:
        place = w.number(0, len(kind.items) - 1)
        part = f"{text}[{place}]" if isinstance(kind, Tup) else f"{text}.{kind.fields[place]}"
        return digest(w, Name(part, kind.items[place]))
    if isinstance(kind, Array):
        return f"int({text}.sum())"
    item = item_of(kind)
    if item is None:
        return "1" if isinstance(kind, Either) else f"({text} == {w.literal(kind)})"
    if isinstance(kind, Chars):
        return f"{text}.count({w.literal(LETTER)})"
    each = w.fresh("d")
    part = digest(w, Name(each, item))
    if is_sequence(kind) and w.chance(0.5):
        return f"sum((i + 2) * {part} for i, {each} in enumerate({text}))"
    return f"sum({part} for {each} in {text}{'.values()' if isinstance(kind, Dict) and kind.key == kind.value else ''})"
