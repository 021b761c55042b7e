"""The lobby: the games and records to choose from, and the table that is open."""

from __future__ import annotations

import ast
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..base.files import read_text
from ..drawing.boards import with_board
from ..errors import MinimaxerError, NotationError, OptionError
from ..game.capability import capabilities
from ..game.protocol import hides
from ..game.registry import find_game, games
from ..play.audience import begun
from ..play.record import Record, read_records
from ..testing.play import random_states
from .seats import title_of
from .table import Table
from .thinkers import PATIENCE

RULES: Final = {"moves", "play", "outcome"}
"""The methods that mark a class as a game."""
LARGEST: Final = 200_000
"""The largest file that is looked into, in bytes."""
MOST_RECORDS: Final = 8
"""Most records that are offered, the latest first."""
_RECORDS: Final = (".txt", ".pgn", ".jsonl")


class Lobby:
    """The games to choose from: those that are registered, and those of the files in the current folder, which are only read.
    `open_table` opens a table for the game of a name; `table` is the open one, or None if no game is chosen.
    """

    def __init__(self, open_table: Callable[[str], Table]) -> None:
        self._open_table: Final = open_table
        self._swapping: Final = threading.Lock()
        self._own: Final = _OwnGames()
        self._numbers: Final = itertools.count()
        self._pictures: Final = dict[str, str | None]()
        self.table: Table | None = None

    def view(self) -> dict[str, Any]:
        """The games and records, for the page."""
        files = self._own.by_file().items()
        own = [file if len(classes) == 1 else f"{file}:{name}" for file, classes in files for name in classes]
        return {
            "games": [{"name": name, "title": begun(title_of(name)), "own": name in own} for name in (*games(), *own)],
            "records": [
                {"file": file.name, "game": record.game, "names": record.names, "moves": len(record.moves)}
                for file, record in itertools.islice(_records(), MOST_RECORDS)
            ],
        }

    def picture(self, name: str) -> str | None:
        """The board of a registered game after some random moves; None if it draws none, or hides something."""
        if name not in games():
            return None
        if name not in self._pictures:
            game = find_game(name)
            draw = with_board(game, capabilities(game)).svg
            self._pictures[name] = None if draw is None or hides(game) else draw(random_states(game, 1, seed=5)[0])
        return self._pictures[name]

    def choose(self, name: str, record: Record | None = None) -> None:
        """Opens a table of a game on the list, in place of another, and shows the record there.

        Raises OptionError for a game not on the list: a record, which may be a stranger's, could name any function to be called.
        Raises MinimaxerError if the game cannot be opened, or the record is not of this game.
        """
        if not self._is_offered(name):
            raise OptionError(f"expected a game of the list, got {name!r}")
        table = self._open_table(name)  # without a lock, since a file may never come to its end
        table.lobby_number = next(self._numbers)
        try:
            if record is not None:
                with table.changed:
                    table.restore(record)
        except BaseException:
            table.close()
            raise
        with self._swapping:
            self.close()
            self.table = table

    def open_text(self, text: str) -> None:
        """Opens the table of the last game of a record, and shows it; errors as in `choose`, and if the text holds no game."""
        self.open_last(read_records(text))

    def open_last(self, records: Sequence[Record]) -> None:
        """Opens the table of the last of these games, and shows it; errors as in `open_text`."""
        if not records:
            raise NotationError("expected the record of a game, got a text that holds none")
        self.choose(records[-1].game, records[-1])

    def open_file(self, name: str) -> None:
        """Opens a record of the current folder; errors as in `open_text`."""
        if name not in [each.name for suffix in _RECORDS for each in _files(suffix)]:
            raise OptionError(f"expected a record of the list, got {name!r}")
        self.open_text(read_text(name))

    def close(self) -> None:
        """Closes the table; another game may be chosen then."""
        table, self.table = self.table, None
        if table is not None:
            table.close(PATIENCE)

    def _is_offered(self, name: str) -> bool:
        """True for a registered game, and for a class of a file in the current folder; with or without fields."""
        head, *rest = name.split(":")
        if head in games():
            return True
        chosen = rest[0] if rest and "=" not in rest[0] else None
        classes = self._own.by_file().get(head, [])
        return chosen in classes or (chosen is None and len(classes) == 1)


class _OwnGames:
    """The games that the files of the current folder define, by their source alone; each file is read once until it changes."""

    def __init__(self) -> None:
        self._reading: Final = threading.Lock()
        self._known: dict[str, tuple[float, list[str]]] = {}

    def by_file(self) -> dict[str, list[str]]:
        """The classes of each file that has any."""
        with self._reading:
            files = {each.name: (each, _age(each)) for each in _files(".py") if ":" not in each.name}
            known = self._known
            self._known = {
                name: known[name] if name in known and known[name][0] == age else (age, _classes(file))
                for name, (file, age) in files.items()
            }
            return {name: classes for name, (_, classes) in self._known.items() if classes}


def _classes(file: Path) -> list[str]:
    """The classes of rules in a file, but for those that others are made from."""
    try:
        source = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return []
    classes = {each.name: each for each in source.body if isinstance(each, ast.ClassDef)}
    bases = {base.id for each in classes.values() for base in each.bases if isinstance(base, ast.Name)}
    methods = {name: {m.name for m in each.body if isinstance(m, ast.FunctionDef)} for name, each in classes.items()}
    return [name for name in classes if name not in bases and methods[name] >= RULES]


def _records() -> Iterator[tuple[Path, Record]]:
    """The records of the current folder that hold a game, the latest first."""
    for file in sorted((each for suffix in _RECORDS for each in _files(suffix)), key=_age):
        try:
            records = read_records(read_text(file))
        except MinimaxerError:
            continue
        if records:
            yield file, records[-1]


def _files(suffix: str) -> list[Path]:
    return sorted(each for each in Path().glob(f"[!._]*{suffix}") if not each.name.startswith("test_") and _is_small(each))


def _is_small(file: Path) -> bool:
    try:
        return file.is_file() and file.stat().st_size <= LARGEST
    except OSError:  # it may be gone by now
        return False


def _age(file: Path) -> float:
    try:
        return -file.stat().st_mtime
    except OSError:
        return 0
