"""Dodgem on a 4x4 board.

A state is one line of text, like the FEN of chess: the rows from top to bottom,
whose turn it is, and how many moves were made:

    X.../X.../X.../.OOO X 0

The X cars want to leave on the right, the O cars at the top. Nobody drives
backwards. Whoever has got all his cars off the board wins; and whoever cannot
move at all wins too, because it is not allowed to block the other one in.
"""

import minimaxer as mx

SIZE = 4
FILES = "abcd"
MAX_MOVES = 60

START = "/".join(["X" + "." * (SIZE - 1)] * (SIZE - 1) + ["." + "O" * (SIZE - 1)])

STEPS = {
    "X": {"right": (0, 1), "up": (-1, 0), "down": (1, 0)},
    "O": {"up": (-1, 0), "left": (0, -1), "right": (0, 1)},
}

# where a car drives off the board
EXIT = {"X": "right", "O": "up"}


def split_state(state: str) -> tuple[str, str, int]:
    board, turn, count = state.split()
    return board, turn, int(count)


def square_name(row: int, col: int) -> str:
    return f"{FILES[col]}{SIZE - row}"


def square_numbers(name: str) -> tuple[int, int]:
    return SIZE - int(name[1]), FILES.index(name[0])


def put(board: str, *changes: tuple[int, int, str]) -> str:
    """The board with some squares changed, each given as row, column and new sign."""
    rows = board.split("/")
    for row, col, sign in changes:
        line = rows[row]
        rows[row] = line[:col] + sign + line[col + 1 :]
    return "/".join(rows)


def cars(board: str, sign: str) -> list[tuple[int, int]]:
    return [(r, c) for r, line in enumerate(board.split("/")) for c, cell in enumerate(line) if cell == sign]


def possible_moves(board: str, sign: str) -> list[str]:
    rows = board.split("/")
    moves = []
    for row, col in cars(board, sign):
        start = square_name(row, col)
        for word, (dr, dc) in STEPS[sign].items():
            r, c = row + dr, col + dc
            if r in range(SIZE) and c in range(SIZE):
                if rows[r][c] == ".":
                    moves.append(f"{start}-{square_name(r, c)}")
            elif word == EXIT[sign]:
                moves.append(f"{start}-off")
    return moves


def progress(lines: list[str], sign: str) -> int:
    """How far the cars have come, from the left end of the lines to the right."""
    gone = SIZE - 1 - sum(line.count(sign) for line in lines)
    return gone * (SIZE + 1) + sum(i for line in lines for i, cell in enumerate(line) if cell == sign)


class Dodgem:
    def initial(self) -> str:
        return f"{START} X 0"

    def player(self, state: str) -> int:
        return "XO".index(state.split()[1])

    def moves(self, state: str) -> list[str]:
        board, turn, _ = split_state(state)
        return possible_moves(board, turn)

    def play(self, state: str, move: str) -> str:
        board, turn, count = split_state(state)
        start, end = move.split("-")
        changes = [(*square_numbers(start), ".")]
        if end != "off":
            changes.append((*square_numbers(end), turn))
        board = put(board, *changes)
        next_turn = "O" if turn == "X" else "X"
        return f"{board} {next_turn} {count + 1}"

    def outcome(self, state: str) -> int | None:
        board, turn, count = split_state(state)
        if "X" not in board:
            return mx.WIN
        if "O" not in board:
            return mx.LOSS
        if not possible_moves(board, turn):
            return mx.WIN if turn == "X" else mx.LOSS
        if count >= MAX_MOVES:
            return mx.DRAW
        return None

    def evaluate(self, state: str) -> int:
        rows = state.split()[0].split("/")
        # read the columns from the bottom to the top, so that O drives to the right as well
        columns = ["".join(column) for column in zip(*reversed(rows))]
        return progress(rows, "X") - progress(columns, "O")

    def order(self, state: str, move: str) -> int:
        if move.endswith("off"):
            return 2
        start, end = move.split("-")
        forward = end[0] > start[0] if " X " in state else end[1] > start[1]
        return 1 if forward else 0

    def render(self, state: str) -> str:
        board, turn, count = split_state(state)
        lines = [f"{SIZE - r} {' '.join(line)}" for r, line in enumerate(board.split("/"))]
        lines.append("  " + " ".join(FILES))
        return "\n".join(lines).replace(".", "·") + f"\n{turn.lower()} to move, {count} played"

    def parse_move(self, state: str, text: str) -> str:
        return text.strip().lower().replace(" ", "")

    def format_move(self, state: str, move: str) -> str:
        return move


if __name__ == "__main__":
    game = Dodgem()
    state = game.initial()
    while game.outcome(state) is None:
        move = mx.best_move(game, state, depth=4)
        state = game.play(state, move)
        print(move, state, sep="   ")
    print({mx.WIN: "X wins", mx.LOSS: "O wins"}.get(game.outcome(state), "draw"))
