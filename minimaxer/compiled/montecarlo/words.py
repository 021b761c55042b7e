"""The memory of the Monte Carlo kernel behind the header, and of its tree: what stands where, in words of 64 bits."""

from __future__ import annotations

from typing import Any, Final

from ...rules.capability import Capabilities
from ...rules.players import MOST_PLAYERS
from ...terms.montecarlo import MOST_PLIES, SCALE_GAMES, SCALE_POSITIONS, MonteCarloOptions
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
COUNTED: Final = _scalars.word()
"""Results noted for the spread; then their sum and the sum of their squares, as the bits of floats."""
SUM: Final = _scalars.word()
SQUARES: Final = _scalars.word()
TO: Final = _scalars.word()
"""The address of the block that a subtree is moved to; 0 where simulations are to be done."""
CHOICES: Final = _scalars.word()
"""Of how many moves drawn by lot a playout plays the one that `order` weighs most."""
SCALE: Final = _scalars.word()
"""The evaluation, as the bits of a float, that is tanh(1) of a win; 0: evaluations count as they are; below 0: not measured yet."""
IMPLICIT: Final = _scalars.word()
"""The share of the static evaluation in what a move is worth, as the bits of a float."""
PRIORS: Final = _scalars.word()
"""The address of the block of the nodes' priors, a float each; 0 where there is none."""
ESTIMATES: Final = _scalars.word()
"""The address of the block of the nodes' evaluations, backed up, a float each; 0 where there is none."""

SOLVER: Final = 1
DECISIVE: Final = 2
PUCT: Final = 4
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


def beside(options: MonteCarloOptions, found: Capabilities[Any, Any], players: int) -> dict[int, int]:
    """The blocks behind the tree that options need: where their addresses stand, and their words of a node."""
    blocks = {PRIORS: options.follows_priors(found), ESTIMATES: options.backs_up(found, players)}
    return {place: 1 for place, is_needed in blocks.items() if is_needed}


def flags(options: MonteCarloOptions, found: Capabilities[Any, Any]) -> int:
    """The switches that options set."""
    switches = {
        SOLVER: options.solver,
        DECISIVE: options.decisive,
        PUCT: options.follows_priors(found),
    }
    return sum(bit for bit, is_on in switches.items() if is_on)
