"""Misspelt optional methods, which every search would silently ignore."""

from __future__ import annotations

import difflib
import inspect
from typing import Any, Final

from ...game.capability import NAMES, has_capability
from ...game.state_class import class_of_rules

_MEANT: Final = {
    "heuristic": "evaluate",
    "score": "evaluate",
    "eval": "evaluate",
    "get_key": "key",
    "hash_key": "key",
    "draw": "render",
    "display": "render",
    "move_order": "order",
}
"""Common names in other programs, and the optional methods they mean here."""
_NEAR: Final = 0.8
"""Similarity from which a name counts as misspelt: `evalute` and `evaluation` are, `moves_left` is not."""


def misspelt(game: Any) -> str:
    """A hint on methods whose names resemble an optional method that the game lacks; empty if there are none."""
    rules, found = class_of_rules(game), []
    for name, method in inspect.getmembers(rules, inspect.isfunction):
        if name.startswith("_") or name in NAMES or method.__module__ != rules.__module__:
            continue
        near = [_MEANT[name]] if name in _MEANT else difflib.get_close_matches(name, NAMES, 1, _NEAR)
        if near and not has_capability(game, near[0]):
            found.append(f"no search uses {name}(); did you mean {near[0]}()?")
    return " ".join(found)
