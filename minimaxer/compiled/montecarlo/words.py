"""The memory of the Monte Carlo kernel behind the header, and of its tree: what stands where, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ...rules.players import MOST_PLAYERS
from ...terms.montecarlo import MOST_PLIES
from ..native import header as h
from ..native.places import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

TREE: Final = _scalars.word()
"""The address of the tree's block."""
CAPACITY: Final = _scalars.word()
"""Nodes that the block holds."""
USED: Final = _scalars.word()
"""Nodes in it."""
SIMULATIONS: Final = _scalars.word()
"""How many simulations to end after."""
DONE: Final = _scalars.word()
"""How many were done."""
RNG: Final = _scalars.word()
"""The state of the random numbers."""
PLAYOUTS: Final = _scalars.word()
PLAYOUT_PLIES: Final = _scalars.word()
"""Plies of all playouts."""
PLAYOUT_LIMIT: Final = _scalars.word()
"""Plies after which a playout ends."""
LONGEST: Final = _scalars.word()
"""Plies of the longest path in the tree."""
EXPLORATION: Final = _scalars.word()
"""The constant of UCT, as the bits of a float."""
LOW: Final = _scalars.word()
HIGH: Final = _scalars.word()
"""The least and the greatest result seen, as scores."""
SEEN: Final = _scalars.word()
"""Not 0 once a result was seen."""
MARGINS: Final = _scalars.word()
"""Not 0 once a result was no win, loss or draw."""
TO: Final = _scalars.word()
"""The address of the block that a subtree is moved to; 0 where simulations are to be done."""

SOLVER: Final = 1
DECISIVE: Final = 2
"""Switches, as bits of `FLAGS`."""

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MOST_MOVES: Final = h.MOST_MOVES
RESULT: Final = _parts.words(MOST_PLAYERS)
"""What everybody got: for one or two players, player 0's score."""
MOST_DEPTH: Final = MOST_PLIES
PATH: Final = _parts.words(2 * (MOST_DEPTH + 2))
"""The nodes of the path, each with its mover."""
MOVES: Final = _parts.next
"""The moves of one position."""


def size(width: int) -> int:
    """Words in all, for moves of that many words."""
    return MOVES + MOST_MOVES * width


# --- a node of the tree -----------------------------------------------------------------------------------------------------
VISITS: Final = 0
LINK: Final = 1
"""The number of the first child << 20, how many there are << 4, and the marks below; 0 where it has no children yet."""
TOTALS: Final = 2
"""What each player got in all; for one or two players, player 0 alone. Behind it the move."""
PROVEN: Final = 1
"""The mark of a node whose totals are the visits times what is proven."""
KNOWS: Final = 2
"""The mark of a node of which a child is proven."""
FIRST_SHIFT: Final = 20
COUNT_SHIFT: Final = 4
COUNT_MASK: Final = 0xFFFF


def sums(players: int) -> int:
    """Words of totals in a node."""
    return players if players > 2 else 1


def node_words(players: int, width: int) -> int:
    """Words of a node."""
    return TOTALS + sums(players) + width
