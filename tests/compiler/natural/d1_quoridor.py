"""A small Quoridor: 5x5 squares, two pawns, three walls each.
Player 0 starts at the bottom and wants to reach row 0, player 1 row 4.
A wall is two squares long, named by the top-left square of the 2x2 block
whose middle it goes through, plus 'h' or 'v'.
"""
from collections import deque
from dataclasses import dataclass, replace
import minimaxer as mx

SIZE = 5
WALLS_EACH = 3
MAX_TURNS = 60
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
GOAL_ROW = (0, SIZE - 1)


@dataclass(frozen=True)
class Position:
    pawns: tuple          # ((row, col), (row, col))
    walls_left: tuple
    walls: tuple          # (SIZE-1)**2 slots, each None, 'h' or 'v'
    to_move: int = 0
    turn: int = 0

    def wall_at(self, r, c):
        inside = 0 <= r < SIZE - 1 and 0 <= c < SIZE - 1
        return self.walls[r * (SIZE - 1) + c] if inside else None


def with_wall(state, r, c, kind):
    i = r * (SIZE - 1) + c
    return replace(state, walls=state.walls[:i] + (kind,) + state.walls[i + 1:])


class Quoridor:
    def initial(self):
        pawns = ((SIZE - 1, SIZE // 2), (0, SIZE // 2))
        return Position(pawns, (WALLS_EACH, WALLS_EACH), (None,) * (SIZE - 1) ** 2)

    def player(self, state):
        return state.to_move

    def moves(self, state):
        me = state.to_move
        for r, c in self.pawn_targets(state, me):
            yield ('move', r, c)
        if state.walls_left[me] == 0:
            return
        for r in range(SIZE - 1):
            for c in range(SIZE - 1):
                for kind in 'hv':
                    if self.wall_fits(state, r, c, kind):
                        yield ('wall', r, c, kind)

    def play(self, state, move):
        me = state.to_move
        if move[0] == 'move':
            pawns = list(state.pawns)
            pawns[me] = move[1:]
            state = replace(state, pawns=tuple(pawns))
        else:
            left = list(state.walls_left)
            left[me] -= 1
            state = replace(with_wall(state, *move[1:]), walls_left=tuple(left))
        return replace(state, to_move=1 - me, turn=state.turn + 1)

    def outcome(self, state):
        for who, result in ((0, mx.WIN), (1, mx.LOSS)):
            if state.pawns[who][0] == GOAL_ROW[who]:
                return result
        return mx.DRAW if state.turn >= MAX_TURNS else None

    def evaluate(self, state):
        race = self.distance(state, 1) - self.distance(state, 0)
        return 10 * race + 3 * (state.walls_left[0] - state.walls_left[1])

    def can_step(self, state, r, c, dr, dc):
        if not (0 <= r + dr < SIZE and 0 <= c + dc < SIZE):
            return False
        if dr != 0:
            top = min(r, r + dr)
            return state.wall_at(top, c) != 'h' and state.wall_at(top, c - 1) != 'h'
        left = min(c, c + dc)
        return state.wall_at(r, left) != 'v' and state.wall_at(r - 1, left) != 'v'

    def pawn_targets(self, state, me):
        r, c = state.pawns[me]
        other = state.pawns[1 - me]
        targets = []
        for dr, dc in DIRECTIONS:
            if self.can_step(state, r, c, dr, dc):
                if (r + dr, c + dc) != other:
                    targets.append((r + dr, c + dc))
                elif self.can_step(state, *other, dr, dc):
                    targets.append((r + 2 * dr, c + 2 * dc))   # jump over
        return targets or [(r, c)]   # if stuck behind the other pawn: wait

    def wall_fits(self, state, r, c, kind):
        if state.wall_at(r, c) is not None:
            return False
        dr, dc = (0, 1) if kind == 'h' else (1, 0)
        if kind in (state.wall_at(r - dr, c - dc), state.wall_at(r + dr, c + dc)):
            return False   # would overlap half of another wall
        after = with_wall(state, r, c, kind)
        return None not in (self.distance(after, 0), self.distance(after, 1))

    def distance(self, state, who):
        """Steps to the goal row, ignoring the other pawn. None if walled in."""
        queue = deque([(state.pawns[who], 0)])
        visited = {state.pawns[who]}
        while queue:
            (r, c), steps = queue.popleft()
            if r == GOAL_ROW[who]:
                return steps
            for dr, dc in DIRECTIONS:
                square = (r + dr, c + dc)
                if square not in visited and self.can_step(state, r, c, dr, dc):
                    visited.add(square)
                    queue.append((square, steps + 1))
        return None
