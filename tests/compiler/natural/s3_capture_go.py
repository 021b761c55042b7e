"""Capture go on a 4x4 board.

The rules of go, except that there is no passing and that whoever first has taken three stones wins.
Suicide is not allowed. A player without a legal move loses. Every stone that leaves the board brings
the end nearer, so no rule about repetition is needed.
"""

from collections import Counter, deque
from itertools import combinations, product
from typing import NamedTuple

import minimaxer as mx

SIZE = 4
GOAL = 3

Point = tuple[int, int]

POINTS = frozenset(product(range(SIZE), repeat=2))
NEIGHBOURS = {
    (row, col): {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)} & POINTS
    for row, col in POINTS
}
OTHER = {"black": "white", "white": "black"}


class Position(NamedTuple):
    black: frozenset[Point]
    white: frozenset[Point]
    taken: tuple[tuple[str, int], ...]  # how many stones each colour has captured, as dict items
    turn: str


def as_board(position: Position) -> dict[Point, str]:
    """The position as a dictionary from points to colours, without the empty points."""
    return dict.fromkeys(position.black, "black") | dict.fromkeys(position.white, "white")


def flood(start: Point, allowed: set[Point]) -> set[Point]:
    """All points that can be reached from `start` without leaving `allowed`."""
    reached = {start}
    queue = deque([start])
    while queue:
        point = queue.popleft()
        for neighbour in (NEIGHBOURS[point] & allowed) - reached:
            reached.add(neighbour)
            queue.append(neighbour)
    return reached


def group_at(board: dict[Point, str], start: Point) -> set[Point]:
    return flood(start, {point for point, colour in board.items() if colour == board[start]})


def liberties(board: dict[Point, str], group: set[Point]) -> set[Point]:
    around = set().union(*(NEIGHBOURS[point] for point in group))
    return around - board.keys()


def captured_by(board: dict[Point, str], point: Point) -> set[Point]:
    """The enemy stones without liberties around a stone that has just been put on the board."""
    dead = set()
    for neighbour in NEIGHBOURS[point]:
        if board.get(neighbour) == OTHER[board[point]] and neighbour not in dead:
            group = group_at(board, neighbour)
            if not liberties(board, group):
                dead |= group
    return dead


def all_groups(board: dict[Point, str], colour: str) -> list[set[Point]]:
    left = {point for point, owner in board.items() if owner == colour}
    result = []
    while left:
        group = flood(min(left), left)
        result.append(group)
        left -= group
    return result


class CaptureGo:
    def initial(self) -> Position:
        # The usual crosscut in the middle.
        black = frozenset({(1, 1), (2, 2)})
        white = frozenset({(1, 2), (2, 1)})
        return Position(black, white, (("black", 0), ("white", 0)), "black")

    def player(self, position: Position) -> int:
        return ["black", "white"].index(position.turn)

    def moves(self, position: Position):
        board = as_board(position)
        for point in sorted(POINTS - position.black - position.white):
            after = {**board, point: position.turn}
            if liberties(after, group_at(after, point)) or captured_by(after, point):
                yield point

    def play(self, position: Position, point: Point) -> Position:
        board = as_board(position)
        board[point] = position.turn
        dead = captured_by(board, point)

        taken = Counter(dict(position.taken))
        taken[position.turn] += len(dead)

        stones = {"black": position.black, "white": position.white}
        stones[position.turn] |= {point}
        stones[OTHER[position.turn]] ^= dead  # they were there, so this takes them off
        return Position(
            black=stones["black"],
            white=stones["white"],
            taken=tuple(sorted(taken.items())),
            turn=OTHER[position.turn],
        )

    def outcome(self, position: Position) -> int | None:
        for colour, count in position.taken:
            if count >= GOAL:
                return mx.WIN if colour == "black" else mx.LOSS
        if next(self.moves(position), None) is None:
            return mx.LOSS if position.turn == "black" else mx.WIN
        return None

    def evaluate(self, position: Position) -> int:
        board = as_board(position)
        score = Counter()
        for colour, count in position.taken:
            score[colour] += 20 * count

        for colour in OTHER:
            groups = all_groups(board, colour)
            # Groups in atari are bad, groups with two liberties in common are as good as connected.
            for group in groups:
                free = len(liberties(board, group))
                score[colour] += 2 * free if free > 1 else -8 * len(group)
            for one, two in combinations(groups, 2):
                if len(liberties(board, one) & liberties(board, two)) >= 2:
                    score[colour] += 3

        # Empty regions that touch one colour only are its territory.
        empty = set(POINTS) - board.keys()
        while empty:
            region = flood(min(empty), empty)
            border = {board[p] for point in region for p in NEIGHBOURS[point] if p in board}
            if len(border) == 1:
                score[border.pop()] += 2 * len(region)
            empty -= region
        return score["black"] - score["white"]

    def render(self, position: Position) -> str:
        board = as_board(position)
        signs = {"black": "X", "white": "O"}
        return "\n".join(
            " ".join(signs.get(board.get((row, col)), ".") for col in range(SIZE)) for row in range(SIZE)
        )
