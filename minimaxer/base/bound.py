"""What a value says about the true one."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Bound(Enum):
    """What a value says about the true one, for player 0."""

    EXACT = "exact"
    """It is the true value."""
    LOWER = "lower"
    """The true value is this or better for player 0."""
    UPPER = "upper"
    """The true value is this or worse for player 0."""


SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: ">= ", Bound.UPPER: "<= "}
"""What stands before a value that is a bound."""
