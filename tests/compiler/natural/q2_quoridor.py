"""Quoridor, any odd size."""
from __future__ import annotations

from dataclasses import dataclass, field, replace

import minimaxer as mx


@dataclass(frozen=True)
class Pos:
    x: int
    y: int

    def __add__(self, other: Pos) -> Pos:
        return Pos(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Pos) -> Pos:
        return Pos(self.x - other.x, self.y - other.y)


NORTH, SOUTH, EAST, WEST = Pos(0, 1), Pos(0, -1), Pos(1, 0), Pos(-1, 0)


@dataclass(frozen=True)
class Step:
    to: Pos


@dataclass(frozen=True)
class Fence:
    """A fence centred on the north-east corner of the square `at`."""

    at: Pos
    horizontal: bool


@dataclass(frozen=True)
class Player:
    pos: Pos
    goal: int  # the y to reach
    fences: int


@dataclass(frozen=True)
class Board:
    size: int
    players: tuple[Player, Player]
    fences: tuple[Fence, ...] = field(default=())
    turn: int = 0
    moves_made: int = 0

    @property
    def me(self) -> Player:
        return self.players[self.turn]

    @property
    def opponent(self) -> Player:
        return self.players[1 - self.turn]

    def inside(self, pos: Pos) -> bool:
        return 0 <= pos.x < self.size and 0 <= pos.y < self.size

    def open(self, pos: Pos, direction: Pos) -> bool:
        """Can one go from pos in that direction, as far as fences and the border are concerned?"""
        target = pos + direction
        if not self.inside(target):
            return False
        low = Pos(min(pos.x, target.x), min(pos.y, target.y))
        horizontal = direction in (NORTH, SOUTH)
        along = WEST if horizontal else SOUTH
        for fence in self.fences:
            if fence.horizontal == horizontal and fence.at in (low, low + along):
                return False
        return True

    def distances(self, start: Pos) -> dict[Pos, int]:
        """Flood fill: how far is every square that can be reached?"""
        dist = {start: 0}
        frontier = [start]
        while frontier:
            reached = []
            for pos in frontier:
                for direction in (NORTH, SOUTH, EAST, WEST):
                    if self.open(pos, direction):
                        nxt = pos + direction
                        if nxt not in dist:
                            dist[nxt] = dist[pos] + 1
                            reached.append(nxt)
            frontier = reached
        return dist

    def way_home(self, player: Player) -> int:
        dist = self.distances(player.pos)
        return min((d for pos, d in dist.items() if pos.y == player.goal), default=-1)

    def fits(self, fence: Fence) -> bool:
        along = EAST if fence.horizontal else NORTH
        for other in self.fences:
            if other.at == fence.at:
                return False
            if other.horizontal == fence.horizontal and other.at in (fence.at + along, fence.at - along):
                return False
        after = replace(self, fences=self.fences + (fence,))
        return all(after.way_home(p) >= 0 for p in self.players)


class Quoridor:
    def __init__(self, size: int = 5, fences: int = 3, max_moves: int = 100):
        self.size = size
        self.fences = fences
        self.max_moves = max_moves

    def initial(self) -> Board:
        mid = self.size // 2
        first = Player(Pos(mid, 0), self.size - 1, self.fences)
        second = Player(Pos(mid, self.size - 1), 0, self.fences)
        return Board(self.size, (first, second))

    def player(self, board: Board) -> int:
        return board.turn

    def moves(self, board: Board) -> list[Step | Fence]:
        result = []
        me, opponent = board.me.pos, board.opponent.pos
        for direction in (NORTH, SOUTH, EAST, WEST):
            if not board.open(me, direction):
                continue
            if me + direction != opponent:
                result.append(Step(me + direction))
            elif board.open(opponent, direction):
                result.append(Step(opponent + direction))
            else:
                sideways = (EAST, WEST) if direction in (NORTH, SOUTH) else (NORTH, SOUTH)
                result.extend(Step(opponent + side) for side in sideways if board.open(opponent, side))
        if board.me.fences:
            places = [Fence(Pos(x, y), horizontal)
                      for y in range(self.size - 1) for x in range(self.size - 1) for horizontal in (True, False)]
            result.extend(fence for fence in places if board.fits(fence))
        return result

    def play(self, board: Board, move: Step | Fence) -> Board:
        match move:
            case Step(to):
                me, fences = replace(board.me, pos=to), board.fences
            case Fence():
                me, fences = replace(board.me, fences=board.me.fences - 1), board.fences + (move,)
        players = (me, board.opponent) if board.turn == 0 else (board.opponent, me)
        return replace(board, players=players, fences=fences, turn=1 - board.turn, moves_made=board.moves_made + 1)

    def outcome(self, board: Board) -> int | None:
        for player, result in zip(board.players, (mx.WIN, mx.LOSS)):
            if player.pos.y == player.goal:
                return result
        if board.moves_made >= self.max_moves:
            return mx.DRAW
        return None

    def evaluate(self, board: Board) -> int:
        first, second = board.players
        return 10 * (board.way_home(second) - board.way_home(first)) + 2 * (first.fences - second.fences)
