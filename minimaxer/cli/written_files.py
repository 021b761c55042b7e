"""Files that a command writes at its end, tried before it begins."""

from __future__ import annotations

from pathlib import Path

from ..writing import telling


def check_writable(*names: str | None) -> None:
    """Finds out now what would go wrong after long work; a file that was not there is there then, and empty.

    Raises:
        NotationError: One cannot be written.
    """
    for name in names:
        if name is not None:
            with telling(name):
                Path(name).open("a").close()
