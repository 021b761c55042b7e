"""Wolves and deer: what stands on a cell is in one part of the state, whose it is in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

SIZE = 5


def layers(kinds: Any, owners: Any) -> Any:
    return tuple(kinds), tuple(owners)


def kinds_of(board: Any) -> list[str]:
    return list(board[0])


def owners_of(board: Any) -> list[int]:
    return list(board[1])


class Layers:
    def initial(self) -> Any:
        kinds = [*"WDDDW", *"....." * 3, *"WDDDW"]
        owners = [2] * 5 + [0] * 15 + [1] * 5
        return layers(kinds, owners), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[tuple[int, int]]:
        board, mover, _ = state
        kinds, owners = kinds_of(board), owners_of(board)
        for start in range(SIZE * SIZE):
            row, col = divmod(start, SIZE)
            if owners[start] != mover + 1:
                continue
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    if (dr and dc and kinds[start] == "D") or not (0 <= row + dr < SIZE and 0 <= col + dc < SIZE):
                        continue
                    target = (row + dr) * SIZE + col + dc
                    if owners[target] != mover + 1:
                        yield start, target

    def play(self, state: Any, move: Any) -> Any:
        board, mover, turn = state
        start, target = move
        kinds, owners = kinds_of(board), owners_of(board)
        kinds[target], kinds[start] = kinds[start], "."
        owners[target], owners[start] = owners[start], 0
        return layers(kinds, owners), 1 - mover, turn + 1

    def outcome(self, state: Any) -> int | None:
        left = set(owners_of(state[0])) - {0}
        return (mx.WIN if left == {1} else mx.LOSS) if len(left) < 2 else 0 if state[2] >= 30 else None
