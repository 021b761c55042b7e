"""Large sets of random games in parts, so that several processes share them."""

from __future__ import annotations

from typing import Final

QUARTERS: Final = [0, 1]
"""The numbers of the parts that are tried, of four."""
