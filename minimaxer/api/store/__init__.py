"""What is known of positions, kept in SQLite files from one run to the next."""

from .file import Known, Store
from .solved import SolvedStore

__all__ = ["Known", "SolvedStore", "Store"]
