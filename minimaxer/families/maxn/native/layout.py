"""Memory layout of the max^n kernel behind the header, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.header import Places
from ....game.protocol import MOST_PLAYERS

_scalars: Final = Places(h.FREE, h.MARGIN)

HORIZON: Final = _scalars.word()
"""Not 0 once the search has met its horizon; while it is 0, the payoffs hold at every depth."""
ROOT_COUNT: Final = _scalars.word()
"""Number of root moves, which begin the move stack in the order by which ties are broken."""
FIRST: Final = _scalars.word()
"""The number of the root move to try first."""
ROOT_BEST: Final = _scalars.word()
"""The number of the best root move searched; below 0 if there is none."""

EXACT_ROOT: Final = 1
"""The switch for exact payoffs of every root move, as a bit of `FLAGS`."""

# --- what is known of a root move -------------------------------------------------------------------------------------------
NOT_SEARCHED, NO_BETTER, EXACT = range(3)

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MOST_MOVES: Final = h.MOST_MOVES
ROOT_ROWS: Final = _parts.words(MOST_MOVES * MOST_PLAYERS)
"""The payoffs of each root move."""
ROOT_KNOWN: Final = _parts.words(MOST_MOVES)
MOST_PLIES: Final = 1 << 16
ROWS: Final = _parts.words(MOST_PLIES * MOST_PLAYERS)
"""The payoffs of the position searched at each ply."""
LINE_PLIES: Final = 64
LENGTHS: Final = _parts.words(LINE_PLIES + 8)
"""The length of the line at each ply."""
MOVE_STACK: Final = 1 << 18
"""Maximum number of moves in the move stack."""
WEIGHTS: Final = _parts.words(MOVE_STACK)
"""The weights by `order` of the moves in the move stack."""
MOVES: Final = _parts.next
"""The move stack, with the game's move width; behind it the lines, one for each ply."""


def lines(width: int) -> int:
    """The place of the lines, for moves of `width` words."""
    return MOVES + MOVE_STACK * width


def size(width: int) -> int:
    """Total number of words."""
    return lines(width) + LINE_PLIES * LINE_PLIES * width
