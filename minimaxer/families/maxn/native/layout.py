"""The memory of the max^n kernel behind the header: what stands where, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.places import Places
from ....game.players import MOST_PLAYERS

_scalars: Final = Places(h.FREE, h.MARGIN)

HORIZON: Final = _scalars.word()
"""Not 0 once the search could not see to the end of the game: else its payoffs hold at every depth."""
ROOT_COUNT: Final = _scalars.word()
"""Root moves given, at the beginning of the move stack, in the order by which ties are broken."""
FIRST: Final = _scalars.word()
"""The number of the root move that is tried first."""
ROOT_BEST: Final = _scalars.word()
"""The number of the best root move searched; below 0 where there is none."""

EXACT_ROOT: Final = 1
"""The switch that has the payoffs of every root move found, as a bit of `FLAGS`."""

# --- what is known of a root move -------------------------------------------------------------------------------------------
NOT_SEARCHED: Final = 0
NO_BETTER: Final = 1
EXACT: Final = 2

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MOST_MOVES: Final = h.MOST_MOVES
ROOT_ROWS: Final = _parts.words(MOST_MOVES * MOST_PLAYERS)
"""The payoffs of each root move."""
ROOT_KNOWN: Final = _parts.words(MOST_MOVES)
MOST_PLIES: Final = 1 << 16
ROWS: Final = _parts.words(MOST_PLIES * MOST_PLAYERS)
"""The payoffs of the position searched, at each ply."""
LINE_PLIES: Final = 64
LENGTHS: Final = _parts.words(LINE_PLIES + 8)
"""The length of the line at each ply."""
MOVE_STACK: Final = 1 << 18
"""How many moves the move stack holds."""
WEIGHTS: Final = _parts.words(MOVE_STACK)
"""The weights by `order` of the moves in the move stack."""
MOVES: Final = _parts.next
"""The move stack, each move as wide as the game's moves are; behind it the lines, one for each ply."""


def lines(width: int) -> int:
    """Where the lines begin, for moves of that many words."""
    return MOVES + MOVE_STACK * width


def size(width: int) -> int:
    """Words in all."""
    return lines(width) + LINE_PLIES * LINE_PLIES * width
