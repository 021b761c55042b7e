"""Methods of texts that are made at run time, and integers read from them: what Python gives, for texts of every kind."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from .cells import LIMIT, outcomes

LETTERS = "aZ\u01c5\u00df9\u0664\u00bd _-+.\n"
"""Among them a titlecase letter, a digit of another script and a fraction, which is numeric and no decimal digit."""
NUMBERS = (
    "12",
    "-7",
    "+5",
    " 8 ",
    "1_0",
    "",
    "-",
    "1__0",
    "_1",
    "1_",
    "x",
    "4 2",
    "\u0663",
    "0012",
    "--1",
    "+-1",
    " ",
    "\t-3\n",
    "1.5",
)
TESTS = ("isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "isupper")


def made(texts: list[str]) -> str:
    """The source of a text that is known at run time only: one of three."""
    return f"''.join(list({texts!r}[n]))"


def random_texts(rng: Random, letters: str, most: int) -> list[str]:
    """Three random texts."""
    return ["".join(rng.choice(letters) for _ in range(rng.randrange(most))) for _ in range(3)]


def numbers() -> dict[str, str]:
    """Each text that is a number, or is none."""
    rows = [NUMBERS[place : place + 3] for place in range(0, len(NUMBERS), 3)]
    cells = {f"number_{place}": [*row, "0", "0"][:3] for place, row in enumerate(rows)}
    rng = Random(1)
    cells |= {f"random_{number}": random_texts(rng, "01 _+-", 5) for number in range(30)}
    return {name: f"return int({made(texts)})" for name, texts in cells.items()}


def asked() -> dict[str, str]:
    """Each test of texts, of random ones."""
    rng = Random(2)
    return {
        f"{name}_{number}": f"return int({made(random_texts(rng, LETTERS, 4))}.{name}())" for name in TESTS for number in range(8)
    }


def replaced() -> dict[str, str]:
    """Parts of texts replaced, that overlap, are longer or shorter than what they become, or are not there."""
    rng = Random(3)
    cells = {}
    for number in range(40):
        text, old, new = made(random_texts(rng, "ab", 9)), random_texts(rng, "ab", 3)[0] or "a", random_texts(rng, "abc", 3)[0]
        count = rng.choice(("", ", 1", ", n", ", -1", ", 0"))
        source = repr(old) if number % 2 else made([old] * 3)
        cells[f"replaced_{number}"] = (
            f"t = {text}.replace({source}, {new!r}{count})\n    k = 0\n    for c in t:\n        k = k * 4 + 'abc'.index(c) + 1\n    return k"
        )
    return cells


FORMATTED = {
    "numbers": "t = '%d,%i' % (n + 1, -n)\n    return len(t) * 10 + int(t[0])",
    "texts": "return len('%s of %d%%' % ('ab' if n else 'c', n * 10))",
    "one": "return int('%d' % n) + len('<%s>' % (n > 0)) + int('%d' % (n > 0))",
    "known": "return len('%d|%r' % (n, 'a')) + len('%d|%5.2f' % (2.5, 1))",
    "operators": "return (1, 2).__len__() + {1: 2, n: 3}.__len__() + [n, 4].__contains__(n) + (5, n).__getitem__(1)",
}
"""Texts made by %, and methods that operators stand for."""


@pytest.mark.parametrize("cells", [numbers(), asked(), replaced(), FORMATTED], ids=["numbers", "tests", "replaced", "formatted"])
def test_texts_are_as_in_python(cells: dict[str, str]) -> None:
    """Each function gives what Python gives, or an error of the same class."""
    assert {name: told for name, told in outcomes("", cells, texts=False).items() if told} == {}


def test_an_empty_part_is_no_silent_answer() -> None:
    """Known beforehand it is refused; made at run time it ends the search."""
    cells = {
        "known": f"return len({made(['ab'] * 3)}.replace('', 'x'))",
        "made": f"return len({made(['ab'] * 3)}.replace({made([''] * 3)}, 'x'))",
    }
    found = outcomes("", cells, texts=False)
    assert found == {"known": "replaces an empty text, between all letters", "made": LIMIT}
