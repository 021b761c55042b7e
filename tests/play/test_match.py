"""Matches: everybody in every seat, the same by every executor, resumed after a kill, and results for all that goes wrong."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.match import Round
from minimaxer.play.players import Choice
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.game_2048 import Game2048
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from ..batch.test_analyse_many import Inline

GAME = ConnectFour(width=5, height=4)
PLAYERS = (mx.Limits(depth=4), mx.Limits(depth=1))


def match(game: Any = GAME, players: Any = PLAYERS, **settings: Any) -> mx.Match[Any, Any]:
    """A match played here."""
    usual: dict[str, Any] = {"rounds": 8, "executor": Inline()}
    return mx.play_match(game, players, **(usual | settings))


def moves(found: mx.Match[Any, Any]) -> list[Any]:
    """The games, without times."""
    return [(game.names, game.position, [note.move for note in game.moves], game.result) for game in found.games]


def greedy(state: Any) -> int:
    """Takes the first hole that is left."""
    return next(iter(TicTacToe().moves(state)))


def lost(state: Any) -> int:
    """Does not know the rules."""
    return 99


def failing(state: Any) -> int:
    """Gives up."""
    raise ZeroDivisionError("oops")


class Late(mx.Player[Any, Any]):
    """Has a clock, and pays no heed to it."""

    def create(self, game: Any, seed: int) -> Slow:
        return Slow()


class Slow:
    """Thinks for too long."""

    def choose(self, session: Any) -> Choice[Any]:
        time.sleep(0.06)
        return Choice(session.legal[0])

    def close(self) -> None:
        """Nothing to close."""


class Broken(TicTacToe):
    """Rules that fail in the middle."""

    def play(self, state: Any, move: int) -> Any:
        if move == 4:
            raise RuntimeError("no middle")
        return super().play(state, move)


RNG = random.Random(1)


def any_move(state: Any) -> int:
    """Draws lots."""
    return RNG.choice(list(TicTacToe().moves(state)))


def test_pairs_change_sides() -> None:
    """Both games of a pair begin alike; counts, points and text agree."""
    found = match()
    assert found.names == ("depth=4", "depth=1")
    assert [game.names for game in found.games[:2]] == [("depth=4", "depth=1"), ("depth=1", "depth=4")]
    assert found.games[0].position == found.games[1].position != found.games[2].position
    assert [game.tags["Round"] for game in found.games[:3]] == ["1.1", "1.2", "2.1"]
    wins, draws, losses = found.wins_draws_losses
    assert wins + draws + losses == 16 == sum(found.points)
    assert found.points[0] == wins + draws / 2 > found.points[1]
    assert sum(found.pairs.counts) == 8
    assert sum(half * number for half, number in enumerate(found.pairs.counts)) / 2 == found.points[0]
    assert str(found).startswith("8 rounds, 16 games\n  depth=4  ")
    assert "is stronger with" in str(found)
    data = found.to_dict()
    assert json.loads(json.dumps(data)) == json.loads(json.dumps(found.to_dict()))
    assert (data["wins"], data["rounds"], data["repeated"], data["failed"]) == (wins, 8, 0, 0)


@pytest.mark.thorough
def test_the_same_games_by_every_executor() -> None:
    """In this thread, in others, and in processes."""
    here = match()
    with ThreadPoolExecutor(2) as threads:
        assert moves(match(executor=threads)) == moves(here)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert moves(match(executor=processes)) == moves(here)
    assert moves(match(executor=None, workers=2)) == moves(here)
    assert moves(match(seed=1)) != moves(here)


def test_every_seat_for_three() -> None:
    """A round is three games; the one who looks ahead beats those who draw lots."""
    found = match(ChineseCheckers(size=1), ["random", mx.Limits(depth=3), "random"], rounds=4)
    for each in found.rounds:
        assert all(len(set(seat)) == 3 for seat in zip(*(game.names for game in each.games), strict=True))
    after = {(game.names * 2)[game.names.index("depth=3") + 1] for game in found.games}
    assert after == {"random (1)", "random (2)"}  # neighbours change from round to round
    assert sum(found.points) == pytest.approx(12)
    assert found.points[1] == max(found.points)
    assert "Elo" not in str(found)
    for ask in (lambda: found.pairs, lambda: found.wins_draws_losses):
        with pytest.raises(mx.OptionError, match="expected a match of two, got one of 3; look at points"):
            ask()


def test_impossible_limits_are_refused_before_the_first_game() -> None:
    """Rather than forfeited in each."""
    for player, told in (
        (mx.Player(algorithm="montecarlo", limits=mx.Limits(depth=3)), "playouts look to no depth"),
        (mx.Limits(simulations=3), "simulations are counted by 'montecarlo' and 'ismcts'"),
        (mx.Level(2), "levels are for games of two, and this one is for 3"),
    ):
        game = ChineseCheckers(size=1) if isinstance(player, mx.Level) else TicTacToe()
        with pytest.raises(mx.OptionError, match=told):
            match(game, [player, "random", "random"][: 3 if isinstance(player, mx.Level) else 2])


def test_dice_are_the_same_for_both_games_of_a_pair() -> None:
    """As long as the same is played; other pairs have others."""
    found = match(Pig(goal=20), ["random", mx.Limits(depth=2)], rounds=4)
    throws = [[note.move for note in game.moves if note.player == -1] for game in found.games]
    shared = [list(zip(one, other, strict=False)) for one, other in zip(throws[::2], throws[1::2], strict=True)]
    assert all(all(one == other for one, other in pairs) for pairs in shared)
    assert throws[0] != throws[2]


def test_games_that_were_played_before_are_not_counted() -> None:
    """Where no player draws lots; where one does, games may be alike by chance."""
    opening = [TicTacToe().initial()]
    found = match(TicTacToe(), PLAYERS, openings=opening, rounds=5)
    assert (len(found.counted), found.repeated, len(found.games)) == (1, 4, 2)
    assert "not counted  4 rounds with a game that had been played before" in str(found)
    drawn = match(TicTacToe(), ["random", "random"], openings=opening, rounds=50)
    assert drawn.repeated == 0


@pytest.mark.parametrize(
    ("player", "kind", "words"),
    [
        (lost, "illegal", r"forfeited  lost: 4 by illegal moves, the first: 99"),
        (failing, "error", r"forfeited  failing: 4 by errors, the first: ZeroDivisionError: oops"),
    ],
)
def test_what_goes_wrong_is_a_loss(player: Any, kind: str, words: str) -> None:
    """And never the end of the match."""
    found = match(TicTacToe(), [player, greedy], rounds=2)
    assert found.points == (0, 4)
    assert list(found.forfeits) == [(player.__name__, kind)]
    assert words in str(found)
    assert found.to_dict()["forfeits"] == [{"player": player.__name__, "by": kind, "games": 4}]


def test_moves_that_equal_the_game_s_own_are_written_as_these() -> None:
    """A player may give a plain tuple, which has none of the fields that the notation asks for."""
    with ThreadPoolExecutor(1) as pool:
        match = mx.play_match(
            Nim(heaps=(1, 2)), [lambda state: tuple(next(iter(Nim().moves(state))))] * 2, rounds=1, executor=pool
        )
    assert [each.error for each in match.rounds] == [None]
    assert match.games[0].moves[0].move in ("1-1", "2-1", "2-2")


def test_clocks_in_matches() -> None:
    """A search keeps within its clock; who does not, loses on time."""
    found = match(TicTacToe(), [mx.Player(limits=mx.Limits(clock=1, increment=0.01), name="clock"), greedy], rounds=3)
    assert not found.forfeits

    found = match(TicTacToe(), [Late(limits=mx.Limits(clock=0.05), name="late"), greedy], rounds=1)
    assert list(found.forfeits) == [("late", "time")]
    assert "late: 2 by time, the first: after 0.0" in str(found)


@pytest.mark.thorough
def test_the_sequential_test_ends_a_match() -> None:
    """As soon as it can; the verdict stays."""
    found = match(TicTacToe(), [mx.Limits(depth=6), "random"], rounds=200, sprt=mx.Sprt(0, 200), openings=2)
    assert found.verdict == "stronger"
    assert len(found.rounds) < 72
    assert "test    depth=6 is stronger: +" in str(found)
    assert found.to_dict()["sprt"]["verdict"] == "stronger"
    early = match(rounds=1, sprt=mx.Sprt(0, 5))
    assert early.verdict is None
    assert "not decided yet" in str(early)


def test_a_match_goes_on_where_it_ended(tmp_path: Path) -> None:
    """Rounds in the file are not played again; another match is not mixed with it."""
    path = tmp_path / "match.jsonl"
    whole = match(path=path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 8
    path.write_text("".join(lines[:3]) + lines[3][:50], encoding="utf-8")
    played: list[Round] = []
    again = match(path=path, on_round=lambda _, done: played.append(done))
    assert moves(again) == moves(whole)
    assert [each.number for each in played] == list(range(8))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 8
    with pytest.raises(mx.NotationError, match=r"was made with match .*\[.*depth=4\] \[.*depth=1\].*, not match"):
        match(path=path, players=(mx.Limits(depth=3), mx.Limits(depth=1)))


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row.pop("games"),
        lambda row: row.update(games=[]),
        lambda row: row["games"].reverse(),
        lambda row: row["games"][0]["names"].append("third"),
        lambda row: row["games"][0]["result"].update(points=[1]),
        lambda row: row["games"][1]["moves"][0].update(player=2),
    ],
)
def test_a_file_of_other_games_is_refused(change: Callable[[Any], object], tmp_path: Path) -> None:
    """Before a round is played, and the file stays."""
    path = tmp_path / "match.jsonl"
    match(path=path, rounds=2)
    first, second = path.read_text(encoding="utf-8").splitlines(keepends=True)
    row = json.loads(first)
    change(row)
    path.write_text(json.dumps(row) + "\n" + second, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(mx.NotationError, match=r"games of round 1 in the file|move 1, |up to 1 point each"):
        match(path=path, rounds=2)
    assert path.read_bytes() == before


SCRIPT = """
import sys
import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
if __name__ == "__main__":
    found = mx.play_match(ConnectFour(width=5, height=4), [mx.Limits(depth=4), mx.Limits(depth=1)], rounds=12, workers=1,
                          path=sys.argv[1])
    print(found.pairs.counts)
"""


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_killed_match_is_taken_up(tmp_path: Path) -> None:
    """With -9; it ends with the counts of one that was left alone."""
    script, path = tmp_path / "run.py", tmp_path / "match.jsonl"
    script.write_text(SCRIPT, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script), str(path)], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 2):
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    before = path.read_bytes().count(b"\n")
    run = subprocess.run([sys.executable, str(script), str(path)], capture_output=True, text=True, check=True)
    assert before >= 2
    assert run.stdout.strip() == str(match(rounds=12).pairs.counts)


def test_a_game_that_fails_is_told() -> None:
    """A round that the rules themselves break is not counted, and the others are."""
    found = match(Broken(), [greedy, greedy], openings=[TicTacToe().initial(), TicTacToe().parse("xoxox....")], rounds=2)
    assert [each.error for each in found.rounds] == ["RuntimeError: no middle", None]
    assert "not played  1 rounds, the first since: RuntimeError: no middle" in str(found)


def test_players_may_have_rules_of_their_own() -> None:
    """An earlier version against a later one, of which the match's rules decide who wins."""
    old = mx.Player(game=GAME, limits=mx.Limits(depth=2), name="old")
    new: Any = mx.Player(limits=mx.Limits(depth=2), options=mx.AlphaBetaOptions(choice="random_best"), name="new")
    found = match(players=(old, new), rounds=3)
    assert len(found.games) == 6
    with pytest.raises(mx.OptionError, match="plays a game for 3, and the match is for 2"):
        match(players=(mx.Player(game=ChineseCheckers(size=1)), mx.Limits(depth=1)))


def test_lots_are_drawn_anew_in_each_game() -> None:
    """By the match's seed, so that it can be played again."""
    weak: Any = mx.Player(limits=mx.Limits(depth=1), options=mx.AlphaBetaOptions(choice="weighted"), name="weak")
    found = match(Nim(), [weak, weak], rounds=6, openings=[Nim().initial()])
    assert found.names == ("weak (1)", "weak (2)")
    assert found.repeated == 0
    assert len({tuple(note.move for note in game.moves) for game in found.games}) > 3
    assert moves(match(Nim(), [weak, weak], rounds=6, openings=[Nim().initial()])) == moves(found)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"players": [mx.Limits(depth=1)]}, "expected 2 players, as many as the game has, got 1"),
        ({"players": "ab"}, "expected 2 players, as many as the game has, got 'ab'"),
        (
            {"players": [3, 4]},
            r"expected a player: mx.Player\(...\), mx.Limits\(...\), a function of a state, or 'random', got 3",
        ),
        ({"rounds": 0}, "expected rounds to be a whole number from 1 to 10,000,000, got 0"),
        ({"plies": 1.5}, "expected plies to be a whole number from 1, got 1.5"),
        ({"game": Game2048(), "players": ["random"]}, "expected a game for two and more, got one for a single player"),
        (
            {"game": ChineseCheckers(size=1), "players": ["random"] * 3, "sprt": mx.Sprt()},
            "the sequential test is for matches of two, and this game is for 3; leave sprt out",
        ),
        ({"executor": 3}, "expected executor to be a concurrent.futures.Executor, got 3"),
    ],
)
def test_what_is_out_of_range_is_refused(settings: dict[str, Any], text: str) -> None:
    """Before anything is played."""
    with pytest.raises(mx.OptionError, match=text):
        match(**settings)
    with pytest.raises(mx.OptionError, match=r"expected limits=Limits\(...\), got 3"):
        mx.Player(limits=3)  # type: ignore[arg-type]


def test_functions_of_lots_are_counted_again() -> None:
    """Nobody can know whether a function draws lots."""
    found = match(TicTacToe(), [any_move, greedy], rounds=30, openings=[TicTacToe().parse("xoxo.....")])
    assert found.repeated == 0


@pytest.mark.thorough
def test_with_dask() -> None:
    """The same games on a cluster, where Dask is installed."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("dask.distributed is not installed; it is an optional test dependency")
    source = """
import minimaxer as mx
from dask.distributed import Client
from tests.play.test_match import match, moves
if __name__ == "__main__":
    with Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        print(moves(match(executor=client.get_executor())) == moves(match()))
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "True\n", done.stderr


def test_a_match_is_shown_in_one_line_and_in_a_notebook_as_a_table() -> None:
    """Not with all of its games."""
    found = mx.play_match(Nim(heaps=(1, 2)), [mx.Limits(depth=1), mx.Limits(depth=2)], rounds=1, workers=1)
    assert re.fullmatch(r"<Match: .+ [\d.]+, .+ [\d.]+; 1 rounds>", repr(found))
    assert found._repr_html_() == f"<pre>{html.escape(str(found))}</pre>"
