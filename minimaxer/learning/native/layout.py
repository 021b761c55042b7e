"""The memory of the training kernels behind the header, in words of 64 bits, and the record of games played by searches."""

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

# --- the kernel that turns the states of a record into codes --------------------------------------------------------------
_coding: Final = Places(h.FREE, h.MARGIN)
RECORDED: Final = _coding.word()
"""The address of the record."""
CODED: Final = _coding.word()
"""The address for the codes of one state after the other."""

# --- the record of games that were played by searches -----------------------------------------------------------------------
_record: Final = Places(0)
ROWS: Final = _record.word()
"""Rows of games that have ended."""
PLAYED: Final = _record.word()
"""Games that have ended."""
TO_PLAY: Final = _record.word()
FIRST_GAME: Final = _record.word()
"""The number of the first of these games."""
SEED: Final = _record.word()
NODES: Final = _record.word()
"""Nodes of each search."""
MOST_OPENING: Final = _record.word()
"""As `OPENING`."""
EXPLORING: Final = _record.word()
"""As `EXPLORE`."""
GAME_RNG: Final = _record.word()
"""The state of the random number generator of the game being played."""
RECORD_HEAD: Final = _record.next

_row: Final = Places(0)
ROW_VALUE: Final = _row.word()
"""The value that the search found, and the result of the game, as scores for player 0."""
ROW_RESULT: Final = _row.word()
ROW_MOVER: Final = _row.word()
ROW_GAME: Final = _row.word()
ROW_CUT: Final = _row.word()
"""1 if a random move followed."""
ROW_STATE: Final = _row.next
"""The words of the state, to the end of the row."""
MOST_ROWS: Final = 4 * MOST_PLIES
