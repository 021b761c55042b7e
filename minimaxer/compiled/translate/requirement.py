"""Which versions of numba are known to do, and what to say of others. Imports no numba."""

from __future__ import annotations

import functools
import importlib.util
import logging
from typing import Final

from ...errors import MissingExtraError

LOG: Final = logging.getLogger("minimaxer")
TESTED: Final = "0.68"
"""The release of numba that this version was tested with."""
NEEDED: Final = "numba>=0.68,<0.69"
"""The same as pip writes it; `pyproject.toml` says so too."""


def available() -> bool:
    """Whether what compiling needs is installed; a file of that name in the current folder is not."""
    return importlib.util.find_spec("numba") is not None and bool(version())


def check_available() -> None:
    """Raises MissingExtraError without numba; of a numba that was not tested, a warning is logged once."""
    if not available():
        raise MissingExtraError(
            "compiling a game needs numba, which is not installed; install the extra, as in `pip install minimaxer[compiled]`"
        )
    _warn_of(version())


@functools.cache
def version() -> str:
    """The version of numba that is installed; empty without."""
    import importlib.metadata  # which takes longer than all of this package

    try:
        return importlib.metadata.version("numba")
    except importlib.metadata.PackageNotFoundError:
        return ""


@functools.cache
def _warn_of(installed: str) -> None:
    if not f"{installed}.".startswith(f"{TESTED}."):
        LOG.warning(
            "numba %s was not tested with this version of minimaxer; should compiling fail, run pip install '%s'",
            installed,
            NEEDED,
        )


def moved(part: str) -> MissingExtraError:
    """The error to raise where numba has no such part any more."""
    return MissingExtraError(
        f"compiling a game needs a part of numba that version {version()} does not have ({part}); run pip install '{NEEDED}'"
    )
