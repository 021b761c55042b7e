"""Searches step by step: recorded as they happen, told in plain words, and shown as one page for a browser.

`tree/*/watching.py` tells what happens; here it is written down and shown.
"""

from __future__ import annotations

from .recording import Recording, record
from .searches import RecordedSearch
from .step import RecordedNode, Step

__all__ = ["RecordedNode", "RecordedSearch", "Recording", "Step", "record"]
