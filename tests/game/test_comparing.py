"""Comparing states and moves that do not say in one word whether they are equal."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from attrs import define

import minimaxer as mx
from minimaxer.game.comparing import alike, equal


class Cell:
    """Compares by identity, and holds another cell."""

    def __init__(self, stone: int) -> None:
        self.stone = stone
        self.next: Cell | None = None


def ring() -> list[Cell]:
    cells = [Cell(1), Cell(2)]
    cells[0].next, cells[1].next = cells[1], cells[0]
    return cells


@define
class Grid:
    """Equal where its fields are, which arrays cannot say."""

    cells: Any
    mover: int = 0


def test_copies_of_objects_that_compare_by_identity_are_alike() -> None:
    """By their attributes, however they hold one another; one changed attribute is seen."""
    cells = ring()
    copy = deepcopy(cells)
    assert alike(copy, cells)
    cells[1].stone = 3
    assert not alike(copy, cells)


def test_arrays_are_compared_item_by_item() -> None:
    """Alone, in a tuple, in a dictionary, or as a field."""
    numpy = pytest.importorskip("numpy", reason="numpy comes with the extra 'compiled'")
    for wrap in (lambda array: array, lambda array: (1, array), lambda array: {"cells": array}, Grid):
        array = numpy.zeros((2, 2))
        copy = deepcopy(wrap(array))
        assert equal(copy, wrap(array))
        assert alike(copy, wrap(array))
        array[1, 1] = 5
        assert not equal(copy, wrap(array))
        assert not alike(copy, wrap(array))


class Filling:
    """States are arrays: each move fills a cell; who fills the last one wins."""

    in_place = False

    def initial(self) -> Any:
        numpy = pytest.importorskip("numpy", reason="numpy comes with the extra 'compiled'")
        return numpy.zeros(4, dtype=int)

    def player(self, cells: Any) -> int:
        return int(cells.astype(bool).sum()) % 2

    def moves(self, cells: Any) -> Any:
        return [int(place) for place in (cells == 0).nonzero()[0]]

    def play(self, cells: Any, place: int) -> Any:
        after = cells if self.in_place else cells.copy()
        after[place] = 1
        return after

    def outcome(self, cells: Any) -> int | None:
        return mx.LOSS if cells.all() else None


class FillingInPlace(Filling):
    """Changes its argument."""

    in_place = True


class Keyed(Filling):
    """With a key."""

    def key(self, cells: Any) -> bytes:
        return bytes(cells.tobytes())


@pytest.mark.parametrize("game", [Filling(), Keyed()])
def test_states_may_be_arrays(game: Filling) -> None:
    """They are searched, advanced and solved; nobody is accused of changing them."""
    engine = mx.Search(game)
    result = engine.run(limits=mx.Limits(depth=4))
    assert (result.value, result.plies_to_end) == (mx.loss_in(4), 4)
    engine.advance(result.move or 0)
    assert engine.run(limits=mx.Limits(depth=3)).plies_to_end == 3
    if isinstance(game, Keyed):
        assert mx.solve(game).winner == 1


def test_arrays_changed_in_place_are_seen() -> None:
    """The accusation that is true is made."""
    with pytest.raises(
        mx.RulesError, match=r"play\(\) changed its argument from array\(\[0, 0, 0, 0\]\) to array\(\[1, 0, 0, 0\]\)"
    ):
        mx.search(FillingInPlace(), depth=2)
