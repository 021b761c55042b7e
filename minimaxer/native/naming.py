"""Names of rules and functions that are the same in every process."""

from __future__ import annotations

from typing import Any

from .game import Wrapped


def described(game: Any) -> str:
    """A text for the rules that is the same in every process."""
    if isinstance(game, Wrapped):
        judged = "" if game.evaluation is None else f", evaluate={named(game.evaluation)}"
        return f"compile({described(game.game)}{judged})"
    plain: Any = object.__repr__
    return named(type(game)) if type(game).__repr__ is plain else repr(game)


def named(thing: Any) -> str:
    """The name of a class, a function, or the class of an object, with its module, and an object's digest if it has one."""
    if hasattr(thing, "__qualname__"):
        return f"{thing.__module__}.{thing.__qualname__}"
    digest = getattr(thing, "digest", None)
    return named(type(thing)) + (f" {digest}" if isinstance(digest, str) else "")
