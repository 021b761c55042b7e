"""All positions of a table as a graph: who moves in each, and which may follow."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, Generic

from attrs import frozen

from ..base.scale import PLIES
from ..base.scores import DECISIVE, checked_banked, plain_number
from ..base.sizes import deep_size
from ..errors import GameError, RulesError
from ..game.capability import Capabilities
from ..game.checked import checked_player, no_state
from ..game.ending import moves_iterator, stuck_outcome
from ..game.protocol import FINISHED, Game, M, S
from .codes import code_of

ABSENT: Final = -3
"""What stands for the mover of a number that is no position."""
MOST_POSITIONS: Final = (1 << 32) - 2
_SAMPLED: Final = 512
MOST_NUMBERS: Final = 1 << 62
"""The same in games with tiers, of which not all need be tabulated."""
BESIDE: Final = 170
"""Bytes that a position takes beside its state and key: its places in lists and tables, and its moves both ways."""
_TOLD_EVERY: Final = 0.2


Identity = tuple[int, float | None, Hashable]
"""The mover, or `FINISHED`; the outcome then, without what is banked; and the key."""


@frozen
class Progress:
    """How far the making of a table has come.

    Attributes:
        doing: What is being done: `exploring`, `settling` or `saving`.
        done: Positions behind it.
        total: Positions in all; None where that is not known yet.
        size_bytes: Memory taken, about.
        seconds: Time since it began.
    """

    doing: str
    done: int
    total: int | None
    size_bytes: int
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """About how long this part still takes; None where that is not known."""
        if self.total is None or self.done == 0:
            return None
        return self.seconds / self.done * (self.total - self.done)

    def __str__(self) -> str:
        of = "" if self.total is None else f" of {self.total:,}"
        left = "" if self.seconds_left is None else f", {self.seconds_left:.0f} s left"
        return f"{self.doing}: {self.done:,}{of} positions, {self.size_bytes / (1 << 20):,.0f} MB{left}"


class Meter:
    """Tells now and then how far work has come.

    Args:
        on_progress: Who is told; None: nobody.
    """

    def __init__(self, on_progress: Callable[[Progress], object] | None) -> None:
        self._on_progress: Final = on_progress
        self._began = self._told = time.monotonic()

    def tell(self, doing: str, done: int, total: int | None, size_bytes: int) -> None:
        """Tells it, where it was not told just now."""
        now = time.monotonic()
        if self._on_progress is not None and now - self._told >= _TOLD_EVERY:
            self._told = now
            self._on_progress(Progress(doing, done, total, size_bytes, now - self._began))


def too_large(positions: int, size_bytes: int, memory: int, *, more: bool) -> GameError:
    """The error to raise where a table does not fit the memory allowed."""
    rest = ", and more are to come" if more else ""
    return GameError(
        f"a table of {positions:,} positions takes about {size_bytes:,} bytes{rest}, and memory allows {memory:,}; give memory= "
        "more, or begin from positions nearer to the end"
    )


class Naming(Generic[S]):
    """What tells positions apart: the mover, and the key of the state, or of the one that stands for all that mirror it.

    Args:
        game: The rules.
        found: Its capabilities.
        shares: Whether positions that differ only in what is banked are one.

    Attributes:
        shares: Whether they are, in a game that banks something.
    """

    def __init__(self, game: Game[S, Any], found: Capabilities[S, Any], *, shares: bool) -> None:
        self._game: Final = game
        self._found: Final = found
        self.shares: Final = shares and found.banked is not None

    def identity(self, state: S) -> Identity:
        """What tells it from all others, since keys of ends need not tell results apart."""
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

    def banked(self, state: S) -> float:
        """What is settled in a state, where positions that differ only in that are one."""
        return checked_banked(self._found.banked(state), state) if self.shares and self._found.banked is not None else 0

    def rest(self, outcome: float, state: S) -> float:
        """An outcome without what is banked."""
        if self.shares and abs(outcome) >= DECISIVE:
            raise RulesError(
                f"a game with banked ended with {outcome:g} in {state!r}; only margins are banked: leave banked out, or ignore it"
            )
        return outcome - self.banked(state)


class Graph(Generic[S, M]):
    """The positions of a table, numbered, with the mover of each and what may follow it.

    Args:
        game: The rules.
        found: Its capabilities.
        naming: What tells positions apart.
        memory: The most bytes to take.
        meter: Tells how far it has come.

    Attributes:
        movers: Of each number, the player, `FINISHED` where the game is over, or `ABSENT`.
        starts: Of each number, where its edges begin; the next one's is where they end.
        after: Of each edge, the number it leads to.
        gains: Of each edge, how much it banks; empty where nothing is banked aside.
        outcomes: Of each position in which the game is over, the outcome without what is banked.
        distances: Of those of them that stand for more play, how many plies away it is.
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

    # --- finding positions ------------------------------------------------------------------------------------------------------

    def reach(self, roots: Iterable[S]) -> Reached[S]:
        """Finds the positions that can be reached.

        Raises:
            GameError: States cannot be hashed, or do not fit the memory.
        """
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
        """Finds the positions that a game numbers itself.

        Raises:
            GameError: They do not fit the memory.
            RulesError: Its numbers are not what they should be.
        """
        indexed: Indexed[S] = Indexed(self._game, self._found)
        size = len(indexed)
        if size * BESIDE > self._memory:
            raise too_large(size, size * BESIDE, self._memory, more=False)
        for number in range(size):
            if number % _SAMPLED == 0:
                self._meter.tell("exploring", number, size, number * BESIDE)
            state = indexed.state(number)
            if state is None:
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
        """Enters a position, which gets the next number."""
        if outcome is not None:
            self.outcomes[len(self)] = outcome
        self.movers.append(mover)

    def _follow(self, number: int, state: S, number_of: Callable[[S], int]) -> None:
        """Notes what may follow a position."""
        if self.movers[number] != FINISHED:
            banked = self.naming.banked(state)
            for move in moves_iterator(self._game.moves(state), "moves", state):
                following = self._game.play(state, move)
                if following is None:
                    raise no_state(state, move)
                self.after.append(number_of(following))
                if self.naming.shares:
                    self.gains.append(self.naming.banked(following) - banked)
            if len(self.after) == self.starts[-1]:
                outcome = stuck_outcome(self._found, state, "moves", PLIES)
                assert isinstance(outcome, (int, float))
                self.outcomes[number] = self.naming.rest(outcome, state)
        self.starts.append(len(self.after))

    def degrees(self) -> array[int]:
        """Of each number, how many edges begin there."""
        return array("I", [end - begin for begin, end in pairwise(self.starts)])

    def before(self) -> tuple[array[int], array[int]]:
        """The edges the other way: of each number where they begin, and the numbers they come from."""
        starts = array("Q", bytes(8 * (len(self) + 1)))
        for number in self.after:
            starts[number] += 1
        total = 0
        for number, count in enumerate(starts):
            starts[number] = total
            total += count
        place, before = array("Q", starts), array("I", bytes(4 * len(self.after)))
        for number in range(len(self)):
            for edge in range(self.starts[number], self.starts[number + 1]):
                other = self.after[edge]
                before[place[other]] = number
                place[other] += 1
        return starts, before


class Reached(Generic[S]):
    """The numbers of positions that are found one from the other.

    Args:
        graph: Where they are entered.

    Attributes:
        states: The state of each number.
        numbers: The number of each position.
    """

    kind: Final = "codes"

    def __init__(self, graph: Graph[S, Any]) -> None:
        self._graph: Final = graph
        self.states: list[S] = []
        self.numbers: Final[dict[Identity, int]] = {}

    def __len__(self) -> int:
        return len(self.numbers)

    def enter(self, state: S) -> int:
        """The number of a state, which is entered where it is new."""
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
        """The number of a state; None where it is not there."""
        return self.numbers.get(self._graph.naming.identity(state))

    def state(self, number: int) -> S | None:
        """The state of a number, as long as states are kept."""
        return self.states[number] if self.states else None

    def forget_states(self) -> None:
        """Gives back the memory of the states, which only making a table needs."""
        self.states = []

    def codes(self) -> Iterator[int]:
        """The code of each number in turn."""
        return (code_of(*identity) for identity in self.numbers)


class Indexed(Generic[S]):
    """The numbers of a game's own.

    Args:
        game: The rules.
        found: Its capabilities, with `index` and `unindex`.
        count: How many of the numbers are those of a table; by default all. In a game with tiers they are the first.

    Raises:
        GameError: Its `size` is no size.
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
        """The number of a state.

        Raises:
            RulesError: It is none.
        """
        number = self._index(state)
        if type(number) is not int or number < 0 or (number >= self._size and not self._has_tiers):
            raise RulesError(f"index({state!r}) gave {number!r}; expected a whole number from 0 to {self._size - 1:,}")
        return number

    def number(self, state: S) -> int | None:
        """The number of a state; None where it is of a tier that is not there.

        Raises:
            RulesError: It is none.
        """
        number = self.place(state)
        return number if number < self._count else None

    def check(self, number: int, state: S) -> None:
        """Raises RulesError unless the state of a number has that number."""
        if self.place(state) != number:
            raise RulesError(f"unindex({number}) gave {state!r}, whose index is {self.place(state)}; expected the same number")

    def state(self, number: int) -> S | None:
        """The state of a number; None where it is no position's."""
        return self._unindex(number)

    def forget_states(self) -> None:
        """Does nothing: no states are kept."""

    def codes(self) -> Iterator[int]:
        """None: positions are found by their numbers."""
        return iter(())
