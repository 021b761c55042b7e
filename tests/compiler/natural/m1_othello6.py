"""Othello on a 6x6 board, with numpy."""

from typing import NamedTuple

import numpy as np

import minimaxer as mx

SIZE = 6
EMPTY = 0
BLACK = 1
WHITE = -1

PASS = (-1, -1)

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]

# corners are very good, the squares next to them are bad
WEIGHTS = np.array(
    [
        [30, -8, 4, 4, -8, 30],
        [-8, -12, 1, 1, -12, -8],
        [4, 1, 2, 2, 1, 4],
        [4, 1, 2, 2, 1, 4],
        [-8, -12, 1, 1, -12, -8],
        [30, -8, 4, 4, -8, 30],
    ]
)


class State(NamedTuple):
    board: np.ndarray
    player: int  # 0 is black, 1 is white


def on_board(board, r, c):
    rows, cols = board.shape
    return 0 <= r < rows and 0 <= c < cols


def stone_of(player):
    return BLACK if player == 0 else WHITE


def flips(board, row, col, stone):
    """All the stones that are turned over if `stone` is put on (row, col)."""
    if board[row, col] != EMPTY:
        return []
    result = []
    for dr, dc in DIRECTIONS:
        line = []
        r, c = row + dr, col + dc
        while on_board(board, r, c) and board[r, c] == -stone:
            line.append((r, c))
            r += dr
            c += dc
        # the line only counts if it ends in one of our own stones
        if line and on_board(board, r, c) and board[r, c] == stone:
            result.extend(line)
    return result


def legal_moves(board, stone):
    moves = []
    for r, c in np.argwhere(board == EMPTY):
        if flips(board, r, c, stone):
            moves.append((int(r), int(c)))
    return moves


class Othello6:
    def initial(self) -> State:
        board = np.zeros((SIZE, SIZE), dtype=int)
        mid = SIZE // 2
        board[mid - 1, mid - 1] = board[mid, mid] = WHITE
        board[mid - 1, mid] = board[mid, mid - 1] = BLACK
        return State(board, 0)

    def player(self, state: State) -> int:
        return state.player

    def moves(self, state: State) -> list[tuple[int, int]]:
        found = legal_moves(state.board, stone_of(state.player))
        return found if found else [PASS]

    def play(self, state: State, move: tuple[int, int]) -> State:
        board = state.board.copy()
        if move != PASS:
            stone = stone_of(state.player)
            for r, c in flips(board, *move, stone):
                board[r, c] = stone
            board[move] = stone
        return State(board, 1 - state.player)

    def outcome(self, state: State) -> int | None:
        board = state.board
        if (board == EMPTY).any():
            # still room: it goes on as long as somebody can move
            if legal_moves(board, BLACK) or legal_moves(board, WHITE):
                return None
        black = np.count_nonzero(board == BLACK)
        white = np.count_nonzero(board == WHITE)
        if black > white:
            return mx.WIN
        if white > black:
            return mx.LOSS
        return mx.DRAW

    def evaluate(self, state: State) -> int:
        board = state.board
        position = int((WEIGHTS * board).sum())
        mobility = len(legal_moves(board, BLACK)) - len(legal_moves(board, WHITE))
        return position + 3 * mobility

    def key(self, state: State):
        # numpy arrays cannot be hashed, bytes can
        return state.board.tobytes()

    def format_move(self, state: State, move: tuple[int, int]) -> str:
        if move == PASS:
            return "pass"
        row, col = move
        return "abcdef"[col] + str(row + 1)

    def render(self, state: State) -> str:
        signs = {EMPTY: ".", BLACK: "x", WHITE: "o"}
        lines = ["  a b c d e f"]
        for number, row in enumerate(state.board, start=1):
            lines.append(f"{number} " + " ".join(signs[int(cell)] for cell in row))
        return "\n".join(lines)


if __name__ == "__main__":
    game = Othello6()
    state = game.initial()
    while game.outcome(state) is None:
        print(game.render(state), "\n")
        state = game.play(state, mx.best_move(game, state, depth=2))
    print(game.render(state))
    print("black minus white:", state.board.sum())
