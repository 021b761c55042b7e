"""What people write in rules beside the rules: each is as in Python, or is refused with that text."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from ...processes import PATIENCE
from .cells import outcomes

pytestmark = pytest.mark.thorough

HEAD: Final = """
import dataclasses
import enum
from collections import Counter

FULL = Counter({0: 2, 1: 3, 2: 1})

class Box:
    def __init__(self, n):
        self.held = n

    @property
    def value(self):
        return self.held + 1

    @value.setter
    def value(self, value):
        self.held = 2 * value

class Larger(Box):
    @property
    def other(self):
        return 5

class Vector:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return isinstance(other, Vector) and self.x == other.x and self.y == other.y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __hash__(self):
        'As that of a tuple.'
        return hash((self.x, self.y))

@dataclasses.dataclass
class Unit:
    number: int
    hp: int
    made: int = dataclasses.field(init=False, default=0)

    def __post_init__(self):
        self.made = self.number * 7

class Wall:
    def __init__(self, corner, upright):
        self.corner = corner
        self.upright = upright

    def __eq__(self, other):
        return isinstance(other, Wall) and (self.corner, self.upright) == (other.corner, other.upright)

    def __hash__(self):
        return hash((self.corner, self.upright))

class Single:
    def __init__(self, n):
        self.n = n
        self.other = 3

    def __eq__(self, other):
        return self.n == other.n

    def __hash__(self):
        return hash((self.n,))

class Odd(Single):
    def __hash__(self):
        return hash((self.n + 1,))

class Square(enum.Enum):
    A1 = 1
    B2 = 2
    C3 = 3
"""
PLAIN: Final = {
    "hints_of_typing": "from typing import assert_never, cast\n    if n > 5:\n        assert_never(n)\n    return cast('int', n) + cast(int, [n, 4][1])",
    "setter": "b = Box(n)\n    b.value = 5\n    return b.value",
    "setter_augmented": "b = Larger(n)\n    b.value += 5\n    return b.value * 10 + b.held",
    "setter_of_none": "b = Box(n) if n else None\n    try:\n        b.value = 3\n    except AttributeError:\n        return -1\n    return b.value",
    "print": "print('n', n, f'{n}')\n    return n",
    "print_with_effect": "b = [1, 2, 3]\n    print(b.pop(), end='')\n    return len(b)",
    "print_of_error": "try:\n        return [1, 2][n]\n    except IndexError as e:\n        print(e)\n        print('x', str(e), f'{e!r}')\n        return -1",
    "print_that_fails": "try:\n        print([1, 2][n])\n    except IndexError:\n        return -1\n    return n",
    "replacement": "from itertools import combinations_with_replacement as c\n    return sum(i * (a * 9 + b * 3 + d) for i, (a, b, d) in enumerate(c([n, 4, 7, 2], 3)))",
    "operators": "f = (n + 2).__mul__\n    return sum(map(f, [1, 2, n])) + (n).__add__(3) * 10 + (n + 7).__sub__(n) + (n - 9).__floordiv__(n + 2) + (n - 9).__mod__(n + 2)",
    "operators_of_floats": "return int((n + 0.5).__mul__(2.5) * 100 + (n + 1.5).__add__(n * 0.25) * 10)",
    "sorted_either_way": "rows = [(k * 7 % 5, k) for k in range(6)]\n    r = sorted(rows, reverse=n == 1, key=lambda row: row[0])\n    rows.sort(reverse=n)\n"
    "    return sum(i * (a * 10 + b) for i, (a, b) in enumerate(r + rows))",
    "star_before_others": "def f(a, b, c): return a + 10 * b + 100 * c\n    row = [n, n + 1][:]\n    return f(*row, 5) + 1000 * f(4, *row)",
    "star_of_several": "v = (1, n) if n else Box(3)\n    def f(a, b, c): return a + 10 * b + 100 * c\n    try:\n        return f(*v, n)\n    except TypeError:\n        return -1",
    "slices_on_one_line": "a, b, c = [(1, 2), (n, 4)], [n, 5, 6], 'abc'\n    d, e, f = a[:], b[:], c[1:]\n    d[0] = (7, 8)\n    e[1] += n\n"
    "    return a[0][0] + d[0][1] * 10 + e[1] * 100 + len(f)",
    "slices_backwards": "a, b = [n, 5, 6, 7, 8], 'abcdefghi'\n    found = a[3::-1] + a[:n:-1] + a[n::-2] + a[-2:-5:-1] + a[9:-9:-3] + a[-9::-1] + a[n:4:-1] + a[4:n:-2]\n"
    "    return sum(i * x for i, x in enumerate(found)) * 100 + sum(map(ord, b[6::-3] + b[n + 6::-3] + (b * (n + 1))[-2:n:-2]))",
    "slices_with_none": "a = [n, 5, 6, 7]\n    k = None if n else 2\n    return sum(i * x for i, x in enumerate(a[k::-1] + a[:k:-1] + a[k:k:-2]))",
    "tuples_of_several": "found = []\n    for k in range(3):\n        found.append((('bar', k), (k, n)) if k == n else ((k, 1),))\n"
    "        found.append(tuple([('off', k)] * k))\n    return sum(len(each) * 5 + sum(x if x != 'bar' and x != 'off' else 100 for x, _ in each) for each in found)",
    "sets_of_none": "a = {k if k > n else None for k in range(3)}\n    x = None if n else 2\n    return len(a - {None}) * 100 + len({None} - a) * 10 + int(x in {None}) + 2 * int(None in {n}) + 4 * int(n in {None}) + 8 * len({None} & {x})",
    "none_beside_objects": "a = Vector(n, 2) if n else None\n    try:\n        return (a + Vector(3, n)).x\n    except TypeError:\n        return -1",
    "replaced_objects": "a = Unit(n, 3)\n    b = [dataclasses.replace(each) for each in [a, a]]\n    b[0].hp += 5\n    c = dataclasses.replace(b[0], number=9, hp=n)\n"
    "    return a.hp + 10 * b[0].hp + 100 * b[1].hp + 1000 * c.number + c.hp + c.made",
    "members": "return int('A1' in Square.__members__) + int('ABC'[n] + str(n + 1) in Square.__members__) + len(Square.__members__)",
    "members_in_order": "return sum(len(name) * each.value for name, each in Square.__members__.items())",
    "member_by_name": "return Square['ABC'[n] + '123'[n]].value",
    "no_member": "try:\n        return Square['ABC'[n] + '1'].value\n    except KeyError:\n        return -1",
}
INHERITED: Final = """
import itertools
from functools import partial

NAMES = {"geese": 0, "fox": 1}

def lower(a, b):
    return a < b

def added(a, b, c=3):
    return a * 10 + b + c

def state_of(n):
    return {"turn": "fox" if n else "geese", "cells": {1: 2}, "ply": n, "chain": None}

class Base:
    kind = 3

    def __init__(self, x):
        self.x = x
        self.hook()

    def hook(self):
        self.y = 1

    def worth(self):
        return self.x

    @property
    def double(self):
        return self.x * 2

    @classmethod
    def made(cls, x):
        return cls(x)

    @staticmethod
    def after(v):
        return v + 1

class Derived(Base):
    kind = 5

    def __init__(self, x):
        super().__init__(x)
        self.z = 4

    def hook(self):
        super().hook()
        self.w = 7

    def worth(self):
        return super().worth() * 3 + super().kind + super().double + super().after(2) + self.w

class Old(Derived):
    def __init__(self, x):
        self.q = 2
        Derived.__init__(self, x)

    def worth(self):
        return super(Old, self).worth() + self.q + self.z

class Twice(Old, Base):
    def worth(self):
        f = super().worth
        return f() - 1

    @classmethod
    def made(cls, x):
        return super().made(x + 1)

class Early(Base):
    def __init__(self, x):
        super().__init__(x)
        self.late = 3

    def hook(self):
        try:
            self.y = self.late
        except AttributeError:
            self.y = -1

class Bare:
    def __init__(self):
        super().__init__()
        self.n = 6
"""
OF_CLASSES: Final = {
    "super": "return Derived(n).worth() * 100 + Derived(n).z",
    "super_of_old": "return Old(n).worth() * 100 + Old(n).w",
    "super_by_mro": "return Twice(n).worth() * 100 + Twice(n).y",
    "super_before_it_is_set": "e = Early(n)\n    return e.y * 100 + e.late * 10 + e.x",
    "super_of_object": "return Bare().n + n",
    "of_several": "b = [Derived(n), Base(n), Old(n), Twice(n)][n + 1]\n    b.x += 3\n    return b.worth()",
    "set_of_several": "b = [Base(n), 5, (1, 2)][n]\n    try:\n        b.x += 3\n        return b.x\n    except AttributeError:\n        return -1",
    "bin": "return len(bin(n * 5 - 7)) + sum(ord(c) for c in bin(n - 1))",
    "ones": "return bin(n * 37).count('1') + 10 * bin(-n).count('1') + 100 * bin(n - 5).count('1')",
    "compress": "return sum(i * x for i, x in enumerate(itertools.compress([3, 4, 5, 6], [n, 0, 1, n - 1])))",
    "compress_by_generator": "return sum(i * x for i, x in enumerate(itertools.compress(range(4, 9), (k % 2 == n % 2 for k in range(5)))))",
    "partial": "f = partial(added, n)\n    return f(4) + sum(map(f, [1, 2, 3])) + f(2, c=7)",
    "partial_filter": "return sum(filter(partial(lower, n), [0, 1, 2, 3]))",
    "key_of_several": "s = state_of(n)\n    return NAMES[s['turn']] + s['ply']",
    "key_that_has_no_hash": "s = state_of(n)\n    try:\n        return NAMES[s['cells']]\n    except TypeError:\n        return -1",
}
COUNTERS: Final = {
    "added": "a = Counter([n, 1, 1]) + Counter([1, n, 5])\n    return sum(i * k * v for i, (k, v) in enumerate(a.items(), 1)) + len(a)",
    "subtracted": "a = FULL - Counter([n, 1, 1])\n    return sum(i * (k + 1) * v for i, (k, v) in enumerate(a.items(), 1)) + 10 * len(a)",
    "below_zero": "a = Counter({1: -2, n: 3})\n    b = Counter({7: -4, 1: 1})\n    c = a - b\n    return sum((k + 1) * v for k, v in c.items()) + 100 * len(c)",
    "sum_below_zero": "c = Counter({1: -2, n: 3}) + Counter({7: -4, 1: 1, 8: 2})\n    return sum((k + 1) * v for k, v in c.items()) + 100 * len(c)",
    "updated": "a = Counter()\n    a.update((n, 2, 2))\n    a.update([2])\n    a.update({n: 5})\n    a.update(FULL)\n    return sum(k * v for k, v in a.items()) + 100 * len(a)",
    "of_texts": "a = Counter('abcab'[n:]) - Counter('ba')\n    return a['a'] + 10 * a['b'] + 100 * a['c'] + 1000 * len(a)",
    "left_alone": "a = Counter([1, 2])\n    b = a - Counter([n])\n    return len(a) * 10 + len(b)",
}
ORDERS: Final = {
    "vectors": "found = {Vector(k * 7 % 5 - n, k) for k in range(n + 9)}\n    return sum(i * (v.x * 31 + v.y) for i, v in enumerate(found))",
    "walls": "found = {Wall(Vector(k % 4, -k), k % 3 == n) for k in range(n + 11)}\n"
    "    return sum(i * (w.corner.y * 31 + w.upright) for i, w in enumerate(found))",
    "single": "found = {Single(k * k * (n + 3)) for k in range(12)}\n    return sum(i * v.n for i, v in enumerate(found))",
    "changed": "found = {Vector(k, n) for k in range(9)}\n    found.discard(Vector(4, n))\n    found.add(Vector(-k_of(n), 2))\n"
    "    return sum(i * (v.x * 31 + v.y) for i, v in enumerate(found)) + found.pop().x",
    "keys": "found = {Wall(Vector(n, k), True): k for k in range(5)}\n    return found[Wall(Vector(n, 3), True)] + len(found)",
}
NUMPY: Final = {
    "hstack": "a = np.hstack((np.array([n, 1]), np.array([2, 3]), n))\n    return int(a.sum()) + 10 * len(a) + 100 * int(a[4])",
    "hstack_truths": "a = np.hstack((np.array([n > 1, True]), False))\n    return int(a.sum()) + 10 * len(a) + 100 * int(a[2])",
    "hstack_mixed": "a = np.hstack((np.array([True, False]), n))\n    return int(a.sum())",
    "hstack_floats": "a = np.hstack((np.array([0.5, 1.0]), np.array([2, n])))\n    return int(a.sum() * 2) + 10 * len(a)",
    "hstack_wider": "a = np.hstack((np.array([1, n], dtype=np.int8), np.array([300])))\n    a[0] = 200\n    return int(a.sum())",
    "concatenate": "a = np.concatenate((np.arange(n), np.arange(3)))\n    return int(a.sum()) + 10 * len(a)",
    "of_list": "a = np.hstack([np.array([n]), np.array([2, 3])])\n    return int(a.sum()) + 10 * len(a)",
    "of_many": "a = np.concatenate([np.arange(k) for k in range(n + 2)])\n    return int(a.sum()) + 10 * len(a)",
    "packbits": "a = np.packbits(np.array([n, 0, 1, 0, 0, 0, 1, 1, n]))\n    return int(a[0]) + 1000 * int(a[1]) + 10 * len(a)",
    "packbits_of_rows": "a = np.packbits(np.array([[n > 0, False], [True, True]]))\n    return int(a[0]) + 1000 * len(a)",
    "packbits_of_nothing": "a = np.packbits(np.arange(0))\n    return len(a)",
    "both_ways": "a = np.unpackbits(np.packbits(np.array([n, 0, 1, 0, 0, 0, 1, 1, n, 5])))\n    return sum(int(x) << i for i, x in enumerate(a))",
    "unpackbits": "a = np.unpackbits(np.array([n, 200], dtype=np.uint8))[:12].reshape(3, 4)\n    return int(a.sum()) + 100 * int(a[2, 0])",
    "roll": "a = np.roll(np.arange(5), n - 1)\n    b = np.roll(np.arange(6).reshape(2, 3), -7 * n, axis=1)\n    c = np.roll(b, n, axis=-2)\n"
    "    return sum(int(x) * 6**i for i, x in enumerate(a)) + int(b[1, 0]) * 10**5 + int(c[0, 2]) * 10**6",
    "pad": "a = np.pad(np.arange(1, 5).reshape(2, 2) + n, 1)\n    b = np.pad(np.array([n, 3], dtype=np.int8), 2, mode='constant', constant_values=n - 1)\n"
    "    return int(a.sum()) + a.size * 100 + int(a[1, 2]) * 10**4 + int(b.sum()) * 10**5 + len(b) * 10**7",
    "pad_by": "return sum(int(x) * i for i, x in enumerate(np.pad(np.arange(6).reshape(2, 3), n, constant_values=4).flatten()))",
    "pad_wrong": "try:\n        return np.pad(np.zeros(2), n - 1).size\n    except ValueError:\n        return -1",
    "pad_truths": "a = np.pad(np.array([[n > 0, True]]), 1)\n    return sum(int(x) << i for i, x in enumerate(a.flatten()))",
    "insert": "a = np.insert(np.array([5, 6, 7]), n, 9)\n    b = np.insert(a, -1, n)\n    c = np.insert(a, 4, 8)\n"
    "    return sum(int(x) * 10**i for i, x in enumerate(a)) + int(b[3]) * 10**6 + int(c[4]) * 10**8",
    "delete": "a = np.delete(np.array([5, 6, 7]), n)\n    b = np.delete(a, -1)\n    return int(a[0]) + 10 * int(a[1]) + 100 * len(b) + 1000 * int(b[0])",
    "delete_too_far": "try:\n        return len(np.delete(np.arange(2), n + 1))\n    except IndexError:\n        return -1",
    "sign": "a = np.sign(np.array([n - 1, 4, -3], dtype=np.int8))\n    return int(a[0]) + 10 * int(a[1]) + 100 * int(a[2]) + 1000 * int(np.sign(n - 1))",
    "float32": "a = np.zeros(3, dtype=np.float32)\n    a[0] = 0.1 * n\n    a[1] = 2**60 + 2**36 + n\n    a[2] = 1e39 * (n - 1)\n"
    "    return int(float(a[0]) * 1e12) + int(a[1]) % 10**12 + int(float(a[2]) > 1e30) + int(a.astype(float)[0] * 1e12)",
    "float32_of_lists": "a = np.array([2**60 + 2**36 + n, 5], dtype=np.float32)\n    b = np.array([2**60 + 2**36 + n]).astype(np.float32)\n"
    "    return (int(a[0]) ^ int(b[0])) % 10**12",
    "float32_of_unsigned": "a = np.array([2**63 - 1, n], dtype=np.uint64)\n    a[0] += 6\n"
    "    return int(a.astype(np.float32)[0] > 0) + 2 * int(float(a[0]) > 0) + 4 * int(a.astype(float)[0] > 1e18)",
    "ones_of_unsigned": "a = np.array([2**63 - 1, n], dtype=np.uint64)\n    a[0] *= 2\n    return bin(a[0]).count('1') * 10 + bin(int(a[1])).count('1')",
    "negative_choices": "import itertools\n    try:\n        return sum(1 for _ in itertools.combinations([n, 2], -1))\n    except ValueError:\n        return -1",
    "unsigned_sum": "a = np.array([n, 3, 250], dtype=np.uint8)\n    return int(a.sum() > 253) + 2 * int(a.sum() >= n) + 4 * int(-n <= a.sum())",
    "unsigned": "a = np.array([n, 3], dtype=np.uint64)\n    m = np.uint64(18446744073709551615)\n"
    "    return int(a[0] < m) + 2 * int(m > a[1]) + 4 * int(m >= m) + 8 * int(m > n) + 16 * int(m < n - 1) + 32 * int(n - 1 < m)",
}
SUPERS: Final = """
class Wide:
    def __init__(self, n):
        self.n = n
"""
REFUSED: Final = {
    "star_of_some": (
        "(lambda a, b=8, c=9: a + b + c)(*[n, 2][n:], 6)",
        "calls with * and a number of arguments that is not known; write the arguments out",
    ),
    "reverse": ("sorted([n, 2], reverse=None)[0]", "sorts with the constant None as reverse; give True or False"),
    "rolled": (
        "int(np.roll(np.zeros((2, 2)), n)[0, 0])",
        "rolls an array of several axes without saying along which; give axis=",
    ),
    "rolled_too_far": ("int(np.roll(np.zeros(2), n, axis=1)[0])", "rolls an array of 1 axes along axis 1"),
    "padded": (
        "np.pad(np.zeros(2), n, mode='edge').size",
        "pads an array by int in mode the constant 'edge'; give one number, and mode='constant'",
    ),
    "spliced": (
        "np.delete(np.arange(3), np.arange(3)[0] > n).size",
        "gives numpy's delete an array of 1 axes and bool; give one axis, an index and a number",
    ),
    "bits_of_unsigned": (
        "len(bin(np.array([n], dtype=np.uint64)[0]))",
        "writes a number of uint64 in binary; take int() of it",
    ),
    "super_of_numbers": (
        "super(int, n).real",
        "calls super() of int; name the class, as in Base.method(self)",
    ),
    "super_without": ("super(Wide, Wide(n)).missing", "reads .missing of super() of Wide, which has none"),
    "beside_floats": (
        "int(np.maximum(np.array([n, 3], dtype=np.float32), 0.3)[0])",
        "has a float of 32 bits and float in one array; take astype(float) of them",
    ),
    "float_of_numpy": ("int(S * (n + 1) * 10)", "has the constant np.float32(0.1) * int"),
    "partial": ("functools.partial(max, n)(3)", "makes a partial of the constant <built-in function max>; write a lambda"),
    "places": (
        "int(round(n / 3, n))",
        "rounds to a number of places that is not known, or beyond 0 to 12; scale the number instead",
    ),
    "rounded_numpy": (
        "int(round(np.array([n / 3])[0], 1))",
        "rounds a number of numpy, which numpy does in another way; take float() of it first",
    ),
    "float_modulus": ("pow(n * 1.0, 2, 5)", "calls pow with a modulus and other numbers than ints; give ints"),
    "unique_floats": (
        "np.unique(np.array([n / 3])).size",
        "takes the unique ones of floats, where numpy counts all nan as one; use whole numbers",
    ),
    "columns": (
        "np.hstack((np.array([[1, 2]]), np.array([[n]]))).size",
        "gives numpy's hstack an array of 2 axes of int and an array of 2 axes of int; give it arrays of one axis, or write loops",
    ),
    "numbers": (
        "np.concatenate([n, 1]).size",
        "gives numpy's concatenate int; give it arrays of one axis, or write loops",
    ),
    "bits_of_ints": ("np.unpackbits(np.array([n, 2])).size", "takes the bits of an array that is not of uint8, as numpy cannot"),
    "signed": (
        "int(np.array([n], dtype=np.uint64)[0] < np.arange(3)[1])",
        "compares numbers of uint64 with others that numpy makes floats for it; make them int64",
    ),
}


def test_plain_python(capfd: pytest.CaptureFixture[str]) -> None:
    """Properties with setters, print, and members of Enums by name."""
    assert {name: told for name, told in outcomes(HEAD, PLAIN, texts=False).items() if told} == {}
    capfd.readouterr()


def test_classes_and_functions() -> None:
    """super() of objects, attributes of one of several classes, partial, compress and bin."""
    assert {name: told for name, told in outcomes(INHERITED, OF_CLASSES, texts=False).items() if told} == {}


def test_counters() -> None:
    """Added, subtracted and updated count by count, in Python's order."""
    assert {name: told for name, told in outcomes(HEAD, COUNTERS, texts=False).items() if told} == {}


def test_sets_of_objects_have_the_order_of_their_hashes() -> None:
    """Where a hash is that of the tuple of attributes, as people write it; any other one is refused."""
    head = HEAD + "\ndef k_of(n):\n    return 17 * n\n"
    assert {name: told for name, told in outcomes(head, ORDERS, texts=False).items() if told} == {}
    (found,) = outcomes(head, {"odd": "return sum(i * v.n for i, v in enumerate({Odd(k) for k in range(n + 5)}))"}).values()
    assert found == "iterates over a set of Odd, whose order only Python knows; sort it, or use numbers or tuples"


def test_numpy() -> None:
    """Arrays put behind each other, their bits, and numbers without a sign."""
    pytest.importorskip("numpy", reason="the rules use numpy")
    assert {name: told for name, told in outcomes("import numpy as np\n", NUMPY, texts=False).items() if told} == {}


def test_refused() -> None:
    """With the reason and, where there is one, another way."""
    pytest.importorskip("numpy", reason="the rules use numpy")
    found = outcomes(
        "import functools\nimport itertools\nimport numpy as np\nS = np.float32(0.1)\n" + SUPERS,
        {name: f"return {code}" for name, (code, _) in REFUSED.items()},
    )
    assert found == {name: text for name, (_, text) in REFUSED.items()}


LATER = """
import sys
import minimaxer as mx

class Plain:
    def initial(self): return 0
    def player(self, state): return state % 2
    def moves(self, state): return [1, 2]
    def play(self, state, move): return state + move
    def outcome(self, state): return None if state < 5 else -1

mx.compile(Plain())
assert "numpy" not in sys.modules
import numpy as np

class Typed(Plain):
    def play(self, state, move): return int(np.int8(state) + np.int8(move))

print(mx.search(mx.compile(Typed()), depth=3, evaluate=None).value)
"""


def test_numpy_that_is_imported_later_is_known(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="the rules use numpy")
    (tmp_path / "later.py").write_text(LATER)
    settings = os.environ | {"MINIMAXER_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "later.py"], capture_output=True, text=True, check=True, cwd=tmp_path, env=settings, timeout=PATIENCE
    )
    assert done.stdout.split() == ["-1"]


def test_objects_that_can_change_are_keys_by_their_fields() -> None:
    """Equal ones are one key, whoever wrote their `__eq__` and `__hash__`; of attrs, dataclasses and classes of one's own."""
    head = """
from dataclasses import dataclass
import attrs

@dataclass(unsafe_hash=True)
class Data:
    x: int

@attrs.define(unsafe_hash=True)
class Attrs:
    x: int

class Own:
    def __init__(self, x): self.x = x
    def __eq__(self, other): return self.x == other.x
    def __hash__(self): return hash((self.x,))

class Apart:
    def __init__(self, x): self.x = x
"""
    body = "d = {{}}\n    for i in range(9):\n        p = {0}(n + i % 4)\n        p.x += 1\n        d[p] = d.get(p, 0) + 1\n"
    cells = {name: body.format(name) + "    return len(d) * 10 + d.get(p, 0)" for name in ("Data", "Attrs", "Own", "Apart")}
    assert {name: told for name, told in outcomes(head, cells).items() if told} == {}
