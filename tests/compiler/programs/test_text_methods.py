"""Methods of texts that are made at run time, and integers read from them: what Python gives, for texts of every kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from minimaxer.compiler.written import OF_TEXTS

from .cells import LIMIT, outcomes

pytestmark = pytest.mark.thorough

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
    "\x1c5",
    "5\x1f",
    "\x1d\u0663",
    "\x855\xa0",
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
    cells |= {f"random_{number}": random_texts(rng, "01 _+-", 5) for number in range(15)}
    return {name: f"return int({made(texts)})" for name, texts in cells.items()}


def asked() -> dict[str, str]:
    """Each test of texts, of random ones."""
    rng = Random(2)
    return {
        f"{name}_{number}": f"return int({made(random_texts(rng, LETTERS, 4))}.{name}())" for name in TESTS for number in range(2)
    }


def replaced() -> dict[str, str]:
    """Parts of texts replaced, that overlap, are longer or shorter than what they become, or are not there."""
    rng = Random(3)
    cells = {}
    for number in range(9):
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
    "options": "return len('%s' % (None if n else 1)) * 10 + len('<%s>' % ('ab' if n else None))",
    "grown": "return len(('ab', 'c', 'aba')[n].replace('a', 'aa')) + len(('ab', 'c', 'aba')[n].replace('b', '').replace('a', 'b'))",
    "fields": "return sum(map(ord, f'{n * 7:02d}|{n:3}|{-n:04}|{n:<3}|{n:.>4d}|{str(n):3}|{str(n):>3s}|{n:d}'))",
    "operators": "return (1, 2).__len__() + {1: 2, n: 3}.__len__() + [n, 4].__contains__(n) + (5, n).__getitem__(1)",
}
"""Texts made by %, and methods that operators stand for."""


@pytest.mark.parametrize("cells", [numbers(), asked(), replaced(), FORMATTED], ids=["numbers", "tests", "replaced", "formatted"])
def test_texts_are_as_in_python(cells: dict[str, str]) -> None:
    """Each function gives what Python gives, or an error of the same class."""
    assert {name: told for name, told in outcomes("", cells, texts=False).items() if told} == {}


def changed(letters: str) -> dict[str, str]:
    """Capitals and small letters of texts in which some become several letters, or depend on their neighbours."""
    rng = Random(4)
    return {
        f"{name}_{number}": f"return sum(map(ord, list({made(random_texts(rng, letters, 4))}.{name}())))"
        for name in ("lower", "upper", "swapcase")
        for number in range(6)
    }


def test_letters_that_become_several_end_the_search() -> None:
    """All others change as in Python."""
    assert {name: told for name, told in outcomes("", changed("aZ\u01c5\u0664\u03c3"), texts=False).items() if told} == {}
    found = outcomes("", changed("aZ\u00df\u0130\u03a3\u0149"), texts=False)
    assert set(found.values()) == {"", LIMIT}


def called(most: int) -> dict[str, str]:
    """Every method with random arguments, some of them known at run time only, some of them errors."""
    rng, cells = Random(most), {}

    def text(most: int) -> str:
        texts = random_texts(rng, "ab \n\r-", most)
        return rng.choice([repr(texts[0]), made(texts)])

    def whole() -> str:
        return rng.choice(["n", "None", "n - 2", *map(repr, range(-7, 8))])

    given: dict[str, Callable[[], list[str]]] = {
        **dict.fromkeys(
            ("find", "rfind", "index", "rindex", "count"), lambda: [text(3), whole(), whole()][: rng.randrange(1, 4)]
        ),
        **dict.fromkeys(
            ("startswith", "endswith"),
            lambda: [rng.choice([text(3), f"({text(3)}, {text(2)})"]), whole(), whole()][: rng.randrange(1, 4)],
        ),
        **dict.fromkeys(("removeprefix", "removesuffix", "partition", "rpartition"), lambda: [text(3)]),
        **dict.fromkeys(
            ("split", "rsplit"),
            lambda: [
                [],
                [rng.choice([text(3), "None"])],
                [text(3), str(rng.randrange(-1, 4))],
                ["maxsplit=n"],
                [f"sep={text(3)}", "maxsplit=1"],
            ][rng.randrange(5)],
        ),
        "splitlines": lambda: rng.choice([[], ["n > 1"], ["keepends=True"]]),
        **dict.fromkeys(("strip", "lstrip", "rstrip"), lambda: rng.choice([[], ["None"], [text(3)]])),
        "replace": lambda: [text(3), text(3), rng.choice(["n", "-1", "2"])][: rng.randrange(2, 4)],
        **dict.fromkeys(("ljust", "rjust", "center"), lambda: ["n * 3", rng.choice(["'x'", "'ab'"])][: rng.randrange(1, 3)]),
        "zfill": lambda: ["n * 4"],
    }
    for name, arguments in given.items():
        for number in range(most):
            owner = made(random_texts(rng, "ab -+\n\r", 7))
            call = f"{owner}.{name}({', '.join(arguments())})"
            lines = ["def code(t):", "    k = 7", "    for c in t:", "        k = k * 8 + ord(c) % 7", "    return k % 1000003"]
            if name in ("find", "rfind", "index", "rindex", "count", "startswith", "endswith"):
                lines.append(f"return int({call})")
            elif name in ("split", "rsplit", "splitlines", "partition", "rpartition"):
                lines.append(f"return sum((i + 1) * code(t) for i, t in enumerate({call}))")
            else:
                lines.append(f"return code({call})")
            cells[f"{name}_{number}"] = "\n    ".join(lines)
    return cells


@pytest.mark.parametrize("most", [2, 4])
def test_methods_are_as_in_python(most: int) -> None:
    """Those of `str` that take places, widths, parts and numbers of parts."""
    cells = called(most)
    assert set(OF_TEXTS) == {name.rpartition("_")[0] for name in cells}
    assert {name: told for name, told in outcomes("", cells, texts=False).items() if told} == {}


ODD = {
    "counted": ".replace('a', 'b', count=1)",
    "stripped": ".strip(chars='a')",
    "tested": ".isupper(x=1)",
    "none": ".replace(None, 'a')",
    "number": ".replace('a', 1)",
    "letters": ".strip(('a', 'b'))",
    "list": ".startswith(['a'])",
    "float": ".ljust(2.5)",
    "most": ".split('a', None)",
    "more": ".zfill(3, 4)",
}


@pytest.mark.parametrize("name", ODD)
def test_arguments_that_are_not_looked_at_are_refused(name: str) -> None:
    """None is dropped, and nothing is taken that Python does not take."""
    with pytest.raises(Exception, match=r"keyword|argument|str|integer|tuple|attribute"):
        eval(f"'a b c'{ODD[name]}")
    (found,) = outcomes("", {"odd": f"return len({made(['a b c'] * 3)}{ODD[name]})"}, texts=False).values()
    assert re.search(r"^calls |^TypeError|takes|positional|keyword|look at", found), found


@pytest.mark.parametrize("call", ["([n].__len__(x=1))", "(('a', 'bc', '')[n].translate({97: 'aa', 98: 'a'}).count('a'))"])
def test_other_calls_are_refused(call: str) -> None:
    """A keyword of a method that operators stand for, and a text that grows with each call, of which no table holds all."""
    (found,) = outcomes("", {"odd": f"return {call}"}, texts=False).values()
    assert "which compiled games do not have" in found or "makes a text longer each time" in found, found


def test_known_texts_are_filled_as_format_does() -> None:
    """By order, number and name; with a format of its own a field is refused."""
    cells = {
        "in_order": "return len('{}:{}'.format(n * 9, 'abc'[n % 3])) * 100 + ord('{}:{}'.format(n, 3)[0])",
        "numbered": "return len('{1}-{0}-{1}'.format(n, 12))",
        "named": "return len('{a}/{b}'.format(a=n, b='x'))",
        "braces": "return len('{{{}}}'.format(n))",
        "read": "a, b = '{}:{}'.format(n, n + 4).split(':')\n    return int(a) * 10 + int(b)",
        "key": "d = {'0:1': 5, '2:1': 7}\n    return d.get('{}:{}'.format(n, 1), 0)",
        "more": "return len('{}'.format(n, 3))",
        "spec": "return len('{:02d}'.format(n))",
        "few": "return len('{}{}'.format(n))",
        "mixed": "return len('{} {0}'.format(n))",
    }
    found = {name: text for name, text in outcomes("", cells, texts=False).items() if text}
    assert found == {
        "spec": "fills {} of '{:02d}', no plain field of a value that is given; write an f-string",
        "mixed": "fills {0} of '{} {0}', no plain field of a value that is given; write an f-string",
        "few": "fills {} of '{}{}', no plain field of a value that is given; write an f-string",
    }
