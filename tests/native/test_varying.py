"""States whose tuples become shorter only now and then: later than in the sample that types are inferred from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native.samples import sample_states

from ..oracle import minimax


class Piece(NamedTuple):
    owner: int
    place: int


class Walk(NamedTuple):
    pieces: tuple[Piece, ...]
    ply: int
    player: int


class Duel:
    """Pieces walk on a ring; one that comes to the place of the other side's removes it, after so many plies only."""

    def __init__(self, peace: int = 9, size: int = 9) -> None:
        self.peace = peace
        self.size = size

    def initial(self) -> Walk:
        return Walk((Piece(0, 0), Piece(0, 3), Piece(1, 4), Piece(1, 8)), 0, 0)

    def player(self, walk: Walk) -> int:
        return walk.player

    def moves(self, walk: Walk) -> Iterator[tuple[int, int]]:
        for number, piece in enumerate(walk.pieces):
            if piece.owner == walk.player:
                yield number, 1
                yield number, 2

    def play(self, walk: Walk, move: tuple[int, int]) -> Walk:
        number, step = move
        place = (walk.pieces[number].place + step) % self.size
        moved = Piece(walk.player, place)
        pieces = tuple(
            moved if each == number else piece
            for each, piece in enumerate(walk.pieces)
            if each == number or piece.place != place or piece.owner == walk.player or walk.ply < self.peace
        )
        return Walk(pieces, walk.ply + 1, 1 - walk.player)

    def outcome(self, walk: Walk) -> int | None:
        lead = sum(1 if piece.owner == 0 else -1 for piece in walk.pieces)
        return lead if walk.ply == 12 else None


def test_lengths_that_no_sample_shows_are_found_by_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game compiles, and has the value of plain minimax."""
    game = Duel(peace=9)
    quiet = [state for state in sample_states(game) if len(state.pieces) == 4]
    monkeypatch.setattr("minimaxer.native.build.sample_states", lambda game: list(quiet))
    fast = mx.compile(game)
    assert fast.variant().varying
    start = Walk(game.initial().pieces, 7, 1)
    assert mx.search(fast, start, depth=5, evaluate=None).value == minimax(game, start, 5)
    assert mx.search(fast, start, depth=5, options=mx.AlphaBetaOptions(ignore={"order"})).value == minimax(game, start, 5)

    again = mx.compile(Duel(peace=9))
    assert again.compile_seconds == 0
    assert mx.search(again, start, nodes=50, algorithm="proof").nodes > 0  # a kernel that was not compiled before


def test_tuples_of_one_length_stay_so() -> None:
    """Nothing varies where no comparison has found it."""
    fast = mx.compile(Duel(peace=99))
    assert not fast.variant().varying
    assert str(fast.variant().shapes.state).count("a tuple of items") == 0
