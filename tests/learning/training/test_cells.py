"""What is found out about a game's positions: cells, relations, patterns, and the source made of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.learning.training.cells import Board, Cells, Item, find_cells, leaves_of
from minimaxer.learning.training.patterns import choose_patterns
from minimaxer.learning.training.relations import Relations, find_relations, replaced, sampled
from minimaxer.learning.training.source import Pattern, made, size_of, source, table_size
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.connect_four import Board as Four, ConnectFour

from .games import Marks, Row, Sticks


def seen(game: Any, games: int = 60) -> tuple[Any, Cells]:
    sample = sampled(game, 60.0, games, 0)
    return sample, find_cells(sample.states, game.player)


def test_bits_and_items_are_told_apart() -> None:
    """Stones that never share a bit are one board; who moves is no cell, and bits that never change are none."""
    _, cells = seen(ConnectFour(width=5, height=4))
    squares = tuple(bit for bit in range(25) if bit % 5 < 4)
    assert cells == Cells((Board((".first", ".second"), squares),), ())
    _, cells = seen(Sticks(), 30)
    assert cells == Cells((), (Item(".left", (1, 10), is_range=True),))


def test_names_and_texts_are_cells() -> None:
    """Each value met has its number, in an order that is the same everywhere."""
    _, cells = seen(Marks())
    assert [item.path for item in cells.items] == [*(f".squares[{number}]" for number in range(5)), ".note"]
    assert [getattr(each, "name", each) for each in cells.items[0].values] == ["EMPTY", "OURS", "THEIRS"]
    assert cells.items[-1].values == ("even", "odd")


def test_relations_are_the_geometry_of_the_board() -> None:
    """Squares that one man's step joins; squares of lines of four, though each move fills only one."""
    game = Breakthrough(columns=5, rows=6)
    sample, cells = seen(game, 20)
    assert {one - other for one, other in find_relations(game, cells, sample, 60.0).bits} == {-6, -5, -4, 4, 5, 6}
    four = ConnectFour(width=5, height=4)
    sample, cells = seen(four, 150)
    steps = Counter(abs(one - other) for one, other in find_relations(four, cells, sample, 60.0).bits)
    assert {step for step, _ in steps.most_common(3)} <= {1, 2, 3, 4, 5, 6, 8, 10, 12}
    assert not {step for step in steps if step > 18}


class Held(NamedTuple):
    squares: list[int]


def test_states_without_fixed_places_are_refused() -> None:
    """Lists and tuples of changing length have no cells."""
    with pytest.raises(mx.GameError, match=r"states hold a list at state\.squares, in which nothing has a fixed place"):
        leaves_of(Held([1]))
    with pytest.raises(mx.GameError, match=r"states differ in shape: some have state\[1\], others have not"):
        find_cells([(1,), (1, 2)], lambda state: 0)
    with pytest.raises(mx.GameError, match="no part of the states takes several values"):
        find_cells([(1,), (1,)], lambda state: 0)


def test_a_leaf_is_replaced_in_a_copy() -> None:
    """Deep in tuples and NamedTuples, and nothing else changes."""
    state = Row((Marks().initial().squares[0],) * 5, "even", 0)
    other = replaced(replaced(state, ".squares[3]", 7), ".note", "odd")
    assert other == Row((*state.squares[:3], 7, state.squares[4]), "odd", 0)  # type: ignore[arg-type]


def test_patterns_cover_all_cells_within_memory() -> None:
    """Every cell is in some, none is longer than asked for, and all numbers fit."""
    game = ConnectFour(width=5, height=4)
    sample, cells = seen(game)
    relations = find_relations(game, cells, sample, 60.0)
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
    for state in sampled(game, 60.0, 40, 3).states:
        shown = (*((state.first >> bit & 1) + 2 * (state.second >> bit & 1) for bit in pattern.bits), state.player)
        [code] = codes(state)
        assert met.setdefault(shown, code) == code
        assert 0 <= code < table_size(cells, (pattern,), 2) == 2 * size_of(cells, pattern) == 2 * 3**4
    assert len(set(met.values())) == len(met) > 10


@pytest.mark.parametrize("paths", [(".first", ".second"), (".first", ".second", ".player")])
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
