"""What is known of positions, kept in one SQLite file that several processes may read and write at a time."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from ..errors import OptionError
from ..reading import read_json
from ..scores import LOSS, WIN

_VERSION: Final = 1
_APPLICATION: Final = 0x6D6D7831
"""Says in the file's head whose it is: "mmx1"."""
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS found (
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    low REAL NOT NULL,
    high REAL NOT NULL,
    line TEXT NOT NULL,
    nodes INTEGER NOT NULL,
    PRIMARY KEY (game, position)
) WITHOUT ROWID
"""
_SOLVED: Final = """
CREATE TABLE IF NOT EXISTS solved (
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    meaning TEXT NOT NULL,
    value REAL NOT NULL,
    line TEXT NOT NULL,
    finished INTEGER NOT NULL,
    PRIMARY KEY (game, position, meaning)
) WITHOUT ROWID
"""
_RULES: Final = (
    "CREATE TABLE IF NOT EXISTS rules (only INTEGER PRIMARY KEY CHECK (only = 1), game TEXT NOT NULL, digest TEXT NOT NULL)"
)
"""Whose solved values the file holds: one game's."""
_PUT: Final = """
INSERT INTO found VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, position) DO UPDATE SET
    low = max(low, excluded.low), high = min(high, excluded.high), nodes = nodes + excluded.nodes,
    line = CASE WHEN excluded.line != '[]' THEN excluded.line ELSE line END
"""


@frozen
class Known:
    """What is known of a position.

    Attributes:
        low: What player 0 gets at least: `LOSS`, a margin or `WIN`.
        high: What it gets at most.
        line: Best play as far as it was told, move by move as text.
        nodes: Nodes that it took.
    """

    low: float = LOSS
    high: float = WIN
    line: tuple[str, ...] = ()
    nodes: int = 0


class Store:
    """A file of what is known.

    Args:
        path: The file; it is made where there is none.
        game: The rules and the way they are read, as text: rows of other games are left alone.

    Raises:
        OptionError: The file cannot be opened or is something else.
    """

    def __init__(self, path: str | Path, game: str) -> None:
        self._path: Final = path
        self._game: Final = game
        try:
            self._file: Final = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._prepare()
        except sqlite3.Error as error:
            raise OptionError(f"expected a file of what is known of positions, got {path}: {error}") from error

    def _prepare(self) -> None:
        """Makes the table, or sees that it is there."""
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        is_new = not self._file.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not is_new and (application, version) != (_APPLICATION, _VERSION):
            raise OptionError(f"expected a file of what is known of positions, got {self._path}, a database of something else")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._file.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._file.execute(f"PRAGMA user_version = {_VERSION}")
        self._file.execute(_TABLE)

    def claim(self, digest: str) -> None:
        """Makes the file that of the game's solved values.

        Args:
            digest: Of the game's rules.

        Raises:
            OptionError: It holds those of another game, or of other rules of that name; or it cannot be written.
        """
        try:
            self._file.execute(_SOLVED)
            self._file.execute(_RULES)
            self._file.execute("INSERT OR IGNORE INTO rules VALUES (1, ?, ?)", (self._game, digest))
            game, kept = self._file.execute("SELECT game, digest FROM rules").fetchone()
        except sqlite3.Error as error:
            raise OptionError(f"expected a file to keep solved positions in, got {self._path}: {error}") from error
        if game != self._game:
            raise OptionError(
                f"expected solved positions of {self._game}, got {self._path} with those of {game}; give another file"
            )
        if kept != digest:
            raise OptionError(
                f"expected solved positions of {game} by the rules as they are now, got {self._path} with those of other rules "
                "of that name; give another file"
            )

    def solved(self, position: str, meaning: str) -> tuple[float, str, int] | None:
        """A solved position's value with that meaning, its line as JSON, and whether that runs to the end; None if not known."""
        row: tuple[float, str, int] | None = self._file.execute(
            "SELECT value, line, finished FROM solved WHERE game = ? AND position = ? AND meaning = ?",
            (self._game, position, meaning),
        ).fetchone()
        return row

    def add_solved(self, position: str, meaning: str, value: float, line: str, finished: bool) -> None:
        """Keeps a solved position; one that is there already stays."""
        row = self._game, position, meaning, value, line, finished
        self._file.execute("INSERT OR IGNORE INTO solved VALUES (?, ?, ?, ?, ?, ?)", row)

    def known(self, position: str) -> Known:
        """What is known of a position."""
        row = self._file.execute(
            "SELECT low, high, line, nodes FROM found WHERE game = ? AND position = ?", (self._game, position)
        ).fetchone()
        return Known() if row is None else Known(row[0], row[1], tuple(read_json(row[2])), row[3])

    def add(self, position: str, known: Known) -> None:
        """Joins what was found out to what is known."""
        values: tuple[Any, ...] = known.low, known.high, json.dumps(known.line), known.nodes
        self._file.execute(_PUT, (self._game, position, *values))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
