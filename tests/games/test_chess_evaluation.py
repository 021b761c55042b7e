"""What positions of chess on small boards are worth."""

from __future__ import annotations

import pytest

from minimaxer_games.chess_lite import Board, ChessLite
from minimaxer_games.chess_lite.movement import occupied

from .chess_walks import walked


def turned(game: ChessLite, board: Board) -> Board:
    """The position with colours changed, seen from the other side."""
    columns, rows = game.layout.columns, game.layout.rows
    row = (1 << columns) - 1

    def upside_down(pieces: int) -> int:
        return sum((pieces >> columns * at & row) << columns * (rows - 1 - at) for at in range(rows))

    pawns, knights, bishops, rooks, queens, kings = (upside_down(pieces) for pieces in board[:6])
    white = upside_down(occupied(board) & ~board.white)
    return Board(pawns, knights, bishops, rooks, queens, kings, white, 1 - board.player, board.clock)


@pytest.mark.parametrize("variant", ["gardner", "losalamos", "eight"])
def test_both_sides_are_judged_alike(variant: str) -> None:
    """In random games the position with colours changed has the opposite value."""
    game = ChessLite(variant=variant)
    for board, _ in walked(game, seed=1, games=10, positions=51):
        assert game.evaluate(board) == -game.evaluate(turned(game, board)), game.format(board)


def change(before: str, after: str, variant: str = "gardner") -> int:
    """By how much the second position is better for white than the first."""
    game = ChessLite(variant=variant)
    return game.evaluate(game.parse(after)) - game.evaluate(game.parse(before))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("4k/p4/1P3/5/4K w - - 0 1", "4k/p4/2P2/5/4K w - - 0 1"),  # past a pawn that could take it
        ("4k/5/2P2/5/4K w - - 0 1", "4k/2P2/5/5/4K w - - 0 1"),  # nearer to its end
        ("4k/1p3/5/1P3/1P2K w - - 0 1", "4k/1p3/5/1P3/2P1K w - - 0 1"),  # two pawns in one column
        ("4k/3p1/2N2/5/4K w - - 0 1", "4k/3p1/1N3/5/4K w - - 0 1"),  # a pawn could take the knight
        ("N3k/5/5/5/4K w - - 0 1", "4k/5/2N2/5/4K w - - 0 1"),  # a knight in the corner
        ("4k/5/5/2K1q/5 w - - 0 1", "4k/5/5/4q/K4 w - - 0 1"),  # a king before a queen
    ],
)
def test_what_is_better(before: str, after: str) -> None:
    """Each rule of the evaluation in a position by hand."""
    assert change(before, after) > 0


def test_pieces_by_board() -> None:
    """A pawn is worth more on a small board: it is sooner a queen."""
    pawn = {"gardner": ("4k/5/5/5/4K w", "4k/5/5/3P1/4K w"), "eight": ("7k/8/8/8/8/8/8/7K w", "7k/8/8/8/8/8/6P1/7K w")}
    found = {variant: change(*positions, variant) for variant, positions in pawn.items()}
    assert found["gardner"] > found["eight"] > 0
