"""Creating a native search of the alpha-beta family: on one thread, or on several."""

from __future__ import annotations

from ....errors import OptionError
from ....game.protocol import M, S
from ....searching.setup import Setup
from .native_search import NativeSearch
from .threaded import ThreadedSearch


def create(setup: Setup[S, M]) -> NativeSearch[S, M]:
    """Creates the search on one thread, or on several.

    Raises:
        OptionError: The scheme or the options do not fit compiled games.
    """
    if setup.threads == 1:
        return NativeSearch(setup)
    if setup.parallel == "processes":
        raise OptionError("compiled games run on threads, which cost less than processes; leave parallel out")
    return ThreadedSearch(setup)
