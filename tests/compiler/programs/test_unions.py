"""Values of different types in one place: told apart as in Python, in every operation, or refused by name."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random
from typing import Final

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from .cells import LIMIT, outcomes

pytestmark = pytest.mark.thorough

HEAD: Final = """
import copy
import enum
from dataclasses import dataclass
from typing import NamedTuple

class Colour(enum.Enum):
    RED = 1
    BLUE = 2

class Number(enum.IntEnum):
    ONE = 1
    TWO = 2

class Pair(NamedTuple):
    x: int
    y: int

@dataclass(frozen=True)
class Point:
    x: int
    y: int

class Box:
    def __init__(self, value):
        self.value = value

class Holder:
    def __init__(self):
        self.value = 0

WORDS = ["one", "two", "three"]

def matched(value):
    match value:
        case int():
            return 1
        case str():
            return 2
        case (first, second):
            return 3
        case None:
            return 4
        case _:
            return 5

def narrowed(value):
    if isinstance(value, str):
        return len(value)
    if isinstance(value, int):
        return value + 1
    if isinstance(value, (tuple, list)):
        return len(value) + value[0]
    return 0

def kept(value, other):
    holder = Holder()
    holder.value = value
    was = holder.value == value
    holder.value = other
    return int(was) + 2 * int(holder.value == other)

def renamed(value, n):
    name = value
    if n == 1:
        name = WORDS[n]
    return 1 if name == "two" else 2
"""
VALUES: Final = {
    "int": "n + 3",
    "float": "n + 0.5",
    "bool": "n > 1",
    "text": "WORDS[n]",
    "made": 'str(n) + "x"',
    "pair": "(n, 2)",
    "triple": "(n, 2, 3)",
    "row": "tuple([n] * n)",
    "list": "[n, 4]",
    "dict": "{n: 1}",
    "set": "{n, 7}",
    "frozenset": "frozenset([n])",
    "member": "[Colour.RED, Colour.BLUE, Colour.RED][n]",
    "number": "[Number.ONE, Number.TWO, Number.ONE][n]",
    "named": "Pair(n, 1)",
    "point": "Point(n, 1)",
    "box": "Box(n)",
    "none": "None",
}
USES: Final = {
    "equal": "int(v == w) * 2 + int(v != w)",
    "is_none": "int(v is None)",
    "is_int": "int(isinstance(v, int))",
    "is_text": "int(isinstance(v, str))",
    "is_tuple": "int(isinstance(v, tuple))",
    "is_list": "int(isinstance(v, (list, dict)))",
    "is_box": "int(isinstance(v, Box)) + 2 * int(isinstance(v, Pair))",
    "truth": "1 if v else 2",
    "length": "len(v)",
    "guarded": "len(v) if isinstance(v, (str, tuple, list, dict, set)) else -1",
    "item": "int(v[0] == n)",
    "part": "int(v[n % 2] == n)",
    "text": "len(str(v))",
    "in_list": "int(v in [w, v])",
    "in_tuple": "int(v in (w, 1, v))",
    "missing": "int(v not in (1, 'one', None))",
    "holds": "int(n in v)",
    "key": "{v: 1, w: 2}[v]",
    "default": "int({1: v, 2: w}.get(n) == v)",
    "items_of_set": "len({v, w})",
    "items": "len([v, w]) + int([v, w][n % 2] == v)",
    "index": "[v, w].index(v)",
    "count": "[v, w, v].count(v)",
    "sum": "int((v + v) == v)",
    "product": "int((v * 2) == v)",
    "less": "int(v < w)",
    "greatest": "int(max(v, w) == v)",
    "negative": "int((-v) == w)",
    "loop": "sum(1 for each in v)",
    "method": "v.count(n)",
    "attribute": "kept(v, w)",
    "match": "matched(v)",
    "narrow": "narrowed(v)",
    "copy": "int(copy.deepcopy(v) == v)",
    "name": "renamed(v, n)",
    "known": "int(v == 3) + 2 * int(v == 'two') + 4 * int(v == (0, 2))",
}
ORDINARY: Final = ("equal", "is_none", "truth", "guarded", "items", "attribute", "match", "narrow", "name", "known")
"""Uses that compile for any two of the types that people mix."""


def cell(one: str, other: str, use: str) -> str:
    """A function whose names `v` and `w` hold either of two values."""
    return (
        f"v = {VALUES[one]} if n != 1 else {VALUES[other]}\n"
        f"    w = {VALUES[other]} if n != 2 else {VALUES[one]}\n"
        f"    return {USES[use]}"
    )


def is_wrong(found: str) -> bool:
    """True of what is neither right nor refused; texts of errors may differ."""
    return bool(re.match(r"\d+ gives ", found)) or "compiler fail" in found


@pytest.mark.parametrize("one", ["int", "text", "pair", "list"])
def test_what_people_mix(one: str) -> None:
    """Numbers, texts, tuples, lists and None beside each other: all that is usually done with them compiles."""
    others = [each for each in ("int", "text", "pair", "list", "none") if each != one]
    cells = {f"{one}_{other}_{use}": cell(one, other, use) for other in others for use in ORDINARY}
    found = outcomes(HEAD, cells, texts=False)
    assert {name: told for name, told in found.items() if told} == {}


@pytest.mark.parametrize("seed", range(2))
def test_any_two_types_in_any_use(seed: int) -> None:
    """A sample of all pairs and uses: equal to Python's, refused, or a limit where one of the two has no code; most compile."""
    rng = Random(seed)
    every = [(*pair, use) for pair in permutations(VALUES, 2) for use in USES if use != "text" or "bool" not in pair]
    cells = {"_".join(each): cell(*each) for each in rng.sample(every, 130)}
    found = outcomes(HEAD, cells, texts=False)
    assert {name: (told, cells[name]) for name, told in found.items() if is_wrong(told)} == {}
    assert sum(told == LIMIT for told in found.values()) < len(found) // 10
    assert sum(not told for told in found.values()) > len(found) // 2


FUNCTIONS: Final = {
    "lambdas": "f = (lambda x: x + n) if n else (lambda x: 10 * x)\n    return f(3)",
    "key": "f = (lambda x: x) if n == 1 else (lambda x: -x)\n    return max([3, n, 5], key=f) + 10 * sorted([3, n, 5], key=f)[0]",
    "of_module": "f = double if n else treble\n    return f(n + 1) + apply(f, 5)",
    "bound": "f = (lambda x: x + n) if n != 2 else double\n    return apply(f, 4)",
    "given_back": "return chosen(n)(7)",
    "loop": "total = 0\n    for f in (double, treble, lambda x: x - n):\n        total += f(n + 2)\n    return total",
    "changed": "f = double\n    for step in range(n + 1):\n        f = treble if f is double else double\n    return f(4)",
    "not_called": "f = double if n else None\n    return f(2) if f is not None else -1",
    "wrong": "f = double if n else 3\n    try:\n        return f(2)\n    except TypeError:\n        return -1",
}


MADE_IN_LOOPS: Final = {
    "listed": "fs = []\n    for i in range(3):\n        fs.append(lambda x, i=i: x + i)\n    return fs[n](10)",
    "made_by_another": "fs = {}\n    for i in range(3):\n        fs[i] = maker(i)\n    return fs[n](10)",
    "in_attribute": "h = Holder()\n    for i in range(3):\n        h.value = lambda x, i=i: x + i\n    return n",
    "in_tuple": "t = ()\n    for i in range(3):\n        t = t + (lambda x, i=i: x + i,)\n    return t[n](10)",
    "carried": "f = None\n    for i in range(3):\n        g = maker(i)\n        if i == n:\n            f = g\n    return f(1)",
    "of_before": "prev = None\n    r = 0\n    for i in range(4):\n        f = maker(i)\n        r = 0 if prev is None else prev(1)\n        prev = f\n    return r",
    "called_there": "total = 0\n    for i in range(4):\n        f = maker(i)\n        total += f(1) + max([i, n, 3], key=lambda x: abs(x - i))\n    return total",
    "made_before": "f = maker(n)\n    total = 0\n    for i in range(4):\n        total += f(i)\n    return total",
    "late": "fs = [lambda: i for i in range(1)]\n    return n",
}


def test_functions_chosen_at_run_time() -> None:
    """Inner ones and those of the module, called, given on, given back and compared."""
    head = (
        HEAD
        + """
def double(x):
    return 2 * x

def treble(x):
    return 3 * x

def apply(f, x):
    return f(x) + 1

def maker(i):
    return lambda x: x + i

def chosen(n):
    if n == 0:
        return double
    if n == 1:
        return lambda x: x - n
    return treble
"""
    )
    found = outcomes(head, FUNCTIONS | MADE_IN_LOOPS, texts=False)
    refused = {name: told for name, told in found.items() if told}
    kept = "keeps a function that is made within a loop; call it there, or keep what it uses"
    earlier = " may be a function of an earlier round of the loop; call it where it is made"
    assert refused == {
        "changed": refused["changed"],
        "listed": kept,
        "made_by_another": kept,
        "in_attribute": kept,
        "in_tuple": f"t{earlier}",
        "late": kept,
        "carried": f"f{earlier}",
        "of_before": f"prev{earlier}",
    }
    assert "compares with `is`" in refused["changed"]


KEYS: Final = {
    "dict": "return {Pair(n, 1): 5, tuple([9] * n): 6}.get(tuple([k for k in (n, 1)]), 0)",
    "set": "return len({Pair(n, 1), tuple([k for k in (n, 1)]), tuple([9] * n)})",
    "among_others": "found = {Pair(n, 1), tuple([9] * n), n, WORDS[n]}\n    return int(tuple([n, 1]) in found) + 2 * int(n in found) + 4 * len(found)",
}


def test_equal_keys_of_two_options_are_one() -> None:
    """A NamedTuple equals a tuple of the same items, also one whose length is known only at run time."""
    assert {name: told for name, told in outcomes(HEAD, KEYS).items() if told} == {}


EMPTY: Final = {
    "list": "[n, 7]",
    "set": "{n, 7}",
    "dict": "{n: 7}",
    "text": "str(n)",
    "row": "tuple([n] * 2)",
    "box": "Sized(n)",
    "float": "n + 0.5",
    "member": "[Number.ONE, Number.TWO, Number.ONE][n]",
}


def test_the_truth_of_a_union_is_that_of_each_option() -> None:
    """Options of classes with `__bool__` or `__len__`, and empty tuples, are false by themselves."""
    head = """
from dataclasses import dataclass

@dataclass(frozen=True)
class No:
    x: int
    def __bool__(self): return False

@dataclass(frozen=True)
class Long:
    x: int
    def __len__(self): return self.x

@dataclass(frozen=True)
class Yes:
    x: int
    y: int
"""
    values = (
        "No(1) if n % 2 else Yes(1, 2)",
        "Long(n % 2) if n < 2 else Yes(1, 2)",
        "() if n % 2 else (n, 'a')",
        "No(n) if n else ()",
    )
    uses = ("1 if x else 0", "not x", "bool(x)", "2 if x and n else 3")
    cells = {
        f"{one}{other}": f"x = {value}\n    return {use}" for one, value in enumerate(values) for other, use in enumerate(uses)
    }
    assert outcomes(head, cells) == dict.fromkeys(cells, "")


def test_the_truth_of_what_may_be_none() -> None:
    """Nothing is read of a value that is not there."""
    head = (
        HEAD + "\nclass Sized:\n    def __init__(self, n):\n        self.n = n\n    def __len__(self):\n        return self.n\n"
    )
    cells = {name: f"v = {made} if n != 1 else None\n    return 1 if v else 2" for name, made in EMPTY.items()}
    cells |= {
        f"not_{name}": f"v = None if n else {made}\n    return int(not v) + 2 * int(bool(v and n == 0))"
        for name, made in EMPTY.items()
    }
    assert {name: told for name, told in outcomes(head, cells).items() if told} == {}


CLASSES: Final = """
import enum, numpy as np, collections
from collections import Counter, defaultdict
class L1:
    def __init__(self, n): self.n = n
    def __add__(self, o): return 1
    def __lt__(self, o): return True
class L2:
    def __init__(self, n): self.n = n
    def __radd__(self, o): return 2
    def __gt__(self, o): return False
class T1:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return True
    def __contains__(self, x): return True
    def __iter__(self): return iter([1, 2])
class T2:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return False
    def __getitem__(self, i):
        if i > 2: raise IndexError("x")
        return i
class Planet(enum.Enum):
    X = (1, 2)
    Y = (3, 4)
    def __init__(self, mass, r): self.mass = mass
class Rock:
    def __init__(self, n): self.mass = n
class Holder:
    def __init__(self, x): self.x = x
def two(a, b, c=0): return a * 10 + len(str(b)) + c
def star(*r): return len(r)
def isnone(x): return 1
"""
TAKEN_APART: Final = {
    "list_or_none": "a = [1]\n    v = a if n != 1 else None\n    if n == 1: return 0\n    v += [2]\n    return len(a)",
    "of_dict": "d = {0: [1], 2: [1]}\n    w = d.get(n)\n    if n == 1: return 0\n    w += [4]\n    return len(d[n])",
    "item_of_list": "r = [[1], None, [2]]\n    x = r[0]\n    if n == 1: return 0\n    r[n] += [4]\n    return len(x) * 10 + len(r[2])",
    "attribute": "a = [1]\n    o = Holder(a if n != 1 else None)\n    if n == 1: return 0\n    o.x += [4]\n    return len(a)",
    "set_or_none": "s = {1}\n    v = s if n != 1 else None\n    if n == 1: return 0\n    v |= {7}\n    return len(s)",
    "array_or_none": "s = np.array([1, 1])\n    v = s if n != 1 else None\n    if n == 1: return 0\n    v += 2\n    return int(s.sum())",
    "list_or_int": "v = [n] if n != 1 else 5\n    w = v\n    v += [7] if n != 1 else 3\n    return len(w) if isinstance(w, list) else w",
    "list_or_text": "v = [n] if n != 1 else 'ab'\n    w = v\n    v *= 2\n    return len(w) * 10 + len(v)",
    "list_or_tuple": "v = [n] if n != 1 else (5,)\n    w = v\n    v += (7,)\n    return len(w) * 10 + len(v)",
    "of_none": "v = None if n == 1 else [1]\n    try:\n        v += [3]\n    except TypeError:\n        return -1\n    return len(v)",
    "match_truth_or_none": "v = (n == 0) if n != 1 else None\n    match v:\n        case True:\n            return 1\n        case False:\n            return 2\n        case _:\n            return 3",
    "match_truth_or_text": "v = [True, 'abc', False][n]\n    match v:\n        case True:\n            return 1\n        case False:\n            return 2\n        case _:\n            return 3",
    "added_by_the_left": "v = L1(n) if n != 1 else 3\n    return v + L2(1)",
    "added_by_the_left_or_none": "v = L1(n) if n != 1 else None\n    return v + L2(1)",
    "equal_by_the_left": "v = T1(n) if n != 1 else n\n    return int(v == T2(1)) + 2 * int(v != T2(1))",
    "less_by_the_left": "v = L1(n) if n != 1 else None\n    return int(v < L2(1))",
    "equal_by_the_left_or_none": "v = T1(n) if n != 1 else None\n    return int(v == T2(1))",
    "holds_by_its_own": "v = T1(1) if n != 1 else [7]\n    return int(55 in v)",
    "anew_in_a_test": "v = n if n != 1 else None\n    if v is not None and [v := None]:\n        return 1 if v is None else 2\n    return 3",
    "anew_in_an_isinstance": "v = n if n != 1 else 'abc'\n    w = 'xyz' if n != 1 else 5\n    if isinstance(v, int) and [v := w]:\n        return 1 if isinstance(v, str) else 2\n    return 3",
    "attribute_of_member": "v = Planet.X if n != 1 else Rock(7)\n    return v.mass",
    "wrong_count": "v = (1, 'a') if n != 1 else (3, 'z', 4)\n    try:\n        a, b, c = v\n    except ValueError:\n        return -1\n    return a",
    "display_of_dict_or_none": "v = {'a': 1, 'b': 2} if n != 1 else None\n    if n == 1: return 0\n    return len({**v})",
    "out_of_range": "v = (1, 'x') if n != 1 else (1, 'x', 3)\n    try:\n        v[2]\n    except IndexError:\n        return -1\n    return 5",
    "key_of_dict_or_tuple": "v = {'a': 4} if n != 1 else (1, 'x')\n    if n == 1: return 0\n    return v['a']",
    "pair_as_key": "v = {(0, 1): 4} if n != 1 else (1, 'x')\n    if n == 1: return 0\n    return v[0, 1]",
    "narrowed_by_and": "v = n if n != 1 else 'abc'\n    return 1 if isinstance(v, int) and v % 2 == 0 else 2",
    "narrowed_text": "v = n if n != 1 else 'abcde'\n    return 1 if isinstance(v, str) and len(v) > 4 else 2",
    "narrowed_by_or": "v = n if n != 1 else 'abc'\n    return 1 if not isinstance(v, int) or v > 1 else 2",
}
UNDECIDED: Final = {
    "order_of_floats_and_tuples": (
        "t = 0\n    for i, x in enumerate({1.5, (1, 2), 3, n + 40}):\n        t += i * (len(x) if isinstance(x, tuple) else int(x))\n    return t",
        "iterates over a set of (int, int) or float, whose order only Python knows; sort it, or use numbers or tuples",
    ),
    "popped_in_order": (
        "s = {5, (1, 2), 40, (7, 7), n}\n    x = s.pop()\n    return len(x) if isinstance(x, tuple) else x",
        "iterates over a set of (int, int) or int, whose order only Python knows; sort it, or use numbers or tuples",
    ),
    "of_missing_keys": (
        "v = Counter([1, 1]) if n != 1 else {1: 4}\n    return v[n + 5]",
        "gives a dict of int to int on one path, a dict of int to int on another; give the same type on every path",
    ),
    "stars": (
        "r = [(1, 'a'), (3, 'z', 4)]\n    return sum(two(*v) for v in r)",
        "calls with * of (int, a text) or (int, a text, int), and so with one of several numbers of arguments",
    ),
    "unpacked": (
        "v = {n: 4} if n != 1 else {5, 6}\n    a, *b = v\n    return a + len(b)",
        "unpacks a dict of int to int or a set of items, each int; ask isinstance first",
    ),
    "star_of_text": (
        "v = 'ab' if n != 1 else [1, 2]\n    return star(*v)",
        "calls with * of a list of items, each int or a text, and so with one of several numbers of arguments",
    ),
    "summed": (
        "v = 'ab' if n != 1 else [1, 2]\n    return int(np.sum(v))",
        "takes a list of items, each int or a text for an array of numbers",
    ),
}


def test_each_option_does_as_in_python() -> None:
    """Changed in place where Python changes it, by the method that Python asks, with the error that Python raises."""
    pytest.importorskip("numpy", reason="one of the values is an array")
    assert {name: told for name, told in outcomes(CLASSES, TAKEN_APART, texts=False).items() if told} == {}


def test_what_is_not_decided_is_refused() -> None:
    """Dicts that differ in what they do with missing keys, arguments of several numbers, and other unions nobody takes apart."""
    pytest.importorskip("numpy", reason="one of the values is an array")
    cells = {name: code for name, (code, _) in UNDECIDED.items()}
    assert outcomes(CLASSES, cells) == {name: text for name, (_, text) in UNDECIDED.items()}


def test_what_only_some_shapes_lack_is_a_limit() -> None:
    """Texts that are compared, a number that is subscripted: what meets them stops, what does not is right."""
    head = "G = 'abc'\n"
    begin = "g = {'a': [1, 2], 'b': 'x', 'c': n, 'd': 5}\n    "
    cells = {
        "compared": begin + "return int(g['c'] > g['d'])",
        "subtracted": begin + "return (g['c'] - g['d']) * 2",
        "item": begin + "return g['a'][1] - g['c']",
        "length": begin + "return len(g['a']) * 10 + len(g['b'])",
        "method": begin + "g['a'].append(5)\n    return g['a'][-1] - 0",
        "key": begin + "return g['d'] - g['dcd'[n % 3]]",
        "caught": begin + "try: x = g['a'].index(n + 9)\n    except ValueError: return 7\n    return x",
        "texts": begin + "return g['b'] - g['bb'[n % 2]] if n else 0",
    }
    found = outcomes(head, cells)
    assert {name: text for name, text in found.items() if text} == {"texts": LIMIT}
