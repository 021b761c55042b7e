"""A game of one's own in five methods: count to 21, adding 1, 2 or 3; who says 21 wins.

uv run minimaxer play examples/race.py:Race
"""

from __future__ import annotations

from typing import NamedTuple

import minimaxer as mx


class Count(NamedTuple):
    """The number reached, and who counts on."""

    total: int
    player: int


class Race:
    """The rules."""

    goal = 21

    def initial(self) -> Count:
        """Nobody has said a number."""
        return Count(0, 0)

    def player(self, count: Count) -> int:
        """Who counts on."""
        return count.player

    def moves(self, count: Count) -> range:
        """Add 1, 2 or 3, but not beyond the goal."""
        return range(1, min(3, self.goal - count.total) + 1)

    def play(self, count: Count, step: int) -> Count:
        """The next number; then it is the other player's turn."""
        return Count(count.total + step, 1 - count.player)

    def outcome(self, count: Count) -> int | None:
        """At the goal, who has just moved has won; all results are for player 0."""
        if count.total < self.goal:
            return None
        return mx.WIN if count.player == 1 else mx.LOSS


if __name__ == "__main__":
    print(mx.solve(Race()))
