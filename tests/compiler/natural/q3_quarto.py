"""Quarto. A piece is a number from 0 to 15, each of its bits an attribute (tall, dark, round, hollow).

A move puts the piece in hand on a square and hands the opponent the next one. In the very first
move there is no piece to put down yet, and in the very last there is none to give away.
"""
from functools import reduce
from operator import and_
from typing import NamedTuple, Optional

import minimaxer as mx

LINES = (
    [[4 * r + c for c in range(4)] for r in range(4)]
    + [[4 * r + c for r in range(4)] for c in range(4)]
    + [[0, 5, 10, 15], [3, 6, 9, 12]]
)
ALL_PIECES = set(range(16))

Piece = int
Move = tuple[Optional[int], Optional[Piece]]  # square, next piece


class Quarto(NamedTuple):
    squares: tuple[Optional[Piece], ...]
    hand: Optional[Piece]
    player: int


def alike(pieces: list[Piece]) -> bool:
    """Do they have an attribute in common, all with it or all without?"""
    return bool(reduce(and_, pieces) or reduce(and_, [~p & 15 for p in pieces]))


def unused(state: Quarto) -> set[Piece]:
    return ALL_PIECES - set(state.squares) - {state.hand}


class QuartoRules:
    def initial(self) -> Quarto:
        return Quarto((None,) * 16, None, 0)

    def player(self, state: Quarto) -> int:
        return state.player

    def moves(self, state: Quarto) -> list[Move]:
        rest = sorted(unused(state))
        if state.hand is None:
            return [(None, piece) for piece in rest]
        empty = [i for i, piece in enumerate(state.squares) if piece is None]
        if not rest:
            return [(empty[0], None)]
        return [(square, piece) for square in empty for piece in rest]

    def play(self, state: Quarto, move: Move) -> Quarto:
        square, piece = move
        squares = state.squares
        if square is not None:
            squares = squares[:square] + (state.hand,) + squares[square + 1 :]
        return Quarto(squares, piece, 1 - state.player)

    def outcome(self, state: Quarto) -> Optional[int]:
        for line in LINES:
            pieces = [state.squares[i] for i in line]
            if None not in pieces and alike(pieces):
                # whoever moved last has completed it
                return mx.WIN if state.player == 1 else mx.LOSS
        if None not in state.squares:
            return mx.DRAW
        return None

    def evaluate(self, state: Quarto) -> int:
        """Lines of three that could be completed are good for who gets a piece that fits, now or
        once the safe ones have run out: an even number of safe pieces favours the one to move."""
        if state.hand is None:
            return 0
        threats = []
        for line in LINES:
            pieces = [state.squares[i] for i in line if state.squares[i] is not None]
            if len(pieces) == 3 and alike(pieces):
                threats.append(pieces)
        if any(alike(pieces + [state.hand]) for pieces in threats):
            return 100 if state.player == 0 else -100
        safe = [p for p in unused(state) if not any(alike(pieces + [p]) for pieces in threats)]
        score = 5 * len(threats) if len(safe) % 2 == 0 else -5 * len(threats)
        return score if state.player == 0 else -score

    def format_move(self, state: Quarto, move: Move) -> str:
        square, piece = move
        where = "-" if square is None else "abcd"[square % 4] + str(square // 4 + 1)
        return where + "/" + ("-" if piece is None else f"{piece:04b}")

    def render(self, state: Quarto) -> str:
        def show(piece):
            return "...." if piece is None else f"{piece:04b}"

        rows = [" ".join(map(show, state.squares[i : i + 4])) for i in range(0, 16, 4)]
        return "\n".join(rows + [f"to place: {show(state.hand)}"])
