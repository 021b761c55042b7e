"""Settings of training by self-play, and the result of a round of games."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class Teaching:
    """Settings of the games and of learning from them.

    Attributes:
        rate: The learning rate of a position's value, from above 0 to 1.
        explore: The share of random moves.
        trace: Lambda: 0 learns from the next position alone, 1 from the result alone.
        opening: Most random plies at the start of a game, which are not learnt from.
        plies: Most plies of a game, which is broken off there.
        most: The outcome that counts as 1.
        margins: True if outcomes are margins.
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
    """The result of a round of games.

    Attributes:
        games: Games played.
        positions: Positions learnt from.
        error: The root of the mean squared error of their values; a win is 1.
    """

    games: int
    positions: int
    error: float
