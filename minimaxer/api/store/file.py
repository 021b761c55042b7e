"""Stored results of positions, in one SQLite file that several processes may read and write at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from ...base.database import Database, Form
from ...base.reading import made_of, read_json
from ...base.scores import LOSS, WIN
from ...errors import OptionError

_FORM: Final = Form(
    application=0x6D6D7831,  # "mmx1"
    version=1,
    about="a file of what is known of positions",
    error=OptionError,
    settings=("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"),
    tables={
        "found": """
            CREATE TABLE IF NOT EXISTS found (
                game TEXT NOT NULL,
                position TEXT NOT NULL,
                low REAL NOT NULL,
                high REAL NOT NULL,
                line TEXT NOT NULL,
                nodes INTEGER NOT NULL,
                PRIMARY KEY (game, position)
            ) WITHOUT ROWID
        """,
        "solved": """
            CREATE TABLE IF NOT EXISTS solved (
                game TEXT NOT NULL,
                position TEXT NOT NULL,
                meaning TEXT NOT NULL,
                value REAL NOT NULL,
                line TEXT NOT NULL,
                finished INTEGER NOT NULL,
                PRIMARY KEY (game, position, meaning)
            ) WITHOUT ROWID
        """,
        "rules": """
            CREATE TABLE IF NOT EXISTS rules (only INTEGER PRIMARY KEY CHECK (only = 1), game TEXT NOT NULL, digest TEXT NOT NULL)
        """,
    },
)
"""The format of a file; its table `rules` identifies the one game whose solved values it holds."""
_PUT: Final = """
INSERT INTO found VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, position) DO UPDATE SET
    low = max(low, excluded.low), high = min(high, excluded.high), nodes = nodes + excluded.nodes,
    line = CASE WHEN excluded.line != '[]' THEN excluded.line ELSE line END
"""


@frozen
class Known:
    """Stored bounds on player 0's result in a position: `LOSS`, a margin or `WIN`.

    Attributes:
        line: The principal variation, as far as it was found, move by move as text.
        nodes: Nodes searched for it.
    """

    low: float = LOSS
    high: float = WIN
    line: tuple[str, ...] = ()
    nodes: int = 0


class Store:
    """A file of stored results of one game, created if there is none; rows of other games in it are left alone.

    Raises OptionError if the file cannot be opened or is something else.
    """

    def __init__(self, path: str | Path, game: str) -> None:
        self._file: Final = Database(path, _FORM)
        self._game: Final = game

    def claim(self, digest: str) -> None:
        """Reserves the file for the values of the game; raises OptionError if it holds those of another game or other rules."""
        known = self._file.rows("SELECT game, digest FROM rules", (), str, str)
        if not known:
            self._file.change("INSERT OR IGNORE INTO rules VALUES (1, ?, ?)", (self._game, digest))
            known = self._file.rows("SELECT game, digest FROM rules", (), str, str)
        [(game, kept)] = known
        if game != self._game:
            raise OptionError(
                f"expected solved positions of {self._game}, got {self._file.path} with those of {game}; give another file"
            )
        if kept != digest:
            raise OptionError(
                f"expected solved positions of {game} by the rules as they are now, got {self._file.path} with those of other "
                "rules of that name; give another file"
            )

    def solved(self, position: str, meaning: str) -> tuple[float, tuple[str, ...], bool] | None:
        """A solved position's value with that meaning, its line, and True if the line reaches the end; None if not stored."""
        query = "SELECT value, line, finished FROM solved WHERE game = ? AND position = ? AND meaning = ?"
        for value, line, finished in self._file.rows(query, (self._game, position, meaning), float, str, int):
            return value, self._line(line), bool(finished)
        return None

    def add_solved(self, position: str, meaning: str, value: float, line: Sequence[str], finished: bool) -> None:
        """Stores a solved position, unless it is stored already."""
        row = self._game, position, meaning, value, json.dumps(line), finished
        self._file.change("INSERT OR IGNORE INTO solved VALUES (?, ?, ?, ?, ?, ?)", row)

    def known(self, position: str) -> Known:
        """The stored bounds on a position; `Known()` if there are none."""
        query = "SELECT low, high, line, nodes FROM found WHERE game = ? AND position = ?"
        for low, high, line, nodes in self._file.rows(query, (self._game, position), float, float, str, int):
            return Known(low, high, self._line(line), nodes)
        return Known()

    def _line(self, text: str) -> tuple[str, ...]:
        with self._file.explained():
            line: tuple[str, ...] = made_of(tuple[str, ...], read_json(text))
        return line

    def add(self, position: str, known: Known) -> None:
        """Merges new bounds into the stored ones."""
        self._file.change(_PUT, (self._game, position, known.low, known.high, json.dumps(known.line), known.nodes))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
