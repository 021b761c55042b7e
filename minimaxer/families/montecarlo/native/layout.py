"""The memory of the Monte Carlo kernel behind the header, and of its tree: what stands where, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.places import Places
from ....game.players import MOST_PLAYERS
from ..options import MOST_PLIES

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
ROOT: Final = _scalars.word()
"""The number of the node to make the root; 0 where simulations are to be done."""
SHARED: Final = _scalars.word()
"""Where several workers share the tree: the address of the words that they share, in which `USED` and `SIMULATIONS` stand at the
same places as here; the latter is how many are left to do."""
LOT: Final = _scalars.word()
"""Simulations that this worker has taken from those left."""
LOT_SIZE: Final = 16
BASE: Final = _scalars.word()
"""The ply at which the simulations of a batch begin."""
AWAITED: Final = _scalars.word()
"""In a shared tree, the node that a simulation visits first, as long as its result is not there; else 0."""
PENDING: Final = _scalars.word()
"""How many simulations are said to be pending at the node of `BASE`, beside those of the batch."""
MOST_PENDING: Final = 1 << 10
PENDING_SHARE: Final = 4
"""That is the visits of the node divided by the latter, so that it looks worse by a quarter, and at most the former."""
COUNTED: Final = _scalars.word()
"""How many results were taken into account for their spread; then their sum and the sum of their squares, as floats."""
SUM: Final = _scalars.word()
SQUARES: Final = _scalars.word()
CHOICES: Final = _scalars.word()
"""Of how many moves drawn by lot a playout plays the one that `order` weighs most."""
SCALE: Final = _scalars.word()
"""The evaluation that is tanh(1) of a win, as the bits of a float; 0: evaluations count as they are; below 0: not measured."""
IMPLICIT: Final = _scalars.word()
"""The share of the static evaluation in what a move is worth, as the bits of a float."""
PRIORS: Final = _scalars.word()
"""The address of the block behind the tree with each node's share in the visits of its parent, a float; 0 where there is none."""
ESTIMATES: Final = _scalars.word()
"""The address of the block behind the tree with each node's evaluation, backed up, a float; 0 where there is none."""
PLAYED: Final = _scalars.word()
"""How many positions were played before the root."""
CODE: Final = _scalars.word()
"""What stands for a position on the way; asked for by `CODING`."""
DEALS: Final = _scalars.word()
"""Where cards are hidden: the address of the states dealt, one behind the other."""
DEAL_COUNT: Final = _scalars.word()
"""How many deals there are."""

SOLVER: Final = 1
DECISIVE: Final = 2
REPETITION: Final = 4
CODING: Final = 8
"""Switches, as bits of `FLAGS`. The last asks for the code of the state in memory, and for no simulation."""

BATCH: Final = 16
OFTEN: Final = 32 * BATCH
"""Simulations of a batch, and the visits from which on a node is gone down once for all of them."""

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MOST_MOVES: Final = h.MOST_MOVES
RESULT: Final = _parts.words(MOST_PLAYERS)
"""What everybody got: for one or two players, player 0's score."""
MOST_DEPTH: Final = MOST_PLIES
PATH: Final = _parts.words(2 * (MOST_DEPTH + 2))
"""The nodes of the path, each with its mover."""
MOST_PLAYED: Final = 1 << 16
CODES: Final = _parts.words(MOST_PLAYED + MOST_DEPTH + 2)
"""With `REPETITION`, the codes of the positions played and of those on the path behind them."""
MOST_BASE: Final = 63
HELD: Final = _parts.words((MOST_BASE + 1) * (1 + MOST_PLAYERS))
"""What the simulations of a batch have for each node down to `BASE`: visits and sums of results, not credited yet."""
LASTED: Final = _parts.words(2 * MOST_MOVES)
"""Of each of the root's moves, in how many simulations the search followed it, and the plies at which these ended, in all."""
MOVES: Final = _parts.next
"""The moves of one position."""


def size(width: int) -> int:
    """Words in all, for moves of that many words."""
    return MOVES + MOST_MOVES * width


# --- a node of the tree -----------------------------------------------------------------------------------------------------
VISITS: Final = 0
"""In a shared tree also the simulations pending, above the visits."""
PENDING_SHIFT: Final = 48
VISITS_MASK: Final = (1 << PENDING_SHIFT) - 1
LINK: Final = 1
"""The number of the first child, how many plies the proven line has, how many children there are, and the marks below, at the
places named here; 0 where it has no children yet."""
TOTALS: Final = 2
"""What each player got in all; for one or two players, player 0 alone. Once that is proven it is what each gets: in a shared tree
in words of its own behind the totals, else in their place. Then the move."""
PROVEN: Final = 1
"""The mark of a node of which it is proven what each player gets, which is written down before."""
KNOWS: Final = 2
"""The mark of a node of which a child is proven."""
PROVING: Final = 4
GROWING: Final = 8
"""The marks of a node, in a shared tree, to which a worker is about to write what is proven, or to give children."""
COUNT_SHIFT: Final = 4
COUNT_MASK: Final = (1 << 13) - 1
PLIES_SHIFT: Final = 17
PLIES_MASK: Final = (1 << 15) - 1
FIRST_SHIFT: Final = 32
MOST_NODES: Final = (1 << 31) - 1
"""Nodes of a tree, by the bits of their numbers in links."""


def sums(players: int) -> int:
    """Words of totals in a node."""
    return players if players > 2 else 1


def move_at(players: int, *, shared: bool) -> int:
    """Where in a node its move begins."""
    return TOTALS + sums(players) * (2 if shared else 1)


def node_words(players: int, width: int, *, shared: bool) -> int:
    """Words of a node."""
    return move_at(players, shared=shared) + width
