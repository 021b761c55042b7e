"""The relation of a search value to the true value."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Bound(Enum):
    """The relation of a search value to the true value, for player 0."""

    EXACT = "exact"
    """The value is the true value."""
    LOWER = "lower"
    """The true value is this or better for player 0."""
    UPPER = "upper"
    """The true value is this or worse for player 0."""


SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: ">= ", Bound.UPPER: "<= "}
"""The sign that is printed before a value, by its bound."""
