"""Which search of the max^n family a setup asks for on a compiled game."""

from __future__ import annotations

from typing import TypeVar

from ...errors import OptionError
from ...terms.schemes import ALONE
from ...terms.setup import Setup
from .search import NativeMaxN

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> NativeMaxN[S, M]:
    """The search by one worker.

    Raises:
        OptionError: The scheme or the options do not fit max^n.
    """
    if setup.parallel != "auto":
        raise OptionError(f"contradictory options: parallel={setup.parallel!r}: {ALONE}")
    return NativeMaxN(setup)
