"""The memory of the kernel of proof-number search behind the header: what stands where, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.places import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

MODE: Final = _scalars.word()
TABLE: Final = _scalars.word()
"""The address of the table, which begins with its `TABLE_HEADER` words."""
STACK: Final = _scalars.word()
"""The address of the frames of the positions on the way to the one looked at."""
STACK_WORDS: Final = _scalars.word()
TOP: Final = _scalars.word()
"""Where the frame of the position looked at begins; below 0 where the search has not begun."""
GOAL: Final = _scalars.word()
"""What player 0 is to get at least, as a score."""
GOAL_CODE: Final = _scalars.word()
"""What stands for the goal in keys; where the key leaves out what is banked, for who it is that endless play suits."""
DEFENDER: Final = _scalars.word()
"""The player whom endless play suits, which is a draw: 0 where that is enough for the goal."""
EPSILON: Final = _scalars.word()
"""By how much a number may grow beyond the next best, as a float."""
GENERATION: Final = _scalars.word()
"""The number of the search, from 0 to `MOST_GENERATIONS`."""
LOOPS: Final = _scalars.word()
"""Not 0 once a position has come again on its way."""
AT_LEAST: Final = _scalars.word()
"""The least result that counted as a proof so far, as a score."""
AT_MOST: Final = _scalars.word()
"""The greatest one that did not."""
NEW: Final = _scalars.word()
"""Positions that were looked at and not in the table."""
EXPANDED: Final = _scalars.word()
"""Positions whose moves were tried, each as often as they were."""
LAST_NEW: Final = _scalars.word()
"""How many positions had been expanded when a new one was met last."""
LONGEST: Final = _scalars.word()
"""The longest line looked at."""
FILLED: Final = _scalars.word()
"""Entries of the table that hold something."""
PN: Final = _scalars.word()
"""The root's proof number, and then its disproof number."""
DN: Final = _scalars.word()

# --- what to do -------------------------------------------------------------------------------------------------------------
SEARCH: Final = 0
LOOK: Final = 1
"""Only look up what is known of the moves of the state in memory."""

# --- switches, as bits ------------------------------------------------------------------------------------------------------
MOBILITY: Final = 1

# --- numbers ----------------------------------------------------------------------------------------------------------------
NUMBER_BITS: Final = 26
INFINITE: Final = (1 << NUMBER_BITS) - 1
"""The proof number of what is refuted, and the disproof number of what is proven."""
MOST: Final = INFINITE - 1
"""The greatest number of what is open."""
WORK_SHIFT: Final = 2 * NUMBER_BITS
WORK_BITS: Final = 6
GENERATION_SHIFT: Final = WORK_SHIFT + WORK_BITS
MOST_GENERATIONS: Final = 31

PATIENCE: Final = 2_000
"""Positions expanded without a new one after which the search may be going round in circles.

Source: mates of five to eight moves in chess on 5x5 squares; asking for a new position at each turn took up to 300 times as
many nodes where kings can wander.
"""

# --- a frame ----------------------------------------------------------------------------------------------------------------
PARENT: Final = 0
"""Where the frame of the position before begins; below 0 at the root."""
KEY: Final = 1
WAY: Final = 2
"""What stands for the positions from the root to this one."""
PLY: Final = 3
PLAYER: Final = 4
COUNT: Final = 5
"""Moves tried: all of them, unless one is the mover's proof."""
CHOSEN: Final = 6
"""The number of the move to look at."""
SECOND: Final = 7
"""The mover's number of the next best move."""
FRAME_PN: Final = 8
FRAME_DN: Final = 9
TIE: Final = 10
"""The ply of the position on the way on which the result hangs; `FREE` where it hangs on none."""
LIMIT_PN: Final = 11
"""The search goes further up once the proof number is as great as this."""
LIMIT_DN: Final = 12
NODES_BEFORE: Final = 13
NEW_BEFORE: Final = 14
OTHERS: Final = 15
"""Moves beside one that are not decided yet."""
FRAME: Final = 16
"""Words of a frame before the state, behind which come the rows of the moves."""
FREE: Final = 1 << 30
"""Later than any ply."""

# --- a row of a frame, one a move -------------------------------------------------------------------------------------------
ROW_KEY: Final = 0
ROW_PN: Final = 1
ROW_DN: Final = 2
ROW_TIE: Final = 3
ROW_WEIGHT: Final = 4
"""By the game's `order`."""
ROW: Final = 5
"""Words of a row before the move."""

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MARK_COUNT: Final = 1 << 14
MARKS: Final = _parts.words(MARK_COUNT)
"""How many positions on the way have a key that ends in these bits."""
END: Final = _parts.next

# --- the table --------------------------------------------------------------------------------------------------------------
BUCKETS: Final = 0
"""Buckets in use; doubled until there are `MOST_BUCKETS`."""
MOST_BUCKETS: Final = 1
FULL: Final = 3
"""Entries of a bucket that are filled on average when the table is doubled."""
TABLE_HEADER: Final = 8
BUCKET: Final = 8
"""Words of a bucket: four entries of two."""
