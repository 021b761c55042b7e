"""The memory of the alpha-beta kernels behind the header: what stands where, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.places import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

# --- the rest of the head, which is written as a whole when a search begins -------------------------------------------
FILLED: Final = _scalars.word()
"""Table entries that this search has written over none or over those of an earlier search."""
COMPARISONS: Final = _scalars.word()
"""Comparisons of sort keys."""
FIRST_CUTOFFS: Final = _scalars.words(3)
"""Cut-offs by the first move, then those by the second, then by a later one, in three words."""
HORIZON: Final = _scalars.word()
"""How often a search could not see to the end of the game; unchanged over a search, its value holds at every depth."""
ROOT_DONE: Final = _scalars.word()
ROOT_BEST: Final = _scalars.word()
LINE_LENGTH: Final = _scalars.word()
LINE_OVER: Final = _scalars.word()
"""1 where the line followed runs to the end of the game."""
ROOT_OVER: Final = _scalars.word()
"""1 where the game is over at the root, with the result for player 0 in `VALUE`."""
ROOT_PLAYER: Final = _scalars.word()
ROOT_COUNT: Final = _scalars.word()
"""Root moves given; 0: the kernel generates them."""
LOW: Final = _scalars.word()
HIGH: Final = _scalars.word()
PEERS: Final = _scalars.word()
"""How many other workers there are to call off when this one has the answer; their memories' addresses stand at `PEER_OF`."""
DEFER_PLIES: Final = _scalars.word()
"""Nearer to the root than this, moves that another worker searches are put off; 0 where one works alone."""
WORKERS: Final = _scalars.word()
"""How many workers fill the table."""
ORDERING: Final = _scalars.word()
QUIET_PLIES: Final = _scalars.word()
HEAD: Final = _scalars.next
"""How many words the head has, the header's with it."""

# --- one word each, written one by one ----------------------------------------------------------------------------------
MODE: Final = _scalars.word()
ALPHA: Final = _scalars.word()
BETA: Final = _scalars.word()
VALUE: Final = _scalars.word()
GENERATION: Final = _scalars.word()
TABLE: Final = _scalars.word()
"""The address of the table, which begins with its `TABLE_HEADER` words."""
CREW: Final = _scalars.word()
"""The address of what all workers of a search share; 0 where one works alone."""
PLAYED: Final = _scalars.word()
"""How many positions were played before the root; they stand first on the path."""
REPEATED: Final = _scalars.word()
"""The place on the path, nearest to its beginning, of a position that came again in the subtree searched last."""
ENDGAMES: Final = _scalars.word()
"""The address of the first endgame table in which positions are looked up; 0: there is none."""

# --- what to do -------------------------------------------------------------------------------------------------------------
SEARCH: Final = 0
SOLVE: Final = 1
FOLLOW: Final = 2
JOIN: Final = 3
"""Solve, but leave the line to another worker."""
CODE: Final = 4
"""Only work out the code of the state on a path, into `VALUE`."""
PREPARE: Final = 5
"""Only find out whether the game runs at the root, who moves there, and the moves worth searching, in the order of the game."""

# --- switches, as bits --------------------------------------------------------------------------------------------------
USE_TABLE: Final = 1
NULL_WINDOWS: Final = 2
KILLERS: Final = 4
HISTORY: Final = 8
COUNTERMOVES: Final = 16
NULL_MOVE: Final = 32
ENHANCED_CUTOFFS: Final = 64
EXACT_DEPTH: Final = 128
WIN_DISTANCE: Final = 256
EXACT_ROOT: Final = 512
PRUNE: Final = 1024
REDUCTIONS: Final = 2048
REPETITION: Final = 4096
STAR: Final = 8192
"""Prune where chance decides."""
PROBE: Final = 16384
"""Look at one reply to each outcome first."""
SELECTIVE: Final = 32768
GUESSING: Final = NULL_MOVE | REDUCTIONS | SELECTIVE
"""Switches of a search that may overlook a quicker win."""

# --- orderings --------------------------------------------------------------------------------------------------------------
LAZY_PICK: Final = 0
UNORDERED: Final = 1
INSERTION: Final = 2
BUBBLE: Final = 3
NETWORK: Final = 4
SHELL: Final = 5

# --- bounds, as in table entries ----------------------------------------------------------------------------------------
UPPER: Final = 1
LOWER: Final = 2
EXACT: Final = 3

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MOST_MOVES: Final = h.MOST_MOVES
ROOT_VALUES: Final = _parts.words(MOST_MOVES)
ROOT_BOUNDS: Final = _parts.words(MOST_MOVES)
KILLER_PLIES: Final = 1024
KILLER: Final = _parts.words(2 * KILLER_PLIES)
"""Two moves for each ply. Here begins what a search learns, up to `LEARNT_END`."""
HISTORIES: Final = 4096
HISTORY_OF: Final = _parts.words(2 * HISTORIES)
"""A count for each player and move."""
SMALL_PLIES: Final = 512
SMALL_STEPS: Final = 64
SMALL: Final = _parts.words(SMALL_PLIES)
"""For each ply, how many nodes what is searched from there has on average, in steps of 1 / `SMALL_STEPS`; 0: not known."""
ANSWERED: Final = _parts.word()
"""The share of positions that the table answered, of those looked up lately, in parts of `1 << ANSWERED_BITS`."""
ANSWERED_BITS: Final = 20
COUNTER_OF: Final = _parts.words(2 * HISTORIES)
"""The reply to each player's move that last gave a cut-off."""
SWING: Final = _parts.word()
"""By how much a ply changes the evaluation on average, in parts of a unit; and how many plies were measured."""
SWINGS: Final = _parts.word()
LEARNT_END: Final = _parts.next
LINE_PLIES: Final = 64
LENGTHS: Final = _parts.words(LINE_PLIES + 8)
"""The length of the line at each ply."""
CHILD_KEYS: Final = _parts.words(MOST_MOVES)
"""The keys of the children whose entries are looked up, and their movers."""
CHILD_MOVERS: Final = _parts.words(MOST_MOVES)
EVALUATED_PLIES: Final = 1024
EVALUATED: Final = _parts.words(EVALUATED_PLIES)
"""The evaluation of the position at each ply, for player 0."""
MOST_PEERS: Final = 255
PEER_OF: Final = _parts.words(MOST_PEERS + 1)
MOVE_STACK: Final = 1 << 18
"""How many moves the move stack holds."""
KEYS: Final = _parts.words(MOVE_STACK)
"""Sort keys of the moves in the move stack."""
MOST_PLAYED: Final = 1 << 16
PATH_LENGTH: Final = 1 << 18
PATH: Final = _parts.words(PATH_LENGTH)
"""The positions on the way to the one searched: a code for each, those of the game played first."""
NOT_REPEATED: Final = PATH_LENGTH
MOVES: Final = _parts.next
"""The move stack, each move as wide as the game's moves are; behind it the lines, one for each ply, then the line followed."""
LINE_MOVES: Final = 4096
"""Most moves in a line that is followed."""

# --- the table's header -------------------------------------------------------------------------------------------------------
BUCKETS: Final = 0
"""Buckets in use; doubled until there are `MOST_BUCKETS`."""
MOST_BUCKETS: Final = 1
GROWING: Final = 2
"""Not 0 while a worker doubles the table."""
TABLE_HEADER: Final = 8

# --- an endgame table ---------------------------------------------------------------------------------------------------------
NEXT_ENDGAMES: Final = 0
"""The address of the next one; 0: there is none."""
NUMBERS: Final = 1
"""How many numbers its positions have."""
RESULTS: Final = 2
"""The address of a byte for each number: the place of its value."""
RESULT_PLIES: Final = 3
"""The address of two bytes for each number: how many plies a result is away; 0 where that is not counted."""
SLOTS: Final = 4
"""The address of slots as `tables.words.TABLE` has them; 0: positions have the numbers that the game gives them."""
SLOT_COUNT: Final = 5
CODES: Final = 6
"""The address of the code of each number."""
HIGHEST_TIER: Final = 7
"""The highest tier that it has."""
RESULT_VALUES: Final = 8
"""The values, as floats."""
ENDGAMES_SIZE: Final = RESULT_VALUES + 256
HALF: Final = 0xFFFF_FFFF

# --- what a crew shares -------------------------------------------------------------------------------------------------------
CREW_LOW: Final = 0
"""The bounds of the value that all workers solve for."""
CREW_HIGH: Final = 1
MARKS: Final = 8
"""Marks of moves being searched, each at the place that its hash says."""
MARK_COUNT: Final = 1 << 14
CREW_SIZE: Final = MARKS + MARK_COUNT


def lines(width: int) -> int:
    """Where the lines begin, for moves of that many words."""
    return MOVES + MOVE_STACK * width


def line_followed(width: int) -> int:
    """Where the line followed begins."""
    return lines(width) + LINE_PLIES * LINE_PLIES * width


def bounds_known(width: int) -> int:
    """Where stands, for each outcome of chance in the move stack, the least and the most that it can add to the average."""
    return line_followed(width) + LINE_MOVES * width


def size(width: int) -> int:
    """Words in all."""
    return bounds_known(width) + 2 * MOVE_STACK
