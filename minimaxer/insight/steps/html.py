"""The page of a recording: one self-contained file that needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Final

from ...drawing.canvas import TOKENS

_SCRIPTS: Final = ("replay.js", "boards.js", "tree.js", "window.js", "payoffs.js", "quiz.js", "main.js")
"""The files of the script, in the order of their concatenation."""


def page(title: str, data: dict[str, Any]) -> str:
    """The HTML page of a recording, which is given as plain data.

    Texts of games are escaped, and the content security policy allows only the page's own script: no text can inject code.
    """
    script, style = '"use strict";\n' + "\n".join(map(_read, _SCRIPTS)), TOKENS.read_text("utf-8") + _read("style.css")
    policy = f"default-src 'none'; img-src data:; style-src {_digest(style)}; script-src {_digest(script)}"
    parts = {
        "policy": policy,
        "title": escape(title),
        "style": style,
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub("<!--([a-z]+)-->", lambda place: parts[place[1]], _read("index.html"))


def _digest(text: str) -> str:
    """The hash of a text, by which the policy allows it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _read(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")
