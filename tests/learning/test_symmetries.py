"""Symmetric positions have the same evaluation: what is found of `canonical`, what is learnt by it, and files that tell of it."""

from __future__ import annotations

import json
import pickle
from array import array
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.learning.cells import find_cells
from minimaxer.learning.evaluation import LearntEvaluation
from minimaxer.learning.relations import sampled
from minimaxer.learning.result import TrainingOptions
from minimaxer.learning.symmetries import Symmetry, closed, find_mirrors, find_symmetries
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.connect_four import Board, ConnectFour
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

from ..needs import needs_llvmlite
from .games import Dice, Mark, Marks, Row, Sticks, minimax, reachable
from .test_trainer import changed

pytestmark = pytest.mark.thorough

OPTIONS = TrainingOptions(patterns=12, length=3, seed=1)
SMALL: dict[str, Any] = {"games": 60, "rounds": 1, "test_rounds": 0, "options": OPTIONS}


class Mirrored(Marks):
    """Marks, with the row read from either end."""

    def canonical(self, state: Row) -> tuple[Row, int]:
        other = state._replace(squares=state.squares[::-1])
        names = [[mark.name for mark in each.squares] for each in (state, other)]
        return (other, 1) if names[1] < names[0] else (state, 0)


class Turned(TicTacToe):
    """Tic-tac-toe, with boards turned by quarters; mirror images stay two."""

    def canonical(self, board: Any) -> Any:
        turned = [board]
        for _ in range(3):
            cells = turned[-1].cells
            turned.append(board._replace(cells=tuple(cells[3 * (2 - cell % 3) + cell // 3] for cell in range(9))))
        best = min(turned)
        return best, turned.index(best)


class Shifted(Sticks):
    """A canonical form that is no change of places."""

    def canonical(self, state: Any) -> tuple[Any, int]:
        return (state._replace(left=state.left ^ 1), 1) if state.left > 2 and state.left % 2 else (state, 0)


def image_of(game: ConnectFour, board: Board) -> Board:
    return Board(game.mirrored(board.first), game.mirrored(board.second), board.player)


def with_any_numbers(found: LearntEvaluation, game: Any) -> LearntEvaluation:
    """The same patterns, with numbers by lot: each place has another one."""
    rng = Random(3)
    numbers = array("d", [rng.uniform(-1, 1) for _ in found.numbers])
    return LearntEvaluation(game, found.cells, found.patterns, found.scale, numbers, found.symmetries)


def test_the_mirror_image_of_a_board_is_found() -> None:
    """Each column goes to the one on the other side, though `canonical` leaves boards with many stones as they are."""
    game = ConnectFour(width=5, height=4)
    states = sampled(game, 400, 0).states
    found = find_symmetries(states, game.canonical, find_cells(states, game.player))
    assert found is not None
    [mirror] = found[1]
    assert dict(mirror.bits) == {5 * column + row: 5 * (4 - column) + row for column in range(5) for row in range(4)}
    assert mirror.after(mirror).is_nothing
    assert mirror.inverse == mirror


def test_symmetric_boards_are_worth_the_same() -> None:
    """Whatever the numbers are; other boards are worth others."""
    game = ConnectFour(width=5, height=4)
    learnt = with_any_numbers(mx.train(game, **SMALL).evaluation, game)
    states = sampled(game, 30, 5).states
    assert any((board.first | board.second).bit_count() > 14 for board in states)
    assert all(learnt(board) == learnt(image_of(game, board)) for board in states)
    assert len({learnt(board) for board in states}) > len(states) / 4


def test_symmetric_tuples_are_worth_the_same() -> None:
    """Of cells that are parts of states too."""
    game = Mirrored()
    found = mx.train(game, **SMALL | {"games": 300}).evaluation
    assert [each.items for each in found.symmetries] == [(4, 3, 2, 1, 0, 5)]
    assert all(found(state) == found(state._replace(squares=state.squares[::-1])) for state in reachable(game))
    assert len({found(state) for state in reachable(game)}) > 20
    singles = [pattern.items for pattern in found.patterns if len(pattern.items) == 1]
    assert singles == [(0,), (1,), (2,), (5,)]


def test_all_that_follows_from_symmetries_counts() -> None:
    """From one quarter turn of a square all turns follow."""
    game: Any = Turned()
    states = sampled(game, 200, 2).states
    found = find_symmetries(states, game.canonical, find_cells(states, game.player))
    assert found is not None
    turns = sorted(each.items for each in found[1])
    assert turns == [(2, 5, 8, 1, 4, 7, 0, 3, 6), (6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 7, 6, 5, 4, 3, 2, 1, 0)]
    assert set(closed([each for each in found[1] if each.items == turns[0]]) or ()) == set(found[1])
    long = Symmetry(tuple((bit, (bit + 1) % 40) for bit in range(40)), ())
    assert closed([long]) is None  # 40 turns are too many


def test_what_only_looks_like_a_symmetry_is_left_alone() -> None:
    """Values that change, and positions too few to tell, are learnt each for itself; so is everything without `symmetries`."""
    told: list[str] = []
    found = mx.train(Shifted(), **SMALL, tell=told.append).evaluation
    assert found.symmetries == ()
    assert "canonical does not just change places of cells; such positions are learnt each for itself" in told
    game = ConnectFour(width=5, height=4)
    states = sampled(game, 20, 0).states
    assert find_symmetries(states[:12], game.canonical, find_cells(states, game.player)) is None
    assert mx.train(game, **SMALL | {"options": evolve(OPTIONS, symmetries=False)}).evaluation.symmetries == ()


def test_the_command_tells_of_symmetries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How many images there are; none is looked at where that is not wanted."""
    given = ["train", "connect_four", "--games", "4", "--rounds", "1", "--test", "0", "--patterns", "8", "--length", "3"]
    given += ["--tier", "tree"]
    assert main([*given, "--out", str(tmp_path / "with")]) == 0
    assert "4 patterns over 42 cells, each also at 1 image, " in capsys.readouterr().out
    assert main([*given, "--out", str(tmp_path / "without"), "--no-symmetries", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["patterns"], data["symmetries"]) == (8, 0)


def test_more_positions_are_seen_where_they_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first sample too small to tell is followed by others."""
    asked: list[int] = []

    def few(game: Any, games: int, seed: int, *others: Any) -> Any:
        asked.append(seed)
        return sampled(game, 6 if len(asked) == 1 else games, seed, *others)

    monkeypatch.setattr("minimaxer.learning.learner.sampled", few)
    assert len(mx.train(ConnectFour(width=5, height=4), **SMALL).evaluation.symmetries) == 1
    assert asked == [1, 2]


def mirrors_of(game: Any) -> tuple[Any, list[Symmetry]]:
    sample = sampled(game, 60, 0)
    cells = find_cells(sample.states, game.player)
    return cells, find_mirrors(game, cells, sample.states, sample.ends)


class Uneven(Marks):
    """A mark at the left end wins as well, which no image does."""

    def outcome(self, state: Row) -> int | None:
        return mx.WIN if state.squares[0] == Mark.OURS else super().outcome(state)


class Slanted(Marks):
    """Every outcome and mover is symmetric, but not what may be played."""

    def moves(self, state: Row) -> Any:
        yield from list(super().moves(state))[:2]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (ConnectFour(width=5, height=4), 1),
        (Breakthrough(columns=4, rows=5), 1),
        (Reversi(size=4), 7),
        (TicTacToe(), 7),
        (Marks(), 1),
        (Uneven(), 0),
        (Slanted(), 0),
        (Sticks(), 0),
        (Dice(), 0),
    ],
)
def test_mirrors_are_found_by_trying_them(game: Any, expected: int) -> None:
    """Without `canonical`, of bits and of tuples; and none that leaves another game."""
    _, found = mirrors_of(game)
    assert len(found) == expected
    assert len(closed(found) or ()) == expected


def test_a_mirror_image_is_the_same_game() -> None:
    """All positions of a small game have the value of their images, by plain minimax and by what was learnt."""
    game = Marks()
    found = mx.train(game, **SMALL | {"games": 200}).evaluation
    assert len(found.symmetries) == 1
    for state in reachable(game):
        image = state._replace(squares=state.squares[::-1])
        assert minimax(game, state) == minimax(game, image)
        assert found(state) == found(image)


class Rows(NamedTuple):
    squares: tuple[int, ...]
    die: int
    player: int


class Thrown:
    """Four squares; the mover takes one, and then a die with more sixes at one end says whether it stays so."""

    shares = (0.25, 0.25, 0.25, 0.25)

    def initial(self) -> Rows:
        return Rows((0,) * 4, 0, 0)

    def player(self, state: Rows) -> int:
        return mx.CHANCE if state.die else state.player

    def chances(self, state: Rows) -> Any:
        yield from enumerate(self.shares)

    def moves(self, state: Rows) -> Any:
        yield 4

    def play(self, state: Rows, move: int) -> Rows:
        if move == 4:
            return state._replace(die=1)
        squares = tuple(state.player + 1 if place == move else square for place, square in enumerate(state.squares))
        return Rows(squares, 0, 1 - state.player)

    def outcome(self, state: Rows) -> int | None:
        return None if 0 in state.squares else state.squares.count(1) - state.squares.count(2)


class Loaded(Thrown):
    shares = (0.4, 0.2, 0.2, 0.2)


def test_dice_must_fall_alike() -> None:
    """An image of a chance node has the same chances."""
    assert len(mirrors_of(Thrown())[1]) == 7
    assert [each.items[0] for each in mirrors_of(Loaded())[1]] == [0]


class Swapping:
    """Men are put on a row of six; on its right half they are the opponent's: mirrored, only their owners differ."""

    def initial(self) -> Any:
        return (None,) * 6, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterator[int]:
        yield from (place for place in range(6) if state[0][place] is None)

    def play(self, state: Any, move: int) -> Any:
        man = Man("man", state[1] if move < 3 else 1 - state[1])
        return (*state[0][:move], man, *state[0][move + 1 :]), 1 - state[1]

    def outcome(self, state: Any) -> int | None:
        return None if None in state[0] else 0


class Man(NamedTuple):
    kind: str
    owner: int


def test_owners_are_part_of_what_has_to_be_symmetric() -> None:
    """Turning each half is a symmetry; what swaps the halves is none."""
    for each in mirrors_of(Swapping())[1]:
        assert {target < 3 for target in each.items[:3]} == {True}


def test_files_tell_of_symmetries(tmp_path: Path) -> None:
    """What is loaded, or sent, is the same function, and goes on with the same settings only."""
    game = Mirrored()
    path = tmp_path / "mirrored"
    found = mx.train(game, **SMALL, path=path).evaluation
    loaded = LearntEvaluation.load(game, path)
    assert loaded == found == pickle.loads(pickle.dumps(found))
    assert loaded.symmetries == found.symmetries != ()
    assert mx.train(game, **SMALL, path=path).evaluation == found
    with pytest.raises(mx.NotationError, match=r"trained with other settings: .*symmetries=True.*; expected .*symmetries=False"):
        mx.train(game, **SMALL | {"options": evolve(OPTIONS, symmetries=False)}, path=path)


@pytest.mark.parametrize(
    ("symmetry", "told"),
    [
        ({"bits": [], "items": [4, 3, 2, 1, 0]}, "does not lead cells to cells"),
        ({"bits": [], "items": [4, 3, 2, 0, 0, 5]}, "does not lead cells to cells"),
        ({"bits": [], "items": [5, 1, 2, 3, 4, 0]}, "does not lead cells to cells"),
        ({"bits": [[0, 0]], "items": [0, 1, 2, 3, 4, 5]}, "does not lead cells to cells"),
        ({"bits": [], "items": [0, 1, 2, 3, 4, "5"]}, "expected int, got '5'"),
        ({"bits": [[0, 64]], "items": [0, 1, 2, 3, 4, 5]}, "expected a whole number from 0 to "),
    ],
)
def test_strange_symmetries_are_refused(symmetry: Any, told: str, tmp_path: Path) -> None:
    """Cells have to go to cells of their kind, each to another one."""
    path = tmp_path / "mirrored"
    mx.train(Mirrored(), **SMALL).evaluation.save(path)
    with pytest.raises(mx.NotationError, match=told):
        LearntEvaluation.load(Mirrored(), changed(path, lambda head: head.update(symmetries=[symmetry]), tmp_path / "bad"))


def test_symmetries_without_end_are_refused(tmp_path: Path) -> None:
    """A file cannot ask for more than training would have made."""
    path = tmp_path / "mirrored"
    mx.train(Mirrored(), **SMALL).evaluation.save(path)
    many = [{"bits": [], "items": [*items, 5]} for items in permutations(range(5))]
    for strange in ({"symmetries": many}, {"patterns": [{"bits": [], "items": [0]}] * 300}):
        bad = changed(path, lambda head, strange=strange: head.update(strange), tmp_path / "bad")
        with pytest.raises(mx.NotationError, match="it has too many cells, patterns, or symmetries"):
            LearntEvaluation.load(Mirrored(), bad)


@needs_llvmlite
def test_symmetric_boards_are_learnt_together_natively() -> None:
    """Native training moves the numbers of both; compiled evaluations are Python's, of boards and of their images."""
    rules = ConnectFour(width=5, height=4)
    game = mx.compile(rules)
    found = mx.train(game, **SMALL | {"games": 500}, threads=1).evaluation
    assert len(found.symmetries) == 1
    without = frozenset({"canonical", "bounds", "search_moves"})  # the first would make images one by itself
    exact = mx.AlphaBetaOptions(table_depth="exact", ignore=without)
    for board in sampled(rules, 12, 7).states[::7]:
        values = [
            mx.search(each, state, depth=1, evaluate=found, options=options).value
            for each, options in ((game, exact), (rules, mx.AlphaBetaOptions(ignore=without)))
            for state in (board, image_of(rules, board))
        ]
        assert len(set(values)) == 1
