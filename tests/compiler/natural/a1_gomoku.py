"""Gomoku on a small board: 7x7, four in a row wins.

X (player 0) starts.  A state is (board, turn, last) where board is a tuple
of rows, every cell is "X", "O" or ".", and last is the last move or None.
"""
import minimaxer as mx

SIZE = 7
NEED = 4
EMPTY = "."
MARKS = ("X", "O")
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]

# how much an open line is worth, by the number of own stones in it
LINE_SCORES = {0: 0, 1: 1, 2: 6, 3: 30, 4: 500}


def on_board(r, c):
    return 0 <= r < SIZE and 0 <= c < SIZE


def place(board, r, c, mark):
    row = board[r]
    new_row = row[:c] + (mark,) + row[c + 1:]
    return board[:r] + (new_row,) + board[r + 1:]


def count_direction(board, r, c, dr, dc):
    # stones equal to the one on (r, c), not including itself
    mark = board[r][c]
    count = 0
    r, c = r + dr, c + dc
    while on_board(r, c) and board[r][c] == mark:
        count += 1
        r, c = r + dr, c + dc
    return count


def wins_at(board, r, c):
    for dr, dc in DIRECTIONS:
        total = 1 + count_direction(board, r, c, dr, dc) + count_direction(board, r, c, -dr, -dc)
        if total >= NEED:
            return True
    return False


def is_full(board):
    return all(EMPTY not in row for row in board)


def has_neighbour(board, r, c):
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            if dr == 0 and dc == 0:
                continue
            if on_board(r + dr, c + dc) and board[r + dr][c + dc] != EMPTY:
                return True
    return False


def all_lines():
    """Every group of four cells that could become a winning line."""
    lines = []
    for r in range(SIZE):
        for c in range(SIZE):
            for dr, dc in DIRECTIONS:
                if on_board(r + dr * (NEED - 1), c + dc * (NEED - 1)):
                    lines.append([(r + dr * i, c + dc * i) for i in range(NEED)])
    return lines


LINES = all_lines()


class Gomoku:
    def initial(self):
        board = tuple(tuple(EMPTY for _ in range(SIZE)) for _ in range(SIZE))
        return (board, 0, None)

    def player(self, state):
        return state[1]

    def moves(self, state):
        board, turn, last = state
        if last is None:
            return [(SIZE // 2, SIZE // 2)]
        # only look at cells next to another stone, centre first
        cells = [(r, c)
                 for r, row in enumerate(board)
                 for c, cell in enumerate(row)
                 if cell == EMPTY and has_neighbour(board, r, c)]
        middle = SIZE // 2
        return sorted(cells, key=lambda rc: abs(rc[0] - middle) + abs(rc[1] - middle))

    def play(self, state, move):
        board, turn, _ = state
        r, c = move
        return (place(board, r, c, MARKS[turn]), 1 - turn, move)

    def outcome(self, state):
        board, turn, last = state
        if last is None:
            return None
        if wins_at(board, *last):
            return mx.WIN if turn == 1 else mx.LOSS
        if is_full(board):
            return mx.DRAW
        return None

    def evaluate(self, state):
        board = state[0]
        score = 0
        for line in LINES:
            text = "".join(board[r][c] for r, c in line)
            if "O" not in text:
                score += LINE_SCORES[text.count("X")]
            elif "X" not in text:
                score -= LINE_SCORES[text.count("O")]
        return score
