"""The algorithms, one a file. May import the floors below; knows nothing of `Search`."""

from __future__ import annotations

from .searcher import Searcher
from .selection import ALGORITHMS, resolve, searcher
from .transpositions import Transpositions

__all__ = ["ALGORITHMS", "Searcher", "Transpositions", "resolve", "searcher"]
