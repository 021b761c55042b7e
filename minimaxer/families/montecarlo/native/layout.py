"""Memory layout of the Monte Carlo kernel, behind the header, and of its tree, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.header import Places
from ....game.protocol import MOST_PLAYERS
from ..options import MOST_PLIES

_scalars: Final = Places(h.FREE, h.MARGIN)

TREE: Final = _scalars.word()
"""The address of the tree's block."""
CAPACITY: Final = _scalars.word()
"""Nodes that the block holds."""
USED: Final = _scalars.word()
"""Nodes in use."""
SIMULATIONS: Final = _scalars.word()
"""Simulations after which to end."""
DONE: Final = _scalars.word()
"""Simulations done."""
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
"""Not 0 once a result has been seen."""
MARGINS: Final = _scalars.word()
"""Not 0 once a result was neither win, loss nor draw."""
ROOT: Final = _scalars.word()
"""The number of the node to make the root; 0 to run simulations."""
SHARED: Final = _scalars.word()
"""Address of the words that the workers of a shared tree have in common, with `USED` and `SIMULATIONS` at the same places as
here; their `SIMULATIONS` is the number left to do."""
LOT: Final = _scalars.word()
"""Simulations that this worker has claimed and not done yet."""
LOT_SIZE: Final = 16
BASE: Final = _scalars.word()
"""The ply at which the simulations of a batch begin."""
AWAITED: Final = _scalars.word()
"""In a shared tree, the node whose first visit is pending in this simulation; else 0."""
PENDING: Final = _scalars.word()
"""Simulations marked as pending at the node of `BASE`, besides those of the batch."""
MOST_PENDING: Final = 1 << 10
PENDING_SHARE: Final = 4
"""`PENDING` is the node's visits divided by the latter, which makes it look worse by a quarter, and at most the former."""
COUNTED: Final = _scalars.word()
"""Number of results in the statistics for their spread; then their sum and the sum of their squares, as floats."""
SUM, SQUARES = (_scalars.word() for _ in range(2))
CHOICES: Final = _scalars.word()
"""Number of random moves drawn at each ply of a playout, which plays the one that `order` weighs most."""
SCALE: Final = _scalars.word()
"""The evaluation that is tanh(1) of a win, as the bits of a float; 0: evaluations are used unscaled; below 0: not measured."""
IMPLICIT: Final = _scalars.word()
"""The share of the static evaluation in a move's value, as the bits of a float."""
PRIORS: Final = _scalars.word()
"""Address of the block behind the tree with each node's prior, its share in its parent's visits, a float; 0 if there is none."""
ESTIMATES: Final = _scalars.word()
"""Address of the block behind the tree with each node's backed-up evaluation, a float; 0 if there is none."""
PLAYED: Final = _scalars.word()
"""Number of positions played before the root."""
CODE: Final = _scalars.word()
"""The code of a position for detecting repetitions, computed on request (`CODING`)."""
DEALS: Final = _scalars.word()
"""Address of the dealt states, one behind the other, in games with hidden cards."""
DEAL_COUNT: Final = _scalars.word()
"""Number of deals."""

SOLVER, DECISIVE, REPETITION = 1, 2, 4
CODING: Final = 8
"""Switches, as bits of `FLAGS`. The last requests the code of the state in memory, and no simulation."""

BATCH: Final = 16
OFTEN: Final = 32 * BATCH
"""Simulations of a batch, and the visits from which on a node is descended through only once per batch."""

# --- larger parts -----------------------------------------------------------------------------------------------------------
_parts: Final = Places(h.END)
MOST_MOVES: Final = h.MOST_MOVES
RESULT: Final = _parts.words(MOST_PLAYERS)
"""The payoffs of a simulation; for one or two players, player 0's score alone."""
MOST_DEPTH: Final = MOST_PLIES
PATH: Final = _parts.words(2 * (MOST_DEPTH + 2))
"""The nodes of the path, each with its mover."""
MOST_PLAYED: Final = 1 << 16
CODES: Final = _parts.words(MOST_PLAYED + MOST_DEPTH + 2)
"""With `REPETITION`, the codes of the positions played, followed by those on the path."""
MOST_BASE: Final = 63
HELD: Final = _parts.words((MOST_BASE + 1) * (1 + MOST_PLAYERS))
"""Visits and sums of results of a batch for each node down to `BASE`, not credited yet."""
LASTED: Final = _parts.words(2 * MOST_MOVES)
"""For each root move, the number of simulations that followed it, and the sum of the plies at which these ended."""
MOVES: Final = _parts.next
"""The moves of one position."""


def size(width: int) -> int:
    """Total number of words, for moves of `width` words."""
    return MOVES + MOST_MOVES * width


# --- a node of the tree -----------------------------------------------------------------------------------------------------
VISITS: Final = 0
"""In a shared tree also the simulations pending, above the visits."""
PENDING_SHIFT: Final = 48
VISITS_MASK: Final = (1 << PENDING_SHIFT) - 1
LINK: Final = 1
"""The number of the first child, the length of the proven line in plies, the number of children, and the marks below, at the bits
named here; 0 if it has no children yet."""
TOTALS: Final = 2
"""The sum of each player's results; for one or two players, player 0's alone. Proven payoffs have words of their own behind the
totals in a shared tree, and replace the totals in others. The move follows."""
PROVEN: Final = 1
"""Mark of a node whose payoffs are proven; they are written before the mark."""
KNOWS: Final = 2
"""Mark of a node that has a proven child."""
PROVING: Final = 4
GROWING: Final = 8
"""Marks of a node, in a shared tree, that a worker has claimed: to write its proven payoffs, or to make its children."""
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
    """Offset of the move in a node."""
    return TOTALS + sums(players) * (2 if shared else 1)


def node_words(players: int, width: int, *, shared: bool) -> int:
    """Words of a node."""
    return move_at(players, shared=shared) + width


# --- extra words of a node of information sets, behind the others; its `LINK` holds only the number of its latest child ---
AVAILABLE: Final = 0
"""The number of visits of its parent in deals in which its move was legal."""
NEXT: Final = 1
"""The number of the sibling made before it; 0 for the first child."""
MORE: Final = 2
"""Number of extra words."""
