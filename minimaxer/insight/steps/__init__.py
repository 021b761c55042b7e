"""Searches step by step: recorded as they run, explained in plain words, and shown as one page for a browser.

The watched searches of `families/*/tree` report the events; this package records and shows them.
"""

from .recording import Recording, record
from .step import RecordedNode, RecordedSearch, Step

__all__ = ["RecordedNode", "RecordedSearch", "Recording", "Step", "record"]
