"""Nim against its theory: the mover wins unless the exclusive or of the heaps is 0."""

from __future__ import annotations

import itertools

import pytest

import minimaxer as mx
from minimaxer_games.nim import Heaps, Nim, Take


def test_every_triple_up_to_seven() -> None:
    """All heap triples up to 7 go to the player the theory says, whoever moves first."""
    engine = mx.Search(Nim(), mx.AlphaBetaOptions(table="32MB"))
    for sizes in itertools.combinations_with_replacement(range(8), 3):
        if not any(sizes):
            continue
        for player in (0, 1):
            result = engine.run(Heaps(sizes, player), mx.Limits(depth=21))
            mover_wins = sizes[0] ^ sizes[1] ^ sizes[2] != 0
            assert result.winner == (player if mover_wins else 1 - player), sizes


def test_solved_without_theory() -> None:
    """Search alone, without the game's evaluation, order and key, comes to the same."""
    options = mx.AlphaBetaOptions(table="16MB", ignore={"evaluate", "order", "key"})
    assert mx.solve(Nim(heaps=(2, 3, 1)), options=options).winner == 1
    assert mx.solve(Nim(heaps=(2, 3, 2)), options=options).winner == 0


@pytest.mark.parametrize("text", ["", "3,x", "3/2", "3,,4", "-1", "9" * 5000, "1001", "500,501/0", "1" + ",1" * 100])
def test_bad_positions(text: str) -> None:
    """A text that is no position gets an error that says what one looks like."""
    with pytest.raises(mx.NotationError, match=r"expected sizes and who moves, such as 3,4,5/0, with at") as caught:
        Nim().parse(text)
    told = f"expected sizes and who moves, such as 3,4,5/0, with at most 100 heaps and 1,000 sticks altogether, got {text!r}"
    assert str(caught.value) == str(mx.NotationError(told))


def test_bad_moves() -> None:
    """A text that is no move gets an error that says what one looks like."""
    with pytest.raises(mx.NotationError, match="expected a heap and how many to take, such as 2-4, got '2'"):
        Nim().parse_move(Nim().initial(), "2")


@pytest.mark.parametrize("text", ["9" * 5000 + "-1", "1-" + "9" * 5000, "1-1001", "٣-1"])
def test_huge_numbers_in_moves(text: str) -> None:
    """Are no moves, and are refused at once."""
    with pytest.raises(mx.NotationError, match="expected a heap and how many to take, such as 2-4, got '"):
        Nim().parse_move(Nim().initial(), text)


@pytest.mark.parametrize(
    ("heaps", "got"), [((10**22,), f"1 with {10**22:,}"), ((500, 501), "2 with 1,001"), ((0,) * 101, "101 with 0")]
)
def test_heaps_that_are_too_big(heaps: tuple[int, ...], got: str) -> None:
    """Each stick can be a move: there are at most 1,000."""
    with pytest.raises(mx.OptionError) as caught:
        Nim(heaps=heaps)
    assert str(caught.value) == f"expected 1 to 100 heaps with at most 1,000 sticks altogether, got {got}"


@pytest.mark.parametrize("heaps", [(), (1, -1), "345", (1.5,), True])
def test_bad_heaps(heaps: object) -> None:
    """Heaps are whole numbers from 0."""
    with pytest.raises(mx.OptionError, match=r"expected heaps to be whole numbers from 0, such as 3\+4\+5"):
        Nim(heaps=heaps)


def test_notation_and_render() -> None:
    """Positions and moves survive writing and reading; a lone number is one heap."""
    game = Nim(heaps=3)
    heaps = game.parse("3,4,5/1")
    assert heaps == Heaps((3, 4, 5), 1)
    assert game.format(heaps) == "3,4,5/1"
    assert game.parse_move(heaps, game.format_move(heaps, Take(1, 4))) == Take(1, 4)
    assert game.render(heaps) == "1: ||| (3)\n2: |||| (4)\n3: ||||| (5)"
    assert game.initial() == Heaps((3,), 0)
