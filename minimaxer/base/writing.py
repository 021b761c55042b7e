"""Writes files atomically: no reader ever finds half of one."""

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
"""The mode of new files before the user's umask is applied."""


@contextmanager
def replacing(path: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """A file that replaces another at the end of the block; on an error the old file stays. Raises OSError.

    A link's target is replaced; anything but a file, such as a terminal, is written to directly. If `private`, only this user may
    access the file; else it has the mode of the old one.
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
    """Writes a text file in UTF-8, replacing any other; raises NotationError, and keeps the old file, if it cannot."""
    with telling(path or "a file without a name"), replacing(Path(path), private=False) as file:
        file.write(text.encode("utf-8"))


def check_writable(*names: str | None) -> None:
    """Raises NotationError if a file cannot be written, before long work starts; missing ones are created, empty."""
    for name in names:
        if name is not None:
            with telling(name):
                Path(name).open("a").close()


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Locks out other processes that call this too, while the block reads and changes the file; where the system can."""
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

    Raises BlockingIOError if another process has it and this one does not wait, and OSError if it cannot be locked.
    """
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


def unlock(folder: int) -> None:
    """Unlocks a folder, for copies of the descriptor in forked processes too, and closes it."""
    if fcntl is not None:
        fcntl.flock(folder, fcntl.LOCK_UN)
    os.close(folder)


@contextmanager
def telling(path: str | Path, kind: type[MinimaxerError] = NotationError) -> Iterator[None]:
    """Turns a system error into an error of that class about writing this file."""
    try:
        yield
    except OSError as error:
        raise kind(f"cannot write {path}: {error.strerror}") from error
