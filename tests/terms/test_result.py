"""Results in words: what is known of each move, and to which depth it holds."""

from __future__ import annotations

from attrs import evolve

import minimaxer as mx
from minimaxer.drawing.moves import draw_result
from minimaxer_games.connect_four import ConnectFour


def test_bounds_beside_a_solved_value_name_their_depth() -> None:
    """In words and in the picture, since they hold for that depth alone: of these moves, one more wins."""
    result = mx.solve(ConnectFour(), ConnectFour().parse("4455"))
    best, *others = result.moves
    assert (result.solved, result.told_of(best)) == (True, "player 0 wins in 3 plies")
    assert others
    assert all(result.told_of(row).endswith(" (depth 2)") for row in others if row.value is not None)
    picture = draw_result(result).svg
    assert "(depth 2)" in picture


def test_moves_searched_less_deep_name_their_depth() -> None:
    """Beside a result of another depth; and each on its own, since nothing stands beside it."""
    result = mx.search(ConnectFour(), depth=3)
    for row in result.moves:
        assert result.told_of(row) == row.told
        assert result.told_of(evolve(row, depth=2)) == f"{row.told} (depth 2)"
        assert str(row) == f"{row.move}: {row.told} (depth 3)"
