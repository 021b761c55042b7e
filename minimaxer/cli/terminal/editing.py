"""Input lines: with history and completion if Python has `readline`, and a question after Ctrl-C."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

_ESCAPE: Final = re.compile(r"(\x1b\[[\d;]*m)")


class Leaving(Exception):  # noqa: N818  # a signal, not an error
    """The person wants to leave."""


def is_live() -> bool:
    """True if standard input and output are a terminal, rather than a file."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str:
    """Reads the next line; at a terminal, Ctrl-C asks whether to leave.

    Raises Leaving if the input ended or the person leaves; KeyboardInterrupt for Ctrl-C twice, or without a terminal.
    """
    while True:
        try:
            return input(_measured(prompt) if is_live() else prompt).strip()
        except EOFError:
            raise Leaving from None
        except KeyboardInterrupt:
            if not is_live():
                raise
            _ask_whether_to_leave()


def _ask_whether_to_leave() -> None:
    try:
        answer = input("\n  Leave the game? y leaves, as does Ctrl-C again; anything else plays on: ")
    except EOFError:
        raise Leaving from None
    if answer.strip().lower() in ("y", "yes"):
        raise Leaving


@contextmanager
def editing(candidates: Callable[[], Sequence[str]]) -> Iterator[None]:
    """A context in which lines can be edited, recalled with the arrow keys and completed with Tab to one of the candidates."""
    try:
        import readline
    except ImportError:  # as on Windows
        yield
        return
    if not is_live():
        yield
        return
    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(completer(candidates))
    readline.set_completer_delims("\n")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)


def completer(candidates: Callable[[], Sequence[str]]) -> Callable[[str, int], str | None]:
    """A completer for `readline`, which calls it with a prefix and 0, 1, 2 and so on until it returns None.

    Examples:
        >>> complete = completer(lambda: ["undo", "a2a3", "a2a4"])
        >>> complete("a2", 0), complete("a2", 1), complete("a2", 2)
        ('a2a3', 'a2a4', None)
    """

    def complete(text: str, number: int) -> str | None:
        found = [each for each in candidates() if each.startswith(text)]
        return found[number] if number < len(found) else None

    return complete


def _measured(prompt: str) -> str:
    """A prompt whose colours `readline` does not count as columns."""
    return _ESCAPE.sub("\x01\\1\x02", prompt) if "readline" in sys.modules else prompt
