"""Mancala against published and independently computed values.

Perft and endgame values: two independent programs agreed on them; margins: G. Irving, J. Donkers and J. Uiterwijk, "Solving
Kalah", ICGA Journal 23(3), 2000, tables 9 and 10.
"""

from __future__ import annotations

import itertools

import pytest

import minimaxer as mx
from minimaxer_games.mancala import Board, Mancala, kalah_benchmark, kalah_paper

from .. import refdata

PERFT = {
    "empty": {
        (4, 3): (4, 15, 50, 158, 488, 1507, 4621, 14011),
        (6, 4): (6, 35, 185, 942, 4685, 23169),
        (6, 6): (6, 35, 190, 1056, 5882, 32243, 177804),
    },
    "standard": {
        (4, 3): (4, 15, 50, 158, 488, 1510, 4637, 14102),
        (6, 4): (6, 35, 185, 942, 4690, 23233),
        (6, 6): (6, 35, 190, 1056, 5882, 32243, 177827),
    },
}
PAPER = {
    (1, 1): 0,
    (1, 2): -2,
    (1, 3): 6,
    (2, 1): 2,
    (3, 1): 0,
    (1, 4): -2,
    (2, 2): -2,
    (1, 6): 0,
    (2, 3): -2,
    (3, 2): 4,
    (4, 1): 2,
}
STANDARD = {(2, 4): -10, (4, 3): 6, (5, 2): 2}
PAPER_BIGGER = {(2, 4): -12, (4, 3): 8, (5, 2): 0, (4, 2): 6, (6, 1): 2, (3, 3): 2, (2, 6): 8}


@pytest.mark.parametrize("houses_seeds", [(4, 3), (6, 4), (6, 6)])
@pytest.mark.parametrize("rule", ["empty", "standard"])
def test_perft(rule: str, houses_seeds: tuple[int, int]) -> None:
    """Both capture rules give the published numbers of sowings."""
    houses, seeds = houses_seeds
    game = Mancala(houses=houses, seeds=seeds, empty_capture=rule == "empty")
    wanted = PERFT[rule][houses_seeds]
    assert tuple(mx.perft(game, depth=depth) for depth in range(1, len(wanted) + 1)) == wanted


def test_kalah_is_solved_from_the_house_at_the_store() -> None:
    """Its moves come from the right; the same houses as in mancala, which come from the left."""
    game = kalah_paper(4, 1)
    board = game.play(game.initial(), 1)
    assert list(game.moves(board)) == [3, 2, 1, 0]
    assert list(Mancala(houses=4).moves(board)) == [0, 1, 2, 3]


@pytest.mark.parametrize(("houses_seeds", "margin"), PAPER.items())
def test_margins_of_the_paper(houses_seeds: tuple[int, int], margin: int) -> None:
    """Small instances have the paper's value."""
    assert mx.solve(kalah_paper(*houses_seeds)).value == margin


@pytest.mark.thorough
@pytest.mark.parametrize(("houses_seeds", "margin"), PAPER_BIGGER.items())
def test_margins_of_the_paper_for_bigger_boards(houses_seeds: tuple[int, int], margin: int) -> None:
    """Bigger instances have the paper's value."""
    assert mx.solve(kalah_paper(*houses_seeds)).value == margin


@pytest.mark.thorough
@pytest.mark.parametrize(("houses_seeds", "margin"), STANDARD.items())
def test_margins_of_standard_capture(houses_seeds: tuple[int, int], margin: int) -> None:
    """With the usual capture the value differs where it should."""
    houses, seeds = houses_seeds
    assert mx.solve(Mancala(houses=houses, seeds=seeds)).value == margin


@pytest.mark.thorough
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.thorough)])
def test_endgames_with_all_move_values(step: int) -> None:
    """Each endgame, or one in so many, has its value and every move its own, for both capture rules."""
    engines = {}
    for row in refdata.rows("kalah/kalah_endgames.csv")[::step]:
        key = int(row["houses"]), row["capture_rule"]
        if key not in engines:
            game = Mancala(houses=key[0], empty_capture=key[1] == "empty")
            engines[key] = mx.Search(game, mx.AlphaBetaOptions(table="64MB", exact_moves=True))
        mover, other = (tuple(map(int, row[name].split())) for name in list(row)[2:4])
        result = engines[key].run(Board((*mover, 0, *other, 0), 0), mx.Limits(depth=1000))
        found = {move.move: move.value for move in result.moves}
        assert result.solved
        assert result.value == int(row["future_value_for_mover"])
        assert found == {int(move): int(value) for move, _, value in (pair.partition(":") for pair in row["move_values"].split())}


def test_perfect_games_keep_their_value() -> None:
    """Late positions of the paper's perfect games have the printed value."""
    game = kalah_paper(4, 1)
    checked = 0
    for row in refdata.rows("kalah/paper_line_positions.csv"):
        mover, other = (tuple(map(int, row[name].split())) for name in ("mover_pits", "opponent_pits"))
        if int(row["houses"]) != 4 or sum(mover + other) > 9:
            continue
        checked += 1
        assert mx.solve(game, Board((*mover, 0, *other, 0), 0)).value == int(row["future_value_for_mover_empty_capture"])
    assert checked > 10


BENCHMARK_VALUES = {5: 2, 6: 1, 8: 1, 10: 1, 12: 1}


@pytest.mark.parametrize(
    ("algorithm", "depth"), [("fixed", 12), *itertools.product(("fixed", "alphabeta", "pvs", "mtdf"), (5, 6, 8, 10))]
)
def test_benchmark_game(algorithm: str, depth: int) -> None:
    """The benchmark game has the values and the move of the library it comes from (minimaxer 3.2.3 of npm)."""
    result = mx.search(kalah_benchmark(), depth=depth, algorithm=algorithm)
    assert (result.value, result.move) == (BENCHMARK_VALUES[depth], 5)


@pytest.mark.parametrize(("depth", "most"), [(8, 3_300), (10, 16_000)])
@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta"])
def test_benchmark_game_needs_few_nodes(algorithm: str, depth: int, most: int) -> None:
    """Early-exit bubble sort and lazy children keep the tree small, without a table."""
    assert mx.search(kalah_benchmark(), depth=depth, algorithm=algorithm).created <= most


def test_full_lap_passes_the_emptied_house_and_captures_there() -> None:
    """Nine seeds on a board of four houses end where they started and capture."""
    game = Mancala(houses=4)
    after = game.play(game.parse("9,0,0,1,0/1,1,1,1,0/0"), 0)
    assert after == game.parse("0,1,1,2,4/2,2,2,0,0/1")


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"rest": "owner"}, 1 - 3),
        ({"rest": "last_mover"}, 1 + 3),
        ({"rest": "nobody"}, 1),
        ({"ends": "mover"}, None),
    ],
)
def test_who_gets_the_rest(fields: dict[str, str], outcome: int | None) -> None:
    """The rest goes where the rules say; by the mover's rule the other player goes on."""
    game = Mancala(houses=2, **fields)  # type: ignore[arg-type]  # names and values are those of the literals
    after = game.play(Board((0, 1, 0, 3, 0, 0), 0), 1)
    if fields == {"ends": "mover"}:
        assert game.outcome(after) == 1 - 3  # an extra turn without a seed ends the game
        assert game.outcome(Board((0, 0, 1, 3, 0, 0), 1)) is None
    else:
        assert game.outcome(after) == outcome


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "4,4",
            "expected houses,store/houses,store/mover such as 4,4,4,4,4,4,0/4,4,4,4,4,4,0/0, each number from 0 to 6,400, got '4,4'",
        ),
        ("6401,4,4,4,4,4,0/4,4,4,4,4,4,0/0", "each number from 0 to 6,400, got '6401,4,"),
        (f"{'9' * 5000},4,4,4,4,4,0/4,4,4,4,4,4,0/0", "each number from 0 to 6,400, got '999"),
        ("4,4,0/4,4,0/0", "expected 6 houses and a store for each player, got '4,4,0/4,4,0/0'"),
        ("4,4,4,4,4,4,0/4,4,4,4,4,x,0/0", "expected houses,store/houses,store/mover"),
        ("4,4,4,4,4,4,0/4,4,4,4,4,4,0/2", "expected houses,store/houses,store/mover"),
    ],
)
def test_bad_positions(text: str, message: str) -> None:
    """A text that is no position gets an error that says what one looks like."""
    with pytest.raises(mx.NotationError) as caught:
        Mancala().parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["6", "-1", "x", "", "9" * 5000])
def test_bad_moves(text: str) -> None:
    """A text that is no house gets an error with the range."""
    game = Mancala()
    with pytest.raises(mx.NotationError, match="expected a house from 0 to 5"):
        game.parse_move(game.initial(), text)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"houses": 0}, "expected houses to be a whole number from 1 to 32, got 0"),
        ({"houses": 1_000_000}, "expected houses to be a whole number from 1 to 32, got 1000000"),
        ({"seeds": 2.5}, "expected seeds to be a whole number from 1 to 100, got 2.5"),
        ({"seeds": 10**20}, "expected seeds to be a whole number from 1 to 100, got 100000000000000000000"),
        ({"extra_turn": 1}, "expected extra_turn to be True or False, got 1"),
        ({"ends": "never"}, "expected ends to be one of either, mover, got 'never'"),
        ({"rest": "me"}, "expected rest to be one of owner, last_mover, nobody, got 'me'"),
    ],
)
def test_bad_fields(fields: dict[str, object], message: str) -> None:
    """A field out of range gets an error that says what it takes."""
    with pytest.raises(mx.OptionError, match=message):
        Mancala(**fields)  # type: ignore[arg-type]  # wrong on purpose


def test_render() -> None:
    """The board shows houses, stores and numbers."""
    game = Mancala(houses=3, seeds=2)
    assert game.render(game.parse("2,0,3,1/2,3,3,0/1")) == "\n".join(
        [
            "North         2  1  0",
            "              3  3  2",
            "         0             1",
            "              2  0  3",
            "South         0  1  2",
        ]
    )
