"""Moves that are objects: those whose `__eq__` knows moves only, those that compare by identity, those without a hash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.game.comparing import equal, matching
from minimaxer.game.following import after
from minimaxer.game.notation import Notation
from minimaxer.play.session import Ending


class Strict:
    """A move whose `__eq__` raises for all but moves."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strict):
            raise TypeError(f"compared with {other!r}")
        return self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)


class Unhashed(Strict):
    """The same, without a hash."""

    __hash__ = None  # type: ignore[assignment]


class Identical:
    """A move that compares by identity."""

    def __init__(self, number: int) -> None:
        self.number = number


class Sums:
    """Five turns, each of which adds a digit; who wins depends on the sum."""

    def __init__(self, kind: Any = Strict) -> None:
        self.kind = kind

    def initial(self) -> Any:
        return (0, 0)

    def player(self, state: Any) -> int:
        return int(state[0] % 2)

    def moves(self, state: Any) -> Any:
        return [self.kind(1), self.kind(2), self.kind(3)]

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] + 1, state[1] * 3 + move.number)

    def outcome(self, state: Any) -> Any:
        return None if state[0] < 5 else (mx.WIN if state[1] * 7 % 11 > 4 else mx.LOSS)

    def parse_move(self, state: Any, text: str) -> Any:
        return self.kind(int(text))

    def format_move(self, state: Any, move: Any) -> str:
        return str(move.number)


def _advanced(game: Any, algorithm: str, limits: mx.Limits) -> Any:
    engine = mx.Search(game, algorithm=algorithm)
    try:
        move = engine.run(limits=limits).move
        assert move is not None
        engine.advance(type(move)(move.number))
        return engine.run(limits=limits).move
    finally:
        engine.close()


def _kept(game: Any, folder: Path) -> Any:
    engine = mx.Search(game)
    try:
        engine.run(limits=mx.Limits(depth=2))
        engine.advance(game.kind(2))
        engine.run(limits=mx.Limits(depth=2))
        engine.save(folder / "kept")
    finally:
        engine.close()
    again = mx.Search.restore(folder / "kept", game)
    try:
        return again.run(limits=mx.Limits(depth=3)).move
    finally:
        again.close()


def _played(game: Any) -> Any:
    session = mx.Session(game)
    while not session.is_over:
        session.play(game.kind(2))
    return session.moves[-1]


WAYS: dict[str, Callable[[Any, Path], Any]] = {
    "search": lambda game, _: mx.search(game, depth=4).move,
    "clock": lambda game, _: mx.Search(game).run(limits=mx.Limits(clock=1.0)).move,
    "exact": lambda game, _: mx.search(game, depth=3, options=mx.AlphaBetaOptions(exact_moves=True)).move,
    "weighted": lambda game, _: (
        mx.search(game, depth=3, options=mx.AlphaBetaOptions(choice="weighted", strength=0.5, seed=1)).move
    ),
    "solve": lambda game, _: mx.solve(game).move,
    "analyse": lambda game, _: mx.analyse(game, depth=3).moves[0].move,
    "montecarlo": lambda game, _: mx.search(game, simulations=60, algorithm="montecarlo").move,
    "proof": lambda game, _: mx.search(game, algorithm="proof").move,
    "advance": lambda game, _: _advanced(game, "auto", mx.Limits(depth=2)),
    "advance in montecarlo": lambda game, _: _advanced(game, "montecarlo", mx.Limits(simulations=60)),
    "kept": _kept,
    "session": lambda game, _: _played(game),
    "prove": lambda game, folder: mx.prove(game, path=folder / "proof") and game.kind(1),
    "tabulate": lambda game, _: mx.tabulate(game).best_moves(game.initial())[0],
    "notation": lambda game, _: Notation(game, mx.capabilities(game)).read_move((0, 0), "2"),
}


@pytest.mark.parametrize("is_compiled", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["tree", "compiled"])
@pytest.mark.parametrize("kind", [Strict, Unhashed, Identical])
def test_moves_are_found_by_content(kind: Any, is_compiled: bool, tmp_path: Path) -> None:
    """Every way to search, play and keep takes such moves, and asks none about anything but another move."""
    if is_compiled:
        pytest.importorskip("llvmlite")
    game = mx.compile(Sums(kind)) if is_compiled else Sums(kind)
    assert {name: type(way(game, tmp_path)) for name, way in WAYS.items()} == dict.fromkeys(WAYS, kind)


@pytest.mark.parametrize("kind", [Strict, Unhashed, Identical])
def test_matches_forfeit_nothing(kind: Any) -> None:
    """A player's move is one of the legal moves although it was made elsewhere."""
    match = mx.play_match(Sums(kind), [mx.Limits(depth=3), "random"], rounds=1, workers=1)
    assert [game.result.ending for game in match.games if game.result is not None] == [Ending.RULES] * 2


def test_illegal_moves_stay_illegal() -> None:
    """What is no legal move is refused, whatever its type."""
    for wrong in (Strict(4), 1, None, "1"):
        with pytest.raises(mx.IllegalMoveError):
            after(Sums(), (0, 0), wrong)
        with pytest.raises(mx.IllegalMoveError):
            mx.Session(Sums()).play(wrong)


def test_none_and_foreign_types_are_never_compared() -> None:
    """`equal` asks an `__eq__` only about its own type, also within tuples."""
    move = Strict(1)
    assert [equal(move, other) for other in (None, 1, (1,), Strict(1), Strict(2))] == [False, False, False, True, False]
    assert not equal((None, 1), (move, 1))
    assert matching([Strict(1), Strict(2)], Strict(2)) == Strict(2)
    assert matching([Strict(1)], None) is None
