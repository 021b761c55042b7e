"""Memory layout of the sampling kernel after the header: the places for the results of a game's methods."""

from __future__ import annotations

from typing import Final

from ..compiler.runtime import header as h
from ..compiler.runtime.places import Places
from ..game.capability import CATALOGUE
from ..game.protocol import MOST_PLAYERS

SAMPLED: Final = tuple(each for each in CATALOGUE if each.compiled and not each.rule and each.gives != "other")
"""The methods whose results are written down by what they are declared to give."""
_scalars: Final = Places(h.FREE, h.MARGIN)

OVER: Final = _scalars.word()
OUTCOME: Final = _scalars.words(MOST_PLAYERS)
"""One word, or one per player for more than two; likewise for the evaluation."""
PLAYER: Final = _scalars.word()
EVALUATION: Final = _scalars.words(MOST_PLAYERS)
LOW: Final = _scalars.word()
HIGH: Final = _scalars.word()
COUNT: Final = _scalars.word()
SEARCHED_COUNT: Final = _scalars.word()
NOISY_COUNT: Final = _scalars.word()
MOVES: Final = _scalars.word()
"""The address of the list of moves; the addresses of the other lists follow."""
CHILDREN: Final = _scalars.word()
SEARCHED: Final = _scalars.word()
NOISY: Final = _scalars.word()
MAPPED: Final = _scalars.word()
PASSES: Final = _scalars.word()
"""1 if there is a null move; the state after it is stored behind the children, and the canonical state behind that."""
SYMMETRY: Final = _scalars.word()
OF_STATE: Final = {each.name: _scalars.word() for each in SAMPLED if each.parameters == ("state",)}
"""The places of the results of methods that take a state, by name."""
MOST: Final = 1024
"""Most moves compared; states with more are skipped."""
STATE: Final = h.STATE
KEY: Final = h.END
WEIGHTS: Final = KEY + 1024
OF_MOVE: Final = {
    each.name: WEIGHTS + MOST * number for number, each in enumerate((each for each in SAMPLED if "move" in each.parameters), 1)
}
"""The places of the results for the first move of methods that take a move, by name; those for other moves follow."""
SIZE: Final = WEIGHTS + MOST * (1 + len(OF_MOVE))
