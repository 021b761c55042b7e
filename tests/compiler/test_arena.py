"""The memory in which all values lie that are no scalars: its end is told, and what was put into it goes with each move."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native import checking, compile_game, runner


class State(NamedTuple):
    left: int
    cells: tuple[int, ...]


class Greedy:
    """Makes a list of as many items as the state says, squared."""

    def __init__(self, size: int) -> None:
        self.size = size

    def initial(self) -> State:
        return State(6, (0,) * 20)

    def player(self, state: State) -> int:
        return state.left % 2

    def moves(self, state: State) -> Iterator[int]:
        for move in range(4):
            made = [move * number for number in range(self.size if state.left < 6 else 5)]
            if len(made) != move:
                yield made[-1] % 20

    def play(self, state: State, move: int) -> State:
        cells = list(state.cells)
        cells[move] += state.left
        return State(state.left - 1, tuple(cells))

    def outcome(self, state: State) -> int | None:
        return None if state.left else sum(cell * place for place, cell in enumerate(state.cells)) % 7 - 3


def test_its_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A method that needs more than there is ends the search with an error that says so; a smaller game can still be searched."""
    monkeypatch.setattr(runner, "ARENA_BYTES", 1 << 16)
    monkeypatch.setattr(checking, "ARENA_BYTES", 1 << 16)
    with pytest.raises(MemoryError, match="the arena is full"):
        mx.search(compile_game(Greedy(9_000), check=False), depth=4, algorithm="fixed")
    with pytest.raises(mx.errors.TierError, match="keep less in lists"):
        compile_game(Greedy(10_000))
    assert mx.search(compile_game(Greedy(30)), depth=6, algorithm="fixed").value == mx.search(Greedy(30), depth=6).value


def test_a_search_leaves_it_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of nodes, each with lists of its own, need no more room than one line of moves."""
    monkeypatch.setattr(runner, "ARENA_BYTES", 1 << 20)
    fast: Any = compile_game(Greedy(300))
    result = mx.search(fast, depth=6, algorithm="minimax")
    assert result.nodes > 1_000
    assert result.nodes * 300 * 8 > 1 << 20


@pytest.mark.thorough
def test_two_threads_agree() -> None:
    """Each has an arena of its own."""
    game = Greedy(50)
    fast = compile_game(game)
    expected = mx.search(game, depth=6, algorithm="minimax").value
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: mx.search(fast, depth=6, algorithm="minimax").value, range(8)))
    assert found == [expected] * 8
    assert mx.search(fast, depth=6, threads=2).value == expected
