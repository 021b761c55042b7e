"""JSON that others wrote."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen

from minimaxer.base.files import made_of, read_json
from minimaxer.base.scores import Bound

PACKAGE = Path(__file__).parents[2] / "minimaxer"


@pytest.mark.parametrize(
    "text", ["[" * 500 + "]" * 500, '"' + "[" * 2_000 + '"', '{"a\\"[": ' * 400 + "1" + "}" * 400, "[[]" + ",[]" * 2_000 + "]"]
)
def test_what_is_not_too_deep_is_read(text: str) -> None:
    """Brackets in strings and beside each other do not count."""
    assert read_json(text) == read_json(text.encode()) == json.loads(text)


@pytest.mark.parametrize("text", ["[" * 501, '"]]]",' + "[" * 501, '{"]\\"": ' * 501, "[" * 501 + "]" * 501])
def test_what_is_too_deep_is_refused(text: str) -> None:
    """Before Python's decoder sees it."""
    with pytest.raises(ValueError, match=r"^expected at most 500 brackets within brackets$"):
        read_json(text)


def test_text_deeper_than_the_stack_ends_no_process() -> None:
    """After a search that raised the limit of recursion."""
    code = (
        "import sys; from minimaxer.errors import OptionError; from minimaxer.web.actions import fields_of\n"
        "sys.setrecursionlimit(10_000_000)\n"
        "try: fields_of(b'[' * 5_000_000, {})\nexcept OptionError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert run.stdout.startswith("expected a request in JSON, got b'[[[")


def test_nothing_else_reads_json() -> None:
    """Each file and each body goes through that one function."""
    found = [
        path for path in PACKAGE.rglob("*.py") if re.search(r"^ *(?!>>>)\S.*\bjson\.loads?\(", path.read_text(), re.MULTILINE)
    ]
    assert found == [PACKAGE / "base" / "files.py"]


@frozen
class Inner:
    """A number and a text."""

    number: float
    text: str = "usual"


@frozen
class Outer:
    """Values of all kinds."""

    inners: tuple[Inner, ...]
    kind: Bound
    pair: tuple[int, bool | None]
    named: dict[str, list[int]]
    more: Any = None


GOOD: Final[dict[str, Any]] = {
    "inners": [{"number": 1}, {"number": -0.5, "text": "x"}],
    "kind": "exact",
    "pair": [2, None],
    "named": {"a": [], "b": [1, 2]},
}


def test_data_are_made_of_what_is_declared() -> None:
    """Lists become tuples, objects classes, texts members; what may be left out may be."""
    found = made_of(Outer, GOOD)
    assert found == Outer((Inner(1), Inner(-0.5, "x")), Bound.EXACT, (2, None), {"a": [], "b": [1, 2]})
    assert made_of(Outer, GOOD | {"more": {"any": [None]}}).more == {"any": [None]}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"inners": [{}]}, "inners: 0: expected number, text, got []"),
        ({"inners": [{"number": True}]}, "inners: 0: number: expected float, got True"),
        ({"inners": [{"number": float("nan")}]}, "inners: 0: number: expected float, got nan"),
        ({"inners": [{"number": 10**400}]}, "inners: 0: number: expected float, got 1" + "0" * 59 + "..."),
        ({"inners": [{"number": 1, "other": 2}]}, "inners: 0: expected number, text, got ['number', 'other']"),
        ({"inners": {}}, "inners: expected tuple, got {}"),
        ({"kind": "exactly"}, "kind: expected one of exact, lower, upper, got 'exactly'"),
        ({"kind": []}, "kind: expected one of exact, lower, upper, got []"),
        ({"pair": [1]}, "pair: expected 2 values, got [1]"),
        ({"pair": [2**64, None]}, "pair: 0: expected int, got 18446744073709551616"),
        ({"pair": [1, 0]}, "pair: 1: expected bool, got 0"),
        ({"named": {"a": ["x" * 100]}}, "named: a: 0: expected int, got '" + "x" * 59 + "..."),
        ({"named": None}, "named: expected dict, got None"),
    ],
)
def test_other_data_are_refused(changed: dict[str, Any], told: str) -> None:
    """With the way to what is wrong."""
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        made_of(Outer, GOOD | changed)
