"""Memory layout of the sampling kernel after the header: the places for the results of a game's methods."""

from __future__ import annotations

from typing import Final

from ..compiler.runtime import header as h
from ..compiler.runtime.places import Places
from ..game.players import MOST_PLAYERS

_scalars: Final = Places(h.FREE, h.MARGIN)

OVER: Final = _scalars.word()
OUTCOME: Final = _scalars.words(MOST_PLAYERS)
"""One word, or one per player for more than two; likewise for the evaluation."""
PLAYER: Final = _scalars.word()
EVALUATION: Final = _scalars.words(MOST_PLAYERS)
LOW: Final = _scalars.word()
HIGH: Final = _scalars.word()
BANKED: Final = _scalars.word()
COUNT: Final = _scalars.word()
SEARCHED_COUNT: Final = _scalars.word()
NOISY_COUNT: Final = _scalars.word()
MOVES: Final = _scalars.word()
"""The address of the list of moves; the addresses of the other lists follow."""
CHILDREN: Final = _scalars.word()
SEARCHED: Final = _scalars.word()
NOISY: Final = _scalars.word()
MAPPED: Final = _scalars.word()
FORCED: Final = _scalars.word()
PASSES: Final = _scalars.word()
"""1 if there is a null move; the state after it is stored behind the children, and the canonical state behind that."""
SYMMETRY: Final = _scalars.word()
MOST: Final = 1024
"""Most moves compared; states with more are skipped."""
STATE: Final = h.STATE
KEY: Final = h.END
WEIGHTS: Final = KEY + 1024
LEGAL: Final = WEIGHTS + MOST
IDS: Final = LEGAL + MOST
PRIORS: Final = IDS + MOST
GAINS: Final = PRIORS + MOST
SIZE: Final = GAINS + MOST
