"""How an evaluation is taught by games against itself, and what a round of them came to."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class Teaching:
    """How games are played, and what is learnt of them.

    Attributes:
        rate: How far the value of a position follows its error, from above 0 to 1.
        explore: The share of moves that are drawn by lot.
        trace: Lambda: 0 learns from the next position alone, 1 from the result alone.
        opening: Most plies that are drawn by lot before a game begins to be learnt from.
        plies: After that many plies nobody wins.
        most: The outcome that counts as 1.
        margins: Whether outcomes are margins.
    """

    rate: float
    explore: float
    trace: float
    opening: int
    plies: int
    most: float
    margins: bool


@frozen(kw_only=True)
class Lesson:
    """What a round of games came to.

    Attributes:
        games: How many were played.
        positions: Positions learnt from.
        error: The root of the mean squared error of their values, of which 1 is a win.
    """

    games: int
    positions: int
    error: float
