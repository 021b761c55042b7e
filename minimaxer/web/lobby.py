"""The games that can be chosen in the browser, and the table of the one that was."""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..base.reading import read_text
from ..drawing.boards import with_board
from ..errors import MinimaxerError, NotationError, OptionError
from ..game.capability import capabilities
from ..game.hidden import hides
from ..game.registry import find_game, games
from ..play.phrases import begun
from ..play.record import Record, read_records
from ..testing.play import random_states
from .table import Table
from .words import title_of

RULES: Final = {"moves", "play", "outcome"}
"""The methods by which a class of a file is taken for a game."""
MOST_BYTES: Final = 200_000
"""The largest file that is looked into."""
MOST_RECORDS: Final = 8
"""Most records that are offered, the latest first."""
_RECORDS: Final = (".txt", ".pgn", ".jsonl")


class Lobby:
    """The games to choose from: those that are registered, and those of the files in a folder, which are not run before.

    Args:
        open_table: Opens a table for the game of a name.
        folder: The folder whose games and records are offered.

    Attributes:
        table: The table of the game that was chosen; None before.
    """

    def __init__(self, open_table: Callable[[str], Table], folder: Path) -> None:
        self._open_table: Final = open_table
        self._folder: Final = folder
        self._choosing: Final = threading.Lock()
        self._pictures: Final = dict[str, str | None]()
        self.table: Table | None = None

    def view(self) -> dict[str, Any]:
        """The games and records, for the page."""
        own = list(self._own_games())
        names = [*games(), *own]
        return {
            "games": [{"name": name, "title": begun(title_of(name)), "own": name in own} for name in names],
            "records": [
                {"file": file.name, "game": record.game, "names": record.names, "moves": len(record.moves)}
                for file, record in self._records()
            ],
        }

    def picture(self, name: str) -> str | None:
        """The board of a registered game after some random moves, or at the start where cards are hidden; None without one."""
        if name not in games():
            return None
        if name not in self._pictures:
            game = find_game(name)
            draw = with_board(game, capabilities(game)).svg
            state = game.initial() if hides(game) else random_states(game, 1, seed=5)[0]
            self._pictures[name] = None if draw is None else draw(state)
        return self._pictures[name]

    def choose(self, name: str, record: Record | None = None) -> None:
        """Opens a table of a game on the list, in place of another, and shows the record there.

        Raises:
            OptionError: The game is not on the list: a record, which may be a stranger's, could name any file to be run.
            MinimaxerError: The game cannot be opened, or the record is none of its games.
        """
        if name.partition(":")[0] not in games() and name not in self._own_games():
            raise OptionError(f"expected a game of the list, got {name!r}")
        with self._choosing:
            table = self._open_table(name)
            table.is_one_of_many = True
            if record is not None:
                with table.changed:
                    table.restore(record)
            self.close()
            self.table = table

    def take(self, text: str) -> None:
        """Opens the table of the last game of a record, and shows it; errors as in `choose`, and if the text holds no game."""
        self.take_last(read_records(text))

    def take_last(self, records: Sequence[Record]) -> None:
        """Opens the table of the last of these games, and shows it; errors as in `take`."""
        if not records:
            raise NotationError("expected the record of a game, got a text that holds none")
        self.choose(records[-1].game, records[-1])

    def open_record(self, file: str) -> None:
        """Opens a record of the folder; errors as in `take`."""
        if file not in [each.name for each, _ in self._records()]:
            raise OptionError(f"expected a record of the list, got {file!r}")
        self.take(read_text(self._folder / file))

    def close(self) -> None:
        """Closes the table; another game may be chosen then."""
        table, self.table = self.table, None
        if table is not None:
            table.close()

    def _own_games(self) -> Iterator[str]:
        """The games that the files of the folder define, by their source alone."""
        for file in self._files(".py"):
            try:
                source = ast.parse(file.read_bytes())
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            found = [each.name for each in source.body if isinstance(each, ast.ClassDef) and _methods(each) >= RULES]
            yield from [file.name] if len(found) == 1 else [f"{file.name}:{name}" for name in found]

    def _records(self) -> list[tuple[Path, Record]]:
        """The records of the folder that hold a game, the latest first."""
        files = [each for suffix in _RECORDS for each in self._files(suffix)]
        found = list[tuple[Path, Record]]()
        for file in sorted(files, key=lambda each: each.stat().st_mtime, reverse=True):
            try:
                records = read_records(read_text(file))
            except (MinimaxerError, UnicodeDecodeError):
                continue
            if records and len(found) < MOST_RECORDS:
                found.append((file, records[-1]))
        return found

    def _files(self, suffix: str) -> list[Path]:
        files = [each for each in self._folder.glob(f"[!._]*{suffix}") if each.is_file() and not each.name.startswith("test_")]
        return sorted(each for each in files if each.stat().st_size <= MOST_BYTES)


def _methods(found: ast.ClassDef) -> set[str]:
    return {each.name for each in found.body if isinstance(each, ast.FunctionDef)}
