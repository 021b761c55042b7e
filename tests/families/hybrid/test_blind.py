"""Blind results: values that rest on unevaluated leaves only say so, and games that nothing evaluates are not played by them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.bridges.engine import Engine
from minimaxer.cli import main
from minimaxer.errors import OptionError
from minimaxer.native import compile_game
from minimaxer.searching.result import BLIND

from ...native.random_places import Dicing, Duel, Place, place_of
from ..montecarlo.test_montecarlo import TIERS


class Heaps:
    """Nim with three heaps: who takes the last stick wins."""

    def initial(self) -> tuple[int, int, int, int]:
        return 3, 5, 7, 0

    def player(self, state: tuple[int, int, int, int]) -> int:
        return state[3]

    def moves(self, state: tuple[int, int, int, int]) -> Iterator[tuple[int, int]]:
        for heap in range(3):
            for sticks in range(1, state[heap] + 1):
                yield heap, sticks

    def play(self, state: tuple[int, int, int, int], move: tuple[int, int]) -> tuple[int, int, int, int]:
        a, b, c, player = state
        heap, sticks = move
        left = a - (sticks if heap == 0 else 0), b - (sticks if heap == 1 else 0), c - (sticks if heap == 2 else 0)
        return left[0], left[1], left[2], 1 - player

    def outcome(self, state: tuple[int, int, int, int]) -> int | None:
        return None if state[0] + state[1] + state[2] else mx.WIN if state[3] == 1 else mx.LOSS


class Judged(Heaps):
    """With an evaluation that is always 0."""

    def evaluate(self, state: tuple[int, int, int, int]) -> int:
        return 0


class Bounded(Heaps):
    """With bounds that say nothing."""

    def bounds(self, state: tuple[int, int, int, int]) -> tuple[int, int]:
        return mx.LOSS, mx.WIN


class ThreeHeaps(Heaps):
    """For three players."""

    players = 3

    def play(self, state: tuple[int, int, int, int], move: tuple[int, int]) -> tuple[int, int, int, int]:
        a, b, c, _ = super().play(state, move)
        return a, b, c, (state[3] + 1) % 3

    def outcome(self, state: tuple[int, int, int, int]) -> Any:
        if state[0] + state[1] + state[2]:
            return None
        return (2, -1, -1) if state[3] == 1 else (-1, 2, -1) if state[3] == 2 else (-1, -1, 2)


class Dice(Dicing):
    """Two players and dice, without an evaluation, where nothing ends before the seventh ply."""

    def player(self, place: Place) -> int:
        return self.roll(place, 1, 3) - 1

    def outcome(self, place: Place) -> int | None:
        return (mx.WIN if self.roll(place, 4, 2) else mx.LOSS) if place.ply >= self.length else None


@cache
def in_tier(kind: Any, tier: str) -> Any:
    return compile_game(kind(), check=False) if tier == "compiled" else kind()


CASES = [
    *((Heaps, name) for name in ("auto", "fixed", "minimax", "alphabeta", "pvs", "mtdf")),
    *((ThreeHeaps, name) for name in ("auto", "maxn", "paranoid", "brs")),
    *((Dice, name) for name in ("auto", "expectimax", "star1", "star2")),
]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("kind", "algorithm"), CASES)
def test_a_search_that_sees_no_end_is_blind(kind: Any, algorithm: str, tier: str) -> None:
    """By every method that looks to a depth; the result says so in one line, and as data."""
    found = mx.search(in_tier(kind, tier), depth=3, algorithm=algorithm, evaluate=None)
    assert found.blind
    assert found.value_text.endswith(f" ({BLIND})")
    assert str(found).count(BLIND) == 1
    assert "\n" not in str(found)
    assert found.to_dict()["blind"] is True
    json.dumps(found.to_dict())


@pytest.mark.thorough
@pytest.mark.parametrize("tier", TIERS)
def test_what_rests_on_anything_else_is_not_blind(tier: str) -> None:
    """On an end of the game, a proof, an evaluation, bounds, or playouts."""
    near = (0, 1, 1, 0)
    for found in (
        mx.search(in_tier(Heaps, tier), near, depth=5),
        mx.search(in_tier(Judged, tier), depth=3),
        mx.search(in_tier(Bounded, tier), depth=3),
        mx.search(in_tier(Heaps, tier), depth=2, evaluate=lambda state: 0) if tier == "tree" else None,
        mx.search(in_tier(Heaps, tier), algorithm="montecarlo", simulations=100),
        mx.search(in_tier(Heaps, tier), (0, 0, 0, 1), depth=1),
        mx.search(in_tier(Heaps, tier), algorithm="proof", goal=mx.WIN, nodes=20),
    ):
        assert found is None or not found.blind
        assert found is None or "blind" not in found.to_dict()
    ignoring = mx.AlphaBetaOptions(ignore=frozenset({"evaluate"}))
    assert mx.search(in_tier(Judged, tier), depth=3, options=ignoring).blind


def ends(game: Any, place: Any, depth: int) -> float:
    """The value of minimax to a depth, where what is not over counts 0."""
    outcome = game.outcome(place)
    if outcome is not None or not depth:
        return float(outcome or 0)
    return (max, min)[game.player(place)](ends(game, game.play(place, move), depth - 1) for move in game.moves(place))


@pytest.mark.parametrize("tier", TIERS)
def test_one_move_that_is_told_from_the_others_is_enough(tier: str) -> None:
    """Random trees to two plies, with exact values of all moves."""
    game, seen = Duel(), set()
    engine = mx.Search(in_tier(Duel, tier), mx.AlphaBetaOptions(exact_moves=True))
    for seed in range(60):
        place = place_of(seed)
        if game.outcome(place) is not None:
            continue
        found = engine.run(place, mx.Limits(depth=2))
        tells = any(ends(game, game.play(place, move), 1) for move in game.moves(place))
        assert found.blind is (not tells and not found.solved), seed
        seen.add(found.blind)
    engine.close()
    assert seen == {True, False}


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("kind", [Heaps, ThreeHeaps])
def test_it_is_not_played_blindly(kind: Any, tier: str) -> None:
    """By depth, nodes and time playouts choose, unless alpha-beta proves the value."""
    game = in_tier(kind, tier)
    for limits in (mx.Limits(depth=2), mx.Limits(nodes=400), mx.Limits(seconds=0.02)):
        search: mx.Search[Any, Any] = mx.Player(limits=limits).search(game, seed=1)
        found = search.run(None, limits)
        assert found.solved or (found.engine, found.blind) == (f"{tier}/montecarlo", False)
        if limits.nodes is not None:
            assert found.nodes < 400 + 50
        assert mx.best_move(game, depth=limits.depth, nodes=limits.nodes, seconds=limits.seconds) in game.moves(game.initial())
        search.close()
    assert mx.search(game, depth=2, evaluate=None).blind
    if kind is Heaps:
        player: mx.Player[Any, Any] = mx.Player(limits=mx.Limits(depth=4))
        proven = player.search(game).run((0, 2, 2, 0), mx.Limits(depth=4))
        assert (proven.solved, proven.engine.endswith("montecarlo"), proven.plies_to_end) == (True, False, 4)


class EarlyDraw:
    """A draw at once by the first move; else a long game that player 0 nearly always wins."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[0] % 2

    def moves(self, state: tuple[int, int]) -> tuple[int, ...]:
        return 0, 1, 2

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (99, 0) if state[0] == move == 0 else (state[0] + 1, (state[1] * 3 + move) % 1009)

    def outcome(self, state: tuple[int, int]) -> int | None:
        return 0 if state[0] == 99 else None if state[0] < 24 else mx.LOSS if state[1] % 7 == 0 else mx.WIN


def test_a_draw_that_ties_with_blind_leaves_proves_nothing() -> None:
    """Playouts choose, the same every time, and find that other moves are better."""
    assert mx.search(EarlyDraw(), depth=4).blind
    for limits in ({"depth": 4}, {"nodes": 3_000}):
        chosen = {mx.best_move(EarlyDraw(), **limits) for _ in range(3)}  # type: ignore[arg-type]
        assert len(chosen) == 1
        assert chosen < {1, 2}


RULES = """
class Heaps:
    def initial(self): return 3, 5, 7, 0
    def player(self, state): return state[3]
    def moves(self, state): return [(heap, sticks) for heap in range(3) for sticks in range(1, state[heap] + 1)]
    def play(self, state, move):
        heaps = list(state[:3])
        heaps[move[0]] -= move[1]
        return (*heaps, 1 - state[3])
    def outcome(self, state): return None if sum(state[:3]) else 1_000_000 if state[3] else -1_000_000
"""


@pytest.mark.parametrize("command", ["search", "analyse"])
def test_the_command_line_says_so(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Once for the position that was asked about."""
    path = tmp_path / "heaps.py"
    path.write_text(RULES)
    assert main([command, f"{path}:Heaps", "--depth", "2", "--tier", "tree", "--algorithm", "alphabeta"]) == 0
    assert capsys.readouterr().out.count(BLIND) == 1


def test_rows_left_out_do_not_make_it_blind() -> None:
    """One move of all wins: a result without its row is not blind for that."""

    class Choice(Heaps):
        def moves(self, state: tuple[int, int, int, int]) -> Iterator[tuple[int, int]]:
            yield from ((0, 0), (0, 9)) if state[0] == 3 else ((0, 0),)

        def outcome(self, state: tuple[int, int, int, int]) -> int | None:
            return mx.LOSS if state[0] < 0 else None

    assert [mx.analyse(Choice(), depth=1, lines=lines).blind for lines in (1, 2)] == [False, False]


def test_the_engine_says_so() -> None:
    """In a line of its own, whatever it was that searched."""
    said: list[str] = []
    engine = Engine(Heaps(), Heaps, said.append, "heaps")
    engine._tell(engine._session, mx.search(Heaps(), depth=2))
    engine.close()
    assert said[-1] == f"info string {BLIND}"


def test_wrong_numbers_of_playouts_are_refused() -> None:
    with pytest.raises(OptionError) as error:
        mx.UnevaluatedOptions(playouts=-1)
    assert str(error.value) == "expected playouts to be a whole number from 0 to 1,099,511,627,776, got -1"
