"""The memory of the training kernel behind the header: what stands where, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.places import Places

MOST_PLIES: Final = 1024
"""After that many plies a game is drawn."""
MOST_CODES: Final = 256
"""Most numbers that the value of a position adds up."""

_scalars: Final = Places(h.FREE, h.MARGIN)

TABLE: Final = _scalars.word()
"""The address of the numbers, as floats; behind them as many sums of errors, and of their sizes."""
COUNT: Final = _scalars.word()
"""How many numbers there are."""
GAMES: Final = _scalars.word()
"""How many games to play."""
DONE: Final = _scalars.word()
"""How many were played."""
MOVED: Final = _scalars.word()
"""Positions of these games."""
RNG: Final = _scalars.word()
"""The state of the random numbers."""
RATE: Final = _scalars.word()
"""How far a value follows its error, as the bits of a float."""
EXPLORE: Final = _scalars.word()
"""The share of moves that are drawn by lot, as the bits of a float."""
TRACE: Final = _scalars.word()
"""Lambda, as the bits of a float: how much later values count beside the next one."""
OPENING: Final = _scalars.word()
"""Most plies that are drawn by lot before a game begins."""
PLIES: Final = _scalars.word()
"""After that many plies a game is drawn."""
SCALE: Final = _scalars.word()
"""What outcomes are divided by, as the bits of a float."""
MARGINS: Final = _scalars.word()
"""Not 0: outcomes are margins, and values sums; else values are the hyperbolic tangent of sums."""
WRONG: Final = _scalars.word()
"""The sum of squared errors, as the bits of a float."""

_parts: Final = Places(h.END)
BEST: Final = _parts.words(MOST_PLIES)
"""By ply, the best value behind the position, as the bits of a float."""
CUT: Final = _parts.words(MOST_PLIES)
"""By ply, whether another move than the best was played."""
CODES: Final = _parts.words(MOST_PLIES * MOST_CODES)
"""By ply, the places of the numbers that the value of the position adds up."""
SIZE: Final = _parts.next
