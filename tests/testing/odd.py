"""Games with odd states and methods: hidden, numbered, drawn by lot, in arrays, lazily filled, hostile. Some are sound."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, ClassVar, NamedTuple

from attrs import frozen

import minimaxer as mx

from .broken import Heap, Sound


class Hidden:
    """A state that shows nothing, has no equality, and is never twice the same, as those of libraries in C++."""

    __slots__ = ("_left", "_player", "_serial")
    made: ClassVar[Iterator[int]] = itertools.count()

    def __init__(self, left: int, player: int) -> None:
        self._left = left
        self._player = player
        self._serial = next(self.made)

    def counts(self) -> tuple[int, int]:
        """What is left, and who moves."""
        return self._left, self._player

    def take(self, count: int) -> None:
        """Changes the state."""
        self._left -= count
        self._player = 1 - self._player


@frozen
class HiddenStates:
    """Take one, two or three, with hidden states: sound."""

    size: int = 9

    def initial(self) -> Hidden:
        return Hidden(self.size, 0)

    def player(self, state: Hidden) -> int:
        return state.counts()[1]

    def moves(self, state: Hidden) -> Iterable[int]:
        return range(1, min(3, state.counts()[0]) + 1)

    def play(self, state: Hidden, move: int) -> Hidden:
        left, player = state.counts()
        return Hidden(left - move, 1 - player)

    def outcome(self, state: Hidden) -> float | None:
        left, player = state.counts()
        return None if left else mx.LOSS if player == 0 else mx.WIN


@frozen
class HiddenStatesWithKey(HiddenStates):
    def key(self, state: Hidden) -> tuple[int, int]:
        return state.counts()


@frozen
class HiddenLots(HiddenStates):
    """`play` takes one more now and then."""

    calls: ClassVar[list[int]] = []

    def play(self, state: Hidden, move: int) -> Hidden:
        self.calls.append(1)
        left, player = state.counts()
        return Hidden(max(0, left - move - len(self.calls) % 2), 1 - player)


@frozen
class HiddenInPlace(HiddenStates):
    """`play` changes the state it was given, of which nothing is seen."""

    def play(self, state: Hidden, move: int) -> Hidden:
        state.take(move)
        return Hidden(*state.counts())


class Numbered:
    """A state without equality that carries a number of its own, for all to see."""

    made: ClassVar[Iterator[int]] = itertools.count()

    def __init__(self, left: int, player: int) -> None:
        self.left = left
        self.player = player
        self.serial = next(self.made)


@frozen
class NumberedStates:
    """Take one, two or three, with numbered states: sound, but no two states are known to be equal."""

    def initial(self) -> Numbered:
        return Numbered(9, 0)

    def player(self, state: Numbered) -> int:
        return state.player

    def moves(self, state: Numbered) -> Iterable[int]:
        return range(1, min(3, state.left) + 1)

    def play(self, state: Numbered, move: int) -> Numbered:
        return Numbered(state.left - move, 1 - state.player)

    def outcome(self, state: Numbered) -> float | None:
        return None if state.left else mx.LOSS if state.player == 0 else mx.WIN


@frozen
class NumberedStatesWithKey(NumberedStates):
    def key(self, state: Numbered) -> tuple[int, int]:
        return state.left, state.player


class Lazy:
    """A state that keeps its moves once they are asked of it."""

    def __init__(self, left: int, player: int) -> None:
        self.left = left
        self.player = player
        self.cached_moves: list[int] | None = None

    def legal(self) -> list[int]:
        """The moves."""
        if self.cached_moves is None:
            self.cached_moves = list(range(1, min(3, self.left) + 1))
        return self.cached_moves


@frozen
class LazyStates:
    """Take one, two or three; `play` asks the state for its moves, which it then keeps: sound."""

    def initial(self) -> Lazy:
        return Lazy(9, 0)

    def player(self, state: Lazy) -> int:
        return state.player

    def moves(self, state: Lazy) -> Iterable[int]:
        return range(1, min(3, state.left) + 1)

    def play(self, state: Lazy, move: int) -> Lazy:
        if move not in state.legal():
            raise ValueError(move)
        return Lazy(state.left - move, 1 - state.player)

    def outcome(self, state: Lazy) -> float | None:
        return None if state.left else mx.LOSS if state.player == 0 else mx.WIN


@frozen
class LazyOnesThatCount(LazyStates):
    """What `play` keeps in the state shows in its moves."""

    def moves(self, state: Lazy) -> Iterable[int]:
        return range(1, min(2 if state.cached_moves else 3, state.left) + 1)


# --- results --------------------------------------------------------------------------------------------------------------------


@frozen
class AlwaysWon(Sound):
    """The result is for the player who moved last, who wins."""

    def outcome(self, state: Any) -> Any:
        return None if state.left else mx.WIN


@frozen
class AlwaysLost(Sound):
    """The result is for the player whose turn it would be, who has lost."""

    def outcome(self, state: Any) -> Any:
        return None if state.left else mx.LOSS


# --- cards ----------------------------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """Hands, the card that was led or 0, tricks won by player 0 and by player 1, and who moves."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    led: int
    tricks: tuple[int, int]
    player: int


@frozen
class Tricks:
    """Three cards each, open; the higher card takes the trick, and its player leads to the next. A margin game of six plies."""

    seed: int = 0
    cards: int = 3

    def initial(self) -> Table:
        cards = Random(self.seed).sample(range(1, 4 * self.cards + 1), 2 * self.cards)
        return Table((tuple(cards[: self.cards]), tuple(cards[self.cards :])), 0, (0, 0), 0)

    def player(self, table: Table) -> int:
        return table.player

    def moves(self, table: Table) -> Iterable[int]:
        return table.hands[table.player]

    def play(self, table: Table, card: int) -> Table:
        first, second = (tuple(each for each in hand if each != card) for hand in table.hands)
        if not table.led:
            return Table((first, second), card, table.tricks, 1 - table.player)
        winner = table.player if card > table.led else 1 - table.player
        tricks = (table.tricks[0] + (winner == 0), table.tricks[1] + (winner == 1))
        return Table((first, second), 0, tricks, winner)

    def outcome(self, table: Table) -> float | None:
        return None if table.led or any(table.hands) else table.tricks[0] - table.tricks[1]

    def evaluate(self, table: Table) -> float:
        return table.tricks[0] - table.tricks[1]


@frozen
class MoversTricks(Tricks):
    """Evaluated for the player to move."""

    def evaluate(self, table: Table) -> float:
        value = table.tricks[0] - table.tricks[1]
        return value if table.player == 0 else -value


DEALS = Random(7)


@frozen
class DealtTricks(Tricks):
    """Every game is dealt anew."""

    def initial(self) -> Table:
        return Tricks(seed=DEALS.randrange(1 << 30), cards=self.cards).initial()


@frozen
class DealtTwice(DealtTricks):
    """Who follows with two cards in hand may play the first of them twice."""

    def moves(self, table: Table) -> Iterable[int]:
        hand = table.hands[table.player]
        return (*hand, hand[0]) if table.led and len(hand) == 2 else hand


# --- keys -----------------------------------------------------------------------------------------------------------------------


class Lap(NamedTuple):
    """A place on a ring, the laps run, and who moves."""

    place: int
    laps: int
    player: int


@frozen
class Ring:
    """One token on a ring of five places goes one or two on; who completes the last lap wins. The key leaves out the laps."""

    last: int = 3

    def initial(self) -> Lap:
        return Lap(0, 0, 0)

    def player(self, lap: Lap) -> int:
        return lap.player

    def moves(self, lap: Lap) -> Iterable[int]:
        return range(1, 3)

    def play(self, lap: Lap, move: int) -> Lap:
        laps, place = divmod(lap.place + move, 5)
        return Lap(place, lap.laps + laps, 1 - lap.player)

    def outcome(self, lap: Lap) -> float | None:
        return None if lap.laps < self.last else mx.LOSS if lap.player == 0 else mx.WIN

    def key(self, lap: Lap) -> tuple[int, int]:
        return (-1, lap.player) if lap.laps >= self.last else (lap.place, lap.player)


# --- hostile --------------------------------------------------------------------------------------------------------------------


@frozen
class EndlessMoves(Sound):
    def moves(self, state: Any) -> Iterable[Any]:
        return itertools.count(1) if state.left == 5 else range(1, min(3, state.left) + 1)


@frozen
class EndlessNoise(Sound):
    def noisy_moves(self, state: Any) -> Iterable[Any]:
        return itertools.repeat(1)


@frozen
class Exits(Sound):
    def play(self, state: Any, move: Any) -> Any:
        if state.left == 5:
            raise SystemExit("goodbye")
        return Heap(state.left - move, 1 - state.player)


@frozen
class ManyPlayers(Sound):
    """Players are lists."""

    def player(self, state: Any) -> Any:
        return [state.player]


class Loud:
    """A state whose equality and hash raise exceptions."""

    def __init__(self, left: int, player: int) -> None:
        self.left = left
        self.player = player

    def __eq__(self, other: object) -> bool:
        raise LookupError("equality")

    def __hash__(self) -> int:
        raise LookupError("hash")


@frozen
class LoudStates(Sound):
    """States that cannot be compared; what is read back is another kind of state."""

    def initial(self) -> Any:
        return Loud(9, 0)

    def play(self, state: Any, move: Any) -> Any:
        return Loud(state.left - move, 1 - state.player)


class Shy:
    """A state whose `__repr__` raises."""

    def __init__(self, left: int, player: int) -> None:
        self.left = left
        self.player = player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shy) and (self.left, self.player) == (other.left, other.player)

    def __hash__(self) -> int:
        return hash((self.left, self.player))

    def __repr__(self) -> str:
        raise LookupError("not today")


@frozen
class ShyStates(Sound):
    """States cannot be shown."""

    def initial(self) -> Any:
        return Shy(9, 0)

    def play(self, state: Any, move: Any) -> Any:
        return Shy(state.left - move, 1 - state.player)

    null = parse = format = canonical = map_move = None  # type: ignore[assignment]


@frozen(repr=False)
class ShyGame(Sound):
    """The game itself cannot be shown."""

    def __repr__(self) -> str:
        raise SystemExit("goodbye")


@frozen
class ShyTwice(ShyStates):
    """A move is offered twice, too."""

    def moves(self, state: Any) -> Iterable[Any]:
        return [1, 1] if state.left == 5 else range(1, min(3, state.left) + 1)
