"""The comparison of a compiled game with Python's looks at every method that native code uses."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from attrs import evolve

from minimaxer.errors import TierError
from minimaxer.game.capability import CATALOGUE, capabilities
from minimaxer.native.build import Build
from minimaxer.native.checking import compare
from minimaxer.native.shapes import SAMPLED

from .games import MirroredGame, NoisyGame, OrderedGame, Place

DECLARED = [each.name for each in SAMPLED]
OTHERWISE = {"order", "search_moves", "noisy_moves", "bounds", "null", "evaluate", "canonical"}
"""Methods compared by code of their own, of games here."""


class Everything(NoisyGame, OrderedGame, MirroredGame):  # type: ignore[misc]
    """Has nearly all methods that native code uses."""

    def prior(self, place: Place, move: int) -> float:
        return self.roll(place, move, 7) / 3

    def banked(self, place: Place) -> int:
        return self.roll(place, 12, 5)

    def search_moves(self, place: Place) -> list[int]:
        return [move for move in self.moves(place) if move % 2 == 0]

    def bounds(self, place: Place) -> tuple[int, int]:
        return -self.roll(place, 13, 9) - 10, 10

    def null(self, place: Place) -> Place | None:
        return None if place.ply % 3 == 0 else place._replace(player=1 - place.player)


@pytest.fixture(scope="module")
def build() -> Build:
    return Build(Everything(), capabilities(Everything()))


def changed(given: Any) -> Any:
    """Another value of the same type."""
    if isinstance(given, bool):
        return not given
    if isinstance(given, int | float):
        return given + 1
    if isinstance(given, Place):
        return given._replace(code=given.code + 1)
    if isinstance(given, tuple):
        return (changed(given[0]), *given[1:])
    return [changed(each) for each in given] if given is not None else Place()


def test_equal_methods_pass(build: Build) -> None:
    report = compare(Everything(), capabilities(Everything()), build)
    assert report.states > 100


@pytest.mark.parametrize("name", sorted({*DECLARED, *OTHERWISE}))
def test_another_answer_is_found(build: Build, name: str) -> None:
    """Python's method is exchanged for one that now and then answers otherwise, after the game was compiled."""
    found = capabilities(Everything())
    method = getattr(found, name)
    calls = iter(range(1 << 20))

    def other(*arguments: Any) -> Any:
        given = method(*arguments)
        given = given if isinstance(given, int | float | tuple | None) else list(given)
        return changed(given) if next(calls) > 40 else given

    with pytest.raises(TierError, match=rf"^{name}\(.* in Python but .* compiled"):
        compare(Everything(), evolve(found, **{name: other}), build)  # type: ignore[arg-type]


def test_every_method_that_says_something_of_a_state_or_a_move_is_compared() -> None:
    """A new capability is compared by what it is declared to give, or else somebody has to write how."""
    own = OTHERWISE | {"chances", "key", "stuck", "map_move", "index", "unindex", "tier"}
    assert {each.name for each in CATALOGUE if each.compiled} == {*DECLARED, *own}
