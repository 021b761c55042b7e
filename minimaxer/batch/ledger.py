"""A file of JSON lines to which results are added one by one, so that a later run continues where an earlier one ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ..base.files import lock, made_of, read_json, telling
from ..errors import NotationError

KEY: Final = ("number", "position", "settings")
"""Fields of a row that must match the current work."""


class Ledger:
    """The rows in a file, created if there is none, and the file open for more; `expected` gives each number's position as text.

    A last row that was cut short is removed. Rows with other settings are refused; raises NotationError if the file cannot be
    read or written, or holds something else, and leaves it as it was.
    """

    def __init__(self, path: str | Path, expected: Sequence[str], settings: str) -> None:
        self._path: Final = Path(path)
        self._settings: Final = settings
        with telling(path):
            self._file: Final = self._path.open("a+b", buffering=0)
        try:
            with telling(path):
                self._lock()
                self._file.seek(0)
                *lines, last = self._file.read().split(b"\n")
                is_cut = self._is_cut_short(last, expected)
                self.done: Final = self._rows(lines if is_cut or not last else [*lines, last], expected)
                if is_cut:
                    self._file.truncate(sum(len(line) + 1 for line in lines))
                elif last:
                    self._file.write(b"\n")
        except NotationError:
            self.close()
            raise

    def _lock(self) -> None:
        """Keeps other runs from writing to the file at the same time, if the system can."""
        try:
            lock(self._file, waits=False)
        except BlockingIOError:
            raise NotationError(f"{self._path} is being written by another run; wait for it, or give another file") from None

    def _is_cut_short(self, last: bytes, expected: Sequence[str]) -> bool:
        """True if an unfinished last line is the beginning of a row of the current work, as a crash leaves it."""
        if not last:
            return False
        with suppress(ValueError):
            read_json(last)
            return False
        rows = (dict(zip(KEY, (*each, self._settings), strict=True)) for each in enumerate(expected))
        heads = (json.dumps(row)[:-1].encode() + b", " for row in rows)
        return any(head.startswith(last) or last.startswith(head) for head in heads)

    def _rows(self, lines: Sequence[bytes], expected: Sequence[str]) -> dict[int, dict[str, Any]]:
        """The rows without an error, which need not be computed again, by number."""
        done = {}
        for line_number, line in enumerate(lines, 1):
            where = f"line {line_number} of {self._path}"
            try:
                row = made_of(dict[str, Any], read_json(line))
                number, position, settings = made_of(tuple[int, str, str], [row.get(name) for name in KEY])
            except ValueError as error:
                raise NotationError(f"{where} is no result; give another file for the results, or take the line out") from error
            if settings != self._settings:
                raise NotationError(f"{where} was made with {settings}, not {self._settings}; give another file for the results")
            if not 0 <= number < len(expected) or expected[number] != position:
                raise NotationError(
                    f"{where} is about position {number}, {position!r}, which is not the one to be looked at now; give another "
                    "file for the results"
                )
            if row.get("error") is None:
                done[number] = row
        return done

    def add(self, row: dict[str, Any]) -> None:
        """Writes a row, at once."""
        left = memoryview(json.dumps(row).encode() + b"\n")
        with telling(self._path):
            while left:  # the system takes what there is room for
                left = left[self._file.write(left) :]

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
