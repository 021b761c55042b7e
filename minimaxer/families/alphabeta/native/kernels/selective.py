"""Selective search: prunes positions whose evaluation is far outside the window, and prunes or reduces moves.

The margins depend on the game: they are multiples of the swing, the average change of the evaluation per ply, which the search
measures as it runs.

Source: chessprogramming.org "Reverse Futility Pruning", "Razoring", "Delta Pruning", "Late Move Reductions", "Futility Pruning"
(move count based pruning).
"""

from __future__ import annotations

import math
from typing import Any, Final

from .....base.scores import DECISIVE
from .....compiler.runtime.intrinsics import peek, poke
from .....native.kernels.positions import static_value
from .. import layout as w

STEPS: Final = 1 << 16
"""Fixed-point scale of the swing: steps per unit of score."""
WINDOW: Final = 1 << 14
"""Plies over which the swing is averaged."""
MEASURED: Final = 256
"""Plies to measure before positions are pruned."""
REVERSE_DEPTH: Final = 6
"""Maximum depth of reverse futility pruning."""
REVERSE_MARGIN: Final = 120
"""Margin of reverse futility pruning per ply of depth, in hundredths of the swing."""
RAZOR_DEPTH: Final = 3
"""Maximum depth of razoring, which leaves a bad position to quiescence."""
RAZOR_MARGIN: Final = 240
"""Margin of razoring per ply of depth, in hundredths of the swing."""

DELTA_MARGIN: Final = 150
"""Margin of delta pruning, in hundredths of the swing."""
LATE_DEPTH: Final = 4
"""Maximum depth at which late quiet moves are pruned."""
LATE_COUNT: Final = 4
"""This number of moves plus the square of the depth are never late; half more if the position is improving."""
REDUCED_DEPTH: Final = 3
"""Minimum depth at which late quiet moves are reduced."""
LATE_FROM: Final = 3
"""Index of the first move that is reduced in this way, counted from 0."""
NULL_VERIFIED: Final = 3
"""Depth reduction of the verification search after a null move fails high, in plies."""
LOGARITHMS: Final = (0, *(int(100 * math.log(number)) for number in range(1, 64)))
"""Natural logarithms in hundredths."""
LEFT_OUT: Final = -1
"""Marks a move that is not searched."""


def judged(game: Any, mem: int, state: Any, player: int) -> Any:
    """The evaluation for the mover; `game.lowest` if every move must be tried."""
    if game.has_must_move:
        if game.must_move(state):
            return game.lowest
    value = static_value(game, mem, state)
    return value if player == 0 else -value


def record_swing(game: Any, mem: int, player: int, ply: int, static: Any) -> None:
    """Stores the evaluation at this ply, given for the mover, and measures how much it differs from that of the ply before."""
    here = w.EVALUATED + (ply & w.EVALUATED_PLIES - 1)
    value = static if player == 0 or static == game.lowest else -static
    game.store_score(mem, here, value)
    if ply > 1 and value > game.lowest:
        before = game.load_score(mem, w.EVALUATED + (ply - 1 & w.EVALUATED_PLIES - 1))
        if before > game.lowest:
            measured = min(peek(mem, w.SWINGS) + 1, WINDOW)
            poke(mem, w.SWINGS, measured)
            poke(mem, w.SWING, peek(mem, w.SWING) + (int(abs(value - before) * STEPS) - peek(mem, w.SWING)) // measured)


def swings(game: Any, mem: int, hundredths: int) -> Any:
    """Converts hundredths of the swing to a margin of score."""
    return game.score(peek(mem, w.SWING) * hundredths / (100.0 * STEPS))


def is_measured(mem: int) -> bool:
    """True if enough plies were measured to rely on the swing."""
    return peek(mem, w.SWINGS) >= MEASURED


def may_guess(game: Any, alpha: Any, beta: Any) -> bool:
    """True if the window is a null window clear of wins and losses, which are never guessed."""
    return alpha > -DECISIVE and beta < DECISIVE and game.above(alpha) >= beta


def is_too_good(game: Any, mem: int, static: Any, depth: int, beta: Any) -> bool:
    """True if, at low depth, the evaluation exceeds `beta` by the margin: reverse futility pruning."""
    return depth <= REVERSE_DEPTH and static - swings(game, mem, REVERSE_MARGIN * depth) >= beta


def is_too_bad(game: Any, mem: int, static: Any, depth: int, alpha: Any) -> bool:
    """True if, at low depth, the evaluation is below `alpha` by the margin, so that at most noisy moves can help: razoring."""
    return depth <= RAZOR_DEPTH and static + swings(game, mem, RAZOR_MARGIN * depth) <= alpha


def null_reduction(depth: int) -> int:
    """Depth reduction after a null move, in plies."""
    return 3 + depth // 4


def is_improving(game: Any, mem: int, ply: int, player: int) -> bool:
    """True if the evaluation is no worse for the mover than two plies before, or if either is unknown."""
    now = game.load_score(mem, w.EVALUATED + (ply & w.EVALUATED_PLIES - 1))
    before = game.load_score(mem, w.EVALUATED + (ply - 2 & w.EVALUATED_PLIES - 1))
    if ply < 3 or now == game.lowest or before == game.lowest:
        return True
    return now >= before if player == 0 else now <= before


def brings_too_little(game: Any, mem: int, gain: Any, static: Any, alpha: Any) -> bool:
    """True if a noisy move stays at or below `alpha` even with its gain and the margin: delta pruning."""
    return alpha > -DECISIVE and is_measured(mem) and static + gain + swings(game, mem, DELTA_MARGIN) <= alpha


def comes_too_late(game: Any, mem: int, player: int, depth: int, ply: int, index: int) -> bool:
    """True if a quiet move near the horizon comes too late in the move order to be worth a search."""
    count = LATE_COUNT + depth * depth
    if is_improving(game, mem, ply, player):
        count += count // 2
    return index >= count


def late_move_reduction(depth: int, index: int, is_open: bool) -> int:
    """Depth reduction of the first search of a quiet move with this index, in plies."""
    hundredths = LOGARITHMS[min(depth, 63)] * LOGARITHMS[min(index + 1, 63)] // 225 + 25
    if is_open:
        hundredths -= 100
    return min(max(hundredths // 100, 0), depth - 2)


def reduction(
    game: Any,
    mem: int,
    state: Any,
    player: int,
    move: Any,
    depth: int,
    ply: int,
    index: int,
    static: Any,
    best: Any,
    alpha: Any,
    beta: Any,
    noisy: bool,
) -> int:
    """Depth reduction of a move's first search, in plies; `LEFT_OUT` if it is not searched at all.

    Quiet moves are left out only after another move has shown that the position is not lost.

    Of a position with `depth` plies left, `index` moves tried before, with the value `best`, and `static`, the evaluation for
    the mover: `game.lowest` if every move must be tried. `noisy` if only noisy moves are tried.
    """
    gain = game.score(game.gain(state, move))
    if noisy:
        return LEFT_OUT if brings_too_little(game, mem, gain, static, alpha) else 0
    if index == 0 or gain > 0:
        return 0
    if depth <= LATE_DEPTH and static > game.lowest and best > -DECISIVE and may_guess(game, alpha, beta):
        if comes_too_late(game, mem, player, depth, ply, index):
            return LEFT_OUT
    if depth < REDUCED_DEPTH or index < LATE_FROM:
        return 0
    return late_move_reduction(depth, index, game.above(alpha) < beta)
