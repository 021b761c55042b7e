"""The memory of the kernel of retrograde analysis behind the header, and what all its threads share."""

from __future__ import annotations

from typing import Final

from ...compiler.runtime import header as h
from ...compiler.runtime.places import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

TASK: Final = _scalars.word()
"""What is to be done: `EXPLORE`, `ENTER`, `SPREAD`, `IN_ORDER`, `COUNT` or `KEEP`."""
IS_INDEXED: Final = _scalars.word()
"""Not 0: positions have the numbers that the game gives them."""
SHARED: Final = _scalars.word()
"""The address of what threads share, whose places stand below."""
AT: Final = _scalars.word()
"""The first number of those that this thread is at."""
FROM: Final = _scalars.word()
"""Where this thread's room for edges begins."""
TO: Final = _scalars.word()
"""Where it ends."""
RESULT: Final = _scalars.word()
"""The result to spread, or that of endless play."""
OWNER: Final = _scalars.word()
"""The player to whom it is better than all that comes later."""
LONGEST: Final = _scalars.word()
"""The most plies found by `COUNT`."""
WHERE: Final = _scalars.word()
"""The first position so far away."""
LANES: Final = _scalars.word()
"""Positions that are followed back side by side."""
SIZE: Final = _scalars.word()
"""Numbers from 0 on, for all but `EXPLORE`; for a game that numbers its positions always."""

# --- addresses of arrays ------------------------------------------------------------------------------------------------------
TABLE: Final = _scalars.word()
"""By slot, the number of a position plus 1, and above it the lower half of its code; 0: empty."""
CODES: Final = _scalars.word()
NODES: Final = _scalars.word()
"""By number: the last edge that leads there (32 bits), plies (14), the mover (2), and the result (8)."""
EDGES: Final = _scalars.word()
"""By edge, 32 bits: the one before it that leads to the same position; before the first edge of a position, its number."""
ROWS: Final = _scalars.word()
"""By number, whether its state is there, and that state."""
QUEUE: Final = _scalars.word()
"""32 bits each: the numbers whose results are to be spread."""
HISTOGRAM: Final = _scalars.word()
"""By result and plies, how many positions there are."""
RESTS: Final = _scalars.word()
"""By number, in a game with `banked`: the value without what is banked, or the best so far, as a float."""
GAINS: Final = _scalars.word()
"""By edge, likewise: how much it banks, as a float."""
TIER: Final = _scalars.word()
"""The tier that is made; its numbers end before `SIZE`, and a byte for each of these stands at `NODES`, 0 until it is known."""

FIRST: Final = _scalars.word()
"""The game's number of the position that has number 0 here: the first of the tier that is made; 0 where there are no tiers."""
KEPT: Final = _scalars.word()
"""Where one tier after the other is made: a byte for each of the game's numbers, its result or `NO_POSITION`; else 0."""
KEPT_PLIES: Final = _scalars.word()
"""Likewise two bytes for its plies; 0 where they are not kept."""
EXIT_NUMBERS: Final = _scalars.word()
"""Likewise, by result and plies, 32 bits: the number, behind those of the tier, that stands for all positions of lower tiers with
these; 0: there are none, or play from there is endless."""
EXIT: Final = _scalars.word()
"""For `SPREAD`, the first of these numbers for the result, by growing plies."""
EXITS_END: Final = _scalars.word()
"""Likewise the number behind the last."""

EXPLORE: Final = 1
ENTER: Final = 2
SPREAD: Final = 3
COUNT: Final = 4
IN_ORDER: Final = 5
KEEP: Final = 6

# --- what threads share, each in a line of memory of its own -----------------------------------------------------------------
FOUND: Final = 0
"""Numbers given."""
NEXT: Final = 8
"""The next number to look at."""
DONE: Final = 16
"""Numbers looked at."""
USED: Final = 24
"""Edges taken."""
PAUSE: Final = 32
"""Not 0: the table of codes has to grow first."""
LOCK: Final = 40
VALUES: Final = 48
"""How many results there are, and then the values, as floats."""
SLOTS: Final = 320
"""Slots in the table; the number at which to pause; the most numbers and edges."""
PAUSE_AT: Final = 321
MOST: Final = 322
MOST_EDGES: Final = 323
SHARED_WORDS: Final = 328

# --- parts of a node ----------------------------------------------------------------------------------------------------------
HALF: Final = 0xFFFF_FFFF
UPPER: Final = -0x1_0000_0000
"""All bits but those of the edge."""
PLIES_AT: Final = 32
MOST_PLIES: Final = 0x3FFF
MOVER_AT: Final = 46
RESULT_AT: Final = 48
OVER: Final = 2
"""In place of a mover: the game is over."""
ABSENT: Final = 3
"""Likewise: it is no position's number."""
MARK: Final = 0x8000_0000
"""In an edge: it is none, but the number of the position whose edges follow."""
RESERVED: Final = 0xFFFF_FFFF
"""In a slot: the number comes at once."""
MOST_RESULTS: Final = 254
NO_POSITION: Final = 255
"""In place of a result: it is no position's number."""
CHUNK: Final = 4
"""Numbers that a thread takes at once."""
LARGE_CHUNK: Final = 512
"""The same of those that the game gives, all of which are there from the start."""
ROOM: Final = 1 << 14

FULL: Final = 7
"""Why a run stopped, beside the reasons of the header: what was found does not fit."""
MANY_RESULTS: Final = 8
LONG: Final = 9
"""A result is more plies away than a node can hold."""
ODD_INDEX: Final = 10
"""`index` or `unindex` gave what cannot be; the number stands at `WHERE`."""

_parts: Final = Places(h.END)
CHILD_CODES: Final = _parts.words(h.MOST_MOVES)
"""The codes or numbers of what may follow; of what may come before, while results are spread."""
CHILD_GAINS: Final = _parts.words(h.MOST_MOVES)
"""How much each move banks, as floats."""
CHILDREN: Final = _parts.next
"""The states that may follow, side by side; while results are spread, the edges that are followed back."""


def words(state_words: int) -> int:
    """Words of memory in all."""
    return CHILDREN + h.MOST_MOVES * state_words
