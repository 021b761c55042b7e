"""Ultimate tic-tac-toe: nine small boards; where you play decides on which board the other must play."""
from collections import namedtuple

import minimaxer as mx

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]
EMPTY_BOARD = (' ',) * 9
CELL_VALUE = [3, 2, 3, 2, 4, 2, 3, 2, 3]

# boards: 9 boards of 9 cells, each ' ', 'X' or 'O'
# active: the number of the board to play on, None if any will do
State = namedtuple('State', 'boards active turn')


def other(sign):
    return 'O' if sign == 'X' else 'X'


def winner(cells):
    """'X' or 'O' if one of them has three in a row, ' ' if not."""
    for a, b, c in LINES:
        if cells[a] != ' ' and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return ' '


def is_full(cells):
    return all(cell != ' ' for cell in cells)


def is_closed(cells):
    return winner(cells) != ' ' or is_full(cells)


class UltimateTicTacToe:
    def initial(self):
        return State(boards=(EMPTY_BOARD,) * 9, active=None, turn='X')

    def player(self, state):
        return 0 if state.turn == 'X' else 1

    def moves(self, state):
        if state.active is not None:
            playable = [state.active]
        else:
            playable = [b for b in range(9) if not is_closed(state.boards[b])]
        result = []
        for b in playable:
            for i in range(9):
                if state.boards[b][i] == ' ':
                    result.append((b, i))
        return result

    def play(self, state, move):
        b, i = move
        boards = list(state.boards)
        cells = list(boards[b])
        cells[i] = state.turn
        boards[b] = tuple(cells)
        active = i if not is_closed(boards[i]) else None
        return State(tuple(boards), active, other(state.turn))

    def outcome(self, state):
        won = [winner(cells) for cells in state.boards]
        champion = winner(won)
        if champion == 'X':
            return mx.WIN
        elif champion == 'O':
            return mx.LOSS
        elif all(is_closed(cells) for cells in state.boards):
            return mx.DRAW
        return None

    def evaluate(self, state):
        won = [winner(cells) for cells in state.boards]
        score = 0
        for b, cells in enumerate(state.boards):
            if won[b] == 'X':
                score += 20 * CELL_VALUE[b]
            elif won[b] == 'O':
                score -= 20 * CELL_VALUE[b]
            elif not is_full(cells):
                score += CELL_VALUE[b] * self.two_in_a_row(cells)
        score += 40 * self.two_in_a_row(won)
        return score

    def two_in_a_row(self, cells):
        """Lines that X could complete next, less those that O could."""
        count = 0
        for line in LINES:
            signs = sorted(cells[i] for i in line)
            if signs == [' ', 'X', 'X']:
                count += 1
            elif signs == [' ', 'O', 'O']:
                count -= 1
        return count

    def order(self, state, move):
        b, i = move
        after = state.boards[b][:i] + (state.turn,) + state.boards[b][i + 1:]
        bonus = 10 if winner(after) == state.turn else 0
        return bonus + CELL_VALUE[i]

    def render(self, state):
        text = ''
        for row in range(9):
            for col in range(9):
                b = row // 3 * 3 + col // 3
                i = row % 3 * 3 + col % 3
                sign = state.boards[b][i]
                if sign == ' ' and (state.active is None or state.active == b):
                    sign = '.'
                text += sign
                if col in (2, 5):
                    text += ' | '
                else:
                    text += ' '
            text += '\n'
            if row in (2, 5):
                text += '-' * 22 + '\n'
        return text + '%s to move' % state.turn
