"""Random programs that fill, empty and iterate sets: the order is Python's, whatever was added and removed before."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from ...needs import thorough_but
from .cells import outcomes

ITEMS = {
    "numbers": ("n", "0", "-1", "8 * n", "17 + n", "2 ** 61 - 1 + n", "n - 40", "n * n * n"),
    "floats": ("n / 4", "0.5", "-0.0", "n * 1e10", "-(2.0 ** 61) * n", "1.5e-310 * n", "3.0", "n * 1e300 * 1e300 + 1.0", "-7.25"),
    "pairs": ("(n, 0)", "(0, n)", "(n, n)", "(1, -1)", "(n * 8, 3)", "(2, 2)"),
    "halves": ("(n / 2, 0)", "(0.5, n)", "(-1.0, n)", "(1e17, 2)", "(n * 0.125, 3)"),
}
"""Items of each kind, of the number `n`, which is 1 at least."""


def program(rng: random.Random, items: tuple[str, ...]) -> str:
    """A function that does one thing after the other with a set, and reckons with its order."""
    lines = ["n += 1", f"held, out = {{{rng.choice(items)}, {rng.choice(items)}}}, 0"]
    for _ in range(rng.randint(4, 14)):
        one = rng.choice(items).replace("n", f"(n + {rng.randint(0, 30)})")
        lines += rng.choice(
            (
                [f"held.add({one})"],
                [f"for k in range({rng.randint(2, 9)}): held.add({one.replace('(n', '(k + n')})"],
                [f"held.discard({one})"],
                ["if held: out = (out * 31 + code(held.pop())) % 1000003"],
                ["if len(held) > 2: out += code(held.pop()) - code(held.pop())"],
                [f"held |= {{{one}, {rng.choice(items)}}}"],
                ["held = set(held)"],
                ["held = copy.deepcopy(held)"],
                ["held = held.copy()"],
                [f"held -= {{{one}, {rng.choice(items)}, {rng.choice(items)}}}"],
                [f"held ^= {{{one}, {rng.choice(items)}}}"],
                [f"if len(held) > 3: held &= {{{one}, {rng.choice(items)}, {rng.choice(items)}}} | held"],
                ["if len(held) > 4: held.clear()"],
                [f"held = held - {{{one}}}"],
                ["for each in held: out = (out * 31 + code(each)) % 1000003"],
            )
        )
    return "\n    ".join([*lines, "for each in held: out = (out * 31 + code(each)) % 1000003", "return out"])


@pytest.mark.parametrize("kind", thorough_but(ITEMS, "numbers"))
def test_sets_have_pythons_order(kind: str) -> None:
    """Also where `pop` took out items here and there."""
    rng = random.Random(kind)
    one = "int(x[0] * 8) % 1009 + 5 * int(x[1])" if kind in ("pairs", "halves") else "int(x) % 1009 if abs(x) < 1e15 else 7"
    cells = {f"{number}": program(rng, ITEMS[kind]) for number in range(20)}
    head = f"import copy\ndef code(x):\n    return {one}\n"
    assert {name: (told, cells[name]) for name, told in outcomes(head, cells).items() if told} == {}
