"""Games for tables: graphs with circles, and boards on which men go round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from attrs import field, frozen

import minimaxer as mx


@frozen(eq=False)
class GraphGame:
    """A game whose states are the nodes of a graph."""

    player_in: list[int]
    after: list[list[int]]
    ends: Sequence[float | None]
    root: int = 0

    def initial(self) -> int:
        return self.root

    def player(self, node: int) -> int:
        return self.player_in[node]

    def moves(self, node: int) -> Iterable[int]:
        return self.after[node]

    def play(self, node: int, move: int) -> int:
        return move

    def outcome(self, node: int) -> float | None:
        return self.ends[node]


class Men(NamedTuple):
    """Who stands on each point (0 nobody, 1 and 2 the players), how many men are still to be placed, and who moves."""

    points: tuple[int, ...]
    left: int
    player: int


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
CROSS = tuple((one, other) for row in ROWS[:6] for one, other in pairwise(row))
LINES = (*CROSS, *((4, corner) for corner in (0, 2, 6, 8)))


@frozen
class Morris:
    """Men are placed in turn, then slide along edges; a row wins, and who cannot move loses."""

    edges: tuple[tuple[int, int], ...]
    men: int = 3
    rows: tuple[tuple[int, ...], ...] = ROWS
    centre_first: bool = True

    def initial(self) -> Men:
        return Men((0,) * 9, 2 * self.men, 0)

    def player(self, state: Men) -> int:
        return state.player

    def moves(self, state: Men) -> Iterator[tuple[int, int]]:
        for one in range(9):
            if state.left:
                if not state.points[one] and (self.centre_first or one != 4 or state.left < 2 * self.men):
                    yield -1, one
            elif state.points[one] == state.player + 1:
                for edge in self.edges:
                    if one in edge:
                        other = edge[0] + edge[1] - one
                        if not state.points[other]:
                            yield one, other

    def play(self, state: Men, move: tuple[int, int]) -> Men:
        points = list(state.points)
        if move[0] >= 0:
            points[move[0]] = 0
        points[move[1]] = state.player + 1
        return Men(tuple(points), max(0, state.left - 1), 1 - state.player)

    def outcome(self, state: Men) -> int | None:
        for row in self.rows:
            who = {state.points[point] for point in row}
            if who in ({1}, {2}):
                return mx.WIN if who == {1} else mx.LOSS
        return None

    def stuck(self, state: Men) -> int:
        return mx.LOSS if state.player == 0 else mx.WIN


class PongHauKi(Morris):
    """Two men each on five points; who cannot move loses."""

    def __init__(self) -> None:
        super().__init__(edges=((0, 2), (1, 2), (3, 2), (4, 2), (0, 3), (1, 4), (3, 4)), rows=())

    def initial(self) -> Men:
        return Men((1, 1, 0, 2, 2, 3, 3, 3, 3), 0, 0)


class Cars(NamedTuple):
    """The squares of the cars of each player, and who moves."""

    mine: frozenset[int]
    theirs: frozenset[int]
    player: int


@frozen
class Dodgem:
    """Cars are driven off the board. Source: C. Vout; Winning Ways, 1982."""

    size: int = 3

    def initial(self) -> Cars:
        first = frozenset((self.size - 1) * self.size + column for column in range(1, self.size))
        return Cars(first, frozenset(row * self.size for row in range(self.size - 1)), 0)

    def player(self, state: Cars) -> int:
        return state.player

    def moves(self, state: Cars) -> Iterator[tuple[int, int]]:
        steps = ((-1, 0), (0, -1), (0, 1)) if state.player == 0 else ((0, 1), (-1, 0), (1, 0))
        for car in sorted(state.theirs if state.player else state.mine):
            for down, right in steps:
                row, column = car // self.size + down, car % self.size + right
                if (row if state.player == 0 else self.size - 1 - column) < 0:
                    yield car, -1
                elif 0 <= row < self.size and 0 <= column < self.size:
                    square = row * self.size + column
                    if square not in state.mine and square not in state.theirs:
                        yield car, square

    def play(self, state: Cars, move: tuple[int, int]) -> Cars:
        cars = (state.theirs if state.player else state.mine) - {move[0]} | frozenset({move[1]} - {-1})
        return Cars(cars, state.theirs, 1) if state.player == 0 else Cars(state.mine, cars, 0)

    def outcome(self, state: Cars) -> int | None:
        return mx.WIN if not state.mine else mx.LOSS if not state.theirs else None

    def stuck(self, state: Cars) -> int:
        return mx.WIN if state.player == 0 else mx.LOSS


def adjacent(one: int, other: int, side: int) -> bool:
    """Whether two squares touch."""
    return max(abs(one // side - other // side), abs(one % side - other % side)) <= 1


class Ending(NamedTuple):
    """The squares of white's king, black's king and white's rook (-1 once it is taken), and who moves: 0 is white."""

    king: int
    other: int
    rook: int
    player: int


@frozen
class RookEnding:
    """King and rook against king on a board of `side` squares a side, with numbers for its positions."""

    side: int = 8
    size: int = field(init=False)

    @size.default
    def _size(self) -> int:
        return 2 * self.side**2 * self.side**2 * (self.side**2 + 1)

    def initial(self) -> Ending:
        return Ending(2 * self.side + 2, 0, self.side - 1, 0)

    def player(self, state: Ending) -> int:
        return state.player

    def moves(self, state: Ending) -> Iterator[tuple[int, int]]:
        side = self.side
        here = state.king if state.player == 0 else state.other
        for row in (-1, 0, 1):
            for column in (-1, 0, 1):
                down, right = here // side + row, here % side + column
                to = down * side + right
                if (row or column) and 0 <= down < side and 0 <= right < side and self._may_stand(state, to):
                    yield 0, to
        if state.player == 0 and state.rook >= 0:
            for row, column in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                down, right = state.rook // side + row, state.rook % side + column
                while 0 <= down < side and 0 <= right < side:
                    to = down * side + right
                    if to in (state.king, state.other):
                        break
                    yield 1, to
                    down, right = down + row, right + column

    def _may_stand(self, state: Ending, to: int) -> bool:
        """Whether the mover's king may go there."""
        if state.player == 0:
            return to != state.rook and not adjacent(to, state.other, self.side)
        if adjacent(to, state.king, self.side):
            return False
        return state.rook < 0 or to == state.rook or not self._attacked(state.king, state.rook, to)

    def _attacked(self, king: int, rook: int, target: int) -> bool:
        """Whether the rook attacks a square, across which nothing but white's king stands."""
        side = self.side
        if rook // side == target // side:
            low, high = min(rook, target), max(rook, target)
            return not (king // side == rook // side and low < king < high)
        if rook % side == target % side:
            low, high = min(rook, target), max(rook, target)
            return not (king % side == rook % side and low < king < high)
        return False

    def play(self, state: Ending, move: tuple[int, int]) -> Ending:
        if state.player == 1:
            return Ending(state.king, move[1], -1 if move[1] == state.rook else state.rook, 0)
        if move[0] == 0:
            return Ending(move[1], state.other, state.rook, 1)
        return Ending(state.king, state.other, move[1], 1)

    def outcome(self, state: Ending) -> int | None:
        return mx.DRAW if state.rook < 0 else None

    def stuck(self, state: Ending) -> int:
        in_check = state.player == 1 and self._attacked(state.king, state.rook, state.other)
        return mx.WIN if in_check else mx.DRAW

    def index(self, state: Ending) -> int:
        squares = self.side**2
        return ((state.player * squares + state.king) * squares + state.other) * (squares + 1) + state.rook + 1

    def unindex(self, number: int) -> Ending | None:
        squares = self.side**2
        rook = number % (squares + 1) - 1
        number //= squares + 1
        other = number % squares
        number //= squares
        king, player = number % squares, number // squares
        if rook in (king, other) or adjacent(king, other, self.side):
            return None
        if rook < 0 and player == 1:
            return None
        if player == 0 and rook >= 0 and self._attacked(king, rook, other):
            return None
        return Ending(king, other, rook, player)


def reachable(game: Any, root: Any) -> list[Any]:
    """All states that can be reached, written without the package."""
    states = {root: None}
    todo = [root]
    while todo:
        state = todo.pop()
        if game.outcome(state) is None:
            for move in game.moves(state):
                child = game.play(state, move)
                if child not in states:
                    states[child] = None
                    todo.append(child)
    return list(states)
