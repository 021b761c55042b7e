"""The file of a saved search: the request as JSON, then the knowledge of the search as bytes.

A file is the line `minimaxer search 1`, a line of JSON, the parts one after the other, each as long as the JSON says, and
finally 32 bytes of BLAKE2b over all before them. It is data: nothing in it is run, and no class is made by a name in it.
It is written under another name and then renamed, so that a file of that name is always whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from copy import copy
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Final, NoReturn, Protocol, runtime_checkable

from attrs import field, frozen

from ..base.files import expecting, made_of, read_json, replacing, telling
from ..errors import OptionError, SavedSearchError

_MAGIC: Final = b"minimaxer search 1\n"
_DIGEST: Final = 32
_LONGEST_LINE: Final = 1 << 28
_CHUNK: Final = 1 << 24


@frozen
class Saved:
    """The data of a search to save: facts that can be written as JSON, and bytes by name."""

    facts: dict[str, Any]
    parts: Mapping[str, memoryview] = field(factory=dict)


@runtime_checkable
class Lasting(Protocol):
    """A tier whose search can be saved and restored."""

    def saved(self) -> Saved:
        """The data to save."""

    def restore(self, saved: SavedFile) -> None:
        """Restores the search from a file."""


def write(path: str | Path, saved: Saved) -> None:
    """Writes the file; raises SavedSearchError, and leaves an existing file as it was, if it cannot."""
    path = Path(path)
    line = json.dumps({**saved.facts, "parts": {name: part.nbytes for name, part in saved.parts.items()}}).encode() + b"\n"
    with telling(path, SavedSearchError), replacing(path) as file:
        digest = hashlib.blake2b(digest_size=_DIGEST)
        pieces: tuple[bytes | memoryview, ...] = (_MAGIC, line, *saved.parts.values())
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
        file.write(digest.digest())


class SavedFile:
    """A saved search, opened for reading at the beginning of its file; `facts` are the request, and other small data. Raises
    SavedSearchError if it is no saved search, was cut short or was changed.
    """

    def __init__(self, path: str | Path, file: BinaryIO) -> None:
        self._path: Final = path
        self._file: Final = file
        if file.read(len(_MAGIC)) != _MAGIC:
            self.refuse(f"expected a file that begins with {_MAGIC.decode().strip()!r}, as Search.save writes it")
        self._check_digest()
        file.seek(len(_MAGIC))
        self.facts: dict[str, Any] = read_json(file.readline(_LONGEST_LINE))
        made_of(dict[str, int], self.facts["parts"])
        self._prefix = ""
        self._first: Final = file.tell()
        if self._first + sum(self.facts["parts"].values()) + _DIGEST != os.fstat(file.fileno()).st_size:
            self.refuse("expected parts of as many bytes as the file has, got others")

    def _check_digest(self) -> None:
        left = os.fstat(self._file.fileno()).st_size - len(_MAGIC) - _DIGEST
        digest = hashlib.blake2b(_MAGIC, digest_size=_DIGEST)
        while left > 0:
            piece = self._file.read(min(left, _CHUNK))
            digest.update(piece)
            left -= len(piece)
        if left < 0 or self._file.read(_DIGEST) != digest.digest():
            self.refuse("expected a whole file as it was written, got one that was cut short or changed")

    def within(self, name: str) -> SavedFile:
        """The part of the file for one of several combined searches, by the name of its facts, with which its parts begin."""
        inner = copy(self)
        inner.facts = {**self.facts, **self.facts[name]}
        inner._prefix = f"{name} "
        return inner

    def read_into(self, name: str, target: memoryview) -> None:
        """Reads a part into memory of the same length."""
        name = self._prefix + name
        sizes: dict[str, int] = self.facts["parts"]
        names = list(sizes)
        if sizes[name] != target.nbytes:
            self.refuse(f"expected {target.nbytes:,} bytes of {name}, got {sizes[name]:,}")
        self._file.seek(self._first + sum(sizes[each] for each in names[: names.index(name)]))
        for first in range(0, target.nbytes, _CHUNK):
            self._file.readinto(target[first : first + _CHUNK])  # type: ignore[attr-defined]  # files of bytes have it

    def read(self, name: str) -> bytes:
        """The bytes of a part."""
        content = bytearray(self.size(name))
        self.read_into(name, memoryview(content))
        return bytes(content)

    def check_rules(self, digest: str, game: object) -> None:
        """Raises SavedSearchError unless the file is of a game with that digest."""
        if self.facts["digest"] != digest:
            self.refuse(
                f"expected a search of {game!r} by the same rules and the same version of minimaxer, got one of "
                f"{self.facts['label']}; search anew, or with what it was saved by"
            )

    def size(self, name: str) -> int:
        """The size of a part in bytes; 0 if it is missing."""
        return int(self.facts["parts"].get(self._prefix + name, 0))

    def refuse(self, message: str) -> NoReturn:
        """Raises the error about this file."""
        raise SavedSearchError(f"{self._path}: {message}")


@contextlib.contextmanager
def opened_file(path: str | Path) -> Iterator[SavedFile]:
    """Opens a saved search; raises SavedSearchError if it cannot be read, is none, was cut short or was changed."""
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(Path(path).open("rb"))
        except OSError as error:
            raise SavedSearchError(f"cannot read {path}: {error.strerror}") from None
        with expecting(f"{path}: expected what Search.save writes, got something that it never does", SavedSearchError):
            yield SavedFile(path, file)


def not_kept(game: object, algorithm: str, how: str = "") -> OptionError:
    """The error for a search that cannot be saved; `how` describes it further."""
    return OptionError(
        "expected a search that can be written to a file: of a game that is not compiled, by one worker and any algorithm but "
        "'sampled', 'paranoid' and 'brs'; of a compiled game, by alpha-beta, 'montecarlo' or 'unevaluated'; got "
        f"{game!r} searched by {algorithm!r}{how and f' with {how}'}"
    )


def set_random(rng: Random, state: Any) -> None:
    """Sets a random number generator to the state that its `getstate` gave, as read from JSON."""
    version, numbers, gauss = state
    rng.setstate((version, tuple(numbers), gauss))


def whole(value: Any, most: int) -> int:
    """The value; raises ValueError unless it is a whole number from 0 to `most`."""
    if not 0 <= made_of(int, value) <= most:
        raise ValueError(f"expected a whole number from 0 to {most}, got {value!r}")
    return int(value)
