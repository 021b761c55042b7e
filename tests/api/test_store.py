"""Solved positions in a file: read instead of solved again, as plain minimax values them, and another game's are refused."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.cli import main
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from ..batch.test_analyse_many import Inline
from ..oracle import check_line, solved_value

GAME = TicTacToe()


def states(count: int) -> list[Any]:
    """Running positions of tic-tac-toe after two to five random moves, each once."""
    rng = Random(3)
    found: dict[Any, None] = {}
    while len(found) < count:
        state = GAME.initial()
        for _ in range(rng.randint(2, 5)):
            if GAME.outcome(state) is None:
                state = GAME.play(state, rng.choice(list(GAME.moves(state))))
        if GAME.outcome(state) is None:
            found[state] = None
    return list(found)


@pytest.mark.parametrize("algorithm", ["auto", "proof"])
def test_what_is_known_is_not_solved_again(tmp_path: Path, algorithm: str) -> None:
    """The second time value, line and meaning come from the file, as the search gave them."""
    path = tmp_path / "solved.db"
    cache: dict[Any, float] = {}
    for state in states(20):
        first, second = (mx.solve(GAME, state, store=path, algorithm=algorithm) for _ in range(2))
        assert first.engine != "store"
        assert (second.engine, second.nodes) == ("store", 0)
        for name in ("value", "pv", "bound", "solved", "finished", "meaning", "winner", "plies_to_end", "move", "stop"):
            assert getattr(second, name) == getattr(first, name), name
        assert type(second.value) is int
        check_line(GAME, state, second)
        if algorithm == "auto":
            assert second.value == solved_value(GAME, state, cache)


def test_results_and_plies_are_kept_apart(tmp_path: Path) -> None:
    """Proof-number search tells no plies: its values do not answer for those of alpha-beta."""
    path = tmp_path / "solved.db"
    state = GAME.parse("xx.oo....")
    assert mx.solve(GAME, state, store=path, algorithm="proof").value == mx.WIN
    assert mx.solve(GAME, state, store=path).value == mx.WIN - 1
    assert mx.solve(GAME, state, store=path, algorithm="proof").engine == "store"


def test_many_positions(tmp_path: Path) -> None:
    """Positions that the file knows are left out; rows come in order, and the next run finds all of them."""
    path, todo = tmp_path / "solved.db", states(12)
    for state in todo[::3]:
        mx.solve(GAME, state, store=path)
    seen: list[int] = []
    found = mx.analyse_many(
        GAME,
        todo,
        executor=Inline(),
        solve=True,
        store=path,
        on_result=lambda each: seen.append(each.number),
        path=tmp_path / "rows",
    )
    engines = [each.result.engine for each in found if each.result is not None]
    assert [number for number, engine in enumerate(engines) if engine == "store"] == [0, 3, 6, 9]
    assert seen == list(range(12)) == [json.loads(row)["number"] for row in (tmp_path / "rows").read_text().splitlines()]
    cache: dict[Any, float] = {}
    again = mx.analyse_many(GAME, todo, executor=Inline(), solve=True, store=path)
    assert [each.result.engine for each in again if each.result is not None] == ["store"] * 12
    assert [each.row["value"] for each in again] == [solved_value(GAME, state, cache) for state in todo]


def test_only_what_is_solved_is_kept(tmp_path: Path) -> None:
    """A search that a limit ended, and a position at which the game is over, leave nothing."""
    path = tmp_path / "solved.db"
    assert not mx.solve(ConnectFour(), nodes=50, store=path).solved
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM solved").fetchone() == (0,)
    ended = GAME.parse("xxxoo....")
    for _ in range(2):
        assert mx.solve(GAME, ended, store=tmp_path / "other.db").stop is mx.StopReason.FINISHED


def nim(change: int) -> Any:
    """Nim by a class of always the same name, whose last stick wins (0) or loses (1)."""

    @frozen
    class Sticks:
        size: int = 7

        def __repr__(self) -> str:
            return f"Sticks(size={self.size})"

        def initial(self) -> tuple[int, int]:
            return self.size, 0

        def player(self, state: tuple[int, int]) -> int:
            return state[1]

        def moves(self, state: tuple[int, int]) -> range:
            return range(1, min(3, state[0]) + 1)

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return state[0] - move, 1 - state[1]

        def outcome(self, state: tuple[int, int]) -> float | None:
            if state[0]:
                return None
            return mx.WIN if state[1] != change else mx.LOSS

    return Sticks()


def test_other_games_are_refused(tmp_path: Path) -> None:
    """Another game, other fields, and other rules of the same name."""
    path = tmp_path / "solved.db"
    mx.solve(Nim(), store=path)
    others: tuple[Any, ...] = (GAME, Nim(heaps=(1, 2)))
    for game in others:
        with pytest.raises(mx.OptionError) as caught:
            mx.solve(game, store=path)
        told = f"expected solved positions of {game!r}, got {path} with those of {Nim()!r}; give another file"
        assert str(caught.value) == told
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT DISTINCT game FROM solved").fetchall() == [(repr(Nim()),)]
    other = tmp_path / "sticks.db"
    assert mx.solve(nim(0), store=other).winner == 0
    assert mx.solve(nim(0), store=other).engine == "store"
    with pytest.raises(mx.OptionError) as caught:
        mx.solve(nim(1), store=other)
    assert str(caught.value) == (
        f"expected solved positions of Sticks(size=7) by the rules as they are now, got {other} with those of other rules of that "
        "name; give another file"
    )
    with pytest.raises(mx.OptionError, match=r"expected solved positions of .* with repetition, got "):
        mx.solve(nim(0), store=other, options=mx.AlphaBetaOptions(repetition=True, table=None))


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    """Text, and a file that may not be written to."""
    text = tmp_path / "text"
    text.write_text("not a database, but a text that is long enough to be told from one" * 9)
    with pytest.raises(mx.OptionError, match="as a file of what is known of positions: file is not a database"):
        mx.solve(GAME, store=text)


@pytest.mark.parametrize(
    ("game", "asked", "told"),
    [
        ("pig", {}, "expected a game for one or two players without chance with store; leave store out"),
        ("chinese_checkers", {}, "expected a game for one or two players without chance with store; leave store out"),
        (
            "nim",
            {"algorithm": "proof", "goal": mx.WIN},
            "contradictory options: store keeps values, and goal asks for a bound; leave one of them out",
        ),
        (
            "nim",
            {"options": mx.AlphaBetaOptions(exact_moves=True)},
            "contradictory options: store keeps no values of all moves; leave out exact_moves and choice",
        ),
        ("nim", {"algorithm": "montecarlo"}, "expected alpha-beta or proof-number search with store, got algorithm='montecarlo'"),
    ],
)
def test_what_has_nothing_to_keep(tmp_path: Path, game: str, asked: dict[str, Any], told: str) -> None:
    """Chance, more players, questions, all moves, means: refused, and no file is made."""
    with pytest.raises(mx.OptionError) as caught:
        mx.solve(mx.find_game(game), store=tmp_path / "solved.db", **asked)
    assert str(caught.value) == told
    assert not list(tmp_path.iterdir())


def test_a_store_is_for_solving(tmp_path: Path) -> None:
    """Searching many positions to a depth keeps nothing."""
    with pytest.raises(
        mx.OptionError, match="contradictory options: store keeps solved positions; take solve=True, or leave store out"
    ):
        mx.analyse_many(GAME, states(1), executor=Inline(), depth=2, store=tmp_path / "solved.db")


def test_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One position, a file of them, and what does not go together."""
    path, file = tmp_path / "solved.db", tmp_path / "positions"
    file.write_text("xx.oo....\nx...o....\n")
    one = ["solve", "tic_tac_toe", "--tier", "tree", "--store", str(path), "--json"]
    engines = []
    for asked in (["--position", "xx.oo...."], ["--file", str(file)], ["--file", str(file), "--workers", "1"]):
        assert main([*one, *asked]) == 0
        engines.append([json.loads(row)["engine"] == "store" for row in capsys.readouterr().out.splitlines()])
    assert engines == [[False], [True, False], [True, True]]
    assert main([*one, "--position", "xx.oo....", "--resume", str(tmp_path / "save")]) == 2
    told = "contradictory options: --resume keeps a search, --store what it solves; leave one of them out"
    assert told in capsys.readouterr().err


def test_who_keeps_nothing_needs_no_sqlite() -> None:
    """Solving without a file works in a Python that was built without it."""
    code = (
        "import sys; sys.modules['sqlite3'] = None; import minimaxer as mx; from minimaxer_games.nim import Nim; mx.solve(Nim())"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
