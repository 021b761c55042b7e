"""What two branches put into one variable stays of one kind, however deep, when part of it becomes wider afterwards."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from .cells import outcomes

NESTED = {
    "list": ("[{}]", "made[0]"),
    "dict": ("{{1: {}}}", "made[1]"),
    "pair": ("({}, 5)", "made[0]"),
    "maybe": ("{} if n < 9 else None", "(made or [])"),
    "deep": ("{{1: [[{}]]}}", "made[1][0][0]"),
}
"""Ways to nest a list, and to it again."""
WIDER = {
    "texts": ("['12']", "['xo', 'a']", "f'{n}'", "len(each)"),
    "numbers": ("[1]", "[2, 3]", "n + 0.5", "int(2 * each)"),
    "lists": ("[[1]]", "[[2], [3]]", "[n + 0.5]", "int(2 * each[0])"),
    "none": ("[1]", "[2, 3]", "None", "9 if each is None else each"),
    "tuples": ("[(1, '2')]", "[(1, 'x'), (2, '')]", "(3, f'{n}')", "each[0] * 5 + len(each[1])"),
}
"""Two lists, an item of a wider kind, and what to count of an item."""
CELLS = {
    f"{nest}_{name}": (
        f"if n == 1:\n        made = {shape.format(one)}\n    else:\n        made = {shape.format(other)}\n"
        f"    {place}.append({item})\n    found = 0\n    for each in {place}:\n        found = found * 31 + ({counted})\n"
        f"    return found * 10 + len({place})"
    )
    for (nest, (shape, place)), (name, (one, other, item, counted)) in product(NESTED.items(), WIDER.items())
}


def test_branches_leave_values_of_one_kind() -> None:
    """Each function gives what Python gives."""
    assert {name: told for name, told in outcomes("", CELLS).items() if told} == {}


CHOSEN = {
    "branches": "if n == 1:\n        text = 'ab'\n    else:\n        text = 'b'",
    "function": "text = chosen(n)",
    "perhaps": "text = perhaps(n) or 'c'",
    "pair": "text = pair(n)[0]",
    "loop": "text = 'start'\n    for each in range(n):\n        text = 'ab'",
    "emptied": "text = '12'\n    for each in 'a':\n        text = ''",
    "raised": "try:\n        text = 'abc' if [1][n] else 'x'\n    except IndexError:\n        text = 'none'",
}
"""Texts of which one is chosen, and that stand nowhere else."""
ASKED = {
    "length": "len(text)",
    "letters": "sum(ord(each) for each in text)",
    "first": "ord(text[0])",
    "found": "text.find('b')",
    "held": "int(text in ('ab', 'start'))",
    "longer": "len(text + 'c')",
    "written": "len(f'{text}!')",
    "sorted": "ord(sorted(text)[0])",
    "order": "int(text > 'ab')",
}
HEAD = """
def chosen(n):
    if n == 1: return 'ab'
    return 'b'

def perhaps(n):
    if n: return 'ab'

def pair(n):
    if n == 2: return 'abc', n
    return 'd', n
"""


def test_texts_that_branches_choose_are_known() -> None:
    """Tables of what is asked of texts have all of them, also those that are met in branches alone."""
    cells = {
        f"{how}_{what}": f"{text}\n    return {asked}" for (how, text), (what, asked) in product(CHOSEN.items(), ASKED.items())
    }
    assert {name: told for name, told in outcomes(HEAD, cells).items() if told} == {}
