"""The table of operations and types: each cell is a function of its own, whose compiled answer is compared with Python's."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

PRELUDE: Final = """\
import collections, dataclasses, enum, functools, math, operator
import attrs
from typing import NamedTuple

WORDS = ("a", "b", "king")
LINE = "ab.king.b"
TABLE = (0, 1, 2)
ITEMS = [0, 1, 2]
NAMES = {"a": 1, "b": 2}
TURNS = {0: "a", 1: "b"}
class Way(enum.Enum):
    UP = 1
    DOWN = 2
    LEFT = 3
class Rank(enum.IntEnum):
    ONE = 0
    TWO = 1
    THREE = 2
class Pair(NamedTuple):
    row: int
    column: int
class Other(NamedTuple):
    row: int
    column: int
@dataclasses.dataclass(frozen=True)
class Point:
    row: int
    column: int
@dataclasses.dataclass(frozen=True, order=True)
class Ranked:
    row: int
    column: int
@dataclasses.dataclass(frozen=True, eq=False)
class Single:
    row: int
@attrs.frozen
class Spot:
    row: int
    column: int
@dataclasses.dataclass
class Loose:
    row: int
class Plain:
    def __init__(self, row):
        self.row = row
class Equal:
    def __init__(self, row):
        self.row = row
    def __eq__(self, other):
        return isinstance(other, Equal) and self.row == other.row
    def __hash__(self):
        return hash(self.row)
class Careful:
    def __init__(self, row):
        self.row = row
    def __eq__(self, other):
        if not isinstance(other, Careful):
            return NotImplemented
        return self.row == other.row
class Typed:
    def __init__(self, row):
        self.row = row
    def __eq__(self, other):
        return type(self) is type(other) and self.row == other.row
    def __lt__(self, other):
        return self.row < other.row
class Classed:
    def __init__(self, row):
        self.row = row
    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.row == other.row
    def __bool__(self):
        return self.row > 1
    def __len__(self):
        return self.row
class Child(Plain):
    pass
class Raising:
    def __init__(self, row): self.row = row
    def __eq__(self, other): raise ValueError
class Private:
    __steps = (1, 2)
    def __init__(self, row): self.__row = row
    def __once(self, __more=1): return self.__row + __more
    def twice(self): return 2 * self.__once()
    def steps(self): return [self.__row + each for each in self.__steps]
class Rich:
    def __init__(self, row): self.row = row
    def __neg__(self): return self.row + 10
    def __pos__(self): return self.row + 11
    def __invert__(self): return self.row + 12
    def __abs__(self): return self.row + 13
    def __int__(self): return self.row + 14
    def __float__(self): return self.row + 0.5
    def __index__(self): return self.row
    def __round__(self, places=0): return self.row + 15 + places
    def __str__(self): return "rich"
    def __repr__(self): return "Rich"
    def __format__(self, form): return "formatted"
    def __iter__(self): return iter((self.row, 16))
    def __len__(self): return 2
    def __getitem__(self, place): return 17
    def __contains__(self, item): return item == 1
    def __call__(self, one, other): return one + other + 18
    def __reversed__(self): return iter((19, self.row))
    def __add__(self, other): return 20
    def __radd__(self, other): return 21
    def __iadd__(self, other): return 22
    def __sub__(self, other): return NotImplemented
    def __rsub__(self, other): return 23
    def __lt__(self, other): return True
    def __gt__(self, other): return False
    def __eq__(self, other): return self.row == 1
    def __hash__(self): return 24
    def __bool__(self): return self.row == 1
    def __matmul__(self, other): return 25
    def __divmod__(self, other): return (26, 27)
    def __pow__(self, other): return 28
    def __floor__(self): return 29
    @property
    def value(self): return 1
class RichPair(NamedTuple):
    row: int
    __neg__, __abs__, __int__, __index__, __str__, __repr__ = Rich.__neg__, Rich.__abs__, Rich.__int__, Rich.__index__, Rich.__str__, Rich.__repr__
    __iter__, __len__, __getitem__, __contains__ = Rich.__iter__, Rich.__len__, Rich.__getitem__, Rich.__contains__
    __add__, __radd__, __lt__, __eq__, __bool__ = Rich.__add__, Rich.__radd__, Rich.__lt__, Rich.__eq__, Rich.__bool__
    __reversed__, __mul__ = Rich.__reversed__, Rich.__add__
@dataclasses.dataclass(frozen=True)
class RichPoint:
    row: int
    __neg__, __abs__, __int__, __index__, __str__, __repr__ = Rich.__neg__, Rich.__abs__, Rich.__int__, Rich.__index__, Rich.__str__, Rich.__repr__
    __iter__, __len__, __getitem__, __contains__ = Rich.__iter__, Rich.__len__, Rich.__getitem__, Rich.__contains__
    __add__, __radd__, __lt__, __eq__, __bool__ = Rich.__add__, Rich.__radd__, Rich.__lt__, Rich.__eq__, Rich.__bool__
class Renewed(Pair):
    def __new__(cls, row, column): return super().__new__(cls, row + 1, column)
@dataclasses.dataclass(init=False, frozen=True)
class Started:
    row: int
    def __init__(self, row): object.__setattr__(self, "row", row + 1)
@dataclasses.dataclass(frozen=True)
class Partly:
    row: int
    rest: int = dataclasses.field(compare=False)
class Card(int):
    def __add__(self, other): return 5
    def __eq__(self, other): return False
    def __hash__(self): return 0
    def __str__(self): return "card"
class Name(str):
    def __eq__(self, other): return False
    def __hash__(self): return 0
    def __len__(self): return 7
class Cells(list):
    def __len__(self): return 7
    def __eq__(self, other): return False
class Book(dict):
    def __missing__(self, key): return 7
class Steps(tuple):
    def __len__(self): return 7
    def __eq__(self, other): return False
    def __hash__(self): return 0
class Suit(str, enum.Enum):
    HEARTS = "a"
    SPADES = "b"
class Bits(enum.Flag):
    ONE = 1
    TWO = 2
CARDS, NAMED, CELLS = (Card(0), Card(1), Card(2)), (Name("a"), Name("b"), Name("king")), Cells([0, 1])
BOOK, STEPS, ROWS = Book(a=1), Steps((0, 1)), [[0, 1], [1, 1], [2, 1]]
BAGS, BOOKS = [{0, 1}, {1}, {2, 1}], [{0: 1, 1: 2}, {1: 2}, {2: 1, 1: 2}]
COUNTS = collections.defaultdict(int, {1: 2})

"""
VALUES: Final[dict[str, str]] = {
    "int": "n",
    "known": "1",
    "bool": "n > 1",
    "float": "n * 0.5",
    "literal": '"b"',
    "text": "WORDS[n % 3]",
    "letter": "LINE[n]",
    "made": "LINE[n : n + 1]",
    "number text": "str(n)",
    "enum": "list(Way)[n % 3]",
    "member": "Way.UP",
    "rank": "list(Rank)[n % 3]",
    "none": "None",
    "maybe": "None if n == 1 else n",
    "maybe text": "None if n == 0 else WORDS[n % 3]",
    "maybe object": "None if n == 0 else Plain(n)",
    "maybe list": "None if n == 0 else [n]",
    "empty": "()",
    "pair": "(n, 1)",
    "mixed": '(n, "a")',
    "row": "tuple(range(n))",
    "texts": "tuple(LINE[:n])",
    "table": "TABLE",
    "named": "Pair(n, 1)",
    "other": "Other(n, 1)",
    "point": "Point(n, 1)",
    "ranked": "Ranked(n, 1)",
    "single": "Single(n)",
    "spot": "Spot(n, 1)",
    "loose": "Loose(n)",
    "plain": "Plain(n)",
    "child": "Child(n)",
    "equal": "Equal(n)",
    "careful": "Careful(n)",
    "typed": "Typed(n)",
    "classed": "Classed(n)",
    "raising": "Raising(n)",
    "rich": "Rich(n)",
    "rich pair": "RichPair(n)",
    "rich point": "RichPoint(n)",
    "renewed": "Renewed(n, 1)",
    "started": "Started(n)",
    "partly": "Partly(1, n)",
    "card": "CARDS[n % 3]",
    "known card": "CARDS[1]",
    "own text": "NAMED[n % 3]",
    "cells": "CELLS",
    "book": "BOOK",
    "steps": "STEPS",
    "known row": "ROWS[n % 3]",
    "bag": "BAGS[n % 3]",
    "books": "BOOKS[n % 3]",
    "counts": "COUNTS",
    "counter": "collections.Counter((n, 1))",
    "default dict": "collections.defaultdict(int, {n: 1})",
    "deque": "collections.deque((n, 1))",
    "suit": "list(Suit)[n % 2]",
    "flag": "list(Bits)[n % 2]",
    "empty list": "[]",
    "list": "[n, 1]",
    "list of texts": 'LINE[:n].split(".")',
    "items": "ITEMS",
    "set": "{n, 1}",
    "set of texts": '{"a", LINE[n : n + 1]}',
    "empty set": "set()",
    "frozen": "frozenset({n, 1})",
    "frozen texts": "frozenset(LINE[:n])",
    "dict": "{n: 1, 1: 2}",
    "dict of texts": '{"a": n, WORDS[n % 3]: 2}',
    "names": "NAMES",
    "turns": "TURNS",
    "range": "range(n)",
    "bytes": 'b"ab"',
    "class": "Pair",
    "enum class": "Way",
    "generator": "(each for each in (n, 1))",
}
"""An expression for each type, of `n`, a number that is known at run time only."""

ONE: Final = (
    "bool(x)",
    "not x",
    "1 if x else 2",
    "x and 5",
    "x or 5",
    "len(x)",
    "str(x)",
    "repr(x)",
    'f"{x}"',
    'f"{x!r}"',
    'f"{x:3}"',
    '"%s" % x',
    '"%d" % x',
    '"{}".format(x)',
    "format(x)",
    "-x",
    "+x",
    "~x",
    "abs(x)",
    "int(x)",
    "float(x)",
    "round(x)",
    "round(x, 1)",
    "chr(x)",
    "ord(x)",
    "bin(x)",
    "hash(x)",
    "sum(x)",
    "sum(x, 1)",
    "min(x)",
    "max(x)",
    "sorted(x)",
    "sorted(x, reverse=True)",
    "any(x)",
    "all(x)",
    "list(x)",
    "tuple(x)",
    "len(set(x))",
    "frozenset(x)",
    "dict(x)",
    "list(range(x))",
    "list(reversed(x))",
    "list(enumerate(x))",
    "list(zip(x, x))",
    "list(map(str, x))",
    "[each for each in x]",
    "next(iter(x))",
    "x[0]",
    "x[-1]",
    "x[n]",
    "x[True]",
    'x["a"]',
    "x[1:]",
    "x[:n]",
    "x[::2]",
    "x[::-1]",
    "x.row == 1",
    "x.row",
    "x.value == 1",
    "x.name",
    "x.missing == 1",
    "bool(x.missing)",
    "x.real + 1",
    "x.upper == x.upper",
    "type(x) is int",
    "type(x) is str",
    "type(x) == tuple",
    "type(x) is Plain",
    "x.__class__ is Plain",
    "type(x) in (int, bool, Pair, Plain)",
    "isinstance(x, int)",
    "isinstance(x, bool)",
    "isinstance(x, float)",
    "isinstance(x, (int, float))",
    "isinstance(x, int | float)",
    "isinstance(x, str)",
    "isinstance(x, tuple)",
    "isinstance(x, list)",
    "isinstance(x, (list, tuple))",
    "isinstance(x, set)",
    "isinstance(x, frozenset)",
    "isinstance(x, dict)",
    "isinstance(x, range)",
    "isinstance(x, object)",
    "isinstance(x, type(None))",
    "isinstance(x, Way)",
    "isinstance(x, Rank)",
    "isinstance(x, Pair)",
    "isinstance(x, Plain)",
    "isinstance(x, Child)",
    "isinstance(x, Loose)",
    "isinstance(x, type(x))",
    "issubclass(type(x), int)",
    "callable(x)",
    "x is None",
    "x is not None",
    "x is x",
    "x == x",
    "x != x",
    "x is True",
    "x == None",
    "x in (1, 2)",
    "x in [1, None]",
    'x in ("a", "b")',
    'x in {"a", "b"}',
    "x in {1, 2}",
    'x in {"a": 1, "b": 2}',
    "x in NAMES",
    "x in TURNS",
    "x in ITEMS",
    "x in range(3)",
    'x in "ab"',
    "NAMES.get(x, -1)",
    "TURNS.get(x)",
    "TABLE[x]",
    "ITEMS[x]",
    "WORDS[x]",
    "{1: 5, 2: 6}[x]",
    '{"a": n, "b": 6}.get(x)',
    "Way(x)",
    "Rank(x)",
    "Way[x]",
    "x.count(1)",
    'x.count("a")',
    "x.index(1)",
    'x.index("a")',
    "x.upper()",
    'x.startswith("a")',
    'x.split(".")',
    "x.strip()",
    'x.replace("a", "b")',
    'x.find("b")',
    "x.isdigit()",
    '"-".join(x)',
    'x.join(["a", "b"])',
    "x.zfill(3)",
    "x.bit_count()",
    "x.bit_length()",
    "x.is_integer()",
    "x.get(1)",
    'x.get("a", 7)',
    "list(x.keys())",
    "list(x.values())",
    "list(x.items())",
    "x._asdict()",
    "x._replace(row=5)",
    "dataclasses.replace(x, row=5)",
    "attrs.evolve(x, row=5)",
    "(*x,)",
    "[*x, 1]",
    "max(*x, 0)",
    "math.floor(x)",
    "math.sqrt(x)",
    "divmod(x, 2)",
    "pow(x, 2)",
    "operator.neg(x)",
    "operator.not_(x)",
    "x[0] if isinstance(x, tuple) else 7",
    "x(n, 2)",
    "x.copy() == x",
    "x.most_common(1)",
    'int("12", x)',
    "round(2.5, x)",
    "pow(x, 2, 5)",
    "sum([1, 2], x)",
    "max([1, 2], key=x)",
    "max([], default=x)",
    "list(zip(x, (1, 2), strict=True))",
    "list(enumerate(x, 3))",
    "getattr(x, 'row', 7)",
    "getattr(x, 'missing', 7)",
    "hasattr(x, 'row')",
    "x.index(1, 1)",
    'x.split("b", 1)',
    "x.count(1, 2)",
    "sorted(x, key=str)",
    "str(x, 'ascii')",
    "dict(a=x)['a'] is None",
    "collections.deque(x, maxlen=1)",
    "list(collections.deque(x, 1))",
    "id(x) == id(x)",
)
"""What is done with one value."""

TWO: Final = (
    "x == y",
    "x != y",
    "x < y",
    "x <= y",
    "x > y",
    "x >= y",
    "x is y",
    "x is not y",
    "x in y",
    "x not in y",
    "x + y",
    "x - y",
    "x * y",
    "x / y",
    "x // y",
    "x % y",
    "x & y",
    "x | y",
    "x ^ y",
    "x ** y",
    "x << y",
    "x >> y",
    "x[y]",
    "min(x, y)",
    "max(x, y)",
    "divmod(x, y)",
    "x in [y]",
    "[x].count(y)",
    "[x].index(y)",
    "x in {y}",
    "{x: 1}.get(y, 2)",
    "{x: 1}[y]",
    "len({x, y})",
    "{x} == {y}",
    "(x, 1) == (y, 1)",
    "(x, 1) < (y, 2)",
    "[x] == [y]",
    "{1: x} == {1: y}",
    "x if n else y",
    "str(x if n else y)",
    "[x, y][n]",
    "(x, y)[n]",
    "sorted([x, y])",
    "x or y",
    "x and y",
    "x.count(y)",
    "x.index(y)",
    "x.get(y)",
    "x.startswith(y)",
    "x.split(y)",
    "x.join(y)",
    "x.union(y)",
    "x.issubset(y)",
    "isinstance(x, type(y))",
    "type(x) is type(y)",
    "sum([x, y])",
    "any([x, y])",
    "f'{x}{y}'",
    "'%s %s' % (x, y)",
    "x @ y",
)
"""What is done with two."""

BLOCKS: Final = (
    ("a, b = x", "return [a, b]"),
    ("a, *b = x", "return [a, len(b)]"),
    ("for each in x:", "    return each", "return 7"),
    ("x += x", "return x"),
    ("x += 1", "return x"),
    ("x |= {5}", "return x"),
    ("x *= 2", "return x"),
    ("x[0] = 5", "return x"),
    ("x.row = 5", "return x.row"),
    ("del x[0]", "return x"),
    ("x.append(5)", "return x"),
    ("x.add(5)", "return x"),
    ("x.update({5: 6})", "return x"),
    ("x.pop()", "return x"),
    ("x.remove(1)", "return x"),
    ("x.sort()", "return x"),
    ("x.reverse()", "return x"),
    ("assert x", "return 1"),
    ("while x:", "    return 1", "return 2"),
    ("match x:", "    case 1: return 1", "    case 2.0: return 2", "    case _: return 3"),
    ("match x:", '    case "a": return 1', '    case "b" | "king": return 2', "return 3"),
    ("match x:", "    case None: return 1", "    case True: return 2", "    case False: return 3", "return 4"),
    ("match x:", "    case []: return 1", "    case [a]: return 2", "    case [a, *b]: return 3", "return 4"),
    ("match x:", "    case (a, b): return [a, b]", "return 4"),
    ("match x:", "    case int(): return 1", "    case str(): return 2", "    case tuple(): return 3", "return 4"),
    ("match x:", "    case float(): return 1", "    case list(): return 2", "    case dict(): return 3", "return 4"),
    ("match x:", "    case Plain(): return 1", "    case Pair(row=1): return 2", "    case Point(1, b): return 3", "return 4"),
    ("match x:", "    case Way.UP: return 1", "    case Rank.TWO: return 2", "return 4"),
    ("match x:", "    case {1: a}: return a", "return 4"),
)
"""What is done with one value in statements."""


@frozen
class Cell:
    """One operation on values of one or two types.

    Attributes:
        name: The operation and the types.
        lines: The body of its function.
    """

    name: str
    lines: tuple[str, ...]


def cells() -> list[Cell]:
    """All cells of the table, always in the same order."""
    found = []
    for name, value in VALUES.items():
        made = f"x = {value}"
        found += [Cell(f"{each} of {name}", (made, f"return {each}")) for each in ONE]
        found += [Cell(f"{'; '.join(each)} of {name}", (made, *each)) for each in BLOCKS]
        for second, other in VALUES.items():
            pair = made, "y = " + re.sub(r"\bn\b", "m", other)
            found += [Cell(f"{each} of {name} and {second}", (*pair, f"return {each}")) for each in TWO]
    return found


def source(chosen: list[Cell]) -> str:
    """The module of these cells: functions `cell_0`, `cell_1` and so on, of two numbers."""
    parts = [PRELUDE]
    for number, each in enumerate(chosen):
        parts.append(f"def cell_{number}(n, m):\n" + "".join(f"    {line}\n" for line in each.lines))
    return "".join(parts)
