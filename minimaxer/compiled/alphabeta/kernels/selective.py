"""Selective search: positions given up because their evaluation is far outside the window.

How far is far depends on the game: margins are multiples of the swing, the average by which one ply changes the evaluation,
which the search measures as it goes.

Source: chessprogramming.org "Reverse Futility Pruning", "Razoring".
"""

from __future__ import annotations

from typing import Any, Final

from ....scores import DECISIVE
from ...kernels.positions import static_value
from ...native.intrinsics import peek, poke
from .. import words as w

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


def judged(game: Any, mem: int, state: Any, player: int, ply: int) -> Any:
    """The evaluation for the mover; `game.lowest` where every move must be tried. The ply's swing is measured on the way."""
    here = w.EVALUATED + (ply & w.EVALUATED_PLIES - 1)
    if game.has_must_move:
        if game.must_move(state):
            game.store_score(mem, here, game.lowest)
            return game.lowest
    value = static_value(game, mem, state)
    game.store_score(mem, here, value)
    if ply > 1:
        before = game.load_score(mem, w.EVALUATED + (ply - 1 & w.EVALUATED_PLIES - 1))
        if before > game.lowest:
            measured = min(peek(mem, w.SWINGS) + 1, WINDOW)
            poke(mem, w.SWINGS, measured)
            poke(mem, w.SWING, peek(mem, w.SWING) + (int(abs(value - before) * STEPS) - peek(mem, w.SWING)) // measured)
    return value if player == 0 else -value


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
