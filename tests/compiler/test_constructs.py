"""What people write, one construct after the other: each gives natively what it gives in Python, in states of random games."""

from __future__ import annotations

import collections
import copy
import functools
import itertools
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
pytest.importorskip("numpy", reason="arrays are part of what is tried")

import numpy as np

import minimaxer as mx
from minimaxer.native import compile_game

NEIGHBOURS = {number: {(number + step) % 7 for step in (1, 2, 4)} for number in range(7)}
STEPS = {"a": {"up": 1, "down": -1}, "b": {"left": 2, "up": 3}}
PAIRS = [[1, 2], [3, 4], [5, 6]]
WORDS = ("north", "east", "south", "west")
WEIGHTS = np.arange(16).reshape(4, 4)


class Colour(Enum):
    RED = 1
    BLUE = 2

    def other(self) -> Colour:
        return Colour.BLUE if self is Colour.RED else Colour.RED


@dataclass(frozen=True, order=True)
class Place:
    row: int
    column: int

    def __add__(self, other: Place) -> Place:
        return Place(self.row + other.row, self.column + other.column)

    def __neg__(self) -> Place:
        return Place(-self.row, -self.column)


class Grid:
    """Changes itself."""

    width = 3

    def __init__(self, cells: list[int], turn: int) -> None:
        self.cells = cells
        self.turn = turn

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.cells[place[0] * self.width + place[1]]

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        self.cells[place[0] * self.width + place[1]] = value

    def __contains__(self, value: int) -> bool:
        return value in self.cells

    def __len__(self) -> int:
        return sum(1 for cell in self.cells if cell)

    def __iter__(self) -> Iterator[int]:
        yield from self.cells

    def copy(self) -> Grid:
        return Grid(self.cells[:], self.turn)


class State(NamedTuple):
    number: int
    ply: int
    cells: tuple[int, ...]


def lowest(first: int, *others: int) -> int:
    return min((first, *others))


def sets(state: State) -> int:
    one = {cell * 3 % 11 for cell in state.cells}
    other = NEIGHBOURS[state.number % 7] | {state.ply}
    total = 0
    for number in one ^ other:
        total = total * 3 + number
    one -= other
    other &= {*range(4)}
    return total + 100_000 * len(one) + (10 if one.isdisjoint(other) else 20) + sum(set().union(*[{1, 2}, other]))


def sets_of_pairs(state: State) -> int:
    found = frozenset((cell % 4, place % 3) for place, cell in enumerate(state.cells))
    total = 0
    for row, column in found - {(0, 0), (state.ply % 4, 1)}:
        total = total * 5 + 2 * row + column
    return total % 1_000_003


def dicts(state: State) -> int:
    count = collections.Counter(cell % 4 for cell in state.cells)
    groups = collections.defaultdict(list)
    for cell in state.cells:
        groups[cell % 3].append(cell)
    merged = {**count, 9: state.ply} | {3: 7}
    found = sum(key * 10 + value for key, value in merged.items()) + count[99] + max(map(len, groups.values()))
    return found + sum(value for key, value in STEPS["ab"[state.ply % 2]].items() if key != "down")


def texts(state: State) -> int:
    line = f"{state.number}-{state.ply % 3}/{WORDS[state.ply % 4]}"
    first, second = line.split("/")
    numbers = [int(each) for each in first.split("-")]
    padded = ("  " + second + " ").strip()
    return sum(numbers) * 100 + len(padded) + second.find("st") + second.replace("t", "--").count("-") + ("ea" in line)


def arguments(state: State) -> int:
    row = [cell for cell in state.cells if cell > 2] or [5]
    best = lowest(*row) + 3 * lowest(*state.cells) + max(*state.cells)
    columns = list(zip(*PAIRS, strict=True))
    return best * 10 + sum(columns[0]) + functools.reduce(operator.xor, state.cells) + functools.reduce(max, row)


def nested(state: State) -> int:
    seen = set[int]()

    def visit(number: int) -> int:
        if number in seen or number > 60:
            return 0
        seen.add(number)
        return 1 + visit(2 * number + 1) + visit(3 * number + state.ply)

    depths: dict[int, int] = {}

    def note(number: int, depth: int) -> int:
        if number in depths or number > 60:
            return 0
        depths[number] = depth
        return depth + note(2 * number + 1, depth + 1)

    return visit(state.number % 7 + 1) + note(state.ply, 1)


def objects(state: State) -> int:
    grid = Grid(list(state.cells)[:9], state.ply)
    after = grid.copy()
    after[1, 1] = 50
    after.turn += 1
    deep = copy.deepcopy(after)
    deep.cells[0] -= 3
    return after[1, 1] + grid[1, 1] + len(deep) + sum(deep) + after.turn * 100 + (50 in after) + (50 in grid)


def places(state: State) -> int:
    found = sorted((Place(cell % 5, cell % 3) + -Place(1, 0) for cell in state.cells), reverse=True)
    colour = Colour(state.ply % 2 + 1).other()
    return found[0].row * 100 + found[-1].column * 10 + colour.value + (min(found) < Place(0, 1))


def several(state: State) -> int:
    first, *middle, last = state.cells
    *_, other = (1, "a", state.ply)
    none: list[int]
    only, *none = (state.ply,)
    none.reverse()
    none += [only, *itertools.islice(state.cells, 1)]
    pairs = list(itertools.combinations(middle[:4], 2))
    chained = itertools.chain.from_iterable(PAIRS)
    return (
        first
        + 2 * last
        + 3 * len(middle)
        + none[0]
        - none[1]
        + other
        + sum(one < two for one, two in pairs)
        + sum(chained)
        + sum(PAIRS[0] + PAIRS[1])
    )


def arrays(state: State) -> int:
    board = np.zeros((4, 4), dtype=int)
    for place, cell in enumerate(state.cells):
        board[place // 4, place % 4] = cell % 3
    board[1:3, ::2] += 1
    rows, columns = np.nonzero(board == 2)
    lines = [board[0], board[:, 1], board.diagonal(), np.fliplr(board).diagonal(), board.T[2]]
    total = sum(int((line > 0).sum()) * weight for weight, line in enumerate(lines, 1))
    total += int((WEIGHTS * board).sum()) + len(rows) * 7 + int(columns.sum()) + int(board.sum(axis=0).max())
    return total + (1000 if (board == 1).any() and not np.all(board) else 0) + int(np.count_nonzero(board[board > 1]))


FEATURES: tuple[Callable[[State], int], ...] = (
    sets,
    sets_of_pairs,
    dicts,
    texts,
    arguments,
    nested,
    objects,
    places,
    several,
    arrays,
)


class Game:
    """A game whose key is what all of them give."""

    def initial(self) -> State:
        return State(17, 0, tuple(range(16)))

    def player(self, state: State) -> int:
        return state.ply % 2

    def moves(self, state: State) -> range:
        return range(1, 5)

    def play(self, state: State, move: int) -> State:
        number = (state.number * 31 + move * 17 + 5) % 1009
        cells = list(state.cells)
        cells[number % 16] = (cells[number % 16] * 7 + number) % 13
        return State(number, state.ply + 1, tuple(cells))

    def outcome(self, state: State) -> int | None:
        return mx.DRAW if state.ply == 12 else None

    def key(self, state: State) -> tuple[int, ...]:
        return (
            sets(state),
            sets_of_pairs(state),
            dicts(state),
            texts(state),
            arguments(state),
            nested(state),
            objects(state),
            places(state),
            several(state),
            arrays(state),
        )


def test_each_gives_what_python_gives() -> None:
    """The comparison with Python, which looks at the keys of hundreds of states, finds no difference."""
    fast: Any = compile_game(Game())
    assert fast.variant().shapes is not None
    initial = Game().initial()
    assert Game().key(initial) == tuple(feature(initial) for feature in FEATURES)


class Sets(NamedTuple):
    numbers: frozenset[int]
    pairs: frozenset[tuple[int, int]]
    seed: int
    ply: int


def following(seed: int) -> int:
    """The next number of a simple generator."""
    return (seed * 1103515245 + 12345) % 2147483648


class Ordered:
    """Moves are the items of sets that went through all that can be done with sets, in their order."""

    def initial(self) -> Sets:
        return Sets(frozenset({3, 17, 200}), frozenset({(0, 1)}), 7, 0)

    def player(self, state: Sets) -> int:
        return state.ply % 2

    def moves(self, state: Sets) -> Iterator[int]:
        yield from state.numbers
        for row, column in state.pairs:
            yield 1000 + row * 100 + column
        yield -1

    def play(self, state: Sets, move: int) -> Sets:
        seed = following(state.seed + move * 7 + 11)
        numbers, other = set(state.numbers), {(seed // 64 + step * step) % 50 - 10 for step in range(seed // 16 % 9)}
        what = seed % 7
        if what == 0:
            numbers = numbers | other
        elif what == 1:
            numbers = numbers & other or {1, 2}
        elif what == 2:
            numbers -= other
        elif what == 3:
            numbers ^= other
        elif what == 4:
            numbers = numbers.union(other, [5, 40, 8])
        else:
            numbers.update(other)
        for number in list(numbers)[:3]:
            numbers.discard(number)
        pairs = set(state.pairs)
        pairs.add((seed // 64 % 8, seed // 4096 % 8))
        if seed % 3 == 0:
            pairs = {(column, row) for row, column in pairs if (row, column) != (1, 1)}
        keep = len(numbers) < 18 and len(pairs) < 18
        return Sets(frozenset(numbers if keep else {4}), frozenset(pairs if keep else {(2, 2)}), seed, state.ply + 1)

    def outcome(self, state: Sets) -> int | None:
        return mx.DRAW if state.ply == 30 else None


@pytest.mark.thorough
def test_sets_are_gone_through_in_pythons_order() -> None:
    """Moves in the order of sets are the same ones in both tiers, in hundreds of states that random play leads to."""
    game = Ordered()
    fast = compile_game(game)
    options = mx.AlphaBetaOptions(deepening=False)
    state = game.initial()
    for ply in range(25):
        tree = mx.search(game, state, depth=1, algorithm="minimax", options=options)
        native = mx.search(fast, state, depth=1, algorithm="minimax", options=options)
        assert (native.pv, native.nodes + 1) == (tree.pv, tree.nodes), state
        moves = list(game.moves(state))
        state = game.play(state, moves[ply % len(moves)])
