# My tic-tac-toe game with corners!
#
# It is like normal tic-tac-toe but with two extra rules:
#   1. The very first move is not allowed to be in the middle
#      (otherwise X is too strong).
#   2. If the board is full and nobody has three in a row, the player
#      who has more corners wins. If the corners are 2-2 it is a draw.
#
# The board is a string with 9 characters, the squares are numbered:
#
#   0 1 2
#   3 4 5
#   6 7 8

import minimaxer as mx

LINES = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
]


def has_line(board, who):
    for line in LINES:
        a = line[0]
        b = line[1]
        c = line[2]
        if board[a] == who and board[b] == who and board[c] == who:
            return True
    return False


def get_corners(board):
    # first and last letter of the top row and of the bottom row
    top = board[:3]
    bottom = board[6:]
    return top[0] + top[-1] + bottom[0] + bottom[-1]


class CornerTicTacToe:

    def initial(self):
        board = '.' * 9
        return (board, 'X')

    def player(self, state):
        turn = state[1]
        if turn == 'X':
            return 0
        else:
            return 1

    def moves(self, state):
        board = state[0]
        result = []
        for i in range(len(board)):
            if board[i] == '.':
                # the middle is forbidden on the first move
                if i == 4 and board.count('.') == 9:
                    continue
                result.append(i)
        return result

    def play(self, state, move):
        board, turn = state
        if turn == 'X':
            new_board = board[:move] + 'X' + board[move+1:]
            return (new_board, 'O')
        else:
            new_board = board[:move] + 'O' + board[move+1:]
            return (new_board, 'X')

    def outcome(self, state):
        board = state[0]
        if has_line(board, 'X'):
            return mx.WIN
        if has_line(board, 'O'):
            return mx.LOSS
        if '.' in board:
            return None  # still playing
        # board is full, so count the corners
        corners = get_corners(board)
        if corners.count('X') > corners.count('O'):
            return mx.WIN
        elif corners.count('X') < corners.count('O'):
            return mx.LOSS
        else:
            return mx.DRAW

    def evaluate(self, state):
        board = state[0]
        score = 0
        # lines that only one player has pieces in are good for that player
        for line in LINES:
            text = ''
            for i in line:
                text += board[i]
            x = text.count('X')
            o = text.count('O')
            if x > 0 and o == 0:
                score += x * 10
            if o > 0 and x == 0:
                score -= o * 10
        corners = get_corners(board)
        score = score + 5 * corners.count('X')
        score = score - 5 * corners.count('O')
        return score
