"""Compiled code on disk: a folder for each digest, in the user's cache folder. Imports no compiler.

Code is read only from folders and files of this user that no other may write to, and only what this module wrote is ever
deleted. A file is written under another name and then renamed, so that two processes may compile the same game at once. What
cannot be read is compiled again; where nothing can be written, code lives as long as the process. Processes that need the same
code wait for the one that makes it, where the system has locks.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import logging
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ..base.files import lock, read_json, replacing, unlock
from .runtime.machine import ObjectCode

_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class NotPrivateError(OSError):
    """A folder or file is of another user, or others may write to it; the text says which."""


def make_folder(folder: Path) -> None:
    """Makes the folder, and its missing parents, for this user alone, whatever the umask says; raises OSError if it cannot be
    made, NotPrivateError if it is there and others could have put something in it.
    """
    for each in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
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


LOG: Final = logging.getLogger("minimaxer")
FOLDER: Final = Path("minimaxer", "code")
"""The folder of entries within the user's cache folder."""
_ENTRY: Final = re.compile(r"(\w{1,60})-[0-9a-f]{20}")
"""The name of an entry's folder: the game's name and the digest."""
_FILE: Final = re.compile(r"facts\.json|\w+\.(code|data)|tmp\w+\.part")
"""The names of the files in it."""
_KEPT_FOR_A_GAME: Final = 24
_KEPT: Final = 256
_DAYS: Final = 90
_PATIENCE: Final = 300.0
"""Seconds to wait for another process that makes the same code."""


def root() -> Path | None:
    """The folder of all compiled games, in the user's cache folder or the one that `MINIMAXER_CACHE_DIR` names; None without."""
    if chosen := os.environ.get("MINIMAXER_CACHE_DIR"):
        return Path(chosen).absolute() / FOLDER
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # this user has no folder
        return None
    return base / FOLDER


class Store:
    """The folder of one digest; the game's name is part of the folder's, for people and for finding stale entries."""

    def __init__(self, name: str, digest: str) -> None:
        self._name: Final = re.sub(r"\W+", "_", name)[:60]
        self._root: Final = root()
        self._folder: Final = None if self._root is None else self._root / f"{self._name}-{digest}"

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps other processes from making code of this digest within the block; they wait, and then find it."""
        folder = None if self._folder in _held else self._locked()
        try:
            yield
        finally:
            if folder is not None and self._folder is not None:
                with contextlib.suppress(OSError):  # it holds something, as it should
                    self._folder.rmdir()
                _held.discard(self._folder)
                unlock(folder)

    def _locked(self) -> int | None:
        """A descriptor of the folder, locked, without what killed processes left in it; None where it cannot be locked."""
        if self._folder is None:
            return None
        folder, took, until = None, False, time.monotonic() + _PATIENCE
        try:
            self._make_folder()
            folder = os.open(self._folder, os.O_RDONLY)
            while not (took := _took(folder)) and time.monotonic() < until:
                time.sleep(0.02)
            for unfinished in self._folder.glob("tmp*.part") if took else ():
                unfinished.unlink()
        except OSError:  # writing there fails as well, and warns
            pass
        finally:
            if folder is not None and not took:
                os.close(folder)
        if took:
            _held.add(self._folder)
        return folder if took else None

    def load_code(self, kernel: str, decision: str) -> ObjectCode | None:
        """A kernel's code; None where it is not there, or was made by another decision about the types of values."""
        if (data := self._read(f"{kernel}.code")) is None:
            return None
        header, _, code = data.partition(b"\n")
        try:
            fields = read_json(header)
            if fields["decision"] != decision:
                return None
            failures = tuple((str(path), text, str(name), int(line)) for path, text, name, line in fields["failures"])
            return ObjectCode(code, failures, bool(fields["arena"]))
        except (ValueError, KeyError, TypeError):
            return None

    def save_code(self, kernel: str, code: ObjectCode, decision: str) -> None:
        """Stores a kernel's code."""
        header = json.dumps({"decision": decision, "failures": code.failures, "arena": code.arena}).encode()
        self._write(f"{kernel}.code", header + b"\n" + code.data)

    def load_facts(self) -> dict[str, Any] | None:
        """The facts known of the game; None where they are not there."""
        data = self._read("facts.json")
        try:
            facts = None if data is None else read_json(data)
        except ValueError:
            return None
        return facts if isinstance(facts, dict) else None

    def save_facts(self, facts: dict[str, Any]) -> None:
        """Stores the facts known of the game, and drops stale entries."""
        self._write("facts.json", json.dumps(facts).encode())
        if self._root is not None and self._folder is not None:
            with contextlib.suppress(OSError):
                prune(self._root, self._name, self._folder)

    def load_data(self, name: str) -> bytes | None:
        """What was stored beside the code under a name; None where it is not there."""
        return self._read(f"{name}.data")

    def save_data(self, name: str, content: bytes) -> None:
        """Stores something beside the code."""
        self._write(f"{name}.data", content)

    def _read(self, file: str) -> bytes | None:
        if self._root is None or self._folder is None:
            return None
        try:
            check_folder(self._root)
            check_folder(self._folder)
            data = read_file(self._folder / file)
            os.utime(self._folder)
        except NotPrivateError as error:
            _warn(str(error))
            return None
        except OSError:
            return None
        checksum, _, content = data.partition(b"\n")
        return content if hashlib.sha256(content).hexdigest().encode() == checksum else None

    def _write(self, file: str, content: bytes) -> None:
        if self._root is None or self._folder is None:
            _warn("this user has no home folder; MINIMAXER_CACHE_DIR can name a folder")
            return
        try:
            self._make_folder()
            with replacing(self._folder / file) as written:
                written.write(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        except OSError as error:
            _warn(str(error))

    def _make_folder(self) -> None:
        if self._root is not None and self._folder is not None:
            make_folder(self._root)
            make_folder(self._folder)


_held: Final = set[Path | None]()
"""The folders that this process has locked: it makes one piece of code after the other."""


def _took(folder: int) -> bool:
    """True once the folder is locked for this process."""
    try:
        lock(folder, waits=False)
    except BlockingIOError:
        return False
    return True


@functools.cache
def _warn(reason: str) -> None:
    """Warns once that nothing is kept on disk."""
    LOG.warning("compiled code is not kept on disk, so that every process compiles anew: %s", reason)


def prune(root: Path, name: str, keep: Path) -> None:
    """Drops the entries used longest ago: of this game beyond a few, of all beyond many, and those unused for months."""
    folders = sorted((each for each in root.iterdir() if _is_entry(each)), key=_used, reverse=True)
    same = [each for each in folders if each.name.rpartition("-")[0] == name]
    old = time.time() - _DAYS * 24 * 3600
    stale = {*same[_KEPT_FOR_A_GAME:], *folders[_KEPT:], *(each for each in folders if _used(each) < old)}
    for folder in stale - {keep}:
        with contextlib.suppress(OSError):
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()


def _is_entry(folder: Path) -> bool:
    """True if the folder, and each file in it, has a name that this module gives."""
    if not _ENTRY.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
        return False
    try:
        return all(_FILE.fullmatch(each.name) and each.is_file() and not each.is_symlink() for each in folder.iterdir())
    except OSError:
        return False


def _used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
