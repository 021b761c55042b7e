"""Opening books: the moves played in each position, how often, and with what results; one SQLite file for each game."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, Self

from attrs import frozen

from ..base.checks import check_whole, front_door
from ..base.files import Database, Form
from ..errors import NotationError, OptionError
from ..game.capability import capabilities
from ..game.following import MOST_MOVES
from ..game.notation import Notation
from ..game.protocol import Game, S
from ..native import rules_of
from ..native.game import described
from .record import Record
from .session import Session

PLIES: Final = 40
"""Default number of plies of each game that go into a book."""
_FORM: Final = Form(
    application=0x6D785F62,  # "mx_b"
    version=1,
    about="an opening book",
    tables={
        "about": "CREATE TABLE IF NOT EXISTS about (game TEXT NOT NULL)",
        "games": "CREATE TABLE IF NOT EXISTS games (record TEXT PRIMARY KEY) WITHOUT ROWID",
        "moves": """
            CREATE TABLE IF NOT EXISTS moves (
                position TEXT NOT NULL,
                move TEXT NOT NULL,
                ply INTEGER NOT NULL,
                games INTEGER NOT NULL,
                points REAL NOT NULL,
                value REAL,
                depth INTEGER,
                PRIMARY KEY (position, move)
            ) WITHOUT ROWID
        """,
    },
)
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
    """A move that a book holds for a position.

    Attributes:
        move: In the game's notation.
        games: How often it was played.
        points: Points that its player scored in those games, 1 for a win.
        value: Its value by the deepest search, for player 0; None if none was recorded, or for more than two players.
    """

    move: str
    games: int
    points: float
    value: float | None = None


class Book:
    r"""An opening book of one game: a file that grows by the games that are added.

    A book file holds only text and numbers, so files from strangers are safe to open: moves are read by the game's notation, and
    illegal ones are not played.

    Args:
        game: The rules; the same as the book was made with.
        path: The file; created if there is none.

    Raises:
        NotationError: The file is not a book, or belongs to another game.

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
        self.notation: Final[Notation[Any, Any]] = Notation(game, capabilities(game))
        self._name: Final = described(rules_of(game))
        self._base: Final = Database(path, _FORM)
        self.path: Final = self._base.path
        try:
            self._check()
        except BaseException:
            self._base.close()
            raise

    @front_door
    def add(self, records: Iterable[Record], *, plies: int = PLIES) -> int:
        """Adds games; those that it holds already, with the same players and moves, are left out.

        Args:
            records: The games; those without a result are left out.
            plies: Number of moves of each to add.

        Returns:
            The number of new games.

        Raises:
            NotationError: A record is not a game by these rules; then nothing is added.
            OptionError: The number of plies is out of range, or an item is not a record.
        """
        check_whole("plies", plies, 1)
        added = 0
        with self._base.changing():
            for record in records:
                if not isinstance(record, Record):
                    raise OptionError(f"expected records of games, got {record!r}")
                text = " ".join([*record.names, record.position, *(note.move for note in record.moves)])
                if record.result is None or not self._base.change("INSERT OR IGNORE INTO games VALUES (?)", [text]):
                    continue
                added += 1
                session = record.session(self.game)
                for ply, note in enumerate(record.moves[:plies]):
                    if note.player >= 0:
                        self._base.change(_ADD, self._row(session, record, ply))
        return added

    @front_door
    def moves(self, state: Any) -> list[BookMove]:
        """The book's moves in a position, the most played first."""
        query = "SELECT move, games, points, value FROM moves WHERE position = ? ORDER BY games DESC, move"
        rows = self._base.rows(query, [self.notation.write_position(state)], str, int, float, float | None)
        if any(not 0 <= points <= games for _, games, points, _ in rows):
            raise NotationError(f"expected {self.path} to give moves up to a point for each game; make the book anew")
        return [BookMove(move=move, games=games, points=points, value=value) for move, games, points, value in rows]

    @front_door
    def draw(self, state: S, rng: Random) -> Any:
        """Draws a move for a position in proportion to the points scored with it; None if no known move scored any.

        Args:
            state: The position.
            rng: Source of randomness.
        """
        known = []
        for each in (each for each in self.moves(state) if each.points > 0):
            with suppress(NotationError):
                known.append((self.notation.read_move(state, each.move), each.points))
        return rng.choices([move for move, _ in known], [weight for _, weight in known])[0] if known else None

    @front_door
    def positions(self, plies: int) -> list[Any]:
        """All states in which a stored move was first played at that ply; usable as openings of a match."""
        check_whole("plies", plies, 0, MOST_MOVES)
        rows = self._base.rows("SELECT DISTINCT position FROM moves WHERE ply = ? ORDER BY position", [plies], str)
        return [self.notation.read_position(text) for (text,) in rows]

    @property
    def games(self) -> int:
        """Number of games in the book."""
        return self._count("games")

    @property
    def size(self) -> int:
        """Number of moves in the book, over all positions."""
        return self._count("moves")

    def close(self) -> None:
        """Closes the file."""
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _count(self, table: str) -> int:
        [(number,)] = self._base.rows(f"SELECT count(*) FROM {table}", (), int)
        return int(number)

    def _row(self, session: Session[Any, Any], record: Record, ply: int) -> dict[str, Any]:
        note, result = record.moves[ply], record.result
        assert result is not None
        value = note.value if isinstance(note.value, (int, float)) else None
        position = self.notation.write_position(session.states[ply])
        points = result.points[note.player]
        return {"position": position, "move": note.move, "ply": ply, "points": points, "value": value, "depth": note.depth}

    def _check(self) -> None:
        """Labels a new file with this game, and refuses a file of another one."""
        names = self._base.rows("SELECT game FROM about", (), str)
        if not names:
            self._base.change("INSERT INTO about VALUES (?)", [self._name])
        elif names[0][0] != self._name:
            raise NotationError(f"expected {self.path} to be a book of {self._name}, but it is one of {names[0][0]}")


def open_book(game: Game[Any, Any], path: str | Path) -> Book:
    """Opens the book in an existing file; raises OptionError if there is none, and NotationError as `Book` does."""
    if not Path(path).is_file():
        raise OptionError(f"expected the file of an opening book, but there is no {path}; `minimaxer book` makes one")
    return Book(game, path)
