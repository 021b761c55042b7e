"""Certificates: what is true is proven and verified, and nothing else is."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.errors import GameError, NotationError, OptionError, ProofError
from minimaxer.proofs import verifying
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering
from minimaxer_games.higher_lower import HigherLower
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from ..needs import HAS_LLVMLITE, needs_llvmlite
from ..oracle import minimax
from ..processes import PATIENCE

LONG = 100
"""Plies that no game here has."""


class Pawns(NamedTuple):
    cells: tuple[int, ...]
    player: int


class Hexapawn:
    """Three pawns each on 3x3; who gets across or cannot be moved against wins. Source: M. Gardner, 1962."""

    def initial(self) -> Pawns:
        return Pawns((2, 2, 2, 0, 0, 0, 1, 1, 1), 0)

    def player(self, state: Pawns) -> int:
        return state.player

    def moves(self, state: Pawns) -> Any:
        step, mine = (-3, 1) if state.player == 0 else (3, 2)
        for place, cell in enumerate(state.cells):
            if cell != mine:
                continue
            for to in (place + step - 1, place + step, place + step + 1):
                near = 0 <= to < 9 and abs(to % 3 - place % 3) <= 1
                if near and state.cells[to] == (0 if to == place + step else 3 - mine):
                    yield place, to

    def play(self, state: Pawns, move: tuple[int, int]) -> Pawns:
        cells = list(state.cells)
        cells[move[1]], cells[move[0]] = cells[move[0]], 0
        return Pawns(tuple(cells), 1 - state.player)

    def outcome(self, state: Pawns) -> int | None:
        if 1 in state.cells[:3]:
            return mx.WIN
        if 2 in state.cells[6:]:
            return mx.LOSS
        if not any(True for _ in self.moves(state)):
            return mx.LOSS if state.player == 0 else mx.WIN
        return None


class Ring:
    """A walk on a ring of places, of which some end the game; the others may go round for ever."""

    def __init__(self, ends: dict[int, int], player_of: tuple[int, ...]) -> None:
        self.ends = ends
        self.player_of = player_of

    def initial(self) -> int:
        return 1

    def player(self, place: int) -> int:
        return self.player_of[place % len(self.player_of)]

    def moves(self, place: int) -> Any:
        return [1, 2]

    def play(self, place: int, move: int) -> int:
        return (place + move) % 7

    def outcome(self, place: int) -> int | None:
        return self.ends.get(place)


def reseal(path: Path, lines: list[Any]) -> None:
    """Writes other lines with a digest that fits them."""
    text = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)
    path.write_bytes(text + b'"%s"\n' % hashlib.sha256(text).hexdigest().encode())


def lines_of(path: Path) -> list[Any]:
    """The lines without the digest."""
    return [json.loads(line) for line in path.read_bytes().splitlines()[:-1]]


@cache
def value(game: Any) -> float:
    return minimax(game, game.initial(), LONG)


# --- what is true is proven ---------------------------------------------------------------------------------------------------

SMALL: list[Any] = [Hexapawn(), Nim(), Nim(heaps=(1, 2, 3)), Domineering(rows=3, columns=3), Mancala(houses=2, seeds=2)]


@pytest.mark.thorough
@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_what_minimax_finds_is_proven_and_verified(game: Any, tmp_path: Path) -> None:
    """For whoever has the better of it; and no one gets more."""
    path = tmp_path / "proof"
    claim = mx.prove(game, path=path)
    best = value(game)
    assert claim.player == (0 if best >= 0 else 1)
    assert claim.at_least == min(abs(best), mx.WIN) if abs(best) < 900_000 else mx.WIN
    assert mx.verify(game, path) == claim
    assert claim.positions == len(lines_of(path)) - 1
    with pytest.raises(ProofError, match=r"player 0 gets no more than .*; expected 1e\+07, or more"):
        mx.prove(game, path=path, player=0, at_least=1e7)
    assert mx.verify(game, path) == claim  # which was left alone


@pytest.mark.parametrize("player", [0, 1])
def test_a_draw_is_proven_for_both(player: int, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    claim = mx.prove(TicTacToe(), path=path, player=player)
    assert (claim.player, claim.at_least) == (player, 0)
    assert str(claim) == f"player {player} does not lose: {claim.positions:,} positions"
    assert mx.verify(TicTacToe(), path) == claim


def test_less_than_all_is_proven_too(tmp_path: Path) -> None:
    """A margin that is there anyway."""
    game = Mancala(houses=3, seeds=3)
    best = mx.solve(game).value
    claim = mx.prove(game, path=tmp_path / "proof", player=0, at_least=best - 1)
    assert claim.at_least == best - 1
    assert mx.verify(game, tmp_path / "proof") == claim
    lost = mx.prove(game, path=tmp_path / "proof", player=1)
    assert (lost.player, lost.at_least) == (1, -best)
    assert str(lost).startswith(f"player 1 gets at least {-best:g}: ")
    assert mx.verify(game, tmp_path / "proof") == lost


def test_play_that_goes_round_is_a_draw(tmp_path: Path) -> None:
    """A closed set of positions that nobody can be driven out of; a win may be proven on the ring as well."""
    draw = Ring({0: mx.LOSS}, (0, 0, 1, 0, 0, 0, 0))
    claim = mx.prove(draw, path=tmp_path / "proof", player=0, options=mx.AlphaBetaOptions(repetition=True))
    assert claim.endless
    assert claim.at_least == 0
    assert mx.verify(draw, tmp_path / "proof") == claim
    won = Ring({0: mx.LOSS, 3: mx.WIN, 4: mx.WIN}, (0, 0, 1, 0, 0, 0, 0))
    claim = mx.prove(won, path=tmp_path / "proof", options=mx.AlphaBetaOptions(repetition=True))
    assert (claim.player, claim.at_least, claim.endless) == (0, mx.WIN, False)
    assert mx.verify(won, tmp_path / "proof") == claim


def test_a_mate_is_proven(tmp_path: Path) -> None:
    """From a position in the middle of a game that has `stuck`."""
    game = ChessLite()
    state = game.parse("k4/5/1K3/5/4Q w")
    claim = mx.prove(game, state, path=tmp_path / "proof", options=mx.AlphaBetaOptions(repetition=True))
    assert (claim.player, claim.at_least) == (0, mx.WIN)
    assert mx.verify(game, tmp_path / "proof", state) == claim
    assert claim.position == game.format(state)


@pytest.mark.thorough
@pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
@pytest.mark.parametrize(
    "game", [ConnectFour(width=5, height=4), Mancala(houses=4, seeds=4, empty_capture=True)], ids=["four", "kalah"]
)
def test_large_certificates_are_verified(game: Any, tmp_path: Path) -> None:
    claim = mx.prove(mx.compile(game), path=tmp_path / "proof")
    assert mx.verify(game, tmp_path / "proof") == claim
    assert claim.positions > 2_000


# --- what is not true is not ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [500, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_every_change_of_a_byte_is_found(tmp_path: Path, changes: int) -> None:
    """Anywhere in the file; also bytes lost or added."""
    path, game, rng = tmp_path / "proof", Nim(heaps=(1, 2)), Random(1)
    mx.prove(game, path=path)
    whole = path.read_bytes()
    for number in range(changes):
        place = rng.randrange(len(whole))
        byte = bytes([(whole[place] + rng.randrange(1, 256)) % 256])
        changed = {0: b"", 1: whole[place : place + 1] + byte}.get(number % 10, byte)
        if number % 10 == 1 and place == len(whole) - 1:
            changed = b"\n" + byte
        path.write_bytes(whole[:place] + changed + whole[place + 1 :])
        with pytest.raises(ProofError):
            verifying.verify(game, path)
    path.write_bytes(whole)
    verifying.verify(game, path)


def test_what_is_sealed_anew_must_still_be_true(tmp_path: Path) -> None:
    """One number of a line changed, with a digest that fits: accepted only where it is a proof, which minimax agrees with."""
    path, game, rng = tmp_path / "proof", Mancala(houses=2, seeds=2), Random(2)
    mx.prove(game, path=path)
    whole, accepted, best = lines_of(path), 0, value(game)
    for _ in range(1_000):
        lines = json.loads(json.dumps(whole))
        row = rng.randrange(len(lines))
        if row == 0:
            lines[0][rng.choice(["player", "at_least"])] = rng.choice([0, 1, 2, 5, -1, 100, None, "1"])
        elif lines[row]:
            lines[row][rng.randrange(len(lines[row]))] = rng.choice([None, -1, *range(len(lines) + 2)])
        reseal(path, lines)
        try:
            claim = verifying.verify(game, path)
        except ProofError:
            continue
        accepted += 1
        assert claim["at_least"] <= (best if claim["player"] == 0 else -best)
    assert 0 < accepted < 300


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (None, "expected the digest of all other lines in the last one"),
        ([], "line 1 of the certificate: expected a claim, got {}"),
        ([[1, 2]], "line 1 of the certificate: expected a claim, got [1, 2]"),
        ([{"player": 2, "at_least": 0, "endless": False}], "expected a player and a number, got 2 and 0"),
        ([{"player": 0, "at_least": 1, "endless": True}], "expected endless play only where a draw is enough"),
        ([{"player": 0, "at_least": 0, "endless": False}], "expected a line for every position, got none for 0"),
        ([{"player": 0, "at_least": 0, "endless": False}, 5], "expected a list of numbers where a player moves, got 5"),
        ([{"player": 0, "at_least": 0, "endless": False}, [9, 1]], "expected the place of a legal move, got [9, 1]"),
        ([{"player": 1, "at_least": 0, "endless": False}, [1]], "expected a position behind each of 3 moves, got 1"),
        ([{"player": 0, "at_least": 0, "endless": False}, [0, None]], "expected the game to be over after"),
        ([{"player": 0, "at_least": 0, "endless": False}, [0, 0]], "expected a later position, got 0"),
        ([{"player": 0, "at_least": 0, "endless": False}, [0, 2], [0, 3]], "expected a move that leads to position 1"),
        ([{"player": 1, "at_least": 0, "endless": False}, [1, 1, 2]], "expected position 1 after"),
    ],
)
def test_what_is_no_certificate_is_refused(lines: list[Any] | None, message: str, tmp_path: Path) -> None:
    """With the line and what was expected there."""
    path = tmp_path / "proof"
    if lines is None:
        path.write_bytes(b"")
    else:
        reseal(path, lines)
    with pytest.raises(ProofError) as error:
        verifying.verify(Nim(heaps=(2, 1)), path)
    assert message in str(error.value)


@pytest.mark.parametrize("broken", [b"[0,\n", b"1,2\n", b"\n", b"\xff\n", b"[" * 100_000 + b"\n"])
def test_the_line_that_is_no_json_is_told(broken: bytes, tmp_path: Path) -> None:
    """Not the first of those that were read with it."""
    path = tmp_path / "proof"
    mx.prove(Nim(heaps=(2, 1)), path=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], broken, *lines[2:]]))
    with pytest.raises(ProofError) as error:
        verifying.verify(Nim(heaps=(2, 1)), path)
    assert str(error.value) == f"expected lines of JSON, got {broken[:60]!r}"


def test_a_line_deeper_than_the_stack_is_refused(tmp_path: Path) -> None:
    """Also where a deep search has raised Python's limit of recursion, and the stack of C would end the process."""
    path = tmp_path / "proof"
    mx.prove(Nim(heaps=(2, 1)), path=path)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0] + b"[" * 1_000_000 + b"\n")
    code = (
        "import sys, minimaxer as mx; from minimaxer_games.nim import Nim; sys.setrecursionlimit(10_000_000)\n"
        f"try: mx.verify(Nim(heaps=(2, 1)), {str(path)!r})\nexcept mx.errors.ProofError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout[:28]) == (0, "expected lines of JSON, got ")


def test_a_finished_game_needs_the_result(tmp_path: Path) -> None:
    game = Nim(heaps=(1,))
    over = game.play(game.initial(), next(iter(game.moves(game.initial()))))
    claim = mx.prove(game, over, path=tmp_path / "proof")
    assert mx.verify(game, tmp_path / "proof", over) == claim
    reseal(tmp_path / "proof", [{"player": 1 - claim.player, "at_least": 0, "endless": False}, None])
    with pytest.raises(ProofError, match=f"expected at least 0 for player {1 - claim.player}, got -1000000 in"):
        verifying.verify(game, tmp_path / "proof", over)
    reseal(tmp_path / "proof", [{"player": claim.player, "at_least": 0, "endless": False}, [1]])
    with pytest.raises(ProofError, match=r"expected null, since the game is over, got \[1\]"):
        verifying.verify(game, tmp_path / "proof", over)


def test_games_of_which_nothing_is_certain_are_refused(tmp_path: Path) -> None:
    for game, message in (
        (Pig(), "without chance and hidden cards"),
        (HigherLower(numbers=7), "expected a game for two players, got one for 1"),
        (mx.find_game("chinese_checkers"), "expected a game for two players, got one for 3"),
    ):
        with pytest.raises(GameError, match=message):
            mx.prove(game, path=tmp_path / "proof")


def test_what_is_not_solved_in_time_is_not_proven(tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="expected the position to be solved within the limits, and it was not"):
        mx.prove(ConnectFour(), path=tmp_path / "proof", seconds=0.01)
    assert not list(tmp_path.iterdir())
    with pytest.raises(ProofError, match="expected player to be 0 or 1, got 3"):
        mx.prove(Nim(), path=tmp_path / "proof", player=3)
    with pytest.raises(OptionError):
        mx.prove(Nim(), path=tmp_path / "proof", seconds=-1)


def test_states_must_be_hashable(tmp_path: Path) -> None:
    class Lists:
        """Take one or two of five; the state is a list."""

        def initial(self) -> Any:
            return [5, 0]

        def player(self, state: Any) -> int:
            return int(state[1])

        def moves(self, state: Any) -> Any:
            return range(1, min(2, state[0]) + 1)

        def play(self, state: Any, move: int) -> Any:
            return [state[0] - move, 1 - state[1]]

        def outcome(self, state: Any) -> int | None:
            return None if state[0] else mx.LOSS if state[1] == 0 else mx.WIN

        def key(self, state: Any) -> Any:
            return tuple(state)

    with pytest.raises(GameError, match=r"a certificate needs hashable states, got \[5, 0\]; make it of tuples"):
        mx.prove(Lists(), path=tmp_path / "proof")


# --- files and the command line ---------------------------------------------------------------------------------------------


def test_files_that_cannot_be_read_or_written_are_told(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"cannot write .*nowhere.*: No such file or directory"):
        mx.prove(Nim(), path=tmp_path / "nowhere" / "proof")
    with pytest.raises(NotationError, match=r"cannot read .*nowhere: No such file or directory"):
        mx.verify(Nim(), tmp_path / "nowhere")


def test_the_commands_prove_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also from a position, which the certificate names; 1 where nothing is proven."""
    path = str(tmp_path / "proof")
    assert main(["prove", "nim", "--position", "1,2/0", "--out", path, "--tier", "tree"]) == 0
    assert capsys.readouterr().out.startswith("player 0 wins: ")
    assert main(["verify", "nim", path, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["player"], told["at_least"], told["position"]) == (0, mx.WIN, "1,2/0")
    assert main(["verify", "nim", path, "--position", "2,2/0"]) == 1
    assert capsys.readouterr().err.startswith("not proven: line ")
    assert main(["verify", "nim", f"{path}s"]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert main(["verify", "tic_tac_toe", path]) == 2
    assert "expected a certificate of TicTacToe(), got one of Nim(heaps=(3, 4, 5))" in capsys.readouterr().err
    (tmp_path / "proof").write_text("{}\n")
    assert main(["verify", "nim", path]) == 1
    assert capsys.readouterr().err == "not proven: expected a certificate of version 1 that begins with its claim, got {}\n"
    (tmp_path / "proof").write_text("what\n")
    assert main(["verify", "nim", path]) == 1
    assert "expected a certificate that begins with its claim" in capsys.readouterr().err


# --- what is false ------------------------------------------------------------------------------------------------------------


class Thread(NamedTuple):
    seed: int
    place: int


class Threads:
    """Short games of few choices, most places having one move alone, that end with margins; one rules object for all seeds."""

    def initial(self) -> Thread:
        return Thread(0, 0)

    def mixed(self, thread: Thread, salt: int) -> int:
        code = (thread.seed * 7919 + thread.place * 257 + salt * 104729 + 1) & 0x7FFFFFFF
        for _ in range(3):
            code = (code * 1103515245 + 12345) & 0x7FFFFFFF
            code ^= code >> 13
        return code

    def player(self, thread: Thread) -> int:
        return self.mixed(thread, 1) % 2

    def moves(self, thread: Thread) -> range:
        return range(1 + self.mixed(thread, 2) % 3 // 2)

    def play(self, thread: Thread, move: int) -> Thread:
        return Thread(thread.seed, thread.place + 1 + self.mixed(thread, 3 + move) % 3)

    def outcome(self, thread: Thread) -> int | None:
        if thread.place < 6:
            return None
        kind = self.mixed(thread, 4) % 9 - 4
        return mx.WIN if kind == 4 else mx.LOSS if kind == -4 else kind


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=[needs_llvmlite, pytest.mark.thorough])])
def test_no_false_claim_is_reported_as_proven(compiled: bool, tmp_path: Path) -> None:
    """Every claim, true or false, about positions whose moves are mostly forced, for both players."""
    game, refused, made = Threads(), 0, 0
    rules: Any = mx.compile(game) if compiled else game
    for seed in range(60):
        state = Thread(seed, 0)
        value = minimax(game, state, LONG)
        for player in (0, 1):
            for least in (mx.LOSS, -2, 0, 1, 3, mx.WIN):
                path, got = tmp_path / f"{seed}", value if player == 0 else -value
                is_true = got > mx.WIN - 100 if least == mx.WIN else got >= least
                try:
                    claim = mx.prove(rules, state, path=path, player=player, at_least=least)
                except ProofError:
                    assert not is_true, (seed, player, least)
                    refused += 1
                else:
                    assert is_true, (seed, player, least)
                    assert mx.verify(game, path, state) == claim
                    made += 1
    assert (refused > 100, made > 100) == (True, True)


@needs_llvmlite
def test_the_end_of_a_forced_line_is_looked_at(tmp_path: Path) -> None:
    """What a forced move gets is told, and nothing is written."""

    class Forced:
        def initial(self) -> int:
            return 0

        def player(self, place: int) -> int:
            return 1

        def moves(self, place: int) -> list[int]:
            return [0]

        def play(self, place: int, move: int) -> int:
            return 1

        def outcome(self, place: int) -> int | None:
            return 2 if place == 1 else None

    for game in (Forced(), mx.compile(Forced())):
        with pytest.raises(ProofError, match=r"^player 0 gets no more than 2( from 1)?; expected 3(, or more)?$"):
            mx.prove(game, path=tmp_path / "forced", player=0, at_least=3)
        assert list(tmp_path.iterdir()) == []


def test_what_the_check_refuses_is_not_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the search says: here it chooses moves that lose."""
    monkeypatch.setattr("minimaxer.proofs.proving.Prover._is_over", lambda self, state: self._game.outcome(state) is not None)
    monkeypatch.setattr("minimaxer.proofs.proving.Prover._choice", lambda self, state, moves: 0)
    path = tmp_path / "nim"
    with pytest.raises(ProofError) as caught:
        mx.prove(Nim(heaps=(1, 2)), path=path, player=0, at_least=mx.WIN)
    told = str(caught.value)
    assert told.startswith("expected a certificate that its check accepts, and the search found none: line ")
    assert "expected at least 1000000 for player 0, got -1000000" in told
    assert list(tmp_path.iterdir()) == []
