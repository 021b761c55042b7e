"""Null moves and reductions: a win that they find is never called solved unless no quicker one is there."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx

from ....oracle import solved_value

SEEDS: Final = 150
LINES: Final = 6


class Link(NamedTuple):
    seed: int
    line: int = 0
    step: int = 0
    passed: int = 0
    """1 after a null move, from which player 0 may lose."""


class Zugzwang:
    """Player 0 chooses a draw or one of several lines, all of which win; player 1, who has to move there, would rather pass."""

    def initial(self) -> Link:
        return Link(0)

    def roll(self, link: Link, salt: int, sides: int) -> int:
        code = (link.seed * 7919 + link.line * 257 + salt * 104729 + 1) & 0x7FFFFFFF
        for _ in range(3):
            code = (code * 1103515245 + 12345) & 0x7FFFFFFF
            code ^= code >> 13
        return code % sides

    def player(self, link: Link) -> int:
        return (link.step + link.passed) % 2

    def moves(self, link: Link) -> range:
        return range(LINES if link.step == 0 else 1 + self.roll(link, link.step, 3))

    def play(self, link: Link, move: int) -> Link:
        return Link(link.seed, move if link.step == 0 else link.line, link.step + 1, link.passed)

    def outcome(self, link: Link) -> int | None:
        if link.step == 0:
            return None
        if link.line == 0:
            return mx.DRAW
        if link.passed:
            return mx.LOSS if link.step > 12 else None
        return mx.WIN if link.step >= 3 + 2 * self.roll(link, 0, 4) else None

    def evaluate(self, link: Link) -> int:
        return -5 if link.passed and self.roll(link, 20, 2) else self.roll(link, 30 + link.step, 3) - 1

    def null(self, link: Link) -> Link | None:
        return link._replace(passed=1) if link.step % 2 == 1 and not link.passed else None


@cache
def compiled() -> Any:
    """The game, whose kernel serves all seeds."""
    return mx.compile(Zugzwang(), check=False)


@pytest.mark.parametrize("options", [{}, {"reductions": True}, {"null_move": False, "reductions": True}, {"deepening": False}])
@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta", "mtdf"])
def test_solved_wins_are_the_quickest(options: dict[str, Any], algorithm: str) -> None:
    """A fixed depth, then solving by the same search, whose table knows what the first has guessed; then one ply on."""
    game, solved = Zugzwang(), 0
    truth: dict[Any, float] = {}
    for seed in range(SEEDS):
        state = Link(seed)
        with closing(mx.Search(compiled(), mx.AlphaBetaOptions(**options), algorithm=algorithm)) as engine:
            found = engine.run(state, mx.Limits(depth=5 + seed % 6))
            assert not found.solved or found.value == solved_value(game, state, truth), seed
            solved += found.solved
            assert engine.solve().value == solved_value(game, state, truth), seed
            after = engine.advance(1 + seed % (LINES - 1))
            found = engine.run(limits=mx.Limits(depth=8))
            assert not found.solved or found.value == solved_value(game, after, truth), seed
    assert solved > SEEDS // 3
