"""Selective search: positions given up because their evaluation is far outside the window, moves left out or searched less deep.

How far is far depends on the game: margins are multiples of the swing, the average by which one ply changes the evaluation,
which the search measures as it goes.

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
"""The swing is kept in steps of this part of a unit of the score."""
WINDOW: Final = 1 << 14
"""Plies that the average looks back on."""
MEASURED: Final = 256
"""Plies measured before positions are given up."""
REVERSE_DEPTH: Final = 6
"""The greatest depth at which a position that is too good is given up."""
REVERSE_MARGIN: Final = 120
"""How much too good for each ply of depth, in hundredths of the swing."""
RAZOR_DEPTH: Final = 3
"""The greatest depth at which a position that is too bad is left to quiescence."""
RAZOR_MARGIN: Final = 240
"""How much too bad for each ply of depth, in hundredths of the swing."""

DELTA_MARGIN: Final = 150
"""How much a noisy move may still fall short of `alpha` with its gain, in hundredths of the swing."""
LATE_DEPTH: Final = 4
"""The greatest depth at which late quiet moves are left out."""
LATE_COUNT: Final = 4
"""As many moves as this, and the square of the depth, are never late; half as many more where the position improves."""
REDUCED_DEPTH: Final = 3
"""The least depth at which late quiet moves are searched less deep."""
REDUCED_FROM: Final = 3
"""The number of the first move that is reduced so, counted from 0."""
NULL_VERIFIED: Final = 3
"""Plies by which a position is searched less deep after its null move was too good."""
LOGARITHMS: Final = (0, *(int(100 * math.log(number)) for number in range(1, 64)))
"""Natural logarithms in hundredths."""
LEFT_OUT: Final = -1
"""The move is not searched."""


def judged(game: Any, mem: int, state: Any, player: int) -> Any:
    """The evaluation for the mover; `game.lowest` where every move must be tried."""
    if game.has_must_move:
        if game.must_move(state):
            return game.lowest
    value = static_value(game, mem, state)
    return value if player == 0 else -value


def note_swing(game: Any, mem: int, player: int, ply: int, static: Any) -> None:
    """Notes the evaluation for the mover at this ply, and measures by how much it differs from that of the ply before."""
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
    """A margin: so many hundredths of the swing."""
    return game.score(peek(mem, w.SWING) * hundredths / (100.0 * STEPS))


def is_measured(mem: int) -> bool:
    """Whether the swing is known well enough."""
    return peek(mem, w.SWINGS) >= MEASURED


def may_guess(game: Any, alpha: Any, beta: Any) -> bool:
    """Whether the window is a null window clear of wins and losses, which are never guessed."""
    return alpha > -DECISIVE and beta < DECISIVE and game.above(alpha) >= beta


def is_too_good(game: Any, mem: int, static: Any, depth: int, beta: Any) -> bool:
    """Whether the position is so good for its mover that the other side will not allow it: reverse futility."""
    return depth <= REVERSE_DEPTH and static - swings(game, mem, REVERSE_MARGIN * depth) >= beta


def is_too_bad(game: Any, mem: int, static: Any, depth: int, alpha: Any) -> bool:
    """Whether the position is so bad that at most noisy moves can save it: razoring."""
    return depth <= RAZOR_DEPTH and static + swings(game, mem, RAZOR_MARGIN * depth) <= alpha


def null_reduction(depth: int) -> int:
    """By how many plies less the position behind a null move is searched."""
    return 3 + depth // 4


def is_improving(game: Any, mem: int, ply: int, player: int) -> bool:
    """Whether a position is worth more to its mover than that of two plies before; also where either was not judged."""
    now = game.load_score(mem, w.EVALUATED + (ply & w.EVALUATED_PLIES - 1))
    before = game.load_score(mem, w.EVALUATED + (ply - 2 & w.EVALUATED_PLIES - 1))
    if ply < 3 or now == game.lowest or before == game.lowest:
        return True
    return now >= before if player == 0 else now <= before


def brings_too_little(game: Any, mem: int, gain: Any, static: Any, alpha: Any) -> bool:
    """Whether a noisy move leaves the position far below the window even with what it gains: delta pruning."""
    return alpha > -DECISIVE and is_measured(mem) and static + gain + swings(game, mem, DELTA_MARGIN) <= alpha


def comes_too_late(game: Any, mem: int, player: int, depth: int, ply: int, index: int) -> bool:
    """Whether so many moves were tried before a quiet one, near the horizon, that it is not worth a search."""
    count = LATE_COUNT + depth * depth
    if is_improving(game, mem, ply, player):
        count += count // 2
    return index >= count


def reduction(depth: int, index: int, is_open: bool) -> int:
    """By how many plies less a quiet move of that number is searched at first."""
    hundredths = LOGARITHMS[min(depth, 63)] * LOGARITHMS[min(index + 1, 63)] // 225 + 25
    if is_open:
        hundredths -= 100
    return min(max(hundredths // 100, 0), depth - 2)


def spared(
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
    """By how many plies less a move is searched at first; `LEFT_OUT` where it is not searched at all.

    Quiet moves are left out only where another has shown that the position is not lost.

    Args:
        game: What is compiled in.
        mem: The address of the kernel's memory.
        state: The position.
        player: Its mover.
        move: The move.
        depth: Plies left at the position.
        ply: Plies from the root.
        index: How many moves were tried before.
        static: The evaluation for the mover; `game.lowest` where every move must be tried.
        best: The best value so far.
        alpha: The window's lower end.
        beta: The window's upper end.
        noisy: Whether only noisy moves are tried.
    """
    gain = game.score(game.gain(state, move))
    if noisy:
        return LEFT_OUT if brings_too_little(game, mem, gain, static, alpha) else 0
    if index == 0 or gain > 0:
        return 0
    if depth <= LATE_DEPTH and static > game.lowest and best > -DECISIVE and may_guess(game, alpha, beta):
        if comes_too_late(game, mem, player, depth, ply, index):
            return LEFT_OUT
    if depth < REDUCED_DEPTH or index < REDUCED_FROM:
        return 0
    return reduction(depth, index, game.above(alpha) < beta)
