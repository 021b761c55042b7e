"""Large sets of random games in parts: the first are tried in each run, all of them with `-m thorough`."""

from __future__ import annotations

from typing import Any, Final

import pytest

QUARTERS: Final[list[Any]] = [0, 1, *(pytest.param(part, marks=pytest.mark.thorough) for part in (2, 3))]
"""The numbers of four parts, of which the first two are quick."""
