# Connect four with "pop out" moves, on a 5x5 board.
#
# The board is a tuple of columns, board[x][y], with y = 0 at the bottom.
# Cells are +1 (player 0), -1 (player 1) or 0 (empty), so that summing over
# a line tells how good it is for player 0.

from itertools import product
from typing import NamedTuple

import minimaxer as mx

W, H = 5, 5
N = 4                # in a row to win
MAX_PLY = 50         # popping can go on forever, so stop at some point


def make_lines():
    lines = []
    for x, y in product(range(W), range(H)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = tuple((x + k * dx, y + k * dy) for k in range(N))
            xe, ye = cells[-1]
            if 0 <= xe < W and 0 <= ye < H:
                lines.append(cells)
    return tuple(lines)


LINES = make_lines()


def height(col):
    return sum(1 for v in col if v != 0)


def drop(col, s):
    h = height(col)
    return tuple(s if y == h else v for y, v in enumerate(col))


def pop(col):
    return col[1:] + (0,)


class State(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    ply: int


class PopOut:

    def initial(self):
        return State(board=((0,) * H,) * W, ply=0)

    def player(self, state):
        return state.ply % 2

    def sign(self, state):
        return 1 - 2 * self.player(state)

    def moves(self, state):
        s = self.sign(state)
        # the middle is usually better, so try it first
        order = sorted(range(W), key=lambda x: abs(x - W // 2))
        drops = [("drop", x) for x in order if height(state.board[x]) < H]
        pops = [("pop", x) for x in order if state.board[x][0] == s]
        return drops + pops

    def play(self, state, move):
        kind, x = move
        col = state.board[x]
        new_col = drop(col, self.sign(state)) if kind == "drop" else pop(col)
        board = tuple(new_col if i == x else c for i, c in enumerate(state.board))
        return state._replace(board=board, ply=state.ply + 1)

    def line_sums(self, board):
        return [sum(board[x][y] for x, y in line) for line in LINES]

    def outcome(self, state):
        sums = self.line_sums(state.board)
        plus, minus = max(sums) == N, min(sums) == -N
        if plus and minus:
            # a pop may complete lines for both: the one who popped wins
            return mx.WIN if self.player(state) == 1 else mx.LOSS
        if plus:
            return mx.WIN
        if minus:
            return mx.LOSS
        if state.ply >= MAX_PLY or not self.moves(state):
            return mx.DRAW
        return None

    def evaluate(self, state):
        b = state.board
        total = 0
        for line in LINES:
            values = [b[x][y] for x, y in line]
            # lines holding both colours are worth nothing
            if 1 in values and -1 in values:
                continue
            total += sum(values) * abs(sum(values))
        return total + 2 * sum(b[W // 2])
