"""How long the lists are that a search orders: the share of those with 8 entries or fewer, for which networks are meant.

uv run pytest tests/benchmarks/test_list_lengths.py --benchmark-only

The shares stand in the extra columns: of the lists of legal moves in the positions of random games, and of the fresh children that
a search from the start sorts before a further depth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer.insight.laboratory.trial import Tally, counted
from minimaxer.testing.play import play_random
from minimaxer_games.mancala import kalah_benchmark

GAMES: dict[str, tuple[Any, int]] = {
    "kalah_benchmark": (kalah_benchmark(), 7),
    "mancala": (mx.find_game("mancala"), 7),
    "connect_four": (mx.find_game("connect_four"), 6),
    "tic_tac_toe": (mx.find_game("tic_tac_toe"), 9),
    "reversi": (mx.find_game("reversi"), 5),
    "breakthrough": (mx.find_game("breakthrough"), 3),
    "chess_lite": (mx.find_game("chess_lite"), 3),
}


def share_of_short(lengths: Counter[int]) -> float:
    """The share of lists of at most 8 entries."""
    return sum(count for length, count in lengths.items() if length <= 8) / lengths.total()


def random_lists(game: Any, games: int) -> Iterator[int]:
    """How many moves there are in each position of so many random games."""
    rng = Random(1)
    for _ in range(games):
        played = play_random(game, rng)
        for state in played.states[: len(played.moves)]:
            yield len(list(game.moves(state)))


@pytest.mark.parametrize("name", GAMES)
def test_lengths(benchmark: BenchmarkFixture, name: str) -> None:
    """Every list of moves in 200 random games, and every list of children that is sorted in one search from the start."""
    game, depth = GAMES[name]
    tally = Tally()
    options = mx.AlphaBetaOptions(ordering=counted("insertion", tally))
    engine = mx.Search(game, options)
    benchmark.group = "7 lengths of lists"
    benchmark.pedantic(lambda: engine.run(limits=mx.Limits(depth=depth)), rounds=1)
    moves = Counter(random_lists(game, 200 if benchmark.enabled else 5))
    children = Counter({length: count for length, count in tally.lengths.items() if length > 1})
    benchmark.extra_info.update(
        moves={str(length): count for length, count in sorted(moves.items())},
        children={str(length): count for length, count in sorted(children.items())},
        short_move_lists=round(share_of_short(moves), 3),
        short_lists_sorted=round(share_of_short(children), 3),
    )
    assert moves.total() > 0
