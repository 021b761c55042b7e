"""Copies share what Python's copies share; what is held in two places is refused or stops, and is never taken for two."""

from __future__ import annotations

import copy
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
pytest.importorskip("numpy", reason="arrays are part of what is copied")

import numpy as np

import minimaxer as mx

from .cells import LIMIT, outcomes

HEAD = """
import copy
from dataclasses import dataclass
import numpy as np

class Cell:
    def __init__(self, n): self.n = n

class Grid:
    def __init__(self, n):
        self.rows = [[n, 1], [2, 3]]
        self.cells = np.full(3, n)
        self.dict = {1: [n]}
        self.cell = Cell(n)
        self.maybe = Cell(5) if n else None
        self.pair = ([n], 4)

    def change(self):
        self.rows[0][1] += 7
        self.cells[1] += 9
        self.dict[1].append(3)
        self.cell.n += 2
        self.pair[0].append(8)
        if self.maybe: self.maybe.n += 1

    def total(self):
        found = 0
        for row in self.rows:
            for each in row: found = found * 11 + each
        for each in self.cells: found = found * 11 + int(each)
        for each in self.dict[1]: found = found * 11 + each
        for each in self.pair[0]: found = found * 11 + each
        return found * 100 + self.cell.n * 10 + (self.maybe.n if self.maybe else 0)

class Own:
    def __init__(self, n): self.n = n
    def __copy__(self): return Own(self.n + 10)
    def __deepcopy__(self, memo): return Own(copy.deepcopy(self.n, memo) + 20)

class Pickled:
    def __init__(self, n): self.n = n
    def __getstate__(self): return {"n": 5}

@dataclass
class Two:
    first: list
    second: list

@dataclass(frozen=True)
class Fixed:
    row: list
    n: int

START = [[0, 1], [2, 3]]

class Rack:
    def __init__(self, one, other): self.one, self.other = one, other
"""
CELLS = {
    "deep": "a = Grid(n)\n    b = copy.deepcopy(a)\n    b.change()\n    return a.total() * 7 + b.total()",
    "shallow": "a = Grid(n)\n    b = copy.copy(a)\n    b.change()\n    return a.total() * 7 + b.total()",
    "array": "a = np.full(3, n)\n    b = copy.copy(a)\n    c = copy.deepcopy(a)\n    b[0] = 5\n    c[1] = 6\n"
    "    return int(a.sum()) * 100 + int(b.sum()) * 10 + int(c.sum())",
    "view": "a = np.array([n, 1, 2, 3, 4, 5])\n    b = copy.deepcopy(a[::2])\n    b[0] = 50\n    return int(a.sum()) * 100 + int(b.sum())",
    "rows": "a = [[n], [2]]\n    b, c = copy.copy(a), copy.deepcopy(a)\n    a[0].append(4)\n    return len(b[0]) * 10 + len(c[0])",
    "tuple": "a = ([n], 3)\n    b, c = copy.copy(a), copy.deepcopy(a)\n    a[0].append(4)\n    return len(b[0]) * 10 + len(c[0])",
    "tuples": "a = tuple([each] for each in range(n + 2))\n    b = copy.deepcopy(a)\n    a[1].append(4)\n    return len(b[1]) * 10 + len(b)",
    "dict": "a = {n: [1]}\n    b, c = copy.copy(a), copy.deepcopy(a)\n    a[n].append(4)\n    return len(b[n]) * 10 + len(c[n])",
    "optional": "a = [1] if n else None\n    b = copy.copy(a)\n    if a: a.append(3)\n    return len(b) if b else 7",
    "set": "a = {n, 5}\n    b = copy.deepcopy(a)\n    a.add(9)\n    return len(a) * 10 + len(b)",
    "known": "a = copy.deepcopy(START)\n    a[0][1] = n\n    return a[0][1] * 10 + START[0][1]",
    "frozen": "a = Fixed([n], 2)\n    b, c = copy.copy(a), copy.deepcopy(a)\n    a.row.append(4)\n    return len(b.row) * 10 + len(c.row)",
    "objects": "a = [Cell(n), Cell(2)]\n    b = copy.deepcopy(a)\n    b[0].n = 7\n    return a[0].n * 10 + b[0].n",
    "own": "a = Own(n)\n    return copy.copy(a).n * 100 + copy.deepcopy(a).n",
    "own_within": "a = [Own(n)]\n    return copy.copy(a)[0].n * 100 + copy.deepcopy(a)[0].n",
    "pickled": "return copy.copy(Pickled(n)).n",
    "row_twice": "row = [n]\n    a = [row, row] if n < 2 else [[1], [2]]\n    b = copy.deepcopy(a)\n    b[0].append(3)\n    return len(b[1])",
    "object_twice": "king = Cell(n)\n    a = Rack([king, Cell(1)], king)\n    b = copy.deepcopy(a)\n    b.other.n = 8\n    return b.one[0].n",
    "fields_twice": "row = [n]\n    a = Two(row, row)\n    b = copy.deepcopy(a)\n    b.first.append(1)\n    return len(b.second)",
    "shallow_twice": "row = [n]\n    a = copy.copy([row, row])\n    a[0].append(1)\n    return len(a[1])",
    "array_parts": "a = np.full(4, n)\n    b = copy.deepcopy([a[:2], a[1:3]])\n    b[0][1] = 9\n    return int(b[1][0])",
}
EXPECTED = {
    "pickled": "copies a Pickled: it defines __getstate__, which compiled games do not look at; copy it part by part",
    "row_twice": LIMIT,
    "object_twice": LIMIT,
    "fields_twice": LIMIT,
    "array_parts": LIMIT,
}


def test_copies_share_what_pythons_share() -> None:
    """Each cell gives what Python gives; what is held twice stops where it is copied deeply."""
    found = outcomes(HEAD, CELLS)
    assert {name: text for name, text in found.items() if text} == EXPECTED


class Piece:
    """Knows the position that it is part of, or not."""

    def __init__(self, n: int, board: Any = None) -> None:
        self.n = n
        self.board = board


class Position:
    """Has several places for lists, objects and arrays, of which some may hold one thing from the beginning or later."""

    def __init__(self, how: str = "", later: str = "") -> None:
        self.ply = 0
        row = [0, 0]
        self.rows = [row, row] if how == "a list" else [[0, 0], [0, 0]]
        self.king = Piece(0, self if how == "itself" else None)
        self.pieces = [self.king] if how == "an object" else [Piece(1)]
        self.cells = np.zeros(4, dtype=int)
        self.before = Piece(1, Piece(0)) if how == "within" else None
        self.part = self.cells[1:3] if how == "a view" else np.zeros(2, dtype=int)
        self.later = later


class Rules:
    """Begins with one of these positions."""

    def __init__(self, how: str = "") -> None:
        self.how = how

    def initial(self) -> Any:
        return Position(self.how)

    def player(self, state: Any) -> int:
        return int(state.ply % 2)

    def moves(self, state: Any) -> list[int]:
        return [0, 1]

    def play(self, state: Any, move: int) -> Any:
        after = copy.deepcopy(state)
        after.ply += 1
        if state.later == "a list":
            after.rows[1] = after.rows[0]
        elif state.later == "an object":
            after.pieces[0] = after.king
        elif state.later == "a view":
            after.part = after.cells[1:3]
        return after

    def outcome(self, state: Any) -> int | None:
        return None if state.ply < 6 else int(state.rows[0][0])


_APART = "which compiled games take apart; keep"


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("itself", "field king.board is a Position within a Position, whose number has no bound; keep them in a list"),
        ("within", "field before.board is a Piece within a Piece, whose number has no bound; keep them in a list"),
        ("a view", f"field part is a view of another array of the state, {_APART} a copy"),
    ],
)
def test_states_that_hold_views_or_themselves_are_refused(how: str, text: str) -> None:
    """The reason names both places."""
    with pytest.raises(mx.CompileError) as caught:
        mx.compile(Rules(how))
    assert text in str(caught.value)


def test_states_that_come_to_hold_one_thing_twice_stop_the_search() -> None:
    """A search that comes across it ends with an error, whether Python or compiled code made the state, and gives no value."""
    fast: Any = mx.compile(Rules(), check=False)
    assert mx.search(fast, depth=3, evaluate=None).value == 0
    for how in ("a list", "an object", "a view"):
        with pytest.raises(mx.RulesError, match=_APART):
            mx.search(fast, Position(how), depth=1, evaluate=None)
        with pytest.raises(OverflowError) as caught:
            mx.search(fast, Position(later=how), depth=2, evaluate=None)
        assert str(caught.value) == f"one list, set, dict, array or object is held in two places, {_APART} a copy"
