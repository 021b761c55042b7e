"""What is found out about a game's positions: cells, relations, patterns, and the source made of them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.learning.cells import Board, Cells, Item, Leaf, find_cells
from minimaxer.learning.learner import choose_patterns
from minimaxer.learning.relations import Relations, find_relations, replaced, sampled
from minimaxer.learning.source import Pattern, made, size_of, source, table_size
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.connect_four import Board as Four, ConnectFour

from .games import Marks, Row, Sticks


def seen(game: Any, games: int = 60) -> tuple[Any, Cells]:
    sample = sampled(game, games, 0)
    return sample, find_cells(sample.states, game.player)


def test_bits_and_items_are_told_apart() -> None:
    """Stones that never share a bit are one board; who moves is no cell, and bits that never change are none."""
    _, cells = seen(ConnectFour(width=5, height=4))
    squares = tuple(bit for bit in range(25) if bit % 5 < 4)
    assert cells == Cells((Board(("state.first", "state.second"), squares),), ())
    _, cells = seen(Sticks(), 30)
    assert cells == Cells((), (Item("state.left", (Leaf("", (1, 10), is_range=True),)),))


def test_names_and_texts_are_cells() -> None:
    """Each value met has its number, in an order that is the same everywhere."""
    _, cells = seen(Marks())
    assert [item.path for item in cells.items] == [*(f"state.squares[{number}]" for number in range(5)), "state.note"]
    assert [getattr(each, "name", each) for each in cells.items[0].leaves[0].values] == ["EMPTY", "OURS", "THEIRS"]
    assert cells.items[-1].leaves[0].values == ("even", "odd")


def test_relations_are_the_geometry_of_the_board() -> None:
    """Squares that one man's step joins; squares of lines of four, though each move fills only one."""
    game = Breakthrough(columns=5, rows=6)
    sample, cells = seen(game, 20)
    assert {one - other for one, other in find_relations(game, cells, sample).bits} == {-6, -5, -4, 4, 5, 6}
    four = ConnectFour(width=5, height=4)
    sample, cells = seen(four, 150)
    steps = Counter(abs(one - other) for one, other in find_relations(four, cells, sample).bits)
    assert {step for step, _ in steps.most_common(3)} <= {1, 2, 3, 4, 5, 6, 8, 10, 12}
    assert not {step for step in steps if step > 18}


class Man(NamedTuple):
    kind: str
    owner: int


MEN = [Man("king", 0), Man("king", 1), Man("pawn", 1)]


@pytest.mark.parametrize(
    ("states", "shown"),
    [
        ([(0, None), (0, 3), (1, None)], ["state[0] 2", "state[1] if state[1] is not None 2"]),
        ([(1,), (1, 2), (3, 4)], ["len(state) 2", "state[0] if len(state) > 0 4", "state[1] if len(state) > 1 4"]),
        ([[1], [2]], ["state[0] if len(state) > 0 3"]),
        ([{(0, 1): "x"}, {(0, 1): "o"}, {}], ["state[(0, 1)] if (0, 1) in state 4"]),
        ([frozenset({3}), frozenset({3, 5}), frozenset()], ["len(state) 3", "(3 in state) 2", "(5 in state) 2"]),
        ([tuple(row) for row in permutations([*MEN, None])], [f"state[{at}] if state[{at}] is not None 7" for at in range(4)]),
        ([f"{number:06b}" for number in range(64)], [f"state[{at}] if len(state) > {at} 4" for at in range(6)]),
        (
            ["ab" * (number % 7) + "c" * (number % 5) for number in range(60)],
            [
                "len(state) 17",
                "state[-1] if len(state) > 0 4",
                *(f"state.count({each!r}) {7 - (each == 'c') * 2}" for each in "abc"),
            ],
        ),
    ],
)
def test_parts_that_may_be_missing_are_cells(states: list[Any], shown: list[str]) -> None:
    """Of objects that may be None, collections of changing length and texts: all that a place can be written for."""
    cells = find_cells(states, lambda state: 7)
    assert [f"{item.path}{' if ' * bool(item.guard)}{item.guard} {item.count}" for item in cells.items] == shown
    assert len({repr(cells.leaves(state)) for state in states}) == len({repr(state) for state in states})


def test_states_that_say_nothing_are_refused() -> None:
    """Where they do not vary, or only in what has no place."""
    for states in ([(1,), (1,)], [0.5, 0.75]):
        with pytest.raises(mx.GameError, match="no part of the states takes several values"):
            find_cells(states, lambda state: 0)


def test_of_many_cells_those_that_change_are_kept() -> None:
    """In their order."""
    states = [tuple(int(number % (place + 2) == 0) for place in range(9)) for number in range(60)]
    cells = find_cells(states, lambda state: 7, most=3)
    assert [item.path for item in cells.items] == ["state[0]", "state[1]", "state[2]"]


def test_a_leaf_is_replaced_in_a_copy() -> None:
    """Deep in tuples and NamedTuples, and nothing else changes."""
    state = Row((Marks().initial().squares[0],) * 5, "even", 0)
    other = replaced(state, {"state.squares[3]": 7, "state.note": "odd"})
    assert other == Row((*state.squares[:3], 7, state.squares[4]), "odd", 0)  # type: ignore[arg-type]


def test_patterns_cover_all_cells_within_memory() -> None:
    """Every cell is in some, none is longer than asked for, and all numbers fit."""
    game = ConnectFour(width=5, height=4)
    sample, cells = seen(game)
    relations = find_relations(game, cells, sample)
    settings: dict[str, Any] = {"count": 40, "length": 5, "movers": 2, "seed": 1}
    patterns = choose_patterns(cells, relations, **settings, most=1 << 17)
    assert {bit for pattern in patterns for bit in pattern.bits} == set(cells.bits)
    assert max(len(pattern.bits) for pattern in patterns) == 5
    assert table_size(cells, patterns, 2) <= 1 << 17
    assert patterns == choose_patterns(cells, relations, **settings, most=1 << 17)
    short = choose_patterns(cells, relations, **settings, most=1 << 11)
    assert table_size(cells, short, 2) <= 1 << 11
    with pytest.raises(mx.OptionError, match=r"expected room for 0 numbers, got 5; allow more memory"):
        choose_patterns(cells, relations, **settings, most=5)


def test_codes_tell_what_stands_in_the_cells() -> None:
    """States that differ in a pattern's cells have other codes, those that do not the same; each mover has its own."""
    game = ConnectFour(width=4, height=4)
    _, cells = seen(game)
    pattern = Pattern((0, 1, 6, 12), ())
    codes = made(source(cells, (pattern,), 2), cells, game)
    met: dict[tuple[Any, ...], int] = {}
    for state in sampled(game, 40, 3).states:
        shown = (*((state.first >> bit & 1) + 2 * (state.second >> bit & 1) for bit in pattern.bits), state.player)
        [code] = codes(state)
        assert met.setdefault(shown, code) == code
        assert 0 <= code < table_size(cells, (pattern,), 2) == 2 * size_of(cells, pattern) == 2 * 3**4
    assert len(set(met.values())) == len(met) > 10


@pytest.mark.parametrize("paths", [("state.first", "state.second"), ("state.first", "state.second", "state.player")])
def test_codes_never_leave_the_table(paths: tuple[str, ...]) -> None:
    """Whatever a state holds, integers that share bits although those met never did included."""
    cells = Cells((Board(paths, tuple(range(20))),), ())
    patterns = (Pattern((0, 3, 5), ()), Pattern((1, 2, 19), ()))
    codes = made(source(cells, patterns, 2), cells, ConnectFour())
    rng, size = Random(1), table_size(cells, patterns, 2)
    found = [codes(Four(rng.getrandbits(20), rng.getrandbits(20), rng.randint(0, 1))) for _ in range(300)]
    assert all(0 <= code < size for each in found for code in each)
    assert max(code for each in found for code in each) >= size - 4
    assert all(each[0] < size // 2 <= each[1] for each in found)


def test_gather_takes_the_bits_of_a_mask() -> None:
    """As one by one, bit 63 and negative numbers included."""
    rng = Random(1)
    for mask in (0, 1, 1 << 63, mx.bits.ALL, *(rng.getrandbits(64) for _ in range(20))):
        bits = rng.getrandbits(64) - (1 << 63)
        expected = [bits >> number & 1 for number in range(64) if mask >> number & 1]
        assert mx.bits.gather(bits, mask) == sum(bit << place for place, bit in enumerate(expected))
    assert Relations().bits == {}
