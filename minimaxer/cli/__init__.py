"""The command line, `minimaxer` and `python -m minimaxer`, also where standard output cannot take what is printed."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TextIO, cast

from ..errors import MinimaxerError
from ..game.registry import did_you_mean
from .arguments import parser


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
    """A context in which standard output is watched, and signs that its encoding lacks are replaced by `?`. At the end everything
    is written out; where that fails, Python does not try again when the process ends.
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


COMMANDS: Final = (
    "games", "search", "solve", "analyse", "prove", "verify", "tabulate", "perft", "compile", "show", "check", "play", "web",
    "export", "match", "levels", "balance", "tune", "train", "review", "book", "engine", "profile", "lab", "bench",
)  # fmt: skip
"""The commands, in the order of the help; each is a module of `commands`."""
_LONGEST: Final = 2_000
"""Most characters of an error message; a longer one, which quotes the whole input, loses its middle."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command, by default with the arguments of `sys.argv`.

    Returns the exit code: 0 if all went well, 1 if a game that was checked is broken, 2 for bad input or output that fails.
    Raises SystemExit if the arguments are wrong or ask for help, and KeyboardInterrupt, for `minimaxer_command` to handle.
    """
    have_errors()
    if sys.stdout is None:
        return _failed("standard output is closed")
    leaving: SystemExit | None = None
    code, failure = 0, None
    with watched() as output:
        try:
            code, failure = _run(arguments)
        except SystemExit as stopped:
            leaving = stopped
    if isinstance(output.broken, BrokenPipeError):
        return 0  # the reader of our output has gone; say nothing more
    if output.broken is not None:
        return _failed(f"cannot write to standard output: {output.broken.strerror}")
    if leaving is not None:
        raise leaving
    return code if failure is None else _failed(failure)


def _run(arguments: Sequence[str] | None) -> tuple[int, str | None]:
    """Runs the command; returns its exit code and any error. A user's game may raise anything; `--traceback` shows the trace."""
    arguments = sys.argv[1:] if arguments is None else arguments
    named = next(iter(arguments), "")
    if not named:
        parser(COMMANDS).print_help()
        return 0, None
    if named not in COMMANDS and not named.startswith("-"):
        return 2, f"no command is named {named!r}{did_you_mean(named, COMMANDS)} (known: {', '.join(COMMANDS)})"
    given = parser([named] if named in COMMANDS else [] if named == "--version" else COMMANDS).parse_args(arguments)
    try:
        return int(given.run(given)), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # rules may leave Python, which is an error of theirs
        if given.traceback:
            traceback.print_exc()
        if isinstance(error, MinimaxerError):
            return 2, str(error)
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{frame.name}, line {frame.lineno} of {frame.filename}"
        return 2, f"{type(error).__name__}: {error} (in {where}; --traceback shows more)"


def _failed(message: str) -> int:
    text = "\n".join(" ".join(line.split()) for line in message.splitlines())
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"
    print(f"minimaxer: error: {text}", file=sys.stderr)
    return 2
