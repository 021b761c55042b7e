"""Values and errors as text, even if their methods raise exceptions."""

from __future__ import annotations

from typing import Any, Final

from ..game.comparing import RAISED

__all__ = ["RAISED", "Quoted", "error_text", "one_line", "shown"]


def shown(value: Any) -> str:
    """The `repr` of a value in one line; a placeholder text if `__repr__` raises an exception."""
    try:
        return one_line(repr(value))
    except RAISED as error:
        if type(value) in (list, tuple):
            within = ", ".join(map(shown, value))
            return f"[{within}]" if type(value) is list else f"({within})"
        return f"<{type(value).__qualname__}, whose __repr__ raised {error_text(error)}>"


def one_line(text: str) -> str:
    """The text with its lines joined by spaces."""
    return " ".join(text.split()) if "\n" in text else text


def error_text(error: BaseException) -> str:
    """The name of an error, and its text if it has one."""
    name = type(error).__name__
    try:
        text = str(error)
    except RAISED:
        return name
    return f"{name}: {text}" if text else name


class Quoted:
    """Wraps a value for error messages of other modules: its `repr` never raises an exception."""

    def __init__(self, value: Any) -> None:
        self._value: Final = value

    def __repr__(self) -> str:
        return shown(self._value)
