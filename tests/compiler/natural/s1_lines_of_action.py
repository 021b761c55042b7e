"""Lines of Action on a 5x5 board.

A piece moves in any of the eight directions, exactly as many squares as there are pieces (of both
colours) on the line it moves along. It may jump over its own pieces but not over enemy ones, and it
captures by landing on an enemy. Whoever first has all their pieces in one connected group wins.
"""

from typing import NamedTuple

import minimaxer as mx

SIZE = 5
MAX_PLIES = 50  # nothing forces progress, so call it a draw at some point
AXES = ((0, 1), (1, 0), (1, 1), (1, -1))
CENTRE = SIZE // 2

Square = tuple[int, int]
Move = tuple[Square, Square]


class State(NamedTuple):
    board: tuple[tuple[str | None, ...], ...]
    turn: str
    plies: int


def inside(r, c):
    return 0 <= r < SIZE and 0 <= c < SIZE


def other(colour):
    return "white" if colour == "black" else "black"


def squares_of(board, colour):
    """All squares with a piece of this colour on them."""
    for r, row in enumerate(board):
        yield from ((r, c) for c, piece in enumerate(row) if piece == colour)


def neighbours(square):
    r, c = square
    for dr, dc in AXES:
        yield from (s for s in ((r + dr, c + dc), (r - dr, c - dc)) if inside(*s))


def groups(board, colour):
    """The connected groups of a colour, one list of squares each."""
    seen = set()

    def spread(square):
        seen.add(square)
        yield square
        for r, c in neighbours(square):
            if board[r][c] == colour and (r, c) not in seen:
                yield from spread((r, c))

    for square in squares_of(board, colour):
        if square not in seen:
            yield list(spread(square))


def connected(board, colour):
    return len(list(groups(board, colour))) <= 1


def count_on_line(board, square, axis):
    """How many pieces stand on the line through this square?"""
    r, c = square
    dr, dc = axis
    return sum(
        1
        for step in range(-SIZE + 1, SIZE)
        if inside(r + step * dr, c + step * dc) and board[r + step * dr][c + step * dc] is not None
    )


class LinesOfAction:
    def initial(self) -> State:
        def start(r, c):
            on_top_or_bottom = r in (0, SIZE - 1)
            on_left_or_right = c in (0, SIZE - 1)
            if on_top_or_bottom == on_left_or_right:  # the corners and the middle
                return None
            return "black" if on_top_or_bottom else "white"

        return State(tuple(tuple(start(r, c) for c in range(SIZE)) for r in range(SIZE)), "black", 0)

    def player(self, state: State) -> int:
        return 0 if state.turn == "black" else 1

    def moves(self, state: State) -> list[Move]:
        board, me = state.board, state.turn

        def moves_of_piece(square):
            r, c = square
            for dr, dc in AXES:
                distance = count_on_line(board, square, (dr, dc))
                for sign in (1, -1):
                    target = (r + sign * distance * dr, c + sign * distance * dc)
                    if not inside(*target) or board[target[0]][target[1]] == me:
                        continue
                    if all(
                        (piece := board[r + sign * i * dr][c + sign * i * dc]) is None or piece == me
                        for i in range(1, distance)
                    ):
                        yield square, target

        def all_moves():
            for square in squares_of(board, me):
                yield from moves_of_piece(square)

        # Captures first, then whatever ends nearest to the centre.
        return sorted(
            all_moves(),
            key=lambda move: (
                board[move[1][0]][move[1][1]] is None,
                max(abs(move[1][0] - CENTRE), abs(move[1][1] - CENTRE)),
            ),
        )

    def play(self, state: State, move: Move) -> State:
        source, target = move

        def after(r, c):
            if (r, c) == source:
                return None
            return state.turn if (r, c) == target else state.board[r][c]

        board = tuple(tuple(after(r, c) for c in range(SIZE)) for r in range(SIZE))
        return State(board, other(state.turn), state.plies + 1)

    def outcome(self, state: State) -> int | None:
        # If a capture connects both sides at once, the one who made it wins.
        just_moved = other(state.turn)
        for colour in (just_moved, state.turn):
            if connected(state.board, colour):
                return mx.WIN if colour == "black" else mx.LOSS
        if state.plies >= MAX_PLIES:
            return mx.DRAW
        if not any(self.moves(state)):
            return mx.WIN if just_moved == "black" else mx.LOSS
        return None

    def evaluate(self, state: State) -> int:
        def score(colour):
            biggest = max(groups(state.board, colour), key=len, default=[])
            pieces = list(squares_of(state.board, colour))
            spread = sum(max(abs(r - CENTRE), abs(c - CENTRE)) for r, c in pieces)
            return 100 * len(biggest) // len(pieces) - 5 * spread

        return score("black") - score("white")

    def render(self, state: State) -> str:
        return "\n".join(" ".join(piece[0] if piece else "." for piece in row) for row in state.board)
