"""Files: read with checks, written atomically, and SQLite files recognized by their headers."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from types import UnionType
from typing import IO, Any, BinaryIO, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, frozen, has

from ..errors import MinimaxerError, NotationError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

_DEEPEST: Final = 500
"""The deepest nesting of brackets; Python's own recursion limit is 1,000."""
_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
_OTHERS: Final = bytes(set(range(256)) - set(b"[{]}"))
_STEPS: Final = {letter: 1 if letter in b"[{" else -1 for letter in b"[{]}"}
_LARGEST: Final = 1 << 64
_ODD: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, StopIteration, TypeError, ValueError)
"""Exceptions of code that reads malformed data."""


def read_text(path: str | Path) -> str:
    """The text of a file in UTF-8; raises NotationError if it cannot be read."""
    text = text_if_there(path)
    if text is None:
        raise NotationError(f"cannot read {path}: No such file or directory")
    return text


def text_if_there(path: str | Path) -> str | None:
    """The text of a file in UTF-8, or None where there is no file; raises NotationError if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotationError(f"cannot read {path}: {reason}") from error


@contextmanager
def expecting(message: str, kind: type[MinimaxerError] = NotationError) -> Iterator[None]:
    """Turns the exceptions of code that reads malformed data into an error of that class with this message."""
    try:
        yield
    except MinimaxerError:
        raise
    except _ODD as error:
        raise kind(message) from error


def read_json(text: str | bytes) -> Any:
    """Parses a JSON value, from text or UTF-8; raises ValueError if it is none, or nests more than 500 brackets.

    Python's decoder recurses on the C stack, and a deep search raises the recursion limit that guards it: text that is nested
    deeper than that stack would end the process.
    """
    text = text if isinstance(text, str) else text.decode()  # whatever else `json` would take bytes for
    if text.count("[") + text.count("{") > _DEEPEST and _depth(text.encode("utf-8", "surrogatepass")) > _DEEPEST:
        raise ValueError(f"expected at most {_DEEPEST} brackets within brackets")
    return json.loads(text)


def _depth(data: bytes) -> int:
    return max(accumulate(_STEPS[letter] for letter in _STRING.sub(b"", data).translate(None, _OTHERS)), default=0)


def made_of(kind: Any, data: Any) -> Any:
    """A value of a declared type, made from plain data as JSON has it: lists for tuples, objects for classes of attrs.

    The type is `int` (below 2**64), `float` (finite), `str`, `bool`, None, `Any`, an Enum, a class of attrs, or a union, tuple,
    list or dict of such. Raises ValueError for data of another type or too large, and MinimaxerError if the class refuses them.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return data
    if origin in (Union, UnionType):
        return _any_of(inner, data)
    if origin in (list, tuple) and isinstance(data, (list, tuple)):
        return _sequence(origin, inner, data)
    if origin in (dict, Mapping) and isinstance(data, dict):
        return {made_of(inner[0], name): _within(name, inner[1], each) for name, each in data.items()}
    if isinstance(kind, type) and has(kind) and isinstance(data, dict):
        known = _fields(kind)
        lacking = [name for name, (_, needed) in known.items() if needed and name not in data]
        if lacking or not data.keys() <= known.keys():
            raise ValueError(f"expected {', '.join(known)}, got {_short(list(data))}")
        return kind(**{name: _within(name, known[name][0], each) for name, each in data.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind, data)
    is_right = type(data) is (type(None) if kind is None else kind) or (kind is float and type(data) is int)
    is_large = type(data) in (int, float) and not -_LARGEST < data < _LARGEST
    if kind is float and is_large:
        is_large = not abs(data) <= sys.float_info.max
    if not is_right or is_large:
        raise ValueError(f"expected {getattr(kind, '__name__', kind)}, got {_short(data)}")
    return data


def _member(kind: type[Enum], data: Any) -> Enum:
    for each in kind:
        if type(each.value) is type(data) and each.value == data:
            return each
    raise ValueError(f"expected one of {', '.join(str(each.value) for each in kind)}, got {_short(data)}")


def _any_of(kinds: tuple[Any, ...], data: Any) -> Any:
    errors: list[ValueError] = []
    for each in kinds:
        try:
            return made_of(each, data)
        except ValueError as error:
            errors.append(error)
    raise errors[0]


def _sequence(origin: Any, kinds: tuple[Any, ...], data: Sequence[Any]) -> Any:
    if origin is list or kinds[-1] is Ellipsis:
        return origin(_within(place, kinds[0], each) for place, each in enumerate(data))
    if len(data) != len(kinds):
        raise ValueError(f"expected {len(kinds)} values, got {_short(data)}")
    return tuple(_within(place, each, value) for place, (each, value) in enumerate(zip(kinds, data, strict=True)))


def _within(name: object, kind: Any, data: Any) -> Any:
    try:
        return made_of(kind, data)
    except MinimaxerError:
        raise
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


@cache
def types_of(kind: type) -> dict[str, Any]:
    """The declared types of a class's attributes."""
    return get_type_hints(kind)


@cache
def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """The types of a class's fields, and whether each is required."""
    types = types_of(kind)
    return {each.name: (types[each.name], each.default is NOTHING) for each in fields(kind) if each.init}


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


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
    """Locks a file or folder for this process until it is closed, where the system can. Raises BlockingIOError if another process
    has it and this one does not wait, and OSError if it cannot be locked.
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


_WAIT: Final = 60.0
"""Seconds to wait while another process writes."""


@frozen
class Form:
    """A kind of file: its header, its tables and its settings.

    Attributes:
        application: The application id in the header.
        tables: By name, the SQL that creates each one if it is missing; files with other tables, views or triggers are refused.
        about: A description of the file, for errors.
        settings: SQL to run on each connection.
    """

    application: int
    version: int
    tables: Mapping[str, str]
    about: str
    error: type[MinimaxerError] = NotationError
    settings: tuple[str, ...] = ()


class Database:
    """An open file of a given form, created if it is missing. Raises the form's error if the file cannot be opened, or has
    another form.
    """

    def __init__(self, path: str | Path, form: Form) -> None:
        self.path: Final = str(path)
        import sqlite3  # here, since some Pythons have none, such as those in browsers

        self._form: Final = form
        self._error: Final = sqlite3.Error
        with self.explained():
            self._file: Final = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self._file.close()
            raise

    def _prepare(self) -> None:
        """Checks the header and the tables, and creates the tables if they are missing."""
        form = self._form
        there = self.rows(
            "SELECT sql, type FROM sqlite_master WHERE NOT (type = 'table' AND name LIKE 'sqlite_stat%')", (), str | None, str
        )
        held = {(" ".join((sql or "").split()), kind) for sql, kind in there}
        made = {(" ".join(sql.replace("IF NOT EXISTS", "").split()), "table") for sql in form.tables.values()}
        head = [self.rows(f"PRAGMA {name}", (), int)[0][0] for name in ("application_id", "user_version")]
        if held and (head != [form.application, form.version] or not held <= made):
            raise form.error(f"expected {self.path} to be {form.about}, but it is another database, or of a newer version")
        for each in form.settings:
            self.change(each)
        if held == made:
            return
        with self.changing():
            for each in form.tables.values():
                self.change(each)
            self.change(f"PRAGMA application_id = {form.application}")
            self.change(f"PRAGMA user_version = {form.version}")

    def rows(self, query: str, values: Sequence[Any], *kinds: Any) -> list[tuple[Any, ...]]:
        """All rows that a query finds, each column read as the given type; errors as in `explained`."""
        with self.explained():
            kind: Any = tuple.__class_getitem__(kinds)
            return [made_of(kind, list(row)) for row in self._file.execute(query, values).fetchall()]

    def change(self, query: str, values: Any = ()) -> int:
        """Executes a statement; returns the number of changed rows, with errors as in `explained`."""
        with self.explained():
            return self._file.execute(query, values).rowcount

    @contextmanager
    def changing(self) -> Iterator[None]:
        """A transaction: the block changes everything or nothing; errors as in `explained`."""
        self.change("BEGIN IMMEDIATE")
        try:
            yield
            self.change("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self.change("ROLLBACK")
            raise

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turns an error of SQLite, or of a value, into the form's error about this file."""
        try:
            yield
        except MinimaxerError:
            raise
        except (self._error, ArithmeticError, ValueError) as error:  # such as numbers beyond 64 bits and half signs
            raise self._form.error(f"cannot use {self.path} as {self._form.about}: {error}") from error

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
