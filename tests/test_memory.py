"""What a search says of its memory, and orderings of one's own."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import kalah_benchmark

from .needs import needs_llvmlite


def test_the_tree_is_as_large_as_it_says() -> None:
    """Within a third of what Python allocated."""
    game = kalah_benchmark()
    mx.search(game, depth=4)
    engine = mx.Search(game, mx.AlphaBetaOptions(memory=None))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    engine.run(limits=mx.Limits(depth=9))
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert 0.66 * held < engine.size_bytes < 1.33 * held
    engine.close()
    assert engine.size_bytes == 0


def test_tables_count() -> None:
    """A tree's table is added to the tree."""
    sizes = []
    for table in (None, 1000):
        engine = mx.Search(kalah_benchmark(), mx.AlphaBetaOptions(table=table), algorithm="alphabeta")
        engine.run(limits=mx.Limits(depth=6))
        sizes.append(engine.size_bytes)
    assert sizes[1] > sizes[0] + 16_000


@needs_llvmlite
def test_native_tables_grow() -> None:
    """What is in use, not what it may grow to."""
    engine = mx.Search(mx.compile(ConnectFour()))
    assert engine.size_bytes == 0
    engine.run(limits=mx.Limits(depth=4))
    small = engine.size_bytes
    engine.run(limits=mx.Limits(depth=18))
    assert 0 < small < engine.size_bytes <= 64 << 20
    engine.close()


def worst_first(children: list[Any], maximise: bool) -> list[Any]:
    """An ordering of one's own: as bad as can be."""
    children.sort(key=lambda child: child.value, reverse=not maximise)
    return children


def test_an_ordering_of_ones_own() -> None:
    """It is used: the worst child first costs nodes, and no value."""
    game = kalah_benchmark()
    usual = mx.search(game, depth=6)
    worst = mx.search(game, depth=6, options=mx.AlphaBetaOptions(ordering=worst_first))
    assert worst.value == usual.value
    assert worst.nodes > 2 * usual.nodes
    assert worst.engine == "tree/alphabeta"


def test_an_ordering_takes_two_arguments() -> None:
    """Another function is refused."""
    with pytest.raises(mx.OptionError, match="expected ordering to be a function of children and maximise, got <function"):
        mx.AlphaBetaOptions(ordering=lambda children: children)  # type: ignore[arg-type, misc]


@needs_llvmlite
def test_compiled_games_have_no_children_to_order() -> None:
    """They know their own orderings only."""
    with pytest.raises(mx.OptionError, match=r"compiled games know the orderings lazy_pick, .*, got <function worst_first"):
        mx.search(mx.compile(ConnectFour()), depth=2, options=mx.AlphaBetaOptions(ordering=worst_first))


@pytest.mark.parametrize(
    ("ordering", "message"),
    [
        (
            lambda children, maximise: children.sort(key=lambda child: child.value),
            "the ordering gave None; it must give the children",
        ),
        (
            lambda children, maximise: children[:1],
            r"the ordering gave 1 of \d children and left \d in the list; all must be given",
        ),
        (lambda children, maximise: [], r"the ordering gave 0 of \d children and left \d in the list"),
        (lambda children, maximise: [children.pop()], r"the ordering gave 1 of \d children and left \d in the list"),
    ],
)
def test_orderings_must_give_all_children(ordering: Any, message: str) -> None:
    """A child left out would be a move left out."""
    with pytest.raises(mx.OptionError, match=message):
        mx.search(kalah_benchmark(), depth=4, options=mx.AlphaBetaOptions(ordering=ordering))


def test_builtins_without_a_signature() -> None:
    """They are no orderings."""
    with pytest.raises(mx.OptionError, match="expected ordering to be a function of children and maximise, got <built-in"):
        mx.AlphaBetaOptions(ordering=max)  # type: ignore[arg-type]
