"""Memory layout of the alpha-beta kernels behind the header, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.header import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

# --- the rest of the head, which is written as a whole when a search begins -------------------------------------------
FILLED: Final = _scalars.word()
"""Table entries that this search has written to empty slots or over those of an earlier search."""
COMPARISONS: Final = _scalars.word()
"""Comparisons of sort keys."""
FIRST_CUTOFFS: Final = _scalars.words(3)
"""Cutoffs by the first move, by the second, and by a later one, in three words."""
HORIZON: Final = _scalars.word()
"""Counts lines cut short of the end of the game; if a search leaves it unchanged, its value holds at every depth."""
ROOT_DONE: Final = _scalars.word()
ROOT_BEST: Final = _scalars.word()
LINE_LENGTH: Final = _scalars.word()
LINE_OVER: Final = _scalars.word()
"""1 if the line followed runs to the end of the game."""
ROOT_OVER: Final = _scalars.word()
"""1 if the game is over at the root, with the result for player 0 in `VALUE`."""
ROOT_PLAYER: Final = _scalars.word()
ROOT_COUNT: Final = _scalars.word()
"""Number of root moves given; 0: the kernel generates them."""
LOW: Final = _scalars.word()
HIGH: Final = _scalars.word()
PEERS: Final = _scalars.word()
"""Number of other workers to stop when this one has the answer; `PEER_OF` holds the addresses of their memories."""
DEFER_PLIES: Final = _scalars.word()
"""Plies from the root within which moves that another worker searches are deferred; 0 for a single worker."""
WORKERS: Final = _scalars.word()
"""Number of workers that fill the table."""
ORDERING: Final = _scalars.word()
QUIET_PLIES: Final = _scalars.word()
HEAD: Final = _scalars.next
"""Number of words in the head, including the header."""

# --- one word each, written one by one ----------------------------------------------------------------------------------
MODE: Final = _scalars.word()
ALPHA: Final = _scalars.word()
BETA: Final = _scalars.word()
VALUE: Final = _scalars.word()
GENERATION: Final = _scalars.word()
TABLE: Final = _scalars.word()
"""The address of the table, which begins with its `TABLE_HEADER` words."""
TEAM: Final = _scalars.word()
"""The address of the memory that all workers of a search share; 0 for a single worker."""
PLAYED: Final = _scalars.word()
"""Number of positions played before the root; they come first on the path."""
REPEATED: Final = _scalars.word()
"""The earliest place on the path of a position that was repeated in the subtree searched last."""
ENDGAMES: Final = _scalars.word()
"""The address of the first endgame table to probe; 0: there is none."""
LAST_DEPTH: Final = _scalars.word()
"""The greatest depth of a search that deepens."""
LOG_LENGTH: Final = _scalars.word()
"""The words in `LOG`."""
DONE_LENGTH: Final = _scalars.word()
"""The length of the line at `line_followed` while a search deepens: that of the last depth finished."""
RECORD: Final = _scalars.word()
"""The address of the record of games that the search plays against itself, where it does."""

# --- what to do -------------------------------------------------------------------------------------------------------------
SEARCH: Final = 0
SOLVE: Final = 1
FOLLOW: Final = 2
JOIN: Final = 3
"""Solve, but leave the line to another worker."""
CODE: Final = 4
"""Only compute the path code of the state, into `VALUE`."""
PREPARE: Final = 5
"""Only determine if the game is running at the root, its mover, and the moves worth searching, in the game's order."""
DEEPEN: Final = 6
"""Search deeper and deeper, from `DEPTH` to `LAST_DEPTH`."""

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
"""Prune at chance nodes."""
PROBE: Final = 16384
"""Search one reply to each outcome first."""
SELECTIVE: Final = 32768
GUESSING: Final = NULL_MOVE | REDUCTIONS | SELECTIVE
"""Switches of a search that may overlook a quicker win."""
SWITCHES: Final = {
    "killers": KILLERS,
    "countermoves": COUNTERMOVES,
    "null_move": NULL_MOVE,
    "reductions": REDUCTIONS,
    "win_distance": WIN_DISTANCE,
    "repetition": REPETITION,
}
"""The options that are switches by themselves."""
NUMERIC: Final = {"quiescence": QUIET_PLIES}
"""The words of the options that are numbers."""

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
LOG_ENTRY: Final = 3 + 2 * MOST_MOVES
"""The words of the longest entry of the log."""
LOG: Final = _parts.words(2 * LOG_ENTRY)
"""For each depth finished while deepening: the depth, the best move's index, the number of moves tried, values, and bounds."""
KILLER_PLIES: Final = 1024
KILLER: Final = _parts.words(2 * KILLER_PLIES)
"""Two killer moves for each ply. The data that a search learns begins here and ends at `LEARNT_END`."""
HISTORIES: Final = 4096
HISTORY_OF: Final = _parts.words(2 * HISTORIES)
"""A history count for each player and move."""
SMALL_PLIES: Final = 512
SMALL_STEPS: Final = 64
SMALL: Final = _parts.words(SMALL_PLIES)
"""For each ply, the average number of nodes of subtrees that begin there, in steps of 1 / `SMALL_STEPS`; 0: not known."""
ANSWERED: Final = _parts.word()
"""The share of recent probes that the table answered, in parts of `1 << ANSWERED_BITS`."""
ANSWERED_BITS: Final = 20
COUNTER_OF: Final = _parts.words(2 * HISTORIES)
"""Countermoves: for each player and previous move, the reply that last caused a cutoff."""
SWING: Final = _parts.word()
"""The average change of the evaluation per ply, in parts of a unit; then the number of plies measured."""
SWINGS: Final = _parts.word()
LEARNT_END: Final = _parts.next
LINE_PLIES: Final = 64
LENGTHS: Final = _parts.words(LINE_PLIES + 8)
"""The length of the line at each ply."""
CHILD_KEYS: Final = _parts.words(MOST_MOVES)
"""The keys of the children whose entries are probed, then their movers."""
CHILD_MOVERS: Final = _parts.words(MOST_MOVES)
EVALUATED_PLIES: Final = 1024
EVALUATED: Final = _parts.words(EVALUATED_PLIES)
"""The evaluation of the position at each ply, for player 0."""
MOST_PEERS: Final = 255
PEER_OF: Final = _parts.words(MOST_PEERS + 1)
MOVE_STACK: Final = 1 << 18
"""Capacity of the move stack, in moves."""
KEYS: Final = _parts.words(MOVE_STACK)
"""Sort keys of the moves in the move stack."""
MOST_PLAYED: Final = 1 << 16
PATH_LENGTH: Final = 1 << 18
PATH: Final = _parts.words(PATH_LENGTH)
"""The codes of the positions on the path to the current node, beginning with those of the game played."""
NOT_REPEATED: Final = PATH_LENGTH
MOVES: Final = _parts.next
"""The move stack, in words of the game's move width; behind it the lines, one for each ply, then the line followed."""
LINE_MOVES: Final = 4096
"""Maximum number of moves in a line that is followed."""

# --- the table's header -------------------------------------------------------------------------------------------------------
BUCKETS: Final = 0
"""Buckets in use; doubled until there are `MOST_BUCKETS`."""
MOST_BUCKETS: Final = 1
GROWING: Final = 2
"""Nonzero while a worker doubles the table."""
TABLE_HEADER: Final = 8

# --- an endgame table ---------------------------------------------------------------------------------------------------------
_endgames: Final = Places(0)

NEXT_ENDGAMES: Final = _endgames.word()
"""The address of the next one; 0: there is none."""
NUMBERS: Final = _endgames.word()
"""The count of its position numbers."""
RESULTS: Final = _endgames.bytes()
"""The address of a byte for each number: the index of its value."""
RESULT_PLIES: Final = _endgames.bytes()
"""The address of two bytes for each number: the plies to the result; 0 if these are not counted."""
SLOTS: Final = _endgames.word()
"""The address of slots laid out as in `tables.native.layout.TABLE`; 0: positions have the numbers that the game gives them."""
SLOT_COUNT: Final = _endgames.word()
CODES: Final = _endgames.word()
"""The address of the code of each number."""
HIGHEST_TIER: Final = _endgames.word()
"""The highest tier in the table."""
RESULT_VALUES: Final = _endgames.words(256)
"""The values, as floats."""
ENDGAMES_SIZE: Final = _endgames.next
HALF: Final = 0xFFFF_FFFF

# --- what a team shares -------------------------------------------------------------------------------------------------------
TEAM_LOW: Final = 0
"""The lower and upper bound of the value that all workers solve for."""
TEAM_HIGH: Final = 1
MARKS: Final = 8
"""Marks of moves being searched, each at the place given by its hash."""
MARK_COUNT: Final = 1 << 14
TEAM_SIZE: Final = MARKS + MARK_COUNT


def lines(width: int) -> int:
    """The start of the lines, for moves of `width` words."""
    return MOVES + MOVE_STACK * width


def line_followed(width: int) -> int:
    """The start of the line followed."""
    return lines(width) + LINE_PLIES * LINE_PLIES * width


def bounds_known(width: int) -> int:
    """The start of the bounds: for each chance outcome in the move stack, the least and the most it can add to the average."""
    return line_followed(width) + LINE_MOVES * width


def size(width: int) -> int:
    """The total number of words."""
    return bounds_known(width) + 2 * MOVE_STACK
