"""Writing a file so that nobody ever finds half of it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from .errors import NotationError

_PRIVATE: Final = 0o600
_USUAL: Final = 0o666
"""What the user's umask leaves of it is the mode of new files."""


@contextmanager
def replacing(path: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """A file that takes the place of another at the end of the block, or leaves it as it was on an error.

    Args:
        path: Where.
        private: Whether it is for this user alone.

    Raises:
        OSError: It cannot be written.
    """
    unfinished = path.absolute().parent / f"tmp{secrets.token_hex(8)}.part"
    opener = partial(os.open, mode=_PRIVATE if private else _USUAL)
    try:
        with open(unfinished, "xb", opener=opener) as file:
            yield file
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


@contextmanager
def telling(path: str | Path) -> Iterator[None]:
    """Has an error of the system told as one of the file that is written.

    Raises:
        NotationError: The file cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise NotationError(f"cannot write {path}: {error.strerror}") from error
