"""One game at the terminal: its players, the view they have of it, and its turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, field

from ...game.names import names_of
from ...game.protocol import CHANCE
from ...game.tally import counts_of
from ...game.typed import typed_move
from ...play.audience import Audience
from ...play.phrases import begun, describe_end, describe_move, describe_next
from ...play.session import Session
from .colours import Colours
from .opponent import Opponent
from .screen import marked, turned


@define
class TerminalGame:
    """A game at the terminal, with its players, dice and display.

    Attributes:
        people: The players that are people; `opponent` plays for the others.
        dice: The generator of rolls; None if people enter their own.
        begin: Begins a new game from a state.
        is_turned: True if the board is shown from the other side.
    """

    session: Session[Any, Any]
    opponent: Opponent
    people: set[int]
    dice: Random | None
    name: str
    begin: Callable[[Any], Session[Any, Any]]
    colours: Colours = field(factory=lambda: Colours(is_on=False))
    is_turned: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return names_of(self.session.game)

    @property
    def audience(self) -> Audience:
        """The people, with their knowledge of the game."""
        return Audience(self.session, self.people)

    @property
    def is_shown(self) -> bool:
        """True if the board is shown: not after a forfeit, nor while it has cards that the people here may not see."""
        result = self.session.result
        return self.audience.sees_board and (result is None or not result.ending.is_forfeit)

    @property
    def points(self) -> float:
        """The people's share of the point of the finished game."""
        assert self.session.result is not None
        return sum(self.session.result.points[player] for player in self.people)

    def board(self) -> str:
        """The board, with a player's last move marked if there are colours; a sentence instead if it must not be seen."""
        session = self.session
        if not self.audience.sees_board:
            return "  the board waits until a person is to move, since it shows what is hidden"
        board = self._drawn(session.state)
        before = self._before_last()
        if not self.colours.is_on or before is None or not self.audience.knows_all:
            return board
        return marked(board, self._drawn(before), self.colours.mark)

    def counts(self) -> str:
        """The count of each player so far, by name; empty if the game keeps none."""
        counts = counts_of(self.session.found, self.session.state, self.session.players)
        return ", ".join(f"{begun(name)} {count}" for name, count in zip(self.names, counts, strict=False))

    def end(self) -> str:
        """The end of the game in words, and the person's win or loss."""
        text = describe_end(self.session)
        if len(self.people) != 1 or len(self.names) == 1:
            return text
        (person,) = self.people
        assert self.session.result is not None
        points = self.session.result.points
        if points[person] == max(points) > min(points):
            return f"{text} You win." if points.count(points[person]) == 1 else text
        return text if points[person] == max(points) else f"{text} You lose."

    def question(self) -> str:
        """The prompt for the person's answer."""
        session = self.session
        mover = session.mover
        if mover is None:
            return "Type new, undo, save FILE or quit: "
        if mover == CHANCE:
            return "The dice show: "
        return f"{self.colours.player(mover, begun(self.names[mover]))}{self.clock(mover)}, your move: "

    def clock(self, mover: int | None) -> str:
        """The time left on a player's clock, as text; empty without clocks."""
        left = None if mover is None or mover < 0 else self.session.clocks[mover]
        return "" if left is None else f", {left:.1f} s left"

    def answer(self) -> str:
        """Plays the AI's move and describes it."""
        session, began = self.session, time.perf_counter()
        mover, name = session.mover, self.opponent.name
        assert mover is not None
        move, reasons = self.opponent.choose(self.audience)
        number, who = len(session.moves), f"{begun(self.names[mover])} ({name})"
        session.play(move, time.perf_counter() - began)
        if number == len(session.moves):
            return f"{who} thought for too long"
        text = describe_move(session, number, name)
        return f"{self.colours.player(mover, who)}{text.removeprefix(who)}{reasons}{self.clock(mover)}"

    def draw(self, dice: Random) -> str:
        """Draws an outcome of chance and describes it."""
        self.session.draw(dice)
        if not self.audience.sees_move_of(CHANCE):
            return "Chance decides."
        return f"{describe_move(self.session, len(self.session.moves) - 1)}."

    def play(self, text: str, seconds: float) -> str:
        """Plays a typed move; describes the next mover if that is unusual. Errors as in `typed_move`."""
        session = self.session
        number, mover = len(session.moves), session.mover
        session.play(typed_move(session.notation, session.state, session.legal, text), seconds)
        if mover == CHANCE or number == len(session.moves) or not describe_next(session, number):
            return ""
        assert session.mover is not None
        if session.mover != mover:
            return f"{begun(self.names[session.mover])} is next."
        return "You move again." if len(self.people) == 1 else f"{begun(self.names[mover])} moves again."

    def _drawn(self, state: Any) -> str:
        board = self.audience.board(state)
        return (turned(board) or board) if self.is_turned else board

    def _before_last(self) -> Any:
        """The state before the last move of a player; None if there was none."""
        session = self.session
        turns = range(len(session.moves) - 1, -1, -1)
        return next((session.states[turn] for turn in turns if session.game.player(session.states[turn]) != CHANCE), None)
