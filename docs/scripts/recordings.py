"""The searches that the documents let one step through, recorded anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import minimaxer as mx
from minimaxer_games.mancala import kalah_benchmark
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

_KALAH: Final = kalah_benchmark(houses=3, seeds=2)
_PIG: Final = Pig()

RECORDINGS: Final[dict[str, Callable[[], mx.Recording]]] = {
    "alpha-beta": partial(mx.record, _KALAH, depth=3),
    "expectimax": partial(mx.record, _PIG, _PIG.parse("90-90+9/0"), depth=4, variants=["expectimax", "star1", "star2"]),
    "monte-carlo": partial(mx.record, TicTacToe(), variants=["montecarlo"], simulations=40),
}
"""Every recording by the name of its file."""
