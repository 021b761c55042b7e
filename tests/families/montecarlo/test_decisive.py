"""What one and two plies decide is never missed, however few simulations there are."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.base.scores import payoffs_of
from minimaxer.families.montecarlo.visited import Root, Visited, best_of

from ...needs import thorough_but

GAMES = ("breakthrough", "connect_four")
SIMULATIONS = (1, 30, 100)
IGNORED = frozenset({"search_moves", "order"})
"""What connect four knows of wins and threats."""


def _walks(game: Any, seed: int) -> Iterator[tuple[Any, list[Any]]]:
    """Positions of random games, with their moves."""
    lots = Random(seed)
    while True:
        state = game.initial()
        while game.outcome(state) is None:
            moves = list(game.moves(state))
            yield state, moves
            state = game.play(state, lots.choice(moves))


def _wins(game: Any, state: Any, move: Any) -> bool:
    outcome = game.outcome(game.play(state, move))
    return outcome is not None and payoffs_of(outcome)[game.player(state)] > 0


def _is_safe(game: Any, state: Any, move: Any) -> bool:
    after = game.play(state, move)
    return game.outcome(after) is not None or not any(_wins(game, after, reply) for reply in game.moves(after))


def _positions(name: str, number: int) -> tuple[list[Any], list[Any]]:
    """Positions in which some moves win at once, and others in which some, but not all, moves lose to the reply."""
    game = mx.find_game(name)
    wins: list[Any] = []
    threats: list[Any] = []
    for state, moves in _walks(game, 7):
        winning = [move for move in moves if _wins(game, state, move)]
        safe = [move for move in moves if _is_safe(game, state, move)]
        if 0 < len(winning) < len(moves) and len(wins) < number:
            wins.append((state, winning))
        elif not winning and 0 < len(safe) < len(moves) and len(threats) < number:
            threats.append((state, safe))
        if len(wins) == len(threats) == number:
            break
    return wins, threats


@pytest.mark.parametrize("name", thorough_but(GAMES, "connect_four"))
@pytest.mark.parametrize("compiled", [False, True], ids=["tree", "native"])
def test_wins_are_taken_and_threats_are_met(name: str, *, compiled: bool) -> None:
    """In 25 positions of each kind."""
    if compiled:
        pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
    wins, threats = _positions(name, 25)
    game = mx.compile(mx.find_game(name)) if compiled else mx.find_game(name)
    for simulations in SIMULATIONS if compiled else SIMULATIONS[:2]:
        options = mx.MonteCarloOptions(seed=simulations, ignore=IGNORED if simulations > 1 else IGNORED - {"order"})
        for kind, positions in (("win", wins), ("threat", threats)):
            for state, good in positions:
                result = mx.search(game, state, algorithm="montecarlo", simulations=simulations, options=options)
                assert result.move in good, (kind, simulations, state, result)
                if kind == "win":
                    assert result.solved
                    assert result.pv == (result.move,)


def test_a_reply_that_wins_is_shown_as_proven() -> None:
    """Moves that lose to a reply have the line that refutes them."""
    _, threats = _positions("connect_four", 5)
    shown = 0
    for state, safe in threats:
        options = mx.MonteCarloOptions(seed=1, ignore=IGNORED)
        result = mx.search(mx.find_game("connect_four"), state, algorithm="montecarlo", simulations=1, options=options)
        for row in result.moves:
            if row.bound is not None:
                shown += 1
                assert row.move not in safe
                assert len(row.pv) == 2
                assert not result.solved
    assert shown


def _root(*moves: tuple[int, float | None, bool]) -> Root[int]:
    """A position of player 0 whose moves have these visits, payoffs, and proofs."""
    each = [
        Visited(
            move=place, visits=visits, payoffs=None if value is None else (value, -value), is_proven=known, pv=(place,), plies=2
        )
        for place, (visits, value, known) in enumerate(moves)
    ]
    found: Any = None
    return Root(
        player=0,
        players=2,
        moves=each,
        visits=9,
        payoffs=(0.0, 0.0),
        is_proven=False,
        spread=(-1.0, 1.0),
        only_wins=True,
        view=found,
    )


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        (((3, -1.0, True), (2, -1.0, False)), 1),
        (((3, -1.0, True), (2, -0.5, False)), 1),
        (((3, -1.0, True), (0, None, False)), 1),
        (((3, 0.0, True), (2, -0.5, False)), 0),
        (((3, 0.0, True), (0, None, False)), 0),
        (((3, 0.0, True), (2, 0.5, False)), 1),
        (((3, -2.0, True), (5, -3.0, False)), 0),
        (((3, 1.0, True), (9, 1.0, False)), 0),
        (((3, -1.0, True), (3, -1.0, True)), 0),
    ],
)
def test_a_proven_loss_is_played_only_if_nothing_is_better(moves: tuple[tuple[int, float | None, bool], ...], best: int) -> None:
    """A move that all playouts lost may hold; one that is proven to lose does not."""
    assert best_of(_root(*moves)).move == best
