"""All states reachable from one, each once, with its successors."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, Generic, cast

from ...base.scores import Scale
from ...base.sizes import deep_size
from ...errors import GameError
from ...game.capability import Capabilities
from ...game.following import chances_of, checked_player, listed_moves, no_state, stuck_outcome
from ...game.protocol import CHANCE, FINISHED, Game, M, S
from ...searching.limits import Control

_SAMPLED: Final = 64
_BESIDE: Final = 500
"""Bytes that a state takes beside itself: its entries in all tables, and the list of its successors."""


def too_many(states: int, size_bytes: int) -> GameError:
    """The error for reachable states that do not fit in memory."""
    return GameError(
        f"{states:,} reachable states were found, and more are to come, which do not fit {size_bytes:,} bytes; give "
        "AlphaBetaOptions(memory=...) more, solve a later or smaller position, or search to a depth"
    )


class Reachable(Generic[S, M]):
    """The states reachable from one, numbered in the order in which they are found, that one first.

    States are the same if the game's `key`, or else the state itself, and the mover are equal. Raises GameError if states cannot
    be hashed, or there are more than fit `size_bytes` (None: no limit), StopSearch if a limit is met.

    Attributes:
        players: The mover of each state, `CHANCE` or `FINISHED`.
        after: The numbers of each state's successors.
        chances: The probabilities of the successors of each chance node, in their order.
        outcomes: The outcome of each finished state.
        first_moves: The moves of the first state, in the order of its successors.
        edges: The number of moves in all.
    """

    def __init__(
        self, game: Game[S, M], found: Capabilities[S, M], root: S, scale: Scale, size_bytes: int | None, control: Control
    ) -> None:
        self._game: Final = game
        self._found: Final = found
        self._scale: Final = scale
        self._moves: Final[Any] = found.search_moves or game.moves
        self._name: Final = "moves" if found.search_moves is None else "search_moves"
        self._numbers: Final[dict[Hashable, int]] = {}
        self._states: Final[list[S]] = []
        self.players: Final[list[int]] = []
        self.after: Final[list[tuple[int, ...]]] = []
        self.chances: Final[dict[int, tuple[float, ...]]] = {}
        self.outcomes: Final[dict[int, float]] = {}
        self.first_moves: list[M] = []
        self.edges = 0
        self._number(root)
        self._explore(size_bytes, control)

    def __len__(self) -> int:
        return len(self._states)

    def _explore(self, size_bytes: int | None, control: Control) -> None:
        poll_at, most = 0, float("inf")
        for number, state in enumerate(self._states):  # which grows meanwhile
            moves = self._follow(number, state)
            if number == 0:
                self.first_moves = moves
            self.edges += len(moves)
            if number >= poll_at:
                poll_at = control.poll(number + 1)
                if size_bytes is not None and number % _SAMPLED == 0:
                    most = size_bytes / (_BESIDE + deep_size(state))
            if len(self._states) > most:
                raise too_many(len(self._states), size_bytes or 0)

    def _number(self, state: S) -> int:
        outcome = self._game.outcome(state)
        player = FINISHED
        if outcome is None:
            player = checked_player(self._game.player(state), state, chance=self._found.chances is not None)
        key = (player, self._found.identity(state))
        try:
            known = self._numbers.get(key)
        except TypeError:
            raise GameError(
                f"value iteration needs hashable states, got one like {state!r}; give the game a method key(state)"
            ) from None
        if known is not None:
            return known
        number = self._numbers[key] = len(self._states)
        self._states.append(state)
        self.players.append(player)
        self.after.append(())
        if outcome is not None:
            self.outcomes[number] = self._scale.outcome(outcome, state)
        return number

    def _follow(self, number: int, state: S) -> list[M]:
        """Enters the successors of a state; gives the moves to them."""
        if self.players[number] == FINISHED:
            return []
        if self.players[number] == CHANCE:
            pairs = list(chances_of(self._game, state))
            moves = [move for move, _ in pairs]
            self.chances[number] = tuple(chance for _, chance in pairs)
        else:
            moves = listed_moves(self._moves(state), self._name, state)
        after = []
        for move in moves:
            following = self._game.play(state, move)
            if following is None:
                raise no_state(state, move)
            after.append(self._number(following))
        if not after:
            self.outcomes[number] = cast("float", stuck_outcome(self._found, state, self._name, self._scale))
            self.players[number] = FINISHED
        self.after[number] = tuple(after)
        return moves

    def state(self, number: int) -> S:
        """The state with this number."""
        return self._states[number]

    def move(self, number: int, place: int) -> M:
        """The move at this place among those of a state in which a player moves."""
        found: M = list(self._moves(self._states[number]))[place]
        return found
