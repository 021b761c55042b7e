"""Which search of the alpha-beta family a setup asks for on a compiled game."""

from __future__ import annotations

from typing import TypeVar

from ...errors import OptionError
from ...terms.setup import Setup
from .search import NativeSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> NativeSearch[S, M]:
    """The search on one thread, or on several.

    Raises:
        OptionError: The scheme or the options do not fit compiled games.
    """
    if setup.threads == 1:
        return NativeSearch(setup)
    if setup.parallel == "processes":
        raise OptionError("compiled games run on threads, which cost less than processes; leave parallel out")
    from .threaded import ThreadedSearch

    return ThreadedSearch(setup)
