"""Reviews: mistakes are those that plain minimax finds, told in words and as data, and the picture shows them."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.base.scores import LOSS, WIN
from minimaxer.drawing import curve_chart
from minimaxer.errors import NotationError, OptionError
from minimaxer.play.players import Anybody
from minimaxer.play.playing import play_out
from minimaxer.play.record import record_of
from minimaxer.play.session import Session

from ..oracle import minimax

TIC = mx.find_game("tic_tac_toe")


def random_record(game: Any, seed: int) -> mx.Record:
    """A game between two who play anything."""
    session: Session[Any, Any] = Session(game)
    choosers = [Anybody().create(game, seed + player) for player in range(session.players)]
    play_out(session, choosers, Random(seed))
    return record_of(session, "a game", [f"player {player}" for player in range(session.players)])


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2))
def test_marks_stand_where_plain_minimax_says_that_the_result_turned(seed: int) -> None:
    """In random games of tic-tac-toe, searched to the end."""
    record = random_record(TIC, seed)
    found = mx.review(TIC, record, limits=mx.Limits(depth=9))
    session = record.session(TIC)
    for number, each in enumerate(found.moves):
        before, after = (minimax(TIC, session.states[number + later], 9 - number - later) for later in (0, 1))
        sign = 1 if each.player == 0 else -1
        turned = sign * ((before > 0) - (before < 0)) > sign * ((after > 0) - (after < 0))
        assert (each.mark == "??") == each.turns == turned
        assert each.value == before
        assert each.move == record.moves[number].move
    assert all(each.best for each in found.moves)
    assert {each.move for each in found.mistakes} >= {each.move for each in found.moves if each.turns}


def test_a_slower_win_is_no_mistake() -> None:
    """And the best move loses nothing."""
    [record] = mx.read_records('[Game "t"]\n[Player0 "a"]\n[Player1 "b"]\n[Position "xx.oo...."]\n\n1. 7\n*')
    found = mx.review(TIC, record, limits=mx.Limits(depth=9))
    assert found.moves[0].mark == "??"
    [record] = mx.read_records('[Game "t"]\n[Player0 "a"]\n[Player1 "b"]\n[Position "x...o...."]\n\n1. 3\n*')
    assert mx.review(TIC, record, limits=mx.Limits(depth=9)).moves[0].mark == ""
    assert [each.loss for each in mx.review(TIC, random_record(TIC, 3)).moves if not each.mark and abs(each.value) > 5] != []


def test_a_win_that_takes_a_ply_more_than_was_looked_ahead_is_no_mistake() -> None:
    """It is looked at as deep as the position before."""
    game = mx.find_game("domineering:rows=3,columns=4")
    for seed in range(4):
        for each in mx.review(game, random_record(game, seed), limits=mx.Limits(depth=5)).moves:
            assert each.loss < 900_000 or each.turns


def test_what_a_player_lost_of_a_margin_is_marked() -> None:
    """A mistake is more than a tenth of what the game went up and down."""
    game = mx.find_game("kalah_paper:houses=3,seeds=2")
    found = mx.review(game, random_record(game, 1), limits=mx.Limits(depth=6))
    values = [each.value for each in found.moves]
    span = max(values) - min(values)
    for each in found.moves:
        assert each.turns or (each.mark == "?") == (each.loss > 0.1 * span and each.loss > 0)
    assert any(each.mark == "?" for each in found.moves)


def test_chance_makes_no_mistakes_and_more_than_two_have_payoffs() -> None:
    """Dice are listed as they fell; of three players each is judged by its own payoff."""
    pig = mx.find_game("pig:goal=10")
    found = mx.review(pig, random_record(pig, 2), limits=mx.Limits(depth=2))
    assert any(each.player < 0 for each in found.moves)
    assert all(each.mark == each.best == "" for each in found.moves if each.player < 0)
    assert "chance" in str(found)
    three = mx.find_game("chinese_checkers:rounds=3")
    found = mx.review(three, random_record(three, 2), limits=mx.Limits(depth=1))
    assert all(each.payoffs is not None and len(each.payoffs) == 3 for each in found.moves)
    assert "payoffs" in str(found)


def test_it_is_told_drawn_and_given_as_data() -> None:
    """The picture marks mistakes and names the players."""
    found = mx.review(TIC, random_record(TIC, 0), limits=mx.Limits(depth=9))
    assert found.mistakes
    first = str(found).splitlines()[0]
    assert re.fullmatch(r"  1  player 0  \d +\S* +.*", first)
    picture = str(found.curve())
    for each in found.mistakes:
        assert f". {each.move}{each.mark}</title>" in picture
    assert "player 0 wins" in picture
    data = found.to_dict()
    assert data["names"] == ["player 0", "player 1"]
    assert [row["move"] for row in data["moves"]] == [each.move for each in found.moves]
    assert data["end"] in (WIN, LOSS, 0)


def test_it_can_be_ended_early() -> None:
    """The moves that were looked at are as in the whole review; the end is the position after them."""
    session: Session[Any, Any] = Session(TIC)
    for move in (0, 1, 4, 2, 8):
        session.play(move)
    record, limits = record_of(session, "tic_tac_toe", ()), mx.Limits(depth=4)
    whole = mx.review(TIC, record, limits=limits)
    part = mx.review(TIC, record, limits=limits, on_move=lambda number: number < 3)
    assert [each.move for each in part.moves] == ["1", "2", "5"]
    assert [each.best for each in part.moves] == [each.best for each in whole.moves[:3]]
    assert part.end == whole.moves[3].value


def test_wrong_games_and_limits_are_refused() -> None:
    [record] = mx.read_records('[Game "t"]\n[Position "........."]\n\n1. k\n*')
    with pytest.raises(NotationError, match="move 1, 'k', cannot be played"):
        mx.review(TIC, record)
    with pytest.raises(OptionError, match="a clock is for games that are played; give depth, seconds or nodes for each position"):
        mx.review(TIC, random_record(TIC, 0), limits=mx.Limits(clock=3))
    with pytest.raises(OptionError, match="expected at least one number to draw, and an edge for each, got 0 and 0"):
        curve_chart([], edges=[], marks={}, title="", upper="", lower="")


def test_axes_show_chances_as_percent_and_large_numbers_in_short() -> None:
    """What is beside the plot fits there."""
    game: Any = mx.find_game("pig")
    session = mx.Session(game)
    for _ in range(3):
        session.play(session.legal[0])
    drawn = mx.review(game, record_of(session, "pig", ("you", "me")), limits=mx.Limits(depth=1)).curve().svg
    assert re.findall(r">(\d+ ?%)<", drawn) != []
    large = curve_chart([0, 123456.0], edges=[0, 0], marks={}, title="", upper="", lower="").svg
    assert ">+1.2e+05<" in large
