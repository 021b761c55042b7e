"""Games whose scores are floats: the scores next to one, of either sign, and null moves around them."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from attrs import frozen

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.compiler.compiling import Assembly, find_types, library
from minimaxer.compiler.program import Program
from minimaxer.compiler.runtime.machine import Machine
from minimaxer.compiler.runtime.memory import Memory
from minimaxer.compiler.value_types import INT, Constant
from minimaxer.families.alphabeta.native import layout as w
from minimaxer.game.capability import capabilities
from minimaxer.native.build import Build

from ....native.games import FloatGame, mix
from ....oracle import best_moves
from . import neighbours


def word(score: float) -> int:
    """The bits of a score, as a signed integer."""
    return int(struct.unpack("<q", struct.pack("<d", score))[0])


def score(word: int) -> float:
    """The score of those bits."""
    return float(struct.unpack("<d", struct.pack("<q", word))[0])


def test_the_next_scores_are_those_of_the_format() -> None:
    """As `math.nextafter` gives them: around 0, on both sides of powers of two, and for 2,000 random scores of either sign."""
    game = FloatGame()
    build = Build(game, capabilities(game))
    program = Program("neighbours", library())
    machine = Machine(Assembly(program, find_types(program, neighbours.neighbours, (Constant(build.rules), INT))).code())
    memory = Memory(8 * w.size(1))
    rng = Random(1)
    least = math.ulp(0.0)
    scores = [0.0, -0.0, least, -least, 0.25, -0.25, 1.0, -1.0, 1e6, -1e6, math.nextafter(1.0, 0), math.nextafter(-1.0, 0)]
    scores += [rng.choice([-1, 1]) * rng.random() * 10.0 ** rng.randint(-9, 6) for _ in range(2_000)]
    for each in scores:
        memory.words[neighbours.SCORE] = word(each)
        machine(memory.address)
        found = score(memory.words[neighbours.ABOVE]), score(memory.words[neighbours.BELOW])
        assert found == (math.nextafter(each, math.inf), math.nextafter(each, -math.inf)), each
    memory.close()


class Race(NamedTuple):
    """The seed, what player 0 is ahead by in quarters, how many steps were made, and who moves."""

    seed: int
    lead: int
    steps: int
    player: int


@frozen(kw_only=True)
class FloatRace:
    """Each step gains the mover up to a whole one, and a whole one is always among the three that there are.

    To pass is never better than to step, so that a null move that is refuted proves what it seems to.
    """

    def initial(self) -> Race:
        return self.start(0)

    def start(self, seed: int) -> Race:
        return Race(seed, mix(seed + 5) % 81 - 40, 0, mix(seed + 99) % 2)

    def player(self, race: Race) -> int:
        return race.player

    def moves(self, race: Race) -> Iterator[int]:
        best = mix(race.seed * 31 + race.steps) % 3
        for number in range(3):
            yield 4 if number == best else 1 + mix(race.seed * 17 + race.steps * 3 + number) % 3

    def play(self, race: Race, gain: int) -> Race:
        return Race(race.seed, race.lead + (gain if race.player == 0 else -gain), race.steps + 1, 1 - race.player)

    def outcome(self, race: Race) -> float | None:
        return None

    def evaluate(self, race: Race) -> float:
        return race.lead / 4

    def null(self, race: Race) -> Race:
        return race._replace(player=1 - race.player)


def test_null_moves_with_float_scores() -> None:
    """Values at a depth are the oracle's whatever their sign, with null moves, which are tried, and without."""
    game, rng = FloatRace(), Random(2)
    fast = mx.compile(game)
    nodes = {True: 0, False: 0}
    for seed in range(300):
        state, depth, algorithm = game.start(seed), rng.randint(1, 6), rng.choice(["pvs", "alphabeta"])
        value, moves = best_moves(game, state, depth)
        for null_move in nodes:
            options = mx.AlphaBetaOptions(null_move=null_move, ordering="none", history=False, killers=False, table=None)
            result = mx.search(fast, state, depth=depth, algorithm=algorithm, options=options)
            assert (result.value, result.move in moves) == (value, True), (seed, depth, algorithm, null_move)
            nodes[null_move] += result.nodes
    assert nodes[True] != nodes[False]
