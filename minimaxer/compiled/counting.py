"""Counting move sequences natively. Imports no numba."""

from __future__ import annotations

from typing import Any

from ..errors import RulesError
from ..terms.limits import Limits
from .alphabeta.kernel import Kernel, Stopped, head
from .alphabeta.root import flat
from .game import CompiledGame


class Counter:
    """One kernel that counts the move sequences of a compiled game.

    Args:
        game: The compiled game.
    """

    def __init__(self, game: CompiledGame[Any, Any]) -> None:
        variant = game.variant()
        self._shapes = variant.shapes
        self.kernel = Kernel(variant.machine("perft"), variant.shapes)
        self.kernel.begin(Limits(), 0.0, head(0, 0, 0))
        self.kernel.is_long = True

    def count(self, state: Any, depth: int, *, finished: bool) -> int:
        """The sequences of that many plies from a state.

        Raises:
            RulesError: The game goes on for more plies than the native code can follow.
        """
        try:
            return self.kernel.count(flat(self._shapes.state, state), depth, finished=finished)
        except Stopped as stopped:
            raise RulesError(
                f"counting stopped ({stopped.reason.value}): the game goes on for more plies than native code can follow, or "
                "gave an outcome that no rules can mean"
            ) from None

    def close(self) -> None:
        """Gives memory and thread back."""
        self.kernel.close()
