"""What is kept of a native tree when a move is played: nothing of it is changed, and all of it stays in the one block."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.compiler.runtime.memory import Memory
from minimaxer.families.montecarlo.native import kernel as kernel_module, layout as w
from minimaxer.families.montecarlo.native.kernel import Kernel

from ...native.random_places import Dice, Duel, Three
from .test_threads import compiled, opened

LOW_BITS = (1 << w.FIRST_SHIFT) - 1


def subtree(kernel: Kernel, root: int) -> list[tuple[Any, ...]]:
    """The words of all nodes below one, level by level, with those behind the tree; links without the numbers of children."""
    words, found, numbers = kernel._tree.words, [], [root]
    for number in numbers:
        place = number * kernel._node
        node = words[place : place + kernel._node].tolist()
        first, count = node[w.LINK] >> w.FIRST_SHIFT, node[w.LINK] >> w.COUNT_SHIFT & w.COUNT_MASK
        assert not count or number < first
        numbers += range(first, first + count)
        node[w.LINK] &= LOW_BITS
        beside = (words[(kernel._node + each) * kernel._capacity + number] for each in range(len(kernel._beside)))
        found.append((*node, *beside))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", ["connect_four", "breakthrough:columns=4,rows=5", "pig:goal=15", Dice, Duel, Three])
def test_what_is_kept_is_as_it_was(kind: Any, threads: int) -> None:
    """Visits, sums, marks of what is proven, moves, shares, evaluations, and the best line, by which the game goes on."""
    engine = opened(kind, threads, memory="2MB")
    kept = 0
    for ply in range(12):
        found = engine.run(None, mx.Limits(simulations=3_000))
        if found.stop is mx.StopReason.FINISHED or not found.moves:
            break
        kernel: Any = engine._tier._kernel  # type: ignore[attr-defined]
        row = found.moves[ply % 2 if len(found.moves) > 1 else 0]
        layout = engine._tier._variant.shapes.move  # type: ignore[attr-defined]
        wanted = tuple(layout.flatten(row.move))
        number = next(each.number for each in kernel.children(0) if each.move == wanted)
        before, favourites = subtree(kernel, number), line(kernel, number)
        engine.advance(row.move)
        if engine._tier._planted is None:  # type: ignore[attr-defined]
            break
        assert subtree(kernel, 0) == before
        assert line(kernel, 0) == favourites
        assert kernel.words[w.USED] == len(before)
        assert not any(kernel._tree.words[len(before) * kernel._node : kernel._capacity * kernel._node])
        kept += len(before) > 1
    assert kept
    engine.close()


def line(kernel: Kernel, number: int) -> list[Any]:
    """The moves visited most, one after the other."""
    found: list[Any] = []
    while (favourite := kernel.favourite(number)) is not None:
        number = favourite
        found.append(kernel.facts(number).move)
    return found


def test_playing_a_move_takes_no_second_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full tree of 4 MB is kept within its own memory."""
    taken: list[int] = []

    def counted(size: int, **given: Any) -> Memory:
        taken.append(size)
        return Memory(size, **given)

    monkeypatch.setattr(kernel_module, "Memory", counted)
    engine: mx.Search[Any, Any] = mx.Search(
        compiled("connect_four"), mx.MonteCarloOptions(memory="4MB", seed=1), algorithm="montecarlo"
    )
    for _ in range(8):
        found = engine.run(None, mx.Limits(simulations=60_000))
        assert engine.size_bytes <= 4 << 20
        engine.advance(found.move)
    assert len(taken) == 1
    assert taken[0] <= 4 << 20
    engine.close()


def test_visits_of_hours_are_kept() -> None:
    """More than fit beside the number of a parent."""
    engine = opened("connect_four", 1, memory="2MB")
    row = engine.run(None, mx.Limits(simulations=3_000)).moves[0]
    kernel: Any = engine._tier._kernel  # type: ignore[attr-defined]
    chosen = next(each for each in kernel.children(0) if each.visits == row.visits)
    first = next(kernel.children(chosen.number)).number
    kernel._tree.words[first * kernel._node + w.VISITS] = (1 << 45) + 12_345
    before = subtree(kernel, chosen.number)
    engine.advance(row.move)
    assert subtree(kernel, 0) == before
    engine.close()
