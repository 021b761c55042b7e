"""Objects of plain classes in tables of the module, however they are kept and used: as in Python, or refused by name."""

from __future__ import annotations

from typing import Final

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx

from .cells import outcomes

pytestmark = pytest.mark.thorough

COMPARED: Final = """
    def __eq__(self, other):
        return isinstance(other, V) and (self.y, self.x) == (other.y, other.x)

    def __hash__(self):
        return hash((self.x, self.y))
"""
REST: Final = """
    def plus(self, other):
        return V(self.x + other.x, self.y)

    def __add__(self, other):
        return V(self.x + other.x, self.y)

    def __mul__(self, times):
        return V(self.x * times, self.y)

    @property
    def worth(self):
        return self.x * 3 + len(self.word)
"""
CLASSES: Final = {
    "numbers": "class V:\n    def __init__(self, x, y):\n        self.word = 'ab'\n        self.x = x\n        self.y = y\n"
    + COMPARED,
    "slots": "class V:\n    __slots__ = ('y', 'x')\n    word = 'a'\n    def __init__(self, x, y=0):\n        self.y, self.x = y, x\n"
    + COMPARED,
    "by identity": "class V:\n    word = 'abc'\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n",
    "derived": "class Base:\n    word = ''\n    def __init__(self, x):\n        self.x = x\n\n"
    "class V(Base):\n    def __init__(self, x, y):\n        super().__init__(x)\n        self.y = y\n" + COMPARED,
    "of texts, None and tuples": "class V:\n    def __init__(self, x, y):\n        self.x, self.y, self.both = x, y, (y, 'b')\n"
    "        self.word = 'abc' if x else 'd'\n        self.none = None\n" + COMPARED,
}
TABLES: Final = """
LIST = [V(0, 5), V(1, 5), V(2, 6)]
ROW = (V(2, 5), V(0, 5), V(1, 5))
NAMED = {"a": V(1, 5), "b": V(0, 5), "c": V(2, 7)}
NUMBERED = {0: V(0, 5), 1: V(2, 5), 2: V(4, 5)}
PAIRS = [(V(1, 5), 3), (V(0, 5), 4), (V(3, 5), 5)]
NESTED = {"n": [V(1, 5), V(2, 5)], "m": [V(3, 5)]}
KEYS = {V(0, 5): 7, V(1, 5): 8}
SET = {V(0, 5), V(2, 5)}
ONE = V(1, 5)
WORDS = ["a", "b", "c"]
"""
HELD: Final = {
    "list": "LIST[n]",
    "row": "ROW[n]",
    "named": "NAMED[WORDS[n]]",
    "numbered": "NUMBERED[n]",
    "pairs": "PAIRS[n][0]",
    "nested": "NESTED['n'][n % 2]",
    "one": "(ONE if n else V(n, 5))",
}
USED: Final = {
    "read": "return {v}.x * 10 + {v}.worth",
    "loop": "return sum(each.x * (place + n) for place, each in enumerate(LIST))",
    "method": "return {v}.plus(LIST[0]).x",
    "operators": "return ({v} + ONE * 2 + LIST[n] * n).worth",
    "equal": "return ({v} == V(n, 5)) + 2 * ({v} == LIST[0]) + 4 * (V(1, 5) != {v})",
    "identical": "return {v} is ONE",
    "in list": "return ({v} in LIST) + 2 * (V(n, 5) in LIST) + 4 * (LIST[n] in ROW)",
    "index": "return LIST.index({v})",
    "in set": "return ({v} in SET) + 2 * (V(n, 5) in {{{v}, V(1, 5)}})",
    "as key": "return KEYS.get({v}, 5) + {{V(0, 5): 1, LIST[1]: 2}}.get({v}, 3)",
    "made beside": "v = {v} if n else V(9, 5)\n    return v.x",
    "listed": "kept = [{v}]\n    kept.append(V(n + 1, 5))\n    kept += LIST\n    return sum(each.x for each in kept) + len(kept)",
    "sorted": "return sorted([*LIST, {v}], key=lambda each: -each.x)[n].x",
    "best": "return max(LIST, key=lambda each: each.x * (1 - n)).x",
    "in a state": "state = ({v}, n, {v})\n    return state[0].x + state[2].worth",
    "other": "v = None if n == 1 else {v}\n    return -1 if v is None else v.x",
    "mixed": "v = 7 if n == 1 else {v}\n    return v if isinstance(v, int) else v.x",
    "class": "return isinstance({v}, V) + 2 * isinstance({v}, tuple) + 4 * (type({v}) is V)",
    "copied": "import copy\n    return copy.copy({v}).x + copy.deepcopy({v}).x",
    "set up": "v = V(n, 5)\n    v.x = 8\n    return v.x",
    "changed": "{v}.x = 8\n    return 1",
}
CHANGING: Final = ("set up", "changed")


@pytest.mark.parametrize("name", CLASSES)
def test_objects_of_tables(name: str) -> None:
    """Nothing is wrong, and what is refused asks for identity, or keeps what the module would share."""
    cells = {
        f"{use}_{held}".replace(" ", "_"): body.format(v=expression)
        for held, expression in HELD.items()
        for use, body in USED.items()
        if use not in CHANGING and (held == "list" or "{v}" in body)
    }
    found = outcomes(CLASSES[name] + REST + TABLES, cells, texts=False)
    wrong = {cell: told for cell, told in found.items() if " gives " in told and ", in Python " in told}
    assert wrong == {}
    by_identity = ("equal", "in_list", "index", "in_set", "as_key") if name == "by identity" else ()
    refused = {cell for cell, told in found.items() if told and not cell.startswith(("identical", *by_identity))}
    assert refused == set(), {cell: found[cell] for cell in refused}


@pytest.mark.parametrize("use", CHANGING)
def test_objects_that_change_are_no_values(use: str) -> None:
    """One made and changed is compiled beside tables that are only read; an object of the module is not changed."""
    cells = {use.replace(" ", "_"): USED[use].format(v="LIST[0]"), "read": "return LIST[0].x + NAMED['c'].y + n"}
    found = outcomes(CLASSES["numbers"] + REST + TABLES, cells)
    assert found["read"] == ""
    assert (found[use.replace(" ", "_")] == "") == (use == "set up"), found


ODD: Final = """
class A:
    def __init__(self, a, kind):
        if kind:
            self.p = a
        else:
            self.q = a

class B:
    def __init__(self, x):
        self.x = x
        if x > 0:
            self.y = 1

class W:
    def __init__(self, x, out=None):
        self.x = x
        if out is not None:
            out.append(self)

class Counted:
    def __init__(self, x):
        self.x = x
    def visit(self):
        self.x += 1
        return self.x

class MadeUp:
    def __init__(self, x):
        self.x = x
    def __getattr__(self, name):
        return 5

AS = [A(1, True), A(2, False)]
BS = [B(1)]
WS = [W(1)]
COUNTED = [Counted(1), Counted(2), Counted(3)]
UPS = [MadeUp(1), MadeUp(2), MadeUp(3)]
"""
ODDLY: Final = {
    "attributes": "v = AS[0] if n else AS[1]\n    return 7 if hasattr(v, 'q') else 3",
    "by index": "return hasattr(AS[n % 2], 'q')",
    "conditional": "return B(n).x + BS[0].x",
    "escaped": "out = []\n    w = W(n, out)\n    out[0].x = 8\n    return w.x + WS[0].x",
    "changed": "COUNTED[n].x = 8\n    return 1",
    "visited": "return COUNTED[n].visit()",
    "made up": "return UPS[n].z + hasattr(UPS[n], 'z')",
}


@pytest.mark.parametrize("name", ODDLY)
def test_objects_that_are_no_values(name: str) -> None:
    """Objects with attributes of their own, that escape, change or make up attributes: as in Python, or refused, in the end."""
    try:
        told = outcomes(ODD, {"cell": ODDLY[name]}, texts=False)["cell"]
    except mx.CompileError as error:  # in a method of the class
        told = str(error)
    assert ", in Python " not in told
    assert "compiler fail" not in told


ROWS: Final = "ROWS = [[1, 2], [3, 4]]\nONE = [[1]]\nNAMED = {'a': [1, 2], 'b': [3, 4]}\n"
KEPT: Final = (
    "[row for row in ROWS]",
    "list(ROWS)",
    "[ROWS[0], ROWS[n % 2]]",
    "[NAMED['a'], NAMED['b']]",
)
ASKED: Final = {
    "same": "return ROWS == {kept}",
    "other": "return ROWS != {kept}",
    "first": "return ({kept})[0] == [1, 2]",
    "in": "return [3, n + 3] in {kept}",
    "index": "return ({kept}).index([3, 4])",
    "among": "return {kept}.count([1, n + 1])",
    "class": "return isinstance(({kept})[0], list) + 2 * isinstance(({kept})[0], tuple)",
    "one": "return ONE != [row for row in ONE]",
}


@pytest.mark.parametrize("kept", KEPT)
def test_lists_of_the_module_equal_lists(kept: str) -> None:
    """However a list of lists is gone through and kept, its rows equal lists of the same items, or the question is refused."""
    for body in ASKED.values():  # each alone: what one looks up tells the others that a row may be a list
        told = outcomes(ROWS, {"cell": body.format(kept=kept)}, texts=False)["cell"]
        assert ", in Python " not in told, body


MODULE_ROWS = [[0], [1, 0, 3, 2], [2]]


class Rows:
    """States that hold lists of the module or new ones, whose rows may be in several places."""

    def initial(self) -> tuple[int, list[list[int]], int]:
        return 3, [[3], [2, 9, 0]], 0

    def player(self, state: tuple[int, list[list[int]], int]) -> int:
        return state[2]

    def moves(self, state: tuple[int, list[list[int]], int]) -> list[int]:
        return [0, 1]

    def play(self, state: tuple[int, list[list[int]], int], move: int) -> tuple[int, list[list[int]], int]:
        left, _, mover = state
        return left - 1, [[move, left] for _ in range(2)] if left == 2 else MODULE_ROWS[1:], 1 - mover

    def outcome(self, state: tuple[int, list[list[int]], int]) -> int | None:
        return sum(map(sum, state[1])) if state[0] == 0 else None


def test_lists_of_the_module_become_rows_of_states() -> None:
    """They are made anew each time, which no constant table holds."""
    assert mx.search(mx.compile(Rows()), depth=3).value == mx.search(Rows(), depth=3).value
