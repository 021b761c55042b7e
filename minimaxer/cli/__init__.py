"""The command line: `minimaxer` and `python -m minimaxer`. May import the whole package; nothing imports it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence

from ..errors import MinimaxerError
from .arguments import parser
from .interrupts import INTERRUPTED


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        arguments: What follows the program's name; `sys.argv` by default.

    Returns:
        The exit code: 0 if all went well, 1 if a game that was checked is broken, 2 for bad input, 130 if interrupted.
    """
    if "" not in sys.path:
        sys.path.insert(0, "")  # so that package.module:object finds games in the current folder
    given = parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except MinimaxerError as error:
        return _failed(str(error), with_trace=given.traceback)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; say nothing more
        return 0
    except Exception as error:  # a user's game may raise anything; the trace is an option away
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{frame.name}, line {frame.lineno} of {frame.filename}"
        return _failed(f"{type(error).__name__}: {error} (in {where}; --traceback shows more)", with_trace=given.traceback)


def _failed(message: str, *, with_trace: bool) -> int:
    if with_trace:
        traceback.print_exc()
    print(f"minimaxer: error: {' '.join(message.split())}", file=sys.stderr)
    return 2
