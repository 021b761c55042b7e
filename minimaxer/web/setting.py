"""How a game at a table is set up."""

from __future__ import annotations

from random import Random

from attrs import field, frozen

from ..searching.limits import Limits


@frozen(kw_only=True)
class Setting:
    """How a game is set up.

    Attributes:
        seats: Who sits where: for each player `person`, `AI`, a level as in `level 3`, or `adaptive`.
        limits: How long the AI thinks.
        clock: What everybody's clock shows; None without clocks.
        dice: What rolls; None where people enter what their dice show.
        position: Where the game begins, in its notation; None for the start.
        uses_book: Whether the AIs begin by the opening book, where there is one.
    """

    seats: tuple[str, ...]
    limits: Limits = field(factory=lambda: Limits(seconds=1.0))
    clock: Limits | None = None
    dice: Random | None = field(factory=Random)
    position: str | None = None
    uses_book: bool = True
