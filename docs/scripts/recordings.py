"""The searches that the documents let one step through, recorded anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import minimaxer as mx
from minimaxer.insight.steps import Recording
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.mancala import kalah_benchmark
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

_KALAH: Final = kalah_benchmark(houses=3, seeds=2)
_PIG: Final = Pig()
_CHESS: Final = ChessLite()
_STAR: Final = ChineseCheckers(size=1)

RECORDINGS: Final[dict[str, Callable[[], Recording]]] = {
    "alpha-beta": partial(mx.record, _KALAH, depth=3),
    "expectimax": partial(mx.record, _PIG, _PIG.parse("90-90+9/0"), depth=4, variants=["expectimax", "star1", "star2"]),
    "max-n": partial(mx.record, _STAR, _STAR.parse("./..1./.02/..../. 0 6"), depth=3, variants=["maxn"]),
    "monte-carlo": partial(mx.record, TicTacToe(), variants=["montecarlo"], simulations=40),
    "quiescence": partial(mx.record, _CHESS, _CHESS.parse("3k1/2p2/1p3/5/KQ3 w"), depth=1, variants=["quiescence", "alphabeta"]),
}
"""Every recording by the name of its file."""
