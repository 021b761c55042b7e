"""Compiled code on disk: a folder for each digest, in the user's cache folder. Imports no numba.

A file is written under another name and then renamed, so that two processes may compile the same game at once. What cannot be
read is compiled again; where nothing can be written, code lives as long as the process.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from .machine import ObjectCode

_KEPT_FOR_A_GAME: Final = 24
_KEPT: Final = 256
_DAYS: Final = 90


def root() -> Path:
    """The folder of all compiled games; `MINIMAXER_CACHE_DIR` names another."""
    if chosen := os.environ.get("MINIMAXER_CACHE_DIR"):
        return Path(chosen)
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        base = Path(tempfile.gettempdir())
    return base / "minimaxer"


class Store:
    """The folder of one digest.

    Args:
        name: The game's name, for people and for telling stale entries.
        digest: The digest.
    """

    def __init__(self, name: str, digest: str) -> None:
        self._name: Final = re.sub(r"\W+", "_", name)[:60]
        self._folder: Final = root() / f"{self._name}-{digest}"

    def load_code(self, kernel: str) -> ObjectCode | None:
        """A kernel's code; None where it is not there."""
        data = self._read(f"{kernel}.code")
        if data is None:
            return None
        header, _, code = data.partition(b"\n")
        try:
            fields = json.loads(header)
            return ObjectCode(code, fields["symbol"], tuple(fields["needs"]))
        except (ValueError, KeyError, TypeError):
            return None

    def save_code(self, kernel: str, code: ObjectCode) -> None:
        """Keeps a kernel's code."""
        header = json.dumps({"symbol": code.symbol, "needs": code.needs}).encode()
        self._write(f"{kernel}.code", header + b"\n" + code.data)

    def load_facts(self) -> dict[str, Any] | None:
        """What was found out about the game; None where it is not there."""
        data = self._read("facts.json")
        try:
            facts = None if data is None else json.loads(data)
        except ValueError:
            return None
        return facts if isinstance(facts, dict) else None

    def save_facts(self, facts: dict[str, Any]) -> None:
        """Keeps what was found out about the game, and drops what is stale."""
        self._write("facts.json", json.dumps(facts).encode())
        with contextlib.suppress(OSError):
            prune(self._name, self._folder)

    def _read(self, file: str) -> bytes | None:
        path = self._folder / file
        try:
            data = path.read_bytes()
            os.utime(self._folder)
        except OSError:
            return None
        checksum, _, content = data.partition(b"\n")
        return content if hashlib.sha256(content).hexdigest().encode() == checksum else None

    def _write(self, file: str, content: bytes) -> None:
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
                Path(name).replace(self._folder / file)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise


def prune(name: str, keep: Path) -> None:
    """Drops the folders used longest ago: of this game beyond a few, of all beyond many, and what was not used for months."""
    folders = sorted((each for each in root().iterdir() if each.is_dir()), key=_used, reverse=True)
    same = [each for each in folders if each.name.rpartition("-")[0] == name]
    old = time.time() - _DAYS * 24 * 3600
    stale = {*same[_KEPT_FOR_A_GAME:], *folders[_KEPT:], *(each for each in folders if _used(each) < old)}
    for folder in stale - {keep}:
        shutil.rmtree(folder, ignore_errors=True)


def _used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
