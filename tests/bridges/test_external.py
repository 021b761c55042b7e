"""Other people's engines as players: ours as a stranger's, and programs that misbehave."""

from __future__ import annotations

import os
import shutil
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.bridges import external, tokens
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.tic_tac_toe import TicTacToe

from ..batch.test_analyse_many import Inline
from ..processes import comes_true, is_alive

pytestmark = pytest.mark.thorough

OURS = f"{sys.executable} -m minimaxer engine tic_tac_toe --tier tree"


@pytest.mark.parametrize("protocol", ["uci", pytest.param("ugi", marks=pytest.mark.thorough)])
def test_an_engine_plays_a_match(protocol: Any) -> None:
    """By depth, and by a clock."""
    for limits in (mx.Limits(depth=9), mx.Limits(clock=5, increment=0.1), mx.Limits(seconds=0.01, nodes=10_000)):
        player = mx.External(OURS, name="stranger", protocol=protocol, limits=limits, options={"Hash": 1})
        match = mx.play_match(TicTacToe(), [player, "random"], rounds=1, executor=Inline())
        assert match.names == ("stranger", "random")
        assert not match.forfeits
        assert match.points[0] >= 1


def test_what_it_said_is_kept() -> None:
    """Depth, nodes and value for player 0, whoever of the two it is; of several lines the first one's."""
    players = [mx.External(OURS, limits=mx.Limits(depth=9)), mx.Limits(depth=9)]
    match = mx.play_match(TicTacToe(), players, rounds=1, openings=0, executor=Inline())
    for game in match.games:
        for note in game.moves:
            assert note.depth == 9 - game.moves.index(note)
            assert note.nodes is not None
            assert note.value == 0
    lines = ["info depth 2 multipv 2 score cp 5", "info depth 3 score mate 2 nodes 7", "info string nodes 9"]
    assert tokens.known_of(map(str.split, lines), 1) == {"depth": 3, "nodes": 7, "value": mx.loss_in(3)}
    assert tokens.known_of([["info", "score", "mate", "-1"]], 0) == {"value": mx.loss_in(2)}
    assert tokens.known_of([], 0) == {}


def test_from_a_position_and_in_a_notation_of_its_own() -> None:
    """Positions that are not the first are sent as text; moves are translated."""
    game = TicTacToe()

    def write(state: Any, move: int) -> str:
        return game.format_move(state, move)

    player = mx.External(OURS, write=write, place=game.format, limits=mx.Limits(depth=9))
    chooser = player.create(game, 0)
    session = mx.Session(game, game.parse("xx.oo...."))
    assert chooser.choose(session).move == 2
    session.play(5)
    session.play(2)
    session.undo()
    chooser.close()
    assert player.name == OURS
    assert "write" in player.described(game)


def script(path: Path, body: str) -> str:
    """The command of an engine that does just this with each line."""
    file = path / "engine.py"
    text = f"import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n{body}\n    sys.stdout.flush()\n"
    file.write_text(text, encoding="utf-8")
    return f"{sys.executable} {file}"


POLITE = "    if word == 'uci': print('uciok')\n    if word == 'isready': print('readyok')\n"


@pytest.mark.parametrize(
    ("body", "kind", "told"),
    [
        (POLITE + "    if word == 'go': print('bestmove z9')", "error", "IllegalMoveError: expected a legal move, got 'z9'"),
        (POLITE + "    if word == 'go': print('bestmove')", "error", "IllegalMoveError: expected a legal move, got ''"),
        (POLITE + "    if word == 'go': sys.exit()", "error", "EngineError: odd ended without bestmove"),
        (POLITE + "    pass", "error", "EngineError: odd did not answer with bestmove within 0.15 s"),
    ],
)
def test_engines_that_misbehave_lose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, kind: str, told: str) -> None:
    """The match goes on."""
    command = script(tmp_path, body)
    player = mx.External(command, name="odd", limits=mx.Limits(seconds=0.05))
    chooser = player.create(TicTacToe(), 0)
    monkeypatch.setattr(external, "PATIENCE", 0.1)
    session = mx.Session(TicTacToe())
    with pytest.raises(mx.MinimaxerError) as caught:
        chooser.choose(session)
    chooser.close()
    assert f"{type(caught.value).__name__}: {caught.value}".startswith(told)
    assert kind == "error"


def test_engines_that_do_not_start_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the match, with their command."""
    monkeypatch.setattr(external, "PATIENCE", 0.3)
    for command, told in (
        ("no-such-engine --x", "cannot start 'no-such-engine --x': "),
        (script(tmp_path, "    pass"), "odd did not answer with uciok within 0.3 s"),
        (f"{sys.executable} -c 0", "odd (ended without uciok|has ended)"),
    ):
        with pytest.raises(mx.errors.EngineError, match=told):
            mx.play_match(TicTacToe(), [mx.External(command, name="odd"), "random"], executor=Inline())
    with pytest.raises(mx.OptionError, match="expected protocol to be one of uci, ugi, got 'xboard'"):
        mx.External("x", protocol="xboard")  # type: ignore[arg-type]
    with pytest.raises(mx.OptionError, match="expected the command of an engine, got ' '"):
        mx.External(" ")


FLOOD = "    while word == 'go': print('info depth 1 score cp 3 ' + 'x' * 10_000)"


def test_an_engine_that_never_stops_talking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time runs out nevertheless, and what it says is not kept."""
    player = mx.External(script(tmp_path, POLITE + FLOOD), name="odd", limits=mx.Limits(seconds=0.05))
    chooser = player.create(TicTacToe(), 0)
    monkeypatch.setattr(external, "PATIENCE", 0.5)
    tracemalloc.start()
    with pytest.raises(mx.errors.EngineError, match=r"^odd did not answer with bestmove within 0\.55 s$"):
        chooser.choose(mx.Session(TicTacToe()))
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()
    chooser.close()


def test_a_line_without_an_end_is_not_kept(tmp_path: Path) -> None:
    """What comes after the first part of it is left out; the next line is read."""
    body = POLITE + "    if word == 'go': print('info ' + 'x' * 50_000_000); print('bestmove a1')"
    player = mx.External(
        script(tmp_path, body), limits=mx.Limits(seconds=0.05), write=lambda state, move: "abc"[move % 3] + str(move // 3 + 1)
    )
    chooser = player.create(TicTacToe(), 0)
    tracemalloc.start()
    assert chooser.choose(mx.Session(TicTacToe())).move == 0
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()
    chooser.close()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="groups of processes are those of POSIX")
def test_what_an_engine_started_ends_with_it(tmp_path: Path) -> None:
    """Also where it does not listen, and keeps the engine's output open."""
    grandchild = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    file = tmp_path / "pid"
    body = (
        "    if word == 'uci':\n        import subprocess\n"
        f"        child = subprocess.Popen([sys.executable, '-c', {grandchild!r}])\n"
        f"        print(child.pid, file=open({str(file)!r}, 'w')); print('uciok')\n"
        "    if word == 'isready': print('readyok')\n    if word == 'quit': sys.exit()"
    )
    chooser = mx.External(script(tmp_path, body)).create(TicTacToe(), 0)
    child = int(file.read_text())
    assert is_alive(child)
    chooser.close()
    assert comes_true(lambda: not is_alive(child))


@pytest.mark.parametrize("number", ["9" * 400, "9" * 5_000, "999999999", "-999999999"])
def test_numbers_of_any_length(number: str) -> None:
    """Are left out, or are the longest win that there is."""
    for name in ("depth", "nodes"):
        assert tokens.known_of([["info", name, number]], 0) in ({}, {name: int(number[:10])})
    assert set(tokens.known_of([["info", "score", "mate", number]], 0).values()) <= {mx.win_in(99_999), mx.loss_in(100_000)}


FAIRY = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")


@pytest.mark.skipif(FAIRY is None, reason="fairy-stockfish is not installed")
@pytest.mark.parametrize("variant", ["gardner", "losalamos"])
def test_games_against_fairy_stockfish(variant: str) -> None:
    """Without an illegal move on either side."""
    other = mx.External(str(FAIRY), name="fairy", options={"UCI_Variant": variant}, limits=mx.Limits(depth=1))
    match = mx.play_match(ChessLite(variant=variant), [mx.Limits(depth=1), other], rounds=2, plies=40, executor=Inline())
    assert len(match.games) == 4
    assert not match.forfeits


def test_the_best_move_of_another_game_is_no_move() -> None:
    """An engine that plays something else is told off."""
    player = mx.External(OURS, limits=mx.Limits(depth=1))
    chooser = player.create(ChessLite(), 0)
    with pytest.raises(mx.IllegalMoveError, match="expected a legal move, got"):
        chooser.choose(mx.Session(ChessLite()))
    chooser.close()
