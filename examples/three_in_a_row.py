"""A game of your own in five methods.

minimaxer web examples/three_in_a_row.py:ThreeInARow
"""

import minimaxer as mx

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6)]
LINES += [(1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
State = tuple[str, int]  # the nine cells, and the player to move


class ThreeInARow:
    """X or O: three in a row win."""

    def initial(self) -> State:
        return ".........", 0

    def player(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[int]:
        return [cell for cell in range(9) if state[0][cell] == "."]

    def play(self, state: State, cell: int) -> State:
        board, player = state
        board = board[:cell] + "XO"[player] + board[cell + 1 :]
        return board, 1 - player

    def outcome(self, state: State) -> int | None:
        board = state[0]
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] != ".":
                return mx.WIN if board[a] == "X" else mx.LOSS
        return None if "." in board else mx.DRAW


if __name__ == "__main__":
    print(mx.solve(ThreeInARow()))
