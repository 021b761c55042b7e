"""All states reachable from one, each once, with its successors; their values between two bounds that close in on each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final, Generic, cast

from ...base.scores import Scale
from ...base.sizes import deep_size
from ...errors import GameError
from ...game.capability import Capabilities
from ...game.following import chances_of, checked_player, listed_moves, no_state, stuck_outcome
from ...game.protocol import CHANCE, FINISHED, Game, M, S
from ...searching.limits import Control

PRECISION: Final = 1e-13
"""The gap at which bounds count as met, as a part of the range of values."""
STILL: Final = 1e-17
"""The movement for each state, as a part of the range of values, up to which a sweep is the last one."""


class ValueIteration:
    """Bounds on the values of all states for player 0: at least `low`, at most `high`; raises StopSearch if a limit is met.

    States that lead to one another are settled together, after all states that they lead to. Both bounds start at the ends of the
    scale and only move towards each other, by the bounds of the successors, so that the value always lies between them. Where
    play may cycle without chance ever ending it, they may stay apart. `sweeps` is the most sweeps over one component, `nodes` the
    updates of states in all.

    Source: R. Bellman, "A Markovian decision process", Journal of Mathematics and Mechanics 6(5), 1957; bounds from both sides:
    S. Haddad and B. Monmege, "Interval iteration algorithm for MDPs and IMDPs", Theoretical Computer Science 735, 2018.
    """

    def __init__(self, graph: Reachable[Any, Any], scale: Scale, control: Control) -> None:
        self._graph: Final = graph
        self._control: Final = control
        self._poll_at = 0
        self._precision: Final = PRECISION * (scale.high - scale.low)
        self._still: Final = STILL * (scale.high - scale.low)
        self.low: Final = [scale.low + 0.0] * len(graph)
        self.high: Final = [scale.high + 0.0] * len(graph)
        self.sweeps = 0
        self.nodes = 0
        for number, outcome in graph.outcomes.items():
            self.low[number] = self.high[number] = outcome
        for together in components(graph.after):
            self._settle(together)

    def error(self, number: int) -> float:
        """The largest distance between the value of a state and the middle of its bounds."""
        return (self.high[number] - self.low[number]) / 2

    def _settle(self, states: Sequence[int]) -> None:
        """Moves the bounds of the states of a component until they meet, or stay where they are."""
        sweeps = 0
        while True:
            moved = sum(self._update(number) for number in states if self.high[number] - self.low[number] > self._precision)
            sweeps += 1
            self.sweeps = max(self.sweeps, sweeps)
            gap = max(self.high[number] - self.low[number] for number in states)
            if gap <= self._precision or moved <= self._still * len(states):
                return

    def _update(self, number: int) -> float:
        """Moves the bounds of one state by those of its successors; gives the distance."""
        self.nodes += 1
        if self.nodes >= self._poll_at:
            self._poll_at = self._control.poll(len(self._graph) + self.nodes) - len(self._graph)
        after, player = self._graph.after[number], self._graph.players[number]
        low, high = self.low, self.high
        if player == CHANCE:
            chances = self._graph.chances[number]
            least = sum([chance * low[each] for chance, each in zip(chances, after, strict=True)])
            most = sum([chance * high[each] for chance, each in zip(chances, after, strict=True)])
        else:
            choose = max if player == 0 else min
            least, most = choose([low[each] for each in after]), choose([high[each] for each in after])
        least, most = max(least, low[number]), min(most, high[number])
        if least > most:  # by rounding
            least = most = (least + most) / 2
        moved = (least - low[number]) + (high[number] - most)
        low[number], high[number] = least, most
        return abs(moved)


def components(after: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yields the strongly connected components, each after all that it leads to, given the numbers of each state's successors.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972.
    """
    number, low = [0] * len(after), [0] * len(after)
    open_, stack, count = [False] * len(after), list[int](), 0
    for start in range(len(after)):
        if number[start]:
            continue
        todo = [(start, iter(after[start]))]
        count += 1
        number[start] = low[start] = count
        stack.append(start)
        open_[start] = True
        while todo:
            state, following = todo[-1]
            for other in following:
                if not number[other]:
                    count += 1
                    number[other] = low[other] = count
                    stack.append(other)
                    open_[other] = True
                    todo.append((other, iter(after[other])))
                    break
                if open_[other]:
                    low[state] = min(low[state], number[other])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[state])
                if low[state] == number[state]:
                    found = list[int]()
                    while not found or found[-1] != state:
                        found.append(stack.pop())
                        open_[found[-1]] = False
                    yield found


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

    def following(self, number: int) -> Sequence[int]:
        """The numbers of a state's successors."""
        return self.after[number]

    def state(self, number: int) -> S:
        """The state with this number."""
        return self._states[number]

    def move(self, number: int, place: int) -> M:
        """The move at this place among those of a state in which a player moves."""
        found: M = list(self._moves(self._states[number]))[place]
        return found
