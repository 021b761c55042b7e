"""Captures that lose material, in chess on small boards."""

from __future__ import annotations

import pytest

from minimaxer_games.chess_lite import Board, ChessLite
from minimaxer_games.chess_lite.evaluation import MATERIAL
from minimaxer_games.chess_lite.exchange import attackers, least, loses
from minimaxer_games.chess_lite.movement import kind_at, occupied
from minimaxer_games.chess_lite.variants import KING

from .chess_walks import walked


def taken_back(game: ChessLite, board: Board, square: int, pieces: int, player: int, victim: int) -> int:
    """What the player wins by taking on a square, where both sides may stop: every line of the exchange is played out."""
    found = attackers(game.geometry, board, square, pieces)
    mine = found & board.white if player == 0 else found & ~board.white
    if not mine:
        return 0
    smallest = least(board, mine)
    kind = kind_at(board, smallest)
    if kind == KING and mine != found:
        return 0
    return max(0, victim - taken_back(game, board, square, pieces & ~smallest, 1 - player, MATERIAL[kind]))


@pytest.mark.parametrize("variant", ["gardner", "losalamos", "eight"])
def test_the_threshold_agrees_with_the_exchange_played_out(variant: str) -> None:
    """On all captures of random games."""
    game = ChessLite(variant=variant)
    for board, moves in walked(game, seed=5, games=5, positions=60):
        for move in moves:
            target, pieces = move >> 6 & 63, occupied(board)
            if pieces >> target & 1:
                kind = kind_at(board, 1 << (move & 63))
                risk = taken_back(game, board, target, pieces & ~(1 << (move & 63)), 1 - board.player, MATERIAL[kind])
                expected = kind != KING and MATERIAL[kind_at(board, 1 << target)] < risk
                assert loses(game.geometry, board, move) == expected, (game.format(board), game.format_move(board, move))


@pytest.mark.parametrize(
    ("fen", "noisy"),
    [
        ("4k/1p3/2p2/3Q1/4K w - - 0 1", []),  # a pawn guards the pawn that the queen could take
        ("4k/5/2p2/3Q1/4K w - - 0 1", ["d2c3"]),
        ("r3k/p4/R4/5/4K w - - 0 1", []),  # the rook would be taken
        ("r3k/p4/R4/R4/4K w - - 0 1", ["a3a4"]),  # and taken back by the rook behind it
        ("4k/1P3/2K2/5/5 w - - 0 1", ["b4b5q"]),  # to a queen, not to what is less
    ],
)
def test_noisy_moves(fen: str, noisy: list[str]) -> None:
    """Captures that lose nothing, and promotions to the best piece."""
    game = ChessLite()
    board = game.parse(fen)
    assert [game.format_move(board, move) for move in game.noisy_moves(board)] == noisy
