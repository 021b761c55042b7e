"""Random programs are compiled and right, or refused with a line; no seed crashes the compiler. Any seed that fails is a bug.

`python -m tests.compiler.programs --shrink --first SEED` makes a program that fails smaller.
"""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from .kinds import INT, PAIR, WORD, Board, Dict, Frozen, List, Maybe, Obj, Row, Set, is_hashable, is_ordered, is_sortable
from .running import failures
from .shrinking import shrunk
from .trying import FINE, REFUSED
from .writing import written


@pytest.mark.thorough
@pytest.mark.parametrize("first", [0, 6])
def test_a_few_programs(first: int) -> None:
    """The same ones each time."""
    assert failures(first, 6) == {}


@pytest.mark.thorough
def test_more_programs() -> None:
    """Some more; the command tries others."""
    assert failures(1000, 8) == {}


def test_a_number_makes_one_program() -> None:
    """Whatever else was written before."""
    first = written(7)
    assert written(8) != first
    assert written(7) == first


def test_kinds_tell_what_python_allows() -> None:
    """Sets hold what has a hash, `sorted` takes what has an order, and sets of texts have none that lasts."""
    assert is_hashable(Row(item=PAIR))
    assert not is_hashable(Row(item=List(item=INT)))
    assert not is_hashable(Dict(key=INT, value=INT))
    assert is_sortable(Board(item=PAIR, count=2))
    assert not is_sortable(Maybe(item=INT))
    assert not is_sortable(Obj("Point"))
    assert is_ordered(Dict(key=INT, value=INT))
    assert is_ordered(Set(item=INT))
    assert not is_ordered(Set(item=WORD))
    assert not is_ordered(Frozen(item=Maybe(item=INT)))


REFUSED_PROGRAM = """
class Rules:
    def initial(self):
        return 3
    def player(self, state):
        return state % 2
    def moves(self, state):
        return [1, 2]
    def play(self, state, move):
        unused = [each for each in range(move) if each]
        return max(0, state - move)
    def outcome(self, state):
        if state > 0:
            return None
        hash(state)
        return 5
GAME = Rules()
"""


@pytest.mark.thorough
def test_a_program_is_made_smaller() -> None:
    """What has nothing to do with its failure goes."""
    smaller, verdict = shrunk(REFUSED_PROGRAM, 1, 60)
    assert verdict.what == REFUSED != FINE
    assert "hash(" in smaller
    assert "unused" not in smaller
