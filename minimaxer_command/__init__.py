"""How the command `minimaxer` begins. It imports nothing by itself, so that Ctrl-C ends the command quietly from the start."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

INTERRUPTED: Final = 130
"""The exit code where Ctrl-C ended a command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command, by default of `sys.argv`; returns the exit code of `minimaxer.cli.main`, or 130 if interrupted."""
    try:
        from minimaxer.cli import main as run

        code = run(arguments)
    except KeyboardInterrupt:
        shown = sys.stderr is not None and sys.stderr.isatty()
        print("\ninterrupted" if shown else "interrupted", file=sys.stderr)  # behind the terminal's ^C
        code = INTERRUPTED
    if arguments is None or code == INTERRUPTED:  # else it runs within another program
        _leave_llvm(code)
    return code


def _leave_llvm(code: int) -> None:
    """Ends the process at once where LLVM is at work, which hears nothing and must not be taken away meanwhile."""
    if any(thread.name == "minimaxer compiling" for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)
