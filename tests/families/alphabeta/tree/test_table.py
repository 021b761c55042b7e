"""The transposition table."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

import minimaxer as mx
from minimaxer.base.scores import Bound
from minimaxer.families.alphabeta.tree.transpositions import Entry, Table


def entry(key: Hashable, depth: int = 1, player: int = 0) -> Entry:
    return Entry(key, player, depth, depth, Bound.EXACT, False)


def test_an_answer_is_never_another_positions() -> None:
    """Whatever collides in a tiny table, a probe gives the very position with the very mover, or nothing."""
    table = Table(8)
    rng = Random(1)
    found = 0
    for _ in range(5_000):
        key, player, depth = rng.randrange(-40, 40), rng.randrange(2), rng.randrange(9)
        table.store(entry(key, depth, player))
        probed = table.probe(rng.randrange(-40, 40), rng.randrange(2))
        found += probed is not None
        answer = table.probe(key, player)
        assert answer is None or (answer.key, answer.player) == (key, player)
        assert len(table) <= table.entries == 8
    assert found > 100


def test_keys_with_equal_hashes_are_told_apart() -> None:
    """`hash((-1,)) == hash((-2,))`, but they are two positions."""
    assert hash((-1,)) == hash((-2,))
    table = Table(64)
    table.store(entry((-1,), 3))
    assert table.probe((-2,), 0) is None
    assert table.probe((-1,), 1) is None


def test_the_deeper_entry_and_the_newer_one_stay() -> None:
    """In one bucket a shallow entry does not push out a deep one, and the newest is always there."""
    table = Table(2)
    table.store(entry("deep", 9))
    for key in ("a", "b", "c"):
        table.store(entry(key, 1))
    assert table.probe("deep", 0) is not None
    assert table.probe("c", 0) is not None
    assert table.probe("a", 0) is None
    assert len(table) == table.entries == 2


def test_sizes_in_bytes_and_entries() -> None:
    """A size in bytes holds as many entries as fit."""
    assert Table.sized(100, "key").entries == 100
    small, large = Table.sized("1MB", (1, 2)), Table.sized("2MB", (1, 2))
    assert large.entries == pytest.approx(2 * small.entries, rel=0.01)
    assert small.entries > 1_000
    with pytest.raises(mx.OptionError, match="expected a table of at least 2 entries, got 0"):
        Table.sized("10B", 1)
