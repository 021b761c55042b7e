"""Results in words: what is known of each move, and to which depth it holds."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.drawing.boards import draw_result
from minimaxer_games.connect_four import ConnectFour

from ..needs import HAS_LLVMLITE


def test_bounds_beside_a_solved_value_name_their_depth() -> None:
    """In words and in the picture, since they hold for that depth alone: of these moves, one more wins."""
    result = mx.solve(ConnectFour(), ConnectFour().parse("4455"))
    best, *others = result.moves
    assert (result.solved, result.value_text_of(best)) == (True, "player 0 wins in 3 plies")
    assert others
    assert all(result.value_text_of(row).endswith(" (depth 2)") for row in others if row.value is not None)
    picture = draw_result(result).svg
    assert "(depth 2)" in picture


def test_moves_searched_less_deep_name_their_depth() -> None:
    """Beside a result of another depth; and each on its own, since nothing stands beside it."""
    result = mx.search(ConnectFour(), depth=3)
    for row in result.moves:
        assert result.value_text_of(row) == row.value_text
        assert result.value_text_of(evolve(row, depth=2)) == f"{row.value_text} (depth 2)"
        assert str(row) == f"{row.move}: {row.value_text} (depth 3)"


class Stay:
    """Whoever stays gets nothing; whoever goes on gets 5 a ply later."""

    def initial(self) -> int:
        return 0

    def player(self, place: int) -> int:
        return 0

    def moves(self, place: int) -> list[int]:
        return [-1, 1] if place == 0 else [2]

    def play(self, place: int, move: int) -> int:
        return move

    def outcome(self, place: int) -> int | None:
        return {-1: 0, 2: 5}.get(place)


class StayOfThree(Stay):
    """The same, for three."""

    players = 3

    def outcome(self, place: int) -> Any:
        payoff = super().outcome(place)
        return None if payoff is None else (payoff, 0, 0)


@pytest.mark.parametrize("tier", ["tree", *(["compiled"] if HAS_LLVMLITE else [])])
@pytest.mark.parametrize("choice", ["random_best", "weighted"])
@pytest.mark.parametrize("rules", [Stay, StayOfThree])
def test_a_move_chosen_at_random_solves_nothing(rules: Any, choice: Any, tier: str) -> None:
    """It may end the game, and be known for sure: what the best move is worth is another thing."""
    game, moves = mx.compile(rules()) if tier == "compiled" else rules(), set()
    algorithm = "alphabeta" if rules is Stay else "maxn"
    for seed in range(12):
        options = mx.AlphaBetaOptions(choice=choice, strength=0.1 if choice == "weighted" else None, seed=seed)
        result = mx.search(game, depth=1, options=options, algorithm=algorithm)
        moves.add(result.move)
        assert (result.value, result.solved) == (0, False)
        result = mx.search(game, depth=4, options=options, algorithm=algorithm)
        assert result.solved == (result.value == 5)
    assert moves == {-1, 1}


class Way(Enum):
    """Where Stay may go."""

    LEFT = -1
    ON = 1
    OFF = 2


class StayByName(Stay):
    """The same, with moves that are members of an Enum."""

    def moves(self, place: int) -> Any:
        return map(Way, super().moves(place))

    def play(self, place: int, move: Any) -> int:
        return super().play(place, move.value)


def test_moves_are_told_in_short() -> None:
    """In results, rows and trees, as text is typed: the name of a member, not what Python shows of it."""
    engine = mx.Search(StayByName())
    result = engine.run()
    assert str(result).startswith("ON: +5 at depth 2")
    assert str(result).endswith("line: ON OFF")
    assert [str(row).partition(":")[0] for row in result.moves] == ["ON", "LEFT"]
    assert result.to_dict()["pv"] == ["ON", "OFF"]
    told = [
        engine.tree.render(),
        str(draw_result(result)),
        mx.record(StayByName(), variants=["minimax"]).searches[0].steps[2].sentence,
    ]
    assert all("ON" in each and "Way." not in each for each in told[:2])
    assert told[2] == "Move LEFT is entered."


@pytest.mark.skipif(not HAS_LLVMLITE, reason="needs llvmlite, which compiles")
def test_an_interpreted_search_says_so() -> None:
    """Once, since the command line compiles and Python does not."""
    game = ConnectFour()
    assert str(mx.search(game, depth=2)).count("; tree/alphabeta, interpreted: mx.compile(game) is 50 to 500 times as fast)") == 1
    assert "interpreted" not in str(mx.search(mx.compile(game), depth=2))
