"""Files that a command writes at its end, tried before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import NotationError


def check_writable(*names: str | None) -> None:
    """Finds out now what would go wrong after long work; a file that was not there is there then, and empty.

    Raises:
        NotationError: One cannot be written.
    """
    for name in names:
        if name is not None:
            with writing(name):
                Path(name).open("a").close()


@contextmanager
def writing(name: str | Path) -> Iterator[None]:
    """Has an error of the system told as one of the file.

    Raises:
        NotationError: The file cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise NotationError(f"cannot write {name}: {error.strerror}") from error
