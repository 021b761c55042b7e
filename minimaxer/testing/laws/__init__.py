"""The laws of the game protocol, one file for each subject. A law checks one state and describes what is wrong, if anything."""

from typing import Final

from .basics import LAWS as BASICS
from .dealing import LAWS as DEALING
from .law import Law
from .notation import LAWS as NOTATION
from .searching import LAWS as SEARCHING

__all__ = ["STATE_LAWS", "Law"]

STATE_LAWS: Final[tuple[Law, ...]] = (*BASICS, *DEALING, *SEARCHING, *NOTATION)
"""The laws that a single state can break."""
