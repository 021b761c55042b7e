"""Checking a certificate, against no more than playing through its positions.

uv run pytest tests/benchmarks/test_verifying.py --benchmark-only
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import kalah_paper

from ..needs import needs_llvmlite
from .measuring import compiled

GAMES: Final[dict[str, Any]] = {"connect four 5x4": ConnectFour(width=5, height=4), "Kalah (4,4)": kalah_paper(4, 4)}
ROUNDS: Final = 5


def walk(game: Any, lines: list[Any], player: int) -> int:
    """Plays all moves of a certificate whose lines are read already; gives how many."""
    states = {0: game.initial()}
    played = 0
    for number, steps in enumerate(lines):
        state = states.pop(number)
        if steps is None:
            continue
        moves = list(game.moves(state))
        if game.player(state) == player:
            moves, steps = [moves[steps[0]]], steps[1:]
        for move, child in zip(moves, steps, strict=True):
            after = game.play(state, move)
            played += 1
            if child is not None:
                states[child] = after
    return played


@needs_llvmlite
@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_verifying(benchmark: BenchmarkFixture, name: str, tmp_path: Path) -> None:
    """The ratio stands in `extra_info`: the median of rounds in which one follows the other."""
    game, path = GAMES[name], tmp_path / "proof"
    claim = mx.prove(compiled(game), path=path)
    _, *lines, _ = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == claim.positions

    def ratio() -> float:
        began = time.process_time()
        played = walk(game, lines, claim.player)
        walked = time.process_time()
        assert mx.verify(game, path) == claim
        assert played >= len(lines) - 1
        return (time.process_time() - walked) / (walked - began)

    benchmark.group = "verifying"
    benchmark.extra_info["positions"] = claim.positions
    benchmark.extra_info["ratio"] = round(median(ratio() for _ in range(ROUNDS)), 2)
    benchmark.pedantic(lambda: mx.verify(game, path), rounds=1)
