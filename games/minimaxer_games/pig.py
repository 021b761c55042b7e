"""Pig: roll a die as often as you like and bank what you rolled; a 1 loses it all. First to the goal wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number, whole

HOLD: Final = 0
"""The move that banks the turn's total."""
ROLL: Final = 7
"""The move that rolls the die; the side it shows, 1 to 6, is the move of chance."""
MOST_GOAL: Final = 1_000


class Turn(NamedTuple):
    """The points that both players have banked, the turn's total so far, the player to move, and True while the die rolls."""

    banked: tuple[int, int]
    total: int
    player: int
    rolling: bool


@frozen(kw_only=True)
class Pig:
    """The rules.

    Attributes:
        goal: Points to win, 2 to 1,000.
        sides: Sides of the die, 3 to 6; with 2 it is a coin, as in Piglet, where 2, heads, scores one point.

    Source: T. Neller and C. Presser, "Optimal play of the dice game Pig", The UMAP Journal 25(1), 2004.

    Examples:
        >>> mx.search(Pig(goal=2, sides=2), depth=20).win_probability  # 4/7 in the end
        0.571...
    """

    names: ClassVar = ("Orange", "Blue")
    goal: int = field(default=100, validator=whole(2, MOST_GOAL))
    sides: int = field(default=6, validator=whole(2, 6))

    def initial(self) -> Turn:
        """No points banked; player 0 begins."""
        return Turn((0, 0), 0, 0, False)

    def player(self, turn: Turn) -> int:
        """The player to move, or chance while the die rolls."""
        return mx.CHANCE if turn.rolling else turn.player

    def moves(self, turn: Turn) -> Iterator[int]:
        """A roll, and a hold once there is something to bank."""
        yield ROLL
        if turn.total:
            yield HOLD

    def chances(self, turn: Turn) -> Iterator[tuple[int, float]]:
        """Every side of the die."""
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def play(self, turn: Turn, move: int) -> Turn:
        """Rolls the die, banks the total, or scores the side that the die shows."""
        if move == ROLL:
            return turn._replace(rolling=True)
        if turn.rolling and move > 1:
            return turn._replace(total=turn.total + (1 if self.sides == 2 else move), rolling=False)
        first, second = turn.banked
        gain = 0 if turn.rolling else turn.total
        banked = (first + gain, second) if turn.player == 0 else (first, second + gain)
        return Turn(banked, 0, 1 - turn.player, False)

    def outcome(self, turn: Turn) -> int | None:
        """A win for the player whose points and total reach the goal, even before a hold."""
        if turn.banked[turn.player] + turn.total < self.goal or turn.rolling:
            return None
        return mx.WIN if turn.player == 0 else mx.LOSS

    def all_moves(self) -> tuple[int, int]:
        """The roll and the hold."""
        return ROLL, HOLD

    def evaluate(self, turn: Turn) -> float:
        """Player 0's lead in points, the turn's total counted by half, as a share of the goal."""
        mine, theirs = (self.goal - points for points in turn.banked)
        lead = theirs - mine + (turn.total if turn.player == 0 else -turn.total) / 2
        return mx.WIN * lead / (self.goal + self.sides)

    def parse(self, text: str) -> Turn:
        """Reads both players' points, the total, the player to move and `*` while the die rolls, as in `30-42+11/0*`."""
        points, _, rest = text.removesuffix("*").partition("+")
        first, _, second = points.partition("-")
        total, _, player = rest.partition("/")
        most = self.goal + self.sides
        if not all(is_number(each, most) for each in (first, second, total)) or player not in ("0", "1"):
            raise mx.NotationError(f"expected points, the turn's total and whose turn it is, such as 30-42+11/0, got {text!r}")
        return Turn((int(first), int(second)), int(total), int(player), text.endswith("*"))

    def format(self, turn: Turn) -> str:
        """Writes what `parse` reads."""
        return f"{turn.banked[0]}-{turn.banked[1]}+{turn.total}/{turn.player}{'*' * turn.rolling}"

    def parse_move(self, turn: Turn, text: str) -> int:
        """Reads `roll`, `hold`, or the side that the die shows."""
        move = {"hold": HOLD, "roll": ROLL}.get(text, int(text) if is_number(text, self.sides) else HOLD)
        if (move == HOLD and text != "hold") or turn.rolling != (1 <= move <= self.sides):
            wanted = f"what the die shows, 1 to {self.sides}" if turn.rolling else "roll or hold"
            raise mx.NotationError(f"expected {wanted}, got {text!r}")
        return move

    def format_move(self, turn: Turn, move: int) -> str:
        """Writes what `parse_move` reads."""
        return {HOLD: "hold", ROLL: "roll"}.get(move, str(move))

    def tally(self, turn: Turn) -> tuple[int, int]:
        """The banked points of each player."""
        return turn.banked

    def render(self, turn: Turn) -> str:
        """A line for each player."""
        lines = []
        for player, name in enumerate(self.names):
            mine = f" + {turn.total}{' rolls' * turn.rolling}" if turn.player == player else ""
            lines.append(f"{name:6} {turn.banked[player]:4}{mine}")
        return "\n".join(lines)

    def svg(self, turn: Turn) -> str:
        """A bar towards the goal for each player, the turn's total in a pale colour behind it."""
        canvas = mx.drawing.Canvas(300, 104, title=f"pig: {self.format(turn)}")
        for player, colour in enumerate(("first", "second")):
            y = 12 + 36 * player
            canvas.rect(12, y, 240, 24, "rule", round=3)
            mine = turn.total if turn.player == player else 0
            canvas.rect(12, y, 240 * min(1.0, (turn.banked[player] + mine) / self.goal), 24, f"{colour}_pale", round=3)
            canvas.rect(12, y, 240 * turn.banked[player] / self.goal, 24, colour, round=3)
            canvas.text(276, y + 17, f"{turn.banked[player]}{f'+{mine}' if mine else ''}", "ink", size=12)
        canvas.line(252, 6, 252, 78, "ink", dashed=True)
        canvas.text(252, 92, str(self.goal), "faint", size=11)
        return str(canvas.drawing())
