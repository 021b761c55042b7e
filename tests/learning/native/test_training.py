"""Native games against itself: what they teach is what plain minimax says, and learnt evaluations are the same natively."""

from __future__ import annotations

import ctypes
from array import array
from concurrent.futures import ThreadPoolExecutor
from random import Random
from types import MethodType, SimpleNamespace
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.compiler.runtime import machine
from minimaxer.game.weights import WeightTable
from minimaxer.learning.learner import PlainTeam
from minimaxer.learning.native.team import TrainingTeam
from minimaxer.learning.result import TrainingOptions
from minimaxer.learning.source import Scale

from ...needs import needs_llvmlite
from ..games import Dice, Marks, Sticks, minimax, reachable

pytestmark = needs_llvmlite
OPTIONS = TrainingOptions(patterns=4, length=3, seed=1, explore=0.3)
SMALL: dict[str, Any] = {"rounds": 2, "test_rounds": 0, "options": OPTIONS}


class Forced(Sticks):
    """One stick at a time: every game is the same."""

    size = 6

    def moves(self, state: Any) -> Any:
        yield 1

    def codes(self, state: Any) -> tuple[int, int]:
        return state.left, 7 + state.left // 2


@pytest.fixture(scope="module")
def sticks() -> Any:
    return mx.compile(Sticks())


def test_the_kernel_learns_as_python_does() -> None:
    """Where there is one way to play, all numbers and sums of errors are the same, game by game."""
    game = Forced()
    options = TrainingOptions(rate=1.0, explore=0.0, trace=0.5, opening=0)
    scale = Scale(most=float(mx.WIN), margins=False, chance=False, movers=2)
    native = TrainingTeam(mx.compile(game), game.codes, 11, 2, options, scale, 1, 0)
    plain = PlainTeam(game, game.codes, 11, 2, options, scale, 0)
    for games in (1, 5, 40):
        one, other = native.teach(games=games), plain.teach(games=games)
        assert (one.games, one.positions) == (other.games, other.positions) == (games, 6 * games)
        assert one.error == pytest.approx(other.error, rel=1e-12)
        for part in range(3):
            assert list(native.part(part)) == pytest.approx(list(plain.part(part)), rel=1e-12)
    native.close()


@pytest.mark.thorough
def test_who_wins_is_learnt_natively(sticks: Any) -> None:
    """One thread does the same each time; several learn the same game; the search takes what was learnt."""
    found = [mx.train(sticks, games=2000, threads=threads, **SMALL).evaluation for threads in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    running = reachable(Sticks())
    for each in found:
        assert all((each(state) > 0) == (minimax(sticks, state) > 0) for state in running)
    for evaluate in found[1:]:
        values = [
            [
                mx.search(game, state, depth=2, evaluate=evaluate, options=EXACT if game is sticks else None).value
                for state in running[:6]
            ]
            for game in (sticks, Sticks())
        ]
        assert values[0] == values[1]


EXACT = mx.AlphaBetaOptions(table_depth="exact")


def test_time_ends_a_round(sticks: Any) -> None:
    """Training by seconds ends once they are over, in rounds that share them."""
    found = mx.train(sticks, seconds=0.2, threads=2, **SMALL)
    assert found.rounds[-1].seconds >= 0.19
    assert found.rounds[0].seconds >= 0.1


@pytest.mark.parametrize("features", ["+avx2", "+bmi2"])
def test_bits_are_gathered_by_every_machine(features: str) -> None:
    """Run by run where there is no instruction for it, the result is Python's."""
    from llvmlite import binding, ir

    from minimaxer.compiler.builder import FunctionBuilder
    from minimaxer.compiler.memory import gathered
    from minimaxer.compiler.program import Program
    from minimaxer.compiler.target import Target

    if features not in machine.identity()[2].split(",") and features == "+bmi2":
        pytest.skip("this processor has no BMI2")
    word, program = ir.IntType(64), Program("gather", {}, target=Target(gathers_bits=features == "+bmi2"))
    module = program.module
    rng = Random(2)
    masks = [0, 1, 1 << 63, mx.bits.ALL, 0b0111_0110, *(rng.getrandbits(64) for _ in range(5))]
    for number, mask in enumerate(masks):
        function = ir.Function(module, ir.FunctionType(word, [word]), f"gather{number}")
        builder = ir.IRBuilder(function.append_basic_block())
        body: Any = SimpleNamespace(ir=builder, emits=True, word=lambda value: ir.Constant(word, value), program=program)
        body.outside = MethodType(FunctionBuilder.outside, body)
        builder.ret(gathered(body, function.args[0], mask))
    engine = binding.create_mcjit_compiler(binding.parse_assembly(str(module)), machine.target_machine())
    engine.finalize_object()
    for number, mask in enumerate(masks):
        native = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64)(engine.get_function_address(f"gather{number}"))
        for bits in (0, mx.bits.ALL, *(rng.getrandbits(64) for _ in range(10))):
            assert native(bits) == mx.bits.gather(bits, mask)


@pytest.mark.thorough
def test_enums_and_dice_are_learnt_natively() -> None:
    """Codes of names and of chance are the same in compiled code, which is compared with Python's when it is made."""
    marks = mx.train(mx.compile(Marks()), games=3000, threads=1, **SMALL).evaluation
    running = [state for state in reachable(Marks()) if minimax(Marks(), state)]
    assert sum((marks(state) > 0) == (minimax(Marks(), state) > 0) for state in running) >= 0.9 * len(running)
    assert mx.search(mx.compile(Marks()), depth=1, evaluate=marks).value == mx.search(Marks(), depth=1, evaluate=marks).value
    dice = mx.train(mx.compile(Dice()), games=3000, threads=1, **SMALL).evaluation
    values = [mx.search(game, depth=2, evaluate=dice).value for game in (mx.compile(Dice()), Dice())]
    assert values[0] == pytest.approx(values[1])


@pytest.mark.thorough
def test_players_with_learnt_evaluations_are_matched(sticks: Any) -> None:
    """In compiled games, against evaluation 0 and against the round before."""
    with ThreadPoolExecutor(1) as team:
        found = mx.train(sticks, games=400, threads=1, executor=team, limits=mx.Limits(depth=1), **SMALL | {"test_rounds": 3})
    assert found.rounds[-1].before is not None


@pytest.mark.thorough
def test_a_game_that_breaks_the_rules_is_told() -> None:
    """The position is named."""

    class Endless(Sticks):
        def moves(self, state: Any) -> Any:
            if state.left > 5:
                yield 1

    with pytest.raises(
        mx.MinimaxerError, match=r"moves\(Heap\(left=\d, player=\d\)\) is empty although outcome\(\) says that the game runs"
    ):
        mx.train(mx.compile(Endless(), check=False), games=10, threads=1, **SMALL)


def test_a_table_of_weights_is_told_by_its_contents() -> None:
    """Equal where its numbers are, and short in words."""
    one, same, other = (WeightTable(array("q", each)) for each in ([1, 2], [1, 2], [1, 3]))
    assert one == same != other
    assert hash(one) == hash(same)
    assert (one[1], len(one), list(one), one.names, one.are_whole, one.to_dict()) == (2, 2, [1, 2], (), True, {})
    assert repr(one).startswith("<2 weights ")
    with pytest.raises(AttributeError, match="there is no weight 'men'; these have no names"):
        one.men  # noqa: B018
