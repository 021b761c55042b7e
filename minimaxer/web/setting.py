"""The setting of a game at a table."""

from __future__ import annotations

from random import Random

from attrs import field, frozen

from ..searching.limits import Limits


@frozen(kw_only=True)
class Setting:
    """The setting of a game.

    Attributes:
        seats: The seat of each player: `person`, `AI`, a level as in `level 3`, or `adaptive`.
        limits: The limits of the AI's searches.
        clock: The clock of each player; None without clocks.
        dice: The source of dice rolls; None if people enter their own.
        position: The first position, in the game's notation; None for the start.
    """

    seats: tuple[str, ...]
    limits: Limits = field(factory=lambda: Limits(seconds=1.0))
    clock: Limits | None = None
    dice: Random | None = field(factory=Random)
    position: str | None = None
    uses_book: bool = True
