"""The command line: what each command prints, and one clear line with exit code 2 for anything wrong."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

import minimaxer as mx
import minimaxer_command
from minimaxer.cli import COMMANDS, main, tiers
from minimaxer.cli.arguments import EXAMPLES, parser
from minimaxer.cli.commands import train, tune
from minimaxer_games.connect_four import ConnectFour

from .. import refdata
from ..processes import PATIENCE, started

KEYS = {"position", "move", "value", "winner", "plies_to_end", "depth", "nodes", "seconds"}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of one command; on a tree unless it says otherwise."""
    if arguments and arguments[0] in ("search", "solve", "analyse", "perft", "play") and "--tier" not in arguments:
        arguments = (*arguments, "--tier", "tree")
    try:
        code = main(arguments)
    except SystemExit as stopped:  # argparse leaves this way
        code = int(stopped.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_games_lists_names_fields_and_capabilities(capsys: pytest.CaptureFixture[str]) -> None:
    """For people, and as JSON lines."""
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "connect_four\n    Connect four: stones fall" in out
    assert "fields: houses=6, seeds=4, extra_turn=True" in out
    assert "heaps=3+4+5" in out
    code, out, _ = run(capsys, "games", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["game"] for row in rows] == sorted(mx.games())
    assert all("evaluate" in row["capabilities"] for row in rows)
    assert next(row["fields"] for row in rows if row["game"] == "einstein") == {"size": 5, "stones": 6}


def test_search_prints_the_board_and_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Board, move, value, line, depth, nodes, and what is known of each move."""
    ignored = ("--options", "ignore=bounds+search_moves")
    code, out, _ = run(capsys, "search", "connect_four", "--position", "4455", "--depth", "6", *ignored)
    assert code == 0
    assert "| . . . o o . . |" in out
    assert "move   3\nvalue  player 0 wins in 3 plies (solved)\nline   3 3 2\ndepth  3 (nothing can change)\n" in out
    assert "<= +" in out


def test_search_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """One object with at least the documented keys; moves are written in the game's notation."""
    ignored = ("--options", "ignore=bounds+search_moves")
    code, out, _ = run(capsys, "search", "connect_four", "--position", "4455", "--depth", "6", "--json", *ignored)
    row = json.loads(out)
    assert code == 0
    assert set(row) >= KEYS
    assert (row["position"], row["move"], row["winner"], row["plies_to_end"]) == ("4455", "3", 0, 3)
    assert row["pv"] == ["3", "3", "2"]


@pytest.mark.parametrize("depth", [5, 6, 8])
def test_search_of_the_benchmark_game(capsys: pytest.CaptureFixture[str], depth: int) -> None:
    """The seed's benchmark game by name: its values and house 5."""
    _, out, _ = run(capsys, "search", "kalah_benchmark", "--depth", str(depth), "--json")
    row = json.loads(out)
    assert (row["value"], row["move"]) == ({5: 2, 6: 1, 8: 1}[depth], "5")


def test_analyse_gives_the_best_moves_with_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    """As many as asked for, best first; the same values that `mx.analyse` gives."""
    code, out, _ = run(capsys, "analyse", "connect_four", "--position", "4455", "--depth", "6", "--lines", "2", "--json")
    row = json.loads(out)
    assert code == 0
    assert set(row) >= KEYS
    assert [(each["move"], each["bound"]) for each in row["moves"]] == [("3", "exact"), ("6", "exact")]
    game = ConnectFour()
    wanted = mx.analyse(game, game.parse("4455"), depth=6, lines=2)
    assert [each["value"] for each in row["moves"]] == [each.value for each in wanted.moves]


def test_analyse_writes_a_line_for_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    """Its number, its value and the moves expected; behind them how deep the search went."""
    _, out, _ = run(capsys, "analyse", "connect_four", "--position", "4455", "--depth", "6", "--lines", "1")
    assert "\n  1  player 0 wins in 3 plies  3 1 2\n     depth 6 (the limit), " in out
    code, _, err = run(capsys, "analyse", "nim", "--lines", "0")
    assert (code, err) == (2, "minimaxer: error: expected --lines to be 1 or more, got 0\n")


def test_analyse_of_many_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The text of each stands before its moves."""
    file = tmp_path / "positions.txt"
    file.write_text("3,4,5/0\n1,1/1\n")
    _, out, _ = run(capsys, "analyse", "nim", "--file", str(file), "--depth", "9", "--lines", "1")
    assert [line for line in out.splitlines() if "/" in line and not line.startswith(" ")] == ["3,4,5/0", "1,1/1"]


def test_games_ends_by_saying_how_to_play_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Only where people read it: data stays data."""
    _, out, _ = run(capsys, "games")
    assert "minimaxer play connect_four" in out
    _, out, _ = run(capsys, "games", "--json")
    assert all(json.loads(line)["game"] for line in out.splitlines())


@pytest.mark.parametrize(("command", "line"), [(name, line) for name, lines in EXAMPLES.items() for line, _ in lines])
def test_examples_of_the_help_are_understood(capsys: pytest.CaptureFixture[str], command: str, line: str) -> None:
    """Each stands in the command's help, and the parser takes it."""
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert line in capsys.readouterr().out
    assert parser(COMMANDS).parse_args(shlex.split(line)[1:]).run is not None


def test_solve_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One line a position; blank lines, comments and further columns are passed over."""
    file = tmp_path / "positions.txt"
    file.write_text(
        "# two positions\n\n2252576253462244111563365343671351441 -1\n23163416124767223154467471272416755633 0 more\n"
    )
    code, out, _ = run(capsys, "solve", "connect_four", "--file", str(file))
    assert code == 0
    assert [line.split("  ")[2] for line in out.splitlines()] == ["player 0 wins in 4 plies", "draw"]
    _, out, _ = run(capsys, "solve", "connect_four", "--file", str(file), "--json")
    assert [json.loads(line)["winner"] for line in out.splitlines()] == [0, None]


@pytest.mark.parametrize(
    ("command", "goal", "told"),
    [
        ("solve", "win", "asked  player 0 wins: proven"),
        ("search", "draw", "asked  player 0 gets at least 0: proven"),
        ("solve", "0.5", "asked  player 0 gets at least 0.5: proven"),
    ],
)
def test_a_goal_is_a_question(capsys: pytest.CaptureFixture[str], command: str, goal: str, told: str) -> None:
    """Which `proof` answers, and no other method."""
    asked = (command, "tic_tac_toe", "--position", "xx.oo....", "--goal", goal)
    code, out, _ = run(capsys, *asked, "--algorithm", "proof")
    assert (code, told in out) == (0, True)
    assert "value  player 0 wins (solved)" in out
    code, _, errors = run(capsys, *asked)
    assert code == 2
    assert "expected algorithm='proof' with goal=" in errors


def test_a_question_may_stay_open(capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers say how far it is from an answer."""
    code, out, _ = run(capsys, "solve", "tic_tac_toe", "--algorithm", "proof", "--goal", "win", "--nodes", "60")
    assert code == 0
    assert "asked  player 0 wins: open, proof number " in out
    assert "value  not known" in out
    code, _, errors = run(capsys, "solve", "tic_tac_toe", "--algorithm", "proof", "--goal", "much")
    assert (code, "expected a number, got 'much'" in errors) == (2, True)


@pytest.mark.thorough
def test_solve_the_end_easy_set(capsys: pytest.CaptureFixture[str]) -> None:
    """The command gets all 1,000 positions of the set right."""
    file = refdata.path("connect4/Test_L3_R1")
    code, out, _ = run(capsys, "solve", "connect_four", "--file", str(file), "--json")
    assert code == 0
    wanted = [int(line.split()[1]) for line in file.read_text().splitlines()]
    rows = [json.loads(line) for line in out.splitlines()]
    assert len(rows) == len(wanted) == 1000
    for row, score in zip(rows, wanted, strict=True):
        assert row["solved"]
        stones = len(row["position"])
        if score == 0:
            assert row["winner"] is None
        else:
            assert row["winner"] == (stones % 2 if score > 0 else 1 - stones % 2)
            assert (44 - (stones + row["plies_to_end"])) // 2 == abs(score)


def test_solve_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--file -` takes what is piped in."""
    piped = tmp_path / "piped"
    piped.write_text("3,4,5/0\n1,1/1\n")
    with piped.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        code, out, _ = run(capsys, "solve", "nim", "--file", "-")
    assert code == 0
    assert len(out.splitlines()) == 2


def test_solve_of_margins_draws_and_finished_games(capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict names the winner of a margin, a draw, and a game that is over."""
    _, out, _ = run(capsys, "solve", "kalah_paper:houses=2,seeds=1")
    assert "value  +2, player 0 wins (solved)" in out
    _, out, _ = run(capsys, "solve", "kalah_paper:houses=1,seeds=1")
    assert "value  draw (solved)" in out
    _, out, _ = run(capsys, "solve", "tic_tac_toe", "--position", "xxxoo....")
    assert "the game is over: player 0 wins in 0 plies" in out


def test_solve_gives_up_at_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """What was found so far is shown, and that it is not proven."""
    code, out, _ = run(capsys, "solve", "connect_four", "--nodes", "500")
    assert code == 0
    assert "the limit of nodes was met" in out
    assert "solved" not in out


def test_options_reach_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    """`--options` and `--algorithm` choose what searches."""
    arguments = (
        "search",
        "mancala",
        "--depth",
        "4",
        "--json",
        "--options",
        "table=1MB,ignore=order+evaluate",
        "--algorithm",
        "pvs",
    )
    _, out, _ = run(capsys, *arguments)
    row = json.loads(out)
    assert (row["engine"], row["table_key"], row["value"]) == ("tree/pvs", "exact", 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tune", "nim"), "Nim has no weights to tune; give it an attribute weights"),
        (("tune", "nim", "--options", "exploration=2"), "expected --options to be ranges as in exploration=0.2:2"),
        (("train", "whist", "--out", "whist.learnt"), "expected a game for two with nothing hidden"),
        *(
            ((*command, "connect_four", "--position", "8"), "error: --position: expected a column from 1 to 7, got '8'")
            for command in (("search",), ("solve",), ("analyse",), ("perft", "--depth", "2"), ("prove", "--out", "c4.proof"))
        ),
    ],
)
def test_needs_are_told_before_rules_are_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    """Which may take a while."""
    for command in (tiers, tune, train):
        monkeypatch.setattr(command, "in_tier", lambda *given, **named: pytest.fail("compiled"))
    code, _, err = run(capsys, *arguments)
    assert (code, message in err) == (2, True)


@pytest.mark.thorough
def test_perft_counts_every_depth(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each depth up to the one asked for; `--finished` counts games that ended earlier."""
    code, out, _ = run(capsys, "perft", "kalah_paper", "--depth", "5")
    assert code == 0
    assert [int(line.split()[1].replace(",", "")) for line in out.splitlines()] == [6, 35, 185, 942, 4685]
    _, out, _ = run(capsys, "perft", "tic_tac_toe", "--depth", "9", "--finished", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows[-1]["count"] == 255_168
    assert set(rows[0]) == {"position", "depth", "count", "finished", "seconds"}
    _, out, _ = run(capsys, "perft", "tic_tac_toe", "--depth", "0")
    assert out.split()[:2] == ["0", "1"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("search", "connect5"), "no game is named 'connect5'; did you mean 'connect_four'?"),
        (("search", "connect_four:size=3"), "connect_four has no field 'size'; it has width, height, connect"),
        (("search", "connect_four:width=0"), "expected width to be a whole number from 1 to 35, got 0"),
        (("search", "connect_four", "--position", "8"), "--position: expected a column from 1 to 7, got '8'"),
        (("search", "connect_four", "--depth", "0"), "expected depth to be a whole number from 1, got 0"),
        (("search", "connect_four", "--nodes", "9" * 22), f"expected at most 1,000,000,000,000,000,000 nodes, got {'9' * 22}"),
        (("search", "connect_four", "--seconds", "1e999"), "expected seconds to be a number above 0, got inf"),
        (("search", "connect_four", "--seconds", "nan"), "expected seconds to be a number above 0, got nan"),
        (("search", "connect_four", "--depth", "9" * 22), f"expected a depth of at most 100000 plies, got {'9' * 22}"),
        (("perft", "nim", "--depth", "9" * 22), f"expected a depth of at most 100000 plies, got {'9' * 22}"),
        (
            ("bench", "smp", "nim", "--repeat", "9" * 22),
            f"expected --repeat to be a whole number from 1 to 1,000, got {'9' * 22}",
        ),
        (("lab", "nim", "--positions", "9" * 22), f"expected --positions to be a whole number from 1 to 1,000, got {'9' * 22}"),
        (
            ("search", "nim", "--options", "quiescence=" + "9" * 22),
            "expected quiescence to be a number of plies from 0 to 100000",
        ),
        (("search", "nim", "--options", "table=100000GB"), "expected a table that fits the memory of this machine, got "),
        (("search", "connect_four", "--depth", "x"), "argument --depth: expected a whole number, got 'x'"),
        (("search", "connect_four", "--seconds", "-1"), "expected seconds to be a number above 0, got -1.0"),
        (("search", "connect_four", "--options", "speed=9"), "there is no option 'speed'; known: ordering, lazy_children"),
        (("search", "connect_four", "--options", "seed=1"), "contradictory options: seed needs choice="),
        (
            ("search", "connect_four", "--options", "ordering"),
            "expected fields as name=value separated by commas after '--options', got 'ordering'",
        ),
        (
            ("search", "mancala", "--algorithm", "fixed", "--options", "table=1MB"),
            "contradictory options: fixed has no use for table",
        ),
        (("search", "connect_four", "--algorithm", "best"), "argument --algorithm: invalid choice: 'best'"),
        (("solve", "connect_four", "--file", "no/such/file"), "cannot read no/such/file: "),
        (("solve", "connect_four", "--file", os.devnull), f"{os.devnull} holds no position; expected one per line"),
        (("solve", "connect_four", "--file", "x", "--position", "4"), "not allowed with argument"),
        (("perft", "nim", "--depth", "-1"), "expected a depth of 0 or more whole plies, got -1"),
        (("perft", "nim"), "the following arguments are required: --depth"),
        (("play", "nim", "--position", "a"), "expected sizes and who moves, such as 3,4,5/0, with at most 100 heaps and "),
        (("juggle",), "no command is named 'juggle' (known: games, search, "),
        (("serch", "nim"), "no command is named 'serch'; did you mean 'search'? (known: "),
        (("search", "nim", "--depht", "3"), "unrecognized arguments: --depht 3; did you mean '--depth'?"),
        (("search", "nim", "--dep", "3"), "unrecognized arguments: --dep 3"),
        (("--traceback", "games"), "unrecognized arguments: --traceback; give it behind the command"),
    ],
)
def test_bad_input_gets_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    """Exit code 2, the last line says what is wrong, nothing on standard output, no traceback."""
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert message in err
    assert "Traceback" not in err


REFUSED = """
import random

class Refused:
    def initial(self):
        return 0

    def player(self, state):
        return state % 2

    def moves(self, state):
        one = len(repr(state))
        two = 2 + int(random.random())
        return [1, 2]

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return None if state < 5 else 1
"""


def test_each_reason_has_a_line_of_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Why a game cannot be compiled."""
    pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
    (tmp_path / "refused.py").write_text(REFUSED, encoding="utf-8")
    code, out, err = run(capsys, "compile", str(tmp_path / "refused.py"))
    assert (code, out) == (2, "")
    assert [re.findall("calls (.*?)[ ,]", line) for line in err.splitlines()[-2:]] == [["repr"], [".random()"]]


def test_only_the_best_moves_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten at the most, and how many more there are."""
    code, out, _ = run(capsys, "search", "breakthrough", "--depth", "1", "--tier", "tree")
    assert code == 0
    rows = [line for line in out.splitlines() if line.startswith("       ")]
    assert len(rows) == 11
    assert rows[-1].strip() == "and 12 more"


def test_the_program_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    """On standard output, as `--help` does."""
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert out.startswith("usage: minimaxer")
    assert "play against the AI" in out


def test_an_error_about_bytes_that_are_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Python keeps them as signs of its own, which no encoding knows; they are told as escapes."""
    code, out, err = run(capsys, "search", "no_\udcff")
    assert (code, out) == (2, "")
    assert err.startswith("minimaxer: error: no game is named 'no_\\udcff'; known: ")
    code, out, err = run(capsys, "search", "nim", "--algorithm", "\udcff")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_an_error_about_a_long_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Is cut in the middle: its beginning says what is wrong, its end often where."""
    code, out, err = run(capsys, "search", "tic_tac_toe", "--position", "x" * 50_000)
    assert (code, out) == (2, "")
    assert err.startswith("minimaxer: error: --position: expected nine of x, o and . from the top left, such as x...o....,")
    assert " ... " in err
    assert len(err) < 2_100


BROKEN = """
class Broken:
    def initial(self): return 0
    def player(self, state): return 0
    def moves(self, state): return [] if state else [1]
    def play(self, state, move): return state + move
    def outcome(self, state): return None

class Typo(Broken):
    def play(self, state, move): return state.postion

class Lazy(Broken):
    def play(self, state, move): return None

class Proud(Broken):
    def moves(self, state): return [1, 2]
    def evaluate(self, state): return 10**6

class Strange(Broken):
    def evaluate(self, state, colour): return 0

class Tiny(Broken):
    def moves(self, state): return [1, 2]
    def outcome(self, state): return 5 if state >= 2 else None

class Leaving(Tiny):
    def play(self, state, move): raise SystemExit(0)

class NotAGame: pass
"""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of broken games in the current folder."""
    (tmp_path / "broken_games.py").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_games", raising=False)
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Broken", "moves(1) is empty although outcome() says that the game runs"),
        ("Typo", "AttributeError: 'int' object has no attribute 'postion' (in play, line 10 of "),
        ("Lazy", "play(0, 1) gave None; expected the next state"),
        ("Proud", "evaluate() gave 1000000 in 1; expected a number for player 0 strictly between"),
        ("Strange", "Strange has evaluate(state, colour), but the protocol's method is evaluate(state)"),
        ("Leaving", "SystemExit: 0 (in play, line "),
        ("NotAGame", "NotAGame has no method initial()"),
        ("Missing", "'broken_games' has no 'Missing'"),
    ],
)
@pytest.mark.usefixtures("broken")
def test_a_users_broken_game_gets_one_clear_line(capsys: pytest.CaptureFixture[str], name: str, message: str) -> None:
    """The same for games of the user's own, found in the current folder; `--traceback` shows more."""
    code, out, err = run(capsys, "search", f"broken_games:{name}", "--depth", "3")
    assert (code, out) == (2, "")
    assert err.startswith("minimaxer: error: ")
    assert message in err
    assert len(err.splitlines()) == 1
    _, _, err = run(capsys, "search", f"broken_games:{name}", "--depth", "3", "--traceback")
    assert "Traceback" in err


UNSPEAKABLE = """
from broken_games import Tiny

class Mute(Tiny):
    def {method}: return None
"""


@pytest.mark.parametrize("method", ["render(self, state)", "format(self, state)", "format_move(self, state, move)"])
@pytest.mark.usefixtures("broken")
def test_notation_that_gives_no_text(capsys: pytest.CaptureFixture[str], method: str) -> None:
    """The error names the method."""
    Path("mute_game.py").write_text(UNSPEAKABLE.format(method=method))
    code, _, err = run(capsys, "solve", "mute_game.py:Mute")
    assert code == 2
    assert f"{method.partition('(')[0]}() gave None; expected text" in err


@pytest.mark.usefixtures("broken")
def test_a_parse_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """The line of the file is told whatever `parse` raises."""
    Path("parse_game.py").write_text(
        "from broken_games import Tiny\nclass Reading(Tiny):\n    def parse(self, text): return int(text)\n"
    )
    Path("some.txt").write_text("1\nx\n", encoding="utf-8-sig")
    code, _, err = run(capsys, "solve", "parse_game.py:Reading", "--file", "some.txt")
    assert code == 2
    assert "line 2 of some.txt: parse('x') raised ValueError: invalid literal" in err


def test_interrupting_a_search_gives_what_it_has_found() -> None:
    """A first Ctrl-C ends the search; the answer so far is printed."""
    command = [sys.executable, "-u", "-m", "minimaxer", "search", "connect_four", "--seconds", str(PATIENCE), "--tier", "tree"]
    leader, follower = pty.openpty()
    with started(command, stderr=follower) as process:
        os.close(follower)
        assert os.read(leader, 64)  # the live line: the search is under way
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    os.close(leader)
    assert process.returncode == 0
    assert "(stopped)" in out


@pytest.mark.usefixtures("broken")
def test_a_game_without_notation(capsys: pytest.CaptureFixture[str]) -> None:
    """Five methods are enough for the command line; a position may be typed as Python writes it."""
    code, out, _ = run(capsys, "solve", "broken_games:Tiny", "--json")
    row = json.loads(out)
    assert (code, row["position"], row["value"], row["winner"]) == (0, "0", 5, 0)
    code, _, err = run(capsys, "solve", "broken_games:Tiny", "--position", "one")
    assert code == 2
    assert "cannot read positions, got 'one'; give it a method parse(text), or a text as 0" in err


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C gives exit code 130 and no traceback."""

    def interrupted(self: ConnectFour, board: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(ConnectFour, "evaluate", interrupted)
    assert minimaxer_command.main(["search", "connect_four", "--tier", "tree"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_progress_shows_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal long work shows a bar, and a single search its depths; the answer comes alone on standard output."""
    file = tmp_path / "positions.txt"
    file.write_text("3,4,5\n" * 30)
    for arguments, shown in (
        (["solve", "nim", "--file", str(file), "--tier", "tree"], b"30"),
        (["search", "connect_four", "--depth", "6", "--tier", "tree"], b"depth 5: "),
    ):
        leader, follower = pty.openpty()
        termios.tcsetwinsize(leader, (24, 80))
        with subprocess.Popen(
            [sys.executable, "-m", "minimaxer", *arguments],
            stdout=subprocess.PIPE,
            stderr=follower,
            cwd=Path(__file__).parents[2],
        ) as process:
            os.close(follower)
            out, _ = process.communicate(timeout=PATIENCE)
        seen = b""
        try:
            while piece := os.read(leader, 65536):
                seen += piece
        except OSError:
            pass  # the terminal is closed: all is read
        finally:
            os.close(leader)
        assert process.returncode == 0
        assert shown in seen
        assert b"\x1b" not in out


def test_chances_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """How likely a win is, what may come with its probability, and the same as data."""
    _, shown, _ = run(capsys, "search", "pig:goal=12", "--position", "6-7+0/0*", "--depth", "3", "--tier", "tree")
    assert "move   chance decides\nvalue  player 0 wins with " in shown
    assert "6 with 0.1667: player 0 wins with 100.00 %" in shown
    _, shown, _ = run(capsys, "solve", "pig:goal=5", "--tier", "tree")
    assert "move   roll\nvalue  player 0 wins with 79.70 % (solved)" in shown
    data = json.loads(run(capsys, "solve", "pig:goal=5", "--tier", "tree", "--json")[1])
    assert data["win_probability"] == pytest.approx(0.797047970480)
    assert data["states"] == 304


BLANKS = """
class Blanks:
    def initial(self): return "    ", 0
    def player(self, state): return state[1]
    def moves(self, state): return [n for n in range(4) if state[0][n] == " "]
    def play(self, state, n): return state[0][:n] + "xo"[state[1]] + state[0][n + 1 :], 1 - state[1]
    def outcome(self, state): return None if " " in state[0] else 0
"""


def test_blanks_in_the_positions_of_a_file_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of games that write no positions of their own, whose texts are parts of states; behind a position may stand more."""
    (tmp_path / "blanks.py").write_text(BLANKS)
    (tmp_path / "positions.txt").write_text("('x   ', 1)\n('x; o', 0)\n('xo  ', 0) 7 # a score\n")
    game, file = f"{tmp_path}/blanks.py:Blanks", str(tmp_path / "positions.txt")
    code, out, _ = run(capsys, "solve", game, "--tier", "tree", "--file", file, "--json")
    assert code == 0
    assert [json.loads(line)["position"] for line in out.splitlines()] == ["('x   ', 1)", "('x; o', 0)", "('xo  ', 0)"]
