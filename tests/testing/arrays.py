"""Games whose states are, or hold, arrays of numpy. Import it where numpy is installed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from attrs import frozen

import minimaxer as mx

Cells = npt.NDArray[np.int64]


@frozen
class InAnArray:
    """Take one, two or three; the state is an array of what is left and who moves."""

    def initial(self) -> Cells:
        return np.array([9, 0])

    def player(self, state: Cells) -> int:
        return int(state[1])

    def moves(self, state: Cells) -> Iterable[int]:
        return range(1, min(3, int(state[0])) + 1)

    def play(self, state: Cells, move: int) -> Cells:
        return np.array([state[0] - move, 1 - state[1]])

    def outcome(self, state: Cells) -> float | None:
        return None if state[0] else mx.LOSS if state[1] == 0 else mx.WIN

    def canonical(self, state: Cells) -> tuple[Cells, int]:
        return state.copy(), 0

    def parse(self, text: str) -> Cells:
        return np.array([int(each) for each in text.split("/")])

    def format(self, state: Cells) -> str:
        return "/".join(map(str, state))


@frozen
class ArrayMoves(InAnArray):
    """Moves are arrays too."""

    def moves(self, state: Cells) -> Iterable[Any]:
        return [np.array([count, count]) for count in range(1, min(3, int(state[0])) + 1)]

    def search_moves(self, state: Cells) -> Iterable[Any]:
        return self.moves(state)

    def is_legal(self, state: Cells, move: Any) -> bool:
        return bool(move[0] <= state[0])

    def play(self, state: Cells, move: Any) -> Cells:
        return np.array([state[0] - move[0], 1 - state[1]])


@frozen
class Holder:
    """An object whose equality compares an array, which is no truth value."""

    cells: Cells


@frozen
class Holders:
    """The same, with states that hold an array, and keys."""

    def initial(self) -> Holder:
        return Holder(np.array([9, 0]))

    def player(self, state: Holder) -> int:
        return int(state.cells[1])

    def moves(self, state: Holder) -> Iterable[int]:
        return range(1, min(3, int(state.cells[0])) + 1)

    def play(self, state: Holder, move: int) -> Holder:
        return Holder(np.array([state.cells[0] - move, 1 - state.cells[1]]))

    def outcome(self, state: Holder) -> float | None:
        return None if state.cells[0] else mx.LOSS if state.cells[1] == 0 else mx.WIN

    def key(self, state: Holder) -> bytes:
        return state.cells.tobytes()


@frozen
class ObjectArrays(InAnArray):
    """An array of Python's integers, which holds pointers."""

    def initial(self) -> Any:
        return np.array([10**6 + 9, 0], dtype=object)

    def moves(self, state: Any) -> Iterable[int]:
        return range(1, min(3, state[0] - 10**6) + 1)

    def play(self, state: Any, move: int) -> Any:
        return np.array([state[0] - move, 1 - state[1]], dtype=object)

    def outcome(self, state: Any) -> float | None:
        return None if state[0] > 10**6 else mx.LOSS if state[1] == 0 else mx.WIN

    def parse(self, text: str) -> Any:
        return np.array([int(each) for each in text.split("/")], dtype=object)


@frozen
class ArrayInPlace(InAnArray):
    """`play` changes the array it was given."""

    def play(self, state: Cells, move: int) -> Cells:
        state[0] -= move
        return np.array([state[0], 1 - state[1]])


@frozen
class ArrayLots(InAnArray):
    """`play` takes one more in every other call."""

    calls: ClassVar[list[int]] = []

    def play(self, state: Cells, move: int) -> Cells:
        self.calls.append(1)
        return np.array([max(0, int(state[0]) - move - len(self.calls) % 2), 1 - state[1]])


@frozen
class EndlessArray(InAnArray):
    """Two rooms, and no way out."""

    def moves(self, state: Cells) -> Iterable[int]:
        return range(1, 2)

    def play(self, state: Cells, move: int) -> Cells:
        return np.array([9, 1 - state[1]])
