"""Writing a file so that nobody ever finds half of it."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO, Final

from ..errors import MinimaxerError, NotationError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

_PRIVATE: Final = 0o600
_USUAL: Final = 0o666
"""What the user's umask leaves of it is the mode of new files."""


@contextmanager
def replacing(path: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """A file that takes the place of another at the end of the block, or leaves it as it was on an error.

    Args:
        path: Where. Of a link, what it leads to is replaced; what is no file, such as a terminal, is written to.
        private: Whether it is for this user alone; else it has the mode of the old file.

    Raises:
        OSError: It cannot be written.
    """
    if path.parts[1:2] in (("dev",), ("proc",)) or (path.exists() and not path.is_file()):
        with open(path, "wb") as stream:
            yield stream
        return
    path = Path(os.path.realpath(path))
    unfinished = path.parent / f"tmp{secrets.token_hex(8)}.part"
    opener = partial(os.open, mode=_PRIVATE if private else _USUAL)
    try:
        with open(unfinished, "xb", opener=opener) as file:
            yield file
        if path.exists() and not private:
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def write_text(path: str | Path, text: str) -> None:
    """Writes a text file, in UTF-8, in place of another.

    Raises:
        NotationError: It cannot be written; what was there still is.
    """
    with telling(path or "a file without a name"), replacing(Path(path), private=False) as file:
        file.write(text.encode("utf-8"))


def check_writable(*names: str | None) -> None:
    """Finds out now what would go wrong after long work; a file that was not there is there then, and empty.

    Raises:
        NotationError: One cannot be written.
    """
    for name in names:
        if name is not None:
            with telling(name):
                Path(name).open("a").close()


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Keeps other processes that say so too from reading the file, to change it, until the block has; where the system can.

    Raises:
        NotationError: Its folder cannot be read.
    """
    if fcntl is None:
        yield
        return
    with telling(path):
        folder = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        with telling(path):
            lock(folder)  # as the file is replaced
        yield
    finally:
        os.close(folder)


def lock(file: int | IO[bytes], *, waits: bool = True) -> None:
    """Locks a file or folder for this process until it is closed, where the system can.

    Raises:
        BlockingIOError: Another process has it, and this one does not wait.
        OSError: It cannot be locked.
    """
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def telling(path: str | Path, kind: type[MinimaxerError] = NotationError) -> Iterator[None]:
    """Has an error of the system told as one of the file that is written.

    Raises:
        MinimaxerError: The file cannot be written; of that kind.
    """
    try:
        yield
    except OSError as error:
        raise kind(f"cannot write {path}: {error.strerror}") from error
