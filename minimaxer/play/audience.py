"""What people at a board may see of a game, sentences about its events with the players' names, and values as shares of a bar."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from random import Random
from statistics import median
from typing import Any, Final

from attrs import frozen

from ..base.scores import Meaning, is_decisive, win_probability
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.following import final_outcome, wandered
from ..game.notation import with_names
from ..game.protocol import CHANCE, hides, players_of
from .session import Session

_EVALUATED: Final = 200
"""Most evaluations that are sampled."""
_ENDED: Final = 12
"""Most results that are sampled of a game without evaluations."""
_SECONDS: Final = 0.2
"""Most seconds that sampling takes, but for the rules' last answer."""


@frozen
class Worth:
    """A search's estimate of a position, in words and as player 0's share: from 0 (lost) by 0.5 (even) to 1 (won). `turns` is the
    number of moves that players had made before the position that was searched.
    """

    share: float
    told: str
    turns: int


def typical_value(game: Any) -> float:
    """The median size of the evaluations in random games of two players, or of results in points where there are no evaluations.
    Zeros, wins and losses are left out; 1 if nothing is left. An exception of the rules, or 0.2 s, end the games.
    """
    sizes: list[float] = []
    until = time.perf_counter() + _SECONDS
    with suppress(Exception):
        values = takewhile(lambda _: time.perf_counter() < until, _values(game))
        sizes.extend(abs(value) for value in values if value and not is_decisive(value))
    return median(sizes) if sizes else 1.0


def _values(game: Any) -> Iterator[float | None]:
    """Evaluations in random games, or else results; None for each other position, so that the caller can check the time."""
    found, rng, state = capabilities(game), Random(1), game.initial()
    left = 0 if players_of(game) != 2 else _ENDED if found.evaluate is None else _EVALUATED
    while left > 0:
        result = final_outcome(game, found, state)
        value: Any = result if found.evaluate is None else None if result is not None else found.evaluate(state)
        left -= value is not None
        yield None if value is None else float(value)
        state = wandered(game, state, rng) if result is None else game.initial()


def share_of(value: float, meaning: Meaning, typical: float, *, solved: bool = False) -> float:
    """A value for player 0 as a share of the bar: 1 for a win, 0.5 for a draw, 0 for a loss.

    Averages of wins and losses are the probability of a win; of other values, `typical` counts as tanh(1) of a win. A value that
    is `solved` is certain, so that its sign tells who wins, and 0 is a draw.

    Examples:
        >>> from minimaxer import WIN
        >>> share_of(WIN - 3, "plies", 5.0), share_of(0, "plies", 5.0), share_of(WIN / 2, "chances", 5.0)
        (1.0, 0.5, 0.75)
    """
    if meaning == "chances":
        return win_probability(value)
    return (1 + (value > 0) - (value < 0)) / 2 if solved or is_decisive(value) else (1 + math.tanh(value / typical)) / 2


def begun(text: str) -> str:
    """Capitalizes the first letter of a text."""
    return text[:1].upper() + text[1:]


def describe_move(session: Session[Any, Any], number: int, seat: str = "") -> str:
    """Describes a move, numbered from 0, and the next mover if that is unusual; without a full stop.

    `seat` is who plays for the player, such as `AI`; empty to leave that out.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> session = Session(TicTacToe())
        >>> session.play(4)
        >>> describe_move(session, 0), describe_move(session, 0, "AI")
        ('X plays 5', 'X (AI) plays 5')
    """
    before = session.states[number]
    player, text = session.game.player(before), session.notation.write_move(before, session.moves[number])
    if player == CHANCE:
        return f"Chance brings {text}"
    who = begun(session.names[player]) + (f" ({seat})" if seat else "")
    text = "passes" if text.lower() == "pass" else f"plays {text}"
    return f"{who} {text}{describe_next(session, number)}"


def describe_next(session: Session[Any, Any], number: int) -> str:
    """Names the next mover if it is the same player again or one out of turn; else empty."""
    if number + 1 == len(session.moves) and session.is_over:
        return ""
    names, player = session.names, session.game.player(session.states[number])
    mover = session.game.player(session.states[number + 1])
    if mover < 0 or len(names) == 1 or mover == (player + 1) % len(names):
        return ""
    return " and moves again" if mover == player else f"; {names[mover]} is next"


def describe_end(session: Session[Any, Any]) -> str:
    """Describes the result of a finished game."""
    return f"The game is over: {with_names(str(session.result), session.names)}."


def with_side(text: str, names: Sequence[str]) -> str:
    """A value in words, with the players' names; a number is marked as player 0's.

    Examples:
        >>> with_side("-3", ("White", "Black")), with_side("player 1 wins in 2 plies", ("White", "Black"))
        ('-3 for White', 'Black wins in 2 plies')
    """
    is_number = len(names) == 2 and text.strip("<>= +-").replace(".", "").isdecimal()
    return f"{text} for {names[0]}" if is_number and text.strip("<>= ") != "0" else with_names(text, names)


@frozen
class Audience:
    """The people at a board; decides what a terminal, a page or a file may show them of a game with hidden information."""

    session: Session[Any, Any]
    people: Collection[int]

    @property
    def knows_all(self) -> bool:
        """True if everything may be shown: nothing is hidden, the game is over, or no people play."""
        return not hides(self.session.game) or self.session.is_over or not self.people

    @property
    def sees_board(self) -> bool:
        """True if the current state may be shown; a drawing shows what the player to move knows."""
        return self.knows_all or self.session.mover in self.people

    def board(self, state: Any) -> str:
        """A state as text; drawn only in part if something is hidden from the people."""
        board = None if self.session.found.render is not None else self.session.board
        if board is not None:
            return "\n".join([board.text(state), *board.beside(state)])
        return self.session.notation.draw_anyway(state, whole=self.knows_all)

    def sees_move_of(self, player: int) -> bool:
        """True if the moves of a player may be shown; moves of chance may be cards dealt face down."""
        return self.knows_all or player != CHANCE

    def check(self, what: str) -> None:
        """Raises OptionError unless everything may be shown; `what` names the output to refuse."""
        if not self.knows_all:
            raise OptionError(f"{what} once it is over, since it tells what is hidden")
