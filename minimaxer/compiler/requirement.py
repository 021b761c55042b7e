"""The versions of llvmlite that are known to work, and the warning about others."""

from __future__ import annotations

import functools
import importlib.util
import logging
from typing import Final

from ..errors import MissingExtraError, how_to_install

LOG: Final = logging.getLogger("minimaxer")
TESTED: Final = "0.50"
"""The release of llvmlite that this version was tested with."""


def available() -> bool:
    """True if llvmlite is installed; a file of that name in the current folder does not count."""
    return importlib.util.find_spec("llvmlite") is not None and bool(version())


def check_available() -> None:
    """Raises MissingExtraError without llvmlite; logs a warning once for a version that was not tested."""
    if not available():
        raise MissingExtraError(f"compiling a game needs llvmlite, which is not installed: {how_to_install('compiled')}")
    _warn_of(version())


@functools.cache
def version() -> str:
    """The installed version of llvmlite; empty without."""
    try:
        import llvmlite  # not its metadata, which would take longer to read than all of this package
    except ImportError:
        return ""
    return getattr(llvmlite, "__version__", "")


@functools.cache
def _warn_of(installed: str) -> None:
    if not f"{installed}.".startswith(f"{TESTED}."):
        LOG.warning(
            "llvmlite %s was not tested with this version of minimaxer; should compiling fail, run %s",
            installed,
            how_to_install("compiled"),
        )
