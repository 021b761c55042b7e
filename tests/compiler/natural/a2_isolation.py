"""Isolation (5x5).

Both players own one piece that moves like a chess queen.  The square a piece
leaves is gone for the rest of the game.  If you can't move, you lose.
"""
from dataclasses import dataclass, replace

import minimaxer as mx

WIDTH = 5
HEIGHT = 5

QUEEN_STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def index(pos: tuple[int, int]) -> int:
    x, y = pos
    return y * WIDTH + x


def step(pos: tuple[int, int], dx: int, dy: int) -> tuple[int, int]:
    return (pos[0] + dx, pos[1] + dy)


@dataclass(frozen=True)
class State:
    open_squares: tuple[bool, ...]
    pieces: tuple[tuple[int, int], tuple[int, int]]
    to_move: int = 0

    def is_free(self, pos: tuple[int, int]) -> bool:
        x, y = pos
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            return False
        if any(pos == piece for piece in self.pieces):
            return False
        return self.open_squares[index(pos)]

    @property
    def opponent(self) -> int:
        return 1 - self.to_move


class Isolation:
    def initial(self) -> State:
        start = ((WIDTH // 2, 0), (WIDTH // 2, HEIGHT - 1))
        return State(open_squares=tuple([True] * (WIDTH * HEIGHT)), pieces=start)

    def player(self, state: State) -> int:
        return state.to_move

    def moves(self, state: State) -> list[tuple[int, int]]:
        return self._reachable(state, state.to_move)

    def play(self, state: State, move: tuple[int, int]) -> State:
        me = state.to_move
        squares = list(state.open_squares)
        squares[index(state.pieces[me])] = False
        pieces = list(state.pieces)
        pieces[me] = move
        return replace(
            state,
            open_squares=tuple(squares),
            pieces=tuple(pieces),
            to_move=state.opponent,
        )

    def outcome(self, state: State) -> int | None:
        if not self._stuck(state, state.to_move):
            return None
        return mx.LOSS if state.to_move == 0 else mx.WIN

    def evaluate(self, state: State) -> int:
        first, second = [len(self._reachable(state, who)) for who in (0, 1)]
        score = 10 * (first - second)
        score += self._breathing_room(state, 0) - self._breathing_room(state, 1)
        return score

    # --- helpers ---------------------------------------------------------

    def _reachable(self, state: State, who: int) -> list[tuple[int, int]]:
        result = []
        for dx, dy in QUEEN_STEPS:
            target = step(state.pieces[who], dx, dy)
            while state.is_free(target):
                result.append(target)
                target = step(target, dx, dy)
        return result

    def _stuck(self, state: State, who: int) -> bool:
        piece = state.pieces[who]
        return all(not state.is_free(step(piece, dx, dy)) for dx, dy in QUEEN_STEPS)

    def _breathing_room(self, state: State, who: int) -> int:
        """How many squares could this piece ever walk to (flood fill)."""
        seen = [False] * (WIDTH * HEIGHT)
        todo = [state.pieces[who]]
        while todo:
            here = todo.pop()
            for dx, dy in QUEEN_STEPS:
                nxt = step(here, dx, dy)
                if state.is_free(nxt) and not seen[index(nxt)]:
                    seen[index(nxt)] = True
                    todo.append(nxt)
        return sum(seen)
