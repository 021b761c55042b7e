"""Texts in states: many short ones, which get less room than usual, and one that is longer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx

from ..oracle import minimax

pytestmark = pytest.mark.thorough


class Stacks(NamedTuple):
    cells: tuple[str, ...]
    ply: int


class Piling:
    """Players pile letters on cells; a cell of six letters may not grow. Who has more tops in the end is ahead."""

    def __init__(self, cells: int = 20, plies: int = 9, most: int = 6) -> None:
        self.cells = cells
        self.plies = plies
        self.most = most

    def initial(self) -> Stacks:
        return Stacks(("",) * self.cells, 0)

    def player(self, stacks: Stacks) -> int:
        return stacks.ply % 2

    def moves(self, stacks: Stacks) -> Iterator[int]:
        for number in range(0, self.cells, self.cells // 4):
            if len(stacks.cells[number]) < self.most:
                yield number

    def play(self, stacks: Stacks, move: int) -> Stacks:
        letter = "ab"[stacks.ply % 2]
        cells = list(stacks.cells)
        cells[move] = cells[move].replace("b", "a", 1) + letter
        return Stacks(tuple(cells), stacks.ply + 1)

    def outcome(self, stacks: Stacks) -> int | None:
        if stacks.ply < self.plies:
            return None
        return sum(1 if cell[-1:] == "a" else -1 for cell in stacks.cells if cell)


class Line(NamedTuple):
    text: str
    ply: int


class Long:
    """A board that is a text of 120 letters, longer than texts usually have room for."""

    def initial(self) -> Line:
        return Line("." * 120, 0)

    def player(self, line: Line) -> int:
        return line.ply % 2

    def moves(self, line: Line) -> Iterator[int]:
        for place in range(0, 120, 30):
            if line.text[place] == ".":
                yield place

    def play(self, line: Line, move: int) -> Line:
        return Line(line.text[:move] + "xo"[line.ply % 2] + line.text[move + 1 :], line.ply + 1)

    def outcome(self, line: Line) -> int | None:
        return None if line.ply < 3 else line.text.find("x") - line.text.find("o")


@pytest.mark.parametrize("game", [Piling(), Long()], ids=["short", "long"])
def test_states_of_texts_are_searched(game: Any) -> None:
    """With the value of plain minimax."""
    fast = mx.compile(game)
    for depth in range(1, 4):
        assert mx.search(fast, depth=depth, evaluate=None).value == minimax(game, game.initial(), depth)


def test_texts_that_outgrow_their_room_end_the_search() -> None:
    """They are never cut: the state in which it happens is named."""
    fast = mx.compile(Piling(cells=8, plies=12, most=1000))
    room = fast.variant()._builder()._assumptions.text_room
    state = Stacks(("a" * room,) + ("",) * 7, 0)
    with pytest.raises(OverflowError, match=f"more than {room} items, the most that can be kept"):
        mx.search(fast, state, depth=3)
