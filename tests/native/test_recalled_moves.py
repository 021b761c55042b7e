"""Moves that `outcome` has listed, which kernels take over: in every way that rules ask for them, values are those of Python."""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.compiler.recalling import recall_of
from minimaxer.compiler.runtime import header as h
from minimaxer.native.kernels.parts import arena_rewind

from ..oracle import minimax

pytestmark = pytest.mark.thorough


class Heaps(NamedTuple):
    """The heaps, who moves, and the plies played."""

    heaps: tuple[int, ...]
    turn: int
    plies: int


class Nim:
    """Takes one or two from a heap that is no smaller than the one before; who cannot move loses."""

    def initial(self) -> Heaps:
        return Heaps((1, 3, 2, 4), 0, 0)

    def player(self, state: Heaps) -> int:
        return state.turn

    def moves(self, state: Heaps) -> Any:
        return [
            (place, take)
            for place, heap in enumerate(state.heaps)
            for take in (1, 2)
            if heap >= take and (place == 0 or heap >= state.heaps[place - 1])
        ]

    def play(self, state: Heaps, move: tuple[int, int]) -> Heaps:
        place, take = move
        heaps = list(state.heaps)
        heaps[place] -= take
        return Heaps(tuple(heaps), 1 - state.turn, state.plies + 1)

    def lost(self, state: Heaps) -> int:
        return mx.LOSS if state.turn == 0 else mx.WIN

    def outcome(self, state: Heaps) -> Any:
        return None if self.moves(state) else self.lost(state)

    def stuck(self, state: Heaps) -> int:
        return self.lost(state)

    def evaluate(self, state: Heaps) -> int:
        return sum(heap * (place + 1) for place, heap in enumerate(state.heaps)) % 5 - 2


class Changed(Nim):
    """Changes the list that it got."""

    def outcome(self, state: Heaps) -> Any:
        moves = self.moves(state)
        if not moves:
            return self.lost(state)
        moves.reverse()
        moves.pop()
        moves.append((3, 1))
        return None


class Sometimes(Nim):
    """Lists the moves of some states only."""

    def outcome(self, state: Heaps) -> Any:
        if state.plies % 3 == 1:
            return None
        return None if self.moves(state) else self.lost(state)


class OfOthers(Nim):
    """Lists the moves of another state last."""

    def outcome(self, state: Heaps) -> Any:
        other = Heaps(state.heaps[::-1], 1 - state.turn, state.plies)
        none = not self.moves(state)
        others = len(self.moves(other))
        return self.lost(state) if none and others < 9 else None


class ByHelper(Nim):
    """Asks in a function of its own, and for scores only."""

    def is_over(self, state: Heaps) -> bool:
        return len(self.moves(state)) == 0

    def outcome(self, state: Heaps) -> Any:
        return self.lost(state) if self.is_over(state) else None

    def evaluate(self, state: Heaps) -> int:
        return len(self.moves(Heaps(state.heaps[::-1], state.turn, 0))) - len(self.moves(state))


class Partly(Nim):
    """Lists a part of the moves by another argument."""

    def moves(self, state: Heaps, most: int = 2) -> Any:
        return [(place, take) for place, heap in enumerate(state.heaps) for take in range(1, most + 1) if heap >= take]

    def outcome(self, state: Heaps) -> Any:
        return None if self.moves(state, 1) else self.lost(state)


class Lazily(Nim):
    """Yields moves, which `outcome` makes a list."""

    def moves(self, state: Heaps) -> Iterator[tuple[int, int]]:
        for place, heap in enumerate(state.heaps):
            for take in (1, 2):
                if heap >= take:
                    yield place, take

    def outcome(self, state: Heaps) -> Any:
        return None if list(self.moves(state)) else self.lost(state)


class AsTuple(Lazily):
    """Makes a tuple of them."""

    def outcome(self, state: Heaps) -> Any:
        moves = tuple(self.moves(state))
        return self.lost(state) if moves == () else None


class Yielded(Lazily):
    """Asks if there is any."""

    def outcome(self, state: Heaps) -> Any:
        return None if any(True for _ in self.moves(state)) else self.lost(state)


class Waiting(Nim):
    """Has a move that changes nothing but whose turn it is, and a key that leaves the turn out."""

    def moves(self, state: Heaps) -> Any:
        found = [(place, 1) for place, heap in enumerate(state.heaps) if heap]
        return [*found, (0, 0)] if found and state.plies % 2 == 0 else found

    def key(self, state: Heaps) -> Any:
        return state.heaps, state.turn, state.plies


class Board:
    """Heaps in a list, which rules may change."""

    def __init__(self, heaps: list[int], turn: int) -> None:
        self.heaps = heaps
        self.turn = turn


class Mutable(Nim):
    """Nim with states that change."""

    def initial(self) -> Any:
        return Board([1, 3, 2, 4], 0)

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        new = Board(state.heaps[:], state.turn)
        new.heaps[move[0]] -= move[1]
        new.turn = 1 - new.turn
        return new


class Appending(Mutable):
    """Makes the list of moves one by one."""

    def moves(self, state: Any) -> Any:
        found = []
        for place, heap in enumerate(state.heaps):
            if heap > 0:
                found.append((place, 1))
        return found


class Pass(Mutable):
    """Asks for the moves of a state that it still changes: who cannot move passes."""

    def moves(self, state: Any) -> Any:
        return [
            (place, take) for place, heap in enumerate(state.heaps) for take in (1, 2) if heap >= take + (place + state.turn) % 2
        ]

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        new = super().play(state, move)
        if not self.moves(new):
            new.turn = 1 - new.turn
        return new

    def outcome(self, state: Any) -> Any:
        return None if self.moves(state) else self.lost(state)


class Tried(Pass):
    """Changes the state for a moment, lists the moves of that one, and changes it back."""

    def outcome(self, state: Any) -> Any:
        none = not self.moves(state)
        state.turn = 1 - state.turn
        others = len(self.moves(state))
        state.turn = 1 - state.turn
        return self.lost(state) if none and others < 9 else None


class Flipped(Board):
    """A board that turns itself around."""

    def flip(self) -> None:
        self.turn = 1 - self.turn


class TriedByMethod(Tried):
    """The same by a method of the state."""

    def initial(self) -> Any:
        return Flipped([1, 3, 2, 4], 0)

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        new = Flipped(state.heaps[:], state.turn)
        new.heaps[move[0]] -= move[1]
        new.flip()
        return new

    def outcome(self, state: Any) -> Any:
        none = not self.moves(state)
        state.flip()
        others = len(self.moves(state))
        state.flip()
        return self.lost(state) if none and others < 9 else None


class TriedByBoth(TriedByMethod):
    """The same, where `moves` uses that method too."""

    def moves(self, state: Any) -> Any:
        found = []
        for place, heap in enumerate(state.heaps):
            for take in (1, 2):
                state.flip()
                if heap >= take + (place + state.turn) % 2:
                    found.append((place, take))
                state.flip()
        return found


class Tool:
    """Turns states around."""

    def flip(self, state: Any) -> None:
        state.turn = 1 - state.turn


def flip(state: Any) -> None:
    """Turns a state around."""
    state.turn = 1 - state.turn


class TriedByFunction(Tried):
    """The same by a function of the module."""

    def outcome(self, state: Any) -> Any:
        none = not self.moves(state)
        flip(state)
        others = len(self.moves(state))
        flip(state)
        return self.lost(state) if none and others < 9 else None


class TriedByTool(Tried):
    """The same by an object of the rules."""

    tool = Tool()

    def outcome(self, state: Any) -> Any:
        none = not self.moves(state)
        self.tool.flip(state)
        others = len(self.moves(state))
        self.tool.flip(state)
        return self.lost(state) if none and others < 9 else None


class TriedByAlias(Tried):
    """The same on a list with another name."""

    def moves(self, state: Any) -> Any:
        return [(place, 1) for place, heap in enumerate(state.heaps) if heap > place % 2]

    def outcome(self, state: Any) -> Any:
        none = not self.moves(state)
        heaps = None
        heaps = state.heaps
        heaps += [1]
        others = len(self.moves(state))
        heaps.pop()
        return self.lost(state) if none and others < 9 else None


class Holding(NamedTuple):
    """A state that does not change, with a list that does."""

    heaps: tuple[int, ...]
    who: list[int]

    @property
    def turn(self) -> int:
        return self.who[0]

    def flip(self) -> None:
        self.who[0] = 1 - self.who[0]


class TriedByHolder(TriedByMethod):
    """The same by a method of a tuple that holds a list."""

    def initial(self) -> Any:
        return Holding((1, 3, 2, 4), [0])

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        heaps = list(state.heaps)
        heaps[move[0]] -= move[1]
        return Holding(tuple(heaps), [1 - state.who[0]])


class MovesChange(Nim):
    """Changes the moves that it listed, which are lists."""

    def moves(self, state: Heaps) -> Any:
        return [[place, take] for place, heap in enumerate(state.heaps) for take in (1, 2) if heap >= take]

    def outcome(self, state: Heaps) -> Any:
        moves = self.moves(state)
        for move in moves:
            move[1] = 1
        return None if moves else self.lost(state)


class Judged(Mutable):
    """Lists the moves of a state that `evaluate` changes for a moment."""

    def moves(self, state: Any) -> Any:
        return [
            (place, take) for place, heap in enumerate(state.heaps) for take in (1, 2) if heap >= take + state.turn * (place % 2)
        ]

    def evaluate(self, state: Any) -> int:
        state.turn = 1 - state.turn
        running = self.outcome(state) is None
        count = len(self.moves(state))
        state.turn = 1 - state.turn
        return count if running else 0


TRIED = (Tried, TriedByMethod, TriedByBoth, TriedByFunction, TriedByTool, TriedByAlias, TriedByHolder)
RULES = (
    Nim, Changed, Sometimes, OfOthers, ByHelper, Partly, Lazily, AsTuple, Yielded, Waiting, Mutable, Appending, Pass, Judged,
    MovesChange, *TRIED,
)  # fmt: skip
_OPTIONS = (
    mx.AlphaBetaOptions(table=None),
    mx.AlphaBetaOptions(table_depth="exact"),
    mx.AlphaBetaOptions(table_depth="exact", ordering="bubble", enhanced_cutoffs=True),
)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.__name__)
def test_values_and_random_games_are_those_of_python(rules: Any) -> None:
    """Values at each depth are plain minimax's, with and without a table; random games are as long by the exact shares."""
    game, compiled = rules(), mx.compile(rules())
    for depth in (1, 3, 5):
        expected = minimax(game, game.initial(), depth)
        for each in _OPTIONS:
            assert mx.search(compiled, depth=depth, algorithm="pvs", options=each).value == expected
    assert mx.perft(compiled, depth=4) == mx.perft(game, depth=4)
    shares: dict[int, float] = defaultdict(float)
    _walk(game, game.initial(), 0, 1.0, shares)
    plies = mx.playouts(compiled, games=20_000, seed=1).plies
    assert abs(plies.value - sum(length * share for length, share in shares.items())) < 5 * plies.error + 1e-9
    if RULES.index(rules) % 4 == 0:  # its kernel takes the lists as the others do
        assert mx.search(compiled, simulations=500, algorithm="montecarlo").move in list(game.moves(game.initial()))


def _walk(game: Any, state: Any, plies: int, share: float, shares: dict[int, float]) -> None:
    if game.outcome(state) is not None:
        shares[plies] += share
        return
    moves = list(game.moves(state))
    if not moves:
        shares[plies] += share
    for move in moves:
        _walk(game, game.play(state, move), plies + 1, share / len(moves), shares)


def _recall(rules: Any) -> Any:
    game = rules()
    build = mx.compile(game).variant()._builder()
    return recall_of(game, build.rules.load_state.form, build.rules.load_move.form)


def test_which_rules_are_recalled() -> None:
    """Of states that change those alone whose `outcome` changes nothing, as far as is sure; none whose moves change."""
    assert [each for each in RULES if _recall(each) is None] == [MovesChange, *TRIED]


def test_nothing_is_kept_when_the_arena_is_rewound() -> None:
    """Since the list lies there."""
    memory = (ctypes.c_int64 * h.SCALARS)()
    memory[h.LISTED] = memory[h.ARENA] = 8
    arena_rewind(SimpleNamespace(has_arena=True), ctypes.addressof(memory), 16)
    assert (memory[h.LISTED], memory[h.ARENA]) == (0, 16)


def test_what_lies_between_is_looked_at() -> None:
    """Kernels may ask for an evaluation between `outcome` and `moves`; one that changes states ends what was kept."""
    assert Mutable.player in _recall(Mutable).harmless
    assert Judged.evaluate not in _recall(Judged).harmless
