"""Files that a command writes at its end, tried before it begins."""

from __future__ import annotations

from pathlib import Path

from ..errors import NotationError


def check_writable(*names: str | None) -> None:
    """Finds out now what would go wrong after long work; a file that was not there is there then, and empty.

    Raises:
        NotationError: One cannot be written.
    """
    for name in names:
        if name is not None:
            try:
                Path(name).open("a").close()
            except OSError as error:
                raise NotationError(f"cannot write {name}: {error.strerror}") from error
