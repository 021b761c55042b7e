"""Men of two kinds on a board that is kept as sets of bits; men step forward or aside, riders slide along rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

COLUMNS, ROWS = 5, 4


def bits(cells: Any) -> int:
    return sum(1 << at for at in cells)


def stored(men: dict[int, Any]) -> dict[str, int]:
    """The men, each as its player and whether it is a rider, by cell."""
    mine = bits(at for at, (who, _) in men.items() if who == 0)
    riders = bits(at for at, (_, rides) in men.items() if rides)
    everyone = bits(men)
    return {"pawns": everyone & ~riders, "rooks": riders, "white": mine}


def read(held: dict[str, int]) -> dict[int, Any]:
    everyone = held["pawns"] | held["rooks"]
    return {at: (0 if held["white"] >> at & 1 else 1, bool(held["rooks"] >> at & 1)) for at in range(20) if everyone >> at & 1}


class Kinds:
    def initial(self) -> Any:
        men = {at: (1, at in (0, 4)) for at in range(5)} | {at: (0, at in (15, 19)) for at in range(15, 20)}
        return stored(men), 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[Any]:
        men, mover = read(state[0]), state[1]
        for at, (who, rides) in men.items():
            if who != mover:
                continue
            r, c = divmod(at, COLUMNS)
            for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)) if rides else ((0, 1), (0, -1), (1 if who else -1, 0)):
                if 0 <= r + dr < ROWS and 0 <= c + dc < COLUMNS:
                    to = (r + dr) * COLUMNS + c + dc
                    if men.get(to, (1 - who, False))[0] != who:
                        yield at, to

    def play(self, state: Any, move: Any) -> Any:
        men = read(state[0])
        men[move[1]] = men.pop(move[0])
        return stored(men), 1 - state[1], state[2] + 1

    def outcome(self, state: Any) -> int | None:
        if {who for who, _ in read(state[0]).values()} == {0, 1} and next(self.moves(state), None):
            return 0 if state[2] >= 60 else None
        return 0
