"""The page of a recording: one file with everything in it, which asks no network for anything."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Final

from ...drawing.canvas import COLOURS

_SCRIPTS: Final = ("replay.js", "boards.js", "tree.js", "window.js", "payoffs.js", "quiz.js", "main.js")
"""The files of the script, in the order in which they are put together."""


def page(title: str, data: dict[str, Any]) -> str:
    """The page.

    Texts of games stand in the data alone, where no sign can end it, and the policy of the page lets its own script run and no
    other: what a game gives cannot do anything.

    Args:
        title: The game's name.
        data: What is shown, as plain data.
    """
    script, style = _script(), _colours() + _read("style.css")
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
    """The one text of its kind that a policy allows."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _script() -> str:
    return '"use strict";\n' + "\n".join(_read(name) for name in _SCRIPTS)


@cache
def _read(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")


@cache
def _colours() -> str:
    """The colours of pictures as properties of the page, in light and dark."""
    light, dark = ("".join(f"--{name.replace('_', '-')}:{pair[place]};" for name, pair in COLOURS.items()) for place in (0, 1))
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
