"""Opening books: which moves were played in which positions, how often, and what came of it; one SQLite file for each game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, Self

from attrs import frozen

from ..checks import check_whole, front_door
from ..compiled import CompiledGame
from ..errors import NotationError, OptionError
from ..naming import described
from ..rules.capability import capabilities
from ..rules.ending import MOST_MOVES
from ..rules.game import Game, S
from ..rules.notation import Notation
from .record import Record
from .session import Session

_FORMAT: Final = 1
_APPLICATION: Final = 0x6D785F62  # "mx_b"
PLIES: Final = 40
"""Plies of a game that go into a book, where nobody said how many."""
_TABLES: Final = """
CREATE TABLE about (game TEXT NOT NULL);
CREATE TABLE games (record TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE moves (
    position TEXT NOT NULL,
    move TEXT NOT NULL,
    ply INTEGER NOT NULL,
    games INTEGER NOT NULL,
    points REAL NOT NULL,
    value REAL,
    depth INTEGER,
    PRIMARY KEY (position, move)
) WITHOUT ROWID;
"""
_ADD: Final = """
INSERT INTO moves VALUES (:position, :move, :ply, 1, :points, :value, :depth)
ON CONFLICT (position, move) DO UPDATE SET
    games = games + 1,
    points = points + excluded.points,
    ply = min(ply, excluded.ply),
    value = CASE WHEN coalesce(excluded.depth, -1) >= coalesce(depth, -1) AND excluded.value IS NOT NULL
            THEN excluded.value ELSE value END,
    depth = max(coalesce(depth, -1), coalesce(excluded.depth, -1))
"""


@frozen(kw_only=True)
class BookMove:
    """A move that a book knows of a position.

    Attributes:
        move: In the game's notation.
        games: How often it was played.
        points: What its player made of those games, 1 for a win.
        value: What the deepest search took it to be worth, for player 0; None where none was noted, or for more than two players.
    """

    move: str
    games: int
    points: float
    value: float | None = None


class Book:
    r"""An opening book of one game: a file that grows by the games that are added.

    A book file holds text and numbers alone, and is safe to open from strangers: moves are read by the game's notation, and what
    is not legal is not played.

    Args:
        game: The rules; those that the book was made with.
        path: The file; made with the first game that is added.

    Raises:
        NotationError: The file is no book, or one of another game.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> from .record import read_records
        >>> text = '[Game "nim"]\n[Position "1,2/0"]\n[Ending "rules"]\n\n1. 2-1\n2. 1-1\n3. 2-1\n1-0'
        >>> with Book(Nim(), ":memory:") as book:
        ...     book.add(read_records(text))
        ...     book.moves(book.notation.read_position("1,2/0"))
        1
        [BookMove(move='2-1', games=1, points=1.0, value=None)]
    """

    @front_door
    def __init__(self, game: Game[Any, Any], path: str | Path) -> None:
        self.game: Final = game
        self.path: Final = str(path)
        self.notation: Final[Notation[Any, Any]] = Notation(game, capabilities(game))
        self._name: Final = described(game.game if isinstance(game, CompiledGame) else game)
        with self._explained():
            self._base: Final = sqlite3.connect(self.path)
        try:
            with self._explained():
                self._check()
        except NotationError:
            self._base.close()
            raise

    @front_door
    def add(self, records: Iterable[Record], *, plies: int = PLIES) -> int:
        """Takes games in; those that it holds already, move for move by the same players, count once.

        Args:
            records: The games; those without a result are left out.
            plies: How many moves of each.

        Returns:
            How many were new.

        Raises:
            NotationError: One is no game by these rules; then none of them was taken in.
            OptionError: The number of plies is none.
        """
        check_whole("plies", plies, 1)
        added = 0
        with self._explained(), self._base:
            for record in records:
                if not isinstance(record, Record):
                    raise OptionError(f"expected records of games, got {record!r}")
                if record.result is None or not self._is_new(record):
                    continue
                added += 1
                session = record.session(self.game)
                for ply, note in enumerate(record.moves[:plies]):
                    if note.player >= 0:
                        self._base.execute(_ADD, self._row(session, record, ply))
        return added

    @front_door
    def moves(self, state: Any) -> list[BookMove]:
        """What it knows of a position, the move played most often first."""
        query = "SELECT move, games, points, value FROM moves WHERE position = ? ORDER BY games DESC, move"
        with self._explained():
            rows = self._base.execute(query, [self.notation.write_position(state)]).fetchall()
        return [BookMove(move=move, games=games, points=points, value=value) for move, games, points, value in rows]

    @front_door
    def draw(self, state: S, rng: Random) -> Any:
        """A move for that position, the more likely the more points were made of it; None where none is known that made any.

        Args:
            state: The position.
            rng: Where the lot comes from.
        """
        known = []
        for each in (each for each in self.moves(state) if each.points > 0):
            try:
                known.append((self.notation.read_move(state, each.move), each.points))
            except NotationError:
                continue
        return rng.choices([move for move, _ in known], [weight for _, weight in known])[0] if known else None

    @front_door
    def positions(self, plies: int) -> list[Any]:
        """All positions in which its games had come after that many plies, as states: where games of a match may begin."""
        check_whole("plies", plies, 0, MOST_MOVES)
        with self._explained():
            rows = self._base.execute("SELECT DISTINCT position FROM moves WHERE ply = ? ORDER BY position", [plies]).fetchall()
        return [self.notation.read_position(text) for (text,) in rows]

    @property
    def games(self) -> int:
        """How many games it holds."""
        return self._count("games")

    @property
    def size(self) -> int:
        """How many moves it knows."""
        return self._count("moves")

    def close(self) -> None:
        """Closes the file."""
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _count(self, table: str) -> int:
        with self._explained():
            (number,) = self._base.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(number)

    def _is_new(self, record: Record) -> bool:
        """Whether the game was not taken in before; it is noted."""
        text = " ".join([*record.names, record.position, *(note.move for note in record.moves)])
        return self._base.execute("INSERT OR IGNORE INTO games VALUES (?)", [text]).rowcount > 0

    def _row(self, session: Session[Any, Any], record: Record, ply: int) -> dict[str, Any]:
        note, result = record.moves[ply], record.result
        assert result is not None
        value = note.value if isinstance(note.value, (int, float)) else None
        position = self.notation.write_position(session.states[ply])
        points = result.points[note.player]
        return {"position": position, "move": note.move, "ply": ply, "points": points, "value": value, "depth": note.depth}

    def _check(self) -> None:
        """Makes the tables of a new file, and refuses one of something else."""
        base = self._base
        (application,) = base.execute("PRAGMA application_id").fetchone()
        (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables == 0:
            with base:
                base.executescript(_TABLES)
                base.execute(f"PRAGMA application_id = {_APPLICATION}")
                base.execute(f"PRAGMA user_version = {_FORMAT}")
                base.execute("INSERT INTO about VALUES (?)", [self._name])
            return
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if application != _APPLICATION or version != _FORMAT:
            raise NotationError(f"expected {self.path} to be an opening book, but it is another database, or of a newer version")
        (name,) = base.execute("SELECT game FROM about").fetchone()
        if name != self._name:
            raise NotationError(f"expected {self.path} to be a book of {self._name}, but it is one of {name}")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Makes a plain error of what SQLite says."""
        try:
            yield
        except sqlite3.Error as error:
            raise NotationError(f"cannot use {self.path} as an opening book: {error}") from error


def open_book(game: Game[Any, Any], path: str | Path) -> Book:
    """The book in a file, to be looked into.

    Raises:
        OptionError: There is no such file.
        NotationError: As `Book`.
    """
    if not Path(path).is_file():
        raise OptionError(f"expected the file of an opening book, but there is no {path}; `minimaxer book` makes one")
    return Book(game, path)
