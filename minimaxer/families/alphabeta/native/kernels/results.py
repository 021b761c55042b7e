"""Values, lines and counters that a search writes down, and draws by repetition on the path to the current node.

A value that depends on a position further up the path is not stored in the table: on another path it would differ. Stored
values hold on every path: a draw by repetition within a subtree is one wherever the subtree occurs, and a position with a
forced win is won even if the path has already passed it.

Source: chessprogramming.org "Repetitions", "Graph History Interaction".
"""

from __future__ import annotations

from typing import Any, Final

from .....base.scores import WIN
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, poke
from .....native.kernels.positions import break_off, from_table, seen_from_root
from .. import layout as w


def came_before(mem: int, code: int, ply: int) -> bool:
    """True if the position is already on the path; otherwise adds it."""
    place = peek(mem, w.PLAYED) + ply
    if place >= w.PATH_LENGTH:
        return False
    if ply > 0:
        for earlier in range(place - 1, -1, -1):
            if peek(mem, w.PATH + earlier) == code:
                poke(mem, w.REPEATED, min(earlier, peek(mem, w.REPEATED)))
                return True
    poke(mem, w.PATH + place, code)
    return False


def leave_out(mem: int, ply: int) -> None:
    """Clears the path at a chance node's ply, since chance nodes are not compared for repetition."""
    place = peek(mem, w.PLAYED) + ply
    if place < w.PATH_LENGTH:
        poke(mem, w.PATH + place, 0)


def depends_on_path(mem: int, ply: int) -> bool:
    """True if the value just found depends on a position earlier on the path than this ply."""
    if peek(mem, w.REPEATED) < peek(mem, w.PLAYED) + ply:
        return True
    poke(mem, w.REPEATED, w.NOT_REPEATED)
    return False


MOST_NODES: Final = 1 << 20
"""Larger subtrees count as this large in the average."""


def bump(mem: int, counter: int) -> None:
    """Increments a counter."""
    poke(mem, counter, peek(mem, counter) + 1)


def record_cutoff(mem: int, tried: int) -> None:
    """Counts a cutoff by the last move tried."""
    bump(mem, w.FIRST_CUTOFFS + min(tried, 3) - 1)


def record_answer(mem: int, answered: bool) -> None:
    """Updates the share of probes that the table answered."""
    share = peek(mem, w.ANSWERED)
    poke(mem, w.ANSWERED, share + ((((1 << w.ANSWERED_BITS) if answered else 0) - share) >> 10))


def record_size(mem: int, ply: int, nodes: int) -> None:
    """Updates the average number of nodes of subtrees that begin at this ply. A few large subtrees among many small ones make the
    average large: their values are stored.
    """
    place = w.SMALL + min(ply, w.SMALL_PLIES - 1)
    average = peek(mem, place)
    size = min(nodes, MOST_NODES) * w.SMALL_STEPS
    poke(mem, place, max(1, size if average == 0 else average + (size - average >> 6)))


def record_root(game: Any, mem: int, index: int, value: Any, low: Any, high: Any) -> None:
    """Stores the value of a root move for the mover, and its kind of bound."""
    game.store_score(mem, w.ROOT_VALUES + index, value)
    poke(mem, w.ROOT_BOUNDS + index, w.UPPER if value <= low else w.LOWER if value >= high else w.EXACT)
    poke(mem, w.ROOT_DONE, index + 1)


def keep_line(game: Any, mem: int, ply: int, move: Any) -> None:
    """Stores the move and the child's line as the principal variation of this ply."""
    size = game.move_words
    row = game.lines + ply * w.LINE_PLIES * size
    below = row + w.LINE_PLIES * size
    game.store_move(mem, row, move)
    length = peek(mem, w.LENGTHS + ply + 1) if ply + 1 < w.LINE_PLIES else 0
    length = min(length, w.LINE_PLIES - 1)
    for place in range(length * size):
        poke(mem, row + size + place, peek(mem, below + place))
    poke(mem, w.LENGTHS + ply, length + 1)


def for_mover(player: int, value: Any) -> Any:
    """Converts a value for player 0 to one for the mover, or back."""
    return value if player == 0 else -value


def without_moves(game: Any, mem: int, state: Any, player: int, ply: int) -> Any:
    """The value of a position without moves, for its mover."""
    if game.has_stuck:
        return for_mover(player, seen_from_root(game, mem, state, game.score(game.stuck(state)), ply, h.STUCK))
    break_off(game, mem, state, h.NO_MOVES)
    return game.score(0)


def reach(game: Any, mem: int, state: Any, player: int, ply: int) -> Any:
    """The lowest and highest values still possible by the game's `bounds`, for the mover, as seen from the root."""
    low, high = game.bounds(state)
    low, high = game.score(low), game.score(high)
    if not -WIN <= low <= high <= WIN:
        break_off(game, mem, state, h.BOUNDS)
    if player != 0:
        low, high = -high, -low
    return from_table(game, low, ply), from_table(game, high, ply)
