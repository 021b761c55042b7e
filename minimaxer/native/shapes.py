"""Memory layouts of a game's values, all that is needed to call its kernels, and of the kernel that samples its methods."""

from __future__ import annotations

from typing import Any, Final

from attrs import asdict, frozen

from ..base.scores import HIGHEST
from ..compiler.runtime import header as h
from ..compiler.runtime.header import Places
from ..compiler.runtime.layout import Layout
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


@frozen
class Shapes:
    """The layouts of one game's states and moves.

    Attributes:
        float_scores: True if scores are floats.
        exact_key: True if table keys are one-to-one; `key_words` is the number of words hashed into one.
        highest: A number above every value: the bound of an open window.
    """

    state: Layout
    move: Layout
    float_scores: bool
    exact_key: bool
    key_words: int
    highest: float = HIGHEST

    def to_json(self) -> dict[str, Any]:
        """The shapes as plain data."""
        return asdict(self, recurse=False) | {"state": self.state.to_json(), "move": self.move.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Shapes:
        """The shapes that `to_json` wrote."""
        state, move = Layout.from_json(data["state"]), Layout.from_json(data["move"])
        return cls(state, move, data["float_scores"], data["exact_key"], data["key_words"], data["highest"])
