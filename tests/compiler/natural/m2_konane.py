"""Konane (Hawaiian checkers) on a 6x6 board.

The board starts full. Black takes away one stone in the middle or in a corner,
White takes away a neighbour of the hole, and from then on you jump over enemy
stones, in a straight line, as often as you want. Who cannot jump loses.
"""

import copy

import minimaxer as mx

SIZE = 6
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class Konane:
    def __init__(self):
        self.board = [["B" if (r + c) % 2 == 0 else "W" for c in range(SIZE)] for r in range(SIZE)]
        self.player = 0
        self.move_count = 0
        self.last_move = None

    def copy(self):
        other = Konane()
        other.board = copy.deepcopy(self.board)
        other.player = self.player
        other.move_count = self.move_count
        other.last_move = self.last_move
        return other

    # ---- the rules -------------------------------------------------------

    @property
    def colour(self):
        return "BW"[self.player]

    @property
    def enemy(self):
        return "WB"[self.player]

    @staticmethod
    def inside(r, c):
        return 0 <= r < SIZE and 0 <= c < SIZE

    def opening_moves(self):
        """The first two moves take a stone off instead of jumping."""
        if self.move_count == 0:
            middle = SIZE // 2
            choices = [(0, 0), (middle - 1, middle - 1), (middle, middle), (SIZE - 1, SIZE - 1)]
        else:
            hole_r, hole_c = self.find_hole()
            choices = []
            for dr, dc in DIRECTIONS:
                if self.inside(hole_r + dr, hole_c + dc):
                    choices.append((hole_r + dr, hole_c + dc))
        return [(square, square) for square in choices]

    def find_hole(self):
        for r, row in enumerate(self.board):
            if "." in row:
                return r, row.index(".")

    def jumps_from(self, r, c):
        """All places where the stone on (r, c) can end up."""
        ends = []
        for dr, dc in DIRECTIONS:
            to_r, to_c = r + 2 * dr, c + 2 * dc
            while self.inside(to_r, to_c):
                if self.board[to_r - dr][to_c - dc] != self.enemy or self.board[to_r][to_c] != ".":
                    break
                ends.append((to_r, to_c))
                to_r += 2 * dr
                to_c += 2 * dc
        return ends

    def legal_moves(self):
        if self.move_count < 2:
            return self.opening_moves()
        moves = []
        for r in range(SIZE):
            for c in range(SIZE):
                if self.board[r][c] == self.colour:
                    for end in self.jumps_from(r, c):
                        moves.append(((r, c), end))
        return moves

    def make_move(self, move):
        (r, c), (to_r, to_c) = move
        stone = self.board[r][c]
        self.board[r][c] = "."
        if (r, c) != (to_r, to_c):
            # clear everything we jumped over
            dr = (to_r > r) - (to_r < r)
            dc = (to_c > c) - (to_c < c)
            while (r, c) != (to_r, to_c):
                self.board[r][c] = "."
                r += dr
                c += dc
            self.board[to_r][to_c] = stone
        self.last_move = move
        self.move_count += 1
        self.player = 1 - self.player

    def winner(self):
        """0 or 1 if the game is over, otherwise None."""
        if self.legal_moves():
            return None
        return 1 - self.player

    def count_jumps(self, player):
        """How many jumps the player would have if it were his turn."""
        saved = self.player
        self.player = player
        count = len(self.legal_moves())
        self.player = saved
        return count

    def __str__(self):
        lines = [f"{r + 1} {' '.join(row)}" for r, row in enumerate(self.board)]
        lines.append("  " + " ".join("abcdef"[:SIZE]))
        return "\n".join(lines)

    # ---- what minimaxer wants --------------------------------------------

    def moves(self):
        return self.legal_moves()

    def play(self, move):
        after = self.copy()
        after.make_move(move)
        return after

    def outcome(self):
        winner = self.winner()
        if winner is None:
            return None
        return mx.WIN if winner == 0 else mx.LOSS

    def evaluate(self):
        if self.move_count < 2:
            return 0
        return self.count_jumps(0) - self.count_jumps(1)

    def key(self):
        return tuple(tuple(row) for row in self.board)

    def render(self):
        return str(self)


game = mx.from_state_class(Konane)


if __name__ == "__main__":
    position = Konane()
    while position.winner() is None:
        position.make_move(mx.best_move(game, position, depth=3))
        print(position.last_move)
        print(position, "\n")
    print("The winner is", "BW"[position.winner()])
