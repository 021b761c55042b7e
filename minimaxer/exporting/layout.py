"""Memory layout of the kernel that a page asks about a position, behind the header, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from ..compiler.runtime import header as h
from ..compiler.runtime.places import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

PLAYER: Final = _scalars.word()
OVER: Final = _scalars.word()
"""1 if the game is over, with the result in `RESULT`."""
COUNT: Final = _scalars.word()
"""Number of moves."""
MOVES: Final = _scalars.word()
"""The address of the moves, one behind the other, with room for `MOST_MOVES`."""
CHILDREN: Final = _scalars.word()
"""The address of the states after each move."""
CHANCES: Final = _scalars.word()
"""The address of the probability of each move, where chance decides, as floats."""
TEXT: Final = _scalars.word()
"""The address of texts and areas, each behind the number of its words: the board, its picture, and for each move its text and its
areas, as far as the game has them."""
TEXT_END: Final = _scalars.word()
"""Number of their words."""
MOST_TEXT: Final = _scalars.word()
"""Number of words that there is room for."""
_parts: Final = Places(h.END)
RESULT: Final = _parts.words(6)
"""The payoffs at the end of the game; for one or two players, player 0's score alone."""
SIZE: Final = _parts.next
"""The total number of words."""
