"""Each operation on each types is refused with a line, or gives what Python gives: nothing has a default answer."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Final

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
pytest.importorskip("numpy", reason="arrays are among the values")

from .answers import FINE, REFUSED, UNORDERED, causes, verdicts
from .operations import Cell, cells

pytestmark = pytest.mark.thorough

KNOWN: Final = (
    r"^(max|min)\(\[1, 2\], key=x\) of member",  # refused in the source of the standard library
    r"^len\(\{x, y\}\)|< \(y, 2\) of .* and items$|^x if n else y|^\[x, y\]\[n\]|^\(x, y\)\[n\]|^(min|max)\(x, y\)|^sorted\(\[x, y\]\)|^x or y|^x and y",  # a list, a tuple and a range at one place become one type
    r"^str\(x if n else y\) of (maybe|bool|int|known|float|rank)",  # so do numbers of different types
    r"\bknown row|\bbag\b",  # a list of a list of the module lies as a tuple does, a set as a frozenset
    r"^x\[.*:.*\] of deque|^x.sort\(\).* of deque|^x [<>]=? y of .*\bdeque|\bof (.*list and deque|deque and .*list)$",  # a deque lies as a list does
)
"""Cells that are wrong, with the reason; most of them raise in Python whatever the values are."""


def _faults(chosen: list[Cell], folder: Path) -> dict[str, str]:
    chosen = [each for each in chosen if not any(re.search(known, each.name) for known in KNOWN)]
    found = zip(chosen, verdicts(chosen, folder), strict=True)
    limit = "Raised(name='OverflowError') compiled"  # of a shape of a union for which compiled code has none
    return {cell.name: told for cell, told in found if told not in (FINE, REFUSED, UNORDERED) and not told.endswith(limit)}


def _sample(seed: int, count: int) -> list[Cell]:
    return Random(seed).sample(cells(), count)


@pytest.mark.parametrize("part", range(3))
def test_a_few_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    """Cells of the table drawn with a seed are refused or right."""
    monkeypatch.setenv("MINIMAXER_OPTIMISE", "0")
    alone = [each for each in cells() if not any(line.startswith("y = ") for line in each.lines)]
    drawn = Random(1).sample(alone, 600) + _sample(1, 300)
    assert _faults(drawn[part::3], tmp_path) == {}


@pytest.mark.parametrize("seed", [2])
def test_many_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """More cells are refused or right too."""
    monkeypatch.setenv("MINIMAXER_OPTIMISE", "0")
    assert _faults(_sample(seed, 250), tmp_path) == {}


RIGHT: Final = (
    "return isinstance(Plain(n), Plain), isinstance(Child(n), Plain), isinstance(Plain(n), Child)",
    "return Equal(n) == Equal(m), Equal(n) in [Equal(0), Equal(1)], Equal(n) in {Equal(m)}",
    "return Careful(n) == Careful(m), Careful(n) == n, Careful(n) != None, 1 - Rich(n)",
    "return Typed(n) == Typed(m), Classed(n) == Classed(m), Typed(n) == Classed(n)",
    'return {"a": n, "b": 7}.get(LINE[n : n + 1], 9), LINE[n : n + 1] in {"a", "b"}, {LINE[n:m]: 1}.get("b")',
    'return {"0": 1, "1": 2}[str(n)], {("a", 1): 5, ("b", 2): 6}.get((LINE[n : n + 1], n + 1)), f"{n}" in {"0", "king"}',
    "return Pair(n, 1) in {(m, 1)}, {(0, 0): 1}.get(tuple([n, m])), (n, m) in {tuple([m, n])}",
    "return Partly(1, n) == Partly(1, m), {Partly(1, n): 5}.get(Partly(1, m))",
    "return str(None if n else m), f\"{None if n else 'a'}\"",
    "x = Rich(n)|x += 1|return x",
    "match (n, m) if n else (n, m, 1):|    case (a, b): return a + b|    case (a, b, c): return c + 10",
    "x = (n, m) if n else (n, m, 1)|if len(x) == 2:|    a, b = x|    return a + b|a, b, c = x|return c",
    "return [].count(n), (n,).count(m), functools.reduce(lambda a, b: a + b, (n, m), 5)",
    "return COUNTS[n], collections.Counter((n, m))[1], [c for c in collections.Counter((n,))]",
    "x = Loose(n)|x.row += m|return x.row, x == Loose(n + m)",
)
"""Bodies of functions whose answers are Python's."""


def test_right_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What once had another answer than in Python, and is compiled, has the same."""
    monkeypatch.setenv("MINIMAXER_OPTIMISE", "0")
    chosen = [Cell(each, tuple(each.split("|"))) for each in RIGHT]
    assert dict(zip(RIGHT, verdicts(chosen, tmp_path, "right"), strict=True)) == dict.fromkeys(RIGHT, FINE)


TEXTS: Final = {
    "x = ROWS[n]|return x == [n, 1]": "compares (int, int) with a list of items, each int: a list of the module lies as a tuple "
    "does; make both tuples",
    "return range(n) == range(m)": "compares a range with a range; it is not known what Python would say",
    "return Single(n) == Single(m)": "compares objects of Single, of which only one and the same is equal; give it an __eq__",
    "return (n, 1) < [m]": "compares (int, the constant 1) < a list of items, each int, which have no order in Python",
    "return Point(n, 1) < Point(m, 1)": "compares Point(row: int, column: int) < Point(row: int, column: int), which have no "
    "order in Python",
    "return n + 0.5 in {n, m}": "looks for float among keys or items that are int; convert it first",
    "return {[n]: 1}": "uses a list of items, each int as a key or an item of a set, which Python cannot: it has no hash",
    "return Rich(n) in NAMES": "looks for Rich, which has an __eq__ of its own, among keys of other classes",
    "return collections.Counter([n]) == {n: 1}": "compares or joins Counters, which Python does count by count; use a dict",
    "return 1 if n else NAMES[1:]": "holds what Python cannot do: unhashable type: 'slice'",
    "return n.row": "reads .row of int, which compiled games do not know",
    "return Plain(n).__dict__": "reads .__dict__ of Plain, which compiled games do not know",
    "return CARDS[1]": "uses a Card, derived from a class of Python's; use that one, or a class of your own",
    "return [n].insert(1)": "calls .insert() of a list of items, each int with too few arguments",
    "return [n, m].index(n, 1)": "calls .index() of a list of items, each int with 2 arguments; compiled games look at 1",
    "return sorted([n, m], cmp=1)": "calls sorted with cmp=, which compiled games do not look at",
    "return isinstance((y for y in (n, 1)), list)": "asks for the class of an iterator, which compiled games do not know",
    "return isinstance(frozenset({n}), set)": "asks for the class of a set of items, each int, which may be a set of the module",
    "x = collections.deque((n,))|return isinstance(x, list)": "asks for the class of a list of items, each int, which may be a "
    "deque of the module",
    "return type(None if n else m)": "asks for the type of int or None; compare it with None first, or ask isinstance",
    "return ord(str(n))": "asks for the number of the letter a text; keep letters of a text that is known",
    "return dataclasses.replace(Pair(n, 1), row=2)": "replaces fields of Pair(row: int, column: int), for which Python has "
    "another function",
    "return list(reversed({n, m}))": "takes a set of items, each int in reverse; make a list of it first",
    "return Point(n, 1)[1:]": "takes a slice of Point(row: int, column: int)",
    "return (n, 1) * 1.5": "repeats something the constant 1.5 times",
    "return {n} if m else (y for y in (n, 1))": "gives a set of items, each int on one path and an iterator on another; make "
    "both lists",
    "return n in Way": "asks whether int is a member of Way, of which versions of Python disagree",
    "return n in Way.UP": "asks whether something is in <Way.UP: 1>, which holds nothing",
    "match RichPair(n):|    case (a, b): return a": "matches items of RichPair(row: int)",
    "x = ITEMS|x += [n]|return x": "changes the constant [0, 1, 2], which may be a list of the module; rules have no memory of "
    "their own",
    "x = {n}|x -= [m]|return x": "has a set sub= a list of items, each int; make it a set first",
    'return "{:2}".format(n)': "fills {} of '{:2}', no plain field of a value that is given; write an f-string",
    "return Renewed(n, 1)": "makes a Renewed: Renewed defines __new__, which compiled games do not look at; give it another name",
    "return Started(n)": "makes a Started: Started defines __init__, which compiled games do not look at; give it another name",
    "return n @ m": "has int @ int",
    "return (n, 1).copy()": "calls .copy() of a tuple, which Python does not have",
}
"""Bodies of functions, and why they are refused."""


def test_reasons(tmp_path: Path) -> None:
    """What is refused is refused for a reason that is true."""
    chosen = [Cell(each, tuple(each.split("|"))) for each in TEXTS]
    assert dict(zip(TEXTS, causes(chosen, tmp_path, "reasons"), strict=True)) == TEXTS


def test_private_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names with two underscores within a class are those that Python makes of them."""
    monkeypatch.setenv("MINIMAXER_OPTIMISE", "0")
    chosen = [Cell("private", ("return Private(n).twice(), Private(m).steps()",))]
    assert verdicts(chosen, tmp_path, "private") == [FINE]


def test_an_attribute_that_is_never_set_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading it is an AttributeError, not a crash."""
    monkeypatch.setenv("MINIMAXER_OPTIMISE", "0")
    assert verdicts([Cell("missing", ("return Plain(n).missing if n else 1",))], tmp_path, "missing") == [FINE]
