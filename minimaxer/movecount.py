"""Counting move sequences, the field's check of move generation. May import the ground floor, `game`, `capability`."""

from __future__ import annotations

from typing import TypeVar

from .capability import capabilities
from .compiled import CompiledGame
from .errors import OptionError
from .game import Game

S = TypeVar("S")
M = TypeVar("M")


def perft(game: Game[S, M], state: S | None = None, depth: int = 1, *, finished: bool = False) -> int:
    """Counts the sequences of legal moves of exactly that many plies.

    Args:
        game: The rules.
        state: Where to start; the initial state by default.
        depth: Plies, from 0. A pass that the rules list as a move is a ply.
        finished: Count games that ended earlier too.

    Raises:
        OptionError: `depth` is negative or no whole number.
        GameError: The game lacks a method.

    Source: chessprogramming.org "Perft".

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> perft(TicTacToe(), depth=5)
        15120
    """
    if not isinstance(depth, int) or depth < 0:
        raise OptionError(f"expected a depth of 0 or more whole plies, got {depth!r}")
    capabilities(game)
    if isinstance(game, CompiledGame):
        from .compiled.counting import count as count_natively

        return count_natively(game, game.initial() if state is None else state, depth, finished=finished)
    outcome, moves, play = game.outcome, game.moves, game.play

    def count(state: S, depth: int) -> int:
        if outcome(state) is not None:
            return 1 if finished or depth == 0 else 0
        if depth == 0:
            return 1
        total = 0
        tried = False
        for move in moves(state):
            tried = True
            total += count(play(state, move), depth - 1)
        return total if tried or not finished else 1

    return count(game.initial() if state is None else state, depth)
