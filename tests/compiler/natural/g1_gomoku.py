"""Gomoku on 9x9: five in a row wins. The board is a numpy array, 0 is empty, 1 and 2 are the players' stones."""
from dataclasses import dataclass

import numpy as np

import minimaxer as mx

SIZE = 9
FIVE = 5
SCORES = {0: 0, 1: 1, 2: 8, 3: 50, 4: 300}


@dataclass(frozen=True, eq=False)
class Position:
    board: np.ndarray
    turn: int


def all_lines(board: np.ndarray) -> list[np.ndarray]:
    """Rows, columns and all diagonals that are long enough."""
    lines = [board[r, :] for r in range(SIZE)] + [board[:, c] for c in range(SIZE)]
    flipped = np.fliplr(board)
    for offset in range(FIVE - SIZE, SIZE - FIVE + 1):
        lines.append(np.diagonal(board, offset))
        lines.append(np.diagonal(flipped, offset))
    return lines


def has_five(line: np.ndarray, stone: int) -> bool:
    mine = line == stone
    for i in range(len(mine) - FIVE + 1):
        if np.all(mine[i:i + FIVE]):
            return True
    return False


def line_score(line: np.ndarray) -> int:
    total = 0
    for i in range(len(line) - FIVE + 1):
        window = line[i:i + FIVE]
        first = np.count_nonzero(window == 1)
        second = np.count_nonzero(window == 2)
        if first and second:
            continue  # nobody can make five here
        if first:
            total += SCORES[first]
        elif second:
            total -= SCORES[second]
    return total


class Gomoku:
    def initial(self) -> Position:
        return Position(np.zeros((SIZE, SIZE), dtype=np.int8), 0)

    def player(self, pos: Position) -> int:
        return pos.turn

    def moves(self, pos: Position):
        """Empty points with a stone not more than two steps away (or, if there is none, all empty ones)."""
        board = pos.board
        if not np.any(board):
            return [(SIZE // 2, SIZE // 2)]
        near = np.zeros((SIZE, SIZE), dtype=bool)
        for r, c in np.argwhere(board != 0):
            near[max(r - 2, 0):r + 3, max(c - 2, 0):c + 3] = True
        rows, cols = np.nonzero(near & (board == 0))
        if len(rows) == 0:
            rows, cols = np.nonzero(board == 0)
        return [(int(r), int(c)) for r, c in zip(rows, cols)]

    def play(self, pos: Position, move: tuple[int, int]) -> Position:
        r, c = move
        board = pos.board.copy()
        board[r, c] = pos.turn + 1
        return Position(board, 1 - pos.turn)

    def outcome(self, pos: Position):
        # only the player who moved last can have made five
        last = 1 - pos.turn
        if any(has_five(line, last + 1) for line in all_lines(pos.board)):
            return mx.WIN if last == 0 else mx.LOSS
        if np.all(pos.board != 0):
            return mx.DRAW
        return None

    def evaluate(self, pos: Position) -> int:
        return sum(line_score(line) for line in all_lines(pos.board))

    def key(self, pos: Position):
        return pos.board.tobytes()

    def render(self, pos: Position) -> str:
        signs = np.array([".", "X", "O"])
        return "\n".join(" ".join(row) for row in signs[pos.board])
