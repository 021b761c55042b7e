"""Native tables: what Python finds, position by position; refusals; chess endings against reference data."""

from __future__ import annotations

import gzip
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.native import compile_game
from minimaxer.tables.native import native_tables
from minimaxer_games.mancala import kalah_paper
from minimaxer_games.tic_tac_toe import TicTacToe

from ... import refdata
from ...needs import needs_llvmlite
from ..games import RookEnding, reachable

pytestmark = needs_llvmlite


@frozen
class Maze:
    """A graph made by sums, with circles, the same player twice in a row, wins, margins and draws."""

    nodes: int = 3000
    seed: int = 7
    margins: int = 2
    breaks: int = -1

    def roll(self, node: int, what: int) -> int:
        number = (node * 7919 + what * 104_729 + self.seed * 611_953) % 1_000_003
        return (number * number + 12_345) % 1_000_003

    def initial(self) -> int:
        return 0

    def player(self, node: int) -> int:
        return 2 if node == self.breaks else self.roll(node, 1) % 2

    def moves(self, node: int) -> Any:
        if self.roll(node, 2) % 19:
            yield from range(1 + self.roll(node, 3) % 4)

    def play(self, node: int, move: int) -> int:
        return self.roll(node, 10 + move) % self.nodes

    def outcome(self, node: int) -> int | None:
        if node == 0 or self.roll(node, 4) % 5:
            return None
        kind = self.roll(node, 5) % 4
        return mx.WIN if kind == 0 else mx.LOSS if kind == 1 else self.roll(node, 6) % (2 * self.margins + 1) - self.margins

    def stuck(self, node: int) -> int:
        return -1


def same(one: mx.Table[Any, Any], other: mx.Table[Any, Any], states: list[Any]) -> None:
    """The two say the same."""
    assert len(one) == len(other)
    for state in states:
        assert (one.value(state), one.plies(state)) == (other.value(state), other.plies(state)), state
    first, second = one.statistics(), other.statistics()
    assert (first.counts, first.lengths) == (second.counts, second.lengths)
    if first.longest is not None and second.longest is not None:
        assert first.longest.plies == second.longest.plies
    assert (first.longest is None) == (second.longest is None)


@pytest.fixture(scope="module")
def maze() -> Any:
    """The maze, compiled."""
    return compile_game(Maze())


@pytest.fixture(scope="module")
def ending() -> Any:
    """King and rook against king on 4x4, compiled."""
    return compile_game(RookEnding(side=4))


@pytest.mark.parametrize("endless", [None, 0, 1])
def test_mazes(maze: Any, endless: int | None) -> None:
    """Wins, margins and draws in circles, whoever loses by going round."""
    states = reachable(maze.game, 0)
    assert len(states) > 500
    same(mx.tabulate(maze, endless=endless), mx.tabulate(maze.game, endless=endless), states)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_positions_with_numbers(ending: Any, threads: int) -> None:
    """All of them, or those that can be reached from some, by any number of threads."""
    game = ending.game
    states = [state for number in range(game.size) if (state := game.unindex(number)) is not None]
    same(mx.tabulate(ending, threads=threads), mx.tabulate(game), states)
    some = [game.initial(), states[5], game.initial()]
    same(mx.tabulate(ending, some, threads=threads), mx.tabulate(game, some), reachable(game, game.initial()))


def test_tables_of_codes_grow(maze: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several times, while threads go on from where they were."""
    monkeypatch.setattr(native_tables, "_FIRST_SLOTS", 64)
    monkeypatch.setattr(native_tables, "_HEADROOM", 16)
    states = reachable(maze.game, 0)
    same(mx.tabulate(maze, threads=2), mx.tabulate(maze.game), states)
    assert mx.tabulate(maze, threads=1).statistics().counts == mx.tabulate(maze.game).statistics().counts


def test_files(ending: Any, tmp_path: Path) -> None:
    """A file is the same whoever made the table, but for the line that it tells."""
    game = ending.game
    for number, (compiled, states) in enumerate([(ending, None), (ending, [game.initial()])]):
        file = tmp_path / f"{number}.table"
        mx.tabulate(compiled, states).save(file)
        same(mx.Table.load(game, file), mx.tabulate(game, states), reachable(game, game.initial()))


def test_mirrored_positions_are_one() -> None:
    """With `canonical`, and without it."""
    game = TicTacToe()
    compiled, states = compile_game(game), reachable(game, game.initial())
    same(mx.tabulate(compiled), mx.tabulate(game), states)
    assert mx.tabulate(compiled, plies=False).plies(game.initial()) is None


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_banked_is_left_out(threads: int) -> None:
    """Positions that differ only in what the stores hold are one, whoever makes the table."""
    game = kalah_paper(2, 2)
    table, states = mx.tabulate(compile_game(game), [game.initial()], threads=threads), reachable(game, game.initial())
    same(table, mx.tabulate(game, [game.initial()]), states)
    assert len(table) < len(states)
    assert table.value(game.initial()) == -2


@frozen
class Purse(Maze):
    """A maze whose ends are margins and in which something is banked everywhere; a prize of `prize` for the last node."""

    prize: int = 0

    def outcome(self, node: int) -> int | None:
        if node == 0 or self.roll(node, 4) % 5:
            return None
        return self.prize if self.prize else self.roll(node, 5) % 9 - 4

    def banked(self, node: int) -> int:
        return self.roll(node, 8) % 3

    def stuck(self, node: int) -> int:
        return self.roll(node, 6) % 5 - 2


def test_what_is_banked_in_circles() -> None:
    """Positions with other banks have no common value then, and the table is made in Python, which keeps them apart."""
    game = Purse(nodes=400)
    compiled = compile_game(game, check=False)
    table = mx.tabulate(compiled)
    same(table, mx.tabulate(game), reachable(game, 0))
    with pytest.raises(mx.OptionError, match="keeps positions apart that differ in what is banked, which native code does not"):
        mx.Search(compiled, mx.AlphaBetaOptions(), tables=[table])


def test_wins_are_not_banked() -> None:
    """A game that ends with a win beside what is banked is told of, as in Python."""
    game = Purse(nodes=400, prize=mx.WIN)
    for each in (game, compile_game(game, check=False)):
        with pytest.raises(mx.RulesError, match="a game with banked ended with 1e"):
            mx.tabulate(each)


def test_results_too_far_away_are_refused() -> None:
    """Native code keeps 16 bits for plies."""
    game = RookEnding(side=4)
    table = mx.tabulate(game)
    far = evolve(table.contents, plies=array("I", [70_000] * len(table)))
    with pytest.raises(mx.OptionError, match="has results more than 65,535 plies away, which native code has not"):
        mx.Search(compile_game(game), tables=[mx.Table(game, table.found, table.naming, table.places, far)])


class OddEnding(RookEnding):
    """Numbers that are not those of the positions."""

    def index(self, state: Any) -> int:
        return (super().index(state) + 1) % self.size


@pytest.mark.parametrize(
    ("game", "error", "message"),
    [
        (Maze(breaks=2), mx.RulesError, r"player\(2\) gave 2; expected 0 or 1"),
        (OddEnding(side=3), mx.RulesError, "index and unindex do not agree about"),
        pytest.param(
            Maze(margins=200, nodes=20_000), mx.GameError, "a table tells 254 results apart", marks=pytest.mark.thorough
        ),
    ],
)
def test_broken_games(game: Any, error: type[Exception], message: str) -> None:
    """Each is told as in Python."""
    if isinstance(game, Maze) and game.breaks >= 0:
        assert game.breaks in reachable(Maze(), 0)
    with pytest.raises(error, match=message):
        mx.tabulate(compile_game(game, check=False))


def test_refusals(maze: Any, ending: Any) -> None:
    """What does not fit is told before or when it is met, and the next table is made as if nothing had been."""
    with pytest.raises(mx.GameError, match="and more are to come, and memory allows 20,480"):
        mx.tabulate(maze, memory="20KB")
    with pytest.raises(mx.GameError, match="a table of 8,704 positions takes about"):
        mx.tabulate(ending, memory="10KB")
    with pytest.raises(mx.OptionError, match="threads"):
        mx.tabulate(ending, threads=0)
    assert len(mx.tabulate(maze)) == len(reachable(maze.game, 0))


@pytest.mark.thorough
def test_rook_endings_of_chess() -> None:
    """King and rook against king on 8x8: every position's plies to mate, and how many there are of each."""
    table = mx.tabulate(compile_game(RookEnding(), check=False))
    game = table.game
    wanted = gzip.decompress(refdata.path("retrograde/KRK.bin.gz").read_bytes())
    found = Counter[tuple[str, int]]()
    for player in (0, 1):
        for place in range(64**3):
            plies = wanted[player * 64**3 + place]
            if plies == 254:
                continue
            king, other, rook = place >> 12, place >> 6 & 63, place & 63
            state = game.unindex(((player * 64 + king) * 64 + other) * 65 + rook + 1)  # type: ignore[attr-defined]
            assert state is not None
            assert table.plies(state) == (None if plies == 255 else plies)
            found["black" if player else "white", -1 if plies == 255 else plies] += 1
    rows = refdata.rows("retrograde/chess_egt_histograms.csv")
    for row in rows:
        if row["endgame"] == "KRK":
            assert found[row["side_to_move"], int(row["plies_to_mate_or_-1_draw"])] == int(row["positions"])


def test_progress(ending: Any) -> None:
    """Nothing has to be told of what is done at once."""
    told: list[Progress] = []
    mx.tabulate(ending, on_progress=told.append)
    assert all(each.doing in ("exploring", "settling") for each in told)
