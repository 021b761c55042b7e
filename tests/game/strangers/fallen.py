"""Men as objects; one that is taken stays in the list, and no longer stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import minimaxer as mx

BOARD_SIZE = 5


class Man:
    def __init__(self, x: int, y: int, color: str, alive: bool = True) -> None:
        self.x, self.y, self.color, self.alive = x, y, color, alive


class World:
    def __init__(self, men: list[Man], turn: int) -> None:
        self.men = men
        self.turn = turn


class Fallen:
    def initial(self) -> World:
        men = [Man(x, 0, "white") for x in range(5)] + [Man(x, 4, "black") for x in range(5)]
        return World(men, 0)

    def player(self, state: World) -> int:
        return state.turn % 2

    def moves(self, state: World) -> Iterator[Any]:
        color = ("white", "black")[state.turn % 2]
        taken = {(man.x, man.y) for man in state.men if man.alive and man.color == color}
        for number, man in enumerate(state.men):
            if man.alive and man.color == color:
                for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                    x, y = man.x + dx, man.y + dy
                    if 0 <= x < BOARD_SIZE and 0 <= y < BOARD_SIZE and (x, y) not in taken:
                        yield number, x, y

    def play(self, state: World, move: Any) -> World:
        number, x, y = move
        men = [Man(man.x, man.y, man.color, man.alive and (man.x, man.y) != (x, y)) for man in state.men]
        men[number] = Man(x, y, men[number].color)
        return World(men, state.turn + 1)

    def outcome(self, state: World) -> int | None:
        alive = {man.color for man in state.men if man.alive}
        return (mx.WIN if alive == {"white"} else mx.LOSS) if len(alive) < 2 else 0 if state.turn >= 50 else None
