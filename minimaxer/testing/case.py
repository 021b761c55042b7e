"""One state under examination, with cached results of the game's methods."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Generic

from ..base.payoffs import PayoffScale
from ..base.scale import Scale
from ..game.capability import CATALOGUE, Capabilities
from ..game.comparing import Difference, alike, close, difference, says_equal
from ..game.players import players_of
from ..game.protocol import CHANCE, Game, M, S
from ..game.scales import outcomes_of
from .asking import following, guarded, listed, state_given
from .clock import Clock
from .contents import fresh
from .words import Quoted

OF_MOVERS: Final = frozenset(each.name for each in CATALOGUE if each.of_mover)
"""The methods that are never called at chance nodes."""


class Case(Generic[S, M]):
    """A state, with the results of the game's methods for it; all that ask one raise `MethodRaised` if it raised an exception."""

    def __init__(self, game: Game[S, M], found: Capabilities[S, M], state: S, clock: Clock | None = None) -> None:
        self.game: Final = game
        self.found: Final = found
        self.state: Final = state
        self.quoted: Final = Quoted(state)
        self.clock: Final = Clock() if clock is None else clock

    def ask(self, name: str, *arguments: Any) -> Any:
        """Calls a method of the game and gives its result."""
        given = state_given if name == "play" else guarded
        return given(name, getattr(self.game, name), *arguments)

    @cached_property
    def outcome(self) -> Any:
        """The outcome; None while the game runs."""
        return self.ask("outcome", self.state)

    @cached_property
    def runs(self) -> bool:
        """True while the game is not over."""
        return self.outcome is None

    @cached_property
    def player(self) -> Any:
        """The mover."""
        return self.ask("player", self.state)

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return players_of(self.game)

    @property
    def mover(self) -> int | None:
        """The mover as an int; None unless it is one of the players."""
        return next((each for each in range(self.players) if says_equal(self.player, each)), None)

    @cached_property
    def is_chance(self) -> bool:
        """True at a chance node."""
        return self.runs and "chances" in self.found and says_equal(self.player, CHANCE) is True

    @cached_property
    def scale(self) -> Scale | PayoffScale:
        """The scale of the game's outcomes and evaluations."""
        return outcomes_of(self.game)

    @cached_property
    def moves(self) -> list[Any]:
        """The legal moves, or the outcomes of a chance node; empty where the game is over."""
        return following(self.game, self.state)[0] if self.runs else []

    @cached_property
    def moves_again(self) -> list[Any]:
        """The moves from a second call, to compare with the first."""
        return following(self.game, self.state)[0]

    @cached_property
    def children(self) -> list[Any]:
        """The states after each move."""
        return [self.ask("play", fresh(self.state), move) for move in self.moves]

    def call(self, name: str) -> None:
        """Calls one method with this state, and with each of its moves where it takes a move."""
        answer = {"play": "children", "chances": "moves"}.get(name, name)
        if answer in ("outcome", "player", "moves", "children"):
            getattr(self, answer)
        elif self.is_chance and name in OF_MOVERS:
            return
        elif self.runs and name in ("search_moves", "noisy_moves"):
            listed(name, self.game, self.state)
        elif self.runs and name in self.found:
            parameters = next(each.parameters for each in self.found if each.name == name)
            if parameters == ("state",):
                self.ask(name, self.state)
            elif parameters == ("state", "move"):
                for move in self.moves:
                    self.ask(name, self.state, move)

    def of(self, state: S) -> Case[S, M]:
        """A case for another state of the same game."""
        return Case(self.game, self.found, state, self.clock)

    def difference(self, one: S, other: S) -> Difference:
        """Compares two states: by content; where that is inconclusive, by key, else by the results of the game's methods."""
        found = difference(one, other)
        if found in (Difference.SAME, Difference.OTHER):
            return found
        if self.found.key is not None:
            names = [name for name in ("key", "banked") if name in self.found]
            same = all(says_equal(self.ask(name, one), self.ask(name, other)) for name in names)
            return Difference.SAME if same else Difference.OTHER
        return found if self.of(one).is_answered_as(self.of(other)) else Difference.OTHER

    def is_answered_as(self, other: Case[S, M]) -> bool:
        """True if both states have equal outcome, mover, moves, key, banked margin and evaluation; may raise MethodRaised."""
        if self.runs != other.runs or not (self.runs or close(self.outcome, other.outcome)):
            return False
        names = [name for name in ("key", "banked", "evaluate") if name in self.found and (self.runs or name != "evaluate")]
        if not all(close(self.ask(name, self.state), other.ask(name, other.state)) for name in names):
            return False
        return not self.runs or (says_equal(self.player, other.player) is True and alike(self.moves, other.moves))
