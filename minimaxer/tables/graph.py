"""All positions of a table as a graph: the mover of each, and its edges."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import accumulate, pairwise
from typing import Any, Final, Generic

from ..base.progress import OnProgress, Progress
from ..base.scores import DECISIVE, PLIES, plain_number
from ..base.sizes import deep_size
from ..errors import GameError, RulesError
from ..game.capability import Capabilities
from ..game.following import checked_player, moves_iterator, no_state, stuck_outcome
from ..game.protocol import FINISHED, Game, M, S
from .codes import code_of

ABSENT: Final = -3
"""Replaces the mover of a number without a position."""
MOST_POSITIONS: Final = (1 << 32) - 2
_SAMPLED: Final = 512
MOST_NUMBERS: Final = 1 << 62
"""Largest `size` of a game with tiers, of which not all need be tabulated."""
BESIDE: Final = 170
"""Bytes that a position takes besides its state and key: its places in lists and tables, and its edges both ways."""
_TOLD_EVERY: Final = 0.2


Identity = tuple[int, float | None, Hashable]
"""The mover, or `FINISHED`; the outcome of a finished game, without the margin; and the key."""


class Meter:
    """Reports progress to `on_progress` from time to time."""

    def __init__(self, on_progress: OnProgress) -> None:
        self._on_progress: Final = on_progress
        self._began = self._told = time.monotonic()

    def tell(self, doing: str, done: int, total: int | None, size_bytes: int) -> None:
        """Reports the progress, unless the last report was a moment ago."""
        now = time.monotonic()
        if now - self._told >= _TOLD_EVERY:
            self._told = now
            self._on_progress(Progress(doing, done, total, size_bytes, now - self._began))


def too_large(positions: int, size_bytes: int, memory: int, *, more: bool) -> GameError:
    """The error for a table that does not fit the memory allowed."""
    rest = ", and more are to come" if more else ""
    return GameError(
        f"a table of {positions:,} positions takes about {size_bytes:,} bytes{rest}, and memory allows {memory:,}; give memory= "
        "more, or begin from positions nearer to the end"
    )


class Naming(Generic[S]):
    """The identity of positions: the mover, and the key of the state or of its canonical form. `shares` is True if positions that
    differ only in their margin are one, in a game that banks something.
    """

    def __init__(self, game: Game[S, Any], found: Capabilities[S, Any], *, shares: bool) -> None:
        self._game: Final = game
        self._found: Final = found
        self.shares: Final = shares and found.has_margins

    def identity(self, state: S) -> Identity:
        """The identity of a state; it includes the outcome, since keys of finished states need not depend on it."""
        outcome = self._game.outcome(state)
        if outcome is None:
            return checked_player(self._game.player(state), state), None, self._key(state)
        return FINISHED, self.rest(PLIES.outcome(outcome, state), state), self._key(state)

    def _key(self, state: S) -> Hashable:
        found = self._found
        if found.canonical is not None:
            state, _ = found.canonical(state)
        if self.shares:
            return state if found.key is None else found.key(state)
        return found.identity(state)

    def margin(self, state: S) -> float:
        """The banked margin of a state, if positions that differ only in that are one; else 0."""
        return self._found.margin(state) if self.shares else 0

    def rest(self, outcome: float, state: S) -> float:
        """An outcome without the state's margin."""
        if self.shares and abs(outcome) >= DECISIVE:
            raise RulesError(
                f"a game with banked ended with {outcome:g} in {state!r}; only margins are banked: leave banked out, or ignore it"
            )
        return outcome - self.margin(state)


class Graph(Generic[S, M]):
    """The numbered positions of a table, with their movers and edges, which take at most `memory` bytes.

    Attributes:
        movers: Of each number, the player, `FINISHED` where the game is over, or `ABSENT`.
        starts: Of each number, the index of its first edge; its edges end where the next one's start.
        after: Of each edge, the number it leads to.
        gains: Of each edge, the value that it banks; empty if nothing is banked aside.
        outcomes: Of each position in which the game is over, the outcome without its margin.
        distances: Of those of them that represent lower tiers, the plies to their result.
    """

    def __init__(self, game: Game[S, M], found: Capabilities[S, M], naming: Naming[S], memory: int, meter: Meter) -> None:
        self.naming: Final = naming
        self._game: Final = game
        self._found: Final = found
        self._memory: Final = memory
        self._meter: Final = meter
        self.movers: Final = array("b")
        self.starts: Final = array("Q", [0])
        self.after: Final = array("I")
        self.gains: Final = array("d")
        self.outcomes: Final[dict[int, float]] = {}
        self.distances: Final[dict[int, int]] = {}

    def __len__(self) -> int:
        return len(self.movers)

    def reach(self, roots: Iterable[S]) -> Reached[S]:
        """Finds the reachable positions; raises GameError if states are not hashable, or do not fit the memory."""
        reached: Reached[S] = Reached(self)
        for root in roots:
            reached.enter(root)
        each = BESIDE
        for number, state in enumerate(reached.states):  # which grows meanwhile
            if number % _SAMPLED == 0:
                each = BESIDE + deep_size(state, self.naming.identity(state))
                self._meter.tell("exploring", number, None, each * len(reached.states))
            self._follow(number, state, reached.enter)
            if each * len(reached.states) > self._memory:
                raise too_large(len(reached.states), each * len(reached.states), self._memory, more=True)
        return reached

    def enumerate(self) -> Indexed[S]:
        """Finds positions that a game numbers; raises GameError if they do not fit, RulesError if numbers are inconsistent."""
        indexed: Indexed[S] = Indexed(self._game, self._found)
        size = len(indexed)
        if size * BESIDE > self._memory:
            raise too_large(size, size * BESIDE, self._memory, more=False)
        for number in range(size):
            if number % _SAMPLED == 0:
                self._meter.tell("exploring", number, size, number * BESIDE)
            if (state := indexed.state(number)) is None:
                self.skip()
                continue
            indexed.check(number, state)
            self.note(*self.naming.identity(state)[:2])
            self._follow(number, state, indexed.place)
        return indexed

    def skip(self) -> None:
        """Leaves the next number without a position."""
        self.movers.append(ABSENT)
        self.starts.append(len(self.after))

    def note(self, mover: int, outcome: float | None) -> None:
        """Adds a position, which gets the next number."""
        if outcome is not None:
            self.outcomes[len(self)] = outcome
        self.movers.append(mover)

    def _follow(self, number: int, state: S, number_of: Callable[[S], int]) -> None:
        if self.movers[number] != FINISHED:
            margin = self.naming.margin(state)
            for move in moves_iterator(self._game.moves(state), "moves", state):
                following = self._game.play(state, move)
                if following is None:
                    raise no_state(state, move)
                self.after.append(number_of(following))
                if self.naming.shares:
                    self.gains.append(self.naming.margin(following) - margin)
            if len(self.after) == self.starts[-1]:
                outcome = stuck_outcome(self._found, state, "moves", PLIES)
                assert isinstance(outcome, (int, float))
                self.outcomes[number] = self.naming.rest(outcome, state)
        self.starts.append(len(self.after))

    def degrees(self) -> array[int]:
        """The number of edges that begin at each number."""
        return array("I", [end - begin for begin, end in pairwise(self.starts)])

    def before(self) -> tuple[array[int], array[int]]:
        """The reversed edges: where those of each number start, and the numbers they come from."""
        counts = array("Q", bytes(8 * len(self)))
        for number in self.after:
            counts[number] += 1
        starts = array("Q", accumulate(counts, initial=0))
        place, before = array("Q", starts), array("I", bytes(4 * len(self.after)))
        for number in range(len(self)):
            for edge in range(self.starts[number], self.starts[number + 1]):
                other = self.after[edge]
                before[place[other]] = number
                place[other] += 1
        return starts, before


class Reached(Generic[S]):
    """Positions, added to a graph, with numbers in the order in which they are found, and the state of each number."""

    kind: Final = "codes"

    def __init__(self, graph: Graph[S, Any]) -> None:
        self._graph: Final = graph
        self.states: list[S] = []
        self.numbers: Final[dict[Identity, int]] = {}

    def __len__(self) -> int:
        return len(self.numbers)

    def enter(self, state: S) -> int:
        """The number of a state, which is added if it is new."""
        identity = self._graph.naming.identity(state)
        try:
            number = self.numbers.setdefault(identity, len(self.states))
        except TypeError:
            raise GameError(f"a table needs hashable states, got one like {state!r}; give the game a method key(state)") from None
        if number == len(self.states):
            if number >= MOST_POSITIONS:
                raise GameError(f"a table has at most {MOST_POSITIONS:,} positions; begin from positions nearer to the end")
            self.states.append(state)
            self._graph.note(*identity[:2])
        return number

    def number(self, state: S) -> int | None:
        """The number of a state; None if it is not in the table."""
        return self.numbers.get(self._graph.naming.identity(state))

    def state(self, number: int) -> S | None:
        """The state of a number, as long as states are kept."""
        return self.states[number] if self.states else None

    def forget_states(self) -> None:
        """Frees the memory of the states, which are needed only while a table is made."""
        self.states = []

    def codes(self) -> Iterator[int]:
        """The code of each number in turn."""
        return (code_of(*identity) for identity in self.numbers)


class Indexed(Generic[S]):
    """Positions numbered by the game's `index` and `unindex`; raises GameError if its `size` is invalid. The table has the
    numbers below `count`, by default all. In a game with tiers it may be smaller than `size`.
    """

    kind: Final = "index"

    def __init__(self, game: Any, found: Capabilities[S, Any], count: int | None = None) -> None:
        assert found.index is not None
        assert found.unindex is not None
        self._index: Final = found.index
        self._unindex: Final = found.unindex
        given = getattr(game, "size", None)
        size = plain_number(given)
        most = MOST_POSITIONS if found.tier is None else MOST_NUMBERS
        if not isinstance(size, int) or not 1 <= size <= most:
            raise GameError(
                f"{type(game).__name__} has index, but size is {given!r}; expected a whole number from 1 to "
                f"{most:,}, one more than the greatest index"
            )
        self._size: Final = size
        self._has_tiers: Final = found.tier is not None
        self._count: Final = size if count is None else count

    def __len__(self) -> int:
        return self._count

    def place(self, state: S) -> int:
        """The number of a state; raises RulesError if it is invalid."""
        number = self._index(state)
        if type(number) is not int or number < 0 or (number >= self._size and not self._has_tiers):
            raise RulesError(f"index({state!r}) gave {number!r}; expected a whole number from 0 to {self._size - 1:,}")
        return number

    def number(self, state: S) -> int | None:
        """The number of a state, None if its tier is not in the table; raises RulesError if it is invalid."""
        number = self.place(state)
        return number if number < self._count else None

    def check(self, number: int, state: S) -> None:
        """Raises RulesError unless the state of a number has that number."""
        if self.place(state) != number:
            raise RulesError(f"unindex({number}) gave {state!r}, whose index is {self.place(state)}; expected the same number")

    def state(self, number: int) -> S | None:
        """The state of a number; None if it has no position."""
        return self._unindex(number)

    def forget_states(self) -> None:
        """Does nothing: no states are kept."""

    def codes(self) -> Iterator[int]:
        """Yields nothing: positions are found by their numbers."""
        return iter(())
