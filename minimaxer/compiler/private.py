"""Folders and files of this user that no other may write to: native code is read from no others."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class NotPrivateError(OSError):
    """A folder or file is of another user, or others may write to it; the text says which."""


def make_folder(folder: Path) -> None:
    """Makes the folder, and its missing parents, for this user alone, whatever the umask says; raises OSError if it cannot be
    made, NotPrivateError if it is there and others could have put something in it.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        with contextlib.suppress(FileExistsError):  # another process was quicker: the check below looks at what it made
            each.mkdir(mode=0o700)
    check_folder(folder)


def check_folder(folder: Path) -> None:
    """Raises `NotPrivateError` unless the folder is this user's alone, and FileNotFoundError where there is none."""
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotPrivateError(f"{folder} is no folder")
    _check(status, folder)


def read_file(path: Path) -> bytes:
    """The content of a file; raises OSError if it cannot be read, NotPrivateError if another user could have written it."""
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_LINK), "rb") as file:
        status = os.fstat(file.fileno())  # of the file that is read, not of one put in its place since
        if not stat.S_ISREG(status.st_mode):
            raise NotPrivateError(f"{path} is no file")
        _check(status, path)
        return file.read()


def _check(status: os.stat_result, path: Path) -> None:
    if not hasattr(os, "getuid"):  # Windows: the folders of a user are closed to others
        return
    if status.st_uid != os.getuid():
        raise NotPrivateError(f"{path} belongs to another user")
    if status.st_mode & _WRITABLE_BY_OTHERS:
        raise NotPrivateError(f"{path} may be written by other users (chmod go-w mends that)")
