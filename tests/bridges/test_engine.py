"""The engine: conversations, one `bestmove` for each `go`, and nothing that ends it but `quit`."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.bridges import tokens
from minimaxer.bridges.engine import Engine, _limits_of

from .. import refdata
from ..play.test_levels import ladder
from ..processes import threads_since


class Talk:
    """A conversation with an engine in this process."""

    def __init__(self, name: str = "tic_tac_toe") -> None:
        game = mx.find_game(name)
        self.said: list[str] = []
        self.engine = Engine(game, lambda: game, self.said.append, name)

    def __call__(self, *lines: str) -> list[str]:
        """Says lines; gives what was answered meanwhile, the answer to the last `go` with it."""
        before = len(self.said)
        for line in lines:
            self.engine.obey(line.split())
            if line.split()[:1] == ["go"] and not {"infinite", "ponder"} & set(line.split()):
                self.wait(before)
        return self.said[before:]

    def wait(self, before: int) -> None:
        """Waits for the answer."""
        until = time.monotonic() + 20
        while not any(line.startswith("bestmove") for line in self.said[before:]):
            assert time.monotonic() < until, self.said
            time.sleep(0.001)


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A conversation about tic-tac-toe."""
    found = Talk()
    yield found
    found.engine.close()


def test_it_introduces_itself(talk: Talk) -> None:
    """In both protocols."""
    for protocol in ("uci", "ugi"):
        said = talk(protocol, "isready")
        assert re.fullmatch(r"id name minimaxer \S+ tic_tac_toe", said[0])
        assert said[1] == "id author the minimaxer authors"
        assert "option name Hash type spin default 64 min 1 max 1048576" in said
        assert "option name Ponder type check default false" in said
        assert said[-2:] == [f"{protocol}ok", "readyok"]


INFO = re.compile(r"info depth \d+( multipv \d+)? score (cp|mate) -?\d+ nodes \d+ nps \d+( hashfull \d+)? time \d+ pv .+")


def test_each_go_has_one_answer(talk: Talk) -> None:
    """And lines of information before it, whatever the limit; stopped ones too."""
    for limit in (
        "depth 3",
        "depth 99999999999999999999",
        "nodes 99999999999999999999",
        "depth -5",
        "depth --1",
        "nodes",
        "movetime -1",
        "nodes 500",
        "movetime 20",
        "wtime 100",
        "btime 100",
        "p1time 100 p1inc 10",
        "wtime 90 movestogo 3",
    ):
        *infos, last = talk("ucinewgame", "position startpos moves 1", f"go {limit}")
        assert re.fullmatch("bestmove [1-9]", last)
        assert infos
        assert all(INFO.fullmatch(line) for line in infos), infos
    assert talk("position startpos", "go infinite", "isready")[-1] == "readyok"
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in talk.said[-20:] if "depth 9" in line)
    said = talk("stop", "stop")
    assert len([line for line in said if line.startswith("bestmove")]) <= 1
    assert len([line for line in talk.said if line.startswith("bestmove")]) == 14


def test_the_universal_game_interface(talk: Talk) -> None:
    """The transcript that its description gives, with moves of this game."""
    lines = [
        line[2:]
        for line in refdata.path("matches/ugi_transcript.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("> ")
    ]
    wanted = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove ", "query": "response "}
    for line in lines:
        if line != "quit":
            said = talk(line.replace("f1", "5"))
            assert said[-1].startswith(wanted[line.split()[0]]) if line.split()[0] in wanted else not said, (line, said)
    assert talk("position startpos", "query p1turn", "query gameover", "query result") == [
        "response true",
        "response false",
        "response none",
    ]
    won = "position startpos moves 1 4 2 5 3"
    assert talk(won, "query gameover", "query result") == ["response true", "response p1win"]
    assert talk("go depth 3")[-1] == "bestmove 0000"
    drawn = "position startpos moves 1 2 3 5 4 6 8 7 9"
    assert talk(drawn, "query result") == ["response draw"]


def test_after_a_wrong_position_there_is_no_move(talk: Talk) -> None:
    """One for the board before it would be one of another game; the next good position goes on."""
    lost = "the position that was said last could not be put up; say another"
    for line, told in (
        ("position fen abc", "expected nine of x, o and ."),
        ("position", "expected position startpos or position fen ..., got position"),
        ("position fen", "expected position startpos or position fen ..., got position fen"),
        ("position startpos moves 1 1", "expected a legal move, got '1'"),
    ):
        said = talk("position fen xx.oo....", line)
        assert len(said) == 1
        assert said[0].startswith(f"info string error: {told}"), said
        assert talk("go depth 2", "query gameover") == [
            f"info string error: {lost}",
            "bestmove 0000",
            f"info string error: {lost}",
        ]
    assert talk("position fen xx.oo....", "go depth 1")[-1] == "bestmove 3"
    assert talk("position fen abc", "ucinewgame", "go depth 1")[-1] == "bestmove 5"


def test_what_is_wrong_leaves_the_board_as_it_was(talk: Talk) -> None:
    """Each is told in one line, and the next `go` is about the position before."""
    talk("position fen xx.oo....")
    for line, told in (
        ("setoption name Colour value 3", "there is no option 'Colour'; known: Hash, Threads, MultiPV, Repetition, Ponder"),
        ("setoption name hash value x", "expected Hash to be a whole number from 1 to 1048576, got 'x'"),
        ("setoption name Threads value 0", "expected Threads to be a whole number from 1 to 256, got '0'"),
        ("query colour", "expected query gameover, p1turn or result, got query colour"),
    ):
        said = talk(line)
        assert len(said) == 1
        assert said[0].startswith(f"info string error: {told}"), said
    assert talk("go depth 2")[-1] == f"bestmove {tokens.word(mx.Session(mx.find_game('tic_tac_toe')), None, 2)}"


def test_what_go_says_of_moves(talk: Talk) -> None:
    """`mate` is a depth, and what is not known is told; neither waits for `stop`."""
    info, best = talk("position fen xx.oo....", "go mate 1")
    assert info.startswith("info depth 1 score mate 1 nodes ")
    assert best == "bestmove 3"
    assert talk("position startpos", "go mate 2")[-2].startswith("info depth 3 ")
    wrong = "info string error: expected searchmoves to name legal moves, got 77 x; all are searched"
    assert talk("go depth 1 searchmoves 77 x")[0] == wrong


def test_a_clock_that_is_put_up_again_is_used() -> None:
    """One move from it, nearly all of it may go; of forty, a part."""
    session: mx.Session[Any, Any] = mx.Session(mx.find_game("tic_tac_toe"))
    shares = [_limits_of(f"wtime 10000 movestogo {moves}".split(), session)[0].seconds for moves in (1, 4, 40)]
    assert shares == [5.0, 2.0, pytest.approx(0.244, abs=0.001)]
    assert _limits_of(["wtime", "10000", "winc", "1000000", "movestogo", "1"], session)[0].seconds == 8.0


def test_it_compiles_once_it_is_asked_to_be_ready() -> None:
    """Not before it has said what it is, for which programs wait ten seconds."""
    compiled: list[str] = []
    game = mx.find_game("tic_tac_toe")
    said: list[str] = []
    engine = Engine(game, lambda: compiled.append("now") or game, said.append, "t")  # type: ignore[func-returns-value]
    engine.obey(["uci"])
    assert said[-1] == "uciok"
    assert compiled == []
    engine.obey(["isready"])
    engine.obey(["isready"])
    assert compiled == ["now"]
    engine.close()


def test_it_knows_the_moves_before_the_first_go() -> None:
    """So that who is lost makes a draw by a position that comes again, where `Repetition` says that it is one."""
    talk = Talk("chess_lite:variant=eight")
    position = "position fen 8/8/7q/8/8/5k2/8/K7 w - - 0 1 moves a1b1 h6h5 b1a1 h5h6"
    try:
        for switch, drawn in (("false", False), ("true", True)):
            said = talk(f"setoption name Repetition value {switch}", position, "go depth 2")
            assert (" score cp 0 " in said[-2]) == drawn
            assert (said[-1] == "bestmove a1b1") == drawn or not drawn
    finally:
        talk.engine.close()


def test_it_names_the_reply_that_it_expects(talk: Talk) -> None:
    """Where `Ponder` is on, and the line has one that is the other player's."""
    assert talk("position startpos moves 1", "go depth 9")[-1] == "bestmove 5"
    info, best = talk("setoption name Ponder value true", "position startpos moves 1", "go depth 9")[-2:]
    assert best == f"bestmove 5 ponder {info.partition(' pv 5 ')[2].split()[0]}"
    assert talk("position fen xx.oo....", "go depth 3")[-1] == "bestmove 3"
    mancala = Talk("mancala")
    try:
        session: mx.Session[Any, Any] = mx.Session(mx.find_game("mancala"))
        said = mancala("setoption name Ponder value true", "position startpos", "go depth 3")
        first = tokens.read(session, said[-1].split()[1])
        assert session.game.player(session.game.play(session.state, first)) == 0
        assert " ponder " not in said[-1]
    finally:
        mancala.engine.close()


def answers(said: list[str]) -> list[str]:
    """The answers among the lines."""
    return [line for line in said if line.startswith("bestmove")]


def test_a_hit_ends_the_search_that_went_on(talk: Talk) -> None:
    """Within the limits that `go` named; before it there is no answer, however soon the search has ended."""
    for limits in ("depth 3", "wtime 60000 btime 60000", "btime 50", "movetime 1", "nodes 100", "wtime 9 btime 9 movestogo 2"):
        before = len(talk.said)
        talk("ucinewgame", "position startpos moves 1 5", f"go ponder {limits}")
        assert talk("isready")[-1] == "readyok"
        assert not answers(talk.said[before:])
        talk("ponderhit")
        talk.wait(before)
        said = talk.said[before:]
        assert len(answers(said)) == 1
        assert re.fullmatch("bestmove [2346789]", said[-1]), said
        assert any(INFO.fullmatch(line) for line in said)
    assert not talk("ponderhit", "stop")


def test_a_miss_is_followed_by_a_search_of_its_own(talk: Talk) -> None:
    """`stop` ends the search at once, with one answer that nobody wants; then the position that came about is searched."""
    talk("position startpos moves 1 5", "go ponder wtime 60000 btime 60000")
    assert len(answers(talk("stop"))) == 1
    assert talk("position fen xx.oo....", "go depth 3")[-1] == "bestmove 3"
    talk("position startpos moves 1 5", "go ponder btime 1000")
    assert len(answers(talk("position startpos moves 1"))) == 1
    assert talk("go depth 9")[-1] == "bestmove 5"


def test_a_hit_without_limits_is_answered_at_once(talk: Talk) -> None:
    """As nothing would end the search but `stop`; `infinite` is no pondering."""
    for go in ("go ponder", "go ponder infinite", "go ponder infinite wtime 100"):
        talk("position startpos", go)
        assert len(answers(talk("ponderhit"))) == 1


def test_a_hit_of_one_with_less_strength(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is answered too, by the move that was found meanwhile."""
    monkeypatch.setattr("minimaxer.bridges.engine.read_ladder", lambda game: ladder())
    monkeypatch.setattr("minimaxer.play.levels.level.read_ladder", lambda game, path: ladder())
    talk = Talk()
    try:
        talk("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 0", "go ponder wtime 1000")
        talk("ponderhit")
        talk.wait(0)
        assert len(answers(talk.said)) == 1
    finally:
        talk.engine.close()


def test_rules_that_fail_while_it_ponders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are told, and there is a move all the same."""
    game = mx.find_game("tic_tac_toe")
    said: list[str] = []

    def fail() -> Any:
        raise ZeroDivisionError("oops")

    engine = Engine(game, fail, said.append, "t")
    engine.obey(["go", "ponder", "wtime", "1000", "btime", "1000"])
    engine.obey(["ponderhit"])
    engine.close()
    assert said == ["info string error: oops", "bestmove 1"]


def test_several_lines(talk: Talk) -> None:
    """`MultiPV` tells the best moves with their values; mates are counted in moves."""
    said = talk("setoption name MultiPV value 3", "position fen xx.oo....", "go depth 3")
    last = [line for line in said if "depth 3 " in line or " mate " in line][-3:]
    assert [re.findall(r"multipv (\d)", line) for line in last] == [["1"], ["2"], ["3"]]
    assert " score mate 1 " in last[0]


@pytest.mark.parametrize("name", ["pig", "chinese_checkers:size=1", "connect_four", "backgammon", "chess_lite"])
def test_other_games(name: str) -> None:
    """With dice among the moves, and more players; moves are single words."""
    talk, rng = Talk(name), Random(3)
    session: mx.Session[Any, Any] = mx.Session(mx.find_game(name))
    for _ in range(6):
        said = [tokens.word(session, state, move) for state, move in zip(session.states, session.moves, strict=False)]
        assert not any(" " in each for each in said)
        answer = talk("position startpos" + (f" moves {' '.join(said)}" if said else ""), "go depth 1")[-1]
        if session.is_chance:
            assert answer == "bestmove 0000"
        else:
            assert tokens.read(session, answer.split()[1]) in session.legal
        session.play(rng.choice(list(session.legal)))
    talk.engine.close()


def test_a_stop_is_heard_at_once() -> None:
    """Long before the limit."""
    talk = Talk("connect_four")
    talk.engine.obey(["go", "depth", "40"])
    time.sleep(0.2)
    before = len(talk.said)
    began = time.monotonic()
    talk.engine.obey(["stop"])
    assert any(line.startswith("bestmove") for line in talk.said[before:])
    assert time.monotonic() - began < 5  # in a benchmark: milliseconds
    talk.engine.close()


WORDS = [
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "stop",
    "ponderhit",
    "query",
    "gameover",
    "p1turn",
    "result",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "1",
    "2",
    "-5",
    "99999999999999999999",
    "0",
    "a1",
    "b2",
    "c3",
    "xx.oo....",
    ".........",
    "nan",
    "register",
    "debug",
    "on",
    "\x00",
    "ü",
    "1e5",
    "searchmoves",
    "mate",
    "ponder",
    "Ponder",
    "true",
]


@pytest.mark.parametrize("number", [2_000, pytest.param(30_000, marks=pytest.mark.thorough)])
def test_lines_of_any_kind(talk: Talk, number: int) -> None:
    """Do not end it; there are as many answers as there were `go`."""
    rng, went = Random(7), 0
    for _ in range(number):
        line = rng.choices(WORDS, k=rng.randrange(7))
        if line:
            known = [word for word in line if word in ("go", "position", "setoption", "query", "uci", "ugi", "isready", "stop")]
            went += bool(known) and line[min(map(line.index, known))] == "go" and not _earlier(line)
        talk.engine.obey(line)
    talk.engine.close()
    assert len([line for line in talk.said if line.startswith("bestmove")]) == went


def _earlier(line: list[str]) -> bool:
    """Whether another command stands before `go`."""
    return any(word in ("ucinewgame", "uginewgame", "ponderhit") for word in line[: line.index("go")])


def test_the_command_obeys_to_the_end_of_input() -> None:
    """A process, as other programs start it; it ends with its input, or by `quit`."""
    for text in ("uci\nisready\nposition startpos moves 4\ngo depth 4\n", "ugi\ngo depth 2\nstop\nquit\nuci\n"):
        run = subprocess.run(
            [sys.executable, "-m", "minimaxer", "engine", "connect_four", "--tier", "tree"],
            input=text,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        answers = [line for line in run.stdout.splitlines() if line.startswith("bestmove ")]
        assert len(answers) == 1
        assert run.stdout.count("uciok") + run.stdout.count("ugiok") == 1


def test_no_thread_is_left(talk: Talk) -> None:
    """After it was closed."""
    begun = threads_since()
    talk.engine.obey(["go", "depth", "9"])
    talk.engine.close()
    assert begun() == 0


def test_it_plays_with_less_strength(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the levels of the game were measured; random play is 0, and the most is what it was before."""
    monkeypatch.setattr("minimaxer.bridges.engine.read_ladder", lambda game: ladder())
    monkeypatch.setattr("minimaxer.play.levels.level.read_ladder", lambda game, path: ladder())
    talk = Talk()
    try:
        said = talk("uci")
        assert "option name UCI_LimitStrength type check default false" in said
        assert "option name UCI_Elo type spin default 300 min 0 max 300" in said
        talk("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 0")
        moves = {tuple(talk("ucinewgame", "go depth 3")) for _ in range(40)}
        assert len(moves) > 4
        assert all(len(lines) == 1 and lines[0].startswith("bestmove ") for lines in moves)
        assert talk("setoption name UCI_Elo value 301", "setoption name UCI_LimitStrength value 1") == [
            "info string error: expected UCI_Elo to be a whole number from 0 to 300, got '301'",
            "info string error: expected UCI_LimitStrength to be true or false, got '1'",
        ]
        assert talk("setoption name UCI_LimitStrength value false", "go depth 3")[0].startswith("info depth")
    finally:
        talk.engine.close()


@pytest.mark.parametrize("name", ["whist", "higher_lower"])
def test_games_with_hidden_cards_have_their_own_search(name: str) -> None:
    """Each limit gives a legal move that was searched for; a depth is said to be none."""
    talk = Talk(name)
    try:
        game: Any = mx.find_game(name)
        legal = {game.format_move(game.initial(), move) for move in game.moves(game.initial())}
        for limit, options in (
            ("nodes 300", ()),
            ("nodes 300 depth 2", ()),
            ("movetime 50", ("setoption name Hash value 3",)),
            ("depth 1", ()),
        ):
            said = talk(*options, f"go {limit}")
            assert not [line for line in said if "error" in line], said
            assert said[-1].removeprefix("bestmove ") in legal
            assert any(INFO.fullmatch(line) for line in said), said
            assert any("depth limits do not apply" in line for line in said) == ("depth" in limit)
            assert "nodes" not in limit or max(int(found) for found in re.findall(r"nodes (\d+)", " ".join(said))) < 5_000
    finally:
        talk.engine.close()


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "pig", "whist", "connect_four"])
def test_only_the_moves_that_are_named_are_played(name: str) -> None:
    """Whatever the family of the search; the best of them to a depth, and all moves again afterwards."""
    talk = Talk(name)
    try:
        game: Any = mx.find_game(name)
        legal = list(game.moves(game.initial()))
        few = {game.format_move(game.initial(), move) for move in legal[-2:]}
        named = f"searchmoves {' '.join(few)}"
        for limit in ("nodes 200", "movetime 30"):
            assert talk(f"go {limit} {named}")[-1].removeprefix("bestmove ") in few
        if name in ("tic_tac_toe", "connect_four"):
            talk("position startpos")
            value = {word: _value_of(talk(f"go depth 3 searchmoves {word}")) for word in few}
            both = talk(f"go depth 3 {named}")
            assert value[both[-1].removeprefix("bestmove ")] == max(value.values()) == _value_of(both)
        named_first = f"go {named} nodes 50"
        assert talk(named_first)[-1].removeprefix("bestmove ") in few
        assert talk("go nodes 200")[-1].startswith("bestmove ")
    finally:
        talk.engine.close()


def _value_of(said: list[str]) -> int:
    """The value that the last line of information tells."""
    scores = [re.search(r" score \w+ (-?\d+)", line) for line in said if line.startswith("info depth")]
    assert scores[-1] is not None
    return int(scores[-1][1])
