"""Counting move sequences natively. Imports no numba."""

from __future__ import annotations

from typing import Any

from ..errors import RulesError
from ..limits import Limits
from .game import CompiledGame
from .kernel import Kernel, Stopped
from .root import flat


def count(game: CompiledGame[Any, Any], state: Any, depth: int, *, finished: bool) -> int:
    """`perft` of a compiled game.

    Raises:
        RulesError: The game goes on for more plies than the native code can follow.
    """
    variant = game.variant()
    kernel = Kernel(variant.machine("perft"), variant.shapes)
    try:
        kernel.begin(Limits(), 0.0, 0, 0, 0)
        return kernel.count(flat(variant.shapes.state, state), depth, finished=finished)
    except Stopped as stopped:
        raise RulesError(
            f"counting stopped ({stopped.reason.value}): the game goes on for more plies than native code can follow, or gave an "
            "outcome that no rules can mean"
        ) from None
    finally:
        kernel.close()
