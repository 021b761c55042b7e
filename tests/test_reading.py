"""JSON that others wrote."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from minimaxer.reading import read_json

PACKAGE = Path(__file__).parents[1] / "minimaxer"


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
        "import sys; from minimaxer.errors import OptionError; from minimaxer.web.bodies import fields_of\n"
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
    assert found == [PACKAGE / "reading.py"]
