"""States and keys of forms that are hard to lay out in memory: Counters, what is never filled, keys made of lists."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx


class Hands:
    """Cards of the ranks 0 to 3 are played in turn, each at least as high as the one before; whoever cannot has lost."""

    def initial(self) -> Any:
        return (Counter([0, 1, 1, 3]), Counter([0, 0, 2, 3])), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        hands, mover, top = state
        return [rank for rank, number in sorted(hands[mover].items()) if number > 0 and rank >= top]

    def play(self, state: Any, move: int) -> Any:
        hands, mover, _ = state
        left = Counter(hands[mover])
        left[move] -= 1
        return ((left, hands[1]) if mover == 0 else (hands[0], left)), 1 - mover, move

    def outcome(self, state: Any) -> int | None:
        hands, mover, top = state
        if any(hands[mover][rank] > 0 for rank in range(top, 4)):
            return None
        return mx.LOSS if mover == 0 else mx.WIN

    def evaluate(self, state: Any) -> int:
        return int(sum(state[0][0].values())) - int(sum(state[0][1].values())) + int(state[0][0][7])


class Fewer(Hands):
    """The same by subtraction, which drops ranks that are gone."""

    def play(self, state: Any, move: int) -> Any:
        hands, mover, _ = state
        left = hands[mover] - Counter([move])
        return ((left, hands[1]) if mover == 0 else (hands[0], left)), 1 - mover, move


class Row:
    """Cells are filled one by one; the sum of the places of each player's counts."""

    size = 30

    def initial(self) -> Any:
        return [0] * self.size, 0

    def player(self, state: Any) -> int:
        return int(state[1] % 2)

    def moves(self, state: Any) -> list[int]:
        return [place for place, cell in enumerate(state[0]) if cell == 0][:3]

    def play(self, state: Any, move: int) -> Any:
        cells = list(state[0])
        cells[move] = 1 + state[1] % 2
        return cells, state[1] + 1

    def outcome(self, state: Any) -> int | None:
        return None if state[1] < 6 else sum(place * (3 - 2 * cell) for place, cell in enumerate(state[0]) if cell)


class KeyOfAList(Row):
    def key(self, state: Any) -> Any:
        return tuple(state[0]), state[1] % 2


class KeyOfAComprehension(Row):
    def key(self, state: Any) -> Any:
        return tuple([cell + 1 for cell in state[0]])


class KeyOfAFrozenset(Row):
    def key(self, state: Any) -> Any:
        return frozenset((place, cell) for place, cell in enumerate(state[0]) if cell == 0), tuple(state[0])


class KeyOfVaryingLength(Row):
    def key(self, state: Any) -> Any:
        return tuple(place * 3 + cell for place, cell in enumerate(state[0]) if cell)


class Unused:
    """An object with a list, a set and a dict to which nobody adds anything."""

    def __init__(self) -> None:
        self.total = self.turn = 0
        self.log: list[int] = []
        self.seen: set[tuple[int, int]] = set()
        self.names: dict[str, int] = {}


class NeverFilled:
    """Numbers are added up to 12."""

    def initial(self) -> Unused:
        return Unused()

    def player(self, state: Unused) -> int:
        return state.turn

    def moves(self, state: Unused) -> range:
        return range(1, 4 + len(state.log) + len(state.seen))

    def play(self, state: Unused, move: int) -> Unused:
        made = Unused()
        made.total, made.turn = state.total + move, 1 - state.turn
        return made

    def outcome(self, state: Unused) -> int | None:
        return None if state.total < 12 else mx.WIN if state.turn == 0 else mx.LOSS


SELDOM = (Fewer, KeyOfAComprehension, KeyOfAFrozenset, KeyOfVaryingLength)


@pytest.mark.parametrize(
    "kind", [Hands, KeyOfAList, *(pytest.param(each, marks=pytest.mark.thorough) for each in (NeverFilled, *SELDOM))]
)
def test_both_tiers_agree(kind: type[Any]) -> None:
    game = kind()
    fast = mx.compile(game)
    states = [game.initial(), *mx.testing.random_states(game, 6, seed=1)]
    for state in states:
        for depth in (1, 3, 5):
            slow, quick = (mx.search(each, state, depth=depth, evaluate=None) for each in (game, fast))
            assert (slow.value, slow.depth) == (quick.value, quick.depth)
        assert mx.perft(game, state, depth=3) == mx.perft(fast, state, depth=3)
    assert mx.solve(game).value == mx.solve(fast).value


class Mixed(Hands):
    """A dict where there was a Counter: both answer differently where a rank is missing."""

    def play(self, state: Any, move: int) -> Any:
        hands, mover, top = super().play(state, move)
        return tuple(dict(each) for each in hands), mover, top


def test_a_dict_is_no_counter() -> None:
    with pytest.raises(mx.CompileError, match=r"a dict|Counter"):
        mx.compile(Mixed())
