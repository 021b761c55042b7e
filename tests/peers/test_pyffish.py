"""Random games of chess side by side with Fairy-Stockfish: the same legal moves, and the same mates and stalemates."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("pyffish", reason="pyffish is not installed: uv run --group peers pytest tests/peers")

import pyffish

import minimaxer as mx
from minimaxer_games.chess_lite import ChessLite


@pytest.mark.parametrize("games", [1, pytest.param(30, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("variant", ["gardner", "losalamos"])
def test_random_games_go_alike(variant: str, games: int) -> None:
    """To mate, stalemate or the hundredth ply without progress."""
    game = ChessLite(variant=variant)
    rng = Random(4)
    for number in range(games):
        state = game.initial()
        while game.outcome(state) is None:
            fen = game.format(state)
            moves = {game.format_move(state, move): move for move in game.moves(state)}
            assert sorted(moves) == sorted(pyffish.legal_moves(variant, fen, [])), (number, fen)
            if not moves:
                result = pyffish.game_result(variant, fen, [])
                expected = mx.DRAW if result == 0 else mx.LOSS if state.player == 0 else mx.WIN
                assert game.stuck(state) == expected, (number, fen)
                break
            state = game.play(state, moves[rng.choice(sorted(moves))])
