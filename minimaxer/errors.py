"""Every error the package raises on purpose.

Each derives from `MinimaxerError` and from the nearest builtin, so that callers can catch either.
"""

from __future__ import annotations

from typing import Final

_MOST_LETTERS: Final = 1_500
"""Of a line of a message; a state may be as long as it likes."""


class MinimaxerError(Exception):
    """The root of all errors raised on purpose by this package; of a message's long lines the midst is left out."""

    def __init__(self, message: str = "", *more: object) -> None:
        if len(message) > _MOST_LETTERS:
            message = "\n".join(map(_shortened, message.split("\n")))
        super().__init__(message, *more)


def _shortened(line: str) -> str:
    left_out, begin = len(line) - _MOST_LETTERS, _MOST_LETTERS * 3 // 4
    return line if left_out <= 0 else f"{line[:begin]} ... ({left_out:,} letters left out) ... {line[begin + left_out :]}"


class GameError(MinimaxerError, TypeError):
    """A rules object lacks a method of the protocol, or has one with another signature."""


class RulesError(MinimaxerError, ValueError):
    """A game's method gave something that no rules can mean, such as no moves in a running game."""


class ScoreError(RulesError):
    """An outcome or evaluation is not a number, or lies where only wins and losses may lie."""


class OptionError(MinimaxerError, ValueError):
    """Options, limits or arguments contradict one another or are out of range."""


class NotationError(MinimaxerError, ValueError):
    """A text does not denote a position, a move or a game's field; for game authors to raise in `parse`."""


class IllegalMoveError(MinimaxerError, ValueError):
    """A move is not among the legal moves of the state."""


class FinishedGameError(MinimaxerError, ValueError):
    """A move was asked for in a state where the game is over."""


class UnknownGameError(MinimaxerError, LookupError):
    """No game of that name is registered, or the object named cannot be found."""


class SearchBusyError(MinimaxerError, RuntimeError):
    """A `Search` was asked to do a second thing while it is searching."""


class EngineError(MinimaxerError, RuntimeError):
    """Another program that plays cannot be started, has ended, or did not answer in time."""


class ProofError(MinimaxerError, ValueError):
    """A certificate does not prove what it claims, or there is nothing to prove."""


class SavedSearchError(MinimaxerError, ValueError):
    """A file is none that a search was saved to, was changed, or belongs to another game; the message says which."""


class TableError(MinimaxerError, ValueError):
    """A position is not in an endgame table, or a file is no such table, is broken, or belongs to other rules."""


class CompileError(MinimaxerError, TypeError):
    """A game uses something that cannot be made native code; the message says where, what, and what to write instead."""


class TierError(CompileError):
    """Compiled rules do not do what Python's do; the message says which method differs, where, and how."""


class MissingExtraError(MinimaxerError, ImportError):
    """A package that is not installed is needed; the message gives the command that installs it."""


PACKAGES: Final = {
    "compiled": ("llvmlite>=0.50,<0.51",),
    "train": ("numpy>=1.26",),
    "web": ("starlette>=0.40", "uvicorn>=0.30"),
    "open_spiel": ("open_spiel",),
    "pettingzoo": ("pettingzoo",),
}
"""The packages that features need beyond attrs, as pip names them; those of an extra are the ones in `pyproject.toml`."""


def how_to_install(feature: str) -> str:
    """The command that installs what a feature needs, wherever minimaxer itself came from.

    Examples:
        >>> how_to_install("web")
        "pip install 'starlette>=0.40' 'uvicorn>=0.30'"
    """
    return " ".join(["pip install", *(repr(each) if "=" in each else each for each in PACKAGES[feature])])
