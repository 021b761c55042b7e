"""A file of JSON lines that results are added to one by one, and that a later run takes up where an earlier one ended.

May import the ground floor.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..errors import NotationError

KEY: Final = ("number", "position", "settings")
"""What a row must have in common with the work at hand."""


class Ledger:
    """The rows in a file, and the file open for more.

    Args:
        path: The file; it is made where there is none. A last line that was cut short is taken off.
        expected: What is to be done: for each number, the position's text.
        settings: How it is done; rows made otherwise are not mixed with it.

    Raises:
        NotationError: The file cannot be read or written, or holds something else; it is left as it was.
    """

    def __init__(self, path: str | Path, expected: Sequence[str], settings: str) -> None:
        self._path: Final = Path(path)
        self._settings: Final = settings
        try:
            data = self._path.read_bytes() if self._path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            self.done: Final = self._rows(whole, expected)
            self._file: Final = self._path.open("r+b" if self._path.exists() else "w+b")
            self._file.truncate(len(whole))
            self._file.seek(len(whole))
        except OSError as error:
            raise NotationError(f"cannot write {path}: {error}") from error

    def _rows(self, data: bytes, expected: Sequence[str]) -> dict[int, dict[str, Any]]:
        """The rows that need not be done again, by number."""
        done = {}
        for line_number, line in enumerate(data.splitlines(), 1):
            where = f"line {line_number} of {self._path}"
            try:
                row = json.loads(line)
                key = tuple(row[name] for name in KEY)
            except (ValueError, KeyError, TypeError) as error:
                raise NotationError(f"{where} is no result; give another file for the results, or take the line out") from error
            number, position, settings = key
            if settings != self._settings:
                raise NotationError(f"{where} was made with {settings}, not {self._settings}; give another file for the results")
            if not isinstance(number, int) or not 0 <= number < len(expected) or expected[number] != position:
                raise NotationError(
                    f"{where} is about position {number}, {position!r}, which is not the one to be looked at now; give another "
                    "file for the results"
                )
            if row.get("error") is None:
                done[number] = row
        return done

    def add(self, row: dict[str, Any]) -> None:
        """Writes a row, at once."""
        self._file.write(json.dumps(row).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
