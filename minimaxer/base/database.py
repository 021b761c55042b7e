"""SQLite files: recognized by their headers, read by declared types; all errors of SQLite become one kind of error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from ..errors import MinimaxerError, NotationError
from .reading import made_of

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
    """An open file of a given form, created if it is missing.

    Raises the form's error if the file cannot be opened, or has another form.
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
