"""A game in progress: its history, the player to move, the clocks, and the result."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from random import Random
from typing import Final, Generic

from attrs import evolve, frozen

from ..base.checks import front_door
from ..base.scores import Payoffs, is_decisive, payoffs_of, shown_payoffs
from ..errors import FinishedGameError, IllegalMoveError, OptionError
from ..game.boards import Board, find_board
from ..game.capability import Capabilities, capabilities
from ..game.comparing import matching
from ..game.following import drawn, final_outcome, is_chance, steps
from ..game.notation import Notation, names_of
from ..game.protocol import Game, M, S, players_of
from ..native import rules_of
from ..searching.limits import Limits


class Ending(Enum):
    """The way in which a game ended."""

    RULES = "rules"
    """By the rules."""
    SOLVED = "solved"
    """Its result was proven before the end."""
    PLIES = "plies"
    """It exceeded the agreed number of plies, which is a draw."""
    REPETITION = "repetition"
    """A position occurred for the third time, which was agreed to be a draw."""
    TIME = "time"
    """A player's clock ran out."""
    ILLEGAL = "illegal"
    """A player gave an illegal move."""
    ERROR = "error"
    """A player failed in another way."""
    RESIGNED = "resigned"
    """A player resigned."""

    @property
    def is_forfeit(self) -> bool:
        """True if a player lost by time, an illegal move, an error or resignation."""
        return self in (Ending.TIME, Ending.ILLEGAL, Ending.ERROR, Ending.RESIGNED)


_DRAWS: Final = {Ending.PLIES: "the game went on for too long", Ending.REPETITION: "a position came for the third time"}
_FORFEITS: Final = {
    Ending.TIME: "lost on time",
    Ending.ILLEGAL: "gave an illegal move",
    Ending.ERROR: "failed",
    Ending.RESIGNED: "resigned",
}


@frozen(kw_only=True)
class Result:
    """The result of a game.

    Attributes:
        points: Each player's share of the point that a game is worth: (1, 0), (0.5, 0.5); with more than two players, those with
            the highest payoff share it.
        ending: The way it ended.
        outcome: The outcome by the rules or a proof, a number or tuple; else None.
        by: The player who forfeited; None if there is none.
        why: The reason in words; empty if there is none.
    """

    points: tuple[float, ...]
    ending: Ending
    outcome: float | Payoffs | None = None
    by: int | None = None
    why: str = ""

    def __str__(self) -> str:
        if self.by is not None:
            return f"player {self.by} {_FORFEITS[self.ending]}" + (f": {self.why}" if self.why else "")
        if self.ending in _DRAWS:
            return f"a draw, since {_DRAWS[self.ending]}"
        if self.outcome is None:
            best = [player for player, points in enumerate(self.points) if points == max(self.points)]
            return f"player {best[0]} wins" if len(best) == 1 else "a draw"
        text = describe_outcome(self.outcome, len(self.points))
        return f"{text}, as the search had proven" if self.ending is Ending.SOLVED else text


class Session(Generic[S, M]):
    """One game in progress, as the terminal, matches and protocols play it.

    Args:
        game: The rules.
        state: The first state; the initial state by default.
        clocks: Limits with a clock for each player, or None; without them no time is counted.

    Attributes:
        moves: The moves so far, those of chance included.
        states: The states so far, the first one first.
        seconds: The time of each move; 0 if it was not measured.
        clocks: The seconds that each player has left; None for those without a clock.
        result: The result; None while the game runs.
        undone: The moves taken back that `redo` plays again, the next one last.
        names: The players' names in sentences about the game.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> session = Session(TicTacToe())
        >>> for move in (0, 3, 1, 4, 2):
        ...     session.play(move)
        >>> str(session.result)
        'player 0 wins'
        >>> session.undo(), session.mover
        (2, 0)
    """

    @front_door
    def __init__(self, game: Game[S, M], state: S | None = None, *, clocks: Sequence[Limits | None] = ()) -> None:
        for each in clocks:
            if not isinstance(each, Limits | None):
                raise OptionError(f"expected clocks to be Limits or None for each player, got {each!r}")
        self.game: Final = game
        self.found: Final[Capabilities[S, M]] = capabilities(game)
        self.notation: Final = Notation(game, self.found)
        self.players: Final = players_of(game)
        self.names = names_of(game)
        self.moves: Final[list[M]] = []
        self.states: Final[list[S]] = [game.initial() if state is None else state]
        self.seconds: Final[list[float]] = []
        self.clocks: Final = [None if each is None else each.clock for each in clocks] or [None] * self.players
        self._increments: Final = [0.0 if each is None else each.increment or 0.0 for each in clocks]
        self.result: Result | None = None
        self.undone: Final[list[M]] = []
        self._legal: Sequence[M] | None = None
        """The legal moves, or those of chance; None until they are first needed."""
        self._look(final_outcome(game, self.found, self.state))

    @property
    def board(self) -> Board | None:
        """The board that is found in the game's states; None where none is sure."""
        return find_board(rules_of(self.game))

    @property
    def state(self) -> S:
        """The current state."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """True if there is a result."""
        return self.result is not None

    @property
    def is_chance(self) -> bool:
        """True if chance decides now."""
        return not self.is_over and is_chance(self.game, self.state)

    @property
    def mover(self) -> int | None:
        """The player to move, or `CHANCE`; None if the game is over."""
        return None if self.is_over else self.game.player(self.state)

    @property
    def legal(self) -> Sequence[M]:
        """The legal moves of the mover, or the moves of chance; empty if the game is over."""
        if self.is_over:
            return []
        if self._legal is None:
            self._legal = list(steps(self.game, self.state))
        return self._legal

    def play(self, move: M, seconds: float = 0.0) -> None:
        """Plays a move of the mover or of chance; a mover whose time is up has lost.

        Args:
            move: The move.
            seconds: The time its player took.

        Raises:
            FinishedGameError: The game is over.
            IllegalMoveError: The move is not legal; nothing changed.
        """
        if self.is_over:
            raise FinishedGameError(f"expected a game that runs, got a move in one that ended: {self.result}")
        state = self.state
        found = matching(self.legal, move)
        if found is None:
            raise IllegalMoveError(f"expected a legal move of {state!r}, got {move!r}; legal: {self.legal!r}")
        mover, after = self.game.player(state), self._after(found)
        if mover >= 0 and not self._is_in_time(mover, seconds):
            self.forfeit(mover, Ending.TIME, f"after {seconds:.3g} s for the last move")
            return
        self._add(found, seconds, *after)  # the game's own move, where an equal one was given
        self.undone.clear()

    def draw(self, rng: Random) -> M:
        """Draws and plays a move of chance; returns it."""
        move = drawn(self.game, self.state, rng)
        self.play(move)
        return move

    @front_door
    def forfeit(self, player: int, ending: Ending, why: str = "") -> None:
        """Ends the game against a player; the others share the point."""
        points = tuple(0.0 if each == player else 1 / max(1, self.players - 1) for each in range(self.players))
        self.result = Result(points=points, ending=ending, by=player, why=why)

    def settle(self, outcome: float | Payoffs, ending: Ending = Ending.SOLVED) -> None:
        """Ends the game with a known outcome."""
        self.result = Result(points=points_of(outcome, self.players), ending=ending, outcome=outcome)

    def break_off(self, ending: Ending = Ending.PLIES) -> None:
        """Ends a game that is too long or repeats itself; all players share the point."""
        self.result = Result(points=(1 / self.players,) * self.players, ending=ending)

    @front_door
    def undo(self, to: int | None = None) -> M:
        """Takes moves back, and the result with them; clocks stay as they are.

        Args:
            to: The number of moves to keep; by default all but the last.

        Returns:
            The first of the moves taken back.

        Raises:
            IllegalMoveError: There are no moves to take back, or the number is out of range.
        """
        to = len(self.moves) - 1 if to is None else to
        if not 0 <= to < len(self.moves):
            raise IllegalMoveError(f"expected a number of moves to be left below {len(self.moves)}, got {to}")
        first, outcome = self.moves[to], final_outcome(self.game, self.found, self.states[to])
        self.undone.extend(reversed(self.moves[to:]))
        del self.moves[to:], self.seconds[to:], self.states[to + 1 :]
        self.result = None
        self._look(outcome)
        return first

    @front_door
    def redo(self, to: int | None = None) -> M:
        """Replays moves that were taken back, if none was played since; clocks stay as they are.

        Args:
            to: The number of moves to reach; by default one more.

        Returns:
            The last of the replayed moves.

        Raises:
            IllegalMoveError: There are no moves to replay, or the number is out of range.

        Examples:
            >>> from minimaxer_games.nim import Nim
            >>> session = Session(Nim(heaps=(2,)))
            >>> session.play(session.legal[0])
            >>> session.redo() if session.undone else session.undo()
            Take(heap=0, sticks=2)
            >>> session.redo()
            Take(heap=0, sticks=2)
        """
        played, known = len(self.moves), len(self.moves) + len(self.undone)
        to = played + 1 if to is None else to
        if not played < to <= known:
            raise IllegalMoveError(f"expected a number of moves from {played + 1} to {known} to play again, got {to}")
        while len(self.moves) < to:
            self._add(self.undone[-1], 0.0, *self._after(self.undone[-1]))
            self.undone.pop()
        return self.moves[-1]

    @front_door
    def turn_before(self, players: Collection[int]) -> int | None:
        """The number of moves before the last one of these players; None if they made none."""
        return next((turn for turn in range(len(self.moves) - 1, -1, -1) if self.game.player(self.states[turn]) in players), None)

    def limits_of(self, limits: Limits) -> Limits:
        """Limits for the current move, with the time left on the mover's clock if it has one."""
        mover = self.mover
        left = None if mover is None or mover < 0 else self.clocks[mover]
        return limits if mover is None or left is None else evolve(limits, clock=left, increment=self._increments[mover] or None)

    def _after(self, move: M) -> tuple[S, float | Payoffs | None]:
        """The state after a move, and its outcome; computed first, so that nothing changes if the rules raise an error."""
        after = self.game.play(self.state, move)
        return after, final_outcome(self.game, self.found, after)

    def _add(self, move: M, seconds: float, after: S, outcome: float | Payoffs | None) -> None:
        self.moves.append(move)
        self.seconds.append(seconds)
        self.states.append(after)
        self._look(outcome)

    def _is_in_time(self, mover: int, seconds: float) -> bool:
        """Deducts a move's time from its player's clock and adds the increment; False if the time was up."""
        clock = self.clocks[mover]
        if clock is None:
            return True
        left = clock - seconds
        self.clocks[mover] = left + self._increments[mover] if left > 0 else 0.0
        return left > 0

    def _look(self, outcome: float | Payoffs | None) -> None:
        """Updates the session for a new state with that outcome."""
        self._legal = None
        if outcome is not None:
            self.settle(outcome, Ending.RULES)


def points_of(outcome: float | Payoffs, players: int) -> tuple[float, ...]:
    """Each player's share of the point.

    Examples:
        >>> points_of(-3, 2), points_of(0, 2), points_of((4, 1, 4), 3)
        ((0.0, 1.0), (0.5, 0.5), (0.5, 0.0, 0.5))
    """
    payoffs = payoffs_of(outcome, players)
    if players == 1:
        return (float(payoffs[0] > 0) if payoffs[0] != 0 else 0.5,)
    most = max(payoffs)
    return tuple(1 / payoffs.count(most) if each == most else 0.0 for each in payoffs)


def describe_outcome(outcome: float | Payoffs, players: int) -> str:
    """An outcome in words.

    Examples:
        >>> describe_outcome(-7, 2), describe_outcome((1, 0, 0), 3)
        ('player 1 wins by 7', 'player 0 wins, with payoffs (1, 0, 0)')
    """
    if isinstance(outcome, tuple):
        most = max(outcome)
        first = [str(player) for player, payoff in enumerate(outcome) if payoff == most]
        whom = f"player {first[0]} wins" if len(first) == 1 else f"players {', '.join(first)} share the first place"
        return f"{whom}, with payoffs {shown_payoffs(outcome)}"
    if outcome == 0:
        return "a draw"
    winner = "player 0 wins" if outcome > 0 else "player 0 loses" if players == 1 else "player 1 wins"
    return winner if is_decisive(outcome) else f"{winner} by {abs(outcome):g}"
