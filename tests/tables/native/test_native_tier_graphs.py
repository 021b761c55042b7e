"""Native tables made tier by tier of games without `banked`: what Python finds, with circles within tiers; refusals, interrupts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from attrs import field, frozen

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.native import compile_game
from minimaxer.tables import graph
from minimaxer.tables.native import making
from minimaxer_games.dots_and_boxes import Board as Lines, DotsAndBoxes

from ...needs import needs_llvmlite
from .test_native_tables import Maze, same

pytestmark = [needs_llvmlite, pytest.mark.thorough]


@frozen
class Storeys(Maze):
    """A maze whose moves lead about in one storey of a house or down, never up; some numbers are no position's."""

    nodes: int = 2000
    storey: int = 400
    fault: int = 0

    @property
    def size(self) -> int:
        return self.nodes

    def initial(self) -> int:
        return self.nodes - 1

    def outcome(self, node: int) -> int | None:
        if self.roll(node, 4) % 7:
            return None
        kind = self.roll(node, 5) % 5
        return mx.WIN if kind == 0 else mx.LOSS if kind == 1 else self.roll(node, 6) % (2 * self.margins + 1) - self.margins

    def play(self, node: int, move: int) -> int:
        above = node // self.storey * self.storey + self.storey
        if self.fault == 1 and node == 777:
            return 1999
        other = self.roll(node, 10 + move) % above
        return other - 1 if other % 13 == 5 else other

    def index(self, node: int) -> int:
        return node

    def unindex(self, number: int) -> int | None:
        return None if number % 13 == 5 else number

    def tier(self, node: int) -> int:
        return 9 if self.fault == 2 and node == 777 else node // self.storey


class Board(NamedTuple):
    """Who stands on each dark square (1 and 2 men, 3 and 4 kings), and who moves."""

    squares: tuple[int, ...]
    player: int


STEPS = ((0, 2), (1, 2), (1, 3), (2, 4), (2, 5), (3, 5), (4, 6), (5, 6), (5, 7))
"""The dark squares of four files and four ranks, two by two, and the steps between them a rank up."""


def file(square: int) -> int:
    """The file that a dark square is on."""
    return 2 * (square % 2) + square // 2 % 2


def number_of(squares: tuple[int, ...], player: int) -> int:
    """A number of a position, with its tier above: captures leave a tier, and so does a man that becomes a king."""
    there = men = number = 0
    for man in squares:
        there += man > 0
        men += 0 < man < 3
        number = 5 * number + man
    return (there * 8 + men) << 20 | 2 * number + player


def all_numbers() -> tuple[int, ...]:
    """Those of all positions with two men or kings against one at the most, in their order."""
    return tuple(
        sorted(
            number_of(squares, player)
            for squares in product(range(5), repeat=8)
            if squares.count(0) >= 5 and sum(man in (1, 3) for man in squares) <= 2 and sum(man in (2, 4) for man in squares) <= 1
            for player in (0, 1)
            if 1 not in squares[6:] and 2 not in squares[:2]
        )
    )


NUMBERS = all_numbers()


@frozen
class Draughts:
    """Men go forwards, kings any way, one square or a straight leap over one of the others; who cannot move loses."""

    size: int = len(NUMBERS)
    numbers: tuple[int, ...] = field(default=NUMBERS, repr=False)

    def initial(self) -> Board:
        return Board((1, 1, 0, 0, 0, 0, 2, 0), 0)

    def player(self, state: Board) -> int:
        return state.player

    def moves(self, state: Board) -> Iterator[tuple[int, int, int]]:
        for one, other in STEPS:
            for turn in range(2):
                start, end = (one, other) if turn == 0 else (other, one)
                man = state.squares[start]
                if man == 0 or (man - 1) % 2 != state.player:
                    continue
                if man < 3 and (end > start) != (state.player == 0):
                    continue
                if state.squares[end] == 0:
                    yield start, end, -1
                elif (state.squares[end] - 1) % 2 != state.player:
                    for third, fourth in STEPS:
                        beyond = fourth if third == end else third if fourth == end else -1
                        if (
                            beyond >= 0
                            and state.squares[beyond] == 0
                            and start // 2 + beyond // 2 == 2 * (end // 2)
                            and file(start) + file(beyond) == 2 * file(end)
                        ):
                            yield start, beyond, end

    def play(self, state: Board, move: tuple[int, int, int]) -> Board:
        start, end, taken = move
        squares = list(state.squares)
        man = squares[start]
        squares[start] = 0
        if taken >= 0:
            squares[taken] = 0
        if (man == 1 and end >= 6) or (man == 2 and end <= 1):
            man += 2
        squares[end] = man
        return Board(tuple(squares), 1 - state.player)

    def outcome(self, state: Board) -> int | None:
        return None

    def stuck(self, state: Board) -> int:
        return mx.LOSS if state.player == 0 else mx.WIN

    def tier(self, state: Board) -> int:
        return number_of(state.squares, 0) >> 20

    def index(self, state: Board) -> int:
        wanted = number_of(state.squares, state.player)
        low, high = 0, self.size - 1
        while low < high:
            middle = (low + high) // 2
            if self.numbers[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    def unindex(self, number: int) -> Board:
        code = self.numbers[number] & (1 << 20) - 1
        left = code // 2
        squares = [0, 0, 0, 0, 0, 0, 0, 0]
        for place in range(8):
            squares[7 - place] = left % 5
            left //= 5
        return Board(tuple(squares), code % 2)


MASKS = tuple(sorted(range(1 << 7), key=lambda lines: (7 - lines.bit_count(), lines)))
RANKS = tuple(MASKS.index(lines) for lines in range(1 << 7))


@frozen(kw_only=True)
class LinesLeft(DotsAndBoxes):
    """Two boxes side by side, whose positions are numbered together with who leads by how many."""

    rows: int = 1
    columns: int = 2
    size: int = 10 * (1 << 7)

    def tier(self, board: Lines) -> int:
        return 7 - board.lines.bit_count()

    def index(self, board: Lines) -> int:
        return 10 * RANKS[board.lines] + 2 * (board.lead + 2) + board.player

    def unindex(self, number: int) -> Lines | None:
        lines, lead = MASKS[number // 10], number % 10 // 2 - 2
        return None if abs(lead) > 2 - self.boxes_left(lines) else Lines(lines, lead, number % 2)


def compared(compiled: Any, **how: Any) -> tuple[Any, Any]:
    """A table by tiers, and the same in Python, once they are equal."""
    game = compiled.game
    table, wanted = mx.tabulate(compiled, **how), mx.tabulate(game, **{**how, "threads": None})
    end = len(table.places)
    states = [state for number in range(end) if (state := game.unindex(number)) is not None]
    same(table, wanted, states)
    for state in states[::17]:
        assert table.best_moves(state) == wanted.best_moves(state)
    return table, wanted


@pytest.fixture(scope="module")
def house() -> Any:
    """The house, compiled."""
    return compile_game(Storeys())


@pytest.mark.parametrize("endless", [None, 0, 1])
@pytest.mark.parametrize("threads", [1, 2])
def test_circles_within_tiers(house: Any, endless: int | None, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wins, margins and draws, plies and statistics: as in Python, and as in a table that is made at once."""
    monkeypatch.setattr(making, "_FEW_IN_GRAPH", 16)
    table, _ = compared(house, endless=endless, threads=threads)
    at_once = mx.tabulate(house, endless=endless, ignore={"tier"})
    states = [state for number in range(house.game.size) if (state := house.game.unindex(number)) is not None]
    same(table, at_once, states)
    assert len({table.plies(state) for state in states}) > 9
    assert table.tier == 4


def test_some_tiers_and_files(house: Any, tmp_path: Path) -> None:
    """Fewer tiers, without plies, and from a file."""
    table, wanted = compared(house, tiers=2)
    assert (table.tier, len(table.places)) == (2, 1200)
    assert 1999 not in table
    table.save(tmp_path / "low.table")
    loaded = mx.Table.load(house.game, tmp_path / "low.table")
    assert all(loaded.value(state) == wanted.value(state) for state in range(0, 1200, 13))
    plain, _ = compared(house, plies=False)
    assert not plain.has_plies
    assert plain.statistics().lengths == {}


def test_searching_with_low_tiers(house: Any) -> None:
    """Their positions are looked up natively."""
    table = mx.tabulate(house, tiers=3)
    result = mx.Search(house, tables=[table]).run(1999, mx.Limits(depth=6))
    assert result.nodes > 0
    far = next(node for node in range(1200, 1500) if node % 13 != 5 and (table.plies(node) or 0) > 3)
    low = mx.Search(house, tables=[table]).run(far, mx.Limits(depth=1))
    assert (low.value, low.engine) == (table.value(far), "tree/table")


def test_draughts() -> None:
    """Captures and kings leave a tier, and kings go round within it: as in Python, and as made at once."""
    game = compile_game(Draughts(), check=False)
    table, _ = compared(game)
    states = [Draughts().unindex(number) for number in range(len(NUMBERS))]
    same(table, mx.tabulate(game.game, ignore={"tier"}), states)
    counts = table.statistics().counts
    assert min(counts[0], counts[mx.WIN], counts[mx.LOSS]) > 100


def test_margins_without_banked() -> None:
    """Dots and boxes whose lead is a part of the position, and nothing is banked: as in Python, and as made at once."""
    rules = LinesLeft()
    game = compile_game(rules, check=False)
    table, _ = compared(game, ignore={"banked", "key"})
    states = [state for number in range(rules.size) if (state := rules.unindex(number)) is not None]
    same(table, mx.tabulate(game.game, ignore={"banked", "key", "tier"}), states)
    shared = mx.tabulate(DotsAndBoxes(rows=1, columns=2))
    assert all(table.value(state) == shared.value(state) for state in states if state in shared)


@pytest.mark.parametrize(
    ("fault", "number"),
    [(1, "1,999"), (2, "777")],
)
def test_broken_games(fault: int, number: str) -> None:
    """A move that raises the tier, and a position among those of another tier."""
    with pytest.raises(mx.RulesError, match=f"index, unindex and tier do not agree about {number}; .* no move to raise the tier"):
        mx.tabulate(compile_game(Storeys(fault=fault), check=False))


def test_an_interrupt_keeps_finished_tiers(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has the tiers that were finished; there is none where not even the first was."""
    monkeypatch.setattr(graph, "_TOLD_EVERY", 0)

    def stop(progress: Progress) -> None:
        if progress.done > until:
            raise KeyboardInterrupt

    until = 900
    table = mx.tabulate(house, on_progress=stop)
    assert table.contents.interrupted
    assert table.tier in (1, 2)
    states = [state for number in range(len(table.places)) if (state := house.game.unindex(number)) is not None]
    same(table, mx.tabulate(house.game, tiers=table.tier), states)
    until = -1
    with pytest.raises(KeyboardInterrupt):
        mx.tabulate(house, on_progress=stop)


def test_what_does_not_fit_is_told(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is made, where that can be told; else by the tier that did not fit."""
    told = (
        r"a table of tiers up to 4 has 2,000 numbers and takes about 1[0-9],[0-9]* bytes, and memory allows 12,288; give memory= "
    )
    with pytest.raises(mx.GameError, match=told + r"more, or tiers=[0-3], the highest that fits"):
        mx.tabulate(house, memory="12KB")
    monkeypatch.setattr(making, "_beside", lambda *_: 0)
    with pytest.raises(
        mx.GameError, match=r"tier [0-4] has 400 numbers and takes more than .* memory allows 12,288; give memory= "
    ):
        mx.tabulate(house, memory="12KB")
