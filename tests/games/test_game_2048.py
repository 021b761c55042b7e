"""2048: how tiles slide, and values worked out elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.game_2048 import DIRECTIONS, Game2048, Slide, Tile

from .. import refdata


def slid(game: Game2048, text: str, direction: str) -> str:
    """A position after a slide."""
    return game.format(game.play(game.parse(text), Slide(DIRECTIONS.index(direction))))


def test_slides() -> None:
    """Tiles go as far as they can; two equal ones become one, which meets no other."""
    game = Game2048()
    start = "2,.,2,4/2,2,2,2/.,.,.,8/4,2,2,4 10 0"
    assert slid(game, start, "left") == "4,4,.,./4,4,.,./8,.,.,./4,4,4,. 26 1"
    assert slid(game, start, "right") == ".,.,4,4/.,.,4,4/.,.,.,8/.,4,4,4 26 1"
    assert slid(game, start, "up") == "4,4,4,4/4,.,2,2/.,.,.,8/.,.,.,4 22 1"
    assert slid(game, start, "down") == ".,.,.,4/.,.,.,2/4,.,2,8/4,4,4,4 22 1"


def plainly(line: list[int]) -> list[int]:
    """A line slid to its beginning, by taking tiles off one after the other."""
    tiles, after = [tile for tile in line if tile], list[int]()
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tiles.pop(0)
            tile += 1
        after.append(tile)
    return after + [0] * (len(line) - len(after))


def lines(cells: tuple[int, ...], width: int, direction: int) -> Iterator[list[int]]:
    """The lines of a board, each read from the side to which tiles slide."""
    rows = [list(cells[first : first + width]) for first in range(0, len(cells), width)]
    for line in rows if direction < 2 else map(list, zip(*rows, strict=True)):
        yield line[::-1] if direction % 2 else line


def test_random_slides_are_as_told_plainly() -> None:
    """On boards of all sizes; what cannot move is no move."""
    rng = Random(4)
    for _ in range(400):
        game = Game2048(width=rng.randrange(2, 5), height=rng.randrange(2, 5))
        cells = tuple(rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(game.width * game.height))
        state = game.initial()._replace(cells=cells, missing=0)
        legal = list(game.moves(state))
        for direction in range(4):
            after = game.play(state, Slide(direction)).cells
            wanted = [plainly(line) for line in lines(cells, game.width, direction)]
            assert list(lines(after, game.width, direction)) == wanted
            assert (Slide(direction) in legal) == (after != cells)
        assert (game.outcome(state) is None) == bool(legal)


def test_what_chance_brings() -> None:
    """A 2 or a 4 on each free cell, two of them at the start."""
    game = Game2048(width=2, height=2)
    assert game.player(game.initial()) == mx.CHANCE
    assert sum(chance for _, chance in game.chances(game.initial())) == pytest.approx(1)
    state = game.parse("2,./4,4 4 1")
    assert list(game.chances(state)) == [(Tile(1, 1), 0.9), (Tile(1, 2), 0.1)]
    assert game.format(game.play(state, Tile(1, 2))) == "2,4/4,4 4 0"


@pytest.mark.parametrize("row", [0, 1, 2, 3, 4, 5, 7, 8, 9])
def test_values_that_were_found_elsewhere(row: int) -> None:
    """Expected points, and how likely a tile is, under best play."""
    found = refdata.rows("chance/2048_small.csv")[row]
    goal = 0 if found["objective"] == "expected_score" else int(found["objective"].rpartition("_")[2])
    game = Game2048(width=int(found["width"]), height=int(found["height"]), goal=goal)
    solved = mx.solve(game)
    value = solved.win_probability if goal else solved.value
    assert value == pytest.approx(float(found["value"]), rel=1e-9, abs=1e-9)


def test_a_result_for_one_player() -> None:
    """Points are no wins: nobody is said to win."""
    game = Game2048()
    found = mx.search(game, game.parse("2,.,4,2/.,2,16,4/4,8,64,32/2,16,128,256 3412 0"), depth=3)
    assert found.meaning == "utility"
    assert found.winner is None
    assert found.win_probability is None
    assert mx.search(Game2048(goal=8), depth=4).meaning == "chances"


@pytest.mark.parametrize(
    "text", ["", "2,./.,4", "2,./.,3 4 0", "2,./.,4 4 3", "2,.,./.,4 4 0", "2,./.,4 x 0", "2,./.,4 9999999 0"]
)
def test_bad_positions(text: str) -> None:
    """Get an error that shows what one looks like."""
    with pytest.raises(mx.NotationError, match="expected 2 rows of 2 tiles, the points and how many tiles are missing, such as"):
        Game2048(width=2, height=2).parse(text)


@pytest.mark.parametrize(
    ("position", "text", "wanted"),
    [
        ("2,./.,4 4 0", "2@a1", "left, right, up, down"),
        ("2,./.,4 4 1", "left", "a tile and its cell"),
        ("2,./.,4 4 1", "2@c1", "a tile"),
    ],
)
def test_bad_moves(position: str, text: str, wanted: str) -> None:
    """Get an error that says what is expected there."""
    game: Any = Game2048(width=2, height=2)
    with pytest.raises(mx.NotationError, match=f"expected {wanted}"):
        game.parse_move(game.parse(position), text)


def test_bad_fields() -> None:
    """Goals and boards that there are not."""
    with pytest.raises(mx.OptionError, match="expected goal to be 0 or a tile from 4 to 131,072, got 100"):
        Game2048(goal=100)
    with pytest.raises(mx.OptionError, match="expected width to be a whole number from 2 to 4"):
        Game2048(width=5)
