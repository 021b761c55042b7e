"""Memory layout of the retrograde-analysis kernel behind the header, and of the part that all its threads share."""

from __future__ import annotations

from typing import Final

from ...compiler.runtime import header as h
from ...compiler.runtime.header import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

TASK: Final = _scalars.word()
"""The task: `EXPLORE`, `ENTER`, `SPREAD`, `IN_ORDER`, `COUNT` or `KEEP`."""
IS_INDEXED: Final = _scalars.word()
"""Not 0: positions have the numbers that the game gives them."""
SHARED: Final = _scalars.word()
"""The address of the memory that threads share, whose places are listed below."""
AT: Final = _scalars.word()
"""The first of the numbers that this thread is exploring."""
FROM: Final = _scalars.word()
"""The start of this thread's room for edges."""
TO: Final = _scalars.word()
"""The end of this room."""
RESULT: Final = _scalars.word()
"""The result to spread, or that of endless play."""
OWNER: Final = _scalars.word()
"""The player for whom it is better than all results spread later."""
LONGEST: Final = _scalars.word()
"""The most plies found by `COUNT`."""
WHERE: Final = _scalars.word()
"""The first position at that distance."""
LANES: Final = _scalars.word()
"""The number of positions followed back side by side."""
SIZE: Final = _scalars.word()
"""The count of numbers, for all tasks but `EXPLORE`; in a game that numbers its positions, for all."""

# --- addresses of arrays ------------------------------------------------------------------------------------------------------
TABLE: Final = _scalars.word()
"""By slot, the number of a position plus 1, and above it the lower half of its code; 0: empty."""
CODES: Final = _scalars.word()
NODES: Final = _scalars.word()
"""By number: the last edge that leads there (32 bits), plies (14), the mover (2), and the result (8)."""
EDGES: Final = _scalars.halves()
"""By edge, 32 bits: the one before it that leads to the same position; before the first edge of a position, its number."""
ROWS: Final = _scalars.word()
"""By number, a flag that its state is there, and that state."""
QUEUE: Final = _scalars.halves()
"""32 bits each: the numbers whose results are to be spread."""
HISTOGRAM: Final = _scalars.word()
"""By result and plies, the number of positions."""
RESTS: Final = _scalars.word()
"""By number, in a game with margins: the rest of its value, or the best so far, as a float."""
GAINS: Final = _scalars.word()
"""By edge, likewise: the value that it banks, as a float."""
TIER: Final = _scalars.word()
"""The tier being made; its numbers end before `SIZE`, and `KEPT` has 0 for each of them until it is known."""

FIRST: Final = _scalars.word()
"""The game's number of the position that has number 0 here: the first of the tier being made; 0 without tiers."""
KEPT: Final = _scalars.bytes()
"""If tiers are made one by one: a byte for each of the game's numbers, its result or `NO_POSITION`; else 0."""
KEPT_PLIES: Final = _scalars.bytes()
"""Likewise two bytes for its plies; 0 if they are not kept."""
EXIT_NUMBERS: Final = _scalars.halves()
"""Likewise, by result and plies, 32 bits: the number, after those of the tier, that represents all positions of lower tiers with
these; 0: there are none, or play from there is endless."""
EXIT: Final = _scalars.word()
"""For `SPREAD`, the first of these numbers for the result, by growing plies."""
EXITS_END: Final = _scalars.word()
"""Likewise the number after the last."""

EXPLORE, ENTER, SPREAD, COUNT, IN_ORDER, KEEP = 1, 2, 3, 4, 5, 6

# --- what threads share, each in a line of memory of its own -----------------------------------------------------------------
FOUND: Final = 0
"""The count of numbers assigned."""
NEXT: Final = 8
"""The next number to explore."""
DONE: Final = 16
"""The count of numbers explored."""
USED: Final = 24
"""Edges taken."""
PAUSE: Final = 32
"""Not 0: the table of codes has to grow first."""
LOCK: Final = 40
VALUES: Final = 48
"""The number of results, and then the values, as floats."""
SLOTS: Final = 320
"""The number of slots in the table; next the number at which to pause; then the largest counts of numbers and edges."""
PAUSE_AT, MOST, MOST_EDGES, SHARED_WORDS = 321, 322, 323, 328

# --- parts of a node ----------------------------------------------------------------------------------------------------------
HALF: Final = 0xFFFF_FFFF
UPPER: Final = -0x1_0000_0000
"""All bits but those of the edge."""
PLIES_AT: Final = 32
MOST_PLIES: Final = 0x3FFF
MOVER_AT, RESULT_AT = 46, 48
OVER: Final = 2
"""Replaces the mover: the game is over."""
ABSENT: Final = 3
"""Likewise: the number has no position."""
MARK: Final = 0x8000_0000
"""Marks an entry of `EDGES` that is not an edge, but the number of the position whose edges follow."""
RESERVED: Final = 0xFFFF_FFFF
"""Marks a slot whose number is about to be written."""
MOST_RESULTS: Final = 254
NO_POSITION: Final = 255
"""Replaces the result: the number has no position."""
CHUNK: Final = 4
"""Count of numbers that a thread takes at once."""
LARGE_CHUNK: Final = 512
"""Likewise of numbers that the game gives, all of which are there from the start."""
ROOM: Final = 1 << 14

FULL: Final = 7
"""A stop reason, besides those of the header: the positions or edges do not fit."""
MANY_RESULTS: Final = 8
LONG: Final = 9
"""A stop reason: a result is more plies away than a node can hold."""
ODD_INDEX: Final = 10
"""A stop reason: `index` or `unindex` is inconsistent; `WHERE` holds the number."""

_parts: Final = Places(h.END)
CHILD_CODES: Final = _parts.words(h.MOST_MOVES)
"""The codes or numbers of the children; while results are spread, of the positions before."""
CHILD_GAINS: Final = _parts.words(h.MOST_MOVES)
"""The value that each move banks, as a float."""
CHILDREN: Final = _parts.next
"""The states of the children, side by side; while results are spread, the edges that are followed back."""


def words(state_words: int) -> int:
    """The total number of words of memory."""
    return CHILDREN + h.MOST_MOVES * state_words
