"""A table that many write at a time: what is found is what was stored, however torn the writes."""

from __future__ import annotations

import multiprocessing
from random import Random
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")


import minimaxer as mx
from minimaxer.base.scores import Bound
from minimaxer.compiler.compiling import Assembly, find_types, library
from minimaxer.compiler.program import Program
from minimaxer.compiler.runtime.machine import Machine
from minimaxer.compiler.runtime.memory import Memory
from minimaxer.compiler.value_types import INT, Constant
from minimaxer.families.alphabeta.native import layout as w
from minimaxer.families.alphabeta.native.native_table import NativeTable
from minimaxer.families.alphabeta.tree.transpositions import Entry
from minimaxer.families.alphabeta.tree.workers.shared_memory import SharedMemory, SharedTable
from minimaxer.game.capability import capabilities
from minimaxer.native.build import Build

from .....native.games import FloatGame, HashedGame
from . import hammer

WORKERS = 6
ROUNDS = 400_000


@pytest.mark.parametrize("game", [HashedGame(), FloatGame()], ids=["two words", "three words"])
@pytest.mark.parametrize(("buckets", "keys"), [(1, 4), (8, 40), (1 << 15, 60_000)], ids=["tiny", "small", "growing"])
def test_threads_on_one_native_table(game: Any, buckets: int, keys: int) -> None:
    """Six threads, also while the table grows: every entry found holds what belongs to its key."""
    build, program = Build(game, capabilities(game)), Program("hammer", library())
    machine = Machine(Assembly(program, find_types(program, hammer.hammer, (Constant(build.rules), INT))).code())
    floats = isinstance(game, FloatGame)
    table = NativeTable(buckets * (48 if floats else 32), float_scores=floats)
    memories = [Memory(8 * w.size(1)) for _ in range(WORKERS)]
    for number, memory in enumerate(memories):
        words = memory.words
        words[w.TABLE], words[w.WORKERS], words[w.GENERATION] = table.address, WORKERS, 1
        words[hammer.SEED], words[hammer.ROUNDS], words[hammer.KEYS] = number + 1, ROUNDS, keys
    threads = [Thread(target=machine, args=(memory.address,)) for memory in memories]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(memory.words[hammer.WRONG] for memory in memories) == 0
    assert sum(memory.words[hammer.FOUND] for memory in memories) > ROUNDS // 10
    for memory in memories:
        memory.close()
    table.close()


def entry_of(number: int) -> Entry:
    """The entry whose every part follows from its key."""
    rng = Random(number)
    value = rng.randint(-(10**6), 10**6) if number % 2 else rng.uniform(-9, 9)
    bound = rng.choice(list(Bound))
    return Entry(("key", number), number % 2, rng.randrange(60), value, bound, rng.random() < 0.5)


def hammer_board(memory: Any, seed: int, wrong: Any) -> None:
    """Stores and looks up on a board, and counts what cannot be right."""
    table, rng = SharedTable(SharedMemory(memory)), Random(seed)
    for _ in range(20_000):
        entry = entry_of(rng.randrange(30))
        if rng.random() < 0.5:
            table.store(entry)
        elif (found := table.probe(entry.key, entry.player)) is not None:
            wrong[2 * seed] += found != entry
            wrong[2 * seed + 1] += 1


@pytest.mark.thorough
def test_processes_on_one_board() -> None:
    """Two processes on a table of a few entries."""
    context = multiprocessing.get_context("spawn")
    memory, counts = SharedMemory.memory(8 * 24), context.RawArray("q", 4)
    processes = [context.Process(target=hammer_board, args=(memory, seed, counts)) for seed in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [counts[0], counts[2]] == [0, 0]
    assert counts[1] > 1_000
    assert counts[3] > 1_000


def test_a_table_that_does_not_fit() -> None:
    """Says so, for processes and for threads of compiled games."""
    text = "expected a table that fits the memory of this machine, got 562,949,953,421,312 bytes"
    with pytest.raises(mx.OptionError, match=text):
        SharedMemory.memory(1 << 49)
    with pytest.raises(mx.OptionError, match=text):
        NativeTable(1 << 49, float_scores=False)
