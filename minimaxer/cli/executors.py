"""`--executor`: the executor that does the work, by name."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ..errors import OptionError, UnknownGameError
from ..game.registry import find_object

_EXPECTED = "expected --executor as package.module:object or path/to/file.py:object, of an executor or a function that gives one"


def executor_of(text: str | None) -> AbstractContextManager[Executor | None]:
    """The executor that a text names; one that is made for the command ends with it. None if none is named.

    Raises:
        OptionError: The text names nothing, or something else.
    """
    if text is None:
        return nullcontext()
    try:
        found: Any = find_object(text)
    except UnknownGameError as error:
        raise OptionError(f"{_EXPECTED}, got {text!r}: {error}") from None
    if isinstance(found, Executor):
        return nullcontext(found)
    made = found() if callable(found) else found
    if not isinstance(made, Executor):
        raise OptionError(f"{_EXPECTED}, got {text!r}, which gives {made!r}")
    return made
