"""The memory of the probe kernel: where it puts what a game's methods give for a state. Imports no numba."""

from __future__ import annotations

from typing import Final

OVER: Final = 0
OUTCOME: Final = 1
PLAYER: Final = 2
EVALUATION: Final = 3
LOW: Final = 4
HIGH: Final = 5
COUNT: Final = 6
SEARCHED_COUNT: Final = 7
NOISY_COUNT: Final = 8
MOVES: Final = 9
"""The address of the moves; those of the other lists follow."""
CHILDREN: Final = 10
SEARCHED: Final = 11
NOISY: Final = 12
MAPPED: Final = 13
FORCED: Final = 14
PASSES: Final = 15
"""Whether there is a null move; the state after it stands behind the children, the canonical state behind that."""
SYMMETRY: Final = 16
MOST: Final = 1024
"""Most moves compared; states with more are left out."""
STATE: Final = 64
KEY: Final = STATE + 1024
WEIGHTS: Final = KEY + 1024
LEGAL: Final = WEIGHTS + MOST
IDS: Final = LEGAL + MOST
SIZE: Final = IDS + MOST
