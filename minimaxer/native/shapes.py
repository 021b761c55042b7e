"""Memory layouts of a game's values: all that is needed to call its kernels."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from ..base.scores import HIGHEST
from ..compiler.runtime.layout import Layout


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
        return {
            "state": self.state.to_json(),
            "move": self.move.to_json(),
            "float_scores": self.float_scores,
            "exact_key": self.exact_key,
            "key_words": self.key_words,
            "highest": self.highest,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Shapes:
        """The shapes that `to_json` wrote."""
        state, move = Layout.from_json(data["state"]), Layout.from_json(data["move"])
        return cls(state, move, data["float_scores"], data["exact_key"], data["key_words"], data["highest"])
