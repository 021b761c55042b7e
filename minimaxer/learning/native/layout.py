"""The memory of the training kernel behind the header, in words of 64 bits."""

from typing import Final

from ...compiler.runtime import header as h
from ...compiler.runtime.header import Places

MOST_PLIES: Final = 1024
"""Most plies of a game, which is broken off there."""
MOST_CODES: Final = 256
"""Most numbers that add up to the value of a position."""

_scalars: Final = Places(h.FREE, h.MARGIN)

TABLE: Final = _scalars.word()
"""The address of the numbers, as floats; behind them the sums of the errors of each, and of their absolute values."""
COUNT: Final = _scalars.word()
"""The count of numbers in the table."""
GAMES: Final = _scalars.word()
"""Games to play."""
DONE: Final = _scalars.word()
"""Games played."""
MOVED: Final = _scalars.word()
"""Positions learnt from in these games."""
RNG: Final = _scalars.word()
"""The state of the random number generator."""
RATE: Final = _scalars.word()
"""The learning rate of a number, as the bits of a float."""
EXPLORE: Final = _scalars.word()
"""The share of random moves, as the bits of a float."""
TRACE: Final = _scalars.word()
"""Lambda, as the bits of a float: the weight of later values beside the next one."""
OPENING: Final = _scalars.word()
"""Most random plies at the start of a game, which are not learnt from."""
PLIES: Final = _scalars.word()
"""Most plies of a game, which is broken off there."""
SCALE: Final = _scalars.word()
"""The divisor of outcomes, as the bits of a float."""
MARGINS: Final = _scalars.word()
"""Not 0 if outcomes are margins, and values are sums; else values are the hyperbolic tangent of sums."""
WRONG: Final = _scalars.word()
"""The sum of squared errors, as the bits of a float."""

_parts: Final = Places(h.END)
BEST: Final = _parts.words(MOST_PLIES)
"""The best value of all moves of each learnt position, as the bits of a float."""
CUT: Final = _parts.words(MOST_PLIES)
"""1 for each learnt position where a random move cuts traces: it is not the best, or ends the game."""
CODES: Final = _parts.words(MOST_PLIES * MOST_CODES)
"""The places of the numbers that add up to the value of each learnt position."""
SIZE: Final = _parts.next
