"""Standard output that cannot take what is printed: another encoding, a full device, a closed file or pipe."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, TextIO, cast


class Output:
    """Standard output that remembers why it could not be written to: `broken`, or None while all went well."""

    def __init__(self, stream: TextIO) -> None:
        self._stream: Final = stream
        self.broken: OSError | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Writes the text."""
        return int(self._watched(lambda: self._stream.write(text)))

    def flush(self) -> None:
        """Writes out the buffer."""
        self._watched(self._stream.flush)

    def _watched(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except OSError as error:
            self.broken = error
            raise


@contextmanager
def watched() -> Iterator[Output]:
    """A context in which standard output is watched, and signs that its encoding lacks are replaced by `?`.

    At the end everything is written out; where that fails, Python does not try again when the process ends.
    """
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
        stream.reconfigure(errors="replace")
    found = Output(stream)
    sys.stdout = cast("TextIO", found)
    try:
        yield found
    finally:
        with suppress(OSError):
            found.flush()
        sys.stdout = stream
        if found.broken is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def have_errors() -> None:
    """Makes standard error accept all text; if it is closed, text is discarded rather than sent to standard output."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open as long as the process lives
    if isinstance(sys.stderr, io.TextIOWrapper) and sys.stderr.errors == "strict":
        sys.stderr.reconfigure(errors="backslashreplace")
