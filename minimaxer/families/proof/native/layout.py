"""Memory layout of the kernel of proof-number search behind the header, in words of 64 bits."""

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.header import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

MODE: Final = _scalars.word()
TABLE: Final = _scalars.word()
"""The address of the table, which begins with its `TABLE_HEADER` words."""
STACK: Final = _scalars.word()
"""Address of the frames of the positions on the path."""
STACK_WORDS: Final = _scalars.word()
TOP: Final = _scalars.word()
"""Offset of the current position's frame; below 0 before the search begins."""
GOAL: Final = _scalars.word()
"""The least result that player 0 is to reach, as a score."""
GOAL_CODE: Final = _scalars.word()
"""The part of a key for the goal: `DEFENDER` if keys leave out margins, else a hash of the goal."""
DEFENDER: Final = _scalars.word()
"""The player whom endless play, a draw, suits: 0 if a draw reaches the goal."""
EPSILON: Final = _scalars.word()
"""The share by which a number may exceed the next best, as a float."""
GENERATION: Final = _scalars.word()
"""The generation of the search, from 0 to `MOST_GENERATIONS`."""
LOOPS: Final = _scalars.word()
"""Not 0 once a position was repeated on its path."""
AT_LEAST: Final = _scalars.word()
"""The least result so far that reached the goal, as a score."""
AT_MOST: Final = _scalars.word()
"""The greatest result so far that did not."""
NEW: Final = _scalars.word()
"""Positions searched that were not in the table."""
EXPANDED: Final = _scalars.word()
"""Number of expansions; a position counts at each of its own."""
LAST_NEW: Final = _scalars.word()
"""The value of `EXPANDED` when the last new position was met."""
LONGEST: Final = _scalars.word()
"""Length of the longest line searched."""
FILLED: Final = _scalars.word()
"""Table entries in use."""
PN: Final = _scalars.word()
"""The root's proof number, and then its disproof number."""
DN: Final = _scalars.word()

# --- what to do -------------------------------------------------------------------------------------------------------------
SEARCH: Final = 0
LOOK: Final = 1
"""Only looks up the numbers of the moves of the state in memory."""

# --- switches, as bits ------------------------------------------------------------------------------------------------------
MOBILITY: Final = 1

# --- numbers ----------------------------------------------------------------------------------------------------------------
NUMBER_BITS: Final = 26
INFINITE: Final = (1 << NUMBER_BITS) - 1
"""The proof number of a refuted position, and the disproof number of a proven one."""
MOST: Final = INFINITE - 1
"""The greatest number of an open position."""
WORK_SHIFT: Final = 2 * NUMBER_BITS
WORK_BITS: Final = 6
GENERATION_SHIFT: Final = WORK_SHIFT + WORK_BITS
MOST_GENERATIONS: Final = 31

PATIENCE: Final = 2_000
"""Expansions without a new position after which the search may be in a cycle.

Source: mates of five to eight moves in chess on 5x5 squares; requiring a new position at each turn took up to 300 times
the nodes where kings can wander.
"""

# --- a frame ----------------------------------------------------------------------------------------------------------------
PARENT: Final = 0
"""Offset of the parent's frame; below 0 at the root."""
KEY: Final = 1
WAY: Final = 2
"""Hash of the positions from the root to this one."""
PLY, PLAYER = 3, 4
COUNT: Final = 5
"""Moves in the frame: all of them, unless one proves the mover's goal."""
CHOSEN: Final = 6
"""The number of the move to search."""
SECOND: Final = 7
"""The mover's number of the second-best move."""
FRAME_PN, FRAME_DN = 8, 9
TIE: Final = 10
"""The ply of the repeated position on the path on which the result depends; `FREE` if there is none."""
LIMIT_PN: Final = 11
"""The proof number at which the search leaves the frame."""
LIMIT_DN, NODES_BEFORE, NEW_BEFORE = 12, 13, 14
OTHERS: Final = 15
"""Undecided moves, less one."""
FRAME: Final = 16
"""Words of a frame before the state, which the rows of the moves follow."""
FREE: Final = 1 << 30
"""Greater than any ply."""

# --- a row of a frame, one a move -------------------------------------------------------------------------------------------
ROW_KEY, ROW_PN, ROW_DN, ROW_TIE = range(4)
ROW_WEIGHT: Final = 4
"""The weight by the game's `order`."""
ROW: Final = 5
"""Words of a row before the move."""

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MARK_COUNT: Final = 1 << 14
MARKS: Final = _parts.words(MARK_COUNT)
"""For each value of a key's lowest bits, the number of such positions on the path."""
END: Final = _parts.next

# --- the table --------------------------------------------------------------------------------------------------------------
BUCKETS: Final = 0
"""Buckets in use; doubled until there are `MOST_BUCKETS`."""
MOST_BUCKETS: Final = 1
FULL: Final = 3
"""Average number of filled entries per bucket at which the table is doubled."""
TABLE_HEADER: Final = 8
BUCKET: Final = 8
"""Words of a bucket: four entries of two."""
