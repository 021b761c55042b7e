# Fox and geese on the cross shaped board.
# The fox (player 0) moves one step in any of the 4 directions and eats geese by jumping over them.
# After a jump he may go on jumping. The geese (player 1) move one step, but never back down.
# The geese win when the fox is stuck, the fox wins when too few geese are left.

import minimaxer as mx

START = [
    "##...##",
    "##...##",
    ".......",
    "...F...",
    "GGGGGGG",
    "##GGG##",
    "##GGG##",
]
ROWS = 7
COLS = 7
MIN_GEESE = 5
MAX_PLIES = 100
FOX_STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
GOOSE_STEPS = [(-1, 0), (0, -1), (0, 1)]


def get(board, row, col):
    # what is on this square? everything outside of the board counts as "#"
    if row < 0 or col < 0:
        return "#"
    try:
        return board[row][col]
    except IndexError:
        return "#"


def find_fox(board):
    i = 0
    while i < ROWS * COLS:
        if board[i // COLS][i % COLS] == "F":
            return i // COLS, i % COLS
        i += 1
    return None


def count_geese(board):
    count = 0
    lowest = 0
    for row in range(ROWS):
        for col in range(COLS):
            if board[row][col] == "G":
                count += 1
                lowest = row
    return count, lowest


def find_jump(board, row, col, step):
    # returns the square of the goose and the square behind it, or None if there is nothing to eat
    goose_row = row + step[0]
    goose_col = col + step[1]
    land_row = row + 2 * step[0]
    land_col = col + 2 * step[1]
    if get(board, goose_row, goose_col) != "G" or get(board, land_row, land_col) != ".":
        return None
    return goose_row, goose_col, land_row, land_col


def fox_moves(board, jumping):
    result = []
    row, col = find_fox(board)
    for step in FOX_STEPS:
        jump = find_jump(board, row, col, step)
        if jump is not None:
            goose_row, goose_col, land_row, land_col = jump
            result.append((row, col, land_row, land_col))
    if jumping:
        # he does not have to go on
        result.append((row, col, row, col))
    else:
        for step in FOX_STEPS:
            if get(board, row + step[0], col + step[1]) == ".":
                result.append((row, col, row + step[0], col + step[1]))
    return result


def geese_moves(board):
    result = []
    row = 0
    while row < ROWS:
        col = 0
        while col < COLS:
            if board[row][col] == "G":
                for step in GOOSE_STEPS:
                    if get(board, row + step[0], col + step[1]) == ".":
                        result.append((row, col, row + step[0], col + step[1]))
            col += 1
        row += 1
    return result


class FoxAndGeese:
    # a state is (board, turn, jumping, plies)

    def initial(self):
        board = [list(line) for line in START]
        return board, "fox", False, 0

    def player(self, state):
        board, turn, jumping, plies = state
        if turn == "fox":
            return 0
        return 1

    def moves(self, state):
        board, turn, jumping, plies = state
        if turn == "fox":
            return fox_moves(board, jumping)
        return geese_moves(board)

    def play(self, state, move):
        old_board, turn, jumping, plies = state
        row, col, new_row, new_col = move
        board = [line[:] for line in old_board]
        board[row][col] = "."
        if turn == "geese":
            board[new_row][new_col] = "G"
            return board, "fox", False, plies + 1
        board[new_row][new_col] = "F"
        if abs(new_row - row) + abs(new_col - col) == 2:
            # a jump: take the goose away and see if there is another one to eat
            board[(row + new_row) // 2][(col + new_col) // 2] = "."
            for step in FOX_STEPS:
                if find_jump(board, new_row, new_col, step) is not None:
                    return board, "fox", True, plies + 1
        return board, "geese", False, plies + 1

    def outcome(self, state):
        board, turn, jumping, plies = state
        geese, lowest = count_geese(board)
        if geese < MIN_GEESE:
            return mx.WIN
        if len(self.moves(state)) == 0:
            if turn == "fox":
                return mx.LOSS
            return mx.WIN
        if plies >= MAX_PLIES:
            return mx.DRAW
        return None

    def evaluate(self, state):
        board, turn, jumping, plies = state
        geese, lowest = count_geese(board)
        free = len(fox_moves(board, False))
        return free * 3 - geese * 10 + lowest

    def key(self, state):
        # lists can not be used in a dict, so make one long string out of it
        board, turn, jumping, plies = state
        text = ""
        for line in board:
            text = text + "".join(line)
        return text + turn + str(jumping) + str(plies)
