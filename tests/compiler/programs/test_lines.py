"""Loops over a table of lines give what Python gives, however they are written, on boards of all kinds."""

from __future__ import annotations

import ast
from functools import partial
from itertools import product
from types import ModuleType
from typing import Any, Final

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from minimaxer.compiler import library, lines, statements, streams

from .cells import outcomes

HEAD: Final = """
from enum import IntEnum
from typing import NamedTuple

class State(NamedTuple):
    board: tuple
    player: int

class Sign(IntEnum):
    SECOND = 2

class Late:
    def __init__(self, n):
        if n == 1:
            self.late = 1

class Held:
    FIRST = 1

    @property
    def counted(self):
        self.player += 1
        return self.player

    def __init__(self, board, player):
        self.board = board
        self.player = player

def rows(width, height):
    steps = (0, 1), (1, 0), (1, 1), (1, -1)
    cells = [(r, c, y, x) for r in range(height) for c in range(width) for y, x in steps]
    return [
        tuple((r + k * y) * width + c + k * x for k in range(3))
        for r, c, y, x in cells if r + 2 * y < height and 0 <= c + 2 * x < width
    ]

SMALL, MIDDLE, LARGE, WIDE, HUGE = rows(3, 3), rows(4, 4), rows(7, 6), rows(8, 8), rows(13, 9)
LISTS = [list(line) for line in SMALL]
FEW = SMALL[:2]
SOLE = ((2, 9, 30), (2, 9, 31), (9, 2, 30))

def scattered(seed, size):
    found = []
    for _ in range(size):
        seed = (seed * 1103515245 + 12345) % 2147483648
        found.append(seed // 65536 % 3)
    return found

def any_of(items):
    return 7
"""
BOARDS: Final = {
    "tuple": ("(0, 1, 2)", "tuple({})", "board"),
    "list": ("(0, 1, 2)", "{}", "board"),
    "text": ("'.xo'", "''.join({})", "board"),
    "texts": ("('no', 'one', 'other')", "tuple({})", "board"),
    "bytes alike": ("(1, 257, 513)", "tuple({})", "board"),
    "negative": ("(-1, -257, 255)", "tuple({})", "board"),
    "field": ("(0, 1, 2)", "State(tuple({}), 1)", "board.board"),
    "object": ("(0, 1, 2)", "Held({}, 1)", "board.board"),
    "item": ("(0, 1, 2)", "(tuple({}), 1)", "board[0]"),
    "floats": ("(0.0, 1.0, 2.5)", "tuple({})", "board"),
    "truths": ("(False, True, True)", "tuple({})", "board"),
    "perhaps": ("(None, 1, 2)", "tuple({})", "board"),
}
"""The contents of cells, how a list of them becomes a board, and the board's cells."""
TABLES: Final = {"SMALL": 9, "MIDDLE": 16, "LARGE": 42, "WIDE": 64, "HUGE": 117, "LISTS": 9, "FEW": 9, "SOLE": 32}
"""Tables, and the cells that they name."""
NAMED: Final = {
    "one by one": "{0}[a] == who and {0}[b] == who and {0}[c] == who",
    "chain": "{0}[a] == {0}[b] == {0}[c] == who",
    "turned": "who == {0}[a] == {0}[b] and {0}[c] == who",
    "alike": "{0}[a] == {0}[b] == {0}[c] != kinds[0]",
    "alike, and not empty": "{0}[a] != kinds[0] and {0}[a] == {0}[b] and {0}[c] == {0}[b]",
    "alike, and not that": "none != {0}[a] and {0}[a] == {0}[b] == {0}[c]",
    "true": "{0}[a] and {0}[a] == {0}[b] == {0}[c]",
    "constants": "{0}[a] == Held.FIRST and {0}[c] == {0}[b] == Sign.SECOND - 1",
    "two": "{0}[a] == who and {0}[b] == who and {0}[c] == none",
    "first and last": "{0}[a] == {0}[c] and {0}[b] == none != {0}[a]",
    "elsewhere": "{0}[c] != none and {0}[a] == {0}[b] == who",
    "alike, and another not empty": "{0}[a] == {0}[b] and {0}[c] != none",
    "alike, unlike another": "{0}[a] == {0}[b] != {0}[c] != none",
    "nothing of cells first": "n != 5 and {0}[a] == {0}[b]",
    "a number first": "n == 1 and {0}[b] == {0}[c]",
    "itself": "{0}[a] == {0}[a] != none",
    "two values": "{0}[a] == who == kinds[2]",
    "effects": "{0}[a] != held.counted and {0}[a] == {0}[b] == who",
    "unset": "{0}[a] == who and {0}[b] == other_held.late",
    "sum": "{0}[a] == who and {0}[b] == n + 1 == {0}[c]",
    "unbound": "{0}[a] != late and {0}[a] == {0}[b] == who",
    "unlike": "{0}[a] == who != {0}[b]",
    "either": "{0}[a] == who or {0}[b] == who == {0}[c]",
    "something first": "n >= 0 and {0}[a] == {0}[b] == {0}[c]",
    "something between": "{0}[a] == who and a > n and {0}[b] == {0}[c] == who",
    "order": "{0}[a] == {0}[b] <= {0}[c]",
    "named": "(first := {0}[a]) == {0}[b] == {0}[c] != none",
}
"""Conditions on a line `a, b, c`."""
LOOPS: Final = {
    "returned": "for a, b, c in {table}:\n            if {test}:\n                return k * 1000 + a * 100 + b + 1",
    "counted": "for a, b, c in {table}:\n            if {test}:\n                found = found * 3 + a * 100 + b + 1",
    "else": (
        "for a, b, c in {table}:\n            if {test}:\n                found += a + 1\n                break\n"
        "        else:\n            found += 500"
    ),
    "else reads": (
        "for a, b, c in {table}:\n            if {test}:\n                break\n        else:\n            found = found * 3 + a + c"
    ),
    "kept": "for a, b, c in {table}:\n            if {test}:\n                break\n        found = found * 3 + a * 10 + c",
    "changed": (
        "for a, b, c in {table}:\n            if {test}:\n                found += a + 1\n                board = other\n"
        "                who = none"
    ),
    "any": "found += k * any({test} for a, b, c in {table})",
    "filtered": "found = found * 3 + sum(a + 1 for a, b, c in {table} if {test})",
    "next": "found = found * 3 + next((a for a, b, c in {table} if {test}), -1)",
    "not any": "found += 0 if any({test} for a, b, c in {table}) else k",
    "all": "found += k * all({test} for a, b, c in {table})",
    "flags": "found = found * 3 + len([{test} for a, b, c in {table}])",
    "two at once": "found += sum(a for a, b, c in {table} if {test} for a, b, c in [(b, c, a)] if {test})",
}
WHOLE: Final = {
    "all of them": "for line in {table}:\n            if all({0}[i] == who for i in line):\n                return k * 100 + line[0]",
    "turned": "found = found * 3 + sum(1 for line in {table} if all(who == {0}[i] for i in line))",
    "any": "found = found * 3 + any(all({0}[i] == who for i in line) for line in {table})",
    "not those": "found = found * 3 + any(all({0}[i] == who for i in line if i) for line in {table})",
    "another": "found = found * 3 + any(all({0}[i] == i for i in line) for line in {table})",
    "of another": "all = any_of\n        found = found * 3 + sum(1 for line in {table} if all([{0}[i] == who for i in line]))",
    "shadowed": "all = any_of\n        found = found * 3 + sum(1 for line in {table} if all({0}[i] == who for i in line))",
}
"""Conditions on whole lines."""


def _cell(board: str, table: str, loop: str, test: str = "", less: int = 0) -> str:
    """A function that asks of boards of which one line each is filled, and counts what it finds."""
    kinds, made, place = BOARDS[board]
    cells = TABLES[table] - less
    body = loop.format(place, table=table, test=test.format(place))
    return (
        f"found, kinds, held = 0, {kinds}, Held([0], 0)\n    other_held = Late(n)\n    if n == 1: late = kinds[0]\n    for k in range(len({table}) + 2):\n"
        f"        cells = scattered(n * 97 + k, {cells})\n        who, none = kinds[1 + n % 2], kinds[0]\n"
        f"        for i in {table}[k % len({table})]:\n            if i < {cells} and k > 1:\n                cells[i] = 1 + k % 2\n"
        f"        board = {made.format('[kinds[each] for each in cells]')}\n"
        f"        other = {made.format('[kinds[2 - each] for each in cells]')}\n"
        f"        {body}\n        found = (found + k) % 1000003\n    return found + held.player"
    )


def _cells(boards: list[str], tables: list[str], loops: list[str], tests: list[str], less: int = 0) -> dict[str, str]:
    named = {
        f"{board}, {table}, {loop}, {test}": _cell(board, table, LOOPS[loop], NAMED[test], less)
        for board, table, loop, test in product(boards, tables, loops, tests)
    }
    whole = {
        f"{board}, {table}, {name}": _cell(board, table, WHOLE[name], less=less)
        for board, table, name in product(boards, tables, WHOLE)
        if table != "LISTS"
    }
    return {"_".join("".join(c if c.isalnum() else " " for c in name).split()): body for name, body in {**named, **whole}.items()}


def _wrong(cells: dict[str, str]) -> dict[str, str]:
    return {name: told for name, told in outcomes(HEAD, cells).items() if told}


def test_lines_are_found_however_they_are_asked_for() -> None:
    """Each wording, in the loops that differ most."""
    assert _wrong(_cells(["tuple"], ["SMALL"], ["else reads"], [*NAMED])) == {}
    assert _wrong(_cells(["tuple"], ["SMALL"], ["any"], [name for name in NAMED if name != "unbound"])) == {}
    assert _wrong(_cells(["text"], ["LARGE"], [*LOOPS], ["alike"])) == {}


@pytest.mark.thorough
def test_lines_are_found_on_all_boards() -> None:
    """Each kind of board, and each table."""
    tests = ["alike, and not that", "two"]
    assert _wrong(_cells([*BOARDS], ["LARGE"], ["returned"], tests)) == {}
    assert _wrong(_cells(["tuple", "text", "bytes alike"], [*TABLES], ["filtered"], tests[:1])) == {}


@pytest.mark.thorough
def test_boards_that_are_too_small_fail_as_in_python() -> None:
    """A line that names a cell beyond the end raises an IndexError, if Python comes to look at that cell."""
    assert _wrong(_cells(["tuple", "text"], ["SMALL", "LARGE"], ["counted"], ["one by one", "alike", "elsewhere"], less=1)) == {}


@pytest.mark.thorough
def test_loops_are_passed_over() -> None:
    """The wordings that people use are known to the compiler: without them all other tests here would be of plain loops."""
    asked: dict[tuple[ModuleType, str], bool] = {}

    def noting(module: ModuleType, *given: Any) -> object:
        found = lines.may_hold(*given)
        key = module, ast.unparse(given[2])
        asked[key] = asked.get(key, False) or found is not None
        return found

    modules = (statements, library, streams)
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(module, "may_hold", partial(noting, module))
        outcomes(HEAD, _cells(["tuple"], ["SMALL"], ["returned", "any", "filtered"], [*NAMED]))
    unknown = {"true", "either", "something first", "named", "nothing of cells first", "a number first", "itself"}
    unknown |= {"constants", "effects", "unset"}
    tests = {name: ast.unparse(ast.parse(test.format("board"), mode="eval")) for name, test in NAMED.items()}
    for module in modules:
        known = {name for name, test in tests.items() if asked[module, test]}
        assert known == {*NAMED} - unknown - {"unbound"}, module
        assert any(asked.get((module, f"all(({each} for i in line))")) for each in ("board[i] == who", "who == board[i]")), module
        assert not asked.get((module, "all((board[i] == who for i in line if i))"))
