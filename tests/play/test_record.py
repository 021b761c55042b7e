"""Records: written, read back, replayed; and what is none."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.play.players import contestant
from minimaxer.play.playing import play_out
from minimaxer.play.record import Note, record_from, record_of
from minimaxer.play.session import Ending
from minimaxer_games.tic_tac_toe import TicTacToe

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "mancala",
    "nim",
    "dots_and_boxes",
    "domineering",
    "reversi",
    "breakthrough",
    "chess_lite",
    "pig",
    "einstein",
    "backgammon",
    "chinese_checkers:size=1",
)


def a_game(name: str, seed: int) -> tuple[Any, mx.Record]:
    """A random game of that name, with its record."""
    game = mx.find_game(name)
    session: mx.Session[Any, Any] = mx.Session(game)
    players = [contestant("random").create(game, seed + number) for number in range(session.players)]
    notes = play_out(session, players, Random(seed), plies=60)
    return game, record_of(session, name, [f"one {n}" for n in range(session.players)], notes, Event='a "test"', Round="1")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_written_read_and_played_again(name: str) -> None:
    """As text and as plain data, with moves in the game's notation."""
    games = [a_game(name, seed) for seed in range(3)]
    records = [record for _, record in games]
    assert mx.read_records("\n".join(record.text for record in records)) == records
    assert [record_from(json.loads(json.dumps(record.to_dict()))) for record in records] == records
    for game, record in games:
        session = record.session(game)
        assert record_of(session, name, record.names, dict(enumerate(record.moves)), **record.tags) == record


def test_what_players_knew_is_kept() -> None:
    """Values, depth, nodes, time; moves with spaces or quotes; games without a result, and forfeits."""
    notes = (
        Note(move="castle long", player=0, value=12, depth=5, nodes=1_000, seconds=0.25),
        Note(move='the "x"', player=1, value=[0.5, 0, 0.5], depth=1),
        Note(move="-", player=-1),
    )
    record = mx.Record(game="g", names=("a", "b", "c"), position="start here", moves=notes, result=None)
    assert mx.read_records(record.text) == [record]
    assert record.score == "*"
    assert '1. "castle long" {player 0, value 12, depth 5, nodes 1000, seconds 0.25}' in record.text
    session = mx.Session(mx.find_game("tic_tac_toe"))
    session.forfeit(0, Ending.ERROR, 'it said: "no"')
    lost = record_of(session, "tic_tac_toe", ("a", "b"))
    assert mx.read_records(lost.text) == [lost]
    assert lost.score == "0-1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[Game nim]",
            r"line 1: expected a tag as in \[Game \"nim\"\], move 1 as in `1. move`, or the result, got '\[Game nim\]'",
        ),
        ("2. a", "line 1: expected a tag .*, got '2. a'"),
        ("1. a {player 0, depth}", "line 1: expected what is known of a move as in {player 0, depth 4}, got 'player 0, depth'"),
        ("1. a {player 0, colour 3}", "line 1: expected what is known of a move"),
        ('[Game "x"]\n\n1. a\n*', "the game in line 1 and after lacks what a record has, or has it wrong: 'Position'"),
        ('[Game "x"]\n[Position "y"]\n[Ending "z"]\n\n1-0', "has it wrong: ending: expected one of rules, "),
    ],
)
def test_what_is_no_record_is_refused(text: str, told: str) -> None:
    """With the line."""
    with pytest.raises(mx.NotationError, match=told):
        mx.read_records(text)


def test_what_cannot_be_played_is_told() -> None:
    """Which move, and why; and data that are none."""
    game, record = a_game("tic_tac_toe", 1)
    wrong = evolve(record, moves=(*record.moves[:1], record.moves[0]))
    with pytest.raises(mx.NotationError, match=r"move 2, '\w+', cannot be played: "):
        wrong.session(game)
    with pytest.raises(mx.NotationError, match=r"expected the record of a game, got \[\] \(expected Record, got \[\]\)"):
        record_from([])
    with pytest.raises(mx.NotationError, match="'colour'"):
        record_from({**record.to_dict(), "colour": 3})
    assert mx.read_records("") == mx.read_records("\n\n") == []


@pytest.mark.parametrize("score", ["0", "1-0-0", "5-0"])
def test_a_result_fits_the_players(score: str) -> None:
    """As many as the game has, and of a point each at the most."""
    (record,) = mx.read_records(f'[Game "t"]\n[Position "........."]\n[Ending "rules"]\n\n1. 5\n{score}\n')
    with pytest.raises(mx.NotationError, match=r"^expected a result that gives 2 players up to 1 point each, got "):
        record.session(TicTacToe())


def test_a_move_is_by_a_player_there_is() -> None:
    """Chance has -1."""
    (record,) = mx.read_records('[Game "t"]\n[Position "........."]\n\n1. 5 {player 7}\n*\n')
    with pytest.raises(mx.NotationError, match=r"^move 1, '5': expected player -1 to 1, got 7"):
        record.session(TicTacToe())


def test_a_game_of_other_rules_says_of_which() -> None:
    """Where the beginning of a record cannot be read, the error names the game that it was recorded with."""
    (record,) = mx.read_records('[Game "nim"]\n[Position "1 2"]\n\n*\n')
    with pytest.raises(mx.NotationError, match=r"^cannot read where this game of 'nim' began: .*got '1 2'"):
        record.session(TicTacToe())
