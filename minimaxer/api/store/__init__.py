"""Stored results of positions, in SQLite files that persist between runs."""

from .file import Known, Store
from .solved import SolvedStore

__all__ = ["Known", "SolvedStore", "Store"]
