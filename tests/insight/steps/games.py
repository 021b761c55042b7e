"""Small games whose searches can be followed by hand."""

from __future__ import annotations

from typing import ClassVar

import minimaxer as mx


class Menu:
    """Two plies: player 0 picks a dish, player 1 a drink; the second dish is cut off after its first drink."""

    VALUES: tuple[tuple[int, ...], ...] = ((3, 5), (1, 9, 8), (4, 2))

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, path: tuple[int, ...]) -> int:
        return len(path) % 2

    def moves(self, path: tuple[int, ...]) -> range:
        return range(len(self.VALUES[path[0]]) if path else 3)

    def play(self, path: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*path, move)

    def outcome(self, path: tuple[int, ...]) -> int | None:
        return self.VALUES[path[0]][path[1]] if len(path) == 2 else None


class Coin:
    """Player 0 takes 2 for sure, or a coin that gives 6 or nothing."""

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return mx.CHANCE if state == "c" else 0

    def moves(self, state: str) -> str:
        return "sc"

    def chances(self, state: str) -> list[tuple[str, float]]:
        return [("6", 0.5), ("0", 0.5)]

    def play(self, state: str, move: str) -> str:
        return state + move

    def outcome(self, state: str) -> int | None:
        return {"s": 2, "c6": 6, "c0": 0}.get(state)


class Hostile(Menu):
    """Everything that a game writes tries to run a script."""

    EVIL = "</script><script>document.title = 'broken into'</script><img src=x onerror=\"document.title = 'broken into'\">"

    def format_move(self, path: tuple[int, ...], move: int) -> str:
        return f"<b>{move}</b>{self.EVIL}"

    def parse_move(self, path: tuple[int, ...], text: str) -> int:
        return int(text[3])

    def svg(self, path: tuple[int, ...]) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="document.title = \'broken into\'">'
            f'<script>document.title = "broken into"</script><image href="http://example.org/{len(path)}.png"/>'
            f'<circle cx="40" cy="40" r="{10 + len(path)}"/></svg>'
        )


class Written(Menu):
    """Its boards are text."""

    def render(self, path: tuple[int, ...]) -> str:
        return "dishes\n" + "".join("x" if place in path else "<" for place in range(3))


class Trade:
    """Player 0 takes a pawn with the queen or waits; beyond the limit the queen may be taken back, which may be answered."""

    WORTH: ClassVar = {"": 0, "q": 1, "w": 0, "qx": -8, "qxc": -3, "wx": 4}
    NOISY: ClassVar = {"q": "x", "qx": "c", "w": "x"}

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return len(state) % 2

    def moves(self, state: str) -> str:
        return self.NOISY.get(state, "qw" if not state else "")

    def noisy_moves(self, state: str) -> str:
        return self.NOISY.get(state, "")

    def play(self, state: str, move: str) -> str:
        return state + move

    def outcome(self, state: str) -> None:
        return None

    def evaluate(self, state: str) -> int:
        return self.WORTH[state]


class Cake:
    """Three share ten pieces: each in turn says what happens, and two plies decide."""

    players = 3
    payoff_sum = 10
    SHARES: tuple[tuple[tuple[int, ...], ...], ...] = (
        ((4, 3, 3), (3, 5, 2), (5, 5, 0)),
        ((6, 1, 3), (2, 7, 1), (1, 0, 9)),
        ((0, 10, 0), (9, 1, 0)),
    )

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, path: tuple[int, ...]) -> int:
        return len(path)

    def moves(self, path: tuple[int, ...]) -> range:
        return range(len(self.SHARES[path[0]]) if path else len(self.SHARES))

    def play(self, path: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*path, move)

    def outcome(self, path: tuple[int, ...]) -> tuple[int, ...] | None:
        return self.SHARES[path[0]][path[1]] if len(path) == 2 else None
