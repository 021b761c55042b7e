"""Chinese checkers: stars, steps and jumps, who has won, notation, and fields."""

from __future__ import annotations

from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.chinese_checkers import SEATS, ChineseCheckers, Star, Step

PLAYERS = (2, 3, 4, 5, 6)


def moves(game: ChineseCheckers, text: str) -> set[str]:
    """The moves of a position, as text."""
    star = game.parse(text)
    return {game.format_move(star, move) for move in game.moves(star)}


@pytest.mark.parametrize(("size", "holes"), [(1, 13), (2, 37), (3, 73)])
def test_stars_have_six_points(size: int, holes: int) -> None:
    """As many holes as the two triangles that a star is made of, and an equal part in each point."""
    game = ChineseCheckers(size=size)
    assert len(game.spots) == holes
    assert [game.points.count(point) for point in range(6)] == [size * (size + 1) // 2] * 6
    assert all(sum(hole >= 0 for hole in around) in (2, 3, 4, 5, 6) for around in game.next_to)


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_goes_to_the_point_opposite(players: int) -> None:
    """All pegs at home are equally far from it, and further than from any hole of it."""
    game = ChineseCheckers(players=players)
    star = game.initial()
    for player, seat in enumerate(SEATS[players]):
        home = [hole for hole, owner in enumerate(star.holes) if owner == player]
        assert {game.points[hole] for hole in home} == {seat}
        assert len(home) == 3
        target = [hole for hole, point in enumerate(game.points) if point == (seat + 3) % 6]
        away = game.steps[player]
        assert min(away[hole] for hole in home) > max(away[hole] for hole in range(37) if game.points[hole] != seat)
        assert max(away[hole] for hole in target) == 1
        assert min(away) == 0


def test_steps_and_jumps() -> None:
    """Any number of jumps over anybody's pegs, none of which is taken; the hole that a peg leaves is free for it."""
    game = ChineseCheckers(size=1)
    assert moves(game, "0/..../.../..../. 0 0") == {"a1-b2", "a1-b3"}
    assert moves(game, "./.0../..1/..../. 0 0") == {"b2-b1", "b2-b3", "b2-a1", "b2-c1", "b2-c2"}
    assert moves(game, "0/..1./.../..../. 0 0") == {"a1-b2", "a1-c3"}
    assert moves(game, "0/..1./..1/..../. 0 0") == {"a1-b2"}
    assert moves(game, "0/.1../.2./..../. 0 0") >= {"a1-c1"}
    chain = ChineseCheckers(size=2)
    assert "a1-e1" in moves(chain, "0/1./......./.1..../...../....../......./../. 0 0")


def test_a_peg_that_cannot_move_passes() -> None:
    """The turn goes on, and nothing else."""
    game = ChineseCheckers(size=1)
    star = game.parse("0/.11./111/..../. 0 0")
    assert moves(game, game.format(star)) == {"pass"}
    assert game.play(star, game.parse_move(star, "pass")) == Star(star.holes, 1, 1)


def test_whoever_fills_the_point_first_wins() -> None:
    """Others' pegs count there as long as most are one's own; after all rounds everybody has the same."""
    game = ChineseCheckers(players=3)
    won = "./../......./....../...../....../......./00/0 1 9"
    assert game.outcome(game.parse(won)) == (1, 0, 0)
    assert game.outcome(game.parse(won.replace("00/0", "01/0"))) == (1, 0, 0)
    assert game.outcome(game.parse(won.replace("00/0", "01/1"))) is None
    assert game.outcome(game.parse(won.replace("00/0", "00/."))) is None
    assert game.outcome(game.initial()._replace(plies=120)) == (1 / 3, 1 / 3, 1 / 3)
    two = ChineseCheckers(players=2)
    assert two.outcome(two.parse(won)) == mx.WIN
    assert two.outcome(two.parse("1/11/......./....../...../....../......./../. 0 9")) == mx.LOSS
    assert two.outcome(two.initial()._replace(plies=80)) == mx.DRAW


@pytest.mark.parametrize("players", PLAYERS)
def test_the_evaluation_shares_one(players: int) -> None:
    """Who is nearer has more; for two it is the lead in steps."""
    game: Any = ChineseCheckers(players=players)
    star = game.play(game.initial(), max(game.moves(game.initial()), key=lambda move: game.order(game.initial(), move)))
    value = game.evaluate(star)
    if players == 2:
        assert value == game.order(game.initial(), Step(0, 7))
    else:
        assert sum(value) == pytest.approx(1)
        assert value[0] > max(value[1:])


@pytest.mark.thorough
@pytest.mark.parametrize("players", PLAYERS)
def test_positions_and_moves_read_back(players: int) -> None:
    """As text; and what is none is refused."""
    game = ChineseCheckers(players=players, size=3)
    for star in mx.testing.random_states(game, 20, seed=1):
        assert game.parse(game.format(star)) == star
        for move in list(game.moves(star))[:5] if game.outcome(star) is None else ():
            assert game.parse_move(star, game.format_move(star, move)) == move
        assert len(game.render(star).splitlines()) == 14
        assert game.svg(star).startswith("<svg")
    for text in ("", "0 0 0", game.format(game.initial()).replace(" 0 0", " 9 0")):
        with pytest.raises(mx.NotationError, match="expected the rows of the star, who moves and how many moves were made"):
            game.parse(text)
    with pytest.raises(mx.NotationError, match="expected two holes, such as b1-c3, got 'z9-a1'"):
        game.parse_move(game.initial(), "z9-a1")


def test_fields_are_checked() -> None:
    """In the words of all our games."""
    with pytest.raises(mx.OptionError, match="expected players to be a whole number from 2 to 6, got 7"):
        ChineseCheckers(players=7)
    with pytest.raises(mx.OptionError, match="expected size to be a whole number from 1 to 3, got 4"):
        ChineseCheckers(size=4)
