"""Reading what others may have written."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any, Final

_DEEPEST: Final = 500
"""Brackets within brackets; Python's own limit of recursion is 1,000."""
_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
_OTHERS: Final = bytes(set(range(256)) - set(b"[{]}"))
_STEPS: Final = {letter: 1 if letter in b"[{" else -1 for letter in b"[{]}"}


def read_json(text: str | bytes) -> Any:
    """A value in JSON.

    Python's decoder recurses on the C stack, and a deep search raises the limit of recursion that guards it: text that is nested
    deeper than that stack would end the process.

    Args:
        text: The value, as text or in UTF-8.

    Raises:
        ValueError: It is no JSON, or has more than 500 brackets within brackets.
    """
    text = text if isinstance(text, str) else text.decode()  # whatever else `json` would take bytes for
    if text.count("[") + text.count("{") > _DEEPEST and _depth(text.encode("utf-8", "surrogatepass")) > _DEEPEST:
        raise ValueError(f"expected at most {_DEEPEST} brackets within brackets")
    return json.loads(text)


def _depth(data: bytes) -> int:
    return max(accumulate(_STEPS[letter] for letter in _STRING.sub(b"", data).translate(None, _OTHERS)), default=0)
