"""Positions of chess on small boards from random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from minimaxer_games.chess_lite import Board, ChessLite


def walked(game: ChessLite, seed: int, games: int, positions: int) -> Iterator[tuple[Board, list[int]]]:
    """The positions of so many games of at most so many positions, each with its moves; there may be none in the last."""
    rng = Random(seed)
    for _ in range(games):
        board = game.initial()
        for _ in range(positions):
            moves = list(game.moves(board))
            yield board, moves
            if not moves:
                break
            board = game.play(board, rng.choice(moves))
