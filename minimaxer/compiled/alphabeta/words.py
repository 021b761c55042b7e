"""The memory of a kernel: what stands where, in words of 64 bits. Imports nothing of the package, and no numba."""

from __future__ import annotations

from typing import Final

# --- the head: one word each, written as a whole when a search begins ---------------------------------------------------
STOP: Final = 0
"""Not 0: the search ends; the value says why. Set from any thread."""
NODES: Final = 1
FILLED: Final = 2
"""Table entries that this search has written over none or over those of an earlier search."""
COMPARISONS: Final = 3
"""Comparisons of sort keys."""
FIRST_CUTOFFS: Final = 4
"""Cut-offs by the first move, then those by the second, then by a later one, in three words."""
HORIZON: Final = 7
"""How often a search could not see to the end of the game; unchanged over a search, its value holds at every depth."""
ROOT_DONE: Final = 8
ROOT_BEST: Final = 9
LINE_LENGTH: Final = 10
LINE_OVER: Final = 11
"""1 where the line followed runs to the end of the game."""
ROOT_OVER: Final = 12
"""1 where the game is over at the root, with the result for player 0 in `VALUE`."""
ROOT_PLAYER: Final = 13
ROOT_COUNT: Final = 14
"""Root moves given; 0: the kernel generates them."""
LOW: Final = 15
HIGH: Final = 16
PEERS: Final = 17
"""How many other workers there are to call off when this one has the answer; their memories' addresses stand at `PEER_OF`."""
DEFER_PLIES: Final = 18
"""Nearer to the root than this, moves that another worker searches are put off; 0 where one works alone."""
WORKERS: Final = 19
"""How many workers fill the table."""
NODE_LIMIT: Final = 20
FLAGS: Final = 21
ORDERING: Final = 22
QUIET_PLIES: Final = 23
HEAD: Final = 24
"""How many words the head has."""

# --- one word each, written one by one ----------------------------------------------------------------------------------
MODE: Final = 24
DEPTH: Final = 25
ALPHA: Final = 26
BETA: Final = 27
VALUE: Final = 28
GENERATION: Final = 29
STACK_END: Final = 30
"""No frame may lie below this address; the kernel works it out from `STACK_SIZE`."""
STACK_SIZE: Final = 31
TABLE: Final = 32
"""The address of the table, which begins with its `TABLE_HEADER` words."""
CREW: Final = 33
"""The address of what all workers of a search share; 0 where one works alone."""
PLAYED: Final = 34
"""How many positions were played before the root; they stand first on the path."""
REPEATED: Final = 35
"""The place on the path, nearest to its beginning, of a position that came again in the subtree searched last."""
FAULT: Final = 36
"""Which rule of the protocol the game broke, where `STOP` is `BY_RULES`; the state stands at `FAULT_STATE`."""
CALLED: Final = 37
"""Two words in which compiled code tells its caller how a call went."""

CUTOFFS: Final = (FIRST_CUTOFFS, FIRST_CUTOFFS + 1, FIRST_CUTOFFS + 2)

# --- why a search stopped -------------------------------------------------------------------------------------------------
BY_CALLER: Final = 1
BY_NODES: Final = 2
BY_PLIES: Final = 3
BY_MOVES: Final = 4
BY_RULES: Final = 5
BY_PEER: Final = 6
"""Another worker has the answer."""

# --- which rule was broken ------------------------------------------------------------------------------------------------
OUTCOME: Final = 1
EVALUATION: Final = 2
PLAYER: Final = 3
NO_MOVES: Final = 4
BOUNDS: Final = 5
STUCK: Final = 6
MANY_MOVES: Final = 7

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
ENHANCED: Final = 64
EXACT_DEPTH: Final = 128
WIN_DISTANCE: Final = 256
EXACT_ROOT: Final = 512
PRUNE: Final = 1024
REDUCE: Final = 2048
REPETITION: Final = 4096

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
STATE: Final = 64
"""The state to search; at most `STATE_WORDS` words."""
STATE_WORDS: Final = 1024
FAULT_STATE: Final = STATE + STATE_WORDS
MOST_MOVES: Final = 4096
"""Moves in one state at the most."""
ROOT_VALUES: Final = FAULT_STATE + STATE_WORDS
ROOT_BOUNDS: Final = ROOT_VALUES + MOST_MOVES
KILLER_PLIES: Final = 1024
KILLER: Final = ROOT_BOUNDS + MOST_MOVES
"""Two moves for each ply. Here begins what a search learns, up to `LEARNT_END`."""
HISTORIES: Final = 4096
HISTORY_OF: Final = KILLER + 2 * KILLER_PLIES
"""A count for each player and move."""
SMALL_PLIES: Final = 512
SMALL_STEPS: Final = 64
SMALL: Final = HISTORY_OF + 2 * HISTORIES
"""For each ply, how many nodes what is searched from there has on average, in steps of 1 / `SMALL_STEPS`; 0: not known."""
COUNTER_OF: Final = SMALL + SMALL_PLIES
"""The reply to each player's move that last gave a cut-off."""
LEARNT_END: Final = COUNTER_OF + 2 * HISTORIES
LENGTHS: Final = LEARNT_END
"""The length of the line at each ply."""
LINE_PLIES: Final = 64
MOST_PEERS: Final = 255
PEER_OF: Final = LENGTHS + LINE_PLIES + 8
KEYS: Final = PEER_OF + MOST_PEERS + 1
"""Sort keys of the moves in the move stack."""
MOVE_STACK: Final = 1 << 18
"""How many moves the move stack holds."""
PATH: Final = KEYS + MOVE_STACK
"""The positions on the way to the one searched: a code for each, those of the game played first."""
MOST_PLAYED: Final = 1 << 16
PATH_LENGTH: Final = 1 << 18
NOT_REPEATED: Final = PATH_LENGTH
MOVES: Final = PATH + PATH_LENGTH
"""The move stack, each move as wide as the game's moves are; behind it the lines, one for each ply, then the line followed."""
LINE_MOVES: Final = 4096
"""Moves in a line followed at the most."""

# --- the table's header -------------------------------------------------------------------------------------------------------
BUCKETS: Final = 0
"""Buckets in use; doubled until there are `MOST_BUCKETS`."""
MOST_BUCKETS: Final = 1
GROWING: Final = 2
"""Not 0 while a worker doubles the table."""
TABLE_HEADER: Final = 8

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


def size(width: int) -> int:
    """Words in all."""
    return line_followed(width) + LINE_MOVES * width
